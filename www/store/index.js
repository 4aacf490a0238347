// What a respondent said, kept on their device. Sessions, their logs and drafts lie in IndexedDB; where that is refused
// or not wanted, the same face keeps nothing.
//
// A row of a log is settled once the engine has dealt with it; an input is stored unsettled before the engine hears it.
// Every write names its writer: whoever claimed the session last may write, all others are refused.

/** @import { Kept, Parcel, Row, Store } from './types.d.ts' */

/** Another writer has claimed the session. */
export class Superseded extends Error {}

const NAME = 'querent';
const VERSION = 2;
const STORES = ['sessions', 'log', 'drafts', 'studies', 'outbox', 'scores'];

/** Names the place in the store for a study. @param {string} address */
export function slotOf(address) {
  const { origin, pathname } = new URL(address, document.baseURI);
  return origin + pathname;
}

/** A store that keeps nothing. @type {Store} */
export const nowhere = {
  sessions: async () => [],
  all: async () => [],
  study: async () => undefined,
  begin: async () => {},
  claim: async () => ({ rows: [], draft: undefined }),
  write: async () => {},
  draft: async () => {},
  close: async () => {},
  settled: async () => [],
  file: async () => '',
  parcel: async () => undefined,
  parcels: async () => [],
  post: async () => {},
  scores: async () => [],
  score: async () => {},
  remove: async () => {},
  withdraw: async () => {},
  clear: async () => {},
};

/**
 * The store of this device.
 * @returns {Promise<Store>}
 */
export async function openStore() {
  const opening = indexedDB.open(NAME, VERSION);
  opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening.result, oldVersion);
  const database = await done(opening);
  database.onversionchange = () => database.close();
  return face(database);
}

/**
 * Adds what a database of an earlier version lacks; what lies in it stays as it is.
 * @param {IDBDatabase} database
 * @param {number} from version it has; 0: it is new
 */
function upgrade(database, from) {
  if (from < 1) {
    database.createObjectStore('sessions', { keyPath: 'id' }).createIndex('slot', 'slot');
    database.createObjectStore('log');
    database.createObjectStore('drafts');
    database.createObjectStore('studies');
  }
  if (from < 2) {
    database.createObjectStore('outbox', { keyPath: 'session' });
    database.createObjectStore('scores', { keyPath: 'score_id' }).createIndex('session', 'session');
  }
}

/**
 * @param {IDBDatabase} database
 * @returns {Store}
 */
