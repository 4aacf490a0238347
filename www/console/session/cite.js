// A methods paragraph and a citation, to be copied.

import { h } from '../../element/dom.js';

/** @import { State } from './types.d.ts' */

/** @param {State} state */
export function cite({ record, copied }) {
  const methods = record.methods();
  return [
    h('p.because', {}, 'For the methods section of a report. Check it against what you did.'),
    text('methods', 'Methods paragraph', methods.paragraph, copied),
    text('citation', 'Citation', methods.citation, copied),
  ];
}

/** @param {string} id @param {string} name @param {string} words @param {string | undefined} copied */
function text(id, name, words, copied) {
  return h('section.cite', {}, h('header', {}, h('h2', {}, name),
    h('button.plain', { type: 'button', 'data-copy': id, 'aria-label': `Copy the ${name.toLowerCase()}` }, copied === id ? 'Copied' : 'Copy')),
  h('p', { 'data-text': id }, words));
}
