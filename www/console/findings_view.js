// Findings of a session: summary, member check, and synthesis with its quotes.

import { h } from '../element/dom.js';
import { markdown } from './markdown.js';
import { linkTo } from './route.js';
import { capitalise, formatTime } from './format.js';

/** @import { SessionRecord } from '../engine/studio.js' */
/** @import { Stage } from '../engine/types.d.ts' */
/** @import { Item } from './sessions.js' */

/** Words for the respondent's rating of the summary, 1–4. */
const FIT = ['not at all', 'a little', 'well', 'exactly'];

/**
 * @param {Item} item
 * @param {SessionRecord} record
 */
export function findingsView(item, record) {
  const { stages } = item;
  const answers = new Map(record.turns().map((/** @type {any} */ { turn, answer }) => [turn, [...(answer ?? '')]]));
  /** The text of a quote. @param {{ turn: number, start: number, end: number }} quote */
  const quoteText = ({ turn, start, end }) => (answers.get(turn) ?? []).slice(start, end).join('');
  /** @param {number} turn */
  const turnLink = (turn) => linkTo(item.id, '', turn);
  const summary = resultOf(stages, 'exec_summary');
  const synthesis = resultOf(stages, 'synthesis');
  /** A line is a text, or the steps of a chain. @type {Array<string | string[]>} */
  const lines = summary?.lines ?? tryRules(() => record.summary()) ?? [];
  const report = synthesis?.synthesis ?? tryRules(() => record.synthesis());
  const isLocal = !summary && !synthesis;
  return h('div.page', {},
    h('section', {}, h('h2', {}, 'In short'),
      lines.length ? h('ul.lines', {}, lines.map((line) => h('li', { dir: 'auto' }, withArrows(Array.isArray(line) ? line.join(' → ') : line)))) : h('p.empty', {}, 'There are too few answers for a summary.'),
      h('p.by', {}, isLocal ? 'The rules wrote this from the map. All quotes are the respondent’s words.' : 'The server’s model wrote this. All quotes were checked against the transcript.'),
      item.source === 'server' && item.overview.reason && h('p', {}, h('button.button.plain.small', { type: 'button', 'data-act': 'report' }, 'Write again'))),
    memberCheck(record.member?.(), turnLink),
    report && synthesisSections(report, quoteText, turnLink));
}

/** The latest completed result of a type. @param {Stage[]} stages @param {string} type @returns {any} */
function resultOf(stages, type) {
  const done = stages.filter((stage) => stage.stage_type === type && stage.status === 'completed' && stage.result);
  return done.at(-1)?.result;
}

