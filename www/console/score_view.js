// What a session's score is made of: the card beside an interview, and the page with the report and every score so far.

import { h, svg } from '../element/dom.js';
import { spinner } from './badge.js';
import { bandFor, currentScore, isRunning, scoreState } from './score_state.js';
import { markdown } from './markdown.js';
import { linkTo } from './route.js';
import { CATEGORIES, CEILINGS, TAGS, capitalise, formatTime, plural } from './format.js';

/** @import { Score } from './score_state.js' */
/** @import { Item } from './sessions.js' */

/** Circumference of the ring. */
const CIRCUMFERENCE = 2 * Math.PI * 42;

/** Name of the judge. @param {Score} score */
function judgeName({ provider, model }) {
  return model ?? (provider === 'rules' || !provider ? 'the rules' : provider);
}

/** Who requested the score. @param {Score} score */
function requesterName({ score_triggered_by: by }) {
  if (!by) return 'unknown';
  return by === 'auto' ? 'automatic' : by;
}

/** @param {Score} score */
function ring({ total_score: total }) {
  const number = total ?? 0;
  const { tone, word } = bandFor(number);
  return svg(`svg.ring.${tone}`, { viewBox: '0 0 100 100', role: 'img', 'aria-label': `Score ${number} of 100, ${word}` },
    svg('circle.rail', { cx: 50, cy: 50, r: 42 }),
    number > 0 && svg('circle.fill', { cx: 50, cy: 50, r: 42, 'stroke-dasharray': `${(CIRCUMFERENCE * number) / 100} ${CIRCUMFERENCE}`, transform: 'rotate(-90 50 50)' }),
    svg('text', { x: 50, y: 59 }, number));
}

/**
 * The score card: total, meaning, categories, failures and actions.
 * @param {Item} item
 * @param {{ isPage?: boolean }} [options]
 */
export function scoreCard(item, { isPage = false } = {}) {
  const score = currentScore(item);
  const state = scoreState(item);
  const [latest] = item.scores;
  const reason = item.failure ?? (latest && latest !== score ? latest.error_message : undefined);
  return h('section.card', { 'aria-label': 'Score' },
    state === 'scoring' && h('p.notice.busy', { role: 'status' }, spinner(), score ? 'A new score is in progress. The score below is the current one.' : 'Scoring…',
      latest && isRunning(latest.status) && item.source === 'server' && h('button.quiet', { type: 'button', 'data-act': 'cancel-score' }, 'Cancel')),
    state === 'failed' && errorNotice('Scoring failed.', reason),
    state === 'rescore_failed' && errorNotice('Scoring again failed. The score below is the previous one.', reason),
    state === 'not_scored' && h('p.empty', {}, item.overview.reason
      ? 'Not scored yet.'
      : 'Not scored: the interview is not finished.'),
    score && [
      h('div.total', {}, ring(score), h('div', {},
        h('h2', {}, capitalise(bandFor(score.total_score ?? 0).word)),
        h('p', {}, bandFor(score.total_score ?? 0).says),
        h('p.by', {}, crossCheck(score)))),
      score.suspect && h('p.notice.hint', {}, 'Judge and rules differ by more than 30 points. Read the report before you rely on the total.'),
      categoryTable(score),
      score.ceilings?.length ? h('p.by', {}, `Limited: ${score.ceilings.map((one) => CEILINGS[one] ?? one).join('; ')}.`) : undefined,
      failureList(score),
      score.context_truncated && h('p.by', {}, truncationNote(score)),
      h('p.by.num', {}, `${capitalise(requesterName(score))}, ${formatTime(score.completed_at ?? score.started_at)}`,
        score.prompt_hash && [' · ', h('code', { title: `Hash of what the judge was asked: ${score.prompt_hash}` }, score.prompt_hash.slice(0, 8))],
        item.scores.length > 1 && ` · ${plural(item.scores.length, 'score')} so far`),
    ],
    h('div.doing', {},
      canScore(item) && h('button.button.plain.small', { type: 'button', 'data-act': 'score' },
        state === 'not_scored' ? 'Score this session' : state === 'failed' ? 'Try again' : 'Score again'),
      score && !isPage && h('a', { href: linkTo(item.id, 'scoring') }, 'Report and history')));
}

