// Renders the Markdown of reports: headings, lists, tables, quotes, emphasis and code. Everything else stays text.
//
// Invariant: a text from a model or a respondent never becomes HTML, and its only links lead to turns.

import { h } from '../element/dom.js';

/** @typedef {(turn: number) => string} TurnLink returns the address of a turn */

/**
 * Renders a report.
 * @param {string} text Markdown
 * @param {TurnLink} turnLink
 * @param {number} [top] level of its highest heading
 */
export function markdown(text, turnLink, top = 3) {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  /** @type {HTMLElement[]} */
  const blocks = [];
  /** @type {number | undefined} */
  let shallowest;
  let level = top - 1;
  /** @param {string} words */
  const inline = (words) => renderInline(words, turnLink);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    /** Takes the lines from here that match. @param {RegExp} like */
    const takeLines = (like) => {
      const from = at;
      while (at < lines.length && like.test(lines[at] ?? '')) at++;
      return lines.slice(from, at);
    };
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (heading) {
      const depth = heading[1]?.length ?? 1;
      shallowest ??= depth;
      // The highest heading of the report continues the outline of the page.
      level = Math.min(6, level + 1, top + Math.max(0, depth - shallowest));
      blocks.push(h(`h${level}`, {}, inline(heading[2] ?? '')));
      at++;
    } else if (/^\s*[-*•]\s+/.test(line)) {
      blocks.push(h('ul', {}, listItems(takeLines(/^\s*([-*•]\s+|\s{2,}\S)/)).map((item) => h('li', {}, inline(item)))));
    } else if (/^\s*\d+[.)]\s+/.test(line)) {
      blocks.push(h('ol', {}, listItems(takeLines(/^\s*(\d+[.)]\s+|\s{2,}\S)/)).map((item) => h('li', {}, inline(item)))));
    } else if (/^\s*>/.test(line)) {
      blocks.push(h('blockquote', { dir: 'auto' }, inline(joinLines(takeLines(/^\s*>/).map((quoted) => quoted.replace(/^\s*>\s?/, ''))))));
    } else if (/^\s*\|.*\|/.test(line)) {
      blocks.push(renderTable(takeLines(/^\s*\|.*\|/), inline));
    } else if (/^\s*```/.test(line)) {
      at++;
      const code = takeLines(/^(?!\s*```)/);
      at++;
      blocks.push(h('pre', { tabindex: 0 }, h('code', {}, code.join('\n'))));
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      blocks.push(h('hr'));
      at++;
    } else if (line.trim()) {
      const paragraph = [line];
      at++;
      while (at < lines.length && (lines[at] ?? '').trim() && !BLOCK_START.test(lines[at] ?? '')) paragraph.push(lines[at++] ?? '');
      blocks.push(h('p', { dir: 'auto' }, inline(joinLines(paragraph))));
    } else {
      at++;
    }
  }
  return h('div.prose', {}, blocks);
}

/** Lines that end a paragraph. */
const BLOCK_START = /^\s*(#{1,6}\s|[-*•]\s|\d+[.)]\s|>|\||```)/;

/** Items of a list; an indented line without a mark continues the item before. @param {string[]} lines */
function listItems(lines) {
  /** @type {string[]} */
  const found = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*•]|\d+[.)])\s+(.*)$/.exec(line);
    if (item) found.push(item[1] ?? '');
    else if (found.length) found[found.length - 1] = joinLines([found[found.length - 1] ?? '', line.trim()]);
  }
  return found;
}

/** Joins lines; two spaces or a backslash at the end keep the line break. @param {string[]} lines */
function joinLines(lines) {
  return lines.reduce((before, line) => (/( {2,}|\\)$/.test(before) ? `${before.replace(/( +|\\)$/, '')}\n${line}` : `${before} ${line}`));
}

/** @param {string[]} lines @param {(words: string) => Array<Node | string>} inline */
function renderTable(lines, inline) {
  const rows = lines.map((line) => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim()));
  const isRule = (/** @type {string[]} */ row) => row.every((cell) => /^:?-{2,}:?$/.test(cell));
  const [head = [], ...rest] = rows;
  const body = rest.filter((row) => !isRule(row));
  return h('div.wide', { tabindex: 0, role: 'group', 'aria-label': 'Table' }, h('table', {},
    h('thead', {}, h('tr', {}, head.map((cell) => h('th', { scope: 'col' }, inline(cell))))),
    h('tbody', {}, body.map((row) => h('tr', {}, row.map((cell) => h('td', {}, inline(cell))))))));
}

const TOKEN = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|(?<!\w)_[^_\s][^_]*_(?!\w)|\[t\d+(?:\s*,\s*t?\d+)*\]|\b[Tt]urns?\s\d+(?:(?:\s*,\s*|\s+and\s+|\s*[–-]\s*)\d+)*|(?<![\w-])t\d{1,3}\b)/;

/**
 * Renders emphasis, code and links to turns.
 * @param {string} words
 * @param {TurnLink} turnLink
 * @returns {Array<Node | string>}
 */
function renderInline(words, turnLink) {
  return words.split(TOKEN).filter(Boolean).flatMap((part) => {
    if (/^`.+`$/.test(part)) return [h('code', {}, part.slice(1, -1))];
    if (/^\*\*.+\*\*$/.test(part)) return [h('strong', {}, renderInline(part.slice(2, -2), turnLink))];
    if (/^\*.+\*$/.test(part) || /^_.+_$/.test(part)) return [h('em', {}, renderInline(part.slice(1, -1), turnLink))];
    if (TOKEN.test(part)) return turnLinks(part, turnLink);
    return part.split(/(\n)/).filter(Boolean).map((words) => (words === '\n' ? h('br') : words));
  });
}

/** Links each number of `turns 3, 5 and 7` to its turn. @param {string} part @param {TurnLink} turnLink */
function turnLinks(part, turnLink) {
  return part.split(/(t?\d+)/).filter(Boolean).map((piece) => {
    const number = /^t?(\d+)$/.exec(piece)?.[1];
    return number ? h('a.turn', { href: turnLink(Number(number)), title: `Turn ${number}` }, piece) : piece;
  });
}
