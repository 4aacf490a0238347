// Why the next question: the sum of the winner and of the runner-up, and everything else that was ranked.

import { h } from '../../element/dom.js';
import { why } from '../../element/how/why.js';
import { vetoOf } from '../../element/how/signals.js';
import { some, two } from './words.js';

/** @import { Ranked, State, View } from './types.d.ts' */

/** @param {State} state @param {View} view */
export function decision(state, view) {
  const look = state.turns[state.turn - 1];
  const next = state.turns[state.turn];
  return [
    look?.clarifies && h('p.because', {}, 'The answer could not be used, so it was asked about again: ', look.clarifies, '.'),
    look?.ends && h('p.because', {}, 'The interview ended after this answer; what would have been asked was ranked all the same.'),
    ...(look?.clarifies ? [] : why(view, { tab: 'why', raw: state.raw, picked: undefined, policies: undefined, wanted: undefined })),
    next && h('section.asked-then', {}, h('h2', {}, 'Asked then'),
      h('p', { lang: state.overview.language, dir: 'auto' }, next.question.text)),
    look?.decision && ranking(look.decision.chosen, look.decision.alternatives, look.vetoes),
  ].filter((part) => part instanceof Node);
}

/** The best of each strategy, best first, then what was ruled out. @param {Ranked} chosen @param {Ranked[]} others @param {Ranked[]} vetoes */
function ranking(chosen, others, vetoes) {
  const all = [chosen, ...others];
  const best = chosen.score ?? 0;
  return h('section', {},
    h('h2', {}, 'All ranked, the best of each way of asking'),
    h('table.ranked', {},
      h('thead', {}, h('tr', {}, ['Place', 'Way of asking', 'About', 'Score', 'Behind'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {},
        all.map(({ strategy_name, focus, score }, at) => h('tr', {},
          h('td.num', {}, at + 1), h('th', { scope: 'row' }, strategy_name), h('td', { dir: 'auto' }, focus),
          h('td.num', {}, score === null ? '–' : two(score)),
          h('td.num', {}, at === 0 || score === null ? '' : two(best - score)))))),
    vetoes.length > 0 && h('details.foot', { 'data-key': 'vetoes' }, h('summary', {}, `${some(vetoes.length, 'candidate')} ruled out`),
      h('table.ranked', {},
        h('thead', {}, h('tr', {}, ['Way of asking', 'About', 'Reason'].map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, vetoes.map(({ strategy_name, focus, terms }) => h('tr', {},
          h('th', { scope: 'row' }, strategy_name), h('td', { dir: 'auto' }, focus),
          h('td', {}, vetoOf(terms.findLast(({ op }) => op === 'veto')?.source ?? ''))))))));
}
