// What is on its way from this device to an endpoint that collects: the session at hand, those set aside, and what is to
// be deleted there. It is tried after every step of the interview, when the page opens, when the network or the
// respondent comes back, and then again after waits that grow. The interview never waits for it.

import { remove, Sending, Unreached } from './sending.js';

/** @import { Parcel, Store } from '../store/types.d.ts' */
/** @import { Posted } from './types.d.ts' */

/** First and longest wait after which it is tried again, in milliseconds. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 300_000;

/** One tab of the device looks after what is not its own session. */
const LOCK = 'querent outbox';

export class Outbox {
  /** The session at hand. @type {Sending | undefined} */
  #own;
  /** Whether the last try reached nobody. */
  #isStuck = false;
  /** What is to be deleted where it was sent, from a page that keeps nothing. @type {Parcel[]} */
  #farewells = [];
  /** How many deletions of this page's making are still to go through; none: none was asked for. @type {number | undefined} */
  #leaving;
  #isRunning = false;
  #isWanted = false;
  #wait = FIRST_WAIT;
  #timer = 0;
  #closing = new AbortController();
  #store;
  #slot;
  #change;

  /**
   * @param {object} options
   * @param {Store} options.store
   * @param {string} options.slot place of the study in the store
   * @param {() => void} options.change called when something here changed
   */
  constructor({ store, slot, change }) {
    this.#store = store;
    this.#slot = slot;
    this.#change = change;
    const { signal } = this.#closing;
    addEventListener('online', () => this.hurry(), { signal });
    document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? this.#own?.leave() : this.hurry()), { signal });
    addEventListener('pagehide', () => this.#own?.leave(), { signal });
  }

  /**
   * A session begins or goes on.
   * @param {Pick<Parcel, 'session' | 'base' | 'study' | 'study_hash'>} about
   */
  async begin(about) {
    const known = await this.#store.parcel(about.session).catch(() => undefined);
    this.#own = new Sending(this.#store, { ...about, have: 0, hash: '', ...known });
    if (!known) await this.#store.post(about.session, about).catch(() => {});
    this.#leaving = undefined;
  }

  /** What the log has come to. @param {string[]} entries settled ones @param {boolean} isOver whether the interview is */
  take(entries, isOver) {
    this.#own?.take(entries, isOver);
    this.hurry();
  }

  /** Where what was said is: on its way, not reached, there, or refused; after deleting, being deleted there or deleted. */
  get state() {
    if (this.#leaving !== undefined) return this.#leaving ? 'deleting' : 'deleted';
    const own = this.#own;
    if (!own) return undefined;
    if (own.parcel.refused) return 'not_sent';
    if (own.isDone) return own.parcel.over ? 'sent' : 'sending';
    return this.#isStuck ? 'not_sent' : 'sending';
  }

  /** The code by which the session can be deleted. */
  get code() {
    return this.#own?.parcel.code;
  }

  /**
   * The session as the endpoint knows it, for whoever asks its models.
   * @returns {Promise<Posted>} as the endpoint would answer
   */
  async admit() {
    const own = this.#own;
    if (own && !own.parcel.token) await own.open();
    const { name, pass } = own?.parcel ?? {};
    return { status: 201, text: JSON.stringify({ session: name, token: pass }) };
  }

  /** The session at hand is so no more. What is known of it. */
  async release() {
    const own = this.#own;
    this.#own = undefined;
    own?.leave();
    await own?.settled();
    return own?.parcel;
  }

  /**
   * Deletes what the respondent deleted on the device where it was sent, too.
   * @param {Parcel | undefined} own what is known of the session that was at hand
   * @param {boolean} isKept whether the store has that
   */
  async bury(own, isKept) {
    if (own?.token && !isKept) this.#farewells.push(own);
    await this.#count();
    if (!this.#leaving && !own?.token) this.#leaving = undefined;
    this.hurry();
  }

  async #count() {
    const parcels = await this.#store.parcels().catch(() => []);
    this.#leaving = this.#farewells.length + parcels.filter(({ deleting }) => deleting).length;
  }

  /** Tries at once. */
  hurry() {
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
        await this.#others();
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
    // Who comes back while a try fails is not to wait for the one after: that may be minutes away.
    if (after) this.#timer = window.setTimeout(() => this.hurry(), this.#isWanted ? 0 : after);
    this.#change();
  }

  /** What other sessions of this device still have to send, and what is to be deleted. */
  async #others() {
    for (const parcel of this.#farewells) {
      if (await remove(parcel)) this.#farewells = this.#farewells.filter((other) => other !== parcel);
    }
    const { locks } = navigator;
    await (locks ? locks.request(LOCK, { ifAvailable: true }, (lock) => lock && this.#errands()) : this.#errands());
    if (this.#leaving) await this.#count();
  }

  async #errands() {
    const mine = (await this.#store.sessions(this.#slot)).map(({ id }) => id);
    for (const parcel of await this.#store.parcels()) {
      const { session, deleting, over = false } = parcel;
      if (deleting) {
        // A token that has run out deletes nothing any more; the code still does.
        if (await remove(parcel)) await this.#store.post(session, undefined);
      } else if (mine.includes(session) && session !== this.#own?.parcel.session) {
        const other = new Sending(this.#store, parcel);
        other.take(await this.#store.settled(session), over);
        await other.send();
      }
    }
  }

  /** Leaves the rest for the next time. */
  close() {
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#own?.leave();
  }
}
