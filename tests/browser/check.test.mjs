// The member check: the respondent sees what was understood, says what of it was not meant, and that reaches the session as
// they said it. And how an answer was typed goes with it, in figures.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ANSWERS, answer, AXE, begin, box, stored, visit } from './harness.mjs';

const finish = async (page) => {
  await page.click('[data-act=stop]');
  await page.click('[data-act=stopKeep]');
  await page.locator('.last').waitFor();
};
const converse = async (page, turns = 5) => {
  await begin(page);
  for (const text of ANSWERS.slice(0, turns)) await answer(page, text);
  await finish(page);
};
const inputs = async (page, type) => (await stored(page)).log.map(({ entry }) => JSON.parse(entry)).filter((entry) => entry.entry === 'input' && entry.type === type);
const session = (page) => page.evaluate(() => document.querySelector('querent-interview').session);

test('a line and an idea are disputed in the words of the respondent, by keyboard alone', async (t) => {
  const { page } = await visit(t);
  await converse(page, ANSWERS.length);
  const press = async (locator, key) => {
    await locator.focus();
    await page.keyboard.press(key);
  };
  await press(page.locator('.summary .dispute').nth(1), 'Enter');
  const first = page.locator('[data-box="not-line-1"]');
  assert.ok(await first.evaluate((element) => element.getRootNode().activeElement === element), 'the box has the focus');
  await page.keyboard.type('I meant the mornings.');
  await press(page.locator('.check summary'), 'Enter');
  const idea = page.locator('.ideas li').nth(2);
  const label = await idea.locator('.said-so').textContent();
  assert.equal(await idea.locator('.dispute').getAttribute('aria-label'), `That is not what I meant: ${label}`);
  await press(idea.locator('.dispute'), 'Space');
  await press(page.locator('.ideas li').nth(3).locator('.dispute'), 'Enter');
  await press(page.locator('.ideas li').nth(3).locator('[data-act=accept]'), 'Enter');
  assert.ok(await page.locator('.ideas li').nth(3).locator('.dispute').evaluate((element) => element.getRootNode().activeElement === element));
  await page.locator('.scale input').nth(1).focus();
  await page.keyboard.press('Space');
  await press(page.locator('[data-act=remark]'), 'Enter');
  await page.locator('.sent').waitFor();
  const [remark] = await inputs(page, 'remark');
  const view = await page.evaluate(() => document.querySelector('querent-interview').session.outcome.summary.length);
  assert.ok(view > 1);
  assert.equal(remark.fit, 2);
  assert.deepEqual(remark.disputed.map(({ of, line, text }) => ({ of, line, text })), [
    { of: 'line', line: 1, text: 'I meant the mornings.' }, { of: 'node', line: undefined, text: '' },
  ]);
  assert.equal(await page.locator('.dispute').count(), 0, 'what was sent is not asked for again');
  // A session with disputes is one the engine takes.
  for (const when of ['sent', 'reloaded']) {
    assert.equal(await page.locator('[data-key=line-1] .not').count(), 1, `${when}: the line is struck`);
    assert.equal(await page.locator('[data-key=line-1] .meant').textContent(), 'What you meant: I meant the mornings.');
    assert.equal(await page.locator('.ideas .not').textContent(), label, `${when}: the idea is struck`);
    assert.equal(await page.locator('.given dd').first().textContent(), 'A little', `${when}: the rating is shown`);
    await page.reload();
    await page.locator('.sent').waitFor();
  }
});

test('a rating and a rejected line without words are still there after a reload', async (t) => {
  const { page } = await visit(t);
  await converse(page);
  await page.locator('.summary .dispute').first().click();
  await page.locator('.scale label').nth(2).click();
  const kept = () => stored(page).then(({ drafts }) => drafts[0]);
  const deadline = Date.now() + 10_000;
  while (!((await kept())?.fit && (await kept())?.disputed)) assert.ok(Date.now() < deadline, 'they were not stored within ten seconds');
  await page.reload();
  await page.locator('.scale').waitFor();
  assert.equal(await page.locator('.scale input').nth(2).isChecked(), true);
  assert.equal(await page.locator('[data-key=line-0] .not').count(), 1);
  assert.equal(await page.locator('[data-act=remark]').textContent(), 'Save', 'nothing is sent where nothing is collected');
  await page.click('[data-act=remark]');
  await page.locator('.sent').waitFor();
  const [{ fit, disputed }] = await inputs(page, 'remark');
  assert.deepEqual([fit, disputed.length], [3, 1]);
});

