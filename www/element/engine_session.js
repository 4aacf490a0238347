// The dialogue with the engine: it receives an input, requests model calls, and receives the replies.
//
// Invariant: every input, model replies included, is stored before the engine receives it. The resulting log entries are
// stored before the respondent sees the next question.

import { Failure } from '../engine/index.js';

/** @import { Engine } from '../engine/index.js' */
/** @import { Input, Reply, Request, Step } from '../engine/types.d.ts' */
/** @import { Draft } from '../store/index.js' */
/** @import { InterviewState, Phase } from './interview_state.js' */

/**
 * What the conductor does for the session.
 * @typedef {object} SessionPorts
 * @property {(change: Partial<InterviewState>) => void} assign changes the state without a redraw
 * @property {(change: Partial<InterviewState>) => void} update changes the state and redraws the screen
 * @property {(pending?: string) => Promise<void>} save stores new log entries, and an input that the engine has not received
 * @property {(fields: Draft) => Promise<void>} writeDraft stores texts of boxes
 * @property {(requests: Request[], signal: AbortSignal) => Promise<Reply[] | undefined>} askModels undefined: no model is loaded
 */

export class EngineSession {
  /** @type {Engine | undefined} */
  engine;
  #state;
  #ports;
  /** Cancels the model calls in progress. @type {AbortController | undefined} */
  #calls;
  /** The run in progress. @type {Promise<boolean>} */
  #run = Promise.resolve(true);

  /** @param {Readonly<InterviewState>} state @param {SessionPorts} ports */
  constructor(state, ports) {
    this.#state = state;
    this.#ports = ports;
  }

  /** Cancels the model calls in progress. The engine keeps waiting for their replies. */
  abort() {
    this.#calls?.abort();
  }

  /** Cancels the model calls and waits for the run in progress to end. */
  async cancel() {
    this.abort();
    await this.#run.catch(() => {});
  }

  /**
   * Stores an input and runs the engine with it.
   * @param {Input} input
   * @returns {Promise<boolean>} whether the engine accepted the input
   */
  async submit(input) {
    const { busy, problem } = this.#state;
    if (busy || !this.engine) return false;
    this.#ports.update({ busy: true, problem: problem?.code === 'storage' ? problem : undefined });
    await this.#ports.save(JSON.stringify({ entry: 'input', ...input }));
    if (this.#state.phase === 'other_tab') return false;
    return this.run(input);
  }

  /**
   * Runs the engine until it asks a question or finishes.
   * @param {Input} [input] an input that is already stored; without one the run continues at the current step
   * @returns {Promise<boolean>} whether the engine accepted the input
   */
  run(input) {
    this.#run = this.#runSteps(input);
    return this.#run;
  }

  /** @param {Input} [input] */
  async #runSteps(input) {
    const state = this.#state;
    const { assign, update } = this.#ports;
    const isAccepted = !input || (await this.#handle(input));
    while (state.step.type === 'call') {
      const { requests } = state.step;
      const input = await this.#fetchReplies(requests);
      if (!input) break;
      if (await this.#handle(input)) continue;
      // Replies that the engine refuses are replaced by failures.
      const replies = failedReplies(requests, 'bad_output', 'the engine did not take the replies');
      if (await this.#handle({ ...input, replies })) continue;
      assign({ phase: 'failed' });
      break;
    }
    const isElsewhere = state.phase === 'other_tab' || state.phase === 'failed';
    update({ busy: false, phase: isElsewhere ? state.phase : phaseOf(state.step) ?? state.phase });
    return isAccepted;
  }

  /**
   * @param {Request[]} requests
   * @returns {Promise<Extract<Input, { type: 'replies' }> | undefined>} the stored replies; undefined if the calls were cancelled
   */
  async #fetchReplies(requests) {
    const state = this.#state;
    const calls = (this.#calls = new AbortController());
    if (state.phase !== 'other_tab') this.#ports.update({ phase: 'asking' });
    const replies = (await this.#ports.askModels(requests, calls.signal))
      ?? failedReplies(requests, 'unavailable', 'what asks models could not be loaded');
    this.#calls = undefined;
    if (calls.signal.aborted) return undefined;
    const input = /** @type {const} */ ({ type: 'replies', replies, at: Date.now() });
    await this.#ports.save(JSON.stringify({ entry: 'input', ...input }));
    return /** @type {Phase} */ (state.phase) === 'other_tab' ? undefined : input;
  }

  /**
   * Gives the engine an input and stores the entries it adds to the log.
   * @param {Input} input
   * @returns {Promise<boolean>} whether the engine accepted it
   */
  async #handle(input) {
    const { log, step: before } = this.#state;
    const { assign, save, writeDraft } = this.#ports;
    const box = boxOf(input, before);
    let isAccepted = true;
    try {
      const engine = /** @type {Engine} */ (this.engine);
      const { step, trap } = await engine.handle(JSON.stringify(input), log.entries);
      assign({ step, log: log.append(engine.entries(log.entries.length)), problem: trap ?? this.#state.problem });
      if (box) await writeDraft({ [box]: '' });
    } catch (error) {
      isAccepted = false;
      assign({ problem: Failure.from(error) });
      // A refused text stays in its box, also after a reload.
      if ('text' in input && box) await writeDraft({ [box]: input.text ?? '' });
    }
    await save();
    if (isAccepted) assign({ resumedAt: undefined });
    return isAccepted;
  }
}

/** The phase that shows a step; undefined if the phase stays. @param {Step} step @returns {Phase | undefined} */
export function phaseOf({ type }) {
  if (type === 'finished') return 'finished';
  return type === 'ask' || type === 'call' ? 'asking' : undefined;
}

/** Name of the box that an input came from. @param {Input} input @param {Step} step */
function boxOf(input, step) {
  if (input.type === 'edit') return `edit-${input.turn}`;
  if (step.type === 'ask') return `answer-${step.question.turn}`;
  return step.type === 'finished' ? 'remark' : undefined;
}

/**
 * A failure in place of each reply.
 * @param {Request[]} requests
 * @param {'unavailable' | 'bad_output'} kind
 * @param {string} message
 * @returns {Reply[]}
 */
function failedReplies(requests, kind, message) {
  return requests.map(({ id }) => ({ id, outcome: { failure: { kind, message, latency_ms: 0, attempts: 0 } } }));
}
