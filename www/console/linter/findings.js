// The list of findings by document: place, code, message, hint and source line.

import { h } from '../../element/dom.js';
import { plural } from '../format.js';

/** @import { Document } from './documents.js' */

/**
 * @typedef {object} Finding
 * @property {string} file
 * @property {number} line from 1
 * @property {number} column in characters, from 1
 * @property {'error' | 'warning'} severity
 * @property {string} code
 * @property {string} path
 * @property {string} [value]
 * @property {string} message
 * @property {string} [hint]
 */

/** Characters of a line shown on each side of a place. */
const CONTEXT = 60;

/** `38 documents: 2 errors, 1 warning` @param {number} documents @param {Finding[]} findings */
export function verdict(documents, findings) {
  const of = (/** @type {string} */ severity) => findings.filter((one) => one.severity === severity).length;
  const all = plural(documents, 'document');
  return findings.length ? `${all}: ${plural(of('error'), 'error')}, ${plural(of('warning'), 'warning')}` : `${all}: no findings`;
}

/**
 * @param {Finding[]} findings
 * @param {Map<string, Document>} documents
 */
export function findingList(findings, documents) {
  const files = [...new Set(findings.map(({ file }) => file))];
  return files.map((file) => h('section.found', { 'aria-label': file, 'data-key': file },
    h('h3', {}, h('button.link', { type: 'button', 'data-open': file }, file)),
    h('ol', {}, findings.filter((one) => one.file === file).map((one) => item(one, documents.get(file)?.text)))));
}

/** @param {Finding} finding @param {string | undefined} text */
function item(finding, text) {
  const { file, line, column, severity, code, message, hint } = finding;
  return h(`li.${severity}`, {},
    h('p.place', {},
      h('button.link.num', { type: 'button', 'data-open': file, 'data-line': line, 'data-column': column, title: 'Show it in the document' }, `${line}:${column}`),
      ' ', h('b', {}, severity), ' ', h('code', {}, code)),
    h('p', {}, withCode(message)),
    hint && h('p.hint', {}, withCode(hint)),
    text !== undefined && sourceLine(text, finding));
}

/** Renders text between backticks as code. @param {string} sentence */
function withCode(sentence) {
  // An unpaired backtick comes from the document.
  const parts = sentence.split('`');
  return parts.length % 2 ? parts.map((part, at) => (at % 2 ? h('code', {}, part) : part)) : sentence;
}

/** The source line with the value or word at the place marked. @param {string} text @param {Finding} finding */
function sourceLine(text, { line, column, value }) {
  const characters = Array.from(text.split(/\r\n|\n|\r/)[line - 1] ?? '');
  if (!characters.join('').trim()) return false;
  const start = Math.min(column - 1, characters.length);
  const rest = characters.slice(start).join('');
  const word = value && rest.startsWith(value) ? value : (/^(?:"[^"]*"|'[^']*'|[^\s:,\]}]+)/.exec(rest)?.[0] ?? '');
  const length = Math.max(1, Array.from(word).length);
  const [from, to] = [Math.max(0, start - CONTEXT), start + length + CONTEXT];
  return h('pre.source', { tabindex: 0 }, h('span.no', { 'aria-hidden': 'true' }, `${line} `), h('code', {},
    from > 0 && '…', characters.slice(from, start).join(''),
    h('mark', {}, characters.slice(start, start + length).join('') || ' '),
    characters.slice(start + length, to).join(''), to < characters.length && '…'));
}
