// The scrubber: after which turn everything is shown.

import { h, icon } from '../../element/dom.js';

/** @import { State } from './types.d.ts' */

/** @param {State} state */
export function scrubber({ turn, turns }) {
  const last = turns.length;
  const told = turn === 0 ? 'Before the first answer' : `After answer ${turn} of ${last}`;
  /** @param {number} to @param {string} name @param {string} path */
  const step = (to, name, path) => h('button.step', {
    type: 'button', 'data-select': to, 'data-key': name, 'aria-label': name, disabled: to < 0 || to > last,
  }, icon(path));
  return h('div.scrubber', {},
    step(turn - 1, 'Previous turn', 'M10 3 5 8l5 5'),
    h('label', {}, h('span.told.num', {}, told),
      h('input', { type: 'range', min: 0, max: last, step: 1, value: turn, 'data-scrub': '', 'aria-label': 'Turn', 'aria-valuetext': told })),
    step(turn + 1, 'Next turn', 'm6 3 5 5-5 5'));
}
