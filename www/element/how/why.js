// Why this question: a sentence, then the sum that chose it, beside that of the runner-up.

import { h } from '../dom.js';
import { count, sentence } from './panel.js';
import { becauseOf, nameOf, vetoOf } from './signals.js';

/** @import { Ranked, Term, View } from '../../engine/types.d.ts' */
/** @import { PanelState } from '../types.d.ts' */

/** Widest bars of a table together, and one unit of score at most, in rem. */
const ROOM = 3.6;
const UNIT = 6;

/**
 * @param {View} view
 * @param {PanelState} state
 */
export function why({ decision }, { raw }) {
  if (!decision) {
    return [h('p.because', {}, 'This is the opening question. From the first answer on, every question is chosen by what was said.')];
  }
  const { chosen, alternatives, is_fallback, phase } = decision;
  if (chosen.strategy === 'clarification') {
    return [h('p.because', {}, 'The last answer could not be used, so it is asked again before anything else is chosen. Nothing was scored for that.')];
  }
  if (is_fallback || chosen.score === null) {
    const vetoes = chosen.terms.filter((term) => term.op === 'veto').map((term) => vetoOf(term.source));
    return [h('p.because', {}, 'Nothing was left to ask about, so the interview falls back on ', h('b', {}, chosen.strategy_name), '.',
      vetoes.length > 0 && ` Ruled out otherwise: ${vetoes.join(', ')}.`)];
  }
  const [second] = alternatives;
  const spans = [chosen, second].filter((ranked) => ranked !== undefined).map(spanOf);
  const unit = Math.min(UNIT, ...spans.map(([left, right]) => ROOM / (left + right || 1)));
  return [
    because(chosen),
    h(raw ? 'div.tallies.raw' : 'div.tallies', {},
      tally(chosen, phase, unit, raw, true),
      second && tally(second, phase, unit, raw, false)),
    h('div.foot', {},
      h('p', {}, foot(decision)),
      h('label.switch', {}, h('input', { type: 'checkbox', 'data-act': 'raw' }), 'Signal names')),
  ];
}

/** Says in one sentence what was chosen and what spoke most for it. @param {Ranked} chosen */
function because(chosen) {
  const reasons = chosen.terms
    .filter((term) => term.op !== 'base' && speaksFor(term) > 0)
    .sort((a, b) => nearness(b) - nearness(a) || speaksFor(b) - speaksFor(a))
    .map((term) => becauseOf(term.source))
    .filter((reason) => reason !== undefined)
    .slice(0, 2);
  const focus = chosen.focus && h('mark', { dir: 'auto' }, chosen.focus);
  return h('p.because', {},
    h('b', {}, chosen.strategy_name), focus && [': ', focus],
    reasons.length > 0 ? `, because ${reasons.join(' and ')}.` : ', which comes out highest.',
    chosen.strategy_description && h('span.aside', {}, ' ', sentence(chosen.strategy_description.replace(/\.?$/, '.'))));
}

/**
 * How far a term speaks for a candidate. Points that a scorer adds count from its 1, which is no opinion; scorers are
 * named without a pool, signals with theirs.
 * @param {Term} term
 */
function speaksFor(term) {
  const { op, source, weight } = term;
  return op === 'add' && !source.includes('.') ? change(term) - weight : change(term);
}

/** A factor of one says nothing. @param {Term} term */
function isSilent({ op, raw, weight }) {
  return (op === 'multiply' && (raw === 1 || weight === 0)) || (op === 'scale' && raw === 1);
}

/** What is said of the focus explains more than what is said of the conversation, the phase least. @param {Term} term */
function nearness({ source }) {
  return source === 'phase' ? -1 : Number(/^(graph|meta)\.(node|element)\./.test(source));
}

/** What a term did to the score, measured from zero or, for a factor, from one. @param {Term} term */
function change({ op, raw, weight }) {
  if (raw === null) return 0;
  if (op === 'add') return weight * raw;
  if (op === 'base' || op === 'offset') return raw;
  if (op === 'multiply') return raw ** weight - 1;
  return op === 'scale' ? raw - 1 : 0;
}

