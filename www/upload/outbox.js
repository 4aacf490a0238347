// Everything of this device that an endpoint still has to receive or to delete: the current session, sessions set aside,
// and deletions. The outbox tries after every step of the interview, when the page opens, and when the network or the
// respondent comes back. After a failure it waits, longer each time.

import { deleteUploaded, SessionUpload, Unreached } from './session_upload.js';

/** @import { EndpointAnswer } from '../models/endpoint_client.js' */
/** @import { Store, UploadRecord } from '../store/index.js' */

/** Where the answers are. After the respondent deleted them: whether the endpoint has deleted them too. @typedef {'sending' | 'not_sent' | 'sent' | 'deleting' | 'deleted'} UploadStatus */

/** First and longest wait before the next try, in milliseconds. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 300_000;

/** The tab that holds this lock uploads the sessions that no tab conducts. */
const LOCK = 'querent outbox';

export class Outbox {
  /** The current session. @type {SessionUpload | undefined} */
  #own;
  /** Whether the last try failed. */
  #isStuck = false;
  /** Sessions to delete at the endpoint, from a page that stores nothing. @type {UploadRecord[]} */
  #unstored = [];
  /** Number of deletions that are not complete; undefined if the respondent deleted nothing. @type {number | undefined} */
  #deletions;
  #isRunning = false;
  /** Whether to run again at once. */
  #isWanted = false;
  #wait = FIRST_WAIT;
  #timer = 0;
  #closing = new AbortController();
  #store;
  #slot;
  #changed;

  /**
   * @param {object} options
   * @param {Store} options.store
   * @param {string} options.slot of the study in the store
   * @param {() => void} options.changed called when the status has changed
   */
  constructor({ store, slot, changed }) {
    this.#store = store;
    this.#slot = slot;
    this.#changed = changed;
    const { signal } = this.#closing;
    addEventListener('online', () => this.retry(), { signal });
    document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? this.#own?.sendLast() : this.retry()), { signal });
    addEventListener('pagehide', () => this.#own?.sendLast(), { signal });
  }

  /**
   * A session begins or is resumed.
   * @param {Pick<UploadRecord, 'session' | 'base' | 'study' | 'study_hash'>} about
   */
  async begin(about) {
    const known = await this.#store.upload(about.session).catch(() => undefined);
    this.#own = new SessionUpload(this.#store, { ...about, have: 0, hash: '', ...known });
    if (!known) await this.#store.saveUpload(about.session, about).catch(() => {});
    this.#deletions = undefined;
  }

  /** Uploads the log. @param {string[]} entries settled entries @param {boolean} isOver whether the interview is over */
  upload(entries, isOver) {
    this.#own?.setLog(entries, isOver);
    this.retry();
  }

  /** @returns {UploadStatus | undefined} */
  get status() {
    if (this.#deletions !== undefined) return this.#deletions ? 'deleting' : 'deleted';
    const own = this.#own;
    if (!own) return undefined;
    if (own.record.refused) return 'not_sent';
    if (own.isComplete) return own.record.over ? 'sent' : 'sending';
    return this.#isStuck ? 'not_sent' : 'sending';
  }

  /** Code that deletes the session at the endpoint. */
  get deletionCode() {
    return this.#own?.record.code;
  }

  /**
   * Opens the session at the endpoint, for model calls.
   * @returns {Promise<EndpointAnswer>} the answer of the endpoint to `POST sessions`
   */
  async openSession() {
    const own = this.#own;
    if (own && !own.record.token) await own.open();
    const { name, pass } = own?.record ?? {};
    return { status: 201, text: JSON.stringify({ session: name, token: pass }) };
  }

  /** Stops uploading the current session. @returns {Promise<UploadRecord | undefined>} its record */
  async release() {
    const own = this.#own;
    this.#own = undefined;
    own?.sendLast();
    await own?.stored();
    return own?.record;
  }

  /**
   * Deletes at the endpoint what was deleted on the device.
   * @param {UploadRecord | undefined} own record of the session that was current
   * @param {boolean} isStored whether the store has that record
   */
  async deleteUploaded(own, isStored) {
    if (own?.token && !isStored) this.#unstored.push(own);
    await this.#countDeletions();
    if (!this.#deletions && !own?.token) this.#deletions = undefined;
    this.retry();
  }

  async #countDeletions() {
    const uploads = await this.#store.uploads().catch(() => []);
    this.#deletions = this.#unstored.length + uploads.filter(({ deleting }) => deleting).length;
  }

  /** Tries at once. */
  retry() {
    if (this.#isRunning) this.#isWanted = true;
    else if (!this.#closing.signal.aborted) void this.#run();
  }

  async #run() {
    clearTimeout(this.#timer);
    this.#isRunning = true;
    let after;
    try {
      do {
        this.#isWanted = false;
        await this.#own?.send();
        await this.#sendOthers();
      } while (this.#isWanted && !this.#closing.signal.aborted);
      this.#isStuck = false;
      this.#wait = FIRST_WAIT;
    } catch (error) {
      this.#isStuck = true;
      after = Math.max(this.#wait, error instanceof Unreached ? error.after ?? 0 : 0);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    }
    this.#isRunning = false;
    if (this.#closing.signal.aborted) return;
    // A retry requested during a failing try runs at once: the next wait may take minutes.
    if (after) this.#timer = window.setTimeout(() => this.retry(), this.#isWanted ? 0 : after);
    this.#changed();
  }

  /** Uploads the other sessions of this device, and deletes at the endpoint what the respondent deleted. */
  async #sendOthers() {
    for (const record of this.#unstored) {
      if (await deleteUploaded(record)) this.#unstored = this.#unstored.filter((other) => other !== record);
    }
    const { locks } = navigator;
    await (locks ? locks.request(LOCK, { ifAvailable: true }, (lock) => lock && this.#sendStored()) : this.#sendStored());
    if (this.#deletions) await this.#countDeletions();
  }

  async #sendStored() {
    const ids = (await this.#store.sessions(this.#slot)).map(({ id }) => id);
    for (const record of await this.#store.uploads()) {
      const { session, deleting, over = false } = record;
      if (deleting) {
        // An expired token deletes nothing any more. The deletion code still does.
        if (await deleteUploaded(record)) await this.#store.saveUpload(session, undefined);
      } else if (ids.includes(session) && session !== this.#own?.record.session) {
        const other = new SessionUpload(this.#store, record);
        other.setLog(await this.#store.settledEntries(session), over);
        await other.send();
      }
    }
  }

  /** Stops. The next visit of the page continues. */
  close() {
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#own?.sendLast();
  }
}
