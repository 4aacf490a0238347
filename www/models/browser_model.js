// The language model built into the browser (Prompt API). It is downloaded only if the respondent asks for it. The model is
// small: it gets one task at a time, each with a short prompt.

import { renderPrompt } from '../engine/studio.js';
import { abortable, CallFailed, CallLimit } from './model_call.js';

/** @import { Prompt, Request } from '../engine/types.d.ts' */

/**
 * The used part of the Prompt API.
 * @typedef {object} Session
 * @property {(input: string, options: object) => Promise<string>} prompt
 * @property {(options?: object) => Promise<Session>} clone
 * @property {() => void} destroy
 */
/** @typedef {'unavailable' | 'downloadable' | 'downloading' | 'available'} Availability */
/** @typedef {{ availability(options: object): Promise<Availability>, create(options: object): Promise<Session> }} LanguageModel */

/** The tasks that replace `turn_analysis` for a small model, most important first: field of the analysis, task. */
const PARTS = /** @type {Array<[string, Request['task']]>} */ ([['extraction', 'graph_extraction'], ['momentum', 'momentum_assessment'], ['signals', 'response_signals']]);

export class BrowserModel {
  #api;
  #language;
  /** The device has one model. */
  #limit = new CallLimit(1);
  /** A session for each task with its system prompt. @type {Map<string, { system: string, session: Promise<Session> }>} */
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

  /** @returns {Promise<Availability>} */
  async availability() {
    try {
      return await this.#api.availability(this.#options);
    } catch {
      return 'unavailable';
    }
  }

  /**
   * Downloads the model.
   * @param {(share: number) => void} progress downloaded share, 0–1
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

  /** Fetches the parts of an analysis one after another. The rules fill parts that are late. @type {BrowserModel['call']} */
  async #analyse(study, request, signal) {
    /** @type {Record<string, unknown>} */
    const whole = {};
    /** @type {unknown} */
    let failed;
    for (const [part, task] of PARTS) {
      try {
        const { output } = await this.#ask(study, { ...request, task }, signal);
        whole[part] = JSON.parse(output);
      } catch (error) {
        failed = error instanceof SyntaxError ? new CallFailed('bad_output', 'the reply is not JSON') : error;
        if (signal.aborted) throw failed;
      }
    }
    if (!Object.keys(whole).length) throw failed;
    return { output: JSON.stringify(whole), model: 'browser', cost_nano_usd: 0 };
  }

  /** @param {string} study @param {Request} request @param {AbortSignal} signal */
  async #ask(study, request, signal) {
    const prompt = await renderPrompt(study, request);
    return this.#limit.run(signal, async () => {
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

  /** The session of a task, shared by its calls. @param {string} task @param {Prompt} prompt @param {AbortSignal} signal */
  #base(task, { system }, signal) {
    let base = this.#bases.get(task);
    if (base?.system !== system) {
      destroy(base?.session);
      base = { system, session: this.#create(system) };
      this.#bases.set(task, base);
      base.session.catch(() => this.#bases.delete(task));
    }
    return abortable(base.session, signal);
  }

  /** @param {string} system */
  async #create(system) {
    // A model may have gone away. Creating a session would download it again.
    if ((await this.availability()) !== 'available') throw new CallFailed('unavailable', 'the browser has no model');
    return this.#api.create({ ...this.#options, initialPrompts: [{ role: 'system', content: system }] });
  }

  /** Destroys all sessions. */
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
