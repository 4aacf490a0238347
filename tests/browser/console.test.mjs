// The researcher's console: where sessions come from, how they are found, what is done with them.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { ANSWERS, answer, begin, stored, visit } from './harness.mjs';
import { cloned, collecting, drop, judgedScore, KEY, loadSamples, sampleSessions } from './researcher.mjs';

const open = (t, options = {}) => visit(t, { path: 'console.html', ...options });
const names = (page) => page.locator('.row b').allTextContents();
const badgeOf = (page, id) => page.locator(`.row[data-id="${id}"] .badge`);
/** Resolves when the service worker has kept these files. */
const kept = (page, ...files) => page.evaluate(async (files) => {
  await navigator.serviceWorker.ready;
  for (;;) {
    const found = await Promise.all(files.map((file) => caches.match(new URL(file, document.baseURI).href)));
    if (found.every(Boolean)) return;
    await new Promise((wait) => setTimeout(wait, 50));
  }
}, files);
const known = (page, work, given) => page.evaluate(`(${work})(globalThis.querent.sessions, ${JSON.stringify(given)})`);

test('one click loads simulated sessions, marked so wherever they are, and scores them', async (t) => {
  const { page, seen } = await open(t);
  await page.getByRole('heading', { name: 'No sessions yet' }).waitFor();
  await loadSamples(page);
  const sessions = await sampleSessions();
  assert.equal(sessions.length, 20);
  await page.getByText('20 sessions', { exact: true }).waitFor();
  const rows = page.locator('.row');
  assert.ok(await rows.count() > 5);
  assert.equal(await rows.count(), await rows.filter({ hasText: 'simulated' }).count());
  const total = Number(await badgeOf(page, 'qahwa-cooperative-2').textContent());
  assert.ok(total > 0 && total <= 100);
  assert.match(await badgeOf(page, 'qahwa-cooperative-2').getAttribute('aria-label'), new RegExp(`^Score ${total} of 100, \\w`));
  await page.locator('.row a').first().click();
  await page.locator('.session-view').waitFor();
  assert.ok(await page.getByText('simulated').filter({ visible: true }).count() > await rows.count(), 'the open session says so too');
  assert.ok(!seen.requests.some((url) => url.includes('/api/')), 'no server was asked');
});

