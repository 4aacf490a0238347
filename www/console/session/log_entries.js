// The log of a session, for facts that the turns do not hold.

/** @import { SessionRecord } from '../../engine/studio.js' */

/** @type {WeakMap<SessionRecord, string[]>} */
const logs = new WeakMap();

/** Returns the entries of the log, each as JSON. @param {SessionRecord} record @returns {string[]} */
export function logEntries(record) {
  const known = logs.get(record) ?? JSON.parse(record.session()).log.map((/** @type {object} */ entry) => JSON.stringify(entry));
  logs.set(record, known);
  return known;
}

/**
 * Returns the last question if it has no answer.
 * @param {SessionRecord} record
 * @param {number} turns number of answered turns
 * @returns {string | undefined}
 */
export function openQuestion(record, turns) {
  const asked = logEntries(record).filter((entry) => entry.startsWith('{"entry":"asked"')).map((entry) => JSON.parse(entry));
  return asked.findLast(({ turn }) => turn === turns + 1)?.text;
}
