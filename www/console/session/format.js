// Formats of the session view: reasons, periods, durations, numbers, costs.

/** Phrases for the reasons why an interview ended. @type {Record<string, string>} */
const ENDINGS = {
  respondent_stopped: 'ended by the respondent',
  safety: 'ended with the safety message',
  max_turns: 'ended after the last turn',
  closing_strategy: 'ended with a closing question',
  elements_covered: 'ended with everything covered',
  graph_saturated: 'ended without new ideas',
  quality_degraded: 'ended because answers stayed shallow',
  depth_plateau: 'ended when chains of reasons grew no further',
  all_nodes_exhausted: 'ended after all ideas were asked about',
  fatigue_detected: 'ended because the respondent was tired',
  exploration_complete: 'ended with everything explored',
  out_of_questions: 'ended without another question',
  closed_by_host: 'ended by the host page',
};

/** Why an interview ended, as the end of a sentence. @param {string | null} reason */
export function endingPhrase(reason) {
  return reason ? (ENDINGS[reason] ?? reason.replaceAll('_', ' ')) : 'not finished';
}

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Earlier times come from a simulator, not from a clock. */
const EARLIEST_TIME = 978_307_200_000;

/** `14 May 2026, 18:31 to 18:40`, or an empty text for simulated times. @param {number} from milliseconds @param {number} to */
export function formatPeriod(from, to) {
  if (from < EARLIEST_TIME) return '';
  return `${DATE.format(from)}, ${CLOCK.format(from)}${to - from >= 60_000 ? ` to ${CLOCK.format(to)}` : ''}`;
}

/** `40 s`, `2 min 5 s` @param {number} ms */
export function formatMilliseconds(ms) {
  const seconds = Math.round(ms / 1000);
  if (ms > 0 && seconds === 0) return 'under 1 s';
  if (seconds < 60) return `${seconds} s`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
}

/** Two decimals with a true minus. @param {number} value */
export function twoDecimals(value) {
  return value.toFixed(2).replace(/^-(0\.00)$/, '$1').replace('-', '−');
}

/** @param {number} value */
export function signed(value) {
  return value < 0 ? twoDecimals(value) : `+${twoDecimals(value)}`;
}

/** `$0.0123` @param {{ cost_nano_usd: number | null, is_partial: boolean, calls: number }} sum */
export function formatCost({ cost_nano_usd: cost, is_partial, calls }) {
  if (cost === null) return calls && is_partial ? 'unpriced' : 'nothing';
  return `${is_partial ? 'at least ' : ''}$${(cost / 1e9).toFixed(4)}`;
}
