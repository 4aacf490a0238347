// Why this question: one sentence, then the score of the chosen question beside that of the runner-up.

import { h } from '../dom.js';
import { capitalize, count } from './panel.js';

/** @import { InterviewView } from '../../engine/types.d.ts' */
/** @import { PanelState } from './panel.js' */

/** @typedef {NonNullable<InterviewView['decision']>} Decision */
/** A candidate with its score. @typedef {Decision['chosen']} Ranked */
/** @typedef {Ranked['terms'][number]} Term */

/** Names of the rules of a conversation. @type {Record<string, string>} */
const RULES = {
  'conversation.repair': 'Not asked in the same words again',
  'conversation.stay': 'Fits the last answer',
  'conversation.let_go': 'What the person will not speak about is left',
  'conversation.cover_late': 'Other parts wait for the end of a line',
  'conversation.close_line': 'Said back at the end of a line',
  'conversation.order_of_time': 'What happened comes before judgement',
  'conversation.no_repetition': 'Not the same way of asking again',
  'conversation.named': 'Can be named',
  'conversation.fit': 'Questions fit what was said',
};

/** Largest width of the bars of a table, and of one unit of score, in rem. */
const ROOM = 3.6;
const UNIT = 6;

/**
 * @param {InterviewView} view
 * @param {PanelState} state
 */
export function why({ decision }, { raw }) {
  if (!decision) {
    return [h('p.because', {}, 'This is the opening question. From the first answer on, every question is chosen by what was said.')];
  }
  const { chosen, alternatives, is_fallback } = decision;
  if (chosen.strategy === 'clarification') {
    return [h('p.because', {}, 'The question was not understood, or the answer could not be used, so it is asked again in other words. Nothing was scored for that.')];
  }
  if (is_fallback || chosen.score === null) {
    const vetoes = chosen.terms.filter((term) => term.op === 'veto').map((term) => RULES[term.source] ?? term.name);
    return [h('p.because', {}, 'Nothing was left to ask about, so the interview uses ', h('b', {}, chosen.strategy_name), '.',
      vetoes.length > 0 && ` Ruled out otherwise: ${vetoes.join(', ')}.`)];
  }
  const [second] = alternatives;
  const spans = [chosen, second].filter((ranked) => ranked !== undefined).map(spanOf);
  const unit = Math.min(UNIT, ...spans.map(([left, right]) => ROOM / (left + right || 1)));
  return [
    ...(decision.stays ? [h('p.because', {}, 'The model asked on from the answer, because the choice below would have passed over what matters to the person.')] : []),
    because(chosen),
    h(raw ? 'div.tallies.raw' : 'div.tallies', {},
      tally(chosen, unit, raw, true),
      second && tally(second, unit, raw, false)),
    h('div.foot', {},
      h('p', {}, foot(decision)),
      h('label.switch', {}, h('input', { type: 'checkbox', 'data-act': 'raw' }), 'Signal names')),
  ];
}

/** Names the chosen strategy and its two strongest reasons. @param {Ranked} chosen */
function because(chosen) {
  const reasons = chosen.terms
    .filter((term) => term.op !== 'base' && speaksFor(term) > 0)
    .sort((a, b) => nearness(b) - nearness(a) || speaksFor(b) - speaksFor(a))
    .map((term) => term.reason)
    .filter((reason) => reason !== null)
    .slice(0, 2);
  const focus = chosen.focus && h('mark', { dir: 'auto' }, chosen.focus);
  return h('p.because', {},
    h('b', {}, chosen.strategy_name), focus && [': ', focus],
    reasons.length > 0 ? `, because ${reasons.join(' and ')}.` : ', which comes out highest.',
    chosen.strategy_description && h('span.aside', {}, ' ', capitalize(chosen.strategy_description.replace(/\.?$/, '.'))));
}

/**
 * How much a term favours a candidate. A scorer has no opinion at 1, so its points count from there. Names of signals
 * contain a pool and a dot, names of scorers do not.
 * @param {Term} term
 */
function speaksFor(term) {
  const { op, source, weight } = term;
  return op === 'add' && !source.includes('.') ? change(term) - weight : change(term);
}

