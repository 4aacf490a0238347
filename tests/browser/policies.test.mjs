// The page with each of the policies: switching starts anew and loses nothing, and every decision is explained whole.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ANSWERS, answer, AXE, begin, box, question, stored, visit } from './harness.mjs';
import { withStimulus } from './studies.mjs';

const NAMES = ['Arbitration', 'Signal pools', 'Two tier', 'Two tier (uniform weights)'];

const select = (page) => page.locator('select[name=policy]');
const number = (text) => Number(text.replace('−', '-'));

const converse = async (page, turns) => {
  await begin(page);
  for (const text of ANSWERS.slice(0, turns)) await answer(page, text);
};

/** Picks another policy and confirms. */
const switchTo = async (page, name) => {
  await select(page).selectOption({ label: name });
  await page.locator('[data-act=switch]').click();
  await page.locator('[data-act=begin]').waitFor();
};

/** What the tables of the panel say, the chosen one first. */
const tallies = (page) => page.locator('.tally').evaluateAll((tables) => tables.map((table) => ({
  names: [...table.querySelectorAll('tbody th')].map((cell) => cell.textContent),
  points: [...table.querySelectorAll('tbody .pts')].map((cell) => cell.textContent),
  totals: [...table.querySelectorAll('tbody .tot')].map((cell) => cell.textContent),
  score: table.querySelector('tfoot .tot').textContent,
})));

