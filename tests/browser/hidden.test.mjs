// A study that hides details from models: what leaves the page, what comes back to it, and what it says of both.

import assert from 'node:assert/strict';
import test from 'node:test';
import { answer, AXE, begin, box, stored, visit } from './harness.mjs';
import { endpoint, withModels } from './endpoint.mjs';

const SAID = 'I told jane.doe@example.org that the creamy foam helps me relax, call +49 151 23456789';
const HIDDEN = 'I told [EMAIL_1] that the creamy foam helps me relax, call [PHONE_1]';
const DETAILS = /jane|example\.org|151|2345/;
const WORDS = {
  hidden_term: 'What language models do not see', hidden_text: 'This page takes out {details}.', hidden_kept: 'What is sent still has them.',
  hidden_email: 'e-mail addresses', hidden_phone: 'phone numbers',
};

const hiding = (more = {}) => (text) => {
  const study = JSON.parse(withModels()(text));
  return JSON.stringify({ ...study, ...more, redaction: { hide: ['email', 'phone'] }, interface: { ...study.interface, ...WORDS } });
};

test('no detail leaves for a model, and what a model says has them again', async (t) => {
  const question = 'What did it mean to you to tell [EMAIL_1] about it?';
  const api = endpoint({ fate: ({ task }) => (task === 'question_followup' ? { output: question } : undefined) });
  const { page } = await visit(t, { site: { api, alter: { 'study.json': hiding() } }, context: { bypassCSP: true }, expected: [/Failed to load resource/] });
  await page.locator('dl.facts').getByText('This page takes out e-mail addresses and phone numbers.').waitFor();
  assert.equal(await page.locator('dl.facts').getByText('What is sent').count(), 0, 'nothing is collected');
  await begin(page);
  await answer(page, SAID);
  await answer(page, 'Because my friends like it too');
  assert(api.seen.calls.length >= 3);
  for (const { body } of api.seen.calls) assert.doesNotMatch(JSON.stringify(body), DETAILS);
  assert(api.seen.calls.some(({ body }) => body.context.answer === HIDDEN));
  const { log } = await stored(page);
  const entries = log.map(({ entry }) => JSON.parse(entry));
  assert.equal(entries.find(({ type }) => type === 'answer').text, SAID, 'what is kept here is what was said');
  const asked = entries.filter(({ entry, source }) => entry === 'asked' && source.model);
  assert.equal(asked[0]?.text, 'What did it mean to you to tell jane.doe@example.org about it?');
  assert.doesNotMatch(JSON.stringify(entries), /EMAIL_1|PHONE_1/);

  await page.click('[data-act=how]');
  await page.click('#models');
  const rows = await page.locator('.marks tbody tr').allInnerTexts();
  assert.deepEqual(rows.map((row) => row.split(/\s*\t\s*/)), [['[EMAIL_1]', 'jane.doe@example.org'], ['[PHONE_1]', '+49 151 23456789']]);
  assert.match(await page.locator('.view').innerText(), /The last answer as models see it/);
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), []);
});

test('after a reload the same value has the same mark', async (t) => {
  const api = endpoint();
  const { page } = await visit(t, { site: { api, alter: { 'study.json': hiding() } }, expected: [/Failed to load resource/] });
  await begin(page);
  await answer(page, SAID);
  await page.reload();
  await box(page).waitFor();
  const before = api.seen.calls.length;
  await answer(page, 'As I said, jane.doe@example.org likes the creamy foam, anna@example.org does not');
  const bodies = api.seen.calls.slice(before).map(({ body }) => JSON.stringify(body));
  assert(bodies.some((body) => body.includes('As I said, [EMAIL_1] likes the creamy foam, [EMAIL_2] does not')));
  for (const body of bodies) assert.doesNotMatch(body, DETAILS);
});

test('a study that collects says that what is sent has the details', async (t) => {
  const api = endpoint();
  const { page } = await visit(t, { site: { api, alter: { 'study.json': hiding({ collect: true }) } }, expected: [/Failed to load resource/] });
  await page.locator('dl.facts').getByText('What is sent still has them.').waitFor();
});
