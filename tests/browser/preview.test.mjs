// The author's preview: any turn, any persona, any policy, of the documents as they are; nothing is kept and nothing is sent.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ANSWERS, answer, AXE, begin, box, question, stored, turn, visit } from './harness.mjs';

const at = (number) => `textarea[data-box="answer-${number}"]`;
const choose = (page, name, value) => page.locator(`[name=${name}]`).selectOption(value);

test('the preview stands at the turn of its address, answered by its persona, and keeps and sends nothing', async (t) => {
  const { page, seen } = await visit(t, { path: 'preview.html?study=oat_milk&persona=cooperative&turn=5' });
  await page.locator(at(5)).waitFor();
  assert.equal(await page.locator('.said').count(), 4);
  const asked = await question(page).textContent();
  await page.getByText('Nothing is kept and nothing is sent').waitFor();
  await page.reload();
  await page.locator(at(5)).waitFor();
  assert.equal(await question(page).textContent(), asked, 'the same persona answers the same');
  await answer(page, ANSWERS[0]);
  assert.equal(await page.locator('[name=turn]').inputValue(), '6', 'the bar follows who goes on by hand');
  assert.equal(await stored(page), undefined);
  assert.deepEqual(seen.requests.filter((url) => url.includes('/api/')), []);
});

test('turn by turn, to the end, back to the first screen', async (t) => {
  const { page } = await visit(t, { path: 'preview.html?turn=2' });
  await page.locator(at(2)).waitFor();
  await page.getByLabel('One turn on').click();
  await page.locator(at(3)).waitFor();
  await page.getByLabel('One turn back').click();
  await page.locator(at(2)).waitFor();
  await page.locator('[name=turn]').fill('7');
  await page.locator('[name=turn]').press('Enter');
  await page.locator(at(7)).waitFor();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page.locator('.last .summary').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await begin(page);
  assert.equal(await turn(page), 1);
});

test('another policy asks other questions, and its tally is its own', async (t) => {
  const { page } = await visit(t, { path: 'preview.html?study=oat_milk&turn=6' });
  const asked = [];
  for (const policy of ['signal_pools', 'two_tier', 'arbitration']) {
    await choose(page, 'policy', policy);
    await page.locator(at(6)).waitFor();
    assert.equal(await page.evaluate(() => document.querySelector('querent-interview').study.policy.policy), policy);
    asked.push(await page.locator('.asked').allTextContents());
  }
  assert.equal(new Set(asked.map(String)).size, 3);
});

test('studies in German and Arabic are answered in their language', async (t) => {
  const { page } = await visit(t, { path: 'preview.html?study=pedelec&turn=3' });
  await page.locator(at(3)).waitFor();
  assert.equal(await page.evaluate(() => document.querySelector('querent-interview').shadowRoot.querySelector('.shell').lang), 'de');
  await choose(page, 'study', 'qahwa');
  await page.locator('.shell[dir=rtl]').waitFor();
  assert.match(await page.locator('.said').first().textContent(), /\p{Script=Arabic}/u);
});

test('what is wrong in a document is said with its place, and what stood on the page stays', async (t) => {
  const broken = (text) => {
    const documents = JSON.parse(text);
    documents['studies/meal_kit.yaml'] = documents['studies/meal_kit.yaml'].replace(/^methodology: .*$/m, 'methodology: jobs_to_be_dome');
    return JSON.stringify(documents);
  };
  const { page } = await visit(t, { path: 'preview.html?study=oat_milk&turn=2', site: { alter: { 'documents.json': broken } } });
  await page.locator(at(2)).waitFor();
  await choose(page, 'study', 'meal_kit');
  assert.match(await page.getByRole('alert').textContent(), /studies\/meal_kit\.yaml:\d+:\d+ .*jobs_to_be_dome/);
  await page.locator(at(2)).waitFor();
  await choose(page, 'study', 'oat_milk');
  assert.equal(await page.getByRole('alert').count(), 0);
});

for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
  test(`axe finds nothing in the preview at ${viewport.width} pixels`, async (t) => {
    const { page } = await visit(t, { path: 'preview.html?turn=4', context: { bypassCSP: true, viewport } });
    await box(page).waitFor();
    await page.addScriptTag({ path: AXE });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`), []);
  });
}

test('a page around may set a session and go on with it', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await answer(page, ANSWERS[1]);
  const asked = await question(page).textContent();
  await page.evaluate(() => {
    const first = document.querySelector('querent-interview');
    const second = document.createElement('querent-interview');
    second.session = first.session;
    first.replaceWith(second);
  });
  await page.locator(at(3)).waitFor();
  assert.equal(await question(page).textContent(), asked);
  await answer(page, ANSWERS[2]);
  assert.equal(await page.locator('.said').count(), 3);
});
