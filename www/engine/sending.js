// One session on its way to an endpoint that collects: opened there, its settled entries appended in order, finished, and
// deleted there when the respondent wants that.
//
// Invariant: what lies there is what lies here. Both sides chain a hash over the entries; where the endpoint has less, the
// page goes back to what it has, and where it has something else, that is deleted and everything is sent anew.

/** @import { Parcel, Store } from '../store/types.d.ts' */

/** How long an answer may take, in milliseconds. */
const DEADLINE = 20_000;
/** Most characters of entries sent at once: far below the endpoint's 1 MiB in any script. */
const MOST = 200_000;
/** Most characters of what is sent as the page goes; browsers allow 64 KiB. */
const LAST_WORDS = 15_000;
/** How often in a row the endpoint may have something else than was sent to it. */
const PATIENCE = 3;

/** The endpoint refused for good. */
class Refused extends Error {}

/** There was no answer, or one to try again after; `after` milliseconds if the endpoint says so. */
export class Unreached extends Error {
  /** @param {number} [after] */
  constructor(after) {
    super('the endpoint was not reached');
    this.after = after;
  }
}

export class Sending {
  /** Settled entries of the log. @type {string[]} */
  #entries = [];
  #isOver = false;
  /** The chain hash over the first so many entries. */
  #chain = { count: 0, hash: '' };
  /** How often in a row the two sides differed. */
  #mended = 0;
  /** @type {Promise<unknown> | undefined} */
  #opening;
  /** What was written to the store last. @type {Promise<unknown>} */
  #writing = Promise.resolve();
  #store;

  /** @param {Store} store @param {Parcel} parcel */
  constructor(store, parcel) {
    this.#store = store;
    this.parcel = parcel;
  }

  /** @param {string[]} entries @param {boolean} isOver whether the interview is */
  take(entries, isOver) {
    this.#entries = entries;
    this.#isOver = isOver;
    if (isOver && !this.parcel.over) void this.#note({ over: true });
  }

  /** Whether the endpoint has everything. */
  get isDone() {
    const { have, finished, refused } = this.parcel;
    return !!refused || (have >= this.#entries.length && (!this.#isOver || finished === have));
  }

  /** Sends until everything is there. Throws `Unreached` where that has to wait. */
  async send() {
    try {
      while (!this.isDone) await this.#step();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.#note({ refused: error.message });
    }
  }

  #step() {
    const { token, have } = this.parcel;
    if (!token) return this.open();
    return have < this.#entries.length ? this.#append() : this.#finish();
  }

  /** Opens the session there, once at a time. */
  open() {
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open() {
    const { study, study_hash, session, isAnew } = this.parcel;
    const wanted = { study, study_hash };
    let answer = await this.#ask('POST', 'sessions', isAnew ? wanted : { ...wanted, session });
    // The endpoint has opened it before, and the answer was lost on its way.
    if (answer.code === 'replay') answer = await this.#ask('POST', 'sessions', wanted);
    const { session: name, token: pass, events_token: token, deletion_code: code } = answer.value;
    if (typeof token !== 'string') throw refusal(answer);
    await this.#note({ name: String(name), pass, token, code, have: 0 });
  }

  async #append() {
    const { have: from, study_hash } = this.parcel;
    let size = 0;
    const entries = this.#entries.slice(from).filter((entry, place) => (size += entry.length) <= MOST || place === 0);
    const answer = await this.#ask('PUT', `${this.#path}/events`, { from, study_hash, entries });
    const { have, hash } = answer.value;
    if (answer.code === 'gap' && have < from) return this.#mend(() => this.#note({ have }));
    if (answer.code === 'gap' || answer.code === 'conflict') return this.#mend(() => this.#anew());
    if (answer.status !== 200) return this.#recover(answer);
    if (have > this.#entries.length || hash !== (await this.#hash(have, hash))) return this.#mend(() => this.#anew());
    if (have > from) this.#mended = 0;
    await this.#note({ have, hash });
  }

  async #finish() {
    const { have } = this.parcel;
    const hash = await this.#hash(have, this.parcel.hash);
    const answer = await this.#ask('POST', `${this.#path}/finish`, { have, hash });
    if (answer.status === 409) return this.#mend(() => (answer.value.have < have ? this.#note({ have: answer.value.have }) : this.#anew()));
    if (answer.status !== 200) return this.#recover(answer);
    await this.#note({ finished: have });
  }