const violations = async (page) => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: AXE });
  const { violations: found } = await page.evaluate(() => globalThis.axe.run());
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join('; ')}`);
};

for (const [device, context] of [['wide', {}], ['narrow', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }]]) {
  test(`every policy can be switched to on a ${device} screen, and explains each of its questions`, async (t) => {
    const { page } = await visit(t, { context: { ...context, bypassCSP: true } });
    await begin(page);
    await page.click('[data-act=how]');
    await select(page).waitFor();
    assert.deepEqual((await select(page).locator('option').allTextContents()).sort(), NAMES);
    assert.equal(await select(page).evaluate((element) => element.selectedOptions[0].text), 'Signal pools');
    for (const name of ['Arbitration', 'Two tier', 'Two tier (uniform weights)', 'Signal pools']) {
      await switchTo(page, name);
      await begin(page);
      await select(page).waitFor();
      assert.equal(await select(page).evaluate((element) => element.selectedOptions[0].text), name);
      for (const text of ANSWERS.slice(0, 3)) {
        await answer(page, text);
        const because = await page.locator('.because').textContent();
        const [chosen, ...others] = await tallies(page);
        assert.ok(chosen, `${name} scored its question: ${because}`);
        assert.equal(chosen.totals.at(-1), chosen.score, `${name}: the last sum is the score`);
        assert.match(because, /because |comes out highest/, because);
        for (const { names, points, score } of [chosen, ...others]) {
          const sum = points.reduce((total, cell) => (cell.startsWith('×') ? total * number(cell.slice(1)) : total + number(cell)), 0);
          assert.ok(Math.abs(sum - number(score)) < 0.01 * points.length * Math.max(1, Math.abs(sum)), `${name}: ${points.join(' ')} makes ${score}`);
          assert.deepEqual(names.filter((told) => /_|^Conversation /.test(told)), [], 'everything goes by a plain name');
          assert.equal(new Set(names).size, names.length, `no name twice: ${names}`);
        }
      }
      assert.deepEqual(await violations(page), [], name);
      await page.locator('#progress').click();
      assert.equal(await page.locator('.phase [aria-current=step]').count(), 1, `${name}: the phase is marked`);
      await page.locator('#why').click();
    }
  });
}

test('another policy is confirmed first, and the address leads there, back and again after a reload', async (t) => {
  const { page, site } = await visit(t);
  await converse(page, 2);
  await box(page).fill('half an ans');
  await page.click('[data-act=how]');
  const before = await question(page).textContent();
  await select(page).selectOption({ label: 'Two tier' });
  assert.match(await page.locator('.policy [role=status]').textContent(), /^With Two tier the interview starts over; this one stays on this device\.$/);
  await page.click('[data-act=stay]');
  assert.equal(await select(page).inputValue(), 'signal_pools');
  assert.equal(await page.locator('[data-act=switch]').count(), 0);
  await switchTo(page, 'Two tier');
  assert.equal(page.url(), `${site.url}?study=policies/two_tier/study.json`);
  assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.activeElement?.localName), 'h1');
  await converse(page, 1);
  await page.reload();
  await question(page).waitFor();
  assert.deepEqual(await page.locator('.said').allTextContents(), ANSWERS.slice(0, 1));
  await page.goBack();
  await page.getByText(before).waitFor();
  assert.equal(page.url(), site.url);
  assert.deepEqual(await page.locator('.said').allTextContents(), ANSWERS.slice(0, 2));
  assert.equal(await box(page).inputValue(), 'half an ans');
});

test('switching to and fro starts anew each time, and keeps every interview', async (t) => {
  const { page, site } = await visit(t);
  await converse(page, 2);
  await page.click('[data-act=how]');
  await switchTo(page, 'Arbitration');
  await converse(page, 1);
  await switchTo(page, 'Signal pools');
  assert.equal(page.url(), site.url, 'the policy of the study is at the address of the study');
  const { sessions } = await stored(page);
  assert.deepEqual(sessions.map(({ answers }) => answers).sort(), [1, 2]);
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-act=download]').click()]);
  assert.match(file.suggestedFilename(), /\.session\.json$/);
});

test('the keyboard switches policies', async (t) => {
  const { page, site } = await visit(t);
  await begin(page);
  await page.click('[data-act=how]');
  await select(page).focus();
  await page.keyboard.press('a');
  await page.locator('[data-act=switch]').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('[data-act=begin]').waitFor();
  assert.equal(page.url(), `${site.url}?study=policies/arbitration/study.json`);
});

test('a device that keeps nothing says so before the interview is left', async (t) => {
  const { page } = await visit(t, { path: '?persist=off' });
  await converse(page, 1);
  await page.click('[data-act=how]');
  await select(page).selectOption({ label: 'Arbitration' });
  assert.match(await page.locator('.policy [role=status]').textContent(), /not kept on this device/);
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('.policy [data-act=download]').click()]);
  assert.match(file.suggestedFilename(), /\.session\.json$/);
  await page.click('[data-act=switch]');
  await page.locator('[data-act=begin]').waitFor();
  assert.match(page.url(), /persist=off&study=policies\/arbitration\/study\.json$/);
});

test('a site without other policies offers none', async (t) => {
  const { page } = await visit(t, {
    site: { pages: { 'alone/study.json': '' }, alter: {} }, path: '?study=alone/study.json', expected: [/404/],
    before: (context) => context.route('**/alone/study.json', async (route) => {
      const response = await route.fetch({ url: route.request().url().replace('alone/', '') });
      await route.fulfill({ response });
    }),
  });
  await begin(page);
  const [asked] = await Promise.all([page.waitForResponse(/policies\/index\.json$/), page.click('[data-act=how]')]);
  assert.equal(asked.status(), 404);
  await page.locator('.view').waitFor();
  assert.equal(await select(page).count(), 0);
});

test('a question that was not understood is asked again in other words, and the panel says why', async (t) => {
  const { page } = await visit(t, { path: '?study=policies/arbitration/study.json' });
  await converse(page, 1);
  await answer(page, 'What do you mean?');
  await page.click('[data-act=how]');
  await page.locator('.because').waitFor();
  assert.match(await page.locator('.because').textContent(), /was not understood/);
});

test('on a phone the stimulus folds once the conversation has begun, one tap away', async (t) => {
  const phone = { viewport: { width: 390, height: 844 } };
  const { page } = await visit(t, { context: phone, site: { alter: { 'study.json': withStimulus } } });
  const isOpen = () => page.locator('.stimulus').evaluate((details) => details.open);
  await begin(page);
  await answer(page, ANSWERS[0]);
  assert.equal(await isOpen(), true);
  await answer(page, ANSWERS[1]);
  assert.equal(await isOpen(), false);
  await page.locator('.stimulus summary').click();
  await answer(page, ANSWERS[2]);
  assert.equal(await isOpen(), true, 'it stays as the respondent left it');
});
