// The tab `Quality`: flags for review, figures, and the member check.

import { h } from '../../element/dom.js';
import { memberCheck } from './member.js';
import { plural } from '../format.js';

/** @import { Quality } from '../../engine/types.d.ts' */
/** @import { State } from './session_view.js' */

/** @typedef {Quality['flags'][number]} Flag */

/** Labels of the flags. @type {Record<string, string>} */
const FLAGS = {
  pasted: 'Pasted',
  fast_typing: 'Fast typing',
  speeding: 'Quick answers',
  straight_answers: 'Same answers',
  one_word_run: 'One-word answers',
  off_language: 'Another language',
  long_pause: 'Long pause',
};

/** @param {State} state */
export function quality(state) {
  const found = state.record.quality();
  return [
    h('p.because', {}, found.flags.length ? `${plural(found.flags.length, 'flag')} to review.` : 'No flags.',
      h('span.aside', {}, ' A flag is a hint, not a verdict. Each can have an innocent reason, and no session is excluded because of one.')),
    found.flags.length > 0 && h('ul.flags', {}, found.flags.map(flag)),
    h('section', {}, h('h2', {}, 'Figures'), figures(found)),
    perTurn(found),
    memberCheck(state),
  ].filter((part) => part instanceof Node);
}

/** @param {Flag} found */
function flag({ id, sentence, turns }) {
  return h('li', {}, h('b', {}, FLAGS[id] ?? id.replaceAll('_', ' ')), h('p', {}, sentence),
    turns.length > 0 && h('p.at', {}, turns.map((turn, at) => [at > 0 && ', ', h('button.link', { type: 'button', 'data-select': turn }, `turn ${turn}`)]).flat()));
}

/** @param {Quality} found */
function figures({ answers, skips, edits, words, pasted, median_seconds, total_seconds, function_words, is_simulated }) {
  const unknown = is_simulated ? 'not known, the clock was a simulator’s' : 'not known';
  /** @type {Array<[string, string]>} */
  const rows = [
    ['Answers', `${answers}${skips ? `, ${skips} passed over` : ''}${edits ? `, ${edits} edited` : ''}`],
    ['Words', `${words}, ${answers ? Math.round(words / answers) : 0} an answer`],
    ['Pasted', pasted === null ? 'not known, the page told nothing of the typing' : percent(pasted)],
    ['Time to answer, median', median_seconds === null ? unknown : seconds(median_seconds)],
    ['Whole interview', total_seconds === null ? unknown : seconds(total_seconds)],
    ['Small words of the language', function_words === null ? 'cannot be told' : percent(function_words)],
  ];
  return h('table.ranked.figures', {}, h('tbody', {}, rows.map(([name, value]) =>
    h('tr', {}, h('th', { scope: 'row' }, name), h('td.num', {}, value)))));
}

/** @param {Quality} found */
function perTurn({ turns }) {
  /** @param {number | null} value @param {(value: number) => string} show */
  const told = (value, show) => (value === null ? '–' : show(value));
  return h('details.foot', { 'data-key': 'quality-turns' }, h('summary', {}, 'Every turn'),
    h('div.wide', { tabindex: 0, role: 'group', 'aria-label': 'Data quality by turn' }, h('table.ranked.costs', {},
      h('thead', {}, h('tr', {}, ['Turn', 'Words', 'Time', 'Words a minute', 'Pasted', 'Like an earlier one'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, turns.map((one) => h('tr', {},
        h('th.num', { scope: 'row' }, one.turn),
        h('td.num', {}, one.characters ? one.words : 'passed over'), h('td.num', {}, told(one.seconds, seconds)),
        h('td.num', {}, told(one.words_per_minute, (value) => String(Math.round(value)))),
        h('td.num', {}, told(one.pasted, percent)), h('td.num', {}, percent(one.likeness))))))));
}

/** @param {number} share 0–1 */
function percent(share) {
  return `${Math.round(share * 100)} %`;
}

/** @param {number} value */
function seconds(value) {
  if (value < 10) return `${value.toFixed(1)} s`;
  return value < 90 ? `${Math.round(value)} s` : `${Math.round(value / 6) / 10} min`;
}
