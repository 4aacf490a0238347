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
    h('p.because', {}, 'Models see placeholders instead of these details. The details stay on this device, and are put back into the reply of a model.'),
    h('table.twin.marks', {},
      h('thead', {}, h('tr', {}, ['Placeholder', 'Detail'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, marks.map(([mark, value]) => h('tr', {}, h('th', { scope: 'row' }, mark), h('td', { dir: 'auto' }, value))))),
    h('p.foot', {}, 'The last answer as models see it: ', h('q', { dir: 'auto' }, answer)),
  ];
}