test('dropped files that are no sessions are named with the reason, the others are in the list', async (t) => {
  const { page } = await open(t);
  const [one, two, three, four] = await sampleSessions();
  const record = (session) => JSON.stringify({ record_format: 1, session, stages: [], executions: [], interactions: [], scores: [judgedScore(session.log[0].session, 's1')] });
  await drop(page, {
    'good.json': JSON.stringify(one, null, 2),
    'record.json': record(two),
    'export.ndjson': `${record(three)}\n\n${JSON.stringify(four)}\n{"record_format":9}\n`,
    'shopping.json': '{"milk": 2}',
    'cut.json': JSON.stringify(one).slice(0, 9000),
    'future.json': JSON.stringify({ ...one, format: 7 }),
    'empty.json': '',
    'picture.json': '\u0089PNG not json',
  });
  await page.locator('.problems li').nth(5).waitFor();
  await page.getByText('4 sessions', { exact: true }).waitFor();
  const problems = (await page.locator('.problems li').allTextContents()).sort();
  const reasons = Object.fromEntries(problems.map((line) => line.split(/: (.*)/s)));
  assert.deepEqual(Object.keys(reasons), ['cut.json', 'empty.json', 'export.ndjson', 'future.json', 'picture.json', 'shopping.json']);
  assert.match(reasons['shopping.json'], /no session file of Querent/);
  assert.match(reasons['future.json'], /format is 7, this version reads 1/);
  assert.match(reasons['export.ndjson'], /record's format is 9, this version reads 1/);
  assert.match(reasons['empty.json'], /empty/);
  assert.match(reasons['cut.json'], /EOF|end/);
  assert.equal(await badgeOf(page, two.log[0].session).textContent(), '72', 'scores of a record file are shown, not made anew');
});

test('a record with a wrong field is named with the field, and loses no other file', async (t) => {
  const { page } = await open(t);
  const [one, two] = await sampleSessions();
  const id = one.log[0].session;
  const record = (more, session = one) => JSON.stringify({ record_format: 1, session, stages: [], executions: [], interactions: [], scores: [], ...more });
  await drop(page, {
    'scores.json': record({ scores: 5 }),
    'status.json': record({ scores: [judgedScore(id, 's1', { status: 'superb' })] }),
    'points.json': record({ scores: [judgedScore(id, 's1'), judgedScore(id, 's2', { total_score: 'high' })] }),
    'stages.json': record({ stages: [null] }),
    'date.json': JSON.stringify(cloned(one, 'later', 9e15)),
    'headless.json': JSON.stringify({ ...one, log: one.log.filter(({ type }) => type !== 'start') }),
    'report.json': JSON.stringify({ study: 'oat_milk', study_hash: 'f00', policy: 'signal_pools', personas: [], all: {}, by_persona: {} }),
    'good.json': JSON.stringify(two),
  });
  await page.locator('.problems li').nth(6).waitFor();
  await page.getByText('7 files were not added. The others are in the list.').waitFor();
  await page.getByText('1 session', { exact: true }).waitFor();
  const reasons = Object.fromEntries((await page.locator('.problems li').allTextContents()).map((line) => line.split(/: (.*)/s)));
  assert.equal(reasons['scores.json'], '`scores` is 5, expected a list');
  assert.match(reasons['status.json'], /^`scores\[0\]\.status` is "superb", expected one of pending/);
  assert.equal(reasons['points.json'], '`scores[1].total_score` is "high", expected a number from 0 to 100');
  assert.equal(reasons['stages.json'], '`stages[0]` is null, expected an object');
  assert.match(reasons['date.json'], /^the time of the start is \d+, expected milliseconds since 1970/);
  assert.match(reasons['headless.json'], /no `start` entry/);
  assert.match(reasons['report.json'], /report of `querent simulate`/);
});

test('opened sessions, their scores and the tab survive a reload, until they are removed', async (t) => {
  const { page } = await open(t);
  const sessions = await sampleSessions();
  const id = sessions[0].log[0].session;
  await drop(page, { 'two.ndjson': sessions.slice(0, 2).map((session) => JSON.stringify(session)).join('\n') });
  await page.getByText('2 sessions', { exact: true }).waitFor();
  await page.locator('.row .badge[data-state=scored]').nth(1).waitFor();
  const scores = () => known(page, (all) => all.all.flatMap(({ scores }) => scores.map(({ score_id }) => score_id)).sort());
  await page.locator(`.row[data-id="${id}"] a`).click();
  await page.getByRole('tab', { name: 'Quality' }).click();
  await page.waitForFunction(() => location.hash.endsWith('tab=quality'));
  const kept = await scores();
  await page.reload();
  await page.getByText('2 sessions', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Quality', selected: true }).waitFor();
  assert.ok(page.url().includes(`#/sessions/${id}`));
  assert.deepEqual(await scores(), kept, 'no session is scored twice');
  await page.getByRole('button', { name: 'Remove from the list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the list' }).click();
  await page.getByText('1 session', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('1 session', { exact: true }).waitFor();
  assert.equal(await page.locator(`.row[data-id="${id}"]`).count(), 0);
});

test('filters, search and order agree with the sessions', async (t) => {
  const { page } = await open(t);
  await loadSamples(page);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.getByText('4 of 20 sessions').waitFor();
  assert.deepEqual((await names(page)).sort(), ['cooperative-1', 'emotional-3', 'hostile-4', 'uncertain-2']);
  await page.getByRole('combobox', { name: 'Ended' }).selectOption('respondent_stopped');
  await page.getByText('1 of 20 sessions').waitFor();
  assert.deepEqual(await names(page), ['hostile-4']);
  await page.getByRole('combobox', { name: 'Scoring' }).selectOption('not_scored');
  await page.getByText('No session passes these filters.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('20 sessions', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Scoring' }).selectOption('not_scored');
  await page.getByText('1 of 20 sessions').waitFor();
  assert.deepEqual(await names(page), ['tiring-2'], 'only who never finished has no score');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('arabic');
  await page.getByText('No session passes these filters.').waitFor();
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('OAT_MILK stopped');
  await page.getByText('1 of 20 sessions').waitFor();
  assert.deepEqual(await names(page), ['hostile-5']);
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('');
  const ordered = async (order) => {
    await page.getByRole('combobox', { name: 'Order' }).selectOption(order);
    return known(page, (all) => all.shown.map((item) => [item.scores[0]?.total_score ?? null, item.overview.words, item.overview.started_at]));
  };
  for (const order of ['score desc', 'score asc']) {
    const scores = (await ordered(order)).map(([score]) => score);
    assert.equal(scores.at(-1), null, `${order}: what has no score comes last`);
    const numbers = scores.slice(0, -1);
    assert.deepEqual(numbers, numbers.toSorted((a, b) => (order.endsWith('asc') ? a - b : b - a)));
  }
  const words = (await ordered('words desc')).map(([, words]) => words);
  assert.deepEqual(words, words.toSorted((a, b) => b - a));
  const times = (await ordered('started_at asc')).map(([, , at]) => at);
  assert.deepEqual(times, times.toSorted((a, b) => a - b));
});

test('the list is worked with keys alone', async (t) => {
  const { page } = await open(t);
  await loadSamples(page);
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.dataset.id);
  const shown = await known(page, (all) => all.shown.map(({ id }) => id));
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement?.type), 'search');
  await page.locator('.row a').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), shown[2]);
  await page.keyboard.press('End');
  assert.equal(await focused(), shown.at(-1), 'a row that was not on the page has come');
  await page.keyboard.press('Home');
  assert.equal(await focused(), shown[0]);
  await page.keyboard.press(' ');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.session-view').waitFor();
  assert.match(page.url(), new RegExp(`#/sessions/${shown[1]}`));
  assert.equal(await focused(), shown[1], 'focus stays in the list, so that the next one is a key away');
  const order = await page.locator('.row').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-posinset'))));
  assert.deepEqual(order, order.toSorted((a, b) => a - b), 'readers meet the rows in order');
});

