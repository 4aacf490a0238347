// Loads sessions from this device, from files and from the samples, all as items of the list.

import { openStore } from '../store/index.js';
import { OpenedStore } from './opened_store.js';
import { readSlice } from './session_files.js';
import { newestFirst } from './sessions.js';

/** @import { Store } from '../store/index.js' */
/** @import { Overview, Stage } from '../engine/types.d.ts' */
/** @import { Score } from './score_state.js' */
/** @import { FileResult, FileSlice } from './session_files.js' */
/** @import { Item, SessionSource } from './sessions.js' */
/** @import { WorkerClient } from './worker_client.js' */

/** A file, or a part of one, that was not added to the list. @typedef {{ name: string, problem: string }} FileProblem */

export class SessionSources {
  /** @type {Promise<Store> | undefined} */
  #store;

  #opened = new OpenedStore();

  /** @param {WorkerClient} worker */
  constructor(worker) {
    this.worker = worker;
  }

  /** The store of this device, opened once. */
  get #device() {
    this.#store ??= openStore();
    return this.#store;
  }

  /** Loads the sessions of this device. @returns {Promise<Item[]>} */
  async fromDevice() {
    const store = await this.#device;
    const [sessions, rows] = await Promise.all([store.all(), store.scores()]);
    /** @type {Item[]} */
    const items = [];
    for (const { id } of sessions) {
      // The store keeps the log; a replay gives the session file.
      const replay = async () => this.worker.replay(await store.file(id));
      try {
        const { overview } = await replay();
        const scores = /** @type {Array<Score & { session: string }>} */ (rows).filter(
          ({ session, entries }) => session === id && entries === overview.entries);
        items.push(itemOf('device', 'this device', overview, async () => (await replay()).text, { scores }));
      } catch {
        // The log has no entry yet, so there is nothing to show.
      }
    }
    return items;
  }

  /** Stores a score that this page made. @param {Item} item @param {Score} score */
  async keepScore({ id, source, overview }, score) {
    const row = { ...score, session: id, entries: overview.entries };
    if (source === 'device') await (await this.#device).score(row);
    else if (source !== 'server') await this.#opened.putScore(row);
  }

  /** Stores opened sessions, so that a reload shows them again. @param {Item[]} items */
  async keepOpened(items) {
    await this.#opened.put(items.flatMap(({ id, source, origin, slice }) =>
      (slice && (source === 'file' || source === 'sample') ? [{ id, source, name: origin, blob: slice.blob }] : [])));
  }

  /** Removes opened sessions from the store. The files are not changed. @param {string[]} ids */
  async forgetOpened(ids) {
    await this.#opened.remove(ids);
  }

  /**
   * Loads the sessions that were opened before the page was reloaded.
   * @param {(items: Item[], problems: FileProblem[]) => void} report
   */
  async fromEarlier(report) {
    const { rows, scores } = await this.#opened.all();
    if (!rows.length) return;
    const sources = new Map(rows.map(({ id, source }) => [id, source]));
    const files = rows.map(({ name, blob }) => new File([blob], name));
    await this.fromFiles(files, (items, problems) => report(items.map((item) => ({
      ...item, source: sources.get(item.id) ?? 'file',
      scores: newestFirst([...item.scores, ...scores.filter(({ session, entries }) => session === item.id && entries === item.overview.entries)]),
    })), problems)).result;
  }

  /** Deletes a session of this device. @param {string} id */
  async removeFromDevice(id) {
    await (await this.#device).remove(id);
  }

  /**
   * Reads the sessions in files.
   * @param {File[]} files
   * @param {(items: Item[], problems: FileProblem[], done: number) => void} report
   */
  fromFiles(files, report) {
    return this.worker.readFiles(files, ({ results, done }) => {
      /** @type {Item[]} */
      const items = [];
      const problems = [];
      for (const result of results) {
        if ('problem' in result) problems.push({ name: result.name, problem: result.problem });
        else items.push(fileItem(result, /** @type {File} */ (files[result.index])));
      }
      report(items, problems, done);
    });
  }

  /** Loads the sample sessions of this site; all are simulated. @returns {Promise<Item[]>} */
  async fromSamples() {
    const response = await fetch('samples.json');
    if (!response.ok) throw new Error('this site has no sample sessions; build it with `querent build`');
    const { studies, sessions } = await response.json();
    const texts = sessions.map((/** @type {{ study_hash: string }} */ session) =>
      JSON.stringify({ ...session, study: studies[session.study_hash] }));
    const files = texts.map((/** @type {string} */ text, /** @type {number} */ at) => new File([text], `sample ${at + 1}`));
    /** @type {Item[]} */
    const items = [];
    await this.fromFiles(files, (found) => items.push(...found)).result;
    return items.map((item) => ({ ...item, source: /** @type {SessionSource} */ ('sample'), origin: 'samples' }));
  }
}

/**
 * @param {SessionSource} source
 * @param {string} origin
 * @param {Overview} overview
 * @param {() => Promise<string>} read
 * @param {{ scores?: Score[], stages?: Stage[], slice?: FileSlice, readRecord?: () => Promise<string> }} [more]
 * @returns {Item}
 */
function itemOf(source, origin, overview, read, { scores = [], stages = [], slice, readRecord } = {}) {
  return {
    id: overview.session, source, origin, overview, scores: newestFirst(scores), stages, isWhole: true, isScoring: false, read, slice,
    async record() {
      // A record file is exported unchanged, unless this page has added a score.
      if (readRecord && this.scores.length === scores.length) return readRecord();
      return recordFile(await read(), this.scores, stages);
    },
  };
}

/** @param {Exclude<FileResult, { problem: string }>} result @param {File} file */
function fileItem({ name, start, end, isRecord, overview, scores, stages }, file) {
  const slice = { blob: start === 0 && end === file.size ? file : file.slice(start, end), isRecord };
  return itemOf('file', name, overview, () => readSlice(slice), { scores, stages, slice, readRecord: isRecord ? () => slice.blob.text() : undefined });
}

/** Wraps a session file in a record file. @param {string} session @param {Score[]} scores @param {Stage[]} stages */
function recordFile(session, scores, stages) {
  const rest = JSON.stringify({ stages, executions: [], interactions: [], scores: scores.slice().reverse().map(withoutPageFields) });
  return `{"record_format":1,"session":${session},${rest.slice(1)}`;
}

/** A score without the fields that only this page uses. @param {Score & { session?: string }} score */
function withoutPageFields({ measures, ceilings, entries, session, ...score }) {
  return score;
}
