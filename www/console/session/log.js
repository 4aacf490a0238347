// The log of a session, for what no record of a turn tells.

/** @import { SessionRecord } from './types.d.ts' */

/** @type {WeakMap<SessionRecord, string[]>} */
const logs = new WeakMap();

/** Entries of the log, each a JSON text. @param {SessionRecord} record @returns {string[]} */
export function logOf(record) {
  const known = logs.get(record) ?? JSON.parse(record.session()).log.map((/** @type {object} */ entry) => JSON.stringify(entry));
  logs.set(record, known);
  return known;
}

/**
 * The question that was put last and never answered, if there is one.
 * @param {SessionRecord} record
 * @param {number} turns how many there were
 * @returns {string | undefined}
 */
export function unanswered(record, turns) {
  const asked = logOf(record).filter((entry) => entry.startsWith('{"entry":"asked"')).map((entry) => JSON.parse(entry));
  return asked.findLast(({ turn }) => turn === turns + 1)?.text;
}
