// The client of an endpoint that calls models. It gets a token for its session, which stays in memory, and posts tasks with
// it. The endpoint renders the prompt, calls a model, and answers with its output.

import { loadEngine } from '../engine/index.js';
import { abortable, CallFailed, CallLimit, pause } from './model_call.js';

/** @import { FailureKind, Request } from '../engine/types.d.ts' */

/** @typedef {{ status: number, text: string }} EndpointAnswer */
/** Opens the session at the endpoint. The answer is that of `POST sessions`. @typedef {() => Promise<EndpointAnswer>} OpenSession */

/** After so many calls in a row without an answer the client stops for so many milliseconds. */
const MAX_UNANSWERED = 3;
const COOL_DOWN = 30_000;

/** Longest time to a token, in milliseconds. */
const TOKEN_DEADLINE = 10_000;

/** Pause before the second try after a network failure, in milliseconds. */
const RETRY_PAUSE = 400;

/** Failure kinds by error code of the endpoint. @type {Record<string, FailureKind>} */
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

/** Error codes that end all calls of this session. */
const FINAL = ['origin', 'scope', 'task', 'not_found'];

export class EndpointClient {
  #base;
  #study;
  #hash = '';
  /** Id of the session on this device, and its name at the endpoint: they differ after a reload. */
  #session = '';
  #name = '';
  /** @type {string | undefined} */
  #token;
  /** The request for a token in progress. @type {Promise<string> | undefined} */
  #fetchingToken;
  /** The failure that ended all calls of this session. @type {CallFailed | undefined} */
  #final;
  /** Calls in a row without an answer. */
  #unanswered = 0;
  #coolDownUntil = 0;
  /** Opens the session, if the upload does that. @type {OpenSession | undefined} */
  #openSession;
  /** An endpoint accepts two calls of one session at a time. */
  #limit = new CallLimit(2);

  /** @param {{ base: string, study: string }} options */
  constructor({ base, study }) {
    this.#base = base;
    this.#study = study;
  }

  /**
   * @param {string} session
   * @param {string} hash of the study
   * @param {OpenSession} [openSession] opens the session, if the upload does that and deletes it
   */
  open(session, hash, openSession) {
    if (session === this.#session) return;
    [this.#session, this.#hash, this.#openSession] = [session, hash, openSession];
    this.#token = this.#fetchingToken = this.#final = undefined;
    this.#name = '';
    if (navigator.onLine !== false) this.#fetchToken().catch(() => {});
  }

  /**
   * @param {Request} request
   * @param {AbortSignal} signal
   */
  call(request, signal) {
    return this.#limit.run(signal, async () => {
      this.#requireOpen();
      try {
        const reply = await this.#task(request, signal);
        this.#unanswered = 0;
        return reply;
      } catch (error) {
        this.#count(error, signal);
        throw error;
      }
    });
  }

  /** Throws if a call cannot succeed. */
  #requireOpen() {
    if (this.#final) throw new CallFailed(this.#final.kind, this.#final.message, false);
    if (navigator.onLine === false) throw new CallFailed('unavailable', 'this device is offline');
    if (performance.now() < this.#coolDownUntil) {
      throw new CallFailed('unavailable', `the endpoint did not answer ${MAX_UNANSWERED} times in a row and is left alone for a while`);
    }
  }

