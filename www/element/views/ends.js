// The first screen, and those that say why there is no question: one reading column, one button each.

import { h } from '../dom.js';
import { button, ends, errorKey, notice, sign } from './frame.js';

/** @import { Study } from '../../engine/types.d.ts' */
/** @import { Shown } from '../types.d.ts' */

/** @param {Shown} shown */
export function first(shown) {
  const { conductor, words, consentMissing } = shown;
  const { title, lead, facts, consent, fine_print } = /** @type {Study} */ (conductor.study).texts.intro;
  return ends(shown, 'first',
    h('h1', {}, title),
    h('p.lead', {}, lead),
    h('dl.facts', {}, facts.map(({ term, text }) => fact(term, text)),
      hidden(shown),
      conductor.collected && fact(words('collect_term'), words('collect_text'))),
    consent && h('label.tick', {},
      h('input', { type: 'checkbox', name: 'consent', 'aria-describedby': consentMissing && 'consent-missing' }),
      h('span', {}, consent)),
    consentMissing && h('p.missing', { id: 'consent-missing', role: 'alert' }, sign('alert'), words('begin_consent')),
    conductor.problem && notice({ sign: 'alert', text: words(errorKey(conductor.problem.code)), role: 'alert' }),
    builtIn(shown),
    button('button', 'begin', words('begin')),
    fine_print && h('p.fine', {}, fine_print),
    conductor.collected && h('p.fine', {}, words('collect_manner')),
    conductor.earlier.length > 0 && h('p.fine.earlier', {},
      conductor.earlier.map((kept) => button('quiet', 'download', words('download'), { 'data-id': kept.id })),
      button('quiet', 'clear', words('clear_device'))));
}

/** What no model sees of an answer, where the study hides anything. @param {Shown} shown */
function hidden({ conductor, words }) {
  const { redaction, models, language } = /** @type {Study} */ (conductor.study);
  const kinds = [...(redaction?.hide ?? []), ...(redaction?.words?.length ? ['words'] : [])].map((kind) => words(`hidden_${kind}`)).filter(Boolean);
  if (!models?.length || !kinds.length) return false;
  const details = new Intl.ListFormat(language).format(kinds);
  return fact(words('hidden_term'), [words('hidden_text', { details }), conductor.collected && words('hidden_kept')].filter(Boolean).join(' '));
}

/** @param {string} term @param {string} text */
function fact(term, text) {
  return h('div', {}, h('dt', {}, term), h('dd', {}, text));
}

/** The model of the browser: it comes only if the respondent wants it, and the interview needs none. @param {Shown} shown */
function builtIn({ conductor: { models }, words }) {
  const text = models.builtIn === 'offered' ? words('browser_model') : models.builtIn === 'coming' ? words('browser_model_coming', { n: Math.round(models.share * 100) }) : '';
  return text && notice({ sign: 'down', text, acts: models.builtIn === 'offered' ? [button('link', 'getModel', words('browser_model_get'))] : [] });
}

/** Everything is deleted. @param {Shown} shown */
export function deleted(shown) {
  const { words, conductor } = shown;
  const key = conductor.sent === 'deleting' ? 'deleted_waiting' : conductor.sent === 'deleted' ? 'deleted_sent' : 'deleted_text';
  return ends(shown, 'plainly',
    h('h1', {}, words('deleted_title')),
    h('p.lead', { role: 'status' }, words(key) || words('deleted_text')),
    key === 'deleted_waiting' && conductor.code && h('p.fine', {}, words('deletion_code'), ': ', h('b', {}, conductor.code)),
    conductor.problem && notice({ sign: 'alert', text: words('error_storage'), role: 'alert' }),
    button('button.plain', 'anew', words('start_anew')));
}

/** Another tab conducts this interview. @param {Shown} shown */
export function otherTab(shown) {
  const { words } = shown;
  return ends(shown, 'plainly', h('h1', {}, words('error_other_tab')), button('button', 'takeOver', words('take_over')));
}

/** The session on this device belongs to another version of the study. @param {Shown} shown */
export function version(shown) {
  const { words, conductor } = shown;
  const canKeep = conductor.former && words('version_keep');
  return ends(shown, 'plainly',
    h('h1', {}, words(canKeep ? 'version_title' : 'error_version')),
    canKeep && h('p.lead', {}, words('version_text')),
    h('div.choices', {}, canKeep && button('button', 'keepVersion', canKeep),
      button(canKeep ? 'button.plain' : 'button', 'anew', words('start_anew')),
      button(canKeep ? 'quiet' : 'button.plain', 'download', words('download')), button('quiet', 'erase', words('delete_all'))));
}

/** There can be no interview. @param {Shown} shown */
export function failed(shown) {
  const { words, conductor } = shown;
  const code = conductor.problem?.code ?? 'load';
  return ends(shown, 'plainly',
    h('h1', { role: 'alert' }, words(errorKey(code))),
    button('button', 'reopen', words(code === 'load' ? 'try_again' : 'reload')),
    h('details.fine', {}, h('summary', {}, code), conductor.problem?.message));
}

/** @param {Shown} shown */
export function loading(shown) {
  return ends(shown, 'plainly', h('p.waiting', { role: 'status', 'aria-busy': 'true' }, h('i')));
}