/** Whether a new score can be requested. @param {Item} item */
function canScore(item) {
  return item.overview.reason !== null && scoreState(item) !== 'scoring';
}

/** @param {string} what @param {string | null | undefined} why */
function errorNotice(what, why) {
  return h('div.notice.error', { role: 'status' }, h('p', {}, h('b', {}, what)), why && h('p', {}, capitalise(why)));
}

/** Compares the judge with the rules. @param {Score} score */
function crossCheck(score) {
  if (!score.model) return 'Scored by the rules, without a model.';
  return score.rule_score === null || score.rule_score === undefined ? `Scored by ${judgeName(score)}.` : `Scored by ${judgeName(score)}. The rules give ${score.rule_score}.`;
}

/** @param {Score} score */
function truncationNote({ context_truncated: omitted }) {
  return `The interview was too long for the judge: ${plural(omitted?.omitted_results ?? 0, 'result')} (${(omitted?.omitted_bytes ?? 0).toLocaleString('en-GB')} bytes) were omitted, oldest first.`;
}

/** The categories as a table with bars. @param {Score} score */
function categoryTable({ category_points: points }) {
  if (!points) return h('p.by', {}, 'The judge gave no points by category.');
  return h('table.cats', {},
    h('caption.sr', {}, 'Points by category'),
    h('tbody', {}, Object.entries(CATEGORIES).map(([id, { most, name, criterion }]) => {
      const value = points[id];
      return h('tr', { title: criterion },
        h('th', { scope: 'row' }, name, h('small', {}, criterion)),
        h('td', { 'aria-hidden': 'true' }, h('span.track', { '--v': `${((value ?? 0) / most) * 100}%` }, h('i'))),
        h('td.num', {}, h('b', {}, value ?? '–'), ` / ${most}`));
    })));
}

/** @param {Score} score */
function failureList({ failure_tags: found }) {
  if (!found) return undefined;
  if (!found.length) return h('p.by', {}, 'No failure was found.');
  return h('ul.chips', { 'aria-label': 'Failures' }, found.map((tag) =>
    h('li', { title: TAGS[tag] ?? '' }, tag.replaceAll('_', ' '), TAGS[tag] && h('span.sr', {}, `: ${TAGS[tag]}`))));
}

/**
 * The score page: report, suggestions, figures and history.
 * @param {Item} item
 * @param {string | undefined} picked id of the score to show, by default the current one
 */
export function scorePage(item, picked) {
  const score = item.scores.find(({ score_id }) => score_id === picked) ?? currentScore(item) ?? item.scores[0];
  /** @param {number} turn */
  const turnLink = (turn) => linkTo(item.id, '', turn);
  if (!score) {
    return h('div.page', {}, h('p.empty', {}, item.isScoring ? 'The report will appear here.' : 'There is no report yet. Score the session to get one.'));
  }
  const isOld = score !== currentScore(item);
  return h('div.page', {},
    isOld && h('p.notice.hint', {}, score.status === 'completed' ? 'This is an earlier score. A newer one is current.' : `This attempt gave no score. Its status: ${score.status.replaceAll('_', ' ')}.`),
    score.error_message && h('div.notice.error', {}, h('p', {}, capitalise(score.error_message))),
    score.score_analysis && h('section', {}, h('h2', {}, 'Report'), markdown(withoutTotal(score.score_analysis), turnLink)),
    h('section', {}, h('h2', {}, 'Suggestions'),
      score.tool_improvement_report ? markdown(score.tool_improvement_report, turnLink) : h('p.empty', {}, 'This score has no suggestions.')),
    score.questions && questionList(score.questions, turnLink),
    score.measures && measureTable(score, turnLink),
    scoreHistory(item, score));
}

/**
 * The questions with their points and what is wrong with them, in order.
 * @param {NonNullable<Score['questions']>} scores
 * @param {(turn: number) => string} turnLink
 */
function questionList({ total, questions }, turnLink) {
  return h('section', {}, h('h2', {}, 'Questions'),
    total === null
      ? h('p.empty', {}, 'The rules cannot judge single questions in this language.')
      : h('p.by', {}, `The questions score ${total} of 100 on average. The total is never higher.`),
    h('ol.questions', {}, questions.map(({ turn, question, points, findings }) => {
      const faults = findings.filter((finding) => finding.points < 0);
      return h('li', {}, h('p', {}, h('a.turn', { href: turnLink(turn) }, `turn ${turn}`), ' ', h('b.num', {}, points), ` ${question}`),
        faults.length > 0 && h('ul', {}, faults.map(({ says, words, better }) => h('li', {}, says, words && ` (“${words}”)`, ' ', h('i', {}, better)))));
    })));
}

