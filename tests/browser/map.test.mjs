// The map of "How it works": links meet their ideas in every direction of writing, it has the width of the panel, and no word
// is broken.

import assert from 'node:assert/strict';
import test from 'node:test';
import { visit } from './harness.mjs';

async function openMap(t, study, width, turn = 6) {
  const { page } = await visit(t, { path: `preview.html?study=${study}&turn=${turn}`, context: { viewport: { width, height: 800 } } });
  await page.locator('.question').waitFor();
  if (!(await page.locator('.panel').count())) await page.click('[data-act=how]');
  await page.locator('#map').click();
  await page.locator('.mapbox .link').first().waitFor({ state: 'attached' });
  return page;
}

/** How far each end of each link is from the nearest idea, in pixels. */
const gaps = (page) => page.evaluate(() => {
  const root = document.querySelector('querent-interview').shadowRoot;
  const boxes = [...root.querySelectorAll('.mapbox .idea')].map((idea) => idea.getBoundingClientRect());
  return [...root.querySelectorAll('.mapbox .link path:not(.reach)')].flatMap((path) => [0, path.getTotalLength()].map((at) => {
    const { x, y } = path.getPointAtLength(at).matrixTransform(path.getScreenCTM());
    return Math.min(...boxes.map(({ left, right, top, bottom }) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))));
  }));
});

for (const study of ['oat_milk', 'pedelec', 'qahwa']) {
  for (const width of [1280, 390]) {
    test(`links of ${study} meet their ideas ${width} pixels wide, enlarged too`, async (t) => {
      const page = await openMap(t, study, width);
      const check = async () => {
        const far = await gaps(page);
        assert.ok(far.length >= 4 && Math.max(...far) < 6, `ends of links are ${far.map(Math.round)} pixels from ideas`);
      };
      await check();
      assert.match(await page.locator('.legend').textContent(), /leads to/);
      const enlarge = page.locator('.legend [data-act=enlarge]');
      if (!(await enlarge.count())) return;
      const before = await page.locator('.mapbox .idea').first().boundingBox();
      await enlarge.click();
      assert.ok((await page.locator('.mapbox .idea').first().boundingBox()).width > before.width);
      await check();
    });
  }
}

test('no word of an idea is broken', async (t) => {
  const page = await openMap(t, 'pedelec', 1280, 8);
  const [words, broken] = await page.locator('.mapbox .idea > span:first-child').evaluateAll((spans) => {
    const words = spans.flatMap(({ firstChild: text }) => [...text.data.matchAll(/[^\s-]+/g)].map(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return { word, lines: new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size };
    }));
    return [words, words.filter(({ lines }) => lines > 1)];
  });
  assert.ok(words.some(({ word }) => word.length > 12), 'there is a long word');
  assert.deepEqual(broken, []);
});

test('a study in another language says that the panel is in English', async (t) => {
  const page = await openMap(t, 'qahwa', 1280);
  const note = page.locator('.panel .note');
  assert.deepEqual([await note.textContent(), await note.getAttribute('lang'), await note.getAttribute('dir')], ['هذا الجزء باللغة الإنجليزية.', 'ar', 'rtl']);
  const english = await openMap(t, 'oat_milk', 1280);
  assert.equal(await english.locator('.panel .note').count(), 0);
});
