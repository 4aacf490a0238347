// The tab `Why`: the score of the chosen question, its terms, and all other candidates.

import { h } from '../../element/dom.js';
import { why } from '../../element/how/why.js';
import { plural } from '../format.js';
import { twoDecimals } from './format.js';

/** @import { InterviewView } from '../../engine/types.d.ts' */
/** @import { State } from './session_view.js' */

/** @typedef {NonNullable<InterviewView['decision']>['chosen']} Ranked */

/** @param {State} state @param {InterviewView} view */
export function decision(state, view) {
  const turn = state.turns[state.turn - 1];
  const next = state.turns[state.turn];
  return [
    turn?.clarifies && h('p.because', {}, 'The answer could not be used, so a clarifying question was asked: ', turn.clarifies, '.'),
    turn?.ends && h('p.because', {}, 'The interview ended after this answer. The next question was ranked, but not asked.'),
    ...(turn?.clarifies ? [] : why(view, { tab: 'why', raw: state.raw, picked: undefined, policies: undefined, wanted: undefined })),
    next && h('section.asked-then', {}, h('h2', {}, 'Next question'),
      h('p', { lang: state.overview.language, dir: 'auto' }, next.question.text)),
    turn?.decision && ranking(turn.decision.chosen, turn.decision.alternatives, turn.vetoes),
  ].filter((part) => part instanceof Node);
}

/** The best candidate of each strategy in order of score, then the vetoed candidates. @param {Ranked} chosen @param {Ranked[]} others @param {Ranked[]} vetoes */
function ranking(chosen, others, vetoes) {
  const all = [chosen, ...others];
  const best = chosen.score ?? 0;
  return h('section', {},
    h('h2', {}, 'Best candidate of each strategy'),
    h('table.ranked', {},
      h('thead', {}, h('tr', {}, ['Rank', 'Strategy', 'Focus', 'Score', 'Behind'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {},
        all.map(({ strategy_name, focus, score }, at) => h('tr', {},
          h('td.num', {}, at + 1), h('th', { scope: 'row' }, strategy_name), h('td', { dir: 'auto' }, focus),
          h('td.num', {}, score === null ? '–' : twoDecimals(score)),
          h('td.num', {}, at === 0 || score === null ? '' : twoDecimals(best - score)))))),
    vetoes.length > 0 && h('details.foot', { 'data-key': 'vetoes' }, h('summary', {}, `${plural(vetoes.length, 'vetoed candidate')}`),
      h('table.ranked', {},
        h('thead', {}, h('tr', {}, ['Strategy', 'Focus', 'Reason'].map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, vetoes.map(({ strategy_name, focus, terms }) => h('tr', {},
          h('th', { scope: 'row' }, strategy_name), h('td', { dir: 'auto' }, focus),
          h('td', {}, terms.findLast(({ op }) => op === 'veto')?.name ?? '')))))));
}