/** Removes the total from the last line, because the ring shows it. @param {string} analysis */
function withoutTotal(analysis) {
  return analysis.replace(/\n\s*\d{1,3}\s*$/, '');
}

/** The measures behind a score of the rules. @param {Score} score @param {(turn: number) => string} turnLink */
function measureTable({ measures = {} }, turnLink) {
  const turnLists = ['leading', 'double', 'closed_run', 'personal_data', 'words_in_mouth', 'repeats', 'pressed', 'went_on'];
  const shares = ['open', 'single', 'reached', 'covered', 'echoes', 'engaged', 'eased'];
  /** @param {string} name @param {unknown} value */
  const shown = (name, value) => {
    if (value === null || value === undefined) return 'unknown';
    if (Array.isArray(value)) {
      if (!value.length) return 'none';
      return turnLists.includes(name)
        ? value.flatMap((turn, at) => [at ? ', ' : '', h('a.turn', { href: turnLink(turn) }, `turn ${turn}`)])
        : value.join(', ');
    }
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return shares.includes(name) && typeof value === 'number' ? `${Math.round(value * 100)} %` : String(value);
  };
  return h('section', {}, h('details', {}, h('summary', {}, 'Measures'),
    h('table.figures', {}, h('tbody', {}, Object.entries(measures).map(([name, value]) =>
      h('tr', {}, h('th', { scope: 'row' }, MEASURES[name] ?? capitalise(name.replaceAll('_', ' '))), h('td.num', {}, shown(name, value))))))));
}

/** Labels of the measures. @type {Record<string, string>} */
const MEASURES = {
  questions: 'Questions after the opening', open: 'Open questions', single: 'Questions with one topic', leading: 'Leading questions',
  double: 'Two things in one question', closed_run: 'Three closed questions in a row', personal_data: 'Asked for personal data',
  words_in_mouth: 'Quoted words the respondent never said', repeated: 'Repeated questions; similar ones count half', repeats: 'Turns with a repeated question',
  reached: 'Ladder reached by the deepest threads', complete_threads: 'Threads that reach a terminal idea', highest_rung: 'Highest rung reached',
  covered: 'Concept covered', unheard: 'Elements not mentioned', unanswered: 'Of these, asked about', echoes: 'Questions in the respondent’s words', engaged: 'Engaged answers',
  eased: 'Tired answers with an easier question', pressed: 'Continued as before after a tired answer', median_words: 'Median words of a question',
  dwelt: 'Most turns on one focus without a new idea', turns: 'Turns', extractable: 'Answers that could be coded', went_on: 'Continued after a wish to stop',
  vague: 'Ideas left vague', has_closing_question: 'Closing question', dry_end: 'Last turns without a new idea',
};

/** @param {Item} item @param {Score} shown */
function scoreHistory({ scores }, shown) {
  return h('section', {}, h('h2', {}, 'All scores'),
    h('div.wide', { tabindex: 0, role: 'group', 'aria-label': 'All scores' }, h('table.history', {},
      h('thead', {}, h('tr', {}, ['Requested', 'By', 'Judge', 'Hash', 'Result', ''].map((name) => name ? h('th', { scope: 'col' }, name) : h('td')))),
      h('tbody.num', {}, scores.map((score) => h('tr', { 'aria-current': score === shown && 'true' },
        h('td', {}, formatTime(score.started_at)), h('td', {}, requesterName(score)), h('td', {}, judgeName(score)),
        h('td', {}, score.prompt_hash ? h('code', { title: score.prompt_hash }, score.prompt_hash.slice(0, 8)) : '–'),
        h('td', {}, score.status === 'completed' ? h('b', {}, score.total_score ?? '–') : capitalise(score.status.replaceAll('_', ' '))),
        h('td', {}, score === shown ? 'shown' : h('button.quiet', {
          type: 'button', 'data-act': 'pick-score', 'data-score': score.score_id, 'aria-label': `Show the score of ${formatTime(score.started_at)}`,
        }, 'Show'))))))));
}