test('what was written about a line is still there after a reload', async (t) => {
  const { page } = await visit(t);
  await converse(page);
  await page.locator('.summary .dispute').first().click();
  await page.locator('[data-box="not-line-0"]').fill('Not the coffee, the quiet.');
  await page.locator('[data-box=remark]').focus();
  await page.waitForFunction(async () => {
    const { openStore } = await import('./store/index.js');
    const store = await openStore();
    const [{ id, writer }] = await store.all();
    return (await store.claim(id, writer)).draft?.['not-line-0'];
  });
  await page.reload();
  await page.locator('[data-box="not-line-0"]').waitFor();
  assert.equal(await page.locator('[data-box="not-line-0"]').inputValue(), 'Not the coffee, the quiet.');
});

for (const [name, study, viewport] of [
  ['a wide page', 'studies/oat_milk/study.json', { width: 1280, height: 800 }],
  ['a phone', 'studies/pedelec/study.json', { width: 390, height: 844 }],
  ['a wide page from right to left', 'studies/qahwa/study.json', { width: 1280, height: 800 }],
  ['a phone from right to left', 'studies/qahwa/study.json', { width: 390, height: 844 }],
]) {
  test(`axe finds nothing in the member check on ${name}, and nothing sticks out`, async (t) => {
    const { page } = await visit(t, { path: `preview.html?study=${study.split('/')[1]}&turn=99`, context: { bypassCSP: true, viewport } });
    await page.locator('.last').waitFor();
    await page.locator('.dispute').first().click();
    await page.locator('.check summary').click();
    await page.locator('.ideas .dispute').first().click();
    const wide = await page.evaluate(() => {
      const host = document.querySelector('querent-interview');
      return [...host.shadowRoot.querySelectorAll('.last *')].filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < host.getBoundingClientRect().left - 1 || right > host.getBoundingClientRect().right + 1) && !element.closest('.sr, .drawing .canvas');
      }).map((element) => element.className || element.tagName);
    });
    assert.deepEqual(wide, []);
    const [map, column] = await Promise.all(['.drawing', '.check'].map((part) => page.locator(part).boundingBox()));
    assert.ok(map.x >= column.x - 1 && map.x + map.width <= column.x + column.width + 1, 'the map stays in its column');
    assert.ok(await page.getByText(/^(An arrow leads|Ein Pfeil führt|يقود السهم)/).isVisible(), 'the map has a legend');
    const types = await page.evaluate(() => document.querySelector('querent-interview').study.methodology.ontology.nodes.map(({ name }) => name));
    const texts = await page.locator('.check p').allTextContents();
    assert.deepEqual(texts.filter((text) => types.includes(text)), [], 'no name of a type is shown to the respondent');
    await page.addScriptTag({ path: AXE });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`), []);
  });
}

test('how an answer was typed is told in figures, and no key and no text', async (t) => {
  const { page } = await visit(t, { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await begin(page);
  await page.evaluate(() => navigator.clipboard.writeText('no added sugar ☕'));
  await box(page).pressSequentially('Coffee with ');
  await page.keyboard.press('Control+V');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Enter');
  await page.locator('textarea[data-box="answer-2"]').waitFor();
  const [{ manner, text }] = await inputs(page, 'answer');
  assert.equal(text, 'Coffee with no added sugar ');
  assert.deepEqual({ pasted: manner.pasted, keys: manner.keys }, { pasted: 16, keys: 13 });
  assert.ok(Number.isInteger(manner.first_ms) && Number.isInteger(manner.typing_ms) && manner.typing_ms >= 0);
  assert.deepEqual(Object.keys(manner).sort(), ['first_ms', 'keys', 'pasted', 'typing_ms']);
  await page.click('[data-act=edit]');
  await box(page).press('End');
  await box(page).pressSequentially('at all');
  await box(page).press('Control+Enter');
  await page.locator('textarea[data-box="answer-2"]').waitFor();
  const [edit] = await inputs(page, 'edit');
  assert.equal(edit.manner.keys, 6);
  assert.equal(edit.manner.pasted, 0);
});

test('an answer that was begun before a reload has no figures rather than half of them', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await box(page).pressSequentially('Coffee, really. The barista one froths ');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForFunction(async () => {
    const { openStore } = await import('./store/index.js');
    const store = await openStore();
    const [{ id, writer }] = await store.all();
    return (await store.claim(id, writer)).draft?.['answer-1'];
  });
  await page.reload();
  await box(page).waitFor();
  await box(page).press('End');
  await box(page).pressSequentially('properly.');
  await box(page).press('Control+Enter');
  await page.locator('textarea[data-box="answer-2"]').waitFor();
  const [given] = await inputs(page, 'answer');
  assert.equal(given.manner, undefined);
  await answer(page, ANSWERS[1]);
  const { log } = await session(page);
  assert.equal(typeof log.filter(({ type }) => type === 'answer')[1].manner.keys, 'number');
});
