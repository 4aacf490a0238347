// Turns as a respondent knows them, folded from the log.

/** @import { Entry } from '../engine/types.d.ts' */
/** @import { PastTurn } from './types.d.ts' */

/**
 * @param {string[]} log entries of the log, each a JSON text
 * @returns {PastTurn[]} oldest first, without the question that waits
 */
export function transcript(log) {
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
