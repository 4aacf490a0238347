// Downloads: files and CSV tables.

import { h } from '../element/dom.js';
import { currentScore, scoreState } from './score_state.js';

/** @import { Item } from './sessions.js' */

/** Saves a file on the researcher's computer. @param {string} name @param {BlobPart[]} parts @param {string} type */
export function download(name, parts, type) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = /** @type {HTMLAnchorElement} */ (h('a', { href: url, download: name }));
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Columns of the CSV table: name and value. @type {Array<[string, (item: Item) => unknown]>} */
const COLUMNS = [
  ['session', ({ id }) => id],
  ...(/** @type {const} */ (['study', 'version', 'study_hash', 'title', 'language', 'methodology', 'policy'])).map(
    (name) => /** @type {[string, (item: Item) => unknown]} */ ([name, ({ overview }) => overview[name]])),
  ['started_at', ({ overview }) => new Date(overview.started_at).toISOString()],
  ['last_at', ({ overview }) => new Date(overview.last_at).toISOString()],
  ['seconds', ({ overview }) => Math.round((overview.last_at - overview.started_at) / 1000)],
  ...(/** @type {const} */ (['reason', 'answers', 'skips', 'edits', 'words', 'fit', 'has_correction', 'is_simulated'])).map(
    (name) => /** @type {[string, (item: Item) => unknown]} */ ([name, ({ overview }) => overview[name]])),
  ['scoring', (item) => scoreState(item)],
  ['score', (item) => currentScore(item)?.total_score],
  ['rule_score', (item) => currentScore(item)?.rule_score],
  ['judge', (item) => currentScore(item)?.model ?? currentScore(item)?.provider],
  ['failure_tags', (item) => currentScore(item)?.failure_tags?.join(' ')],
  ['quality_flags', ({ flags }) => flags],
  ['source', ({ source }) => source],
];

/** Returns sessions as CSV, one a line. @param {Item[]} items */
export function csvTable(items) {
  const lines = [COLUMNS.map(([name]) => name), ...items.map((item) => COLUMNS.map(([, valueOf]) => valueOf(item)))];
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** @param {unknown} value */
function cell(value) {
  let text = String(value ?? '');
  // A spreadsheet would run a text that begins like a formula.
  if (typeof value === 'string' && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
