// Who read each answer and who worded each question: the rules on this device, or a model, and at what price.

import { h } from '../dom.js';
import { count, sentence } from './panel.js';

/** @import { CallRecord, Entry, FailureKind, Source } from '../../engine/types.d.ts' */

/** What was done in a turn, by whom. @typedef {{ turn: number, what: 'read' | 'worded', source: Source, calls: CallRecord[] }} Voice */

/** Why a model's reply was not there. @type {Record<FailureKind, string>} */
export const REASONS = {
  auth: 'the endpoint’s key was not accepted',
  permission: 'the endpoint did not allow it',
  quota_exhausted: 'the provider’s account is empty',
  rate_limited: 'there were too many requests',
  overloaded: 'the provider was overloaded',
  invalid_request: 'the request was not accepted',
  context_too_long: 'the prompt was too long',
  refused: 'the model refused',
  timeout_first: 'no reply came in time',
  timeout_stall: 'the reply stopped half-way',
  timeout_total: 'no reply came in time',
  transport: 'the network failed',
  bad_output: 'the reply could not be used',
  cancelled: 'it was called off',
  budget_exhausted: 'the budget is spent',
  unavailable: 'no model could be reached',
};

/** @param {string[]} log entries of the log, each a JSON text */
export function models(log) {
  const voices = voicesOf(log);
  const [read, worded] = ['read', 'worded'].map((what) => voices.filter((voice) => voice.what === what));
  const calls = voices.flatMap((voice) => voice.calls);
  if (!calls.length) {
    return [h('p.because', {}, 'No model was asked: the rules on this device read every answer and word every question. Nothing leaves this page for that.')];
  }
  return [
    h('p.because', {}, sentence([share(read ?? [], 'answer', 'read'), share(worded ?? [], 'question', 'worded')].filter(Boolean).join('; ')),
      '. The rules on this device did the rest, and chose what every question is about.'),
    h('table.voices', {},
      h('thead', {}, h('tr', {}, ['Turn', 'By', 'Took', 'Cost'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, voices.map(row)),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row', colspan: 2 }, sentence(count(calls.length, 'call'))), h('td.num', {}, seconds(calls)), h('td.num', {}, price(calls))))),
    h('p.foot', {}, 'Cost as the endpoint reckons it; “unpriced” where it knows no price.'),
  ];
}

/** @param {Voice} voice */
function row({ turn, what, source, calls }) {
  return h('tr', {},
    h('th', { scope: 'row' }, h('span.num', {}, turn), ` ${what}`),
    h('td', {}, nameOf(source), remarks(source, calls).map((remark) => h('small', {}, remark))),
    h('td.num', {}, calls.length ? seconds(calls) : ''),
    h('td.num', {}, calls.length ? price(calls) : ''));
}

/** What did not go as it should. @param {Source} source @param {CallRecord[]} calls */
function remarks(source, calls) {
  const said = calls.flatMap(({ failure, fallback_from: from, sections = {}, task }) => {
    const ruled = Object.entries(sections).filter(([, by]) => by === 'rules' || by === 'default').map(([section]) => section.replaceAll('_', ' '));
    return [
      failure && `${calls.length > 1 ? `${task.replaceAll('_', ' ')}: ` : ''}${REASONS[failure] ?? failure}`,
      from && `in place of ${from}`,
      !failure && ruled.length > 0 && `by rules: ${ruled.join(', ')}`,
    ].filter((remark) => typeof remark === 'string');
  });
  return [...new Set(said.map(sentence))];
}

/** @param {string[]} log @returns {Voice[]} */
function voicesOf(log) {
  /** @type {Voice[]} */
  const voices = [];
  for (const text of log) {
    /** @type {Entry} */
    const entry = JSON.parse(text);
    if (entry.entry === 'read') voices.push({ turn: entry.turn, what: 'read', source: entry.source, calls: entry.calls ?? [] });
    if (entry.entry === 'asked') voices.push({ turn: entry.turn, what: 'worded', source: entry.source, calls: entry.calls ?? [] });
  }
  return voices;
}

/** @param {Voice[]} voices @param {string} thing @param {string} done */
function share(voices, thing, done) {
  const models = voices.filter(({ source }) => 'model' in source).length;
  if (!voices.length) return '';
  return models ? `a model ${done} ${count(models, 'of', 'of')} ${count(voices.length, thing)}` : `no model ${done} any ${thing}`;
}

/** @param {Source} source */
function nameOf(source) {
  return 'model' in source ? source.model.model || 'A model' : 'Rules';
}

/** @param {CallRecord[]} calls */
function seconds(calls) {
  const took = calls.reduce((sum, { latency_ms: ms }) => sum + ms, 0) / 1000;
  return took > 0 && took < 0.1 ? 'under 0.1 s' : `${took.toFixed(1)} s`;
}

/** @param {CallRecord[]} calls */
function price(calls) {
  const paid = calls.filter(({ attempts, model, cost_nano_usd: cost }) => attempts > 0 && (model || cost));
  if (!paid.length) return 'nothing';
  if (paid.some(({ cost_nano_usd: cost, model }) => cost === undefined && model)) return 'unpriced';
  return `$${(paid.reduce((sum, { cost_nano_usd: cost = 0 }) => sum + cost, 0) / 1e9).toFixed(4)}`;
}