  /** @param {() => Promise<unknown>} work */
  #mend(work) {
    if (++this.#mended > PATIENCE) throw new Refused('the endpoint has something else than was sent to it');
    return work();
  }

  /** Has the endpoint forget what it has, and sends everything under another name. */
  async #anew() {
    await remove(this.parcel);
    await this.#note({ isAnew: true, token: undefined, pass: undefined, have: 0, hash: '', finished: undefined });
  }

  /** A token that has run out is renewed; else the endpoint means it. @param {Answer} answer */
  async #recover(answer) {
    if (answer.code !== 'token_expired') throw refusal(answer);
    const renewed = await this.#ask('POST', `${this.#path}/token`, {});
    if (typeof renewed.value.token !== 'string') throw refusal(renewed);
    await this.#mend(() => this.#note({ token: renewed.value.token }));
  }

  /** Sends what a page can still send while it goes; whether it arrived is seen the next time. */
  leave() {
    const { base, token, have: from, study_hash } = this.parcel;
    const entries = this.#entries.slice(from);
    const body = JSON.stringify({ from, study_hash, entries });
    if (!token || !entries.length || body.length > LAST_WORDS) return;
    fetch(`${base}${this.#path}/events`, { method: 'PUT', body, headers: headers(token), credentials: 'omit', keepalive: true }).catch(() => {});
  }

  /** Resolves when the store has what is known. */
  settled() {
    return this.#writing;
  }

  get #path() {
    return `sessions/${encodeURIComponent(this.parcel.name ?? this.parcel.session)}`;
  }

  /**
   * The chain hash over the first so many entries; where the browser does not hash, on a page without https, the one given.
   * @param {number} count
   * @param {string} otherwise
   */
  async #hash(count, otherwise) {
    if (!globalThis.crypto.subtle) return otherwise;
    if (!this.#chain.hash || this.#chain.count > count) this.#chain = { count: 0, hash: await sha256('') };
    let { count: at, hash } = this.#chain;
    for (; at < count; at++) hash = await sha256(hash + this.#entries[at]);
    this.#chain = { count, hash };
    return hash;
  }

  /** @param {Partial<Parcel>} change */
  #note(change) {
    Object.assign(this.parcel, change);
    // A device that keeps nothing, or no more, sends all the same.
    this.#writing = this.#store.post(this.parcel.session, change).catch(() => {});
    return this.#writing;
  }

  /** @param {string} method @param {string} path @param {object} body */
  #ask(method, path, body) {
    return ask(this.parcel, method, path, body);
  }
}

/**
 * Deletes a session where it was sent.
 * @param {Parcel} parcel
 * @returns {Promise<boolean>} whether it is gone there; throws `Unreached` where that has to wait
 */
export async function remove(parcel) {
  const { status, code } = await ask(parcel, 'DELETE', `sessions/${encodeURIComponent(parcel.name ?? parcel.session)}`);
  return status < 300 || status === 404 || status === 410 || code === 'token_invalid';
}

/** @typedef {{ status: number, code: string, value: Record<string, any> }} Answer */

/**
 * @param {Parcel} parcel
 * @param {string} method
 * @param {string} path below the endpoint
 * @param {object} [body]
 * @returns {Promise<Answer>}
 */
async function ask({ base, token }, method, path, body) {
  let response, value;
  try {
    response = await fetch(base + path, {
      method, headers: headers(path === 'sessions' ? undefined : token), body: body && JSON.stringify(body),
      credentials: 'omit', cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(DEADLINE),
    });
    const text = await response.text();
    value = JSON.parse(text || '{}');
  } catch (error) {
    // A host without an endpoint answers with a page of its own.
    if (!response || !(error instanceof SyntaxError)) throw new Unreached();
    value = {};
  }
  const { code = '', retry_after_ms: after } = value.error ?? {};
  if (response.status === 429 || response.status >= 500) throw new Unreached(Number.isSafeInteger(after) ? after : undefined);
  return { status: response.status, code, value };
}

/** @param {string} [token] @returns {Record<string, string>} */
function headers(token) {
  return { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
}

/** @param {Answer} answer */
function refusal({ status, code }) {
  return new Refused(/^[a-z_]{1,40}$/.test(code) ? code : `status ${status}`);
}

/** @param {string} text */
async function sha256(text) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
