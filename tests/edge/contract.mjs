// The contract of the endpoint, the same wherever it is at home.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { CANARY, FRIEND, RESEARCHER } from './homes.mjs';

const QUESTION = { turns_left: 9, strategy: 'deepen', tactic: 'laddering', focus: { label: 'coffee' }, recent: [{ turn: 1, question: 'What comes to mind?', answer: 'Coffee, because it is calm.' }], previous_questions: ['What comes to mind?'] };
const ANSWER = { question: 'What comes to mind?', answer: 'Coffee, because it foams so well that it feels like the café.', recent: [], existing_nodes: [], isolates: [], qualitative: false };

/**
 * Holds a home against the contract.
 * @param {(options?: object) => Promise<object>} open opens the home anew
 */
export function contract(name, open) {
  /** @type {any} */
  let home;
  const post = (path, { body, token, headers = {}, origin = FRIEND } = {}) => fetch(`${home.url}api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin && { origin }), ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body ?? {}),
    redirect: 'manual',
  });
  const code = async (response) => [response.status, (await response.json()).error.code];
  const mint = async (more = {}) => {
    const response = await post('sessions', { body: { study: home.studies[0].id, ...more } });
    assert.equal(response.status, 201, await response.clone().text());
    return response.json();
  };
  const run = (token, task, context, { turn = 1, id = randomUUID(), headers = {}, ...more } = {}) =>
    post(`tasks/${task}`, { token, body: { context }, headers: { 'x-request-id': id, 'x-turn': String(turn), ...headers }, ...more });

  test.before(async () => (home = await open()));
  test.after(() => home?.close());
  test.beforeEach(() => home.stub.reset());

  test(`${name} is well, and names no provider`, async () => {
    const response = await fetch(`${home.url}api/v1/health`);
    const text = await response.text();
    assert.equal(response.status, 200);
    assert.equal(JSON.parse(text).ok, true);
    assert.equal(JSON.parse(text).models, true);
    assert.doesNotMatch(text, /anthropic|claude/i);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  });

  test(`${name} gives a session a token once, and renews it`, async () => {
    const session = randomUUID();
    const given = await mint({ session });
    assert.equal(given.session, session);
    assert.ok(given.expires_at > Date.now());
    assert.deepEqual(await code(await post('sessions', { body: { study: home.studies[0].id, session } })), [409, 'replay']);
    const renewed = await post(`sessions/${session}/token`, { token: given.token, body: {} });
    assert.equal(renewed.status, 200 + Number(renewed.status === 201));
    assert.ok((await renewed.json()).token);
  });

  test(`${name} refuses another version of the study, and a study it does not have`, async () => {
    assert.deepEqual(await code(await post('sessions', { body: { study: home.studies[0].id, study_hash: '0'.repeat(64) } })), [409, 'study_changed']);
    assert.equal((await post('sessions', { body: { study: 'no_such_study' } })).status, 404);
  });

  test(`${name} has a model word a question, from fields alone`, async () => {
    const { token } = await mint();
    const response = await run(token, 'question_followup', QUESTION);
    const reply = await response.json();
    assert.equal(response.status, 200, JSON.stringify(reply));
    assert.match(reply.output, /\?$/);
    assert.equal(reply.finish, 'stop');
    assert.ok(reply.usage.input > 0 && reply.usage.output > 0);
    assert.equal(reply.model, undefined, 'a respondent’s page does not learn the model');
    assert.ok(reply.budget_left.calls < 60);
    const [request] = await home.stub.requests();
    assert.ok(JSON.stringify(request.body).includes('Coffee, because it is calm.'), 'the prompt is rendered at the endpoint');
  });

  test(`${name} has a model read an answer`, async () => {
    const { token } = await mint();
    const reply = await (await run(token, 'turn_analysis', ANSWER)).json();
    const read = JSON.parse(reply.output);
    assert.ok(read.extraction.nodes.length > 0);
    assert.ok(read.extraction.nodes.every(({ quote }) => ANSWER.answer.includes(quote)));
  });

  test(`${name} sends a question piece by piece to whoever asks for events`, async () => {
    const { token } = await mint();
    const response = await run(token, 'question_followup', QUESTION, { headers: { accept: 'text/event-stream' } });
    assert.match(response.headers.get('content-type'), /^text\/event-stream/);
    const events = (await response.text()).trim().split('\n\n').map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))));
    const text = events.filter(({ event }) => event === 'delta').map(({ data }) => JSON.parse(data).text).join('');
    const done = events.find(({ event }) => event === 'done');
    assert.ok(done, JSON.stringify(events));
    assert.ok(text.includes(JSON.parse(done.data).output.trim()), 'what was sent in pieces holds what came out of it');
  });

  test(`${name} answers the same request again without asking again`, async () => {
    const { token } = await mint();
    const id = randomUUID();
    const first = await (await run(token, 'question_followup', QUESTION, { id })).json();
    const second = await (await run(token, 'question_followup', QUESTION, { id })).json();
    assert.equal(second.output, first.output);
    assert.equal((await home.stub.stats()).calls, 1);
    assert.deepEqual(await code(await run(token, 'question_followup', { ...QUESTION, turns_left: 8 }, { id })), [409, 'replay']);
  });

  for (const [what, change] of [['no token', () => undefined], ['another text', () => 'v1.abc.def'], ['a flipped letter', (token) => token.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))], ['a cut token', (token) => token.slice(0, -8)]]) {
    test(`${name} takes ${what} for no token`, async () => {
      const { token } = await mint();
      assert.deepEqual(await code(await run(change(token), 'question_followup', QUESTION)), [401, 'token_invalid']);
      assert.equal((await home.stub.stats()).calls, 0);
    });
  }

  for (const origin of ['https://survey.example.evil.com', 'http://survey.example', 'https://survey.example:8443', 'null', 'https://evil.survey.example', null]) {
    test(`${name} refuses pages of ${origin ?? 'no origin'}`, async () => {
      const minted = await post('sessions', { body: { study: home.studies[0].id }, origin });
      assert.deepEqual(await code(minted), [403, 'origin']);
      assert.equal(minted.headers.get('access-control-allow-origin'), null);
      const { token } = await mint();
      assert.deepEqual(await code(await run(token, 'question_followup', QUESTION, { origin })), [403, 'origin']);
    });
  }

  test(`${name} lets the browser of a friendly page ask first`, async () => {
    const response = await fetch(`${home.url}api/v1/tasks/question_followup`, { method: 'OPTIONS', headers: { origin: FRIEND, 'access-control-request-method': 'POST' } });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('access-control-allow-origin'), FRIEND);
    assert.match(response.headers.get('vary'), /Origin/);
    assert.match(response.headers.get('access-control-allow-headers'), /x-request-id/);
  });

  test(`${name} takes no prompt, no model and no address from a page`, async () => {
    const { token } = await mint();
    for (const extra of [{ messages: [{ role: 'user', content: 'hi' }] }, { model: 'gpt' }, { system: 'obey' }, { url: 'http://169.254.169.254/' }]) {
      const response = await post('tasks/question_followup', { token, body: { context: QUESTION, ...extra }, headers: { 'x-request-id': randomUUID(), 'x-turn': '1' } });
      assert.equal(response.status, 400, JSON.stringify(extra));
      const inside = await run(token, 'question_followup', { ...QUESTION, ...extra });
      assert.equal(inside.status, 422, JSON.stringify(extra));
    }
    assert.equal((await home.stub.stats()).calls, 0);
  });

  test(`${name} refuses bodies that are too large before anybody is asked`, async () => {
    const { token } = await mint();
    assert.deepEqual(await code(await run(token, 'turn_analysis', { ...ANSWER, answer: 'x'.repeat(70_000) })), [413, 'too_large']);
    assert.equal((await run(token, 'turn_analysis', { ...ANSWER, answer: 'x'.repeat(4_001) })).status, 422);
    const deep = `{"context":${'['.repeat(50)}${']'.repeat(50)}}`;
    assert.equal((await post('tasks/turn_analysis', { token, body: deep, headers: { 'x-request-id': randomUUID(), 'x-turn': '1' } })).status, 400);
    assert.equal((await home.stub.stats()).calls, 0);
  });

  test(`${name} keeps tasks apart: unknown ones, and those of researchers`, async () => {
    const { token } = await mint();
    assert.deepEqual(await code(await run(token, 'write_me_a_poem', {})), [403, 'task']);
    for (const task of ['synthesis', 'exec_summary', 'score_analysis', 'missing_tools', 'chat', 'synthetic_respondent']) {
      assert.deepEqual(await code(await run(token, task, {})), [403, 'scope'], task);
    }
    assert.deepEqual(await code(await post('sessions', { body: { study: home.studies[0].id, scope: 'researcher' }, token })), [401, 'token_invalid']);
    const opened = await post('sessions', { body: { study: home.studies[0].id, scope: 'researcher' }, token: RESEARCHER, origin: null });
    assert.equal(opened.status, 201, await opened.clone().text());
  });

  for (const [fault, status, word] of [['auth', 502, 'upstream'], ['overloaded', 503, 'unavailable'], ['html', 502, 'upstream'], ['refusal', 502, 'upstream'], ['redirect', 502, 'upstream'], ['empty', 502, 'upstream']]) {
    test(`${name} turns a provider’s ${fault} into ${status} ${word}, and says nothing of it`, async (t) => {
      // A home of its own: an endpoint leaves a provider alone that has failed too often.
      const shared = home;
      home = await open();
      t.after(async () => {
        await home.close();
        home = shared;
      });
      await home.stub.control({ default: { fault, message: `the key ${CANARY} is wrong`, provider: 'anthropic' } });
      const { token } = await mint();
      const response = await run(token, 'question_followup', QUESTION);
      const text = await response.text();
      assert.equal(response.status, status, text);
      assert.equal(JSON.parse(text).error.code, word);
      assert.ok(!text.includes(CANARY) && !/anthropic|claude|<html/i.test(text), text);
    });
  }

  test(`${name} ends a session for good`, async () => {
    const { session, token } = await mint();
    const ended = await fetch(`${home.url}api/v1/sessions/${session}`, { method: 'DELETE', headers: { origin: FRIEND, authorization: `Bearer ${token}` } });
    assert.equal(ended.status, 204);
    assert.equal((await run(token, 'question_followup', QUESTION)).status, 401);
  });

  test(`${name} never writes the key, an answer or a question to its log`, async () => {
    const { token } = await mint();
    await run(token, 'turn_analysis', ANSWER);
    await run(token, 'question_followup', QUESTION);
    const log = home.log();
    for (const secret of [CANARY, 'Coffee, because', token, RESEARCHER]) assert.ok(!log.includes(secret), secret);
  });
}

/**
 * What a budget means, in a home that has a small one.
 * @param {(options: object) => Promise<object>} open
 */
export function budgets(name, open) {
  test(`${name} makes no call past the budget, however many are asked for at once`, async (t) => {
    const home = await open({ limits: { session: { calls: 3, input: 1_000_000, output: 1_000_000, nano_usd: 10_000_000_000 }, call_every_ms: 1, burst: 100, concurrency: 50 } });
    t.after(() => home.close());
    const headers = { 'content-type': 'application/json', origin: FRIEND };
    const { token } = await (await fetch(`${home.url}api/v1/sessions`, { method: 'POST', headers, body: JSON.stringify({ study: home.studies[0].id }) })).json();
    const ask = () => fetch(`${home.url}api/v1/tasks/question_followup`, {
      method: 'POST', headers: { ...headers, authorization: `Bearer ${token}`, 'x-request-id': randomUUID(), 'x-turn': '1' }, body: JSON.stringify({ context: QUESTION }),
    });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      assert.equal(refused.status, 429);
      const { error } = await refused.json();
      assert.deepEqual([error.code, error.retryable], ['budget_exhausted', false]);
    }
    assert.equal((await home.stub.stats()).calls, 3);
  });
}
