// Turns as a respondent knows them, folded from the log.

/** @import { Entry } from '../engine/types.d.ts' */
/** @import { PastTurn } from './types.d.ts' */

/** What happened so far, entry by entry. A longer log is another log. */
export class Log {
  /** @type {PastTurn[] | undefined} */
  #past;

  /** @param {string[]} entries each a JSON text */
  constructor(entries = []) {
    this.entries = entries;
  }

  /** @param {string[]} entries */
  with(entries) {
    return new Log([...this.entries, ...entries]);
  }

  /** Turns so far, with what was asked and said. */
  get past() {
    this.#past ??= transcript(this.entries);
    return this.#past;
  }

  /** Answers given so far. */
  get answers() {
    return this.past.filter((turn) => turn.said !== undefined).length;
  }

  /** Whether the respondent has added a remark. */
  get hasRemark() {
    return this.entries.some((entry) => entry.startsWith('{"entry":"input","type":"remark"'));
  }
}

/**
 * @param {string[]} log entries of the log, each a JSON text
 * @returns {PastTurn[]} oldest first, without the question that waits
 */
function transcript(log) {
  /** @type {Map<number, string>} */
  const questions = new Map();
  /** @type {Map<number, PastTurn>} */
  const turns = new Map();
  let waiting = 0;
  /** @param {number} turn @param {string | undefined} said @param {PastTurn['kind']} kind */
  const file = (turn, said, kind) => turns.set(turn, { turn, asked: questions.get(turn) ?? '', said, kind });
  for (const text of log) {
    /** @type {Entry} */
    const entry = JSON.parse(text);
    if (entry.entry === 'asked') {
      questions.set(entry.turn, entry.text);
      waiting = entry.turn;
    } else if (entry.entry === 'input') {
      if (entry.type === 'answer') file(waiting, entry.text, 'answered');
      if (entry.type === 'edit') file(entry.turn, entry.text, 'answered');
      if (entry.type === 'skip') file(waiting, undefined, entry.kind);
    }
  }
  return [...turns.values()];
}
