// The tab `Cite`: a methods paragraph and a citation to copy.

import { h } from '../../element/dom.js';

/** @import { State } from './session_view.js' */

/** @param {State} state */
export function cite({ record, copied }) {
  const methods = record.methods();
  return [
    h('p.because', {}, 'For the methods section of a report. Check it against your procedure.'),
    copyableText('methods', 'Methods paragraph', methods.paragraph, copied),
    copyableText('citation', 'Citation', methods.citation, copied),
  ];
}

/** @param {string} id @param {string} name @param {string} content @param {string | undefined} copied */
function copyableText(id, name, content, copied) {
  return h('section.cite', {}, h('header', {}, h('h2', {}, name),
    h('button.plain', { type: 'button', 'data-copy': id, 'aria-label': `Copy the ${name.toLowerCase()}` }, copied === id ? 'Copied' : 'Copy')),
  h('p', { 'data-text': id }, content));
}
