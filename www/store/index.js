// The store of a device: sessions with their logs, drafts and studies, uploads, and scores. It is an IndexedDB database;
// without one the store keeps nothing, and reads as empty.
//
// A log row is settled once the engine has processed its entry. An input is stored unsettled before the engine receives it.
// A session has one writer, which is the page that claimed it last. Writes of other pages are refused with `Superseded`.

/**
 * A session of this device.
 * @typedef {object} StoredSession
 * @property {string} id
 * @property {string} slot address of the study; one session of a slot is open at a time
 * @property {string} hash of the study
 * @property {object} head `format` and `versions` of the session file
 * @property {number} begun milliseconds since the epoch
 * @property {number} touched time of the last change, in milliseconds since the epoch
 * @property {number} answers
 * @property {boolean} closed whether it is set aside for a new session
 * @property {string} writer id of the page that may write
 */

/** Texts of the boxes by name of the box. @typedef {Record<string, string>} Draft */

/** @typedef {{ entry: string, settled: boolean }} LogRow */

/**
 * The upload of a session to an endpoint that collects.
 * @typedef {object} UploadRecord
 * @property {string} session
 * @property {string} base address of the endpoint, with a slash at its end
 * @property {string} study id of the study
 * @property {string} study_hash
 * @property {string} [token] appends to the session at the endpoint and deletes it; absent before it is opened there
 * @property {string} [name] name of the session at the endpoint
 * @property {string} [pass] token for model calls
 * @property {boolean} [isAnew] whether the endpoint has to choose another name
 * @property {string} [code] deletes the session at the endpoint
 * @property {number} have number of entries at the endpoint
 * @property {string} hash chain hash over them
 * @property {boolean} [over] whether the interview has ended
 * @property {number} [finished] number of entries when the endpoint finished the session
 * @property {boolean} [deleting] deleted on the device, not yet at the endpoint
 * @property {string} [refused] why the endpoint refused the session for good
 */

/** A score as the console stores it. @typedef {{ score_id: string, session: string }} StoredScore */

/** @typedef {(name: string) => IDBObjectStore} Tables */

/** Another page has claimed the session. */
export class Superseded extends Error {}

const NAME = 'querent';
const VERSION = 2;
const TABLES = ['sessions', 'log', 'drafts', 'studies', 'outbox', 'scores'];

/** The slot of a study. @param {string} address */
export function slotOf(address) {
  const { origin, pathname } = new URL(address, document.baseURI);
  return origin + pathname;
}

/** Opens the store of this device. */
export async function openStore() {
  const opening = indexedDB.open(NAME, VERSION);
  opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening.result, oldVersion);
  const database = await done(opening);
  database.onversionchange = () => database.close();
  return new Store(database);
}

