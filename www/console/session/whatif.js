// The tab `What if`: changes weights and shows which decisions would differ, with the terms that explain it.

import { h } from '../../element/dom.js';
import { messageOf, plural } from '../format.js';
import { endingPhrase, signed, twoDecimals } from './format.js';

/** @import { SessionRecord } from '../../engine/studio.js' */
/** @import { StudyNumber, WhatIf } from '../../engine/types.d.ts' */
/** @import { State } from './session_view.js' */

/**
 * @typedef {object} WhatIfState
 * @property {string} key
 * @property {string} value
 * @property {Map<string, string>} made changes so far, by key
 * @property {WhatIf | undefined} result
 * @property {string | undefined} refusal
 */

/** @typedef {WhatIf['said'][number]['now']} Names */
/** @typedef {WhatIf['turns'][number]['now']} Choice */

/** @type {WeakMap<SessionRecord, StudyNumber[]>} */
const keyCache = new WeakMap();

/** Returns the weights that can be changed. @param {SessionRecord} record */
function keysOf(record) {
  const keys = keyCache.get(record) ?? record.keys();
  keyCache.set(record, keys);
  return keys;
}

/** The initial state, without changes. @returns {WhatIfState} */
export function initialWhatIf() {
  return { key: '', value: '', made: new Map(), result: undefined, refusal: undefined };
}

/**
 * Compares the session with the changed study, or sets the refusal.
 * @param {SessionRecord} record
 * @param {WhatIfState} state
 */
export function compare(record, state) {
  state.refusal = undefined;
  if (!state.made.size) return void (state.result = undefined);
  try {
    state.result = record.whatif(JSON.stringify([...state.made].map(([key, value]) => `${key}=${value}`)));
  } catch (error) {
    state.refusal = messageOf(error);
  }
}

/** Selects a weight. @param {SessionRecord} record @param {WhatIfState} state @param {string} key */
export function selectKey(record, state, key) {
  state.key = key;
  state.value = state.made.get(key) ?? String(keysOf(record).find((one) => one.key === key)?.value ?? '');
  state.refusal = undefined;
}

/** Changes the selected weight; its recorded value removes the change. @param {SessionRecord} record @param {WhatIfState} state @param {string} value */
export function changeValue(record, state, value) {
  state.value = value;
  const was = keysOf(record).find((one) => one.key === state.key)?.value;
  if (!state.key) return;
  if (value.trim() === '' || Number(value) === was) state.made.delete(state.key);
  else state.made.set(state.key, value.trim());
  compare(record, state);
}

/** @param {State} state */
export function whatIf({ record, whatif }) {
  const keys = keysOf(record);
  const groups = [...new Set(keys.map(({ group }) => group))];
  const chosen = keys.find(({ key }) => key === whatif.key);
  return [
    h('p.because', {}, 'Change a weight and see which questions would differ. The answers stay the same. Each turn is compared on its own, from the recorded state of the interview.'),
    h('form.change', { 'data-form': 'whatif' },
      h('label', {}, 'Weight',
        h('select', { 'data-whatif': 'key', 'data-key': 'whatif-key' }, h('option', { value: '' }, 'Choose a weight'),
          groups.map((group) => h('optgroup', { label: group }, keys.filter((key) => key.group === group).map(({ key, name, value }) =>
            h('option', { value: key, selected: key === whatif.key }, `${name} (${whatif.made.get(key) ?? value})`)))))),
      h('label', {}, chosen ? `Value, recorded ${chosen.value}` : 'Value',
        h('input', { type: 'number', step: 'any', 'data-whatif': 'value', 'data-key': `value-${whatif.key}`, value: whatif.value, disabled: !chosen, 'aria-describedby': whatif.refusal ? 'refusal' : undefined }))),
    chosen && h('p.foot', {}, h('code', {}, chosen.key.split('.').flatMap((part, at) => (at ? [h('wbr'), `.${part}`] : [part])))),
    whatif.refusal && h('p.refusal', { id: 'refusal', role: 'alert' }, whatif.refusal),
    whatif.made.size > 0 && h('ul.made', { 'aria-label': 'Changes made' }, [...whatif.made].map(([key, value]) => {
      const found = keys.find((one) => one.key === key);
      return h('li', {}, h('span', {}, `${found?.group ?? ''}: ${found?.name ?? key} `, h('b.num', {}, `${found?.value ?? ''} → ${value}`)),
        h('button.quiet', { type: 'button', 'data-undo': key, 'aria-label': `Undo the change of ${found?.name ?? key}` }, 'Undo'));
    })),
    whatif.result && whatif.made.size > 0 && !whatif.refusal && h('section.result', { 'aria-live': 'polite' }, outcome(whatif)),
  ].filter((part) => part instanceof Node);
}

/** @param {WhatIfState} state */
function outcome({ result }) {
  if (!result) return [];
  const { different, compared, said } = result;
  const verdict = compared === 0 ? 'This session has no decision to compare.'
    : different === 0 ? `All ${compared} decisions would be the same.`
    : `${different} of ${plural(compared, 'decision')} would differ.`;
  return [
    h('h2.verdict', {}, verdict),
    h('ol.looks', {}, result.turns.map((look, at) => {
      const names = said[at];
      if (look.is_same || !names) return false;
      return h('li', {},
        h('h3', {}, h('button.link', { type: 'button', 'data-select': look.turn }, `After answer ${look.turn}`)),
        h('dl', {},
          h('dt', {}, 'Recorded'), h('dd', {}, choiceText(names.recorded, look.recorded)),
          h('dt', {}, 'Now'), h('dd', {}, choiceText(names.now, look.now))),
        termTable(look.recorded, look.now, names));
    })),
  ];
}

/** @param {Names} name @param {Choice} choice */
function choiceText(name, { ends, score_recorded, score_now }) {
  if (ends) return `the interview has ${endingPhrase(ends)}`;
  /** @param {number | null} score */
  const format = (score) => (score === null ? '–' : twoDecimals(score));
  return [h('b', {}, name.strategy), ' ', h('bdi', {}, name.focus), h('span.num', {}, `, score ${format(score_recorded)}, now ${format(score_now)}`)];
}

/**
 * The terms of both choices that differ between the two studies.
 * @param {Choice} recorded
 * @param {Choice} now
 * @param {{ recorded: Names, now: Names }} names
 */
function termTable(recorded, now, names) {
  const rows = [
    ...recorded.terms.map((term, at) => ({ ...term, of: names.recorded.strategy, name: names.recorded.terms[at] })),
    ...now.terms.map((term, at) => ({ ...term, of: names.now.strategy, name: names.now.terms[at] })),
  ];
  const seen = new Set();
  const own = rows.filter(({ of, source }) => !seen.has(`${of} ${source}`) && seen.add(`${of} ${source}`));
  if (!own.length) return h('p.foot', {}, 'No term of these two changed, only the order of other candidates.');
  /** @param {number | null} by */
  const format = (by) => (by === null ? '–' : signed(by));
  return h('table.ranked', {},
    h('thead', {}, h('tr', {}, ['Term', 'Strategy', 'Recorded', 'Now'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, own.map(({ source, of, name, recorded: before, now: after }) => h('tr', {},
      h('th', { scope: 'row', title: source }, name), h('td', {}, of),
      h('td.num', {}, format(before)), h('td.num', {}, format(after))))));
}
