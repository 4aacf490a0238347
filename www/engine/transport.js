// Answers what the engine asks of models. Ways are tried in order: the page around the interview (`host`), the endpoint
// (`edge`), the model built into the browser (`browser`). Where none is left the reply is a failure, which is data: the
// rules of the engine stand in.
//
// Invariant: a reply comes within the request's deadline whatever a way does, and no way outlives the interview.

import { Edge } from './edge.js';
import { CallFailed, Lane, settle } from './calling.js';

/** @import { Completion, Posted, Reply, Request, Study } from './types.d.ts' */
/** @import { Way } from './calling.js' */
/** @import { BrowserModel } from './browser.js' */

/** A page's own way to a model. @typedef {(task: { request: Request, prompt: object }, signal: AbortSignal) => Promise<unknown>} Host */

/** Most milliseconds a respondent waits for models in one turn, unless the study says otherwise. */
const TURN_BUDGET = 25_000;

/** Longest reply that is looked at, in characters. */
const LONGEST = 65_536;

export class Transport {
  /** @type {Host | undefined} */
  host;
  /** The model built into the browser, once it is known to be there. @type {BrowserModel | undefined} */
  browser;
  /** @type {Edge | undefined} */
  #edge;
  #text;
  #study;
  /** At most two calls of the host at a time. */
  #lane = new Lane(2);
  #turn = '';
  #turnBegan = 0;

  /**
   * @param {object} options
   * @param {string} options.text text of `study.json`
   * @param {Study} options.study
   * @param {string | undefined} options.endpoint address of the endpoint, with a slash at its end; none: no endpoint
   * @param {Host} [options.host]
   */
  constructor({ text, study, endpoint, host }) {
    this.#text = text;
    this.#study = study;
    this.host = host;
    if (endpoint && study.models?.length) this.#edge = new Edge({ base: endpoint, study: study.id });
  }

  /**
   * Lets the endpoint know that a session begins or goes on. Nobody waits for it.
   * @param {string} session
   * @param {string} hash of the study
   * @param {() => Promise<Posted>} [admit] opens it, where something else does that
   */
  open(session, hash, admit) {
    this.#edge?.open(session, hash, admit);
  }

  /** The respondent has deleted the session. */
  end() {
    this.#edge?.end();
  }

  /**
   * Replies to all requests at once.
   * @param {Request[]} requests
   * @param {AbortSignal} called off
   * @returns {Promise<Reply[]>} in the order of the requests
   */
  replies(requests, called) {
    // `t7`, and `t7.2` once its answer was edited: a wait of its own.
    const [turn = ''] = /^t\d+(\.\d+)?/.exec(requests[0]?.id ?? '') ?? [];
    const now = performance.now();
    if (turn !== this.#turn) [this.#turn, this.#turnBegan] = [turn, now];
    const left = Math.max(0, this.#turnBegan + (this.#study.calls?.turn_budget_ms ?? TURN_BUDGET) - now);
    return Promise.all(requests.map((request) => this.#reply(request, Math.min(request.budget.deadline_ms, left), called)));
  }

  /**
   * @param {Request} request
   * @param {number} deadline milliseconds
   * @param {AbortSignal} called
   * @returns {Promise<Reply>}
   */
  async #reply(request, deadline, called) {
    const began = performance.now();
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new CallFailed('timeout_total', `no reply within ${Math.round(deadline)} ms`)), deadline);
    const off = () => ending.abort(new CallFailed('cancelled', 'called off'));
    if (called.aborted) off();
    called.addEventListener('abort', off);
    let failure = new CallFailed('unavailable', 'no model can be reached from here');
    let attempts = 0;
    try {
      for (const way of this.#ways()) {
        try {
          const completion = await settle(way(request, ending.signal), ending.signal);
          return { id: request.id, outcome: { completion: accepted(completion, since(began), ++attempts) } };
        } catch (error) {
          failure = error instanceof CallFailed ? error : new CallFailed('transport', 'the call failed');
          if (failure.wasTried) attempts++;
          if (ending.signal.aborted) break;
        }
      }
    } finally {
      clearTimeout(timer);
      called.removeEventListener('abort', off);
      ending.abort();
    }
    const { kind, message } = failure;
    return { id: request.id, outcome: { failure: { kind, message, latency_ms: since(began), attempts } } };
  }

  /** The ways that are open, in order. @returns {Generator<Way>} */
  *#ways() {
    if (this.host) yield (request, signal) => this.#lane.through(signal, () => this.#ask(request, signal));
    const edge = this.#edge;
    if (edge) yield (request, signal) => edge.call(request, signal);
    const { browser } = this;
    if (browser) yield (request, signal) => browser.call(this.#text, request, signal);
  }

  /** Asks the page around. @param {Request} request @param {AbortSignal} signal */
  async #ask(request, signal) {
    const { host } = this;
    if (!host) throw new CallFailed('unavailable', 'the page around has taken its transport back');
    const { promptOf } = await import('./studio.js');
    const prompt = await promptOf(this.#text, request);
    return host({ request: structuredClone(request), prompt }, signal);
  }
}

/**
 * What a way gave, as far as it is a completion.
 * @param {unknown} given
 * @param {number} latency
 * @param {number} attempts
 * @returns {Completion}
 */
function accepted(given, latency, attempts) {
  const reply = /** @type {Record<string, any>} */ (typeof given === 'string' ? { output: given } : given ?? {});
  const { output, finish, model, usage = {}, usage_estimated, cost_nano_usd: cost, fallback_from: from } = reply;
  if (typeof output !== 'string' || !output.trim()) throw new CallFailed('bad_output', 'the reply holds no text');
  if (output.length > LONGEST) throw new CallFailed('bad_output', `the reply is longer than ${LONGEST} characters`);
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
