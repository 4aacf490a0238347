// Reads files and judges sessions beside the page, so that the page answers while a thousand files are read.

import { loadStudio } from '../engine/studio.js';
import { linesOf, partsOf, textOf } from './reading.js';
import { judge, settle } from './judging.js';

/** @import { BlobPart_, Read, Studio } from './types.d.ts' */

/** Files whose bytes are fetched at the same time. */
const AT_ONCE = 12;
/** Milliseconds between two reports on the way. */
const PAUSE = 60;

/** Jobs somebody called off. @type {Set<number>} */
const stopped = new Set();

/**
 * @typedef {{ job: number } & (
 *   | { do: 'read', files: File[] }
 *   | { do: 'judge', text?: string, part?: BlobPart_ }
 *   | { do: 'settle', text: string }
 *   | { do: 'methods', texts: string[] }
 *   | { do: 'stop' }
 * )} Order
 */

addEventListener('message', async (/** @type {MessageEvent<Order>} */ { data: order }) => {
  const { job } = order;
  if (order.do === 'stop') return void stopped.add(job);
  try {
    const studio = /** @type {Studio} */ (/** @type {unknown} */ (await loadStudio()));
    if (order.do === 'read') await readAll(job, order.files, studio);
    else if (order.do === 'settle') postMessage({ job, done: settle(studio, order.text) });
    else if (order.do === 'methods') postMessage({ job, done: studio.methods(order.texts) });
    else postMessage({ job, done: judge(studio, order.text ?? (await textOf(/** @type {BlobPart_} */ (order.part)))) });
  } catch (error) {
    const { message } = /** @type {{ message?: string }} */ (error ?? {});
    postMessage({ job, problem: message ?? String(error) });
  }
});

/**
 * @param {number} job
 * @param {File[]} files
 * @param {Studio} studio
 */
async function readAll(job, files, studio) {
  /** @type {Read[]} */
  let found = [];
  let told = performance.now();
  let done = 0;
  const report = () => {
    postMessage({ job, part: { found, done } });
    [found, told] = [[], performance.now()];
  };
  let next = 0;
  const work = async () => {
    for (let place = next++; place < files.length && !stopped.has(job); place = next++) {
      const file = /** @type {File} */ (files[place]);
      for await (const line of linesOf(file)) {
        if (stopped.has(job)) break;
        for (const read of partsOf(studio, line)) found.push({ place, name: file.name, ...read });
        if (performance.now() - told > PAUSE) report();
      }
      done++;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, files.length) }, work));
  report();
  postMessage({ job, done: stopped.delete(job) ? 'stopped' : 'read' });
}
