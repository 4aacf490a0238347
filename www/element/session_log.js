// The log of an interview, and the turns that a respondent sees of it.

/** @import { Input, LogEntry } from '../engine/types.d.ts' */
/** @import { Draft } from '../store/index.js' */

/** @typedef {Extract<Input, { type: 'remark' }>} RemarkEntry */

/**
 * A turn as the respondent sees it.
 * @typedef {object} PastTurn
 * @property {number} turn
 * @property {string} question
 * @property {string | undefined} answer undefined if the question was skipped
 * @property {'answered' | 'skipped' | 'declined'} kind
 */

/** An immutable log. `append` returns a longer one. */
export class SessionLog {
  /** @type {PastTurn[] | undefined} */
  #past;

  /** @param {string[]} entries each a JSON text */
  constructor(entries = []) {
    this.entries = entries;
  }

  /** @param {string[]} entries */
  append(entries) {
    return new SessionLog([...this.entries, ...entries]);
  }

  /** Completed turns, oldest first. */
  get past() {
    this.#past ??= readTurns(this.entries);
    return this.#past;
  }

  /** Number of turns with an answer. */
  get answers() {
    return this.past.filter((turn) => turn.answer !== undefined).length;
  }

  /** What the respondent said on the last screen; undefined before. @returns {RemarkEntry | undefined} */
  get remark() {
    const entry = this.entries.findLast((text) => text.startsWith('{"entry":"input","type":"remark"'));
    return entry && JSON.parse(entry);
  }
}

/**
 * The rejected lines of the summary and ideas of the map that are not sent yet: `line-2`, `node-n7`.
 * @param {Draft} draft
 */
export function disputedIn(draft) {
  return draft['disputed']?.split(' ') ?? [];
}

/**
 * @param {string[]} log entries, each a JSON text
 * @returns {PastTurn[]} oldest first, without the question that waits for an answer
 */
function readTurns(log) {
  /** @type {Map<number, string>} */
  const questions = new Map();
  /** @type {Map<number, PastTurn>} */
  const turns = new Map();
  let waiting = 0;
  /** @param {number} turn @param {string | undefined} answer @param {PastTurn['kind']} kind */
  const add = (turn, answer, kind) => turns.set(turn, { turn, question: questions.get(turn) ?? '', answer, kind });
  for (const text of log) {
    /** @type {LogEntry} */
    const entry = JSON.parse(text);
    if (entry.entry === 'asked') {
      questions.set(entry.turn, entry.text);
      waiting = entry.turn;
    } else if (entry.entry === 'input') {
      if (entry.type === 'answer') add(waiting, entry.text, 'answered');
      if (entry.type === 'edit') add(entry.turn, entry.text, 'answered');
      if (entry.type === 'skip') add(waiting, undefined, entry.kind);
    }
  }
  return [...turns.values()];
}
