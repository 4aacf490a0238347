// What the element tells the page around it.

/** @import { Outcome, Question, Reply, Request } from '../engine/types.d.ts' */

class InterviewEvent extends Event {
  /** @param {string} type */
  constructor(type) {
    super(`querent-${type}`, { bubbles: true, composed: true });
  }
}

/** The study is there and the first screen, or an interview that was resumed, stands on the page. */
export class ReadyEvent extends InterviewEvent {
  /** @param {boolean} resumed */
  constructor(resumed) {
    super('ready');
    this.resumed = resumed;
  }
}

/** A question is put. */
export class QuestionEvent extends InterviewEvent {
  /** @param {Question} question */
  constructor(question) {
    super('question');
    this.question = question;
  }
}

/** A turn is complete and kept. */
export class TurnEvent extends InterviewEvent {
  /** @param {number} turn */
  constructor(turn) {
    super('turn');
    this.turn = turn;
  }
}

/** A model was asked. What it was asked and what it replied stays inside. */
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
  /** @param {Outcome} outcome */
  constructor(outcome) {
    super('finished');
    this.outcome = outcome;
  }
}

/** The respondent went on to another study of this site, the same with another policy. */
export class StudyEvent extends InterviewEvent {
  /** @param {string} address */
  constructor(address) {
    super('study');
    this.address = address;
  }
}

/** Something went wrong; the page has told the respondent. */
export class ErrorEvent extends InterviewEvent {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super('error');
    this.code = code;
    this.message = message;
  }
}
