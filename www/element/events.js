// The events of the element, and `HostEvents`, which dispatches them when the state of the interview changes.

/** @import { Failure } from '../engine/index.js' */
/** @import { InterviewOutcome, Question, Reply, Request } from '../engine/types.d.ts' */
/** @import { InterviewState } from './interview_state.js' */

/** Errors that the respondent corrects; the host page gets no event. */
const RESPONDENT_ERRORS = ['empty_answer', 'answer_too_long'];

class InterviewEvent extends Event {
  /** @param {string} type */
  constructor(type) {
    super(`querent-${type}`, { bubbles: true, composed: true });
  }
}

/** The study is loaded, and the page shows the first screen or a resumed interview. */
export class ReadyEvent extends InterviewEvent {
  /** @param {boolean} resumed */
  constructor(resumed) {
    super('ready');
    this.resumed = resumed;
  }
}

/** The page shows a question. */
export class QuestionEvent extends InterviewEvent {
  /** @param {Question} question */
  constructor(question) {
    super('question');
    this.question = question;
  }
}

/** A turn is complete and stored. */
export class TurnEvent extends InterviewEvent {
  /** @param {number} turn */
  constructor(turn) {
    super('turn');
    this.turn = turn;
  }
}

/** A model was called. The event has neither the prompt nor the reply. */
export class CallEvent extends InterviewEvent {
  /** @param {Request} request @param {Reply} reply */
  constructor({ task, turn }, { outcome }) {
    super('call');
    this.task = task;
    this.turn = turn;
    const ended = 'completion' in outcome ? outcome.completion : outcome.failure;
    /** Name of the model that replied. */
    this.model = 'completion' in outcome ? outcome.completion.model : undefined;
    /** Why there was no reply. */
    this.failure = 'failure' in outcome ? outcome.failure.kind : undefined;
    this.latency_ms = ended.latency_ms;
  }
}

/** The interview is over. */
export class FinishedEvent extends InterviewEvent {
  /** @param {InterviewOutcome} outcome */
  constructor(outcome) {
    super('finished');
    this.outcome = outcome;
  }
}

/** The respondent switched to another policy, which is another study of this site. */
export class StudyEvent extends InterviewEvent {
  /** @param {string} address */
  constructor(address) {
    super('study');
    this.address = address;
  }
}

/** Something failed, and the page shows it to the respondent. */
export class ErrorEvent extends InterviewEvent {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super('error');
    this.code = code;
    this.message = message;
  }
}

/** Dispatches an event for each change of an interview, once. */
export class HostEvents {
  #element;
  /** @type {Failure | undefined} */
  #problem;
  /** Phase, step and last turn of the last state. @type {[string, object?, string?]} */
  #last = [''];

  /** @param {HTMLElement} element that dispatches the events */
  constructor(element) {
    this.#element = element;
  }

  /** Another interview is opened. */
  reset() {
    this.#last = [''];
  }

  /** @param {Readonly<InterviewState>} state */
  dispatch({ phase, step, problem, past, busy }) {
    if (busy) return;
    const last = past.at(-1);
    const turn = JSON.stringify(last);
    const [lastPhase, lastStep, lastTurn] = this.#last;
    this.#last = [phase, step, turn];
    if (problem && problem !== this.#problem && !RESPONDENT_ERRORS.includes(problem.code)) {
      this.#element.dispatchEvent(new ErrorEvent(problem.code, problem.message));
    }
    this.#problem = problem;
    if (lastStep === step || (phase !== 'asking' && phase !== 'finished')) return;
    if (last && turn !== lastTurn && lastPhase === 'asking') this.#element.dispatchEvent(new TurnEvent(last.turn));
    if (step.type === 'ask') this.#element.dispatchEvent(new QuestionEvent(step.question));
    if (step.type === 'finished') this.#element.dispatchEvent(new FinishedEvent(step.outcome));
  }
}
