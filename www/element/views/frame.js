// The parts that all screens share: header, icons, notices, buttons.

import { h, icon as drawIcon } from '../dom.js';

/** @import { Attributes, Child } from '../dom.js' */
/** @import { ScreenProps } from './screen.js' */

const ICONS = {
  check: 'm3 8.5 3.2 3.2L13 4.8',
  away: 'M4 8h8',
  offline: 'M2 2l12 12M3 7a7 7 0 0 1 2.4-1.4M8 5c1.9 0 3.7.7 5 2M5.2 9.8A4 4 0 0 1 7 8.9M8 12.7v0',
  back: 'M2.8 8a5.2 5.2 0 1 0 1.7-3.9M2.8 2.6v3h3',
  alert: 'M8 1.7a6.3 6.3 0 1 0 0 12.6A6.3 6.3 0 1 0 8 1.7M8 4.8v3.7M8 11.2v0',
  bars: 'M2.5 13.5v-4M6.2 13.5v-8M9.8 13.5v-6M13.5 13.5v-11',
  copy: 'M7 5.5h5a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 12V7A1.5 1.5 0 0 1 7 5.5M10.5 3.5a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1',
  down: 'M8 2.5v8M4.7 7.4 8 10.7l3.3-3.3M3 13.5h10',
};
const MARK = 'M7 7.4a5 5 0 1 1 7.3 4.4C12.7 12.7 12 13.5 12 14.9M9.7 18h4.6M8.2 21.7h7.6';

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  return drawIcon(ICONS[name]);
}

/**
 * A button that calls an action of the element. It never submits a form.
 * @param {string} kind classes: `button`, `button.plain`, `quiet` or `link`
 * @param {string} act
 * @param {Child | Child[]} label
 * @param {Attributes} [attributes]
 */
export function button(kind, act, label, attributes = {}) {
  return h(`button.${kind}`, { type: 'button', 'data-act': act, ...attributes }, label);
}

/** Deletes everything, after a question in place: it cannot be taken back. @param {ScreenProps} props */
export function erase({ words, state }) {
  return h('details.erase', { 'data-key': 'erase' }, h('summary', {}, words('delete_all')),
    h('p', {}, words('delete_sure'), ' ', state.collector && words('delete_sure_sent')),
    button('button.plain', 'erase', words('delete_yes')));
}

/** @param {ScreenProps} props */
export function header({ state, words, hasHow, isHowOpen }) {
  const how = hasHow && button('quiet', 'how', [icon('bars'), words('how')], { 'aria-expanded': String(isHowOpen), 'data-key': 'how' });
  return h('header.top', {}, h('p.brand', {}, drawIcon(MARK, 24, 2.2), h('span', {}, state.study?.title ?? '')), how);
}

/**
 * A short message.
 * @param {object} notice
 * @param {keyof typeof ICONS} notice.sign
 * @param {string} notice.text the first sentence is set in bold
 * @param {'status' | 'alert'} [notice.role]
 * @param {Child[]} [notice.acts]
 */
export function notice({ sign: name, text, role = 'status', acts = [] }) {
  const [, first = text, rest = ''] = /^(.*?[.!?؟。])\s+(.*)$/s.exec(text) ?? [];
  return h(role === 'alert' ? 'div.notice.error' : 'div.notice', { role, 'data-key': text },
    icon(name),
    h('div', {}, h('b', {}, first), ' ', rest, acts.length > 0 && h('div.acts', {}, acts)));
}

/** Says whether the answers are saved and sent. @param {ScreenProps} props */
export function savingStatus({ state, words, slow }) {
  const { upload } = state;
  const saving = slow ? 'saving' : state.saving;
  const isHere = saving !== 'not_saved';
  const text = (!slow && upload && words(isHere ? upload : `${upload}_only`)) || words(saving);
  return h('span.kept', {}, icon(isHere && upload !== 'not_sent' ? 'check' : 'away'), text);
}

/** Key of the message for an error. @param {string} code */
export function errorKey(code) {
  const known = /** @type {Record<string, string>} */ ({
    empty_answer: 'error_empty',
    answer_too_long: 'error_too_long',
    storage: 'error_storage',
    wasm: 'error_wasm',
    wasm_blocked: 'error_wasm',
    load: 'error_load',
    no_study: 'error_address',
    study: 'error_load',
    unreadable: 'error_load',
  });
  return known[code] ?? 'error_engine';
}

/**
 * A screen with one column of text.
 * @param {ScreenProps} props
 * @param {string} kind
 * @param {...(Child | Child[])} children
 */
export function screen(props, kind, ...children) {
  const element = h('div.ends', { 'data-key': kind },
    header({ ...props, hasHow: props.hasHow && kind === 'last' }),
    h(`section.column.${kind}`, {}, children.flat()));
  // Keyboards and screen readers start here on a new screen.
  element.querySelector('h1')?.setAttribute('tabindex', '-1');
  return element;
}
