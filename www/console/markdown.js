// Reports as elements. Only what reports use: headings, lists, tables, quotes, emphasis, code. Everything else stays text, so
// whatever a model or a respondent wrote can be no more than words: no HTML, no links but those to turns.

import { h } from '../element/dom.js';

/** @typedef {(turn: number) => string} TurnLink the address of a turn */

/**
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
  const inline = (words) => spans(words, turnLink);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    /** The lines from here on that look alike. @param {RegExp} like */
    const run = (like) => {
      const from = at;
      while (at < lines.length && like.test(lines[at] ?? '')) at++;
      return lines.slice(from, at);
    };
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (heading) {
      const depth = heading[1]?.length ?? 1;
      shallowest ??= depth;
      // However deep a report begins, its outline goes on from the page's.
      level = Math.min(6, level + 1, top + Math.max(0, depth - shallowest));
      blocks.push(h(`h${level}`, {}, inline(heading[2] ?? '')));
      at++;
    } else if (/^\s*[-*•]\s+/.test(line)) {
      blocks.push(h('ul', {}, items(run(/^\s*([-*•]\s+|\s{2,}\S)/)).map((item) => h('li', {}, inline(item)))));
    } else if (/^\s*\d+[.)]\s+/.test(line)) {
      blocks.push(h('ol', {}, items(run(/^\s*(\d+[.)]\s+|\s{2,}\S)/)).map((item) => h('li', {}, inline(item)))));
    } else if (/^\s*>/.test(line)) {
      blocks.push(h('blockquote', { dir: 'auto' }, inline(joined(run(/^\s*>/).map((quoted) => quoted.replace(/^\s*>\s?/, ''))))));
    } else if (/^\s*\|.*\|/.test(line)) {
      blocks.push(table(run(/^\s*\|.*\|/), inline));
    } else if (/^\s*```/.test(line)) {
      at++;
      const code = run(/^(?!\s*```)/);
      at++;
      blocks.push(h('pre', { tabindex: 0 }, h('code', {}, code.join('\n'))));
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      blocks.push(h('hr'));
      at++;
    } else if (line.trim()) {
      const paragraph = [line];
      at++;
      while (at < lines.length && (lines[at] ?? '').trim() && !STARTS.test(lines[at] ?? '')) paragraph.push(lines[at++] ?? '');
      blocks.push(h('p', { dir: 'auto' }, inline(joined(paragraph))));
    } else {
      at++;
    }
  }
  return h('div.prose', {}, blocks);
}

/** What ends a paragraph without an empty line. */
const STARTS = /^\s*(#{1,6}\s|[-*•]\s|\d+[.)]\s|>|\||```)/;

/** Items of a list; what is indented without a mark goes on with the item before. @param {string[]} lines */
function items(lines) {
  /** @type {string[]} */
  const found = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*•]|\d+[.)])\s+(.*)$/.exec(line);
    if (item) found.push(item[1] ?? '');
    else if (found.length) found[found.length - 1] = joined([found[found.length - 1] ?? '', line.trim()]);
  }
  return found;
}

/** Lines as one; where a line ends in two spaces or a backslash, the next begins a line. @param {string[]} lines */
function joined(lines) {
  return lines.reduce((before, line) => (/( {2,}|\\)$/.test(before) ? `${before.replace(/( +|\\)$/, '')}\n${line}` : `${before} ${line}`));
}

/** @param {string[]} lines @param {(words: string) => Array<Node | string>} inline */
function table(lines, inline) {
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
 * Words with emphasis, code and marks of turns.
 * @param {string} words
 * @param {TurnLink} turnLink
 * @returns {Array<Node | string>}
 */
export function spans(words, turnLink) {
  return words.split(TOKEN).filter(Boolean).flatMap((part) => {
    if (/^`.+`$/.test(part)) return [h('code', {}, part.slice(1, -1))];
    if (/^\*\*.+\*\*$/.test(part)) return [h('strong', {}, spans(part.slice(2, -2), turnLink))];
    if (/^\*.+\*$/.test(part) || /^_.+_$/.test(part)) return [h('em', {}, spans(part.slice(1, -1), turnLink))];
    if (TOKEN.test(part)) return turns(part, turnLink);
    return part.split(/(\n)/).filter(Boolean).map((words) => (words === '\n' ? h('br') : words));
  });
}

/** Each number of `turns 3, 5 and 7` leads to its turn. @param {string} part @param {TurnLink} turnLink */
function turns(part, turnLink) {
  return part.split(/(t?\d+)/).filter(Boolean).map((piece) => {
    const number = /^t?(\d+)$/.exec(piece)?.[1];
    return number ? h('a.turn', { href: turnLink(Number(number)), title: `Turn ${number}` }, piece) : piece;
  });
}
