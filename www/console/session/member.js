// The member check: the respondent's rating of the summary, corrections and additions.

import { h } from '../../element/dom.js';
import { directionOf } from '../../element/words.js';

/** @import { State } from './session_view.js' */

const FITS = ['', 'not at all', 'a little', 'well', 'exactly'];

/** @param {State} state */
export function memberCheck({ member, overview }) {
  const language = { lang: overview.language, dir: directionOf(overview.language) };
  if (!member) {
    return h('section', {}, h('h2', {}, 'Member check'),
      h('p', {}, overview.reason ? 'The respondent gave no feedback on the last screen.' : 'The interview is not finished, so the respondent has not seen the summary.'));
  }
  const { fit, texts, corrections, disputed } = member;
  return h('section.member', {}, h('h2', {}, 'Member check'),
    h('p', {}, fit === null ? 'The respondent gave no rating.' : ['The summary describes the respondent ', h('b', {}, FITS[fit] ?? String(fit)), h('span.num', {}, `, ${fit} of 4.`)]),
    disputed.length > 0 && h('div', {}, h('h3', {}, 'Marked as wrong'),
      h('ul', {}, disputed.map(({ node, line, was, turn, meant }) => h('li', {},
        h('span', {}, line === null ? 'Idea ' : `Line ${line + 1} of the summary: `),
        h('q', language, was.join(' → ')),
        turn !== null && [', ', h('button.link', { type: 'button', 'data-select': turn, 'data-pin': node && `node-${node}` }, `answer ${turn}`)],
        meant && [' Meant: ', h('q', language, meant)])))),
    corrections.length > 0 && h('div', {}, h('h3', {}, 'Corrections'), corrections.map((text) => h('blockquote', language, text))),
    texts.length > 0 && h('div', {}, h('h3', {}, 'Additions'), texts.map((text) => h('blockquote', language, text))));
}
