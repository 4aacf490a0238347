// Data quality: flags that somebody should look at, never a verdict; and what the respondent made of it all.

import { h } from '../../element/dom.js';
import { memberCheck } from './member.js';

/** @import { State } from './types.d.ts' */

/** @param {State} state */
export function quality(state) {
  const found = state.record.quality?.();
  return [
    ...(found ? flags(found) : [h('p.because', {}, 'This engine looks at no data quality; open the session with a newer one.')]),
    memberCheck(state),
  ];
}

/** @param {any} found */
function flags(found) {
  return [h('pre', {}, JSON.stringify(found, null, 1))];
}
