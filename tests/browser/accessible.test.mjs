// axe-core finds nothing in any state, light and dark, wide and narrow; and what it cannot see is asked directly.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ANSWERS, answer, AXE, begin, box, visit, erase } from './harness.mjs';

const converse = async (page, turns = 2) => {
  await begin(page);
  for (const text of ANSWERS.slice(0, turns)) await answer(page, text);
};

const how = async (page, tab) => {
  await page.click('[data-act=how]');
  await page.locator(`#${tab}`).click();
};

/** By name of the state: what leads to it. */
const STATES = {
  'the first screen': (page) => page.locator('[data-act=begin]').waitFor(),
  'the opening question': begin,
  'a question': converse,
  'an edit': async (page) => {
    await converse(page);
    await page.click('[data-act=edit]');
  },
  'an error': async (page) => {
    await converse(page);
    await box(page).press('Control+Enter');
    await page.getByRole('alert').waitFor();
  },
  'the resumed interview': async (page) => {
    await converse(page);
    await page.reload();
    await page.locator('.notice').waitFor();
  },
  'the offer to stop': async (page) => {
    await converse(page);
    await page.click('[data-act=stop]');
  },
  'the last screen': async (page) => {
    await converse(page, 4);
    await page.click('[data-act=stop]');
    await page.click('[data-act=stopKeep]');
    await page.locator('.last').waitFor();
  },
  'everything deleted': async (page) => {
    await converse(page);
    await page.click('[data-act=stop]');
    await erase(page);
    await page.locator('[data-act=anew]').waitFor();
  },
  'why this question': (page) => converse(page, 4).then(() => how(page, 'why')),
  'the map': (page) => converse(page, 4).then(() => how(page, 'map')),
  'the progress': (page) => converse(page, 4).then(() => how(page, 'progress')),
};

const DEVICES = {
  'a wide light screen': { colorScheme: 'light' },
  'a narrow dark screen': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
};

for (const [device, context] of Object.entries(DEVICES)) {
  test(`axe finds nothing on ${device}`, async (t) => {
    for (const [state, reach] of Object.entries(STATES)) {
      await t.test(state, async (t) => {
        const { page } = await visit(t, { context: { ...context, bypassCSP: true } });
        await reach(page);
        await page.addScriptTag({ path: AXE });
        const found = await page.evaluate(() => globalThis.axe.run());
        const told = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`);
        assert.deepEqual(told, []);
        assert.ok(found.passes.some(({ id }) => id === 'color-contrast'), 'axe has looked inside the element');
      });
    }
  });
}

test('tabs of the panel follow the arrow keys', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await page.click('[data-act=how]');
  await page.locator('#why').focus();
  const selected = () => page.locator('[aria-selected=true]').getAttribute('id');
  for (const [key, tab] of [['ArrowRight', 'map'], ['ArrowRight', 'progress'], ['ArrowRight', 'models'], ['ArrowRight', 'why'], ['ArrowLeft', 'models'], ['Home', 'why'], ['End', 'models']]) {
    await page.keyboard.press(key);
    assert.equal(await selected(), tab, `after ${key}`);
  }
});

test('in a short window the earlier turns give way first', async (t) => {
  const { page } = await visit(t, { context: { viewport: { width: 390, height: 844 } } });
  await converse(page, 4);
  await page.setViewportSize({ width: 390, height: 420 });
  for (const part of ['.question', '.now textarea', '[data-act=send]']) {
    const { y, height } = await page.locator(part).boundingBox();
    assert.ok(y >= 0 && y + height <= 420, `${part} is in view`);
  }
});

test('the tally on the page adds up to the score', async (t) => {
  const { page } = await visit(t);
  await converse(page, 4);
  await how(page, 'why');
  const tables = await page.locator('.tally').evaluateAll((all) => all.map((table) => ({
    points: [...table.querySelectorAll('tbody .pts')].map((cell) => cell.textContent.replace('−', '-')),
    score: Number(table.querySelector('tfoot .tot').textContent.replace('−', '-')),
  })));
  assert.ok(tables.length > 0);
  for (const { points, score } of tables) {
    const sum = points.reduce((total, cell) => (cell.startsWith('×') ? total * Number(cell.slice(1)) : total + Number(cell)), 0);
    assert.ok(Math.abs(sum - score) < 0.01 * points.length, `${points.join(' ')} makes ${score}`);
  }
});
