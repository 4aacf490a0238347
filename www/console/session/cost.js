// What the calls of models took: by task, by model, turn by turn, and where the rules stood in.

import { h } from '../../element/dom.js';
import { models } from '../../element/how/models.js';
import { logOf } from './log.js';
import { fallbacks } from './transcript.js';
import { lasting, money, some } from './words.js';

/** @import { State, Sum } from './types.d.ts' */

/** @param {State} state */
export function cost({ record, turns }) {
  const { total, tasks, models: byModel } = record.costs();
  if (total.calls === 0) {
    return [
      h('p.because', {}, h('b', {}, 'Rules only.'), ' No model was asked in this session: the rules read every answer and worded every question. It cost nothing, and nothing was sent anywhere for it.'),
    ];
  }
  const stood = turns.flatMap(({ turn, calls }) => fallbacks(calls).map((text) => ({ turn, text })));
  return [
    h('p.because', {}, `${some(total.calls, 'call')}, ${money(total)}, ${tokens(total)}. `,
      total.failed ? `${some(total.failed, 'call')} came to nothing.` : 'Every call brought a reply.'),
    h('section', {}, h('h2', {}, 'By task'), sums('Task', Object.entries(tasks).map(([name, sum]) => [name.replaceAll('_', ' '), sum]), total)),
    Object.keys(byModel).length > 0 && h('section', {}, h('h2', {}, 'By model'), sums('Model', Object.entries(byModel), undefined)),
    h('section', {}, h('h2', {}, 'Where the rules, or another model, stood in'),
      stood.length ? h('ul.stood', {}, stood.map(({ turn, text }) => h('li', {},
        h('button.link', { type: 'button', 'data-select': turn }, `Turn ${turn}`), ` ${text}`))) : h('p', {}, 'Nowhere.')),
    h('section', {}, h('h2', {}, 'Turn by turn'), models(logOf(record)).slice(1)),
  ].filter((part) => part instanceof Node);
}

/** @param {Sum} sum */
function tokens({ usage }) {
  return `${(usage.input ?? 0).toLocaleString('en-GB')} tokens in, ${(usage.output ?? 0).toLocaleString('en-GB')} out`;
}

/** @param {string} what @param {Array<[string, Sum]>} rows @param {Sum | undefined} total */
function sums(what, rows, total) {
  /** @param {Sum} sum */
  const cells = (sum) => [
    h('td.num', {}, sum.failed ? `${sum.calls}, ${sum.failed} failed` : sum.calls),
    h('td.num', {}, (sum.usage.input ?? 0).toLocaleString('en-GB')), h('td.num', {}, (sum.usage.output ?? 0).toLocaleString('en-GB')),
    h('td.num', {}, lasting(sum.latency_ms)), h('td.num', {}, money(sum)),
  ];
  return h('div.wide', { tabindex: 0, role: 'group', 'aria-label': `Cost by ${what.toLowerCase()}` }, h('table.ranked.costs', {},
    h('thead', {}, h('tr', {}, [what, 'Calls', 'In', 'Out', 'Took', 'Cost'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, rows.map(([name, sum]) => h('tr', {}, h('th', { scope: 'row' }, name), cells(sum)))),
    total && h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, 'All'), cells(total)))));
}