function face(database) {
  /**
   * Runs `work` in one transaction: all of it is kept, or nothing.
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(at: (store: string) => IDBObjectStore) => Promise<T>} work
   * @returns {Promise<T>}
   */
  const run = async (mode, work) => {
    const transaction = database.transaction(STORES, mode, { durability: 'strict' });
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    ended.catch(() => {});
    try {
      const result = await work((store) => transaction.objectStore(store));
      await ended;
      return result;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended already.
      }
      throw error;
    }
  };

  /**
   * @param {IDBObjectStore} sessions
   * @param {string} id
   * @param {string} writer
   * @returns {Promise<Kept>}
   */
  const mine = async (sessions, id, writer) => {
    const kept = await done(sessions.get(id));
    if (kept?.writer !== writer) throw new Superseded();
    return kept;
  };

  return {
    sessions: (slot) =>
      run('readonly', async (at) => {
        /** @type {Kept[]} */
        const found = await done(at('sessions').index('slot').getAll(slot));
        return found.sort((a, b) => b.begun - a.begun);
      }),

    all: () =>
      run('readonly', async (at) => {
        /** @type {Kept[]} */
        const found = await done(at('sessions').getAll());
        return found.sort((a, b) => b.begun - a.begun);
      }),

    study: (hash) => run('readonly', (at) => done(at('studies').get(hash))),

    begin: (kept, study) =>
      run('readwrite', async (at) => {
        await done(at('sessions').put(kept));
        await done(at('studies').put(study, kept.hash));
      }),

    claim: (id, writer) =>
      run('readwrite', async (at) => {
        const kept = await done(at('sessions').get(id));
        await done(at('sessions').put({ ...kept, writer }));
        return { rows: await done(at('log').getAll(rows(id))), draft: await done(at('drafts').get(id)) };
      }),

    write: (id, writer, from, entries, answers) =>
      run('readwrite', async (at) => {
        const kept = await mine(at('sessions'), id, writer);
        await done(at('log').delete(rows(id, from)));
        for (const [place, row] of entries.entries()) await done(at('log').put(row, [id, from + place]));
        await done(at('sessions').put({ ...kept, touched: Date.now(), answers }));
      }),

    draft: (id, writer, draft) =>
      run('readwrite', async (at) => {
        await mine(at('sessions'), id, writer);
        await done(at('drafts').put(draft, id));
      }),

    close: (id) =>
      run('readwrite', async (at) => {
        const kept = await done(at('sessions').get(id));
        if (kept) await done(at('sessions').put({ ...kept, closed: true }));
      }),

    settled: (id) =>
      run('readonly', async (at) => {
        /** @type {Row[]} */
        const log = await done(at('log').getAll(rows(id)));
        return log.filter((row) => row.settled).map((row) => row.entry);
      }),

    file: (id) =>
      run('readonly', async (at) => {
        /** @type {Kept} */
        const kept = await done(at('sessions').get(id));
        /** @type {Row[]} */
        const log = await done(at('log').getAll(rows(id)));
        const study = await done(at('studies').get(kept.hash));
        const head = JSON.stringify(kept.head).slice(1, -1);
        return `{${head},"study":${study},"study_hash":"${kept.hash}","log":[${log.map((row) => row.entry).join()}]}`;
      }),

    parcel: (session) => run('readonly', (at) => done(at('outbox').get(session))),

    parcels: () => run('readonly', (at) => done(at('outbox').getAll())),

    post: (session, change) =>
      run('readwrite', async (at) => {
        /** @type {Parcel | undefined} */
        const parcel = await done(at('outbox').get(session));
        // What is being deleted stays so: a late word of an upload does not bring it back.
        if (change === undefined) await done(at('outbox').delete(session));
        else if (!parcel?.deleting) await done(at('outbox').put({ have: 0, hash: '', ...parcel, ...change, session }));
      }),

    scores: () => run('readonly', (at) => done(at('scores').getAll())),

    score: (row) =>
      run('readwrite', async (at) => {
        // A session may be deleted while it is being scored; its score goes with it.
        if (await done(at('sessions').getKey(row.session))) await done(at('scores').put(row));
      }),

    remove: (id) =>
      run('readwrite', async (at) => {
        await remove(at, id);
        await forget(at('outbox'), id);
      }),

    withdraw: (id) =>
      run('readwrite', async (at) => {
        await remove(at, id);
        /** @type {Parcel | undefined} */
        const parcel = await done(at('outbox').get(id));
        if (parcel?.token) await done(at('outbox').put({ ...parcel, deleting: true }));
        else await done(at('outbox').delete(id));
      }),

    clear: () =>
      run('readwrite', async (at) => {
        for (const store of STORES) if (store !== 'outbox') await done(at(store).clear());
        for (const session of await done(at('outbox').getAllKeys())) await forget(at('outbox'), session);
      }),
  };
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

/**
 * Deletes what is kept of a session.
 * @param {(store: string) => IDBObjectStore} at
 * @param {string} id
 */
async function remove(at, id) {
  const kept = await done(at('sessions').get(id));
  for (const store of ['sessions', 'drafts']) await done(at(store).delete(id));
  await done(at('log').delete(rows(id)));
  for (const score of await done(at('scores').index('session').getAllKeys(id))) await done(at('scores').delete(score));
  /** @type {Kept[]} */
  const others = await done(at('sessions').getAll());
  if (kept && !others.some((other) => other.hash === kept.hash)) await done(at('studies').delete(kept.hash));
}

/**
 * A session goes out of the outbox, unless the respondent wants it deleted at the endpoint and that has not gone through.
 * @param {IDBObjectStore} outbox
 * @param {IDBValidKey} session
 */
async function forget(outbox, session) {
  /** @type {Parcel | undefined} */
  const parcel = await done(outbox.get(session));
  if (!parcel?.deleting) await done(outbox.delete(session));
}

/**
 * The rows of a session from a place on.
 * @param {string} id
 */
function rows(id, from = 0) {
  return IDBKeyRange.bound([id, from], [id, Infinity]);
}
