// The head of a session: which one it is, and how it went at a glance.

import { h } from '../../element/dom.js';
import { ending, some, span } from './words.js';

/** @import { State } from './types.d.ts' */

/** @param {State} state @param {string} name */
export function head({ overview, turns, record }, name) {
  const { nodes, edges } = record.view_at(turns.length);
  const facts = [
    span(overview.started_at, overview.last_at),
    some(overview.answers, 'answer') + (overview.skips ? `, ${overview.skips} passed over` : ''),
    `${some(nodes.length, 'idea')}, ${some(edges.length, 'link')}`,
    ending(overview.reason),
    `${overview.title}, version ${overview.version}, ${languageOf(overview.language)}`,
  ].filter(Boolean);
  return h('header.session-head', {},
    h('h1', {}, name),
    overview.is_simulated && h('span.simulated', { title: 'A made-up respondent answered' }, 'simulated'),
    h('p.num', {}, facts.flatMap((fact, at) => [at > 0 && h('i', { 'aria-hidden': 'true' }), ' ', h('span', {}, fact)])));
}

/** @param {string} tag */
function languageOf(tag) {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
