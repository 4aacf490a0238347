// The endpoint that holds the keys. A page gets a token for its session, which stays in memory, and posts tasks with it;
// the endpoint renders the prompt, calls a model and answers with its output.

import { CallFailed, Lane, pause, settle } from './calling.js';
import { loadEngine } from './index.js';

/** @import { FailureKind, Posted, Request } from './types.d.ts' */

/** How many calls in a row may find nobody before the endpoint is left alone, and for how long, in milliseconds. */
const PATIENCE = 3;
const REST = 30_000;

/** How long a token may take, in milliseconds. */
const TOKEN_DEADLINE = 10_000;

/** Pause before the one other try where the network failed, in milliseconds. */
const AGAIN = 400;

/** What an error of the endpoint means to the engine. @type {Record<string, FailureKind>} */
const KINDS = {
  token_invalid: 'auth',
  token_expired: 'auth',
  origin: 'permission',
  scope: 'permission',
  task: 'permission',
  replay: 'rate_limited',
  rate_limited: 'rate_limited',
  budget_exhausted: 'budget_exhausted',
  upstream: 'overloaded',
  upstream_timeout: 'timeout_total',
  unavailable: 'unavailable',
};

/** Errors that no later call of this session mends. */
const FINAL = ['origin', 'scope', 'task', 'not_found'];

export class Edge {
  #base;
  #study;
  #hash = '';
  /** The session as the interview knows it, and as the endpoint does: after a reload it gets another name there. */
  #session = '';
  #name = '';
  /** @type {string | undefined} */
  #token;
  /** The token on its way. @type {Promise<string> | undefined} */
  #minting;
  /** Why no call of this session goes out any more. @type {CallFailed | undefined} */
  #over;
  /** Calls in a row that found nobody, and until when none is made. */
  #missed = 0;
  #restUntil = 0;
  /** Opens the session, where something else does that. @type {(() => Promise<Posted>) | undefined} */
  #admit;
  /** As many as an endpoint takes of one session at a time. */
  #lane = new Lane(2);

  /** @param {{ base: string, study: string }} options */
  constructor({ base, study }) {
    this.#base = base;
    this.#study = study;
  }

  /**
   * @param {string} session
   * @param {string} hash of the study
   * @param {() => Promise<Posted>} [admit] opens the session and deletes it, in place of this
   */
  open(session, hash, admit) {
    if (session === this.#session) return;
    [this.#session, this.#hash, this.#admit] = [session, hash, admit];
    this.#token = this.#minting = this.#over = undefined;
    this.#name = '';
    if (navigator.onLine !== false) this.#mint().catch(() => {});
  }

  /**
   * @param {Request} request
   * @param {AbortSignal} signal
   */
  call(request, signal) {
    return this.#lane.through(signal, async () => {
      this.#requireOpen();
      try {
        const reply = await this.#task(request, signal);
        this.#missed = 0;
        return reply;
      } catch (error) {
        this.#note(error, signal);
        throw error;
      }
    });
  }

  /** A call is not even tried where it cannot succeed. That the browser thinks itself online proves nothing. */
  #requireOpen() {
    if (this.#over) throw new CallFailed(this.#over.kind, this.#over.message, false);
    if (navigator.onLine === false) throw new CallFailed('unavailable', 'this device is offline');
    if (performance.now() < this.#restUntil) {
      throw new CallFailed('unavailable', `the endpoint did not answer ${PATIENCE} times in a row and is left alone for a while`);
    }
  }

  /** @param {unknown} error @param {AbortSignal} signal */
  #note(error, signal) {
    const { kind = 'transport' } = /** @type {Partial<CallFailed>} */ (signal.aborted ? signal.reason ?? {} : error);
    if (kind !== 'transport' && kind !== 'timeout_total' && kind !== 'unavailable') return;
    if (++this.#missed >= PATIENCE) this.#restUntil = performance.now() + REST;
  }

