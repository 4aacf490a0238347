// The details that the study hides from models, with the placeholders that models see.

import { h } from '../dom.js';

/** @import { InterviewView } from '../../engine/types.d.ts' */

/** @param {InterviewView['hidden']} hidden @returns {HTMLElement[]} */
export function hiddenDetails(hidden) {
  if (!hidden) return [];
  const { marks, answer } = hidden;
  if (!marks.length) {
    return [h('p.because', {}, 'Details such as e-mail addresses are hidden from models. There were none in the answers so far.')];
  }
  return [
    h('p.because', {}, 'Models are shown marks in place of these details. What a mark stands for stays on this device, and is put back into what a model says.'),
    h('table.twin.marks', {},
      h('thead', {}, h('tr', {}, ['Mark', 'Stands for'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, marks.map(([mark, value]) => h('tr', {}, h('th', { scope: 'row' }, mark), h('td', { dir: 'auto' }, value))))),
    h('p.foot', {}, 'The last answer as models are shown it: ', h('q', { dir: 'auto' }, answer)),
  ];
}
