// A Chromium, and what a respondent does in it.

import { createRequire } from 'node:module';

const require = createRequire(new URL('../../www/package.json', import.meta.url));
const { chromium } = require('playwright-core');
export const AXE = require.resolve('axe-core/axe.min.js');

const OPTIONS = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
  ],
};

let running;

/** The Chromium of this file. */
export async function chromiumOfThisFile() {
  running ??= chromium.launch(OPTIONS);
  return running;
}

/** Closes it. */
export const close = async () => (await running)?.close();

/** A Chromium of its own, with a profile on the disk, which a test may kill. */
export function chromiumWithProfile(folder) {
  return chromium.launchPersistentContext(folder, { ...OPTIONS, serviceWorkers: 'block' });
}

/** Notes every error and every request to another origin, in all pages of a context. */
export function watch(context, url) {
  const seen = { errors: [], elsewhere: [], requests: [] };
  const { origin } = new URL(url);
  context.on('request', (request) => {
    seen.requests.push(request.url());
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url())) seen.elsewhere.push(request.url());
  });
  context.on('console', (message) => message.type() === 'error' && seen.errors.push(message.text()));
  context.on('weberror', (error) => seen.errors.push(String(error.error())));
  return seen;
}

/** The question on the page. */
export const question = (page) => page.locator('.question');
/** The answer box. */
export const box = (page) => page.locator('.now textarea');

/** Ticks what there is to tick and begins. */
export async function begin(page) {
  await page.locator('[data-act=begin]').waitFor();
  const tick = page.locator('input[name=consent]');
  if (await tick.count()) await tick.check();
  await page.click('[data-act=begin]');
  await page.locator('textarea[data-box="answer-1"]').waitFor();
}

/** The number of the turn whose answer is awaited; 0 when none is. */
export async function turn(page) {
  const name = await page.evaluate(() =>
    document.querySelector('querent-interview').shadowRoot.querySelector('.now textarea')?.dataset.box);
  return Number(name?.split('-')[1] ?? 0);
}

/** Sends an answer and waits for what follows it. */
export async function answer(page, text) {
  const now = await turn(page);
  await box(page).fill(text);
  await box(page).press('Control+Enter');
  await page.locator(`textarea[data-box="answer-${now + 1}"], .last`).waitFor();
}

/** Deletes everything, and confirms it in place. */
export async function erase(page) {
  await page.click('.erase summary');
  await page.click('[data-act=erase]');
}

/** Answers of one person about oat milk. */
export const ANSWERS = [
  'Coffee, really. The barista one froths properly, so my flat white at home tastes like the one from the café.',
  'It makes the morning a small ritual, because I stand there, the milk hisses, and those ten minutes are mine.',
  'The calm. If I start calm, I am patient with everyone. When it is all rush I snap at people, and I hate that.',
  'Thin and sad. Now it is thick enough not to miss the real thing, and there is no added sugar, so the children can have it too.',
  'We sit down together for five minutes and I do not have to worry about what is in it, so I feel I am doing right by them.',
  'Just the price: it costs nearly twice what dairy costs, so I keep it for coffee. We still cook with cow’s milk.',
  'That I am not giving anything up. If it still feels like a treat, I keep at it without trying.',
];

/** What is on the device: the logs of all sessions, each an array of rows. */
export function stored(page) {
  return page.evaluate(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    if (!(await indexedDB.databases()).some(({ name }) => name === 'querent')) return undefined;
    const database = await done(indexedDB.open('querent'));
    const at = database.transaction(database.objectStoreNames);
    const read = async (store) => done(at.objectStore(store).getAll());
    const found = { sessions: await read('sessions'), log: await read('log'), drafts: await read('drafts'), studies: await read('studies') };
    database.close();
    return found;
  });
}

/** Lets a test step in before and after the engine hears an input, through two functions of the window. */
export const stepIn = {
  'engine/pkg/engine.js': (text) => `${text}
{
  const plain = Interview.prototype.handle;
  Interview.prototype.handle = function (input) {
    globalThis.beforeHandle?.(JSON.parse(input));
    const step = plain.call(this, input);
    globalThis.afterHandle?.(JSON.parse(input));
    return step;
  };
}
`,
};
