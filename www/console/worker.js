// The console's worker: reads files and scores sessions, so that the page stays responsive.

import { loadStudio } from '../engine/studio.js';
import { parseSlice, readSlice, splitFile } from './session_files.js';
import { replaySession, scoreByRules } from './rule_score.js';

/** @import { StudioPackage } from '../engine/studio.js' */
/** @import { FileResult, FileSlice } from './session_files.js' */

/** Files read at the same time. */
const CONCURRENT_FILES = 12;
/** Least time between two partial results, in milliseconds. */
const REPORT_INTERVAL = 60;

/** Ids of stopped requests. @type {Set<number>} */
const stopped = new Set();

/**
 * @typedef {{ id: number } & (
 *   | { task: 'read', files: File[] }
 *   | { task: 'score', text?: string, slice?: FileSlice }
 *   | { task: 'replay', text: string }
 *   | { task: 'methods', texts: string[] }
 *   | { task: 'stop' }
 * )} WorkerRequest
 */

addEventListener('message', async (/** @type {MessageEvent<WorkerRequest>} */ { data: request }) => {
  const { id } = request;
  if (request.task === 'stop') return void stopped.add(id);
  try {
    const studio = /** @type {StudioPackage} */ (/** @type {unknown} */ (await loadStudio()));
    postMessage({ id, result: await run(request, studio) });
  } catch (error) {
    const { message } = /** @type {{ message?: string }} */ (error ?? {});
    postMessage({ id, problem: message ?? String(error) });
  }
});

/** @param {Exclude<WorkerRequest, { task: 'stop' }>} request @param {StudioPackage} studio */
async function run(request, studio) {
  switch (request.task) {
    case 'read':
      return readFiles(request.id, request.files, studio);
    case 'score':
      return scoreByRules(studio, request.text ?? (await readSlice(/** @type {FileSlice} */ (request.slice))));
    case 'replay':
      return replaySession(studio, request.text);
    case 'methods':
      return studio.methods(request.texts);
  }
}

/**
 * Reads files and posts partial results. Returns whether it was stopped.
 * @param {number} id
 * @param {File[]} files
 * @param {StudioPackage} studio
 * @returns {Promise<'stopped' | 'read'>}
 */
async function readFiles(id, files, studio) {
  /** @type {FileResult[]} */
  let results = [];
  let reportedAt = performance.now();
  let done = 0;
  let next = 0;
  const report = () => {
    postMessage({ id, part: { results, done } });
    [results, reportedAt] = [[], performance.now()];
  };
  const readNext = async () => {
    for (let index = next++; index < files.length && !stopped.has(id); index = next++) {
      const file = /** @type {File} */ (files[index]);
      for await (const slice of splitFile(file)) {
        if (stopped.has(id)) break;
        results.push({ index, name: file.name, ...parseSlice(studio, slice) });
        if (performance.now() - reportedAt > REPORT_INTERVAL) report();
      }
      done++;
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_FILES, files.length) }, readNext));
  report();
  return stopped.delete(id) ? 'stopped' : 'read';
}
