// The badge of a session's score. The number says it; colour repeats it; a reader is told in words.

import { h, svg } from '../element/dom.js';
import { bandOf, currentScore, stateInWords, stateOf } from './bands.js';

/** @import { Item } from './types.d.ts' */

/** @param {Item} item */
export function badge(item) {
  const words = stateInWords(item);
  const total = currentScore(item)?.total_score ?? undefined;
  const state = stateOf(item);
  const tone = total === undefined ? '' : `.${bandOf(total).tone}`;
  const label = { role: 'img', 'aria-label': words, title: words, 'data-state': state };
  switch (state) {
    case 'not_scored':
      return h('span.badge.none', label, '–');
    case 'scoring':
      return total === undefined ? h('span.badge.busy', label, spinner()) : h(`span.badge.num${tone}.again`, label, total, spinner());
    case 'scored':
      return h(`span.badge.num${tone}`, label, total);
    case 'failed':
      return h('span.badge.lost', label, mark());
    case 'rescore_failed':
      return h(`span.badge.num${tone}.dotted`, label, total);
  }
}

export function spinner() {
  return svg('svg.spin', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('circle', { cx: 8, cy: 8, r: 6 }), svg('path', { d: 'M14 8a6 6 0 0 0-6-6' }));
}

function mark() {
  return svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: 'M8 3.5v5.5M8 11.9v.2' }));
}
