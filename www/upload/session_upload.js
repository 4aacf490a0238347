// The upload of one session to an endpoint that collects: opens it there, appends its settled entries in order, and
// finishes it.
//
// Invariant: both sides have the same entries and chain a hash over them. If the endpoint has fewer, the upload continues
// from there. If it has others, the upload deletes them and starts again.

/** @import { Store, UploadRecord } from '../store/index.js' */

/** Longest time to an answer, in milliseconds. */
const DEADLINE = 20_000;
/** Most characters of entries in one request: below the endpoint's 1 MiB in any script. */
const MAX_BATCH = 200_000;
/** Most characters of the last request of a closing page; browsers allow 64 KiB. */
const MAX_LAST_BATCH = 15_000;
/** Most repairs in a row without progress. */
const MAX_REPAIRS = 3;

/** The endpoint refused, and no retry helps. */
class Refused extends Error {}

/** There was no answer, or one that asks for a retry. */
export class Unreached extends Error {
  /** @param {number} [after] milliseconds to wait, if the endpoint says so */
  constructor(after) {
    super('the endpoint was not reached');
    this.after = after;
  }
}

export class SessionUpload {
  /** Settled entries of the log. @type {string[]} */
  #entries = [];
  #isOver = false;
  /** The chain hash over the first `count` entries. */
  #chain = { count: 0, hash: '' };
  /** Repairs in a row. */
  #repairs = 0;
  /** @type {Promise<unknown> | undefined} */
  #opening;
  /** The last write to the store. @type {Promise<unknown>} */
  #writing = Promise.resolve();
  #store;

  /** @param {Store} store @param {UploadRecord} record */
  constructor(store, record) {
    this.#store = store;
    this.record = record;
  }

  /** @param {string[]} entries settled entries @param {boolean} isOver whether the interview is over */
  setLog(entries, isOver) {
    this.#entries = entries;
    this.#isOver = isOver;
    if (isOver && !this.record.over) void this.#save({ over: true });
  }

  /** Whether the endpoint has everything, or has refused it. */
  get isComplete() {
    const { have, finished, refused } = this.record;
    return !!refused || (have >= this.#entries.length && (!this.#isOver || finished === have));
  }

  /** Sends until the endpoint has everything. Throws `Unreached` if that has to wait. */
  async send() {
    try {
      while (!this.isComplete) await this.#step();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.#save({ refused: error.message });
    }
  }

  #step() {
    const { token, have } = this.record;
    if (!token) return this.open();
    return have < this.#entries.length ? this.#append() : this.#finish();
  }

  /** Opens the session at the endpoint, once at a time. */
  open() {
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open() {
    const { study, study_hash, session, isAnew } = this.record;
    const wanted = { study, study_hash };
    let answer = await this.#request('POST', 'sessions', isAnew ? wanted : { ...wanted, session });
    // The endpoint opened it before, and its answer was lost.
    if (answer.code === 'replay') answer = await this.#request('POST', 'sessions', wanted);
    const { session: name, token: pass, events_token: token, deletion_code: code } = answer.value;
    if (typeof token !== 'string') throw refusal(answer);
    await this.#save({ name: String(name), pass, token, code, have: 0 });
  }

  async #append() {
    const { have: from, study_hash } = this.record;
    let size = 0;
    const entries = this.#entries.slice(from).filter((entry, place) => (size += entry.length) <= MAX_BATCH || place === 0);
    const answer = await this.#request('PUT', `${this.#path}/events`, { from, study_hash, entries });
    const { have, hash } = answer.value;
    if (answer.code === 'gap' && have < from) return this.#repair(() => this.#save({ have }));
    if (answer.code === 'gap' || answer.code === 'conflict') return this.#repair(() => this.#startAgain());
    if (answer.status !== 200) return this.#recover(answer);
    if (have > this.#entries.length || hash !== (await this.#hash(have, hash))) return this.#repair(() => this.#startAgain());
    if (have > from) this.#repairs = 0;
    await this.#save({ have, hash });
  }

  async #finish() {
    const { have } = this.record;
    const hash = await this.#hash(have, this.record.hash);
    const answer = await this.#request('POST', `${this.#path}/finish`, { have, hash });
    if (answer.status === 409) return this.#repair(() => (answer.value.have < have ? this.#save({ have: answer.value.have }) : this.#startAgain()));
    if (answer.status !== 200) return this.#recover(answer);
    await this.#save({ finished: have });
  }

