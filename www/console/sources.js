// Where sessions come from besides a server: this device, files, samples. Each gives items of the same shape.

import { openStore } from '../store/index.js';
import { readFiles, settled } from './desk.js';
import { newestFirst } from './sessions.js';

/** @import { Store } from '../store/types.d.ts' */
/** @import { BlobPart_, Item, Read, Score, Source, Stage } from './types.d.ts' */

/** A record file around a session file. @param {string} session @param {Score[]} scores @param {Stage[]} stages */
export function recordOf(session, scores, stages) {
  const rest = JSON.stringify({ stages, executions: [], interactions: [], scores: scores.slice().reverse().map(plain) });
  return `{"record_format":1,"session":${session},${rest.slice(1)}`;
}

/** A score without what only this page knows of it. @param {Score & { session?: string }} score */
function plain({ measures, ceilings, entries, session, ...score }) {
  return score;
}

/**
 * @param {Source} source
 * @param {string} origin
 * @param {import('./types.d.ts').Overview} overview
 * @param {() => Promise<string>} read
 * @param {{ scores?: Score[], stages?: Stage[], blob?: BlobPart_, whole?: () => Promise<string> }} [more]
 * @returns {Item}
 */
export function itemOf(source, origin, overview, read, { scores = [], stages = [], blob, whole } = {}) {
  /** @type {Item} */
  const item = {
    id: overview.session, source, origin, overview, scores: newestFirst(scores), stages, isWhole: true, isScoring: false, read, blob,
    async record() {
      // What was made of the session elsewhere is handed on as it is, unless this page has added to it.
      if (whole && this.scores.length === scores.length) return whole();
      return recordOf(await read(), this.scores, stages);
    },
  };
  return item;
}

/** @type {Promise<Store> | undefined} */
let opening;

/** The store of this device. */
export function theStore() {
  opening ??= openStore();
  return opening;
}

/** The sessions of this device. @returns {Promise<Item[]>} */
export async function fromDevice() {
  const store = await theStore();
  const [sessions, rows] = await Promise.all([store.all(), store.scores()]);
  /** @type {Item[]} */
  const items = [];
  for (const { id } of sessions) {
    try {
      // The store keeps the log alone; what it came to is read off by replaying it.
      const read = async () => (await settled(await store.file(id))).text;
      const { overview } = await settled(await store.file(id));
      const scores = /** @type {Array<Score & { session: string }>} */ (rows).filter(
        ({ session, entries }) => session === id && entries === overview.entries);
      items.push(itemOf('device', 'this device', overview, read, { scores }));
    } catch {
      // A session that never came to its first entry; there is nothing to show of it.
    }
  }
  return items;
}

/** Keeps a score of a session of this device. @param {Item} item @param {Score} score */
export async function keepScore({ id, source, overview }, score) {
  if (source !== 'device') return;
  await (await theStore()).score({ ...score, session: id, .../** @type {object} */ ({ entries: overview.entries }) });
}

/**
 * The sessions in files.
 * @param {File[]} files
 * @param {(items: Item[], problems: Array<{ name: string, problem: string }>, done: number) => void} report
 */
export function fromFiles(files, report) {
  return readFiles(files, ({ found, done }) => {
    const [items, problems] = [[], []].map(() => /** @type {any[]} */ ([]));
    for (const read of found) {
      if ('problem' in read) problems?.push({ name: read.name, problem: read.problem });
      else items?.push(fromRead(read, /** @type {File} */ (files[read.place])));
    }
    report(items ?? [], problems ?? [], done);
  });
}

/** @param {Exclude<Read, { problem: string }>} read @param {File} file */
function fromRead({ name, start, end, isRecord, overview, scores, stages }, file) {
  const blob = { blob: start === 0 && end === file.size ? file : file.slice(start, end), isRecord };
  const read = async () => {
    const text = await blob.blob.text().catch(() => {
      throw new Error(`${name} cannot be read any more; it may have been moved or changed. Open it again`);
    });
    return isRecord ? JSON.stringify(JSON.parse(text).session) : text;
  };
  return itemOf('file', name, overview, read, { scores, stages, blob, whole: isRecord ? () => blob.blob.text() : undefined });
}

/** The sample sessions of this site; simulated, all of them. @returns {Promise<Item[]>} */
export async function fromSamples() {
  const response = await fetch('samples.json');
  if (!response.ok) throw new Error('this site has no sample sessions; build it with `querent build`');
  const { studies, sessions } = await response.json();
  const texts = sessions.map((/** @type {{ study_hash: string }} */ session) =>
    JSON.stringify({ ...session, study: studies[session.study_hash] }));
  const files = texts.map((/** @type {string} */ text, /** @type {number} */ at) => new File([text], `sample ${at + 1}`));
  /** @type {Item[]} */
  const items = [];
  await fromFiles(files, (found) => items.push(...found)).result;
  return items.map((item) => ({ ...item, source: /** @type {Source} */ ('sample'), origin: 'samples' }));
}
