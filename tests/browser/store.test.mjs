// The store of a device over its versions, and what goes with a session that is deleted.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ANSWERS, answer, begin, question, stored, visit } from './harness.mjs';

/** Puts what lies in the store into one of version 1, as the first release wrote it. */
async function asVersionOne(page) {
  const before = await stored(page);
  await page.goto(new URL('blank.html', page.url()).href);
  await page.evaluate(async ({ sessions, log, drafts, studies }) => {
    const done = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
    await done(indexedDB.deleteDatabase('querent'));
    const opening = indexedDB.open('querent', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('sessions', { keyPath: 'id' }).createIndex('slot', 'slot');
      for (const name of ['log', 'drafts', 'studies']) opening.result.createObjectStore(name);
    };
    const database = await done(opening);
    const at = database.transaction(database.objectStoreNames, 'readwrite');
    for (const session of sessions) at.objectStore('sessions').put(session);
    for (const [place, row] of log.entries()) at.objectStore('log').put(row, [sessions[0].id, place]);
    for (const draft of drafts) at.objectStore('drafts').put(draft, sessions[0].id);
    for (const study of studies) at.objectStore('studies').put(study, sessions[0].hash);
    await new Promise((complete) => (at.oncomplete = complete));
    database.close();
  }, before);
  return before;
}

/** Calls a function of the store in the page. */
const store = (page, name, ...values) => page.evaluate(async ([called, given]) => {
  const { openStore } = await import('./store/index.js');
  return (await openStore())[called](...given);
}, [name, values]);

const counts = (page) => page.evaluate(async () => {
  const { promise, resolve } = Promise.withResolvers();
  const opening = indexedDB.open('querent');
  opening.onsuccess = () => resolve(opening.result);
  const database = await promise;
  const found = {};
  for (const name of database.objectStoreNames) {
    const counted = Promise.withResolvers();
    const request = database.transaction(name).objectStore(name).count();
    request.onsuccess = () => counted.resolve(request.result);
    found[name] = await counted.promise;
  }
  database.close();
  return found;
});

/** Puts a row as it is. */
const put = (page, name, row) => page.evaluate(async ([into, value]) => {
  const { promise, resolve } = Promise.withResolvers();
  const opening = indexedDB.open('querent');
  opening.onsuccess = () => resolve(opening.result);
  const database = await promise;
  const at = database.transaction(into, 'readwrite');
  at.objectStore(into).put(value);
  await new Promise((complete) => (at.oncomplete = complete));
  database.close();
}, [name, row]);

test('a store of version 1 is upgraded, and the interview in it goes on without loss', async (t) => {
  const { page, site } = await visit(t, { site: { pages: { 'blank.html': '<!doctype html><link rel=icon href=icon.svg>' } } });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await answer(page, ANSWERS[1]);
  const asked = await question(page).textContent();
  const before = await asVersionOne(page);
  await page.goto(site.url);
  await page.locator('textarea[data-box="answer-3"]').waitFor();
  assert.equal(await question(page).textContent(), asked);
  const after = await stored(page);
  assert.deepEqual(after.log, before.log);
  assert.deepEqual(after.studies, before.studies);
  assert.deepEqual(Object.keys(await counts(page)).sort(), ['drafts', 'log', 'outbox', 'scores', 'sessions', 'studies']);
  assert.equal((await store(page, 'all')).length, 1);
  assert.equal(await store(page, 'study', before.sessions[0].hash), before.studies[0]);
});

test('a removed session takes its scores along, and leaves those of others', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  const [{ id }] = await store(page, 'all');
  await put(page, 'scores', { score_id: 'a', session: id });
  await put(page, 'scores', { score_id: 'b', session: 'another' });
  await put(page, 'outbox', { session: id, base: '/', study: 's', study_hash: 'h', token: 't', have: 2, hash: '' });
  await store(page, 'remove', id);
  assert.deepEqual(await counts(page), { drafts: 0, log: 0, outbox: 0, scores: 1, sessions: 0, studies: 0 });
});

test('what is still to be deleted at an endpoint outlives the session and the clearing of the device', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  const [{ id }] = await store(page, 'all');
  await put(page, 'outbox', { session: id, base: '/', study: 's', study_hash: 'h', token: 't', have: 2, hash: '' });
  await put(page, 'outbox', { session: 'another', base: '/', study: 's', study_hash: 'h', token: 't', have: 2, hash: '' });
  await store(page, 'withdraw', id);
  assert.equal((await store(page, 'upload', id)).deleting, true);
  await store(page, 'saveUpload', id, { have: 7 });
  assert.equal((await store(page, 'upload', id)).have, 2, 'a late upload changes nothing');
  await store(page, 'clear');
  assert.deepEqual((await store(page, 'uploads')).map(({ session }) => session), [id]);
  await store(page, 'saveUpload', id, undefined);
  assert.deepEqual(await counts(page), { drafts: 0, log: 0, outbox: 0, scores: 0, sessions: 0, studies: 0 });
});
