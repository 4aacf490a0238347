// Stores the sessions that were opened from files and samples, with the scores this page made, so that a reload shows them again.
// The IndexedDB database belongs to the console. Without one, a reload forgets the sessions, and nothing else fails.

/** @import { Score } from './score_state.js' */

/** An opened session: the part of its file, with the name of the file. @typedef {{ id: string, source: 'file' | 'sample', name: string, blob: Blob }} OpenedRow */

/** A score with the session it belongs to. @typedef {Score & { session: string }} OpenedScore */

const NAME = 'querent-console';
const VERSION = 1;

export class OpenedStore {
  /** @type {Promise<IDBDatabase> | undefined} */
  #database;

  get #opened() {
    this.#database ??= open();
    return this.#database;
  }

  /** Every opened session, and every score. @returns {Promise<{ rows: OpenedRow[], scores: OpenedScore[] }>} */
  async all() {
    return this.#transact('readonly', async (table) => ({
      rows: await done(table('sessions').getAll()), scores: await done(table('scores').getAll()),
    }));
  }

  /** Adds or replaces sessions. @param {OpenedRow[]} rows */
  async put(rows) {
    if (!rows.length) return;
    await this.#transact('readwrite', async (table) => void rows.forEach((row) => table('sessions').put(row)));
  }

  /** Adds a score of an opened session. @param {OpenedScore} score */
  async putScore(score) {
    await this.#transact('readwrite', async (table) => {
      // A session that is removed while it is being scored leaves no score.
      if (await done(table('sessions').getKey(score.session))) table('scores').put(score);
    });
  }

  /** Removes sessions with their scores. @param {string[]} ids */
  async remove(ids) {
    if (!ids.length) return;
    await this.#transact('readwrite', async (table) => {
      for (const id of ids) {
        table('sessions').delete(id);
        for (const key of await done(table('scores').index('session').getAllKeys(id))) table('scores').delete(key);
      }
    });
  }

  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(table: (name: 'sessions' | 'scores') => IDBObjectStore) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async #transact(mode, work) {
    const transaction = (await this.#opened).transaction(['sessions', 'scores'], mode);
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([work((name) => transaction.objectStore(name)), ended]);
    return result;
  }
}

async function open() {
  const opening = indexedDB.open(NAME, VERSION);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('sessions', { keyPath: 'id' });
    opening.result.createObjectStore('scores', { keyPath: 'score_id' }).createIndex('session', 'session');
  };
  const database = await done(opening);
  database.onversionchange = () => database.close();
  return database;
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
