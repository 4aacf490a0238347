// The upload of an interview as the conductor uses it. The outbox is loaded only if there is something to upload, and the
// interview never waits for it: if it cannot be loaded, the answers stay on the device.

/** @import { InterviewState } from '../element/interview_state.js' */
/** @import { OpenSession } from '../models/endpoint_client.js' */
/** @import { Store, UploadRecord } from '../store/index.js' */
/** @import { Outbox, UploadStatus } from './outbox.js' */

export class Uploader {
  /** Address of the endpoint that collects; undefined if the answers stay on the device. @type {string | undefined} */
  collector;
  /** @type {Outbox | undefined} */
  #outbox;
  /** @type {Promise<Outbox | undefined>} */
  #loading = Promise.resolve(undefined);
  /** Code of the session that was deleted on the device. @type {string | undefined} */
  #code;
  #isClosed = false;
  #changed;

  /** @param {() => void} changed called when the status has changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * Loads the outbox if the study collects, or if an upload or a deletion of this device is not complete.
   * @param {Store} store
   * @param {string} slot of the study in the store
   */
  async open(store, slot) {
    if (this.collector || (await store.uploads()).length) this.#loading = this.#load(store, slot);
  }

  /** @param {Store} store @param {string} slot */
  async #load(store, slot) {
    if (this.#outbox) return this.#outbox;
    try {
      const { Outbox: Box } = await import('./outbox.js');
      if (this.#isClosed) return undefined;
      this.#outbox = new Box({ store, slot, changed: this.#changed });
      this.#outbox.retry();
    } catch {
      // The next visit of the page tries again.
    }
    return this.#outbox;
  }

  /**
   * A session begins or is resumed.
   * @param {Pick<UploadRecord, 'session' | 'study' | 'study_hash'>} about
   * @returns {{ begun: Promise<unknown>, openSession: OpenSession } | undefined} `begun` resolves when the outbox knows the
   *   session, `openSession` opens it at the endpoint for model calls; undefined if nothing is collected
   */
  begin(about) {
    const { collector: base } = this;
    if (!base) return undefined;
    const loading = this.#loading;
    const begun = loading.then((outbox) => outbox?.begin({ ...about, base }));
    const openSession = async () => {
      await begun;
      const outbox = await loading;
      if (!outbox) throw new Error('the outbox could not be loaded');
      return outbox.openSession();
    };
    return { begun, openSession };
  }

  /** Uploads the log. @param {Pick<InterviewState, 'log' | 'step'>} state */
  upload({ log, step }) {
    this.#outbox?.upload(log.entries, step.type === 'finished');
  }

  /** Stops uploading the current session. @returns {Promise<UploadRecord | undefined>} its record */
  async release() {
    const own = await this.#outbox?.release();
    this.#code = own?.code;
    return own;
  }

  /**
   * Deletes at the endpoint what was deleted on the device.
   * @param {UploadRecord | undefined} own record of the session that was current
   * @param {boolean} isStored whether the store has that record
   */
  async deleteUploaded(own, isStored) {
    await this.#outbox?.deleteUploaded(own, isStored);
  }

  /** @returns {UploadStatus | undefined} */
  get status() {
    return this.#outbox?.status ?? (this.collector ? 'sending' : undefined);
  }

  /** Code that deletes the session at the endpoint. */
  get deletionCode() {
    return this.#outbox?.deletionCode ?? this.#code;
  }

  close() {
    this.#isClosed = true;
    this.#outbox?.close();
  }
}
