// Files the console hands out, and tables of the list.

import { h } from '../element/dom.js';
import { currentScore, stateOf } from './bands.js';

/** @import { Item } from './types.d.ts' */

/** @param {string} name @param {BlobPart[]} parts @param {string} type */
export function save(name, parts, type) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = /** @type {HTMLAnchorElement} */ (h('a', { href: url, download: name }));
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Columns of the table. @type {Array<[string, (item: Item) => unknown]>} */
const COLUMNS = [
  ['session', ({ id }) => id],
  ...(/** @type {const} */ (['study', 'version', 'study_hash', 'title', 'language', 'methodology', 'policy'])).map(
    (name) => /** @type {[string, (item: Item) => unknown]} */ ([name, ({ overview }) => overview[name]])),
  ['started_at', ({ overview }) => new Date(overview.started_at).toISOString()],
  ['last_at', ({ overview }) => new Date(overview.last_at).toISOString()],
  ['seconds', ({ overview }) => Math.round((overview.last_at - overview.started_at) / 1000)],
  ...(/** @type {const} */ (['reason', 'answers', 'skips', 'edits', 'words', 'fit', 'has_correction', 'is_simulated'])).map(
    (name) => /** @type {[string, (item: Item) => unknown]} */ ([name, ({ overview }) => overview[name]])),
  ['scoring', (item) => stateOf(item)],
  ['score', (item) => currentScore(item)?.total_score],
  ['rule_score', (item) => currentScore(item)?.rule_score],
  ['judge', (item) => currentScore(item)?.model ?? currentScore(item)?.provider],
  ['failure_tags', (item) => currentScore(item)?.failure_tags?.join(' ')],
  ['quality_flags', ({ flags }) => flags],
  ['source', ({ source }) => source],
];

/** The list as CSV, one session a line. @param {Item[]} items */
export function table(items) {
  const lines = [COLUMNS.map(([name]) => name), ...items.map((item) => COLUMNS.map(([, of]) => of(item)))];
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** @param {unknown} value */
function cell(value) {
  let text = String(value ?? '');
  // A spreadsheet would run what begins like a formula; respondents and authors write what they like.
  if (typeof value === 'string' && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
