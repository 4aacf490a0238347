// What follows an interview, the same wherever the endpoint is at home: stages, scores, questions, and what is said of them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { FRIEND, QUERENT, RESEARCHER } from './homes.mjs';
import { entriesOf, folder, hashOf, interview, page } from './respondent.mjs';

/** Scorings of a session that may be asked for in a day. */
const A_DAY = 5;

const pause = (ms) => new Promise((over) => setTimeout(over, ms));

/** What comes of a look, as soon as it comes to something. */
async function soon(look, what) {
  for (let tries = 0; tries < 120; tries++) {
    const found = await look();
    if (found) return found;
    await pause(100);
  }
  throw new Error(`still not there: ${what}`);
}

/** What the endpoint said as events, as far as it came. */
function eventsOf(text) {
  const blocks = text.split('\n\n').slice(0, -1).filter((block) => block.startsWith('id: '));
  return blocks.map((block) => {
    const lines = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
    return { id: Number(lines.id), event: lines.event, ...JSON.parse(lines.data) };
  });
}

/**
 * Holds a home against what it promises of stages and scores.
 * @param {string} name
 * @param {(options: { study: string, models: boolean }) => Promise<any>} open opens a home that serves this study, with or
 * without models to ask
 */
export function stages(name, open) {
  /** @type {{ rules: any, model: any }} */
  let homes;
  let place;

  /** A home with a study of its own. */
  const settle = async (kind, changes) => {
    const own = await folder();
    const made = await interview(QUERENT, own.path, changes);
    const home = await open({ study: made.study, models: kind === 'model' });
    return { ...home, written: home.log, log: made.log, remove: () => Promise.all([home.close(), own.remove()]) };
  };
  const research = async (home, method, path, { body, headers = {}, key = RESEARCHER } = {}) => {
    const response = await fetch(`${home.url}api/v1/${path}`, {
      method,
      headers: { ...(key && { authorization: `Bearer ${key}` }), 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: /^application\/json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined };
  };
  const get = async (home, path) => (await research(home, 'GET', path)).json;
  const refusal = ({ status, json }) => [status, json?.error?.code];
  const begun = async (home) => {
    const one = await page(`${home.url}api/v1/`, FRIEND, home.studies[0].id);
    const entries = entriesOf(home.log, one.session);
    assert.equal((await one.put(hashOf(one.given.events_token), 0, entries)).status, 200);
    return { ...one, entries };
  };
  /** A session that ended, when nothing that follows it is under way any more. */
  const finished = async (home) => {
    const one = await begun(home);
    assert.equal((await one.finish(one.entries)).status, 200);
    await soon(async () => (await get(home, `sessions/${one.session}`)).scores.some(({ status }) => status === 'completed'), 'an automatic score');
    return one;
  };
  const ended = (home, session, score) =>
    soon(async () => {
      const found = await get(home, `sessions/${session}/scores/${score}`);
      return ['pending', 'in_progress'].includes(found.status) ? undefined : found;
    }, 'the end of a score');
  /** All that was said since a number, for so long. */
  const listen = async (home, after, ms, headers = {}) => {
    const stop = new AbortController();
    const query = after === undefined ? '' : `?after=${after}`;
    const response = await fetch(`${home.url}api/v1/events${query}`, { headers: { authorization: `Bearer ${RESEARCHER}`, ...headers }, signal: stop.signal });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    let text = '';
    const over = setTimeout(() => stop.abort(), ms);
    try {
      for await (const piece of response.body.pipeThrough(new TextDecoderStream())) text += piece;
    } catch {
      // Nobody listens any longer.
    }
    clearTimeout(over);
    return eventsOf(text);
  };

  test.before(async () => {
    const [rules, model] = await Promise.all([
      settle('rules', { models: [], scoring: { enabled: true } }),
      settle('model', { models: ['claude-haiku'], scoring: { enabled: true, model: 'claude-haiku' } }),
    ]);
    homes = { rules, model };
    place = { remove: () => Promise.all([rules.remove(), model.remove()]) };
  });
  test.after(() => place?.remove());
  test.beforeEach(() => homes.model.stub.reset());

  test(`${name} follows a finished interview with its stages and a score by the rules, without being asked`, async () => {
    const home = homes.rules;
    const { session, entries } = await finished(home);
    const record = await get(home, `sessions/${session}`);
    assert.deepEqual(record.stages.map((stage) => [stage.stage_type, stage.status, stage.stage_index]), [
      ['investigation', 'completed', 1], ['synthesis', 'completed', 2], ['exec_summary', 'completed', 3], ['scoring', 'completed', 4],
    ]);
    assert.equal(record.stages[1].referenced_stage_id, record.stages[0].stage_id);
    assert.deepEqual(record.executions.map((run) => [run.stage_id, run.status, run.llm_calls]), record.stages.map((stage) => [stage.stage_id, 'completed', 0]));
    assert.ok(record.executions.slice(1).every((run) => run.provider === 'rules'));
    const [score] = record.scores;
    assert.deepEqual([record.scores.length, score.score_triggered_by, score.provider, score.model], [1, 'auto', 'rules', null]);
    assert.equal(score.total_score, score.rule_score);
    assert.ok(score.total_score > 0 && score.total_score <= 100 && score.score_analysis.includes('`open_questions`'))
    assert.ok(score.tool_improvement_report);
    assert.match(score.prompt_hash, /^[0-9a-f]{64}$/);
    assert.deepEqual(record.session.log.map((entry) => JSON.stringify(entry)), entries, 'the session itself is as it was');
    const [listed] = (await get(home, 'sessions?scoring_status=scored&limit=1000')).sessions.filter((one) => one.session === session);
    assert.deepEqual([listed.latest_score, listed.scoring_status, listed.replays], [score.total_score, 'scored', true]);
  });

  test(`${name} has a model report on a finished interview and judge it, and keeps what it said apart from what it was shown`, async () => {
    const home = homes.model;
    const { session } = await finished(home);
    const record = await get(home, `sessions/${session}`);
    const score = record.scores[0];
    assert.deepEqual([score.total_score, score.score_triggered_by, score.provider, score.model], [78, 'auto', 'anthropic', 'claude-haiku']);
    assert.match(score.score_analysis, /^The interviewer asked open questions/);
    assert.doesNotMatch(score.score_analysis, /78/);
    assert.equal(score.tool_improvement_report, 'A way to come back to a topic that was left.');
    assert.ok(score.rule_score > 0);
    const tasks = Object.keys((await home.stub.stats()).tasks).sort();
    assert.deepEqual(tasks, ['exec_summary', 'missing_tools', 'score_analysis', 'synthesis']);
    assert.deepEqual(record.interactions.map((call) => call.interaction_type).sort(), tasks);
    for (const call of record.interactions) {
      assert.match(call.request.sha256, /^[0-9a-f]{64}$/);
      assert.deepEqual([call.request.text, call.response.text], [undefined, undefined], 'a study that does not say so keeps no bodies');
    }
    const judged = (await home.stub.requests()).find(({ task }) => task === 'score_analysis');
    const said = home.log.find((entry) => entry.type === 'answer')?.text ?? '';
    assert.ok(said && JSON.stringify(judged.body).includes(JSON.stringify(JSON.stringify(said)).slice(3, 40)), 'the judge sees what was answered');
  });

  test(`${name} does not score a session that goes on, and none it does not know`, async () => {
    const home = homes.rules;
    const { session } = await begun(home);
    for (const path of ['score', 'report']) assert.deepEqual(refusal(await research(home, 'POST', `sessions/${session}/${path}`)), [409, 'not_terminal'], path);
    assert.deepEqual(refusal(await research(home, 'POST', `sessions/${session}/chat`, { body: { question: 'Why?' } })), [409, 'not_terminal']);
    assert.deepEqual(refusal(await research(home, 'GET', `sessions/${session}/score`)), [404, 'not_found']);
    assert.deepEqual((await get(home, `sessions/${session}/scores`)), { scores: [], next: null, total: 0 });
    for (const [method, path] of [['POST', 'score'], ['GET', 'score'], ['GET', 'scores'], ['POST', 'report'], ['GET', `scores/${randomUUID()}`]]) {
      assert.deepEqual(refusal(await research(home, method, `sessions/${randomUUID()}/${path}`)), [404, 'not_found'], `${method} ${path}`);
    }
  });

  test(`${name} scores again whenever it is asked, up to so many times a day, and keeps every score`, async () => {
    const home = homes.rules;
    const { session } = await finished(home);
    const made = [];
    for (let more = 0; more < A_DAY; more++) {
      const key = randomUUID();
      const asked = await research(home, 'POST', `sessions/${session}/score`, { headers: { 'idempotency-key': key } });
      assert.equal(asked.status, 202, asked.text);
      const { score_id: score, stage_id: stage } = asked.json;
      assert.equal(asked.headers.get('location'), `/api/v1/sessions/${session}/scores/${score}`);
      const found = await ended(home, session, score);
      assert.deepEqual([found.status, found.stage_id, found.score_triggered_by], ['completed', stage, 'researcher']);
      const again = await research(home, 'POST', `sessions/${session}/score`, { headers: { 'idempotency-key': key } });
      assert.deepEqual([again.status, again.json.score_id], [202, score], 'the same request is the same score');
      made.unshift(score);
    }
    const capped = await research(home, 'POST', `sessions/${session}/score`);
    assert.deepEqual([...refusal(capped), Number(capped.headers.get('retry-after')) > 0], [429, 'score_cap', true]);
    const all = await get(home, `sessions/${session}/scores`);
    assert.deepEqual([all.total, all.scores.slice(0, A_DAY).map((score) => score.score_id)], [A_DAY + 1, made]);
    assert.equal(new Set(all.scores.map((score) => score.stage_id)).size, A_DAY + 1);
    const part = await get(home, `sessions/${session}/scores?limit=2&after=${made[1]}`);
    assert.deepEqual([part.scores.map((score) => score.score_id), part.next], [made.slice(2, 4), made[3]]);
    const shown = await get(home, `sessions/${session}/score`);
    assert.deepEqual([shown.score_id, shown.latest_attempt.score_id, shown.score_count], [made[0], made[0], A_DAY + 1]);
  });

  test(`${name} runs one scoring of a session at a time, and calls it off when it is told to`, async () => {
    const home = homes.model;
    const { session } = await finished(home);
    await home.stub.control({ queue: [{ fault: 'slow', ms: 20_000, task: 'score_analysis' }] });
    const asked = await research(home, 'POST', `sessions/${session}/score`);
    assert.deepEqual([asked.status, asked.json.status], [202, 'in_progress']);
    const second = await research(home, 'POST', `sessions/${session}/score`);
    assert.deepEqual([...refusal(second), second.json.score_id], [409, 'score_in_progress', asked.json.score_id]);
    const shown = await get(home, `sessions/${session}/score`);
    assert.deepEqual([shown.status, shown.total_score, shown.latest_attempt.status], ['completed', 78, 'in_progress']);
    await soon(async () => (await home.stub.stats()).calls >= 5, 'the call to the judge');
    const cancelled = await research(home, 'POST', `sessions/${session}/scores/${asked.json.score_id}/cancel`);
    assert.deepEqual([cancelled.status, cancelled.json.status], [200, 'cancelled']);
    const record = await get(home, `sessions/${session}`);
    const stage = record.stages.find(({ stage_id: id }) => id === asked.json.stage_id);
    const run = record.executions.find(({ stage_id: id }) => id === asked.json.stage_id);
    assert.deepEqual([stage.status, run.status], ['cancelled', 'cancelled'], 'score, stage and execution end alike');
    await soon(async () => (await home.stub.stats()).aborted > 0, 'the end of its call');
    const again = await research(home, 'POST', `sessions/${session}/scores/${asked.json.score_id}/cancel`);
    assert.deepEqual([again.status, again.json.completed_at], [200, cancelled.json.completed_at], 'what has ended stays as it is');
    const anew = await research(home, 'POST', `sessions/${session}/score`);
    assert.equal(anew.status, 202, 'and the way is free');
    assert.equal((await ended(home, session, anew.json.score_id)).total_score, 78);
  });

  test(`${name} goes on showing a good score when a later one fails, and when its second half fails keeps the first`, async () => {
    const home = homes.model;
    const { session } = await finished(home);
    const first = await get(home, `sessions/${session}/score`);
    await home.stub.control({ queue: [{ say: 'I would rather not give a number.', task: 'score_analysis', times: 6 }] });
    const failed = (await research(home, 'POST', `sessions/${session}/score`)).json.score_id;
    const row = await ended(home, session, failed);
    assert.deepEqual([row.status, row.total_score, row.score_analysis], ['failed', null, 'I would rather not give a number.']);
    assert.equal((await home.stub.stats()).tasks.score_analysis, 1 + 6);
    const shown = await get(home, `sessions/${session}/score`);
    assert.deepEqual([shown.score_id, shown.total_score, shown.latest_attempt.score_id, shown.latest_attempt.status], [first.score_id, 78, failed, 'failed']);
    assert.ok(shown.latest_attempt.error_message);
    const [listed] = (await get(home, 'sessions?limit=1000')).sessions.filter((one) => one.session === session);
    assert.deepEqual([listed.latest_score, listed.scoring_status], [78, 'scoring_failed']);
    await home.stub.control({ queue: [{ say: 'Open questions.\n\n41', task: 'score_analysis' }, { fault: 'refusal', task: 'missing_tools', times: 9 }] });
    const half = await ended(home, session, (await research(home, 'POST', `sessions/${session}/score`)).json.score_id);
    assert.deepEqual([half.status, half.total_score, half.tool_improvement_report], ['completed', 41, null]);
    assert.match(half.error_message, /^improvement report: /);
    assert.equal((await get(home, `sessions/${session}/score`)).total_score, 41);
  });

  test(`${name} reports anew when it is asked, and keeps the earlier reports`, async () => {
    const home = homes.model;
    const { session } = await finished(home);
    await home.stub.control({ queue: [{ say: 'They speak of mornings.\nAnd of calm.', task: 'exec_summary' }] });
    const asked = await research(home, 'POST', `sessions/${session}/report`);
    assert.deepEqual([asked.status, asked.json.status], [202, 'pending']);
    const reports = (record, kind) => record.stages.filter((stage) => stage.stage_type === kind && stage.status === 'completed');
    const record = await soon(async () => {
      const found = await get(home, `sessions/${session}`);
      return reports(found, 'exec_summary').length === 2 && found;
    }, 'the second summary');
    assert.deepEqual(reports(record, 'synthesis').map((stage) => stage.stage_id).slice(1), [asked.json.stage_id]);
    assert.deepEqual(reports(record, 'exec_summary').map((stage) => stage.result.lines[0]), ['The respondent likes what the product feels like.', 'They speak of mornings.']);
    assert.equal(record.stages.filter((stage) => stage.stage_type === 'investigation').length, 1);
  });

  test(`${name} answers questions about a session with words that were said and turns that were taken`, async () => {
    const home = homes.rules;
    const { session } = await finished(home);
    const answers = home.log.filter((entry) => entry.type === 'answer').map((entry) => entry.text);
    const asked = await research(home, 'POST', `sessions/${session}/chat`, { body: { question: `What was said of this: ${answers[0]}?` } });
    assert.equal(asked.status, 200, asked.text);
    const { stage } = asked.json;
    assert.deepEqual([stage.stage_type, stage.status, stage.result.type], ['chat', 'completed', 'chat']);
    const quotes = [...stage.result.answer.matchAll(/\[t(\d+)\] “([^”]+)”/g)].map(([, turn, quote]) => [Number(turn), quote]);
    assert.ok(quotes.length > 0, stage.result.answer);
    for (const [turn, quote] of quotes) assert.ok(answers[turn - 1].replaceAll('\n', ' ').includes(quote), `turn ${turn}: ${quote}`);
    for (const question of ['', ' ', 'x'.repeat(2_001)]) {
      assert.deepEqual(refusal(await research(home, 'POST', `sessions/${session}/chat`, { body: { question } })), [422, 'field_invalid']);
    }
    assert.deepEqual(refusal(await research(home, 'POST', `sessions/${session}/chat`, { body: { ask: 'Why?' } })), [400, 'bad_request']);
  });

  test(`${name} has a model answer, lets it cite no turn there is not, and answers one question of a session at a time`, async () => {
    const home = homes.model;
    const { session } = await finished(home);
    const told = 'It is “calm” [t1]. More so later [t99]. <b>Bold</b>';
    await home.stub.control({ queue: [{ say: told, task: 'chat', fault: 'slow', ms: 600 }] });
    const ask = (question) => research(home, 'POST', `sessions/${session}/chat`, { body: { question } });
    const first = ask('What matters?');
    await soon(async () => (await get(home, `sessions/${session}`)).stages.some((stage) => stage.stage_type === 'chat'), 'the first question');
    assert.deepEqual(refusal(await ask('And what else?')), [409, 'stage_in_progress']);
    const { stage } = (await first).json;
    assert.equal(stage.result.answer, 'It is “calm” [t1]. Bold');
    const second = (await ask('And what else?')).json.stage;
    assert.match(second.result.answer, /\[t1\]/);
    const asked = (await home.stub.requests()).filter(({ task }) => task === 'chat').at(-1);
    assert.ok(JSON.stringify(asked.body).includes('What matters?'), 'the model is told of the questions before');
    const scored = await ended(home, session, (await research(home, 'POST', `sessions/${session}/score`)).json.score_id);
    assert.equal(scored.status, 'completed');
    const judged = (await home.stub.requests()).filter(({ task }) => task === 'score_analysis').at(-1);
    assert.ok(!JSON.stringify(judged.body).includes('What matters?'), 'the judge is not');
  });

  test(`${name} tells what happens as it happens, from any number on, and never what was written`, async () => {
    const home = homes.rules;
    const hearing = listen(home, 0, 2_500);
    const { session } = await finished(home);
    const all = (await hearing).filter((event) => event.session_id === session);
    const of = (events, kind) => events.filter(({ event }) => event === kind);
    assert.deepEqual(of(all, 'session.score_updated').map((event) => event.scoring_status).slice(-1), ['completed']);
    const score = await get(home, `sessions/${session}/score`);
    assert.deepEqual(of(all, 'session.score_updated').map((event) => event.total_score).slice(-1), [score.total_score]);
    for (const kind of ['synthesis', 'exec_summary', 'scoring']) {
      const words = of(all, 'stage.status').filter((event) => event.stage_type === kind).map((event) => event.status);
      assert.deepEqual([words[0], words.at(-1)], [kind === 'scoring' ? 'active' : 'pending', 'completed'], kind);
    }
    assert.ok(all.every((event, at) => at === 0 || event.id > all[at - 1].id) && all.every((event) => event.type === event.event && event.timestamp > 0));
    assert.ok(!JSON.stringify(all).includes('t1'), 'notices tell that something changed, not what was said');
    const middle = all[Math.floor(all.length / 2)].id;
    const since = (events) => events.filter((event) => event.session_id === session).map((event) => event.id);
    const [byQuery, byHeader, fromNow] = await Promise.all([listen(home, middle, 1_500), listen(home, undefined, 1_500, { 'last-event-id': String(middle) }), listen(home, undefined, 1_500)]);
    const rest = all.map((event) => event.id).filter((id) => id > middle);
    assert.deepEqual([since(byQuery), since(byHeader), since(fromNow)], [rest, rest, []], 'whoever comes back misses nothing and hears nothing twice');
    assert.deepEqual(refusal(await research(home, 'GET', 'events?after=yesterday')), [422, 'field_invalid']);
  });

  test(`${name} does all of this for whoever knows the secret, and for nobody else`, async () => {
    const home = homes.rules;
    const { session, given } = await finished(home);
    const { score_id: score } = await get(home, `sessions/${session}/score`);
    const before = await get(home, `sessions/${session}`);
    const paths = [
      ['POST', `sessions/${session}/score`], ['GET', `sessions/${session}/score`], ['GET', `sessions/${session}/scores`], ['GET', `sessions/${session}/scores/${score}`],
      ['POST', `sessions/${session}/scores/${score}/cancel`], ['POST', `sessions/${session}/report`], ['POST', `sessions/${session}/chat`], ['GET', 'events?after=0'],
    ];
    const keys = { nobody: '', 'the page, asking models': given.token, 'the page, sending entries': given.events_token, 'a wrong secret': `${RESEARCHER.slice(0, -1)}0`, 'a part of it': RESEARCHER.slice(0, -1) };
    for (const [method, path] of paths) {
      for (const [who, key] of Object.entries(keys)) {
        const body = path.endsWith('/chat') ? { question: 'Why?' } : undefined;
        assert.deepEqual(refusal(await research(home, method, path, { key, body, headers: { origin: FRIEND } })), [401, 'token_invalid'], `${method} ${path} for ${who}`);
      }
    }
    assert.deepEqual(await get(home, `sessions/${session}`), before);
  });

  test(`${name} forgets stages, work, calls, scores and notices with their session, also while they are under way`, async () => {
    const home = homes.model;
    const [{ session }, other] = [await finished(home), await finished(home)];
    await home.stub.control({ queue: [{ fault: 'slow', ms: 1_500, task: 'score_analysis' }] });
    const { score_id: score } = (await research(home, 'POST', `sessions/${session}/score`)).json;
    assert.equal((await research(home, 'DELETE', `records/${session}`)).status, 204);
    for (const path of ['', '/score', `/scores/${score}`, '/scores']) assert.equal((await research(home, 'GET', `sessions/${session}${path}`)).status, 404, path);
    // The run that was under way finds nothing of its own, and writes nothing.
    await pause(2_500);
    assert.equal((await research(home, 'GET', `sessions/${session}/score`)).status, 404);
    const told = await listen(home, 0, 700);
    assert.ok(told.some((event) => event.session_id === other.session));
    assert.ok(!told.some((event) => event.session_id === session));
    const exported = (await research(home, 'GET', 'records')).text;
    assert.ok(exported.includes(other.session) && !exported.includes(session) && !exported.includes(score));
    assert.ok(!home.written().includes('sk-canary'));
  });

  test(`${name} takes a record in with every stage and score it has, and does not score it by itself`, async () => {
    const home = homes.model;
    const { session } = await finished(home);
    await ended(home, session, (await research(home, 'POST', `sessions/${session}/score`)).json.score_id);
    const line = (await research(home, 'GET', 'records')).text.split('\n').find((text) => text.includes(session)) ?? '';
    assert.equal((await research(home, 'DELETE', `records/${session}`)).status, 204);
    assert.equal((await research(home, 'POST', 'records', { body: JSON.parse(line) })).status, 201);
    const again = (await research(home, 'GET', 'records')).text.split('\n').find((text) => text.includes(session)) ?? '';
    assert.deepEqual(JSON.parse(again), JSON.parse(line));
    assert.equal(JSON.parse(again).scores.length, 2);
  });
}
