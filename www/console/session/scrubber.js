// The slider that selects the turn.

import { h, icon } from '../../element/dom.js';

/** @import { State } from './session_view.js' */

/** @param {State} state */
export function scrubber({ turn, turns }) {
  const last = turns.length;
  const position = turn === 0 ? 'Before the first answer' : `After answer ${turn} of ${last}`;
  /** @param {number} to @param {string} name @param {string} path */
  const step = (to, name, path) => h('button.step', {
    type: 'button', 'data-select': to, 'data-key': name, 'aria-label': name, disabled: to < 0 || to > last,
  }, icon(path));
  return h('div.scrubber', {},
    step(turn - 1, 'Previous turn', 'M10 3 5 8l5 5'),
    h('label', {}, h('span.told.num', {}, position),
      h('input', { type: 'range', min: 0, max: last, step: 1, value: turn, 'data-scrub': '', 'aria-label': 'Turn', 'aria-valuetext': position })),
    step(turn + 1, 'Next turn', 'm6 3 5 5-5 5'));
}
