// axe-core finds nothing in any state of the console: light and dark, wide and narrow, left to right and right to left.

import assert from 'node:assert/strict';
import test from 'node:test';
import { AXE, visit } from './harness.mjs';
import { collecting, drop, judgedScore, KEY, loadSamples, sampleSessions } from './researcher.mjs';

const go = async (page, hash, wait) => {
  await loadSamples(page);
  await page.goto(`${page.url().split('#')[0]}#/sessions/${hash}`);
  await page.locator(wait).first().waitFor();
};

/** By name of the state: what leads to it. */
const STATES = {
  'nothing there yet': (page) => page.locator('#empty').waitFor(),
  'the list': loadSamples,
  'the filters': async (page) => {
    await loadSamples(page);
    await page.getByRole('button', { name: 'Filter' }).click();
  },
  'a selection': async (page) => {
    await loadSamples(page);
    await page.locator('.selection input').check();
  },
  'a session': (page) => go(page, 'oat-milk-cooperative-3', '.session-view'),
  'a score': (page) => go(page, 'oat-milk-cooperative-3/scoring', '.prose'),
  'findings right to left': (page) => go(page, 'qahwa-cooperative-1/findings', '.quotes'),
  'a search': async (page) => {
    await go(page, 'oat-milk-cooperative-3/ask', '#question');
    await page.fill('#question', 'creamy');
    await page.keyboard.press('Enter');
    await page.locator('.hits').waitFor();
  },
  'files that cannot be read': async (page) => {
    await drop(page, { 'a.json': '{}' });
    await page.locator('.problems li').waitFor();
  },
  'the question before a deletion': async (page) => {
    await go(page, 'oat-milk-cooperative-3', '.session-view');
    await page.locator('[data-act=delete-one]').click();
    await page.getByRole('dialog').waitFor();
  },
  'the form for a server': async (page) => {
    await page.locator('#empty [data-act=server]').click();
    await page.getByRole('dialog').waitFor();
  },
};

const DEVICES = {
  'a wide light screen': { colorScheme: 'light' },
  'a narrow dark screen': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
};

const check = async (page) => {
  await page.addScriptTag({ path: AXE });
  const found = await page.evaluate(() => globalThis.axe.run());
  const told = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`);
  assert.deepEqual(told, []);
  assert.ok(found.passes.some(({ id }) => id === 'color-contrast'));
};

for (const [device, context] of Object.entries(DEVICES)) {
  test(`axe finds nothing in the console on ${device}`, async (t) => {
    for (const [state, reach] of Object.entries(STATES)) {
      await t.test(state, async (t) => {
        const { page } = await visit(t, { path: 'console.html', context: { ...context, bypassCSP: true } });
        await page.locator('#empty').waitFor();
        await reach(page);
        await check(page);
      });
    }
    await t.test('every state of scoring', async (t) => {
      const sessions = (await sampleSessions()).slice(0, 5);
      const api = collecting(sessions);
      const more = [[], [{ status: 'in_progress', total_score: null }], [{ total_score: 20 }], [{ status: 'failed', total_score: null }], [{ total_score: 64 }, { status: 'failed', total_score: null, started_at: 1_790_000_000_000 }]];
      sessions.forEach(({ log: [{ session }] }, n) => api.records.get(session).record.scores.push(...more[n].map((row, at) => judgedScore(session, `s${at}`, row))));
      const { page } = await visit(t, { path: `console.html#key=${KEY}`, site: { api }, context: { ...context, bypassCSP: true } });
      await page.locator('.row').nth(4).waitFor();
      await check(page);
      await page.goto(`${page.url().split('#')[0]}#/sessions/${sessions[4].log[0].session}/scoring`);
      await page.locator('.prose').first().waitFor();
      await check(page);
    });
  });
}
