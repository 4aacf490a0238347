// The first screen, and the screens that say why there is no question. Each has one column of text.

import { h } from '../dom.js';
import { button, erase, errorKey, notice, icon, screen } from './frame.js';

/** @import { Study } from '../../engine/types.d.ts' */
/** @import { ScreenProps } from './screen.js' */

/** @param {ScreenProps} props */
export function first(props) {
  const { state, words, consentMissing } = props;
  const { title, lead, facts, consent, fine_print } = /** @type {Study} */ (state.study).texts.intro;
  return screen(props, 'first',
    h('h1', {}, title),
    h('p.lead', {}, lead),
    h('dl.facts', {}, facts.map(({ term, text }) => fact(term, text)),
      hidden(props),
      state.collector && fact(words('collect_term'), words('collect_text'))),
    consent && h('label.tick', {},
      h('input', { type: 'checkbox', name: 'consent', 'aria-describedby': consentMissing && 'consent-missing' }),
      h('span', {}, consent)),
    consentMissing && h('p.missing', { id: 'consent-missing', role: 'alert' }, icon('alert'), words('begin_consent')),
    state.problem && notice({ sign: 'alert', text: words(errorKey(state.problem.code)), role: 'alert' }),
    builtIn(props),
    button('button', 'begin', words('begin')),
    fine_print && h('p.fine', {}, fine_print),
    state.collector && h('p.fine', {}, words('collect_manner')),
    state.earlier.length > 0 && h('p.fine.earlier', {},
      state.earlier.map((kept) => button('quiet', 'download', words('download'), { 'data-id': kept.id })),
      button('quiet', 'clear', words('clear_device'))));
}

/** Details that the study hides from models. @param {ScreenProps} props */
function hidden({ state, words }) {
  const { redaction, models, language } = /** @type {Study} */ (state.study);
  const kinds = [...(redaction?.hide ?? []), ...(redaction?.words?.length ? ['words'] : [])].map((kind) => words(`hidden_${kind}`)).filter(Boolean);
  if (!models?.length || !kinds.length) return false;
  const details = new Intl.ListFormat(language).format(kinds);
  return fact(words('hidden_term'), [words('hidden_text', { details }), state.collector && words('hidden_kept')].filter(Boolean).join(' '));
}

/** @param {string} term @param {string} text */
function fact(term, text) {
  return h('div', {}, h('dt', {}, term), h('dd', {}, text));
}

/** Offers the browser's own model for download. @param {ScreenProps} props */
function builtIn({ state: { builtInModel: { status, share } }, words }) {
  const text = status === 'offered' ? words('browser_model') : status === 'downloading' ? words('browser_model_coming', { n: Math.round(share * 100) }) : '';
  return text && notice({ sign: 'down', text, acts: status === 'offered' ? [button('link', 'getModel', words('browser_model_get'))] : [] });
}

/** The answers are deleted. @param {ScreenProps} props */
export function deleted(props) {
  const { words, state } = props;
  const key = state.upload === 'deleting' ? 'deleted_waiting' : state.upload === 'deleted' ? 'deleted_sent' : 'deleted_text';
  return screen(props, 'plainly',
    h('h1', {}, words('deleted_title')),
    h('p.lead', { role: 'status' }, words(key) || words('deleted_text')),
    key === 'deleted_waiting' && state.deletionCode && h('p.fine', {}, words('deletion_code'), ': ', h('b', {}, state.deletionCode)),
    state.problem && notice({ sign: 'alert', text: words('error_storage'), role: 'alert' }),
    button('button.plain', 'anew', words('start_anew')));
}

/** Another tab conducts the interview. @param {ScreenProps} props */
export function otherTab(props) {
  const { words } = props;
  return screen(props, 'plainly', h('h1', {}, words('error_other_tab')), button('button', 'takeOver', words('take_over')));
}

/** The stored session has another version of the study. @param {ScreenProps} props */
export function version(props) {
  const { words, state } = props;
  const canKeep = state.previousStudy && words('version_keep');
  return screen(props, 'plainly',
    h('h1', {}, words(canKeep ? 'version_title' : 'error_version')),
    canKeep && h('p.lead', {}, words('version_text')),
    h('div.choices', {}, canKeep && button('button', 'keepVersion', canKeep),
      button(canKeep ? 'button.plain' : 'button', 'anew', words('start_anew')),
      button(canKeep ? 'quiet' : 'button.plain', 'download', words('download'))),
    erase(props));
}

/** The interview failed. @param {ScreenProps} props */
export function failed(props) {
  const { words, state } = props;
  const code = state.problem?.code ?? 'load';
  return screen(props, 'plainly',
    h('h1', { role: 'alert' }, words(errorKey(code))),
    button('button', 'reopen', words(code === 'load' || code === 'no_study' ? 'try_again' : 'reload')),
    h('details.fine', {}, h('summary', {}, code), state.problem?.message));
}

/** @param {ScreenProps} props */
export function loading(props) {
  return screen(props, 'plainly', h('p.waiting', { role: 'status', 'aria-busy': 'true' }, h('i')));
}
