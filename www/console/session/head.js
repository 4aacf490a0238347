// The header of a session: name, period, size, ending and study.

import { h } from '../../element/dom.js';
import { languageName, plural } from '../format.js';
import { endingPhrase, formatPeriod } from './format.js';

/** @import { State } from './session_view.js' */

/** @param {State} state @param {string} name */
export function head({ overview, turns, record }, name) {
  const { nodes, edges } = record.view_at(turns.length);
  const facts = [
    formatPeriod(overview.started_at, overview.last_at),
    plural(overview.answers, 'answer') + (overview.skips ? `, ${overview.skips} skipped` : ''),
    `${plural(nodes.length, 'idea')}, ${plural(edges.length, 'link')}`,
    endingPhrase(overview.reason),
    `${overview.title}, version ${overview.version}, ${languageName(overview.language)}`,
  ].filter(Boolean);
  return h('header.session-head', {},
    h('h1', {}, name),
    overview.is_simulated && h('span.simulated', { title: 'The respondent was simulated' }, 'simulated'),
    h('p.num', {}, facts.flatMap((fact, at) => [at > 0 && h('i', { 'aria-hidden': 'true' }), ' ', h('span', {}, fact)])));
}