test('every state of scoring has its badge, its words and its place', async (t) => {
  const sessions = await sampleSessions();
  const at = (n) => sessions[n].log[0].session;
  const api = collecting(sessions.slice(0, 5));
  const put = (n, ...scores) => api.records.get(at(n)).record.scores.push(...scores);
  put(1, judgedScore(at(1), 'a', { status: 'in_progress', total_score: null }));
  put(2, judgedScore(at(2), 'b', { total_score: 88 }));
  put(3, judgedScore(at(3), 'c', { status: 'timed_out', total_score: null, error_message: 'the judge took too long' }));
  put(4, judgedScore(at(4), 'd', { total_score: 64 }), judgedScore(at(4), 'e', { status: 'failed', total_score: null, started_at: 1_790_000_000_000, error_message: 'no number on the last line' }));
  const { page } = await open(t, { path: `console.html#key=${KEY}`, site: { api } });
  await page.getByText('5 sessions', { exact: true }).waitFor();
  const states = [];
  for (let n = 0; n < 5; n++) states.push([await badgeOf(page, at(n)).getAttribute('data-state'), await badgeOf(page, at(n)).textContent(), await badgeOf(page, at(n)).getAttribute('aria-label')]);
  assert.deepEqual(states, [
    ['not_scored', '–', 'Not scored yet'],
    ['scoring', '', 'Being scored'],
    ['scored', '88', 'Score 88 of 100, excellent'],
    ['failed', '', 'Scoring failed'],
    ['rescore_failed', '64', 'Score 64 of 100, usable, with gaps; scoring it again failed'],
  ]);
  const card = page.locator('.detail .card');
  for (const [n, says] of [[0, 'Not scored yet.'], [1, 'Scoring…'], [3, 'The judge took too long'], [4, 'No number on the last line']]) {
    await page.goto(`${page.url().split('#')[0]}#/sessions/${at(n)}/scoring`);
    await card.getByText(says).waitFor();
  }
  await card.getByText('The score below is the previous one.').waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  for (const [status, count] of [['scored', 1], ['not_scored', 1], ['scoring_in_progress', 1], ['scoring_failed', 2]]) {
    await page.getByRole('combobox', { name: 'Scoring' }).selectOption(status);
    await page.getByText(`${count} of 5 sessions`).waitFor();
  }
});

