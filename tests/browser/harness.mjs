// What the browser tests share: one Chromium for each file, a fresh profile for each test, and a watch on everything
// that must never happen. Tests wait for states of the page, never for time.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { chromiumOfThisFile, close, watch } from './respondent.mjs';
import { serve } from './site.mjs';

export * from './respondent.mjs';

after(close);

/**
 * Opens the page as a respondent on a device that has never seen it.
 * @param {import('node:test').TestContext} t
 * @param {object} [options]
 * @param {string} [options.path] below the site, with its query
 * @param {object} [options.site] options of the host
 * @param {object} [options.context] options of the browser context
 * @param {(context: object) => Promise<void>} [options.before] prepares the device
 * @param {RegExp[]} [options.expected] console errors that are the point of the test
 */
export async function visit(t, { path = '', site: served, context: device = {}, before, expected = [] } = {}) {
  const site = await serve(served);
  const browser = await chromiumOfThisFile();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 }, serviceWorkers: 'block', reducedMotion: 'reduce', ...device,
  });
  const seen = watch(context, site.url);
  t.after(async () => {
    await context.close();
    await site.close();
    assert.deepEqual(seen.elsewhere, [], 'nothing was asked of another origin');
    assert.deepEqual(seen.errors.filter((error) => !expected.some((known) => known.test(error))), [], 'no error in the console');
  });
  await before?.(context);
  const page = await context.newPage();
  await page.goto(site.url + path);
  return { site, context, page, seen };
}
