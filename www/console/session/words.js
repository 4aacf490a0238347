// Words of the session view: why an interview ended, how long things took, numbers.

/** Why an interview ended. @type {Record<string, string>} */
const ENDINGS = {
  respondent_stopped: 'ended by the respondent',
  safety: 'ended with the safety message',
  max_turns: 'ended when the turns were used up',
  closing_strategy: 'ended with a closing question',
  elements_covered: 'ended with everything covered',
  graph_saturated: 'ended as nothing new came',
  quality_degraded: 'ended as answers stayed shallow',
  depth_plateau: 'ended as lines of reasons grew no further',
  all_nodes_exhausted: 'ended with every idea asked about',
  fatigue_detected: 'ended as the respondent grew tired',
  exploration_complete: 'ended with nothing left unexplored',
  out_of_questions: 'ended for want of another question',
  closed_by_host: 'ended by the page around it',
};

/** @param {string | null} reason */
export function ending(reason) {
  return reason ? (ENDINGS[reason] ?? reason.replaceAll('_', ' ')) : 'not finished';
}

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Times before 2001 were set by a program. */
const REAL_TIME = 978_307_200_000;

/** `14 May 2026, 18:31 to 18:40`; nothing where no clock was looked at. @param {number} from milliseconds @param {number} to */
export function span(from, to) {
  if (from < REAL_TIME) return '';
  return `${DATE.format(from)}, ${CLOCK.format(from)}${to - from >= 60_000 ? ` to ${CLOCK.format(to)}` : ''}`;
}

/** `40 s`, `2 min 5 s` @param {number} ms */
export function lasting(ms) {
  const seconds = Math.round(ms / 1000);
  if (ms > 0 && seconds === 0) return 'under 1 s';
  if (seconds < 60) return `${seconds} s`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
}

/** `1 idea`, `3 ideas` @param {number} n @param {string} one @param {string} [many] */
export function some(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

/** Two decimals with a true minus. @param {number} value */
export function two(value) {
  return value.toFixed(2).replace(/^-(0\.00)$/, '$1').replace('-', '−');
}

/** @param {number} value */
export function signed(value) {
  return value < 0 ? two(value) : `+${two(value)}`;
}

/** `$0.0123` @param {{ cost_nano_usd: number | null, is_partial: boolean, calls: number }} sum */
export function money({ cost_nano_usd: cost, is_partial, calls }) {
  if (cost === null) return calls && is_partial ? 'unpriced' : 'nothing';
  return `${is_partial ? 'at least ' : ''}$${(cost / 1e9).toFixed(4)}`;
}

/** What a failed call in the studio package said. @param {unknown} error */
export function problemOf(error) {
  const { message } = /** @type {{ message?: string }} */ (error ?? {});
  return message ?? String(error);
}