test('a report is words alone, its turns lead to the turns, and a new score keeps the old one', async (t) => {
  const { page } = await open(t);
  const [one] = await sampleSessions();
  const id = one.log[0].session;
  await drop(page, { 'record.json': JSON.stringify({ record_format: 1, session: one, stages: [], executions: [], interactions: [], scores: [judgedScore(id, 's1')] }) });
  await page.locator('.row a').click();
  await page.getByRole('link', { name: /^Score/ }).click();
  const report = page.locator('.page');
  await report.getByRole('heading', { name: 'Verdict' }).waitFor();
  assert.equal(await report.locator('img').count(), 0);
  await report.getByText('<img src=x onerror=alert(1)>').waitFor();
  assert.deepEqual(await report.locator('a.turn').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    [2, 3, 4, 5].map((turn) => `#/sessions/${id}?turn=${turn}`));
  const card = page.locator('.detail .card');
  await card.getByText('Judge and rules differ by more than 30 points').waitFor();
  await card.getByText('The rules give 35').waitFor();
  await card.getByText('c0ffee00').waitFor();
  await card.getByText('4 results (1,842 bytes) were omitted').waitFor();
  await card.getByText('leading question').waitFor();
  assert.match(await card.getByRole('row', { name: /Probing depth/ }).textContent(), /13 \/ 20/);
  await card.getByRole('button', { name: 'Score again' }).click();
  await page.getByRole('dialog').getByText('The new score is added and the old one is kept').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Score again' }).click();
  await report.locator('.history tbody tr').nth(1).waitFor();
  const rows = await report.locator('.history tbody tr').allTextContents();
  assert.equal(rows.length, 2);
  assert.match(rows[0], /researcher.*the rules/);
  assert.match(rows[1], /automatic.*judge-one.*72/);
  await report.getByRole('heading', { name: 'Questions' }).waitFor();
  assert.match(await report.locator('.questions > li').first().textContent(), /^turn 2 \d+ /);
  await report.getByText('Measures').click();
  await report.getByRole('row', { name: /Open questions/ }).waitFor();
  await report.getByRole('button', { name: /^Show the score/ }).click();
  await report.getByText('This is an earlier score. A newer one is current.').waitFor();
  await report.locator('a.turn').nth(1).click();
  await page.locator('.session-view').waitFor();
  assert.ok(page.url().endsWith(`#/sessions/${id}?turn=3`));
});

test('the address says where one is, and leads back there', async (t) => {
  const { page } = await open(t);
  await page.goto(`${page.url()}#/sessions/nobody/scoring`);
  await loadSamples(page);
  await page.getByText('This session is not in the list.').waitFor();
  await page.goto(`${page.url().split('#')[0]}#/sessions/oat-milk-verbose-10/findings`);
  await page.getByRole('heading', { name: 'In short' }).waitFor();
  assert.match(await page.title(), /^verbose-10 · /);
  await page.getByRole('link', { name: 'Ask' }).click();
  await page.getByRole('searchbox', { name: 'Search for' }).fill('coffee');
  await page.keyboard.press('Enter');
  await page.locator('.hits li').first().waitFor();
  assert.match(await page.locator('.hits mark').first().textContent(), /^coffee/i);
  await page.goBack();
  await page.getByRole('heading', { name: 'In short' }).waitFor();
});

test('quotes of findings are the respondent’s words to the letter', async (t) => {
  const { page } = await open(t);
  await loadSamples(page);
  for (const session of (await sampleSessions()).filter((_, at) => [2, 15, 18].includes(at))) {
    const id = session.log[0].session;
    await page.goto(`${page.url().split('#')[0]}#/sessions/${id}/findings`);
    await page.locator('.quotes mark').first().waitFor();
    const answers = session.log.filter(({ type }) => type === 'answer').map(({ text }) => text);
    const quotes = await page.locator('.quotes li').evaluateAll((items) => items.map((item) => [item.querySelector('mark').textContent, Number(/\d+/.exec(item.querySelector('.turn').textContent)[0])]));
    for (const [words, turn] of quotes) assert.ok(answers[turn - 1].includes(words), `turn ${turn} of ${id}: ${words}`);
  }
});