  /** @param {() => Promise<unknown>} work */
  #repair(work) {
    if (++this.#repairs > MAX_REPAIRS) throw new Refused('the endpoint has something else than was sent to it');
    return work();
  }

  /** Deletes the entries at the endpoint, and sends all of them under another name. */
  async #startAgain() {
    await deleteUploaded(this.record);
    await this.#save({ isAnew: true, token: undefined, pass: undefined, have: 0, hash: '', finished: undefined });
  }

  /** Renews an expired token. Any other answer is a refusal. @param {Answer} answer */
  async #recover(answer) {
    if (answer.code !== 'token_expired') throw refusal(answer);
    const renewed = await this.#request('POST', `${this.#path}/token`, {});
    if (typeof renewed.value.token !== 'string') throw refusal(renewed);
    await this.#repair(() => this.#save({ token: renewed.value.token }));
  }

  /** Sends what a closing page can still send. The next visit finds out whether it arrived. */
  sendLast() {
    const { base, token, have: from, study_hash } = this.record;
    const entries = this.#entries.slice(from);
    const body = JSON.stringify({ from, study_hash, entries });
    if (!token || !entries.length || body.length > MAX_LAST_BATCH) return;
    fetch(`${base}${this.#path}/events`, { method: 'PUT', body, headers: headers(token), credentials: 'omit', keepalive: true }).catch(() => {});
  }

  /** Resolves when the store has the record. */
  stored() {
    return this.#writing;
  }

  get #path() {
    return `sessions/${encodeURIComponent(this.record.name ?? this.record.session)}`;
  }

  /**
   * The chain hash over the first `count` entries.
   * @param {number} count
   * @param {string} otherwise returned if the browser cannot hash, on a page without https
   */
  async #hash(count, otherwise) {
    if (!globalThis.crypto.subtle) return otherwise;
    if (!this.#chain.hash || this.#chain.count > count) this.#chain = { count: 0, hash: await sha256('') };
    let { count: at, hash } = this.#chain;
    for (; at < count; at++) hash = await sha256(hash + this.#entries[at]);
    this.#chain = { count, hash };
    return hash;
  }

  /** @param {Partial<UploadRecord>} change */
  #save(change) {
    Object.assign(this.record, change);
    // The upload continues if the store fails.
    this.#writing = this.#store.saveUpload(this.record.session, change).catch(() => {});
    return this.#writing;
  }

  /** @param {string} method @param {string} path @param {object} body */
  #request(method, path, body) {
    return request(this.record, method, path, body);
  }
}

/**
 * Deletes a session at the endpoint.
 * @param {UploadRecord} record
 * @returns {Promise<boolean>} whether the endpoint has deleted it; throws `Unreached` if that has to wait
 */
export async function deleteUploaded(record) {
  const { status, code } = await request(record, 'DELETE', `sessions/${encodeURIComponent(record.name ?? record.session)}`);
  return status < 300 || status === 404 || status === 410 || code === 'token_invalid';
}

/** @typedef {{ status: number, code: string, value: Record<string, any> }} Answer */

/**
 * @param {UploadRecord} record
 * @param {string} method
 * @param {string} path below the endpoint
 * @param {object} [body]
 * @returns {Promise<Answer>}
 */
async function request({ base, token }, method, path, body) {
  let response, value;
  try {
    response = await fetch(base + path, {
      method, headers: headers(path === 'sessions' ? undefined : token), body: body && JSON.stringify(body),
      credentials: 'omit', cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(DEADLINE),
    });
    const text = await response.text();
    value = JSON.parse(text || '{}');
  } catch (error) {
    // A host without an endpoint answers with an HTML page.
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
