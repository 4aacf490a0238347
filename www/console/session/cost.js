// The tab `Cost`: model calls by task, by model and by turn, and where a fallback was used.

import { h } from '../../element/dom.js';
import { models } from '../../element/how/models.js';
import { logEntries } from './log_entries.js';
import { fallbacks } from './transcript.js';
import { plural } from '../format.js';
import { formatCost, formatMilliseconds } from './format.js';

/** @import { Costs } from '../../engine/types.d.ts' */
/** @import { State } from './session_view.js' */

/** @typedef {Costs['total']} Sum */

/** @param {State} state */
export function cost({ record, turns }) {
  const { total, tasks, models: byModel } = record.costs();
  if (total.calls === 0) {
    return [
      h('p.because', {}, h('b', {}, 'Rules only.'), ' No model was called in this session. The rules read all answers and worded all questions. It cost nothing and sent no data.'),
    ];
  }
  const fallbackTurns = turns.flatMap(({ turn, calls }) => fallbacks(calls).map((text) => ({ turn, text })));
  return [
    h('p.because', {}, `${plural(total.calls, 'call')}, ${formatCost(total)}, ${formatTokens(total)}. `,
      total.failed ? `${plural(total.failed, 'call')} failed.` : 'All calls succeeded.'),
    h('section', {}, h('h2', {}, 'By task'), costTable('Task', Object.entries(tasks).map(([name, sum]) => [name.replaceAll('_', ' '), sum]), total)),
    Object.keys(byModel).length > 0 && h('section', {}, h('h2', {}, 'By model'), costTable('Model', Object.entries(byModel), undefined)),
    h('section', {}, h('h2', {}, 'Fallbacks to the rules or to another model'),
      fallbackTurns.length ? h('ul.stood', {}, fallbackTurns.map(({ turn, text }) => h('li', {},
        h('button.link', { type: 'button', 'data-select': turn }, `Turn ${turn}`), ` ${text}`))) : h('p', {}, 'None.')),
    h('section', {}, h('h2', {}, 'By turn'), models(logEntries(record)).slice(1)),
  ].filter((part) => part instanceof Node);
}

/** @param {Sum} sum */
function formatTokens({ usage }) {
  return `${(usage.input ?? 0).toLocaleString('en-GB')} tokens in, ${(usage.output ?? 0).toLocaleString('en-GB')} out`;
}

/** @param {string} what @param {Array<[string, Sum]>} rows @param {Sum | undefined} total */
function costTable(what, rows, total) {
  /** @param {Sum} sum */
  const cells = (sum) => [
    h('td.num', {}, sum.failed ? `${sum.calls}, ${sum.failed} failed` : sum.calls),
    h('td.num', {}, (sum.usage.input ?? 0).toLocaleString('en-GB')), h('td.num', {}, (sum.usage.output ?? 0).toLocaleString('en-GB')),
    h('td.num', {}, formatMilliseconds(sum.latency_ms)), h('td.num', {}, formatCost(sum)),
  ];
  return h('div.wide', { tabindex: 0, role: 'group', 'aria-label': `Cost by ${what.toLowerCase()}` }, h('table.ranked.costs', {},
    h('thead', {}, h('tr', {}, [what, 'Calls', 'In', 'Out', 'Time', 'Cost'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, rows.map(([name, sum]) => h('tr', {}, h('th', { scope: 'row' }, name), cells(sum)))),
    total && h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, 'All'), cells(total)))));
}
