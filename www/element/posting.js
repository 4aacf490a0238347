// What the conductor has to do with an endpoint that collects. What sends is loaded only where there is something to send,
// and an interview never waits for it: where it cannot be loaded, everything stays on the device.

/** @import { Outbox } from '../engine/outbox.js' */
/** @import { Posted } from '../engine/types.d.ts' */
/** @import { Parcel, Store } from '../store/types.d.ts' */

export class Posting {
  /** Where what is said is sent to; none if it stays here. @type {string | undefined} */
  to;
  /** @type {Outbox | undefined} */
  #outbox;
  /** @type {Promise<Outbox | undefined>} */
  #loading = Promise.resolve(undefined);
  /** The code of a session that was deleted here. @type {string | undefined} */
  #code;
  #isClosed = false;
  #change;

  /** @param {() => void} change called when something here changed */
  constructor(change) {
    this.#change = change;
  }

  /**
   * Loads what sends, if this study collects or something of this device is still to be sent or deleted.
   * @param {Store} store
   * @param {string} slot place of the study in the store
   */
  async open(store, slot) {
    if (this.to || (await store.parcels()).length) this.#loading = this.#load(store, slot);
  }

  /** @param {Store} store @param {string} slot */
  async #load(store, slot) {
    if (this.#outbox) return this.#outbox;
    try {
      const { Outbox: Box } = await import('../engine/outbox.js');
      if (this.#isClosed) return undefined;
      this.#outbox = new Box({ store, slot, change: this.#change });
      this.#outbox.hurry();
    } catch {
      // It is tried again the next time the page opens.
    }
    return this.#outbox;
  }

  /**
   * A session begins or goes on.
   * @param {Pick<Parcel, 'session' | 'study' | 'study_hash'>} about
   * @returns {{ begun: Promise<unknown>, admit: () => Promise<Posted> } | undefined} where it is collected: when that is
   *   known here, and what opens it there for whoever asks its models
   */
  begin(about) {
    const { to: base } = this;
    if (!base) return undefined;
    const loading = this.#loading;
    const begun = loading.then((outbox) => outbox?.begin({ ...about, base }));
    const admit = async () => {
      await begun;
      const outbox = await loading;
      if (!outbox) throw new Error('what sends could not be loaded');
      return outbox.admit();
    };
    return { begun, admit };
  }

  /** What the log has come to. @param {string[]} entries settled ones @param {boolean} isOver whether the interview is */
  take(entries, isOver) {
    this.#outbox?.take(entries, isOver);
  }

  /** The session at hand is so no more. */
  async release() {
    const own = await this.#outbox?.release();
    this.#code = own?.code;
    return own;
  }

  /** It was deleted here, and is to be there. @param {Parcel | undefined} own @param {boolean} isKept whether the store has it */
  async bury(own, isKept) {
    await this.#outbox?.bury(own, isKept);
  }

  /** Where what was said is; after deleting, whether it is deleted there too. */
  get state() {
    return this.#outbox?.state ?? (this.to && 'sending');
  }

  /** The code by which the session can be deleted where it was sent. */
  get code() {
    return this.#outbox?.code ?? this.#code;
  }

  close() {
    this.#isClosed = true;
    this.#outbox?.close();
  }
}
