// What a session found: summary and synthesis with the words they stand on, and what the respondent made of it.

import { h } from '../element/dom.js';
import { markdown } from './markdown.js';
import { linkTo } from './route.js';
import { moment, sentence } from './words.js';

/** @import { Item, Opened, Stage } from './types.d.ts' */

/** How well the summary describes a respondent. */
const FIT = ['not at all', 'a little', 'well', 'exactly'];

/**
 * @param {Item} item
 * @param {Opened} record
 */
export function findings(item, record) {
  const { stages } = item;
  const said = new Map(record.turns().map((/** @type {any} */ { turn, answer }) => [turn, [...(answer ?? '')]]));
  /** The words of a quote. @param {{ turn: number, start: number, end: number }} quote */
  const words = ({ turn, start, end }) => (said.get(turn) ?? []).slice(start, end).join('');
  /** @param {number} turn */
  const turnLink = (turn) => linkTo(item.id, '', turn);
  const summary = resultOf(stages, 'exec_summary');
  const synthesis = resultOf(stages, 'synthesis');
  /** @type {string[]} */
  const lines = summary?.lines ?? local(() => record.summary()) ?? [];
  const report = synthesis?.synthesis ?? local(() => record.synthesis());
  const isLocal = !summary && !synthesis;
  return h('div.page', {},
    h('section', {}, h('h2', {}, 'In short'),
      lines.length ? h('ul.lines', {}, lines.map((line) => h('li', { dir: 'auto' }, reasons(plain(line))))) : h('p.empty', {}, 'Too little was said for a summary.'),
      h('p.by', {}, isLocal ? 'Put together by the rules from the map; every quote is the respondent’s.' : 'Written at the server; every quote was checked against the transcript.'),
      item.source === 'server' && item.overview.reason && h('p', {}, h('button.button.plain.small', { type: 'button', 'data-act': 'report' }, 'Write it anew'))),
    member(record.member?.(), turnLink),
    report && synthesised(report, words, turnLink));
}

/** @param {Stage[]} stages @param {string} type @returns {any} */
function resultOf(stages, type) {
  const done = stages.filter((stage) => stage.stage_type === type && stage.status === 'completed' && stage.result);
  return done.at(-1)?.result;
}

/** @param {() => any} make */
function local(make) {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Lines come as texts, or as parts of a reasoning. @param {string | string[]} line */
function plain(line) {
  return Array.isArray(line) ? line.join(' → ') : line;
}

/** A line with arrows that point the way it is read. @param {string} text @returns {Array<Node | string>} */
function reasons(text) {
  return text.split(' → ').flatMap((part, at) => (at ? [' ', h('span.arrow', {}, '→'), ` ${part}`] : [part]));
}

/** @param {any} told @param {(turn: number) => string} turnLink */
function member(told, turnLink) {
  const { fit, corrections = [], texts = [], disputed = [], at } = told ?? {};
  return h('section', {}, h('h2', {}, 'What the respondent made of it'),
    !told && h('p.empty', {}, 'They said nothing about the summary.'),
    told && [
      fit ? h('p.fit', {}, h('span.dots', { 'aria-hidden': 'true' }, [1, 2, 3, 4].map((n) => h(n <= fit ? 'i.on' : 'i'))),
        h('span', {}, h('b', {}, `${fit} of 4`), `, the summary describes them ${FIT[fit - 1]}`)) : h('p', {}, 'No rating.'),
      ...corrections.map((/** @type {string} */ text) => said('They would put differently', text)),
      ...disputed.map((/** @type {any} */ one) => h('div.said', {}, h('p.by', {}, 'Not what they meant', one.turn && [', ', h('a.turn', { href: turnLink(one.turn) }, `turn ${one.turn}`)]),
        h('p', { dir: 'auto' }, h('del', {}, reasons(one.was.join(' → '))), one.meant && [' ', h('ins', {}, one.meant)]))),
      ...texts.map((/** @type {string} */ text) => said('They added', text)),
      h('p.by.num', {}, moment(at)),
    ]);
}

/** @param {string} what @param {string} text */
function said(what, text) {
  return h('div.said', {}, h('p.by', {}, what), h('p', { dir: 'auto' }, h('q', {}, text)));
}

/** @param {any} report @param {(quote: any) => string} words @param {(turn: number) => string} turnLink */
function synthesised(report, words, turnLink) {
  const { themes = [], chains = [], element_findings: elements = [], contradictions = [], open_points: open = [], narrative = '' } = report;
  /** @param {any[]} quotes */
  const quoted = (quotes = []) => {
    const told = quotes.map((quote) => ({ ...quote, text: quote.text ?? words(quote) })).filter(({ text }) => text);
    return told.length > 0 && h('ul.quotes', {}, told.map(({ text, turn }) => h('li', { dir: 'auto' }, h('mark', {}, text), ' ', h('a.turn', { href: turnLink(turn) }, `turn ${turn}`))));
  };
  /** Turns nothing is quoted of. @param {{ turns?: number[], quotes?: any[] }} of */
  const rest = ({ turns = [], quotes = [] }) => {
    const seen = new Set(quotes.map(({ turn }) => turn));
    const left = turns.filter((turn) => !seen.has(turn));
    return left.length > 0 && h('p.by', {}, quotes.length ? 'also ' : '', left.map((turn, at) => [at ? ', ' : '', h('a.turn', { href: turnLink(turn) }, `turn ${turn}`)]).flat());
  };
  return [
    narrative && h('section', {}, h('h2', {}, 'The story'), markdown(narrative, turnLink)),
    themes.length > 0 && h('section', {}, h('h2', {}, 'Themes'), themes.map((/** @type {any} */ theme) => h('article', {},
      h('h3', { dir: 'auto' }, sentence(theme.title)), theme.summary && h('p', { dir: 'auto' }, reasons(theme.summary)), quoted(theme.quotes), rest(theme)))),
    chains.length > 0 && h('section', {}, h('h2', {}, 'Lines of reasons'), h('ol.chains', {}, chains.map((/** @type {any} */ chain) => h('li', { dir: 'auto' },
      h('span.path', {}, chain.path.flatMap((/** @type {string} */ label, /** @type {number} */ at) => [at ? h('span.arrow', {}, '→') : undefined, h('span', {}, label)])),
      rest(chain))))),
    elements.length > 0 && h('section', {}, h('h2', {}, 'By part of the concept'), elements.map((/** @type {any} */ one) => h('article', {},
      h('h3', { dir: 'auto' }, sentence(String(one.element_id).replaceAll('_', ' ')), h('span.chip', {}, STANCE[one.stance] ?? one.stance)),
      one.summary && h('p', { dir: 'auto' }, one.summary), quoted(one.quotes), rest(one)))),
    contradictions.length > 0 && h('section', {}, h('h2', {}, 'Said both ways'), contradictions.map((/** @type {any} */ one) => h('article', {},
      h('p', { dir: 'auto' }, one.summary), quoted(one.quotes), rest(one)))),
    open.length > 0 && h('section', {}, h('h2', {}, 'Left open'), h('ul.lines', {}, open.map((/** @type {string} */ point) => h('li', { dir: 'auto' }, point)))),
  ];
}

/** @type {Record<string, string>} */
const STANCE = { for: 'for it', against: 'against it', mixed: 'both ways', neutral: 'neutral' };