/** Runs the rules; undefined if they refuse the session. @param {() => any} make */
function tryRules(make) {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Sets off arrows, so that they point in reading direction. @param {string} text @returns {Array<Node | string>} */
function withArrows(text) {
  return text.split(' → ').flatMap((part, at) => (at ? [' ', h('span.arrow', {}, '→'), ` ${part}`] : [part]));
}

/** @param {any} member @param {(turn: number) => string} turnLink */
function memberCheck(member, turnLink) {
  const { fit, corrections = [], texts = [], disputed = [], at } = member ?? {};
  return h('section', {}, h('h2', {}, 'Member check'),
    !member && h('p.empty', {}, 'The respondent did not comment on the summary.'),
    member && [
      fit ? h('p.fit', {}, h('span.dots', { 'aria-hidden': 'true' }, [1, 2, 3, 4].map((n) => h(n <= fit ? 'i.on' : 'i'))),
        h('span', {}, h('b', {}, `${fit} of 4`), `, the summary describes them ${FIT[fit - 1]}`)) : h('p', {}, 'No rating.'),
      ...corrections.map((/** @type {string} */ text) => comment('Correction', text)),
      ...disputed.map((/** @type {any} */ one) => h('div.said', {}, h('p.by', {}, 'Marked as wrong', one.turn && [', ', h('a.turn', { href: turnLink(one.turn) }, `turn ${one.turn}`)]),
        h('p', { dir: 'auto' }, h('del', {}, withArrows(one.was.join(' → '))), one.meant && [' ', h('ins', {}, one.meant)]))),
      ...texts.map((/** @type {string} */ text) => comment('Addition', text)),
      h('p.by.num', {}, formatTime(at)),
    ]);
}

/** @param {string} kind @param {string} text */
function comment(kind, text) {
  return h('div.said', {}, h('p.by', {}, kind), h('p', { dir: 'auto' }, h('q', {}, text)));
}

/** @param {any} report @param {(quote: any) => string} quoteText @param {(turn: number) => string} turnLink */
function synthesisSections(report, quoteText, turnLink) {
  const { themes = [], chains = [], element_findings: elements = [], contradictions = [], open_points: open = [], narrative = '' } = report;
  /** @param {any[]} quotes */
  const quoted = (quotes = []) => {
    const filled = quotes.map((quote) => ({ ...quote, text: quote.text ?? quoteText(quote) })).filter(({ text }) => text);
    return filled.length > 0 && h('ul.quotes', {}, filled.map(({ text, turn }) => h('li', { dir: 'auto' }, h('mark', {}, text), ' ', h('a.turn', { href: turnLink(turn) }, `turn ${turn}`))));
  };
  /** Links to turns without a quote. @param {{ turns?: number[], quotes?: any[] }} of */
  const otherTurns = ({ turns = [], quotes = [] }) => {
    const seen = new Set(quotes.map(({ turn }) => turn));
    const left = turns.filter((turn) => !seen.has(turn));
    return left.length > 0 && h('p.by', {}, quotes.length ? 'also ' : '', left.map((turn, at) => [at ? ', ' : '', h('a.turn', { href: turnLink(turn) }, `turn ${turn}`)]).flat());
  };
  return [
    narrative && h('section', {}, h('h2', {}, 'Narrative'), markdown(narrative, turnLink)),
    themes.length > 0 && h('section', {}, h('h2', {}, 'Themes'), themes.map((/** @type {any} */ theme) => h('article', {},
      h('h3', { dir: 'auto' }, capitalise(theme.title)), theme.summary && h('p', { dir: 'auto' }, withArrows(theme.summary)), quoted(theme.quotes), otherTurns(theme)))),
    chains.length > 0 && h('section', {}, h('h2', {}, 'Chains of reasons'), h('ol.chains', {}, chains.map((/** @type {any} */ chain) => h('li', { dir: 'auto' },
      h('span.path', {}, chain.path.flatMap((/** @type {string} */ label, /** @type {number} */ at) => [at ? h('span.arrow', {}, '→') : undefined, h('span', {}, label)])),
      otherTurns(chain))))),
    elements.length > 0 && h('section', {}, h('h2', {}, 'Findings by element'), elements.map((/** @type {any} */ one) => h('article', {},
      h('h3', { dir: 'auto' }, capitalise(String(one.element_id).replaceAll('_', ' ')), h('span.chip', {}, STANCE[one.stance] ?? one.stance)),
      one.summary && h('p', { dir: 'auto' }, one.summary), quoted(one.quotes), otherTurns(one)))),
    contradictions.length > 0 && h('section', {}, h('h2', {}, 'Contradictions'), contradictions.map((/** @type {any} */ one) => h('article', {},
      h('p', { dir: 'auto' }, one.summary), quoted(one.quotes), otherTurns(one)))),
    open.length > 0 && h('section', {}, h('h2', {}, 'Open points'), h('ul.lines', {}, open.map((/** @type {string} */ point) => h('li', { dir: 'auto' }, point)))),
  ];
}

/** @type {Record<string, string>} */
const STANCE = { for: 'in favour', against: 'against', mixed: 'mixed', neutral: 'neutral' };
