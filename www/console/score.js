// What a session's score is made of: the card beside an interview, and the page with the report and every score so far.

import { h, svg } from '../element/dom.js';
import { spinner } from './badge.js';
import { bandOf, currentScore, isRunning, stateOf } from './bands.js';
import { markdown } from './markdown.js';
import { linkTo } from './route.js';
import { CATEGORIES, CEILINGS, count, moment, sentence, TAGS } from './words.js';

/** @import { Item, Score } from './types.d.ts' */

/** Circumference of the ring. */
const ROUND = 2 * Math.PI * 42;

/** Who made a score, in words. @param {Score} score */
function judge({ provider, model }) {
  return model ?? (provider === 'rules' || !provider ? 'the rules' : provider);
}

/** Who asked for it. @param {Score} score */
function asker({ score_triggered_by: by }) {
  if (!by) return 'unknown';
  return by === 'auto' ? 'automatic' : by;
}

/** @param {Score} score */
function ring({ total_score: total }) {
  const number = total ?? 0;
  const { tone, word } = bandOf(number);
  return svg(`svg.ring.${tone}`, { viewBox: '0 0 100 100', role: 'img', 'aria-label': `Score ${number} of 100, ${word}` },
    svg('circle.rail', { cx: 50, cy: 50, r: 42 }),
    number > 0 && svg('circle.fill', { cx: 50, cy: 50, r: 42, 'stroke-dasharray': `${(ROUND * number) / 100} ${ROUND}`, transform: 'rotate(-90 50 50)' }),
    svg('text', { x: 50, y: 59 }, number));
}

/**
 * The card: number, what it says, categories, tags, and what to do about it.
 * @param {Item} item
 * @param {{ isPage?: boolean }} [options]
 */
export function scoreCard(item, { isPage = false } = {}) {
  const score = currentScore(item);
  const state = stateOf(item);
  const [latest] = item.scores;
  const trouble = item.failure ?? (latest && latest !== score ? latest.error_message : undefined);
  return h('section.card', { 'aria-label': 'Score' },
    state === 'scoring' && h('p.notice.busy', { role: 'status' }, spinner(), score ? 'Being scored again. The score below stays until then.' : 'Being scored…',
      latest && isRunning(latest.status) && item.source === 'server' && h('button.quiet', { type: 'button', 'data-act': 'cancel-score' }, 'Cancel')),
    state === 'failed' && problem('The session could not be scored.', trouble),
    state === 'rescore_failed' && problem('Scoring it again failed. The score below is the one before.', trouble),
    state === 'not_scored' && h('p.empty', {}, item.overview.reason
      ? 'Not scored yet.'
      : 'Not scored: the interview is not finished.'),
    score && [
      h('div.total', {}, ring(score), h('div', {},
        h('h2', {}, sentence(bandOf(score.total_score ?? 0).word)),
        h('p', {}, bandOf(score.total_score ?? 0).says),
        h('p.by', {}, crossCheck(score)))),
      score.suspect && h('p.notice.hint', {}, `Judge and rules are more than 30 points apart. Read the report before you rely on the number.`),
      bars(score),
      score.ceilings?.length ? h('p.by', {}, `Limited: ${score.ceilings.map((one) => CEILINGS[one] ?? one).join('; ')}.`) : undefined,
      tags(score),
      score.context_truncated && h('p.by', {}, truncation(score)),
      h('p.by.num', {}, `${sentence(asker(score))}, ${moment(score.completed_at ?? score.started_at)}`,
        score.prompt_hash && [' · ', h('code', { title: `Hash of what the judge was asked: ${score.prompt_hash}` }, score.prompt_hash.slice(0, 8))],
        item.scores.length > 1 && ` · ${count(item.scores.length, 'score')} so far`),
    ],
    h('div.doing', {},
      canScore(item) && h('button.button.plain.small', { type: 'button', 'data-act': 'score' },
        state === 'not_scored' ? 'Score this session' : state === 'failed' ? 'Try again' : 'Score again'),
      score && !isPage && h('a', { href: linkTo(item.id, 'scoring') }, 'Report and history')));
}

