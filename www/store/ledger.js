// One session in the store: what of its log lies there already, and what is still to be written.

/** @import { Draft, Kept, Row, Store } from './types.d.ts' */

export class Ledger {
  /** Rows that lie in the store settled. */
  #settled = 0;
  #isKnown;

  /**
   * @param {Store} store
   * @param {Kept} kept
   * @param {string} study text of `study.json`, kept beside the session
   * @param {boolean} isKnown whether the store knows the session already
   */
  constructor(store, kept, study, isKnown) {
    this.store = store;
    this.kept = kept;
    this.study = study;
    this.#isKnown = isKnown;
  }

  /** Makes this the writer of the session; whoever was before is refused from now on. */
  async claim() {
    const { rows, draft = {} } = await this.store.claim(this.kept.id, this.kept.writer);
    const settled = rows.filter((row) => row.settled).map((row) => row.entry);
    this.#settled = settled.length;
    return { settled, pending: rows.find((row) => !row.settled)?.entry, draft };
  }

  /**
   * Writes what the store lacks of the log. What an earlier write failed to store goes with it.
   * @param {string[]} log settled entries
   * @param {string | undefined} pending an input the engine has not heard
   * @param {number} answers
   */
  async write(log, pending, answers) {
    if (!this.#isKnown) await this.store.begin(this.kept, this.study);
    this.#isKnown = true;
    /** @type {Row[]} */
    const rows = log.slice(this.#settled).map((entry) => ({ entry, settled: true }));
    if (pending) rows.push({ entry: pending, settled: false });
    await this.store.write(this.kept.id, this.kept.writer, this.#settled, rows, answers);
    this.#settled = log.length;
  }

  /** @param {Draft} draft */
  async draft(draft) {
    if (this.#isKnown) await this.store.draft(this.kept.id, this.kept.writer, draft);
  }
}