/** How far the bars reach left and right of zero. @param {Ranked} ranked */
function spanOf({ terms }) {
  const changes = terms.map(change);
  return /** @type {const} */ ([Math.max(0, ...changes.map((value) => -value)), Math.max(0, ...changes)]);
}

/**
 * @param {Ranked} ranked
 * @param {string} phase
 * @param {number} unit rem for one unit of score
 * @param {boolean} raw
 * @param {boolean} isFull whether the running sum is shown; it is for the chosen one
 */
function tally(ranked, phase, unit, raw, isFull) {
  const { strategy_name, focus, score, terms } = ranked;
  const [left] = spanOf(ranked);
  return h(isFull ? 'table.tally' : 'table.tally.second', { '--zero': `${(left * unit + 0.1).toFixed(3)}rem`, '--unit': `${unit.toFixed(3)}rem` },
    h('caption', {}, h('span.head', {},
      h('span', {}, isFull ? '' : 'Runner-up: ', strategy_name, ' ', h('b', { dir: 'auto' }, focus)), h('b.num', {}, two(score ?? 0)))),
    h('thead.sr', {}, h('tr', {}, ['Term', 'Left or right of zero', 'Points', ...(isFull ? ['Sum so far'] : [])].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody.num', {}, terms.filter((term) => !isSilent(term)).map((term) => row(term, ranked, phase, raw, isFull))),
    h('tfoot.num', {}, h('tr', {}, h('th', { scope: 'row', colspan: isFull ? 3 : 2 }, 'Score'), h('td.tot', {}, two(score ?? 0)))));
}

/** @param {Term} term @param {Ranked} ranked @param {string} phase @param {boolean} raw @param {boolean} isFull */
function row(term, ranked, phase, raw, isFull) {
  const { op, source, total } = term;
  const name = op === 'veto' ? vetoOf(source) : nameOf(source, ranked.strategy_name, phase);
  const value = change(term);
  const isFactor = op === 'multiply' || op === 'scale';
  const bar = `td.bar${value < 0 ? '.minus' : '.plus'}${isFactor ? '.times' : ''}`;
  return h('tr', {},
    h('th', { scope: 'row', title: source }, raw ? h('code', {}, source.split(/(?<=[._])/).flatMap((part) => [part, h('wbr')])) : name),
    h(bar, {}, op !== 'veto' && h('i', { '--v': Math.abs(value).toFixed(3) })),
    h('td.pts', {}, op === 'veto' ? 'ruled out' : isFactor ? `×${two(value + 1)}` : signed(value)),
    isFull && h('td.tot', {}, two(total)));
}

/** Ties, the number of candidates, and the terms that are not shown. @param {NonNullable<View['decision']>} decision */
function foot({ ties, candidates, chosen, alternatives }) {
  const said = [];
  if (ties > 0) {
    said.push(`${sentence(count(ties, 'other reaches', 'others reach'))} the same ${two(chosen.score ?? 0)}; the first in order is asked about.`);
  }
  said.push(`Of ${count(candidates, 'candidate')}, the best ${alternatives.length ? 'of another kind is shown beside it' : 'is shown'}.`);
  const silent = chosen.silent_terms + chosen.terms.filter(isSilent).length;
  const what = chosen.terms.some(({ op }) => op === 'multiply') ? ['more scorer', 'had nothing to say'] : ['more signal', 'added nothing'];
  if (silent > 0) said.push(`${sentence(count(silent, what[0] ?? ''))} ${what[1]}.`);
  return said.join(' ');
}

/** @param {number} value */
function two(value) {
  return value.toFixed(2).replace(/^-(0\.00)$/, '$1').replace('-', '−');
}

/** @param {number} value */
function signed(value) {
  return value < 0 ? two(value) : `+${two(value)}`;
}
