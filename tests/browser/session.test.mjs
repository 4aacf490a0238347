// The view of one session: transcript, map, decision, course, what-if, quality, cost and citation follow the chosen turn.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { golden } from '../golden.mjs';
import { eventful, pages } from './view_pages.mjs';
import { AXE, visit } from './harness.mjs';

const PHONE = { viewport: { width: 390, height: 844 } };
const EVENTFUL = await eventful();

/** Opens a session. */
async function open(t, name, { turn, context, text } = {}) {
  const sessions = { [name]: text ?? (name === 'eventful' ? EVENTFUL : golden(name)) };
  const { page } = await visit(t, { path: `session.html?session=${name}${turn === undefined ? '' : `&turn=${turn}`}`, site: { pages: pages(sessions) }, context });
  await page.locator('.session-view').waitFor({ state: 'attached' });
  await page.locator('.turns > li').first().waitFor({ state: 'attached' });
  return page;
}

/** Sets the scrubber as a finger would. */
const scrub = (page, to) => page.locator('[data-scrub]').fill(String(to));
const tab = (page, name) => page.click(`#tab-${name}`);

async function violations(page) {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async () => {
    const { violations, passes } = await globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
    return { found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`), passes: passes.map(({ id }) => id) };
  });
}

test('quotes are marked by code points, so that emoji shift nothing', async (t) => {
  const page = await open(t, 'eventful');
  const marks = await page.locator('#turn-1 .said mark').allTextContents();
  assert.ok(marks.length > 0);
  for (const words of marks) assert.match(words, /^[\p{L}’' -]+$/u, `${words} begins and ends with a word`);
  assert.ok(marks.some((words) => words.includes('froths properly')), marks.join(' / '));
  const whole = await page.locator('#turn-1 .said').textContent();
  assert.equal(whole, '🥛🥛 The barista one froths properly, so my flat white tastes like the café.');
});

test('what was skipped, declined, edited, pasted and disputed is said at its turn', async (t) => {
  const page = await open(t, 'eventful');
  const words = (turn) => page.locator(`#turn-${turn}`).textContent();
  assert.match(await words(1), /60 characters pasted/);
  assert.match(await words(1), /1 idea disputed/);
  assert.match(await words(2), /edited once/);
  assert.match(await words(3), /Skipped/);
  assert.match(await words(5), /Declined/);
  await page.locator('#turn-2 summary').click();
  assert.match(await page.locator('#turn-2 .earlier p').textContent(), /No idea/);
});

test('everything follows the scrubber, and the address is told', async (t) => {
  const page = await open(t, 'oat_milk-treat');
  const ideas = () => page.locator('.canvas .idea').count();
  const seen = [];
  for (const turn of [1, 4, 7, 12]) {
    await scrub(page, turn);
    assert.equal(await page.locator('.turns [aria-current]').getAttribute('data-turn'), String(turn));
    assert.equal(await page.locator('.told').textContent(), `After answer ${turn} of 12`);
    seen.push(await ideas());
  }
  assert.deepEqual([...seen].sort((a, b) => a - b), seen, 'the map grows');
  assert.ok(seen[0] > 0 && seen[0] < seen[3]);
  assert.deepEqual(await page.evaluate(() => globalThis.went), [1, 4, 7, 12]);
  await scrub(page, 0);
  assert.match(await page.locator('#detail').textContent(), /The map is empty/);
  await tab(page, 'why');
  assert.match(await page.locator('#detail').textContent(), /opening question/);
  await page.locator('#turn-3 .asked').click();
  assert.equal(await page.locator('.told').textContent(), 'After answer 3 of 12');
  assert.match(await page.locator('.asked-then').textContent(), new RegExp((await page.locator('#turn-4 .asked').textContent()).slice(0, 20).replace(/[^\w ]/g, '.')));
});

test('a quote lights up its ideas and an idea its words, by mouse and by keyboard', async (t) => {
  const page = await open(t, 'oat_milk-treat', { turn: 4 });
  const mark = page.locator('#turn-4 .said mark').first();
  const thing = (await mark.getAttribute('data-things')).split(' ')[0];
  await mark.hover();
  await page.locator(`[data-pick="${thing}"].lit`).waitFor();
  await page.mouse.move(5, 5);
  await page.locator(`[data-pick="${thing}"]`).focus();
  await page.locator(`#turn-4 mark.lit[data-things~="${thing}"]`).waitFor();
  await mark.focus();
  await page.keyboard.press('Enter');
  await page.locator('.told').hover();
  await page.locator(`[data-pick="${thing}"].picked`).waitFor();
  assert.match(await page.locator('figcaption').textContent(), /answer \d/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.picked').count(), 0);
});

test('the tally of every turn adds up, and the ranking falls', async (t) => {
  const page = await open(t, 'oat_milk-treat');
  await tab(page, 'why');
  const number = (text) => Number(text.replace('−', '-'));
  let tallies = 0;
  for (let turn = 1; turn < 12; turn++) {
    await scrub(page, turn);
    for (const table of await page.locator('.tally').all()) {
      tallies++;
      const points = await table.locator('tbody .pts').allTextContents();
      const sum = points.reduce((total, cell) => (cell.startsWith('×') ? total * Number(cell.slice(1)) : total + number(cell)), 0);
      const score = number(await table.locator('tfoot .tot').textContent());
      assert.ok(Math.abs(sum - score) < 0.01 * points.length, `turn ${turn}: ${points.join(' ')} makes ${score}`);
    }
    const ranked = (await page.locator('.part > section > .ranked td.num:nth-of-type(3)').allTextContents()).map(number).filter((score) => !Number.isNaN(score));
    assert.deepEqual(ranked, [...ranked].sort((a, b) => b - a));
  }
  assert.ok(tallies > 15);
});

test('a changed weight shows other choices with the terms that differ, and takes back', async (t) => {
  const page = await open(t, 'oat_milk-treat');
  await tab(page, 'whatif');
  const select = page.locator('[data-whatif=key]');
  assert.ok(await select.locator('option').count() > 100);
  await select.selectOption('methodology.strategies.cover_element.base');
  await page.locator('[data-whatif=value]').fill('-2');
  await page.locator('.verdict').waitFor();
  assert.match(await page.locator('.verdict').textContent(), /^\d+ of 12 decisions would differ\.$/);
  assert.match(await page.locator('.looks tbody').first().textContent(), /Cover an element starts at/);
  await page.locator('.looks [data-select]').first().click();
  assert.match(await page.locator('.told').textContent(), /After answer \d+/);
  await page.click('[data-undo]');
  assert.equal(await page.locator('.verdict').count(), 0);
  await select.selectOption('limits.max_turns');
  await page.locator('[data-whatif=value]').fill('3.5');
  await page.locator('.refusal').waitFor();
  assert.match(await page.locator('.refusal').textContent(), /max_turns.*3\.5/);
});

test('cost is said plainly, with models and without', async (t) => {
  const plain = await open(t, 'oat_milk-treat');
  await tab(plain, 'cost');
  assert.match(await plain.locator('#detail').textContent(), /Rules only/);
  const page = await open(t, 'oat_milk-model');
  await tab(page, 'cost');
  const total = await page.locator('.costs tfoot').textContent();
  assert.match(total, /13, 4 failed.*\$0\.0557/);
  assert.match(await page.locator('.stood').textContent(), /Turn 5.*overloaded, rules used/);
});

test('flags of data quality are no verdict, and the member check names what is disputed', async (t) => {
  const page = await open(t, 'eventful');
  await tab(page, 'quality');
  const detail = await page.locator('#detail').textContent();
  assert.match(detail, /not a verdict/);
  assert.match(await page.locator('.flags').textContent(), /Pasted/);
  assert.match(detail, /describes the respondent well, 3 of 4/);
  assert.match(detail, /Marked as wrong.*froth, not taste/);
  assert.match(detail, /Not the price\./);
  await page.locator('.member [data-pin]').click();
  assert.equal(await page.locator('.turns [aria-current]').getAttribute('data-turn'), '1');
  assert.ok(await page.locator('#turn-1 mark.lit').count() > 0);
});

test('the methods paragraph is copied with a button', async (t) => {
  const page = await open(t, 'eventful', { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await tab(page, 'cite');
  await page.click('[data-copy=methods]');
  await page.getByText('Copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await page.locator('[data-text=methods]').innerText());
  assert.match(copied, /conducted with Querent/);
});

test('tabs follow the arrow keys, and on a phone the transcript is one of them', async (t) => {
  const page = await open(t, 'oat_milk-treat');
  const selected = () => page.locator('[role=tab][aria-selected=true]').getAttribute('id');
  await page.locator('#tab-map').focus();
  for (const [key, name] of [['ArrowRight', 'why'], ['End', 'cite'], ['ArrowRight', 'map'], ['ArrowLeft', 'cite'], ['Home', 'map']]) {
    await page.keyboard.press(key);
    assert.equal(await selected(), `tab-${name}`, key);
  }
  await page.setViewportSize(PHONE.viewport);
  await page.locator('#tab-transcript').waitFor();
  assert.equal(await selected(), 'tab-transcript');
  assert.equal(await page.locator('#detail').isVisible(), false);
  await page.locator('#tab-transcript').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await selected(), 'tab-map');
  assert.equal(await page.locator('#transcript').isVisible(), false);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing hangs out of the page');
});

test('a transcript from right to left is that, in its language', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'querent-session-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'qahwa.json');
  execFileSync(process.env.QUERENT, ['run', 'qahwa', '--persona', 'cooperative', '--seed', '3', '-o', file]);
  const page = await open(t, 'qahwa', { text: readFileSync(file, 'utf8') });
  const { lang, dir } = await page.locator('#turn-1 .said').evaluate((said) => ({ lang: said.lang, dir: getComputedStyle(said).direction }));
  assert.deepEqual({ lang, dir }, { lang: 'ar', dir: 'rtl' });
  assert.match(await page.locator('.session-head').textContent(), /simulated.*Arabic/);
  assert.ok(await page.locator('#turn-1 .said mark').count() > 0);
  assert.deepEqual((await violations(page)).found, []);
});

test('a session nobody has answered yet shows the question that waits, and every part says so', async (t) => {
  const session = JSON.parse(golden('oat_milk-treat'));
  session.log.length = 2;
  delete session.outcome;
  const page = await open(t, 'begun', { text: JSON.stringify(session) });
  assert.match(await page.locator('.turns').textContent(), /what comes to mind first\?.*Not answered yet/);
  for (const [part, words] of [['map', /map is empty/], ['why', /opening question/], ['course', /There is no answer yet/], ['whatif', /Change a weight/], ['quality', /0 an answer/], ['cost', /Rules only/], ['cite', /Methods paragraph/]]) {
    await tab(page, part);
    assert.match(await page.locator('#detail').textContent(), words);
  }
});

test('on paper there is the transcript and every part, each once', async (t) => {
  const page = await open(t, 'oat_milk-model');
  await page.emulateMedia({ media: 'print' });
  await page.locator('.printed').first().waitFor();
  assert.deepEqual(await page.locator('.printed .title').allTextContents(), ['Map', 'Course', 'Quality', 'Cost', 'Cite']);
  assert.equal(await page.locator('.turns > li[data-turn]').count(), 6);
  assert.equal(await page.locator('.scrubber').count(), 0);
  await page.emulateMedia({ media: 'screen' });
  await page.locator('.scrubber').waitFor();
});

for (const [name, context] of [['desktop', {}], ['phone, dark', { ...PHONE, colorScheme: 'dark' }]]) {
  test(`axe finds nothing in any part on a ${name}`, async (t) => {
    const page = await open(t, 'eventful', { context, turn: 2 });
    const parts = await page.locator('[role=tab]').evaluateAll((tabs) => tabs.map(({ id }) => id));
    assert.ok(parts.length >= 7);
    for (const part of parts) {
      await page.click(`#${part}`);
      const { found, passes } = await violations(page);
      assert.deepEqual(found, [], part);
      assert.ok(passes.includes('color-contrast'), 'axe has looked inside');
    }
  });
}