  /** Counts calls without an answer. @param {unknown} error @param {AbortSignal} signal */
  #count(error, signal) {
    const { kind = 'transport' } = /** @type {Partial<CallFailed>} */ (signal.aborted ? signal.reason ?? {} : error);
    if (kind !== 'transport' && kind !== 'timeout_total' && kind !== 'unavailable') return;
    if (++this.#unanswered >= MAX_UNANSWERED) this.#coolDownUntil = performance.now() + COOL_DOWN;
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
      const token = this.#token ?? (await abortable(this.#fetchToken(), signal));
      const headers = ['authorization', `Bearer ${token}`, 'x-request-id', requestId, 'x-turn', String(turn)];
      let answer;
      try {
        answer = await this.#post(url, headers, body, signal);
      } catch (error) {
        if (hasRepeated || signal.aborted) throw error;
        hasRepeated = true;
        await pause(RETRY_PAUSE, signal);
        continue;
      }
      if (answer.status === 200) return completionOf(answer.text);
      const { code, kind, retryAfter } = errorOf(answer);
      if ((code === 'token_expired' || code === 'token_invalid') && !hasRenewed) {
        hasRenewed = true;
        if (token === this.#token) this.#token = undefined;
        if (code === 'token_expired') await abortable(this.#renew(token), signal);
      } else if (code === 'turn_order' && !hasRenewed) {
        // The endpoint missed some turns. It allows one step at a time.
        hasRenewed = true;
        await abortable(this.#renew(token, turn), signal);
      } else if (code === 'replay' && !hasRepeated) {
        // Another call with another body had this id.
        [hasRepeated, requestId] = [true, uuid()];
      } else if (code === 'rate_limited' && retryAfter !== undefined && !hasRepeated) {
        hasRepeated = true;
        await pause(retryAfter, signal);
      } else {
        throw this.#refuse(code, kind);
      }
    }
  }

  /** @param {string} code @param {FailureKind} kind */
  #refuse(code, kind) {
    const failed = new CallFailed(kind, `the endpoint answered ${code}`);
    if (code === 'budget_exhausted' || FINAL.includes(code)) this.#final = failed;
    return failed;
  }

  /** Fetches a token for the session, once at a time. */
  #fetchToken() {
    if (this.#final) return Promise.reject(this.#final);
    this.#fetchingToken ??= this.#open().finally(() => (this.#fetchingToken = undefined));
    return this.#fetchingToken;
  }

  async #open() {
    const openSession = this.#openSession;
    if (openSession && !this.#name) return this.#acceptToken(await openSession().catch(() => Promise.reject(new CallFailed('transport', 'the endpoint could not be reached'))));
    const [url, wanted] = [`${this.#base}sessions`, { study: this.#study, study_hash: this.#hash }];
    const answer = await this.#send(url, [], { ...wanted, session: this.#session });
    // An endpoint opens a session once. After a reload its token is lost, and the session gets another name.
    return this.#acceptToken(errorOf(answer).code === 'replay' ? await this.#send(url, [], wanted) : answer);
  }

  /** @param {string} old token @param {number} [turn] turn of the interview */
  async #renew(old, turn = 0) {
    const url = `${this.#base}sessions/${encodeURIComponent(this.#name)}/token`;
    this.#fetchingToken ??= this.#send(url, ['authorization', `Bearer ${old}`], { turn })
      .then((answer) => this.#acceptToken(answer))
      .finally(() => (this.#fetchingToken = undefined));
    await this.#fetchingToken.catch(() => (this.#final = undefined));
  }

  /** Keeps the token of an answer. @param {EndpointAnswer} answer @returns {string} */
  #acceptToken(answer) {
    const { token, session } = answer.status < 300 ? parsed(answer.text) : {};
    if (typeof token === 'string' && token) {
      [this.#token, this.#name] = [token, String(session)];
      return token;
    }
    // A host without an endpoint answers "not found", now and later.
    const { code, kind } = errorOf(answer);
    const isMissing = answer.status < 300 || code === 'unknown';
    const failed = new CallFailed(isMissing ? 'unavailable' : kind, isMissing ? 'there is no endpoint here' : `the endpoint answered ${code}`);
    if (answer.status < 500 && answer.status !== 429) this.#final = failed;
    throw failed;
  }

  /** @param {string} url @param {string[]} headers @param {object} body */
  #send(url, headers, body) {
    return this.#post(url, headers, JSON.stringify(body), AbortSignal.timeout(TOKEN_DEADLINE));
  }

  /** The respondent has deleted the session: the endpoint deletes it too. */
  end() {
    if (!this.#token || this.#openSession) return;
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
   * @returns {Promise<EndpointAnswer>}
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

/** @param {EndpointAnswer} answer */
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
 * The id of a call, the same after a reload: the endpoint repeats its answer without a second bill. If the browser cannot
 * hash, on a page without https, the id is random.
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