/** Whether a term is a factor of one. @param {Term} term */
function isSilent({ op, raw, weight }) {
  return (op === 'multiply' && (raw === 1 || weight === 0)) || (op === 'scale' && raw === 1);
}

/** Order of reasons: those about the focus first, the phase last. @param {Term} term */
function nearness({ source }) {
  return source === 'phase' ? -1 : Number(/^(graph|meta)\.(node|element)\./.test(source));
}

/** The change of the score by a term; a factor counts from one. @param {Term} term */
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
 * @param {number} unit rem for one unit of score
 * @param {boolean} raw
 * @param {boolean} isFull whether the running sum is shown
 */
function tally(ranked, unit, raw, isFull) {
  const { strategy_name, focus, score, terms } = ranked;
  const [left] = spanOf(ranked);
  return h(isFull ? 'table.tally' : 'table.tally.second', { '--zero': `${(left * unit + 0.1).toFixed(3)}rem`, '--unit': `${unit.toFixed(3)}rem` },
    h('caption', {}, h('span.head', {},
      h('span', {}, isFull ? '' : 'Runner-up: ', strategy_name, ' ', h('b', { dir: 'auto' }, focus)), h('b.num', {}, two(score ?? 0)))),
    h('thead.sr', {}, h('tr', {}, ['Term', 'Left or right of zero', 'Points', ...(isFull ? ['Sum so far'] : [])].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody.num', {}, merged(terms.filter((term) => !isSilent(term))).map((term) => row(term, raw, isFull))),
    h('tfoot.num', {}, h('tr', {}, h('th', { scope: 'row', colspan: isFull ? 3 : 2 }, 'Score'), h('td.tot', {}, two(score ?? 0)))));
}

/** Points of one rule in one row: a rule may have several reasons for them. @param {Term[]} terms */
function merged(terms) {
  /** @type {Term[]} */
  const rows = [];
  for (const term of terms) {
    const last = rows.at(-1);
    if (last?.source === term.source && last.op === 'offset' && term.op === 'offset') rows.splice(-1, 1, { ...term, raw: (last.raw ?? 0) + (term.raw ?? 0) });
    else rows.push(term);
  }
  return rows;
}

/** @param {Term} term @param {boolean} raw @param {boolean} isFull */
function row(term, raw, isFull) {
  const { op, source, name, total } = term;
  const value = change(term);
  const isFactor = op === 'multiply' || op === 'scale';
  const bar = `td.bar${value < 0 ? '.minus' : '.plus'}${isFactor ? '.times' : ''}`;
  return h('tr', {},
    h('th', { scope: 'row', title: source }, raw ? h('code', {}, source.split(/(?<=[._])/).flatMap((part) => [part, h('wbr')])) : RULES[source] ?? name),
    h(bar, {}, op !== 'veto' && h('i', { '--v': Math.abs(value).toFixed(3) })),
    h('td.pts', {}, op === 'veto' ? 'ruled out' : isFactor ? `×${two(value + 1)}` : signed(value)),
    isFull && h('td.tot', {}, two(total)));
}

/** Ties, the number of candidates, and the terms that are not shown. @param {Decision} decision */
function foot({ ties, candidates, chosen, alternatives }) {
  const sentences = [];
  if (ties > 0) {
    sentences.push(`${capitalize(count(ties, 'other reaches', 'others reach'))} the same ${two(chosen.score ?? 0)}; the first in order is asked about.`);
  }
  sentences.push(`Of ${count(candidates, 'candidate')}, the best ${alternatives.length ? 'of another kind is shown beside it' : 'is shown'}.`);
  const silent = chosen.silent_terms + chosen.terms.filter(isSilent).length;
  const what = chosen.terms.some(({ op }) => op === 'multiply') ? ['more scorer', 'had no effect'] : ['more signal', 'added nothing'];
  if (silent > 0) sentences.push(`${capitalize(count(silent, what[0] ?? ''))} ${what[1]}.`);
  return sentences.join(' ');
}

/** @param {number} value */
function two(value) {
  return value.toFixed(2).replace(/^-(0\.00)$/, '$1').replace('-', '−');
}

/** @param {number} value */
function signed(value) {
  return value < 0 ? two(value) : `+${two(value)}`;
}
