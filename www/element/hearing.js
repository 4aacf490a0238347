// The talk with the engine: it hears an input, models are asked whatever it wants of them, and it hears what they replied.
//
// Invariant: an input, also what models replied, is in the store before the engine hears it, and what the engine made of
// it is in the store before the respondent sees the question that follows.

import { boxOf, failure, phaseOf, unanswered } from './conducting.js';
import { Log } from './transcript.js';

/** @import { Engine } from '../engine/index.js' */
/** @import { Input, Reply, Request } from '../engine/types.d.ts' */
/** @import { Draft } from '../store/types.d.ts' */
/** @import { Standing } from './standing.js' */
/** @import { Phase } from './types.d.ts' */

/**
 * What the talk needs of the page around it.
 * @typedef {object} Around
 * @property {(change: Partial<Standing>) => void} set changes what stands, and has the screen drawn
 * @property {(pending?: string) => Promise<void>} keep writes what the store lacks, and an input the engine has not heard
 * @property {(fields: Draft) => Promise<void>} write keeps what stands in a box
 * @property {(requests: Request[], off: AbortSignal) => Promise<Reply[]>} replies asks models
 */

export class Hearing {
  /** @type {Engine | undefined} */
  engine;
  log = new Log();
  #standing;
  #around;
  /** Calls off what models are asked at the moment. @type {AbortController | undefined} */
  #calling;
  /** The input that is being dealt with. @type {Promise<boolean>} */
  #current = Promise.resolve(true);

  /** @param {Standing} standing @param {Around} around */
  constructor(standing, around) {
    this.#standing = standing;
    this.#around = around;
  }

  /** Asks the models no further. The engine stands at the same requests. */
  abort() {
    this.#calling?.abort();
  }

  /** The same, and waits until what was under way is over. */
  async callOff() {
    this.abort();
    await this.#current.catch(() => {});
  }

  /**
   * Tells the engine something, with the store on both sides.
   * @param {Input} input
   * @returns {Promise<boolean>} whether the interview went on
   */
  async tell(input) {
    const standing = this.#standing;
    if (standing.busy || !this.engine) return false;
    this.#around.set({ busy: true, problem: standing.problem?.code === 'storage' ? standing.problem : undefined });
    await this.#around.keep(JSON.stringify({ entry: 'input', ...input }));
    if (/** @type {Phase} */ (standing.phase) === 'other_tab') return false;
    return this.hear(input);
  }

  /**
   * Has the engine hear an input that is in the store already, and asks models whatever it wants of them.
   * @param {Input} [input] none: go on where the engine stands
   * @returns {Promise<boolean>} whether the input was heard
   */
  hear(input) {
    this.#current = this.#hear(input);
    return this.#current;
  }

  /** @param {Input} [input] */
  async #hear(input) {
    const standing = this.#standing;
    const heard = !input || (await this.#digest(input));
    while (standing.step.type === 'call') {
      const { requests } = standing.step;
      const replied = await this.#ask(requests);
      if (!replied) break;
      if (await this.#digest(replied)) continue;
      // What the engine does not take counts as no reply at all.
      const replies = unanswered(requests, 'bad_output', 'the engine did not take the replies');
      if (await this.#digest({ ...replied, replies })) continue;
      standing.phase = 'failed';
      break;
    }
    const isElsewhere = standing.phase === 'other_tab' || standing.phase === 'failed';
    this.#around.set({ busy: false, phase: isElsewhere ? standing.phase : phaseOf(standing.step) ?? standing.phase });
    return heard;
  }

  /**
   * @param {Request[]} requests
   * @returns {Promise<Extract<Input, { type: 'replies' }> | undefined>} what came, in the store; nothing if it was called off
   */
  async #ask(requests) {
    const standing = this.#standing;
    const calling = (this.#calling = new AbortController());
    if (standing.phase !== 'other_tab') this.#around.set({ phase: 'asking' });
    const replies = await this.#around.replies(requests, calling.signal);
    this.#calling = undefined;
    if (calling.signal.aborted) return undefined;
    const replied = /** @type {const} */ ({ type: 'replies', replies, at: Date.now() });
    await this.#around.keep(JSON.stringify({ entry: 'input', ...replied }));
    return /** @type {Phase} */ (standing.phase) === 'other_tab' ? undefined : replied;
  }

  /**
   * Has the engine hear an input, and keeps what it made of it.
   * @param {Input} input
   */
  async #digest(input) {
    const standing = this.#standing;
    const from = this.log.entries.length;
    const box = boxOf(input, standing.step);
    let heard = true;
    try {
      const engine = /** @type {Engine} */ (this.engine);
      const { step, trap } = await engine.handle(JSON.stringify(input), this.log.entries);
      standing.step = step;
      this.log = this.log.with(engine.entries(from));
      standing.problem = trap ?? standing.problem;
      if (box) await this.#around.write({ [box]: '' });
    } catch (error) {
      heard = false;
      standing.problem = failure(error);
      // What was refused stays in the box, also after a reload.
      if ('text' in input && box) await this.#around.write({ [box]: input.text });
    }
    await this.#around.keep();
    if (heard) standing.resumed = undefined;
    return heard;
  }
}
