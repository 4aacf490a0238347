// The native server and its folder while it runs: the program is killed, the disk is full, a session is deleted.

import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { FRIEND, QUERENT, RESEARCHER, native } from './homes.mjs';
import { chain, entriesOf, folder, hashOf, interview, page } from './respondent.mjs';

/** Pages that write when the server is killed. */
const PAGES = 40;

let place;
let made;

test.before(async () => {
  place = await folder();
  made = await interview(QUERENT, place.path);
});
test.after(() => place?.remove());

/** A page that has a session, and the entries it will send. */
async function begun(home) {
  const one = await page(`${home.url}api/v1/`, FRIEND, home.studies[0].id);
  return { ...one, hash: hashOf(one.given.events_token), entries: entriesOf(made.log, one.session), acknowledged: 0 };
}

/** Sends entry by entry until all is sent or the server is gone; what was acknowledged is counted. */
async function sendAll(one) {
  while (one.acknowledged < one.entries.length) {
    const sent = await one.put(one.hash, one.acknowledged, [one.entries[one.acknowledged]]).catch(() => undefined);
    if (sent?.status !== 200) return sent;
    one.acknowledged = sent.body.have;
  }
}

const records = async (home) => {
  const response = await fetch(`${home.url}api/v1/records`, { headers: { authorization: `Bearer ${RESEARCHER}` } });
  return (await response.text()).split('\n').filter(Boolean).map((line) => JSON.parse(line));
};

test('a server that is killed under load has every entry it acknowledged', async () => {
  const data = join(place.path, 'killed');
  const home = await native({ study: made.study, args: ['--data', data] });
  const pages = await Promise.all(Array.from({ length: PAGES }, () => begun(home)));
  const sending = pages.map(sendAll);
  const enough = (PAGES * made.log.length) / 3;
  while (pages.reduce((sum, { acknowledged }) => sum + acknowledged, 0) < enough) await new Promise((on) => setTimeout(on, 2));
  await home.kill();
  await Promise.all(sending);
  assert.ok(pages.some(({ acknowledged, entries }) => acknowledged < entries.length), 'it was killed in the middle');
  const again = await native({ study: made.study, args: ['--data', data] });
  try {
    const kept = new Map((await records(again)).map((record) => [record.session.log[0].session, record.session.log.map((entry) => JSON.stringify(entry))]));
    for (const { session, acknowledged, entries } of pages) {
      const log = kept.get(session) ?? [];
      assert.ok(log.length >= acknowledged, `${log.length} of ${acknowledged} acknowledged entries are there`);
      assert.equal(chain(log), chain(entries.slice(0, log.length)), 'by their hash');
    }
    // Pages go on where they were, with the tokens they have.
    const base = `${again.url}api/v1/`;
    for (const one of pages.slice(0, 3)) {
      const response = await fetch(`${base}sessions/${one.session}/events`, { method: 'PUT', headers: { 'content-type': 'application/json', origin: FRIEND, authorization: `Bearer ${one.given.events_token}` }, body: JSON.stringify({ from: 0, study_hash: one.hash, entries: one.entries }) });
      assert.deepEqual(await response.json(), { have: one.entries.length, hash: chain(one.entries) });
    }
  } finally {
    await again.close();
  }
});

test('a disk that takes no more is told to pages as something to try again, and loses nothing', { skip: process.platform === 'win32' && 'limits of files are Unix’s' }, async () => {
  const data = join(place.path, 'full');
  // No file of this process may grow past so many blocks of 1 KiB, as on a disk that is full.
  const shell = join(place.path, 'limited.sh');
  await writeFile(shell, `#!/bin/bash\ntrap '' XFSZ\nulimit -f 1200\nexec "${QUERENT}" "$@"\n`, { mode: 0o755 });
  const home = await native({ program: shell, study: made.study, args: ['--data', data] });
  const refused = [];
  const pages = [];
  try {
    while (refused.length === 0 && pages.length < 400) {
      const one = await begun(home).catch((error) => void refused.push(String(error)));
      if (!one) break;
      pages.push(one);
      const answer = await sendAll(one);
      if (answer) refused.push(JSON.stringify(answer));
    }
    assert.match(refused[0] ?? '', /503.*"code":"(storage|unavailable)".*"retryable":true/);
    const health = await fetch(`${home.url}api/v1/health`);
    assert.equal(health.status, 200, 'the server goes on');
    assert.match(home.log(), /Acknowledged data is safe/);
  } finally {
    await home.close();
  }
  const roomy = await native({ study: made.study, args: ['--data', data] });
  try {
    const kept = new Map((await records(roomy)).map((record) => [record.session.log[0].session, record.session.log.length]));
    for (const { session, acknowledged } of pages) assert.ok((kept.get(session) ?? 0) >= acknowledged, session);
    const last = pages.at(-1);
    const response = await fetch(`${roomy.url}api/v1/sessions/${last.session}/events`, { method: 'PUT', headers: { 'content-type': 'application/json', origin: FRIEND, authorization: `Bearer ${last.given.events_token}` }, body: JSON.stringify({ from: 0, study_hash: last.hash, entries: last.entries }) });
    assert.equal((await response.json()).have, last.entries.length, 'and the rest is taken when there is room');
  } finally {
    await roomy.close();
  }
});

test('what was deleted is in no file of the folder', async () => {
  const data = join(place.path, 'deleted');
  const home = await native({ study: made.study, args: ['--data', data] });
  const said = JSON.stringify(made.log.find((entry) => entry.type === 'answer').text).slice(1, -1);
  const left = async () => (await Promise.all((await readdir(data)).map((file) => readFile(join(data, file), 'latin1')))).some((text) => text.includes(Buffer.from(said).toString('latin1')));
  try {
    const one = await begun(home);
    await sendAll(one);
    assert.ok(await left(), 'it was there');
    assert.equal((await one.end()).status, 204);
    for (let tries = 0; tries < 40 && (await left()); tries++) await new Promise((on) => setTimeout(on, 50));
    assert.ok(!(await left()), 'and is not any more');
  } finally {
    await home.close();
  }
});
