// Where the page can stand: any path, no network, a strict policy, inside another page and its form.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ANSWERS, answer, begin, box, question, visit } from './harness.mjs';

const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'";

test('a second visit works with the network off, from any path', async (t) => {
  const { page, context } = await visit(t, { site: { base: '/studies/spring/' }, context: { serviceWorkers: 'allow' } });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await begin(page);
  await answer(page, ANSWERS[0]);
  const before = await question(page).textContent();
  await context.setOffline(true);
  await page.reload();
  await question(page).waitFor();
  assert.equal(await question(page).textContent(), before);
  // Some versions of Chromium tell a page that was loaded offline so only when the network goes off again.
  await context.setOffline(false);
  await context.setOffline(true);
  const { offline } = await page.evaluate(() => document.querySelector('querent-interview').study.interface);
  await page.locator('.send .state', { hasText: offline }).waitFor();
  await answer(page, ANSWERS[1]);
  await page.click('[data-act=how]');
  await page.locator('#progress').click();
  await page.locator('.chart').first().waitFor();
});

test('a new version is used whole as soon as it is there', async (t) => {
  const { page, site, context } = await visit(t, { context: { serviceWorkers: 'allow' } });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator('[data-act=begin]').waitFor();
  const retitled = (text) => JSON.stringify({ ...JSON.parse(text), title: 'Another title' });
  site.alter['study.json'] = retitled;
  site.alter['files.json'] = (text) => JSON.stringify({ ...JSON.parse(text), version: 'next' });
  await page.reload();
  await page.getByText('Another title').waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByText('Another title').waitFor();
  const versions = await page.evaluate(() => caches.keys());
  assert.equal(versions.length, 1, 'the version before is gone');
});

test('a version that cannot be fetched whole is not used', async (t) => {
  const { page, site, context } = await visit(t, { context: { serviceWorkers: 'allow' }, expected: [/404/] });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator('[data-act=begin]').waitFor();
  site.alter['files.json'] = (text) => {
    const list = JSON.parse(text);
    return JSON.stringify({ version: 'broken', files: [...list.files, 'missing.js'] });
  };
  await page.reload();
  await context.setOffline(true);
  await page.reload();
  await begin(page);
});

test('a page that forbids WebAssembly says so', async (t) => {
  const { page } = await visit(t, {
    site: { headers: { 'content-security-policy': "script-src 'self'; style-src 'self'" } },
    expected: [/Content Security Policy/],
  });
  await page.getByRole('alert').waitFor();
  const words = await page.evaluate(() => document.querySelector('querent-interview').study.interface);
  assert.equal((await page.getByRole('alert').textContent()).trim(), words.error_wasm);
  assert.match(await page.locator('details').textContent(), /wasm_blocked/);
});

test('a study that is not there is named, and tried again', async (t) => {
  const { page, site } = await visit(t, { path: '?study=nowhere.json', expected: [/404/] });
  await page.locator('[data-act=reopen]').waitFor();
  site.pages['nowhere.json'] = await (await fetch(`${site.url}study.json`)).text();
  await page.click('[data-act=reopen]');
  await begin(page);
});

for (const [address, wrong] of [['documents.json', 'is not a study'], ['page.js', 'is not JSON'], ['http://', 'is no address']]) {
  test(`?study=${address} is named with what to do`, async (t) => {
    const { page } = await visit(t, { path: `?study=${address}` });
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').textContent(), /There is no interview at this address\. Please check the link/);
    await page.locator('summary').click();
    assert.match(await page.locator('details').textContent(), new RegExp(wrong));
  });
}

test('a study of another origin is not fetched', async (t) => {
  const { page } = await visit(t, { path: '?study=https://example.org/study.json' });
  await page.locator('[data-act=begin]').waitFor();
});

test('inside the form of a strict host it sends nothing and breaks no rule', async (t) => {
  const host = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="icon.svg"><meta name="viewport" content="width=device-width">
    <h1>A survey</h1><form action="submitted"><querent-interview></querent-interview><button>Next</button></form>
    <script type="module" src="element/define.js"></script>`;
  const { page, seen } = await visit(t, {
    path: 'host.html',
    site: { pages: { 'host.html': host }, headers: { 'content-security-policy': STRICT } },
  });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.click('[data-act=how]');
  await page.locator('.tally, .because').first().waitFor();
  await box(page).press('Enter');
  await page.click('[data-act=stop]');
  await page.click('[data-act=stopKeep]');
  await page.locator('.last').waitFor();
  assert.ok(page.url().endsWith('host.html'), 'the form was not sent');
  assert.ok(!seen.requests.some((url) => url.includes('submitted')));
});

test('a study is handed over as a property, before or after the element is there', async (t) => {
  const host = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="icon.svg"><h1>A survey</h1>
    <querent-interview study="nowhere.json"></querent-interview><script type="module" src="host.js"></script>`;
  const script = `const study = await (await fetch('study.json')).json();
    document.querySelector('querent-interview').study = { ...study, title: 'Handed over' };
    await import('./element/define.js');`;
  const { page } = await visit(t, { path: 'host.html', site: { pages: { 'host.html': host, 'host.js': script } } });
  await page.getByText('Handed over').waitFor();
  await begin(page);
  await page.evaluate(() => {
    const interview = document.querySelector('querent-interview');
    interview.study = { ...interview.study, id: 'another', title: 'Another' };
  });
  await page.getByText('Another').waitFor();
  await page.locator('[data-act=begin]').waitFor();
});

test('an accent that can be read is used, one that cannot is not', async (t) => {
  const css = 'querent-interview { --querent-accent: VALUE }';
  const { page, site } = await visit(t);
  const accent = async (value) => {
    site.alter['style/page.css'] = (text) => `${text}\n${css.replace('VALUE', value)}`;
    await page.reload();
    await page.locator('[data-act=begin]').waitFor();
    return page.evaluate(() => getComputedStyle(document.querySelector('querent-interview').shadowRoot.querySelector('.button')).backgroundColor);
  };
  assert.equal(await accent('#7b2d8e'), 'rgb(123, 45, 142)');
  assert.equal(await accent('oklch(0.4 0.15 260)'), 'oklch(0.4 0.15 260)');
  assert.equal(await accent('#ffd54a'), 'rgb(11, 97, 86)');
  assert.equal(await accent('rgb(0 0 0 / .5)'), 'rgb(11, 97, 86)');
});
