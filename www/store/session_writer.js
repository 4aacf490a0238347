// Writes one session to the store: knows which entries of its log are stored, and writes the others.

/** @import { Draft, LogRow, Store, StoredSession } from './index.js' */

export class SessionWriter {
  /** Number of settled rows in the store. */
  #settled = 0;
  #isStored;
  #store;
  #study;

  /**
   * @param {Store} store
   * @param {StoredSession} session
   * @param {string} study text of `study.json`, stored beside the session
   * @param {boolean} isStored whether the store has the session
   */
  constructor(store, session, study, isStored) {
    this.#store = store;
    this.session = session;
    this.#study = study;
    this.#isStored = isStored;
  }

  /** Makes this page the writer of the session, and reads it. `pending` is an input that the engine has not received. */
  async claim() {
    const { rows = [], draft = {} } = (await this.#store.claim(this.session.id, this.session.writer)) ?? {};
    const settled = rows.filter((row) => row.settled).map((row) => row.entry);
    this.#settled = settled.length;
    return { settled, pending: rows.find((row) => !row.settled)?.entry, draft };
  }

  /**
   * Writes the entries that the store lacks, those of a failed write included.
   * @param {string[]} log settled entries
   * @param {string | undefined} pending an input that the engine has not received
   * @param {number} answers number of answers in the log
   */
  async writeLog(log, pending, answers) {
    if (!this.#isStored) await this.#store.addSession(this.session, this.#study);
    this.#isStored = true;
    /** @type {LogRow[]} */
    const rows = log.slice(this.#settled).map((entry) => ({ entry, settled: true }));
    if (pending) rows.push({ entry: pending, settled: false });
    await this.#store.writeLog(this.session.id, this.session.writer, this.#settled, rows, answers);
    this.#settled = log.length;
  }

  /** @param {Draft} draft */
  async writeDraft(draft) {
    if (this.#isStored) await this.#store.writeDraft(this.session.id, this.session.writer, draft);
  }
}

/**
 * The record of a new session.
 * @param {Pick<StoredSession, 'slot' | 'hash' | 'head' | 'writer'>} fields
 * @returns {StoredSession}
 */
export function newSession(fields) {
  const now = Date.now();
  return { id: randomId(), ...fields, begun: now, touched: now, answers: 0, closed: false };
}

/** A unique id, also on a page without https. */
export function randomId() {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
}
