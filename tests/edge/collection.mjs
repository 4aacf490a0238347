// What collection promises, the same wherever the endpoint is at home.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { FRIEND, QUERENT, RESEARCHER } from './homes.mjs';
import { chain, entriesOf, folder, hashOf, interview, page } from './respondent.mjs';

/**
 * Holds a home against what collection promises.
 * @param {(options: { study: string }) => Promise<object>} open opens a home that serves this study
 */
export function collection(name, open) {
  /** @type {any} */
  let home;
  let log;
  let place;
  const base = () => `${home.url}api/v1/`;
  const fresh = async () => {
    const one = await page(base(), FRIEND, home.studies[0].id);
    return { ...one, hash: hashOf(one.given.events_token), entries: entriesOf(log, one.session) };
  };
  const research = async (method, path, body) => {
    const response = await fetch(`${base()}${path}`, { method, headers: { authorization: `Bearer ${RESEARCHER}`, 'content-type': 'application/json' }, body });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, json: () => JSON.parse(text) };
  };
  const listed = async (session) => (await research('GET', 'sessions?limit=1000')).json().sessions.find((one) => one.session === session);
  const refusal = ({ status, body }) => [status, body?.error?.code];

  test.before(async () => {
    place = await folder();
    const made = await interview(QUERENT, place.path);
    log = made.log;
    home = await open({ study: made.study });
  });
  test.after(async () => {
    await home?.close();
    await place?.remove();
  });

  test(`${name} keeps a session that is sent entry by entry, and finds that it replays`, async () => {
    const one = await fresh();
    assert.match(one.given.deletion_code, /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    for (const [at, entry] of one.entries.entries()) {
      const { status, body } = await one.put(one.hash, at, [entry]);
      assert.deepEqual([status, body], [200, { have: at + 1, hash: chain(one.entries.slice(0, at + 1)) }]);
    }
    assert.equal((await listed(one.session)).status, 'in_progress');
    for (let times = 0; times < 2; times++) {
      const { status, body } = await one.finish(one.entries);
      assert.deepEqual([status, body.status], [200, 'completed']);
    }
    let found;
    for (let tries = 0; tries < 100 && (found = await listed(one.session)).replays === null; tries++) await new Promise((on) => setTimeout(on, 50));
    assert.deepEqual([found.status, found.replays, found.entries], ['completed', true, one.entries.length]);
    const record = (await research('GET', `sessions/${one.session}`)).json();
    assert.deepEqual(record.session.log, one.entries.map((entry) => JSON.parse(entry)));
    assert.equal(record.session.outcome.reason, found.reason);
  });

  test(`${name} takes uploads repeated, overlapping and at once, and keeps each entry once`, async () => {
    const one = await fresh();
    const ends = Array.from({ length: 12 }, (_, at) => 1 + (at % one.entries.length));
    const answers = await Promise.all(ends.map((end) => one.put(one.hash, 0, one.entries.slice(0, end))));
    for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
    const { body } = await one.put(one.hash, 0, one.entries);
    assert.deepEqual(body, { have: one.entries.length, hash: chain(one.entries) });
  });

  test(`${name} refuses gaps, differences, pieces and what is no entry, and says what it has`, async () => {
    const one = await fresh();
    assert.deepEqual(refusal(await one.put(one.hash, 1, one.entries.slice(1))), [409, 'gap']);
    await one.put(one.hash, 0, one.entries.slice(0, 3));
    const gap = await one.put(one.hash, 5, one.entries.slice(5));
    assert.deepEqual([...refusal(gap), gap.body.have], [409, 'gap', 3]);
    const changed = await one.put(one.hash, 1, [one.entries[2], one.entries[1]]);
    assert.deepEqual([...refusal(changed), changed.body.have], [409, 'conflict', 3]);
    const cut = await one.put(one.hash, 3, [one.entries[3].slice(0, -5)]);
    assert.deepEqual([...refusal(cut), cut.body.error.field], [422, 'field_invalid', 'entries[0]']);
    assert.deepEqual(refusal(await one.put(one.hash, 3, ['{"entry":"other"}'])), [422, 'field_invalid']);
    assert.deepEqual(refusal(await one.put(one.hash, 3, ['x'.repeat(300_000)])), [413, 'too_large']);
    assert.deepEqual(refusal(await one.put(one.hash, 3, Array.from({ length: 5 }, () => 'x'.repeat(250_000)))), [413, 'too_large']);
    assert.deepEqual(refusal(await one.put('0'.repeat(64), 3, one.entries.slice(3))), [409, 'study_changed']);
    assert.deepEqual(refusal(await one.finish(one.entries)), [409, 'gap']);
    assert.equal((await one.put(one.hash, 3, one.entries.slice(3))).body.have, one.entries.length);
  });

  test(`${name} takes entries from the session’s own page alone`, async () => {
    const [one, other] = [await fresh(), await fresh()];
    assert.deepEqual(refusal(await one.put(one.hash, 0, one.entries, other.given.events_token)), [403, 'scope']);
    assert.deepEqual(refusal(await one.put(one.hash, 0, one.entries, one.given.token)), [403, 'scope']);
    assert.deepEqual(refusal(await one.put(one.hash, 0, one.entries, RESEARCHER)), [401, 'token_invalid']);
    assert.deepEqual(refusal(await one.put(one.hash, 0, other.entries)), [422, 'field_invalid']);
    assert.deepEqual(refusal(await one.finish([], other.given.events_token)), [403, 'scope']);
    assert.deepEqual(refusal(await one.end(other.given.events_token)), [403, 'scope']);
    for (const path of ['sessions', 'records', `sessions/${one.session}`]) {
      const response = await fetch(`${base()}${path}`, { headers: { authorization: `Bearer ${one.given.token}`, origin: FRIEND } });
      assert.equal(response.status, 401, path);
    }
  });

  test(`${name} deletes for the page, for the code and for a researcher, and nothing comes back`, async () => {
    const ways = [
      async (one) => (await one.end(one.given.events_token)).status,
      async (one) => (await fetch(`${base()}deletions`, { method: 'POST', headers: { 'content-type': 'application/json', origin: FRIEND }, body: JSON.stringify({ code: one.given.deletion_code.toLowerCase() }) })).status,
      async (one) => (await research('DELETE', `records/${one.session}`)).status,
    ];
    for (const way of ways) {
      const one = await fresh();
      assert.equal((await one.put(one.hash, 0, one.entries)).status, 200);
      assert.equal((await one.finish(one.entries)).status, 200);
      assert.equal(await way(one), 204);
      assert.equal(await listed(one.session), undefined);
      assert.deepEqual(refusal(await one.put(one.hash, 0, one.entries)), [410, 'gone']);
      assert.equal((await research('GET', `sessions/${one.session}`)).status, 404);
    }
    const unknown = await fetch(`${base()}deletions`, { method: 'POST', headers: { 'content-type': 'application/json', origin: FRIEND }, body: '{"code":"0000-0000-0000"}' });
    assert.equal(unknown.status, 204, 'nobody learns which codes there are');
  });

  test(`${name} exports every record and takes it in again`, async () => {
    const made = [await fresh(), await fresh()];
    for (const one of made) {
      await one.put(one.hash, 0, one.entries);
      await one.finish(one.entries);
    }
    const exported = await research('GET', 'records');
    const lines = exported.text.trim().split('\n');
    assert.equal(lines.length, Number(exported.headers.get('x-records')));
    for (const one of made) {
      const line = lines.find((text) => JSON.parse(text).session.log[0].session === one.session) ?? '';
      assert.ok(line.includes(one.entries.join(',')), 'entries are laid down as they came');
      assert.equal((await research('POST', 'records', line)).status, 409);
      assert.equal((await research('DELETE', `records/${one.session}`)).status, 204);
      const taken = await research('POST', 'records', line);
      assert.equal(taken.status, 201, taken.text);
      assert.deepEqual(JSON.parse((await research('GET', 'records')).text.split('\n').find((text) => text.includes(one.session)) ?? '{}').session, JSON.parse(line).session);
    }
  });

  test(`${name} lists page by page, sorted and filtered`, async () => {
    for (let more = 0; more < 3; more++) {
      const one = await fresh();
      await one.put(one.hash, 0, one.entries.slice(0, 2 + more));
    }
    const all = (await research('GET', 'sessions?limit=1000&sort_by=words&order=asc')).json();
    const words = all.sessions.map((one) => one.words);
    assert.deepEqual(words, words.toSorted((a, b) => a - b));
    const seen = [];
    for (let cursor = ''; cursor !== null; ) {
      const part = (await research('GET', `sessions?limit=2&sort_by=words&order=asc&cursor=${cursor}`)).json();
      assert.equal(part.total, all.total);
      seen.push(...part.sessions.map((one) => one.session));
      cursor = part.next;
    }
    assert.deepEqual(seen, all.sessions.map((one) => one.session));
    assert.equal((await research('GET', 'sessions?study=no_such_study')).json().total, 0);
    assert.equal((await research('GET', 'sessions?sort_by=nothing')).status, 422);
    assert.equal((await research('GET', `sessions/${randomUUID()}`)).status, 404);
  });

  test(`${name} says that it collects, and that it needs no model for it`, async () => {
    const health = await (await fetch(`${base()}health`)).json();
    assert.deepEqual([health.ok, health.collects], [true, true]);
  });

  test(`${name} writes nothing of what was said to its log`, async () => {
    const one = await fresh();
    await one.put(one.hash, 0, one.entries);
    const said = log.find((entry) => entry.type === 'answer').text;
    for (const secret of [said, one.given.events_token, one.given.deletion_code]) assert.ok(!home.log().includes(secret));
  });
}
