// What a score means and where a session's scoring stands: the only place that knows thresholds and states.

/** @import { Item, Score, ScoreState } from './types.d.ts' */

/** Bands from the best down: least total, word, what it says, tone. @type {Array<{ from: number, word: string, says: string, tone: string }>} */
export const BANDS = [
  { from: 80, word: 'excellent', says: 'Could be analysed as it is.', tone: 'good' },
  { from: 60, word: 'usable, with gaps', says: 'Usable, with visible gaps.', tone: 'fair' },
  { from: 35, word: 'partial', says: 'Partial: little of the objective was reached.', tone: 'poor' },
  { from: 0, word: 'not usable', says: 'Not usable for the objective of the study.', tone: 'bad' },
];

/** @param {number} total 0–100 */
export function bandOf(total) {
  return BANDS.find(({ from }) => total >= from) ?? /** @type {typeof BANDS[0]} */ (BANDS.at(-1));
}

/** Statuses of a row that end it badly. */
const LOST = ['failed', 'timed_out', 'cancelled'];

/** Whether a row still runs; stages and scores have a word each for it. @param {string} status */
export function isRunning(status) {
  return ['pending', 'in_progress', 'active', 'started'].includes(status);
}

/**
 * The score that counts: the latest completed one.
 * @param {{ scores: Score[] }} item
 */
export function currentScore({ scores }) {
  return scores.find(({ status }) => status === 'completed');
}

/**
 * Where the scoring of a session stands, judged on its latest row.
 * @param {{ scores: Score[], isScoring?: boolean, failure?: string }} item
 * @returns {ScoreState}
 */
export function stateOf({ scores, isScoring, failure }) {
  const [latest] = scores;
  const hasScore = scores.some(({ status }) => status === 'completed');
  if (isScoring || (latest && isRunning(latest.status))) return 'scoring';
  if (failure || (latest && LOST.includes(latest.status))) return hasScore ? 'rescore_failed' : 'failed';
  return hasScore ? 'scored' : 'not_scored';
}

/** The state in words, for readers of badges. @param {Item} item */
export function stateInWords(item) {
  const total = currentScore(item)?.total_score;
  const number = total === undefined || total === null ? '' : `Score ${total} of 100, ${bandOf(total).word}`;
  switch (stateOf(item)) {
    case 'not_scored':
      return item.overview.reason ? 'Not scored yet' : 'Not scored: the interview goes on';
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

/** Words of the filter by state; they cut all sessions in four. @type {Record<string, ScoreState[]>} */
export const STATUS_FILTERS = {
  scored: ['scored'],
  not_scored: ['not_scored'],
  scoring_in_progress: ['scoring'],
  scoring_failed: ['failed', 'rescore_failed'],
};
