// The transcript: each turn with its question, the answer with quotes, the decision, and problems.

import { h } from '../../element/dom.js';
import { directionOf } from '../../element/words.js';
import { REASONS } from '../../element/how/models.js';
import { openQuestion } from './log_entries.js';
import { renderAnswer } from './quotes.js';
import { plural } from '../format.js';
import { formatMilliseconds, twoDecimals } from './format.js';

/** @import { MemberCheck, Source, TurnView } from '../../engine/types.d.ts' */
/** @import { State } from './session_view.js' */

/** @typedef {TurnView['calls'][number]} CallRecord */

/** Score of a full bar; a higher score in the session extends it. */
const FULL_BAR = 1;

/** @param {State} state */
export function transcript(state) {
  const { record, turns, overview, member, turn: current } = state;
  const open = openQuestion(record, turns.length);
  const labels = new Map(turns.flatMap(({ ideas }) => ideas.map(({ id, label }) => [id, label])));
  /** @param {string} id */
  const labelOf = (id) => labels.get(id) ?? id;
  const most = Math.max(FULL_BAR, ...turns.map(({ decision }) => decision?.chosen.score ?? 0));
  return h('ol.turns', {}, turns.map((turn) =>
    h('li', { id: `turn-${turn.turn}`, 'data-turn': turn.turn, 'aria-current': turn.turn === current && 'true' },
      h('button.n.num', { type: 'button', 'data-select': turn.turn, 'aria-label': `Turn ${turn.turn}` }, turn.turn),
      h('p.asked', { lang: overview.language, dir: directionOf(overview.language) }, turn.question.text),
      answerView(turn, overview.language, labelOf, turn.turn === current),
      h('p.facts', {}, turnFacts(turn, member).map(([kind, text, title]) => h(kind ? `span.${kind}` : 'span', { title }, text))),
      turn.withdrawn.length > 0 && earlierAnswers(turn, overview.language),
      decisionView(turn, most))),
  open !== undefined && h('li.open', {},
    h('p.asked', { lang: overview.language, dir: directionOf(overview.language) }, open),
    h('p.said.none', {}, overview.reason ? 'Not answered: the interview ended here.' : 'Not answered yet.')));
}

/** @param {TurnView} turn @param {string} language @param {(id: string) => string} labelOf @param {boolean} isCurrent */
function answerView(turn, language, labelOf, isCurrent) {
  if (turn.answer === null) {
    return h('p.said.none', {}, turn.kind === 'declined' ? 'Declined to answer.' : 'Skipped.');
  }
  return h('p.said', { lang: language, dir: directionOf(language) }, renderAnswer(turn.answer, turn.marks, labelOf, isCurrent));
}

/**
 * Facts of a turn: strategy, time, reading, and problems.
 * @param {TurnView} turn
 * @param {MemberCheck | null} member
 * @returns {Array<[string, string, (string | undefined)?]>} class, text and tooltip
 */
function turnFacts(turn, member) {
  const { question, reading, took_ms, manner, ideas } = turn;
  const momentum = reading?.momentum;
  const ids = new Set(ideas.filter(({ is_new }) => is_new).map(({ id }) => id));
  const disputes = member?.disputed.filter(({ node }) => node && ids.has(node)).length ?? 0;
  /** @type {Array<[string, string, (string | undefined)?] | false | undefined | 0 | null | ''>} */
  const all = [
    ['', question.strategy_name ?? (question.stays ? 'Asked on from the answer' : turn.turn === 1 ? 'Opening' : 'Fixed question'), question.tactic ? `Tactic: ${question.tactic.replaceAll('_', ' ')}` : undefined],
    took_ms > 0 && ['', formatMilliseconds(took_ms), 'From the question to the answer'],
    momentum && ['', `momentum ${momentum.level}`, momentum.indicators?.join(', ')],
    reading?.response_depth && ['', `depth ${reading.response_depth}`],
    turn.withdrawn.length > 0 && ['note', turn.withdrawn.length === 1 ? 'edited once' : `edited ${turn.withdrawn.length} times`],
    manner && manner.pasted > 0 && ['note', `${plural(manner.pasted, 'character')} pasted`],
    reading?.knowledge_lack && ['note', 'does not know'],
    reading?.off_focus && ['note', 'off topic', 'The answer is about something other than the question'],
    reading?.wants_to_stop && ['note', 'asks to stop'],
    reading?.distress && ['note', 'signs of distress'],
    ...fallbacks(turn.calls).map((text) => /** @type {[string, string]} */ (['note', text])),
    turn.read_by && modelName(turn.read_by) && ['', `read by ${modelName(turn.read_by)}`],
    disputes > 0 && ['note', `${plural(disputes, 'idea')} disputed by the respondent`],
  ];
  return all.filter((fact) => Array.isArray(fact));
}

