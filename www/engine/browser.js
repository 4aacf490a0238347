// The language model built into the browser (Prompt API), where there is one and the study allows it. Nothing is ever
// downloaded without the respondent's word. The model is small: it gets one task at a time, each with a short prompt.

import { CallFailed, Lane, settle } from './calling.js';
import { promptOf } from './studio.js';

/** @import { Prompt, Request } from './types.d.ts' */

/**
 * The part of the Prompt API that is used.
 * @typedef {object} Session
 * @property {(input: string, options: object) => Promise<string>} prompt
 * @property {(options?: object) => Promise<Session>} clone
 * @property {() => void} destroy
 */
/** @typedef {'unavailable' | 'downloadable' | 'downloading' | 'available'} Availability */
/** @typedef {{ availability(options: object): Promise<Availability>, create(options: object): Promise<Session> }} LanguageModel */

/** What a small model is asked for in place of the one large task, most wanted first: the place in the whole, the task. */
const PARTS = [['extraction', 'graph_extraction'], ['momentum', 'momentum_assessment'], ['signals', 'response_signals']];

export class BrowserModel {
  #api;
  #language;
  /** One at a time: the device has one model. */
  #lane = new Lane(1);
  /** A session for each task, holding what its prompts begin with. @type {Map<string, { system: string, session: Promise<Session> }>} */
  #bases = new Map();

  /** @param {LanguageModel} api @param {string} language */
  constructor(api, language) {
    this.#api = api;
    this.#language = language.split('-')[0] ?? language;
  }

  get #options() {
    const text = [{ type: 'text', languages: [this.#language] }];
    return { expectedInputs: text, expectedOutputs: text };
  }

  /** Whether the model is there, or could be. @returns {Promise<Availability>} */
  async availability() {
    try {
      return await this.#api.availability(this.#options);
    } catch {
      return 'unavailable';
    }
  }

  /**
   * Downloads the model. Only ever called on the respondent's word.
   * @param {(share: number) => void} progress how much is there, 0–1
   * @param {AbortSignal} signal
   */
  async download(progress, signal) {
    const session = await this.#api.create({
      ...this.#options,
      signal,
      monitor: (/** @type {EventTarget} */ monitor) =>
        monitor.addEventListener('downloadprogress', (event) => progress(/** @type {any} */ (event).loaded)),
    });
    session.destroy();
  }

  /**
   * @param {string} study text of `study.json`
   * @param {Request} request
   * @param {AbortSignal} signal
   * @returns {Promise<unknown>}
   */
  call(study, request, signal) {
    return request.task === 'turn_analysis' ? this.#analyse(study, request, signal) : this.#ask(study, request, signal);
  }

  /** The parts of an analysis one after another. What does not come in time is missing, and the rules read it. @type {BrowserModel['call']} */
  async #analyse(study, request, signal) {
    /** @type {Record<string, unknown>} */
    const whole = {};
    /** @type {unknown} */
    let failed;
    for (const [part = '', task = ''] of PARTS) {
      try {
        const { output } = await this.#ask(study, { ...request, task }, signal);
        whole[part] = JSON.parse(output);
      } catch (error) {
        failed = error instanceof SyntaxError ? new CallFailed('bad_output', 'the reply is no JSON') : error;
        if (signal.aborted) throw failed;
      }
    }
    if (!Object.keys(whole).length) throw failed;
    return { output: JSON.stringify(whole), model: 'browser', cost_nano_usd: 0 };
  }

  /** @param {string} study @param {Request} request @param {AbortSignal} signal */
  async #ask(study, request, signal) {
    const prompt = await promptOf(study, request);
    return this.#lane.through(signal, async () => {
      const session = await (await this.#base(request.task, prompt, signal)).clone({ signal });
      try {
        const { output: wanted } = prompt;
        const constraint = wanted.form === 'json' && { responseConstraint: wanted.schema, omitResponseConstraintInput: true };
        const output = await session.prompt(prompt.user, { ...constraint, signal });
        return { output, model: 'browser', cost_nano_usd: 0 };
      } catch (error) {
        throw signal.aborted ? signal.reason : failure(error);
      } finally {
        session.destroy();
      }
    });
  }

  /** The session of a task; it outlives the call that makes it. @param {string} task @param {Prompt} prompt @param {AbortSignal} signal */
  #base(task, { system }, signal) {
    let base = this.#bases.get(task);
    if (base?.system !== system) {
      destroy(base?.session);
      base = { system, session: this.#create(system) };
      this.#bases.set(task, base);
      base.session.catch(() => this.#bases.delete(task));
    }
    return settle(base.session, signal);
  }

  /** @param {string} system */
  async #create(system) {
    // Asked anew each time: a model can go away, and making a session of one that is not there would download it.
    if ((await this.availability()) !== 'available') throw new CallFailed('unavailable', 'the browser has no model at hand');
    return this.#api.create({ ...this.#options, initialPrompts: [{ role: 'system', content: system }] });
  }

  /** Gives back what it holds. */
  close() {
    for (const { session } of this.#bases.values()) destroy(session);
    this.#bases.clear();
  }
}

/** @param {Promise<Session> | undefined} session */
function destroy(session) {
  session?.then((made) => made.destroy(), () => {});
}

/** @param {unknown} error */
function failure(error) {
  if (error instanceof CallFailed) return error;
  const { name } = /** @type {Error} */ (error);
  if (name === 'QuotaExceededError') return new CallFailed('context_too_long', 'the prompt is too long for the browser’s model');
  if (name === 'NotAllowedError') return new CallFailed('permission', 'the page may not use the browser’s model');
  return new CallFailed('bad_output', 'the browser’s model gave no reply');
}