test('what the respondent made of the summary is shown', async (t) => {
  const { page } = await open(t);
  await loadSamples(page);
  await page.goto(`${page.url()}#/sessions/oat-milk-sceptical-7/findings`);
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Member check' }) });
  await section.getByText('2 of 4').waitFor();
  await section.getByText('I would have to see it for longer.').waitFor();
  await section.getByText('Marked as wrong').waitFor();
});

test('a key in the address opens the server, is struck from it, and live words arrive', async (t) => {
  const sessions = await sampleSessions();
  const api = collecting(sessions.slice(0, 3));
  const { page } = await open(t, { path: `console.html#key=${KEY}`, site: { api }, expected: [/409/] });
  await page.getByText('3 sessions', { exact: true }).waitFor();
  assert.ok(!page.url().includes(KEY));
  assert.ok(!(await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes(KEY));
  const id = sessions[1].log[0].session;
  await page.goto(`${page.url().split('#')[0]}#/sessions/${id}/scoring`);
  await page.locator('.detail').getByRole('button', { name: 'Score this session' }).click();
  await page.locator('.detail').getByText('Scoring…').waitFor();
  const [score] = api.records.get(id).record.scores;
  Object.assign(score, judgedScore(id, score.score_id, { total_score: 91 }));
  api.notify('session.score_updated', id, { scoring_status: 'completed' });
  await page.locator('.detail').getByRole('img', { name: 'Score 91 of 100, excellent' }).waitFor();
  assert.equal(await badgeOf(page, id).textContent(), '91');
  const fresh = cloned(sessions[4], 'newly-collected');
  const other = collecting([fresh]);
  api.records.set('newly-collected', other.records.get('newly-collected'));
  api.notify('session.finished', 'newly-collected');
  await page.getByText('4 sessions', { exact: true }).waitFor();
  assert.ok(api.asked.every(({ path }) => !path.includes(KEY)), 'the key is in no address');
  await page.getByRole('link', { name: 'Ask' }).click();
  await page.getByRole('textbox', { name: 'Ask about this session' }).fill('What do they like?');
  await page.keyboard.press('Enter');
  await page.locator('.talk a.turn').first().waitFor();
  assert.deepEqual(await page.locator('.talk .asked').allTextContents(), ['What do they like?']);
});

test('a wrong key is said beside the key', async (t) => {
  const { page } = await open(t, { site: { api: collecting([]) }, expected: [/401/] });
  await page.getByRole('button', { name: 'Connect to a server' }).click();
  await page.getByLabel('Researcher key').fill('wrong');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('dialog').getByText('does not accept this key').waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
});

test('deleting at a server names what goes, and asks', async (t) => {
  const sessions = await sampleSessions();
  const api = collecting(sessions.slice(0, 3));
  const { page } = await open(t, { path: `console.html#key=${KEY}`, site: { api } });
  await page.locator('.row input').first().check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('its reports and its scores, for all researchers').waitFor();
  await dialog.getByRole('button', { name: 'Keep' }).click();
  assert.equal(api.records.size, 3);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 sessions', { exact: true }).waitFor();
  assert.equal(api.records.size, 2);
});

test('an interview on this device is in the list, with its ending and a score that is kept', async (t) => {
  const { page, site } = await visit(t);
  await begin(page);
  for (const text of ANSWERS.slice(0, 4)) await answer(page, text);
  await page.click('[data-act=stop]');
  await page.click('[data-act=stopKeep]');
  await page.locator('.last').waitFor();
  await page.goto(`${site.url}console.html`);
  await page.locator('.row .badge[data-state=scored]').waitFor();
  await page.getByText('4 answers, respondent stopped').waitFor();
  assert.equal(await page.locator('.row .tag').count(), 0, 'nobody is simulated here');
  const scores = () => page.evaluate(async () => {
    const opening = indexedDB.open('querent');
    await new Promise((done) => (opening.onsuccess = done));
    const request = opening.result.transaction('scores').objectStore('scores').getAll();
    await new Promise((done) => (request.onsuccess = done));
    opening.result.close();
    return request.result;
  });
  await page.waitForFunction(() => globalThis.querent.sessions.all[0].scores.length === 1);
  const [row, ...more] = await scores();
  assert.equal(more.length, 0);
  await page.reload();
  await page.locator('.row .badge[data-state=scored]').waitFor();
  assert.deepEqual((await scores()).map(({ score_id }) => score_id), [row.score_id], 'it is not scored twice');
  await page.locator('.row a').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No sessions yet' }).waitFor();
  const { sessions, log } = await stored(page);
  assert.deepEqual([sessions, log, await scores()], [[], [], []]);
});

test('an export opens again with every score, and the table holds a line a session', async (t) => {
  const { page } = await open(t);
  await loadSamples(page);
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('oat_milk');
  await page.getByText('10 of 20 sessions').waitFor();
  await page.locator('.selection input').check();
  const saved = async (choice) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('dialog').getByRole('button', { name: choice }).click()]);
    return readFile(await download.path(), 'utf8');
  };
  const lines = (await saved(/^Records/)).trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines.length, 10);
  assert.ok(lines.every(({ record_format, session, scores }) => record_format === 1 && session.study_hash && scores.length === 1 && scores[0].measures === undefined));
  const csv = (await saved(/^Table/)).trim().split('\r\n');
  assert.equal(csv.length, 11);
  assert.match(csv[0], /^session,study,/);
  const scores = await known(page, (all) => all.shown.map(({ scores }) => scores[0].score_id));
  await page.evaluate(() => indexedDB.deleteDatabase('querent-console'));
  await page.reload();
  await drop(page, { 'again.ndjson': lines.map((line) => JSON.stringify(line)).join('\n') });
  await page.getByText('10 sessions', { exact: true }).waitFor();
  assert.deepEqual(await known(page, (all) => all.shown.map(({ scores }) => scores[0].score_id)), scores);
});