/**
 * Adds the tables that an earlier version lacks.
 * @param {IDBDatabase} database
 * @param {number} from its version; 0: it is new
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

export class Store {
  #database;

  /** @param {IDBDatabase} [database] without one the store keeps nothing */
  constructor(database) {
    this.#database = database;
  }

  // Sessions

  /** Sessions of a slot, newest first. @param {string} slot */
  sessions(slot) {
    return this.#read([], async (at) => newestFirst(await done(at('sessions').index('slot').getAll(slot))));
  }

  /** Every session of this device, newest first. */
  all() {
    return this.#read([], async (at) => newestFirst(await done(at('sessions').getAll())));
  }

  /** Text of the study with this hash. @param {string} hash @returns {Promise<string | undefined>} */
  study(hash) {
    return this.#read(undefined, (at) => done(at('studies').get(hash)));
  }

  /** Adds a session. @param {StoredSession} session @param {string} study text of `study.json` */
  addSession(session, study) {
    return this.#write(async (at) => {
      await done(at('sessions').put(session));
      await done(at('studies').put(study, session.hash));
    });
  }

  /**
   * Makes `writer` the writer of a session.
   * @param {string} id
   * @param {string} writer
   * @returns {Promise<{ rows: LogRow[], draft: Draft | undefined } | undefined>} what is stored of the session
   */
  claim(id, writer) {
    return this.#write(async (at) => {
      const session = await done(at('sessions').get(id));
      await done(at('sessions').put({ ...session, writer }));
      return { rows: await done(at('log').getAll(rows(id))), draft: await done(at('drafts').get(id)) };
    });
  }

  /**
   * Replaces the rows of a log from a position on.
   * @param {string} id
   * @param {string} writer
   * @param {number} from
   * @param {LogRow[]} entries
   * @param {number} answers number of answers in the log
   */
  writeLog(id, writer, from, entries, answers) {
    return this.#write(async (at) => {
      const session = await sessionOf(at('sessions'), id, writer);
      await done(at('log').delete(rows(id, from)));
      for (const [place, row] of entries.entries()) await done(at('log').put(row, [id, from + place]));
      await done(at('sessions').put({ ...session, touched: Date.now(), answers }));
    });
  }

  /** @param {string} id @param {string} writer @param {Draft} draft */
  writeDraft(id, writer, draft) {
    return this.#write(async (at) => {
      await sessionOf(at('sessions'), id, writer);
      await done(at('drafts').put(draft, id));
    });
  }

  /** Sets a session aside. @param {string} id */
  setAside(id) {
    return this.#write(async (at) => {
      const session = await done(at('sessions').get(id));
      if (session) await done(at('sessions').put({ ...session, closed: true }));
    });
  }

  /** Settled entries of a log, each a JSON text. @param {string} id */
  settledEntries(id) {
    return this.#read([], async (at) => {
      /** @type {LogRow[]} */
      const log = await done(at('log').getAll(rows(id)));
      return log.filter((row) => row.settled).map((row) => row.entry);
    });
  }

  /** The session file, JSON text. @param {string} id */
  file(id) {
    return this.#read('', async (at) => {
      /** @type {StoredSession} */
      const session = await done(at('sessions').get(id));
      /** @type {LogRow[]} */
      const log = await done(at('log').getAll(rows(id)));
      const study = await done(at('studies').get(session.hash));
      const head = JSON.stringify(session.head).slice(1, -1);
      return `{${head},"study":${study},"study_hash":"${session.hash}","log":[${log.map((row) => row.entry).join()}]}`;
    });
  }

  /** Deletes a session from this device, with its scores. An endpoint keeps its copy. @param {string} id */
  remove(id) {
    return this.#write(async (at) => {
      await removeSession(at, id);
      await removeUpload(at('outbox'), id);
    });
  }

  /** Deletes a session from this device, and marks its upload for deletion at the endpoint. @param {string} id */
  withdraw(id) {
    return this.#write(async (at) => {
      await removeSession(at, id);
      /** @type {UploadRecord | undefined} */
      const upload = await done(at('outbox').get(id));
      if (upload?.token) await done(at('outbox').put({ ...upload, deleting: true }));
      else await done(at('outbox').delete(id));
    });
  }

  /** Deletes everything from this device except uploads that are marked for deletion. */
  clear() {
    return this.#write(async (at) => {
      for (const name of TABLES) if (name !== 'outbox') await done(at(name).clear());
      for (const session of await done(at('outbox').getAllKeys())) await removeUpload(at('outbox'), session);
    });
  }

  // Uploads

  /** @param {string} session @returns {Promise<UploadRecord | undefined>} */
  upload(session) {
    return this.#read(undefined, (at) => done(at('outbox').get(session)));
  }

  /** Every upload. @returns {Promise<UploadRecord[]>} */
  uploads() {
    return this.#read([], (at) => done(at('outbox').getAll()));
  }

  /** Changes the record of an upload. @param {string} session @param {Partial<UploadRecord> | undefined} change undefined: deletes the record */
  saveUpload(session, change) {
    return this.#write(async (at) => {
      /** @type {UploadRecord | undefined} */
      const upload = await done(at('outbox').get(session));
      // A record that is marked for deletion stays so: a late answer to an upload does not change it.
      if (change === undefined) await done(at('outbox').delete(session));
      else if (!upload?.deleting) await done(at('outbox').put({ have: 0, hash: '', ...upload, ...change, session }));
    });
  }

  // Scores

  /** Scores of every session of this device. @returns {Promise<StoredScore[]>} */
  scores() {
    return this.#read([], (at) => done(at('scores').getAll()));
  }

  /** Adds the score of a session. @param {StoredScore} score */
  score(score) {
    return this.#write(async (at) => {
      // A session that is deleted while it is being scored leaves no score.
      if (await done(at('sessions').getKey(score.session))) await done(at('scores').put(score));
    });
  }

  /**
   * @template T
   * @param {T} empty result without a database
   * @param {(at: Tables) => Promise<T>} work
   */
  async #read(empty, work) {
    return this.#database ? transact(this.#database, 'readonly', work) : empty;
  }

  /** @template T @param {(at: Tables) => Promise<T>} work */
  async #write(work) {
    return this.#database ? transact(this.#database, 'readwrite', work) : undefined;
  }
}

/**
 * Runs `work` in one transaction, which is stored whole or not at all.
 * @template T
 * @param {IDBDatabase} database
 * @param {IDBTransactionMode} mode
 * @param {(at: Tables) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function transact(database, mode, work) {
  const transaction = database.transaction(TABLES, mode, { durability: 'strict' });
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  ended.catch(() => {});
  try {
    const result = await work((name) => transaction.objectStore(name));
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

/** @param {StoredSession[]} sessions */
function newestFirst(sessions) {
  return sessions.sort((a, b) => b.begun - a.begun);
}

/**
 * A session, if `writer` may write it.
 * @param {IDBObjectStore} sessions
 * @param {string} id
 * @param {string} writer
 * @returns {Promise<StoredSession>}
 */
async function sessionOf(sessions, id, writer) {
  const session = await done(sessions.get(id));
  if (session?.writer !== writer) throw new Superseded();
  return session;
}

/** Deletes a session with everything that belongs to it alone. @param {Tables} at @param {string} id */
async function removeSession(at, id) {
  const session = await done(at('sessions').get(id));
  for (const name of ['sessions', 'drafts']) await done(at(name).delete(id));
  await done(at('log').delete(rows(id)));
  for (const score of await done(at('scores').index('session').getAllKeys(id))) await done(at('scores').delete(score));
  /** @type {StoredSession[]} */
  const others = await done(at('sessions').getAll());
  if (session && !others.some((other) => other.hash === session.hash)) await done(at('studies').delete(session.hash));
}

/** Deletes an upload unless it is marked for deletion at the endpoint. @param {IDBObjectStore} outbox @param {IDBValidKey} session */
async function removeUpload(outbox, session) {
  /** @type {UploadRecord | undefined} */
  const upload = await done(outbox.get(session));
  if (!upload?.deleting) await done(outbox.delete(session));
}

/** Keys of the rows of a session from a position on. @param {string} id */
function rows(id, from = 0) {
  return IDBKeyRange.bound([id, from], [id, Infinity]);
}
