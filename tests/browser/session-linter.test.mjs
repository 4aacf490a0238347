// The linter's page: documents come in by every way there is, are checked as one types, and go out again.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pages, shippedDocuments } from './view_pages.mjs';
import { AXE, visit } from './harness.mjs';

const SHIPPED = shippedDocuments();

/** Opens the linter on a site that serves this configuration. */
async function lint(t, { config = SHIPPED, context } = {}) {
  const { page } = await visit(t, { path: 'lint.html', site: { pages: { ...pages(), 'documents.json': JSON.stringify(config) } }, context });
  await page.locator('.drop').waitFor();
  return page;
}

const state = (page, words) => page.locator('.state', { hasText: words }).waitFor();
const BROKEN = { ...SHIPPED, 'studies/oat_milk.yaml': SHIPPED['studies/oat_milk.yaml'].replace('methodology:', 'methodolgy:') };

async function violations(page) {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async () => (await globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }))
    .violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`));
}

test('the shipped configuration is loaded with one click and nothing is wrong with it', async (t) => {
  const page = await lint(t);
  await page.click('[data-do=shipped]');
  await state(page, `${Object.keys(SHIPPED).length} documents: no findings`);
});

test('a finding names its place, marks it in the line, and leads to it in the editor', async (t) => {
  const page = await lint(t, { config: BROKEN });
  await page.click('[data-do=shipped]');
  await state(page, '1 error, 0 warnings');
  const finding = page.locator('.found li', { hasText: 'unknown_field' });
  assert.equal(await finding.locator('.source mark').textContent(), 'methodolgy');
  assert.match(await finding.textContent(), /did you mean methodology/);
  await finding.locator('[data-line]').click();
  assert.equal(await page.locator('.editor').evaluate((box) => box.value.slice(box.selectionStart, box.selectionEnd)), 'methodolgy');
});

test('what is mended in the editor is checked as one types, and downloaded', async (t) => {
  const page = await lint(t, { config: BROKEN });
  await page.click('[data-do=shipped]');
  await state(page, '1 error');
  await page.locator('.found [data-line]').first().click();
  await page.locator('.editor').fill(SHIPPED['studies/oat_milk.yaml']);
  await state(page, 'no findings');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-do=download]')]);
  assert.equal(download.suggestedFilename(), 'oat_milk.yaml');
  assert.equal(readFileSync(await download.path(), 'utf8'), SHIPPED['studies/oat_milk.yaml']);
});

test('a file without its folder is told by what is in it, and goes before the shipped one', async (t) => {
  const page = await lint(t);
  await page.click('[data-do=shipped]');
  await state(page, 'no findings');
  const text = SHIPPED['methodologies/means_end_chain.yaml'].replace('graph.max_depth', 'graph.max_dept');
  await page.locator('[data-pick-files]').first().setInputFiles({ name: 'means_end_chain.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
  await state(page, '1 error');
  assert.equal(await page.locator('.editor-head h2').textContent(), 'methodologies/means_end_chain.yaml');
  assert.match(await page.locator('.found').textContent(), /did you mean graph.max_depth/);
  await page.locator('[data-kind]').selectOption('concepts');
  await page.locator('.editor-head h2', { hasText: 'concepts/means_end_chain.yaml' }).waitFor();
});

test('a folder is taken whole, and what is no document is left aside', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'querent-lint-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const folder of ['studies', 'concepts', 'methodologies', 'policies', 'locales']) mkdirSync(join(root, folder));
  for (const [name, text] of Object.entries(SHIPPED)) if (/^(studies\/oat_milk|concepts|methodologies|policies|locales)/.test(name)) writeFileSync(join(root, name), text);
  writeFileSync(join(root, 'README.md'), '# no document');
  writeFileSync(join(root, 'picture.png'), '');
  const page = await lint(t);
  await page.locator('[data-pick-files]').nth(1).setInputFiles(root);
  await state(page, 'no findings');
  assert.ok(await page.locator('.documents li', { hasText: 'studies/oat_milk.yaml' }).count());
  assert.equal(await page.locator('.documents li', { hasText: 'README' }).count(), 0);
});

test('a file that is none says so, and so does a site without a configuration', async (t) => {
  const { page } = await visit(t, { path: 'lint.html', site: { pages: { ...pages(), 'documents.json': undefined } }, expected: [/404/] });
  await page.locator('[data-pick-files]').first().setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.locator('.refusal', { hasText: 'no YAML or Markdown file' }).waitFor();
  await page.click('[data-do=shipped]');
  await page.locator('.refusal', { hasText: 'serves no configuration' }).waitFor();
});

for (const [name, context] of [['desktop', {}], ['phone, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }]]) {
  test(`axe finds nothing in the linter on a ${name}`, async (t) => {
    const page = await lint(t, { config: BROKEN, context });
    assert.deepEqual(await violations(page), []);
    await page.click('[data-do=shipped]');
    await state(page, '1 error');
    await page.locator('.found [data-line]').first().click();
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing hangs out of the page');
  });
}
