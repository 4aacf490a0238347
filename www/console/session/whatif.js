// What if: changes a weight and shows which of the recorded choices would have been others, and by which terms.

import { h } from '../../element/dom.js';
import { nameOf } from '../../element/how/signals.js';
import { ending, problemOf, signed, some, two } from './words.js';

/** @import { Asked, Choice, Key, SessionRecord, State, WhatIfState } from './types.d.ts' */

/** @type {WeakMap<SessionRecord, Key[]>} */
const known = new WeakMap();

/** @param {SessionRecord} record */
function keysOf(record) {
  const keys = known.get(record) ?? record.keys();
  known.set(record, keys);
  return keys;
}

/** The state at first: nothing changed. @returns {WhatIfState} */
export function unchanged() {
  return { key: '', value: '', made: new Map(), result: undefined, refusal: undefined };
}

/**
 * Looks at the session with the changes made, or says why it cannot.
 * @param {SessionRecord} record
 * @param {WhatIfState} state
 */
export function compare(record, state) {
  state.refusal = undefined;
  if (!state.made.size) return void (state.result = undefined);
  try {
    state.result = record.whatif(JSON.stringify([...state.made].map(([key, value]) => `${key}=${value}`)));
  } catch (error) {
    state.refusal = problemOf(error);
  }
}

/** Takes a key and what it is now. @param {SessionRecord} record @param {WhatIfState} state @param {string} key */
export function choose(record, state, key) {
  state.key = key;
  state.value = state.made.get(key) ?? String(keysOf(record).find((one) => one.key === key)?.value ?? '');
  state.refusal = undefined;
}

/** Changes the key that is chosen; the value it had takes the change back. @param {SessionRecord} record @param {WhatIfState} state @param {string} value */
export function change(record, state, value) {
  state.value = value;
  const was = keysOf(record).find((one) => one.key === state.key)?.value;
  if (!state.key) return;
  if (value.trim() === '' || Number(value) === was) state.made.delete(state.key);
  else state.made.set(state.key, value.trim());
  compare(record, state);
}

/** @param {State} state */
export function whatIf({ record, whatif, turns }) {
  const keys = keysOf(record);
  const groups = [...new Set(keys.map(({ group }) => group))];
  const chosen = keys.find(({ key }) => key === whatif.key);
  return [
    h('p.because', {}, 'Change a weight and see which questions would have been others. The answers stay as they were given: every turn is looked at on its own, from where the interview really stood.'),
    h('form.change', { 'data-form': 'whatif' },
      h('label', {}, 'What to change',
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
        h('button.quiet', { type: 'button', 'data-undo': key, 'aria-label': `Take back the change of ${found?.name ?? key}` }, 'Take back'));
    })),
    whatif.result && whatif.made.size > 0 && !whatif.refusal && h('section.result', { 'aria-live': 'polite' }, outcome(whatif, turns)),
  ].filter((part) => part instanceof Node);
}

/** @param {WhatIfState} state @param {State['turns']} turns */
function outcome({ result }, turns) {
  if (!result) return [];
  const { different, compared, said } = result;
  const verdict = compared === 0 ? 'No question was chosen in this session, so there is nothing to compare.'
    : different === 0 ? `All ${compared} choices would have been the same.`
    : `${different} of ${some(compared, 'choice')} would have been ${different === 1 ? 'another' : 'others'}.`;
  return [
    h('h2.verdict', {}, verdict),
    h('ol.looks', {}, result.turns.map((look, at) => {
      const names = said[at];
      if (look.is_same || !names) return false;
      return h('li', {},
        h('h3', {}, h('button.link', { type: 'button', 'data-select': look.turn }, `After answer ${look.turn}`)),
        h('dl', {},
          h('dt', {}, 'Asked'), h('dd', {}, asked(names.recorded, look.recorded)),
          h('dt', {}, 'Now'), h('dd', {}, asked(names.now, look.now))),
        terms(look.recorded, look.now, names, turns[look.turn - 1]?.phase ?? ''));
    })),
  ];
}

/** @param {Asked | null} name @param {Choice} choice */
function asked(name, { ends, score_recorded, score_now }) {
  if (ends || !name) return `the interview has ${ending(ends)}`;
  /** @param {number | null} score */
  const told = (score) => (score === null ? '–' : two(score));
  return [h('b', {}, name.strategy), ' ', h('bdi', {}, name.focus), h('span.num', {}, `, score ${told(score_recorded)}, now ${told(score_now)}`)];
}

/**
 * Terms that differ between the two studies, of both choices.
 * @param {Choice} recorded
 * @param {Choice} now
 * @param {{ recorded: Asked | null, now: Asked | null }} names
 * @param {string} phase
 */
function terms(recorded, now, names, phase) {
  const rows = [
    ...recorded.terms.map((term) => ({ ...term, of: names.recorded?.strategy ?? '' })),
    ...now.terms.map((term) => ({ ...term, of: names.now?.strategy ?? '' })),
  ];
  const seen = new Set();
  const own = rows.filter(({ of, source }) => !seen.has(`${of} ${source}`) && seen.add(`${of} ${source}`));
  if (!own.length) return h('p.foot', {}, 'No term of either changed; the order of the others did.');
  /** @param {number | null} by */
  const moved = (by) => (by === null ? '–' : signed(by));
  return h('table.ranked', {},
    h('thead', {}, h('tr', {}, ['Term', 'Of', 'Moved by', 'Now by'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, own.map(({ source, of, recorded: before, now: after }) => h('tr', {},
      h('th', { scope: 'row', title: source }, nameOf(source, of, phase)), h('td', {}, of),
      h('td.num', {}, moved(before)), h('td.num', {}, moved(after))))));
}