/** Whether a score may be asked for now. @param {Item} item */
function canScore(item) {
  return item.overview.reason !== null && stateOf(item) !== 'scoring';
}

/** @param {string} what @param {string | null | undefined} why */
function problem(what, why) {
  return h('div.notice.error', { role: 'status' }, h('p', {}, h('b', {}, what)), why && h('p', {}, sentence(why)));
}

/** What judge and rules say. @param {Score} score */
function crossCheck(score) {
  if (!score.model) return 'By the rules, without a model.';
  return score.rule_score === null || score.rule_score === undefined ? `By ${judge(score)}.` : `By ${judge(score)}; the rules say ${score.rule_score}.`;
}

/** @param {Score} score */
function truncation({ context_truncated: cut }) {
  return `The interview was too long for the judge: ${count(cut?.omitted_results ?? 0, 'result')} (${(cut?.omitted_bytes ?? 0).toLocaleString('en-GB')} bytes) were left out, oldest first.`;
}

/** The categories as bars; the table says the same. @param {Score} score */
function bars({ category_points: points }) {
  if (!points) return h('p.by', {}, 'The judge gave no points by category.');
  return h('table.cats', {},
    h('caption.sr', {}, 'Points by category'),
    h('tbody', {}, Object.entries(CATEGORIES).map(([id, { most, name, looks }]) => {
      const got = points[id];
      return h('tr', { title: looks },
        h('th', { scope: 'row' }, name, h('small', {}, looks)),
        h('td', { 'aria-hidden': 'true' }, h('span.track', { '--v': `${((got ?? 0) / most) * 100}%` }, h('i'))),
        h('td.num', {}, h('b', {}, got ?? '–'), ` / ${most}`));
    })));
}

/** @param {Score} score */
function tags({ failure_tags: found }) {
  if (!found) return undefined;
  if (!found.length) return h('p.by', {}, 'Nothing of the list of failures was found.');
  return h('ul.chips', { 'aria-label': 'Failures' }, found.map((tag) =>
    h('li', { title: TAGS[tag] ?? '' }, tag.replaceAll('_', ' '), TAGS[tag] && h('span.sr', {}, `: ${TAGS[tag]}`))));
}

/**
 * The page: what the judge wrote, what would have helped, the figures, every score so far.
 * @param {Item} item
 * @param {string | undefined} picked id of the score to read; the current one if none is
 */
export function scorePage(item, picked) {
  const score = item.scores.find(({ score_id }) => score_id === picked) ?? currentScore(item) ?? item.scores[0];
  /** @param {number} turn */
  const turnLink = (turn) => linkTo(item.id, '', turn);
  if (!score) {
    return h('div.page', {}, h('p.empty', {}, item.isScoring ? 'The report will stand here.' : 'There is no report yet. Score the session to get one.'));
  }
  const isOld = score !== currentScore(item);
  return h('div.page', {},
    isOld && h('p.notice.hint', {}, score.status === 'completed' ? 'An earlier score; a newer one counts.' : `This attempt is ${score.status.replaceAll('_', ' ')}; it gave no score.`),
    score.error_message && h('div.notice.error', {}, h('p', {}, sentence(score.error_message))),
    score.score_analysis && h('section', {}, h('h2', {}, 'Report'), markdown(withoutNumber(score.score_analysis), turnLink)),
    h('section', {}, h('h2', {}, 'What would have helped'),
      score.tool_improvement_report ? markdown(score.tool_improvement_report, turnLink) : h('p.empty', {}, 'This score has no report on improvements.')),
    score.measures && figures(score, turnLink),
    history(item, score));
}

