// Replies to the model requests of the engine. Routes are tried in order: the host page (`host`), the endpoint, the model
// built into the browser (`browser`). If all fail, the reply is a failure, and the rules of the engine read the answer.
//
// Invariant: every request gets a reply within its deadline.

import { EndpointClient } from './endpoint_client.js';
import { abortable, CallFailed, CallLimit } from './model_call.js';

/** @import { Completion, Reply, Request, Study } from '../engine/types.d.ts' */
/** @import { BrowserModel } from './browser_model.js' */
/** @import { OpenSession } from './endpoint_client.js' */
/** @import { Route } from './model_call.js' */

/** The page's own model call. @typedef {(task: { request: Request, prompt: object }, signal: AbortSignal) => Promise<unknown>} Host */

/** Default of the longest wait for models in one turn, in milliseconds. */
const TURN_BUDGET = 25_000;

/** Longest accepted reply, in characters. */
const MAX_REPLY = 65_536;

export class Transport {
  /** @type {Host | undefined} */
  host;
  /** The model built into the browser, if it is available. @type {BrowserModel | undefined} */
  browser;
  /** @type {EndpointClient | undefined} */
  #endpoint;
  #text;
  #study;
  /** The host gets at most two calls at a time. */
  #hostLimit = new CallLimit(2);
  #turn = '';
  #turnBegan = 0;

  /**
   * @param {object} options
   * @param {string} options.text text of `study.json`
   * @param {Study} options.study
   * @param {string | undefined} options.endpoint address of the endpoint, with a slash at its end
   * @param {Host} [options.host]
   */
  constructor({ text, study, endpoint, host }) {
    this.#text = text;
    this.#study = study;
    this.host = host;
    if (endpoint && study.models?.length) this.#endpoint = new EndpointClient({ base: endpoint, study: study.id });
  }

  /**
   * A session begins or is resumed.
   * @param {string} session
   * @param {string} hash of the study
   * @param {OpenSession} [openSession] opens the session at the endpoint, if the upload does that
   */
  open(session, hash, openSession) {
    this.#endpoint?.open(session, hash, openSession);
  }

  /** The respondent has deleted the session. */
  end() {
    this.#endpoint?.end();
  }

  /**
   * Replies to all requests in parallel.
   * @param {Request[]} requests
   * @param {AbortSignal} cancel
   * @returns {Promise<Reply[]>} in the order of the requests
   */
  replies(requests, cancel) {
    // `t7`, or `t7.2` after an edit of its answer, which has its own wait.
    const [turn = ''] = /^t\d+(\.\d+)?/.exec(requests[0]?.id ?? '') ?? [];
    const now = performance.now();
    if (turn !== this.#turn) [this.#turn, this.#turnBegan] = [turn, now];
    const left = Math.max(0, this.#turnBegan + (this.#study.calls?.turn_budget_ms ?? TURN_BUDGET) - now);
    return Promise.all(requests.map((request) => this.#reply(request, Math.min(request.budget.deadline_ms, left), cancel)));
  }

  /**
   * @param {Request} request
   * @param {number} deadline milliseconds
   * @param {AbortSignal} cancel
   * @returns {Promise<Reply>}
   */
  async #reply(request, deadline, cancel) {
    const began = performance.now();
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new CallFailed('timeout_total', `no reply within ${Math.round(deadline)} ms`)), deadline);
    const stop = () => ending.abort(new CallFailed('cancelled', 'called off'));
    if (cancel.aborted) stop();
    cancel.addEventListener('abort', stop);
    let failure = new CallFailed('unavailable', 'no model can be reached from here');
    let attempts = 0;
    try {
      for (const route of this.#routes()) {
        try {
          const completion = await abortable(route(request, ending.signal), ending.signal);
          return { id: request.id, outcome: { completion: parseCompletion(completion, since(began), ++attempts) } };
        } catch (error) {
          failure = error instanceof CallFailed ? error : new CallFailed('transport', 'the call failed');
          if (failure.wasTried) attempts++;
          if (ending.signal.aborted) break;
        }
      }
    } finally {
      clearTimeout(timer);
      cancel.removeEventListener('abort', stop);
      ending.abort();
    }
    const { kind, message } = failure;
    return { id: request.id, outcome: { failure: { kind, message, latency_ms: since(began), attempts } } };
  }

  /** The available routes, in order. @returns {Generator<Route>} */
  *#routes() {
    if (this.host) yield (request, signal) => this.#hostLimit.run(signal, () => this.#callHost(request, signal));
    const endpoint = this.#endpoint;
    if (endpoint) yield (request, signal) => endpoint.call(request, signal);
    const { browser } = this;
    if (browser) yield (request, signal) => browser.call(this.#text, request, signal);
  }

  /** @param {Request} request @param {AbortSignal} signal */
  async #callHost(request, signal) {
    const { host } = this;
    if (!host) throw new CallFailed('unavailable', 'the host page has removed its transport');
    const { renderPrompt } = await import('../engine/studio.js');
    const prompt = await renderPrompt(this.#text, request);
    return host({ request: structuredClone(request), prompt }, signal);
  }
}

/**
 * Validates the result of a route, and keeps the known fields.
 * @param {unknown} result
 * @param {number} latency milliseconds
 * @param {number} attempts
 * @returns {Completion}
 */
function parseCompletion(result, latency, attempts) {
  const reply = /** @type {Record<string, any>} */ (typeof result === 'string' ? { output: result } : result ?? {});
  const { output, finish, model, usage = {}, usage_estimated, cost_nano_usd: cost, fallback_from: from } = reply;
  if (typeof output !== 'string' || !output.trim()) throw new CallFailed('bad_output', 'the reply holds no text');
  if (output.length > MAX_REPLY) throw new CallFailed('bad_output', `the reply is longer than ${MAX_REPLY} characters`);
  const tokens = Object.entries({ input: 0, output: 0, ...usage }).filter(([name, count]) =>
    ['input', 'output', 'cached_input', 'cache_write', 'reasoning'].includes(name) && isCount(count));
  return {
    output,
    finish: finish === 'length' ? 'length' : 'stop',
    model: typeof model === 'string' ? model.slice(0, 100) : '',
    latency_ms: latency,
    attempts: isCount(reply['attempts']) && reply['attempts'] > 0 ? reply['attempts'] : attempts,
    usage: Object.fromEntries(tokens),
    ...(usage_estimated === true && { usage_estimated }),
    ...(isCount(cost) && { cost_nano_usd: cost }),
    ...(typeof from === 'string' && { fallback_from: from.slice(0, 100) }),
  };
}

/** @param {unknown} value */
function isCount(value) {
  return Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
}

/** @param {number} began */
function since(began) {
  return Math.round(performance.now() - began);
}
