// The badge of a session's score: a number, a colour for its band, and a label for screen readers.

import { h, svg } from '../element/dom.js';
import { bandFor, currentScore, describeScoreState, scoreState } from './score_state.js';

/** @import { Item } from './sessions.js' */

/** @param {Item} item */
export function badge(item) {
  const description = describeScoreState(item);
  const total = currentScore(item)?.total_score ?? undefined;
  const state = scoreState(item);
  const tone = total === undefined ? '' : `.${bandFor(total).tone}`;
  const label = { role: 'img', 'aria-label': description, title: description, 'data-state': state };
  switch (state) {
    case 'not_scored':
      return h('span.badge.none', label, '–');
    case 'scoring':
      return total === undefined ? h('span.badge.busy', label, spinner()) : h(`span.badge.num${tone}.again`, label, total, spinner());
    case 'scored':
      return h(`span.badge.num${tone}`, label, total);
    case 'failed':
      return h('span.badge.lost', label, exclamation());
    case 'rescore_failed':
      return h(`span.badge.num${tone}.dotted`, label, total);
  }
}

export function spinner() {
  return svg('svg.spin', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('circle', { cx: 8, cy: 8, r: 6 }), svg('path', { d: 'M14 8a6 6 0 0 0-6-6' }));
}

function exclamation() {
  return svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: 'M8 3.5v5.5M8 11.9v.2' }));
}
