// The models: which model, or the rules, read each answer and worded each question, with time and cost.

import { h } from '../dom.js';
import { capitalize, count } from './panel.js';

/** @import { LogEntry } from '../../engine/types.d.ts' */

/** @typedef {Extract<LogEntry, { entry: 'read' }>} ReadEntry */
/** @typedef {NonNullable<ReadEntry['calls']>[number]} CallRecord */
/** @typedef {NonNullable<CallRecord['failure']>} FailureKind */
/** @typedef {ReadEntry['source']} Source */

/** Work of a turn, and who did it. @typedef {{ turn: number, what: 'read' | 'worded', source: Source, calls: CallRecord[] }} Contribution */

/** Why a reply is missing. @type {Record<FailureKind, string>} */
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
  const contributions = contributionsOf(log);
  const [read, worded] = ['read', 'worded'].map((what) => contributions.filter((one) => one.what === what));
  const calls = contributions.flatMap((one) => one.calls);
  if (!calls.length) {
    return [h('p.because', {}, 'No model was asked: the rules on this device read every answer and word every question. Nothing leaves this page for that.')];
  }
  return [
    h('p.because', {}, capitalize([share(read ?? [], 'answer', 'read'), share(worded ?? [], 'question', 'worded')].filter(Boolean).join('; ')),
      '. The rules on this device did the rest, and chose what every question is about.'),
    h('table.voices', {},
      h('thead', {}, h('tr', {}, ['Turn', 'By', 'Took', 'Cost'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, contributions.map(row)),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row', colspan: 2 }, capitalize(count(calls.length, 'call'))), h('td.num', {}, seconds(calls)), h('td.num', {}, price(calls))))),
    h('p.foot', {}, 'The endpoint calculates the cost. It says “unpriced” where it has no price for the model.'),
  ];
}

/** @param {Contribution} contribution */
function row({ turn, what, source, calls }) {
  return h('tr', {},
    h('th', { scope: 'row' }, h('span.num', {}, turn), ` ${what}`),
    h('td', {}, nameOf(source), remarks(source, calls).map((remark) => h('small', {}, remark))),
    h('td.num', {}, calls.length ? seconds(calls) : ''),
    h('td.num', {}, calls.length ? price(calls) : ''));
}

/** Failures, fallbacks, and parts that the rules read. @param {Source} source @param {CallRecord[]} calls */
function remarks(source, calls) {
  const texts = calls.flatMap(({ failure, fallback_from: from, sections = {}, task }) => {
    const ruled = Object.entries(sections).filter(([, by]) => by === 'rules' || by === 'default').map(([section]) => section.replaceAll('_', ' '));
    return [
      failure && `${calls.length > 1 ? `${task.replaceAll('_', ' ')}: ` : ''}${REASONS[failure] ?? failure}`,
      from && `in place of ${from}`,
      !failure && ruled.length > 0 && `by rules: ${ruled.join(', ')}`,
    ].filter((remark) => typeof remark === 'string');
  });
  return [...new Set(texts.map(capitalize))];
}

/** @param {string[]} log @returns {Contribution[]} */
function contributionsOf(log) {
  /** @type {Contribution[]} */
  const contributions = [];
  for (const text of log) {
    /** @type {LogEntry} */
    const entry = JSON.parse(text);
    if (entry.entry === 'read') contributions.push({ turn: entry.turn, what: 'read', source: entry.source, calls: entry.calls ?? [] });
    if (entry.entry === 'asked') contributions.push({ turn: entry.turn, what: 'worded', source: entry.source, calls: entry.calls ?? [] });
  }
  return contributions;
}

/** @param {Contribution[]} contributions @param {string} thing @param {string} done */
function share(contributions, thing, done) {
  const models = contributions.filter(({ source }) => 'model' in source).length;
  if (!contributions.length) return '';
  return models ? `a model ${done} ${count(models, 'of', 'of')} ${count(contributions.length, thing)}` : `no model ${done} any ${thing}`;
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
  return `$${(paid.reduce((sum, { cost_nano_usd: cost }) => sum + (cost ?? 0), 0) / 1e9).toFixed(4)}`;
}
