// The first and the last screen, and those that say why there is no question: one reading column, one button each.

import { h } from '../dom.js';
import { button, errorKey, header, keeping, notice, sign } from './frame.js';

/** @import { Child } from '../dom.js' */
/** @import { Outcome, Study } from '../../engine/types.d.ts' */
/** @import { Shown } from '../types.d.ts' */

/** @param {Shown} shown */
export function first(shown) {
  const { conductor, words, consentMissing } = shown;
  const { title, lead, facts, consent, fine_print } = /** @type {Study} */ (conductor.study).texts.intro;
  return ends(shown, 'first',
    h('h1', {}, title),
    h('p.lead', {}, lead),
    h('dl.facts', {}, facts.map((fact) => h('div', {}, h('dt', {}, fact.term), h('dd', {}, fact.text)))),
    consent && h('label.tick', {},
      h('input', { type: 'checkbox', name: 'consent', 'aria-describedby': consentMissing && 'consent-missing' }),
      h('span', {}, consent)),
    consentMissing && h('p.missing', { id: 'consent-missing', role: 'alert' }, sign('alert'), words('begin_consent')),
    conductor.problem && notice({ sign: 'alert', text: words(errorKey(conductor.problem.code)), role: 'alert' }),
    builtIn(shown),
    button('button', 'begin', words('begin')),
    fine_print && h('p.fine', {}, fine_print),
    conductor.earlier.length > 0 && h('p.fine.earlier', {},
      conductor.earlier.map((kept) => button('quiet', 'download', words('download'), { 'data-id': kept.id })),
      button('quiet', 'clear', words('clear_device'))));
}

/** The model of the browser: it comes only if the respondent wants it, and the interview needs none. @param {Shown} shown */
function builtIn({ conductor: { models }, words }) {
  const text = models.builtIn === 'offered' ? words('browser_model') : models.builtIn === 'coming' ? words('browser_model_coming', { n: Math.round(models.share * 100) }) : '';
  return text && notice({ sign: 'down', text, acts: models.builtIn === 'offered' ? [button('link', 'getModel', words('browser_model_get'))] : [] });
}

/** @param {Shown} shown @param {Outcome} outcome */
export function last(shown, outcome) {
  const { conductor, words } = shown;
  const { thanks, completion_code } = /** @type {Study} */ (conductor.study).texts;
  const isSafety = outcome.reason === 'safety';
  const lines = isSafety ? [] : outcome.summary;
  return ends(shown, 'last',
    isSafety ? h('h1.safety', {}, outcome.text) : [h('h1', {}, thanks), outcome.text && h('p.lead', {}, outcome.text)],
    completion_code && codeOf(shown, completion_code),
    lines.length > 0 && h('section.summary', { 'aria-labelledby': 'summary' },
      h('h2', { id: 'summary' }, words('summary_title')), h('ul', {}, lines.map(line))),
    conductor.hasRemark
      ? h('p.sent', { role: 'status' }, sign('check'), words('remark_sent'))
      : remark(shown, lines.length > 0),
    h('footer.codes', {}, h('p.state', {}, keeping(shown)),
      h('div.acts', {}, button('quiet', 'download', [sign('down'), words('download')]),
        button('quiet', 'anew', words('start_anew')), button('quiet', 'erase', words('delete_all')))));
}

/** @param {Shown} shown @param {string} code */
function codeOf({ words, copied }, code) {
  return h('div.code', {}, h('p.label', { id: 'code' }, words('completion_code')),
    h('p', { 'aria-labelledby': 'code', role: 'group' }, code),
    button('quiet', 'copy', [sign(copied ? 'check' : 'copy'), words(copied ? 'copied' : 'copy')]));
}

/** @param {Shown} shown @param {boolean} hasSummary */
function remark({ words, conductor }, hasSummary) {
  const { problem } = conductor;
  return h('div.form', { role: 'group', 'aria-labelledby': 'summary', 'data-key': 'remark' },
    hasSummary && h('fieldset.fit', {}, h('legend', {}, words('fit_legend')),
      h('div.scale', {}, ['1', '2', '3', '4'].map((n) =>
        h('label', {}, h('input', { type: 'radio', name: 'fit', value: n }),
          h('span', {}, h('b', {}, n), ' ', words(`fit_${n}`)))))),
    hasSummary && field('correction', words('correction'), words('optional')),
    field('remark', words('remark'), words('optional')),
    problem && notice({ sign: 'alert', text: words(errorKey(problem.code), { limit: '20,000' }), role: 'alert' }),
    button('button', 'remark', words('send')));
}

/** @param {string} name @param {string} label @param {string} optional */
function field(name, label, optional) {
  return h('label.field', {}, h('span', {}, label, ' ', h('em', {}, optional)),
    h('textarea.answer.short', { rows: 1, 'data-box': name, autocomplete: 'off' }));
}

/**
 * A line of reasons: the person's ideas, one leading to the next.
 * @param {string | string[]} ideas
 */
function line(ideas) {
  const [start, ...rest] = Array.isArray(ideas) ? ideas : [ideas];
  if (!rest.length) return h('li', {}, start);
  return h('li', {}, h('mark', {}, start), rest.map((idea) => [' ', h('i', { 'aria-hidden': 'true' }, '→'), ' ', idea]).flat());
}

/** Everything is deleted. @param {Shown} shown */
export function deleted(shown) {
  const { words, conductor } = shown;
  return ends(shown, 'plainly',
    h('h1', {}, words('deleted_title')),
    h('p.lead', {}, words('deleted_text')),
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
  const { words } = shown;
  return ends(shown, 'plainly',
    h('h1', {}, words('error_version')),
    h('div.choices', {}, button('button', 'anew', words('start_anew')),
      button('button.plain', 'download', words('download')), button('quiet', 'erase', words('delete_all'))));
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

/** @param {Shown} shown @param {string} kind @param {...(Child | Child[])} children */
function ends(shown, kind, ...children) {
  const made = h('div.ends', { 'data-key': kind },
    header({ ...shown, hasHow: shown.hasHow && kind === 'last' }),
    h(`section.column.${kind}`, {}, children.flat()));
  // Where a new screen begins, for who reads with a keyboard or a screen reader.
  made.querySelector('h1')?.setAttribute('tabindex', '-1');
  return made;
}