test('a methods paragraph and a citation are there for a selection', async (t) => {
  const { page } = await open(t);
  await loadSamples(page);
  await page.locator('.selection input').check();
  await page.getByRole('button', { name: 'Methods' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group', { name: 'Methods' }).waitFor();
  assert.match(await dialog.getByRole('group', { name: 'Methods' }).textContent(), /simulation|simulated/);
  assert.match(await dialog.getByRole('group', { name: 'Citation' }).textContent(), /Querent/);
});

test('a phone leads from the list to the session and back', async (t) => {
  const { page } = await open(t, { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });
  await loadSamples(page);
  assert.equal(await page.locator('.middle').isVisible(), false);
  await page.locator('.row a').first().tap();
  await page.locator('.session-view').waitFor();
  assert.equal(await page.locator('.list').isVisible(), false);
  // As a finger does it: a script could scroll what nobody can.
  await page.mouse.move(195, 600);
  await page.mouse.wheel(0, 20_000);
  await page.waitForFunction(() => {
    const end = document.querySelector('.session-view').shadowRoot.querySelector('.turns').getBoundingClientRect().bottom;
    return end <= innerHeight + 1;
  });
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 844, 'the bars stay where they are');
  await page.getByRole('link', { name: /^Score/ }).tap();
  await page.locator('.beside .ring').waitFor();
  await page.getByRole('link', { name: '‹ Sessions' }).tap();
  await page.locator('.row').first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, 'nothing is wider than the phone');
});

test('the console opens with the network off once it was opened', async (t) => {
  const { page, context } = await open(t, { context: { serviceWorkers: 'allow' }, expected: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });
  await kept(page, 'console.html', 'engine/pkg/studio_bg.wasm', 'samples.json');
  await page.reload();
  await context.setOffline(true);
  await page.reload();
  await loadSamples(page);
  await page.locator('.row a').first().click();
  await page.locator('.session-view').waitFor();
});

test('a respondent never fetches what only the console needs', async (t) => {
  const { page, seen } = await visit(t, { context: { serviceWorkers: 'allow' } });
  await begin(page);
  await kept(page, 'files.json');
  const cached = await page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat());
  assert.deepEqual([...cached, ...seen.requests].filter((url) => /console|pkg\/studio|samples|session\.css/.test(url)), []);
});
