// A thousand sessions: how long until they are listed, until one is open, what it takes. The figures are printed; what is
// asserted is that everything is there, that the page answers meanwhile, and that long work can be stopped.

import assert from 'node:assert/strict';
import test from 'node:test';
import { visit } from './harness.mjs';
import { sampleSessions } from './researcher.mjs';

const MANY = 1000;

/** Makes files of the samples inside the page: as texts they would not fit through the wire of the test. */
async function prepare(page, many) {
  const templates = (await sampleSessions()).map((session) => JSON.stringify(session).replaceAll(session.log[0].session, '§id§'));
  await page.evaluate(({ templates, many }) => {
    const data = new DataTransfer();
    let bytes = 0;
    for (let n = 0; n < many; n++) {
      const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      const file = new File([templates[n % templates.length].replaceAll('§id§', id)], `${id}.json`, { type: 'application/json' });
      bytes += file.size;
      data.items.add(file);
    }
    globalThis.dropped = { data, bytes };
  }, { templates, many });
}

/** Drops them; returns when all are listed, with the longest time the page did not answer. */
async function dropAll(page, many) {
  return page.evaluate(async (many) => {
    let longest = 0;
    let last = performance.now();
    let isOver = false;
    const beat = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      if (!isOver) setTimeout(beat);
    };
    const start = performance.now();
    setTimeout(beat);
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: globalThis.dropped.data, bubbles: true, cancelable: true }));
    while (globalThis.querent.sessions.size < many) await new Promise((frame) => setTimeout(frame, 5));
    isOver = true;
    return { listed: performance.now() - start, longest, bytes: globalThis.dropped.bytes };
  }, many);
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

test('a thousand files are listed while the page answers, and scroll, open and sort', async (t) => {
  const { page, context } = await visit(t, { path: 'console.html' });
  await page.locator('#empty').waitFor();
  await prepare(page, MANY);
  const heap = async () => {
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize;
  };
  const before = await heap();
  const { listed, longest, bytes } = await dropAll(page, MANY);
  await page.getByText('1,000 sessions', { exact: true }).waitFor();
  assert.ok(await page.locator('.row').count() < 60, 'only what is in sight is on the page');
  const opened = await page.evaluate(async () => {
    const start = performance.now();
    document.querySelector('.row a').click();
    while (!document.querySelector('.session-view')?.shadowRoot?.querySelector('.desk:not([hidden])')) await new Promise((frame) => setTimeout(frame, 5));
    return performance.now() - start;
  });
  const scrolled = await page.evaluate(async () => {
    const box = document.querySelector('.scroller');
    const frames = [];
    let last = performance.now();
    for (let top = 0; top < box.scrollHeight; top += 1500) {
      box.scrollTop = top;
      await new Promise(requestAnimationFrame);
      frames.push(performance.now() - last);
      last = performance.now();
    }
    frames.sort((a, b) => a - b);
    return { median: frames[frames.length >> 1], p95: frames[Math.floor(frames.length * 0.95)], rows: document.querySelectorAll('.row').length };
  });
  assert.ok(scrolled.rows > 5);
  const sorted = await page.evaluate(async () => {
    const start = performance.now();
    const select = document.querySelector('.find select');
    select.value = 'words desc';
    select.dispatchEvent(new Event('change'));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - start;
  });
  const scoring = await page.evaluate(async () => {
    const done = () => globalThis.querent.sessions.all.filter(({ scores }) => scores.length).length;
    const [start, from] = [performance.now(), done()];
    while (performance.now() - start < 3000) await new Promise((frame) => setTimeout(frame, 50));
    return ((done() - from) / (performance.now() - start)) * 1000;
  });
  const after = await heap();
  console.log(`${MANY} files, ${megabytes(bytes)}: listed in ${(listed / 1000).toFixed(2)} s, longest pause of the page ${longest.toFixed(0)} ms; one opened in ${opened.toFixed(0)} ms; `
    + `scrolling ${scrolled.median.toFixed(1)} ms a frame (p95 ${scrolled.p95.toFixed(1)}); sorted in ${sorted.toFixed(0)} ms; ${scoring.toFixed(0)} scored a second beside it; `
    + `heap of the page ${megabytes(before)} before, ${megabytes(after)} after`);
});

test('reading many files can be stopped, and what was read stays', async (t) => {
  const { page } = await visit(t, { path: 'console.html' });
  await page.locator('#empty').waitFor();
  await prepare(page, MANY);
  await page.evaluate(() => document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: globalThis.dropped.data, bubbles: true, cancelable: true })));
  await page.waitForFunction(() => globalThis.querent.sessions.size > 20);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/^Stopped\. [\d,]+ sessions read so far\.$/).waitFor();
  const read = await page.evaluate(() => globalThis.querent.sessions.size);
  assert.ok(read > 20 && read < MANY, `${read} were read`);
  assert.equal(Number((/[\d,]+/.exec(await page.getByText(/^Stopped/).textContent()))[0].replace(',', '')), read);
});
