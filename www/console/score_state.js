// Score bands and scoring states. Thresholds and states are defined only here.

/** @import { SessionScore } from '../engine/types.d.ts' */
/** @import { Item } from './sessions.js' */

/**
 * What a rule found in a question. @typedef {{ rule: string, words: string, says: string, better: string, points: number }} QuestionFinding
 */

/** The score of a question, 0–100. @typedef {{ turn: number, question: string, points: number, findings: QuestionFinding[] }} QuestionScore */

/**
 * A score. A score that this page has made by the rules has `measures`, `ceilings` and `questions` too, and for sessions of this device
 * `entries`, the number of log entries it is based on.
 * @typedef {Partial<Omit<SessionScore, 'status'>> & Pick<SessionScore, 'score_id' | 'total_score' | 'started_at'>
 *   & { status: SessionScore['status'] | 'in_progress', measures?: Record<string, unknown>, ceilings?: string[],
 *   questions?: { total: number | null, questions: QuestionScore[] }, entries?: number }} Score
 */

/** @typedef {'not_scored' | 'scoring' | 'scored' | 'failed' | 'rescore_failed'} ScoreState */

/** Bands from best to worst: lowest total, name, meaning, tone. @type {Array<{ from: number, word: string, says: string, tone: string }>} */
export const BANDS = [
  { from: 80, word: 'excellent', says: 'Could be analysed as it is.', tone: 'good' },
  { from: 60, word: 'usable, with gaps', says: 'Usable, with visible gaps.', tone: 'fair' },
  { from: 35, word: 'partial', says: 'Partial: little of the objective was reached.', tone: 'poor' },
  { from: 0, word: 'not usable', says: 'Not usable for the objective of the study.', tone: 'bad' },
];

/** @param {number} total 0–100 */
export function bandFor(total) {
  return BANDS.find(({ from }) => total >= from) ?? /** @type {typeof BANDS[0]} */ (BANDS.at(-1));
}

/** Statuses of a failed score. */
const FAILED = ['failed', 'timed_out', 'cancelled'];

/** Whether a score or a stage is still running; they use different words. @param {string} status */
export function isRunning(status) {
  return ['pending', 'in_progress', 'active', 'started'].includes(status);
}

/**
 * The latest completed score.
 * @param {{ scores: Score[] }} item
 */
export function currentScore({ scores }) {
  return scores.find(({ status }) => status === 'completed');
}

/**
 * The scoring state of a session, from its latest score.
 * @param {{ scores: Score[], isScoring?: boolean, failure?: string }} item
 * @returns {ScoreState}
 */
export function scoreState({ scores, isScoring, failure }) {
  const [latest] = scores;
  const hasScore = scores.some(({ status }) => status === 'completed');
  if (isScoring || (latest && isRunning(latest.status))) return 'scoring';
  if (failure || (latest && FAILED.includes(latest.status))) return hasScore ? 'rescore_failed' : 'failed';
  return hasScore ? 'scored' : 'not_scored';
}

/** Describes the state for screen readers and tooltips. @param {Item} item */
export function describeScoreState(item) {
  const total = currentScore(item)?.total_score;
  const number = total === undefined || total === null ? '' : `Score ${total} of 100, ${bandFor(total).word}`;
  switch (scoreState(item)) {
    case 'not_scored':
      return item.overview.reason ? 'Not scored yet' : 'Not scored: the interview is not finished';
    case 'scoring':
      return number ? `${number}; being scored again` : 'Being scored';
    case 'scored':
      return number;
    case 'failed':
      return 'Scoring failed';
    case 'rescore_failed':
      return `${number}; scoring it again failed`;
  }
}

/** States by value of the scoring filter. @type {Record<string, ScoreState[]>} */
export const STATUS_FILTERS = {
  scored: ['scored'],
  not_scored: ['not_scored'],
  scoring_in_progress: ['scoring'],
  scoring_failed: ['failed', 'rescore_failed'],
};