/** The total stands in the ring already. @param {string} analysis */
function withoutNumber(analysis) {
  return analysis.replace(/\n\s*\d{1,3}\s*$/, '');
}

/** The figures behind the score of the rules. @param {Score} score @param {(turn: number) => string} turnLink */
function figures({ measures = {} }, turnLink) {
  const TURNS = ['leading', 'double', 'closed_run', 'personal_data', 'words_in_mouth', 'repeats', 'pressed', 'went_on'];
  const SHARES = ['open', 'single', 'reached', 'covered', 'echoes', 'engaged', 'eased'];
  /** @param {string} name @param {unknown} value */
  const shown = (name, value) => {
    if (value === null || value === undefined) return 'unknown';
    if (Array.isArray(value)) {
      if (!value.length) return 'none';
      return TURNS.includes(name)
        ? value.flatMap((turn, at) => [at ? ', ' : '', h('a.turn', { href: turnLink(turn) }, `turn ${turn}`)])
        : value.join(', ');
    }
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return SHARES.includes(name) && typeof value === 'number' ? `${Math.round(value * 100)} %` : String(value);
  };
  return h('section', {}, h('details', {}, h('summary', {}, 'Figures behind it'),
    h('table.figures', {}, h('tbody', {}, Object.entries(measures).map(([name, value]) =>
      h('tr', {}, h('th', { scope: 'row' }, FIGURES[name] ?? sentence(name.replaceAll('_', ' '))), h('td.num', {}, shown(name, value))))))));
}

/** What the figures are. @type {Record<string, string>} */
const FIGURES = {
  questions: 'Questions after the opening', open: 'Open questions', single: 'Ask for one thing', leading: 'Leading questions',
  double: 'Two things in one question', closed_run: 'Third closed question in a row', personal_data: 'Asked for personal data',
  words_in_mouth: 'Quoted what nobody said', repeated: 'Repeated questions, near ones half', repeats: 'Repeated at',
  reached: 'Ladder climbed by the deepest threads', complete_threads: 'Threads that reach a terminal idea', highest_rung: 'Highest rung reached',
  covered: 'Concept heard of', unheard: 'Elements not heard of', unanswered: 'Of these, asked about', echoes: 'Questions in the respondent’s words', engaged: 'Engaged answers',
  eased: 'Tired answers met', pressed: 'Pressed on after a tired answer', median_words: 'Words of a question, median',
  dwelt: 'Longest stay on one focus without an idea', turns: 'Turns', extractable: 'Answers that could be coded', went_on: 'Went on after a wish to stop',
  vague: 'Ideas left vague', has_closing_question: 'A closing question', dry_end: 'Turns at the end without an idea',
};

/** @param {Item} item @param {Score} shown */
function history({ scores }, shown) {
  return h('section', {}, h('h2', {}, 'Every score so far'),
    h('div.wide', { tabindex: 0, role: 'group', 'aria-label': 'Every score so far' }, h('table.history', {},
      h('thead', {}, h('tr', {}, ['Asked for', 'By', 'Judge', 'Hash', 'Outcome', ''].map((name) => name ? h('th', { scope: 'col' }, name) : h('td')))),
      h('tbody.num', {}, scores.map((score) => h('tr', { 'aria-current': score === shown && 'true' },
        h('td', {}, moment(score.started_at)), h('td', {}, asker(score)), h('td', {}, judge(score)),
        h('td', {}, score.prompt_hash ? h('code', { title: score.prompt_hash }, score.prompt_hash.slice(0, 8)) : '–'),
        h('td', {}, score.status === 'completed' ? h('b', {}, score.total_score ?? '–') : sentence(score.status.replaceAll('_', ' '))),
        h('td', {}, score === shown ? 'shown' : h('button.quiet', {
          type: 'button', 'data-act': 'pick-score', 'data-score': score.score_id, 'aria-label': `Read the score of ${moment(score.started_at)}`,
        }, 'Read'))))))));
}