/** Name of the model, if a model read the answer. @param {Source} source */
function modelName(source) {
  return 'model' in source ? source.model.model || 'a model' : '';
}

/** Describes the calls whose reply was missing or incomplete. @param {CallRecord[]} calls */
export function fallbacks(calls) {
  const notes = calls.flatMap(({ task, failure, fallback_from: from, sections = {} }) => {
    const name = task.replaceAll('_', ' ');
    const ruled = Object.entries(sections).filter(([, by]) => by === 'rules' || by === 'default').map(([section]) => section.replaceAll('_', ' '));
    if (failure) return [`${name}: ${REASONS[failure] ?? failure}, rules used`];
    return [...(from ? [`${name}: fallback from ${from}`] : []), ...(ruled.length ? [`${name}: rules used for ${ruled.join(', ')}`] : [])];
  });
  return [...new Set(notes)];
}

/** Answers that were edited later. @param {TurnView} turn @param {string} language */
function earlierAnswers({ withdrawn, turn }, language) {
  return h('details.earlier', { 'data-key': `earlier-${turn}` },
    h('summary', {}, withdrawn.length === 1 ? 'Earlier answer' : 'Earlier answers'),
    withdrawn.map(({ text }) => h('p', { lang: language, dir: directionOf(language) }, text)));
}

/** The chosen strategy, the runner-up, and the new ideas. @param {TurnView} turn @param {number} most */
function decisionView({ decision, ends, clarifies, ideas, links }, most) {
  const added = [
    [ideas.filter(({ is_new }) => is_new).length, 'idea'], [links.filter(({ is_new }) => is_new).length, 'link'],
  ].filter(([n]) => n).map(([n, what]) => plural(/** @type {number} */ (n), /** @type {string} */ (what))).join(', ');
  const gain = h('span.new.num', {}, added ? `+ ${added}` : 'nothing new');
  if (clarifies) return h('p.decision', {}, h('span.chose', {}, h('b', {}, 'Clarifies'), `: ${clarifies}`), gain);
  if (ends || !decision) return h('p.decision', {}, h('span.chose', {}, ends ? 'Ends here' : 'No decision'), gain);
  const { chosen, alternatives: [second] } = decision;
  return h('p.decision', {},
    h('span.chose', { title: chosen.focus }, h(decision.stays ? 'span' : 'span.sr', {}, decision.stays ? 'Set aside: ' : 'Then '), h('b', {}, chosen.strategy_name), ' ', h('bdi', {}, chosen.focus)),
    chosen.score !== null && h('span.meter', { '--share': Math.max(0, Math.min(1, chosen.score / most)).toFixed(3) }, h('span.num', {}, twoDecimals(chosen.score))),
    second && h('span.next', { title: second.focus }, h('span.sr', {}, ', runner-up '), second.strategy_name, ' ', h('bdi', {}, second.focus)),
    second && second.score !== null && h('span.second.num', {}, twoDecimals(second.score)),
    gain);
}