  /** @param {Request} request @param {AbortSignal} signal */
  async #task(request, signal) {
    const { id, task, turn, context, budget } = request;
    const url = `${this.#base}tasks/${task}`;
    const body = JSON.stringify({ turn, context, ...budget });
    let requestId = await idOf(`${this.#session} ${id}`);
    let hasRenewed = false;
    let hasRepeated = false;
    for (;;) {
      const token = this.#token ?? (await settle(this.#mint(), signal));
      const headers = ['authorization', `Bearer ${token}`, 'x-request-id', requestId, 'x-turn', String(turn)];
      let answer;
      try {
        answer = await this.#post(url, headers, body, signal);
      } catch (error) {
        if (hasRepeated || signal.aborted) throw error;
        hasRepeated = true;
        await pause(AGAIN, signal);
        continue;
      }
      if (answer.status === 200) return completionOf(answer.text);
      const { code, kind, retryAfter } = errorOf(answer);
      if ((code === 'token_expired' || code === 'token_invalid') && !hasRenewed) {
        hasRenewed = true;
        if (token === this.#token) this.#token = undefined;
        if (code === 'token_expired') await settle(this.#renew(token), signal);
      } else if (code === 'turn_order' && !hasRenewed) {
        // Turns went by without the endpoint, which allows one step at a time.
        hasRenewed = true;
        await settle(this.#renew(token, turn), signal);
      } else if (code === 'replay' && !hasRepeated) {
        // Another call has gone by this id, with another body.
        [hasRepeated, requestId] = [true, uuid()];
      } else if (code === 'rate_limited' && retryAfter !== undefined && !hasRepeated) {
        hasRepeated = true;
        await pause(retryAfter, signal);
      } else {
        throw this.#refused(code, kind);
      }
    }
  }

  /** @param {string} code @param {FailureKind} kind */
  #refused(code, kind) {
    const failed = new CallFailed(kind, `the endpoint answered ${code}`);
    if (code === 'budget_exhausted' || FINAL.includes(code)) this.#over = failed;
    return failed;
  }

  /** A token for the session, asked for once at a time. */
  #mint() {
    if (this.#over) return Promise.reject(this.#over);
    this.#minting ??= this.#open().finally(() => (this.#minting = undefined));
    return this.#minting;
  }

  async #open() {
    const admit = this.#admit;
    if (admit && !this.#name) return this.#take(await admit().catch(() => Promise.reject(new CallFailed('transport', 'the endpoint could not be reached'))));
    const [url, wanted] = [`${this.#base}sessions`, { study: this.#study, study_hash: this.#hash }];
    const answer = await this.#send(url, [], { ...wanted, session: this.#session });
    // An endpoint opens a session once. The token was lost with the page that had it; the interview goes on under another name.
    return this.#take(errorOf(answer).code === 'replay' ? await this.#send(url, [], wanted) : answer);
  }

  /** @param {string} old @param {number} [turn] the turn the interview stands at */
  async #renew(old, turn = 0) {
    const url = `${this.#base}sessions/${encodeURIComponent(this.#name)}/token`;
    this.#minting ??= this.#send(url, ['authorization', `Bearer ${old}`], { turn })
      .then((answer) => this.#take(answer))
      .finally(() => (this.#minting = undefined));
    await this.#minting.catch(() => (this.#over = undefined));
  }

  /** Keeps the token that came. @param {Posted} answer @returns {string} */
  #take(answer) {
    const { token, session } = answer.status < 300 ? parsed(answer.text) : {};
    if (typeof token === 'string' && token) {
      [this.#token, this.#name] = [token, String(session)];
      return token;
    }
    // A page on a host without an endpoint meets its "not found": there is nobody to ask, now and later.
    const { code, kind } = errorOf(answer);
    const isNobody = answer.status < 300 || code === 'unknown';
    const failed = new CallFailed(isNobody ? 'unavailable' : kind, isNobody ? 'there is no endpoint here' : `the endpoint answered ${code}`);
    if (answer.status < 500 && answer.status !== 429) this.#over = failed;
    throw failed;
  }

  /** @param {string} url @param {string[]} headers @param {object} body */
  #send(url, headers, body) {
    return this.#post(url, headers, JSON.stringify(body), AbortSignal.timeout(TOKEN_DEADLINE));
  }

  /** The respondent has deleted the session: the endpoint forgets it too. */
  end() {
    if (!this.#token || this.#admit) return;
    const headers = { authorization: `Bearer ${this.#token}` };
    const url = `${this.#base}sessions/${encodeURIComponent(this.#name)}`;
    fetch(url, { method: 'DELETE', headers, credentials: 'omit', keepalive: true }).catch(() => {});
    this.#token = undefined;
  }

  /**
   * @param {string} url
   * @param {string[]} headers names and values in turn
   * @param {string} body
   * @param {AbortSignal} signal
   * @returns {Promise<Posted>}
   */
  async #post(url, headers, body, signal) {
    const { post_task } = await loadEngine();
    try {
      return await post_task(url, headers, body, signal);
    } catch {
      throw signal.reason instanceof CallFailed ? signal.reason : new CallFailed('transport', 'the endpoint could not be reached');
    }
  }
}

/** @param {Posted} answer */
function errorOf({ status, text }) {
  const { code, kind, retry_after_ms: after } = parsed(text)['error'] ?? {};
  const known = isWord(code) ? code : 'unknown';
  const usual = KINDS[known] ?? (status >= 500 ? 'overloaded' : 'invalid_request');
  return { code: known, kind: isWord(kind) ? /** @type {FailureKind} */ (kind) : usual, retryAfter: Number.isSafeInteger(after) && after >= 0 ? after : undefined };
}

/** @param {unknown} value @returns {value is string} */
function isWord(value) {
  return typeof value === 'string' && /^[a-z_]{1,40}$/.test(value);
}

/** @param {string} text */
function completionOf(text) {
  const { model, model_class, ...reply } = parsed(text);
  return { ...reply, model: model ?? model_class ?? '' };
}

/** @param {string} text @returns {Record<string, any>} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

/**
 * The id of a call, the same after a reload: an endpoint that has answered it answers again without a second bill. Where
 * the browser does not hash, on a page without https, an id that nobody else has.
 * @param {string} name
 */
async function idOf(name) {
  if (!globalThis.crypto.subtle) return uuid();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return shaped(new Uint8Array(digest));
}

function uuid() {
  return shaped(crypto.getRandomValues(new Uint8Array(16)));
}

/** Sixteen bytes in the form of a UUID of version 4. @param {Uint8Array} bytes */
function shaped(bytes) {
  const digits = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
