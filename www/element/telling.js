// What the page around hears of an interview: each thing once, and nothing that the respondent can mend alone.

import { ErrorEvent, FinishedEvent, QuestionEvent, TurnEvent } from './events.js';

/** @import { Failure } from '../engine/index.js' */
/** @import { Conductor } from './conductor.js' */

/** What the respondent can mend, and the page around need not know. */
const THEIRS = ['empty_answer', 'answer_too_long'];

export class Telling {
  #element;
  /** @type {Failure | undefined} */
  #problem;
  /** The phase, the step, and the last turn. @type {[string, object?, string?]} */
  #told = [''];

  /** @param {HTMLElement} element events are dispatched on it */
  constructor(element) {
    this.#element = element;
  }

  /** Another interview is opened. */
  forget() {
    this.#told = [''];
  }

  /** Tells what is new. @param {Conductor} conductor */
  tell({ phase, step, problem, past, busy }) {
    if (busy) return;
    const last = past.at(-1);
    const turn = JSON.stringify(last);
    const [wasPhase, was, wasTurn] = this.#told;
    this.#told = [phase, step, turn];
    if (problem && problem !== this.#problem && !THEIRS.includes(problem.code)) {
      this.#element.dispatchEvent(new ErrorEvent(problem.code, problem.message));
    }
    this.#problem = problem;
    if (was === step || (phase !== 'asking' && phase !== 'finished')) return;
    if (last && turn !== wasTurn && wasPhase === 'asking') this.#element.dispatchEvent(new TurnEvent(last.turn));
    if (step.type === 'ask') this.#element.dispatchEvent(new QuestionEvent(step.question));
    if (step.type === 'finished') this.#element.dispatchEvent(new FinishedEvent(step.outcome));
  }
}
