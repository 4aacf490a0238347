// The transcript: every turn with its question, the answer with its quotes, what was decided, and what did not go as it
// should.

import { h } from '../../element/dom.js';
import { directionOf } from '../../element/words.js';
import { REASONS } from '../../element/how/models.js';
import { unanswered } from './log.js';
import { marked } from './quotes.js';
import { lasting, some, two } from './words.js';

/** @import { CallRecord, Member, Source, State, TurnLook } from './types.d.ts' */

/** Score of the longest bar, at least. */
const FULL = 1;

/** @param {State} state */
export function transcript(state) {
  const { record, turns, overview, member, turn: here } = state;
  const open = unanswered(record, turns.length);
  const labels = new Map(turns.flatMap(({ ideas }) => ideas.map(({ id, label }) => [id, label])));
  /** @param {string} id */
  const label = (id) => labels.get(id) ?? id;
  const most = Math.max(FULL, ...turns.map(({ decision }) => decision?.chosen.score ?? 0));
  return h('ol.turns', {}, turns.map((look) =>
    h('li', { id: `turn-${look.turn}`, 'data-turn': look.turn, 'aria-current': look.turn === here && 'true' },
      h('button.n.num', { type: 'button', 'data-select': look.turn, 'aria-label': `Turn ${look.turn}` }, look.turn),
      h('p.asked', { lang: overview.language, dir: directionOf(overview.language) }, look.question.text),
      said(look, overview.language, label, look.turn === here),
      h('p.facts', {}, facts(look, member).map(([kind, text, title]) => h(kind ? `span.${kind}` : 'span', { title }, text))),
      look.withdrawn.length > 0 && earlier(look, overview.language),
      decided(look, most))),
  open !== undefined && h('li.open', {},
    h('p.asked', { lang: overview.language, dir: directionOf(overview.language) }, open),
    h('p.said.none', {}, overview.reason ? 'Not answered: the interview ended here.' : 'Not answered yet.')));
}

/** @param {TurnLook} look @param {string} language @param {(id: string) => string} label @param {boolean} isHere */
function said(look, language, label, isHere) {
  if (look.answer === null) {
    return h('p.said.none', {}, look.kind === 'declined' ? 'Declined: would rather not say.' : 'Skipped.');
  }
  return h('p.said', { lang: language, dir: directionOf(language) }, marked(look.answer, look.marks, label, isHere));
}

/**
 * What is to be known of a turn at a glance: how it was asked, how it went, and what did not go as it should.
 * @param {TurnLook} look
 * @param {Member | null} member
 * @returns {Array<[string, string, (string | undefined)?]>} class, words, and a longer word on it
 */
function facts(look, member) {
  const { question, reading, took_ms, manner, ideas } = look;
  const momentum = reading?.momentum;
  const ids = new Set(ideas.filter(({ is_new }) => is_new).map(({ id }) => id));
  const disputes = member?.disputed.filter(({ node }) => node && ids.has(node)).length ?? 0;
  /** @type {Array<[string, string, (string | undefined)?] | false | undefined | 0 | null | ''>} */
  const all = [
    ['', question.strategy_name ?? (look.turn === 1 ? 'Opening' : 'Asked of everyone'), question.tactic ? `Tactic: ${question.tactic.replaceAll('_', ' ')}` : undefined],
    took_ms > 0 && ['', lasting(took_ms), 'From the question to the answer'],
    momentum && ['', `momentum ${momentum.level}`, momentum.indicators?.join(', ')],
    reading?.response_depth && ['', `depth ${reading.response_depth}`],
    look.withdrawn.length > 0 && ['note', look.withdrawn.length === 1 ? 'edited once' : `edited ${look.withdrawn.length} times`],
    manner && manner.pasted > 0 && ['note', `${some(manner.pasted, 'character')} pasted`],
    reading?.knowledge_lack && ['note', 'does not know'],
    reading?.off_focus && ['note', 'about something else', 'The answer is about something else than the question'],
    reading?.wants_to_stop && ['note', 'asks to stop'],
    reading?.distress && ['note', 'words of distress'],
    ...fallbacks(look.calls).map((text) => /** @type {[string, string]} */ (['note', text])),
    look.read_by && byModel(look.read_by) && ['', `read by ${byModel(look.read_by)}`],
    disputes > 0 && ['note', `${some(disputes, 'idea')} disputed by the respondent`],
  ];
  return all.filter((fact) => Array.isArray(fact));
}

/** @param {Source} source */
function byModel(source) {
  return 'model' in source ? source.model.model || 'a model' : '';
}

/** Where a model's reply was not there, or not in full. @param {CallRecord[]} calls */
export function fallbacks(calls) {
  const told = calls.flatMap(({ task, failure, fallback_from: from, sections = {} }) => {
    const name = task.replaceAll('_', ' ');
    const ruled = Object.entries(sections).filter(([, by]) => by === 'rules' || by === 'default').map(([section]) => section.replaceAll('_', ' '));
    if (failure) return [`${name}: ${REASONS[failure] ?? failure}, rules stood in`];
    return [...(from ? [`${name}: in place of ${from}`] : []), ...(ruled.length ? [`${name}: by rules ${ruled.join(', ')}`] : [])];
  });
  return [...new Set(told)];
}

/** @param {TurnLook} look @param {string} language */
function earlier({ withdrawn, turn }, language) {
  return h('details.earlier', { 'data-key': `earlier-${turn}` },
    h('summary', {}, withdrawn.length === 1 ? 'The answer before it was edited' : 'The answers before it was edited'),
    withdrawn.map(({ text }) => h('p', { lang: language, dir: directionOf(language) }, text)));
}

/** What was chosen after the answer, the runner-up, and what the answer brought. @param {TurnLook} look @param {number} most */
function decided({ decision, ends, clarifies, ideas, links }, most) {
  const brought = [
    [ideas.filter(({ is_new }) => is_new).length, 'idea'], [links.filter(({ is_new }) => is_new).length, 'link'],
  ].filter(([n]) => n).map(([n, what]) => some(/** @type {number} */ (n), /** @type {string} */ (what))).join(', ');
  const gain = h('span.new.num', {}, brought ? `+ ${brought}` : 'nothing new');
  if (clarifies) return h('p.decision', {}, h('span.chose', {}, h('b', {}, 'Asks again'), `: ${clarifies}`), gain);
  if (ends || !decision) return h('p.decision', {}, h('span.chose', {}, ends ? 'Ends here' : 'No choice followed'), gain);
  const { chosen, alternatives: [second] } = decision;
  return h('p.decision', {},
    h('span.chose', { title: chosen.focus }, h('span.sr', {}, 'Then '), h('b', {}, chosen.strategy_name), ' ', h('bdi', {}, chosen.focus)),
    chosen.score !== null && h('span.meter', { '--share': Math.max(0, Math.min(1, chosen.score / most)).toFixed(3) }, h('span.num', {}, two(chosen.score))),
    second && h('span.next', { title: second.focus }, h('span.sr', {}, ', runner-up '), second.strategy_name, ' ', h('bdi', {}, second.focus)),
    second && second.score !== null && h('span.second.num', {}, two(second.score)),
    gain);
}
