// The worker's face: orders go out, reports come back, work can be stopped.

/** @import { BlobPart_, Judged, Read } from './types.d.ts' */

/** @type {Worker | undefined} */
let worker;
let jobs = 0;
/** @type {Map<number, { part?: (part: any) => void, resolve: (value: any) => void, reject: (error: Error) => void }>} */
const open = new Map();

function theWorker() {
  if (worker) return worker;
  worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'querent-desk' });
  worker.addEventListener('message', ({ data }) => {
    const job = open.get(data.job);
    if ('part' in data) return job?.part?.(data.part);
    open.delete(data.job);
    if ('problem' in data) job?.reject(new Error(data.problem));
    else job?.resolve(data.done);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of open.values()) reject(new Error('what reads sessions could not be loaded; reload the page'));
    open.clear();
    worker = undefined;
  });
  return worker;
}

/** @param {object} order @param {(part: any) => void} [part] */
function ask(order, part) {
  const job = ++jobs;
  const result = new Promise((resolve, reject) => {
    open.set(job, { part, resolve, reject });
    theWorker().postMessage({ ...order, job });
  });
  return { result, stop: () => worker?.postMessage({ do: 'stop', job }) };
}

/**
 * Reads files. Resolves to whether it went to the end.
 * @param {File[]} files
 * @param {(part: { found: Read[], done: number }) => void} report
 */
export function readFiles(files, report) {
  return ask({ do: 'read', files }, report);
}

/** Has the rules judge a session. @param {{ text?: string, part?: BlobPart_ }} session @returns {Promise<Judged>} */
export function judged(session) {
  return ask({ do: 'judge', ...session }).result;
}

/**
 * A log as the device keeps it, with what it came to.
 * @param {string} text
 * @returns {Promise<{ text: string, overview: import('./types.d.ts').Overview }>}
 */
export function settled(text) {
  return ask({ do: 'settle', text }).result;
}

/**
 * A methods paragraph and a citation for sessions.
 * @param {string[]} texts session files or record files
 * @returns {Promise<{ paragraph: string, citation: string }>}
 */
export function methodsOf(texts) {
  return ask({ do: 'methods', texts }).result;
}
