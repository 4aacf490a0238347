// Labels and formats of the console, in English: reasons, categories, failures, times, names.

/** @import { Overview } from '../engine/types.d.ts' */

/** Labels of the reasons why an interview ended. @type {Record<string, string>} */
export const REASONS = {
  respondent_stopped: 'respondent stopped',
  safety: 'safety message',
  max_turns: 'all turns used',
  closing_strategy: 'closed by strategy',
  elements_covered: 'everything covered',
  graph_saturated: 'no new ideas',
  quality_degraded: 'answers stayed shallow',
  depth_plateau: 'no further depth',
  all_nodes_exhausted: 'all ideas asked about',
  fatigue_detected: 'respondent tired',
  exploration_complete: 'everything explored',
  out_of_questions: 'no questions left',
  closed_by_host: 'closed by the page',
};

/** Why an interview ended, in words. @param {Overview} overview */
export function endReason({ reason }) {
  return reason ? (REASONS[reason] ?? reason.replaceAll('_', ' ')) : 'not finished';
}

/** Categories of the rubric: most points, name, criterion. @type {Record<string, { most: number, name: string, criterion: string }>} */
export const CATEGORIES = {
  open_questions: { most: 15, name: 'Open questions', criterion: 'Open questions, one at a time, in plain words.' },
  probing_depth: { most: 20, name: 'Probing depth', criterion: 'How far up the ladder each thread went.' },
  coverage: { most: 15, name: 'Coverage', criterion: 'Elements mentioned, reacted to, understood.' },
  neutrality: { most: 15, name: 'Neutrality', criterion: 'No leading, loaded, presuming or approving wording.' },
  rapport: { most: 15, name: 'Rapport', criterion: 'Uses the respondent’s words and reacts to tiredness.' },
  redundancy: { most: 8, name: 'No repetition', criterion: 'Nothing asked twice.' },
  pacing: { most: 7, name: 'Pacing', criterion: 'Number and length of questions, time on a topic.' },
  ending: { most: 5, name: 'Ending', criterion: 'A reason to stop, a chance to add, thanks.' },
};

/** Meanings of the failures. @type {Record<string, string>} */
export const TAGS = {
  leading_question: 'A question suggests its answer.',
  double_question: 'Two questions in one.',
  closed_question_run: 'Three closed questions in a row.',
  missed_probe: 'A chance to go deeper was missed.',
  shallow_ladder: 'Threads stay on the first rung.',
  coverage_gap: 'An element was never discussed.',
  repeated_question: 'A question was asked twice.',
  ignored_fatigue: 'Signs of tiredness were ignored.',
  unresolved_ambiguity: 'A vague idea was not clarified.',
  words_in_mouth: 'A question quotes words the respondent never said.',
  topic_drift: 'The interview left the topic.',
  unsupported_extraction: 'An idea in the graph is not in the transcript.',
  premature_close: 'The interview ended with much left to ask.',
  late_close: 'The interview continued without new ideas.',
};

/** Labels of the limits on the total. @type {Record<string, string>} */
export const CEILINGS = {
  went_on: 'at most 34, because it continued after the respondent asked to stop',
  asked_for_data: 'at most 34, because it asked for personal data',
  words_in_mouth: 'at most 59, because it quoted words the respondent never said',
  first_rung: 'at most 59, because no thread left the first rung in five or more answers that could be coded',
  half_covered: 'at most 69, because half of the concept was not discussed, with turns left and no sign of tiredness',
  often_leading: 'at most 69, because three or more questions were leading',
};

/** Labels of the sources. @type {Record<string, string>} */
export const SOURCES = { device: 'this device', file: 'a file', sample: 'samples', server: 'a server' };

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** `14 May, 18:31` @param {number} at milliseconds since the epoch */
export function formatTime(at) {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return `${(isThisYear ? DAY : DAY_AND_YEAR).format(at)}, ${TIME.format(at)}`;
}

/** `9 min` @param {Overview} overview */
export function formatDuration({ started_at, last_at }) {
  const minutes = (last_at - started_at) / 60_000;
  if (minutes < 1) return '< 1 min';
  return minutes < 90 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 6) / 10} h`;
}

/** `3 answers` @param {number} n @param {string} one @param {string} [many] */
export function plural(n, one, many = `${one}s`) {
  return `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`;
}

/**
 * A short name: the id without the name of the study, or the start of a random id.
 * @param {{ id: string, overview: Overview }} item
 */
export function sessionName({ id, overview }) {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(id)) return id.slice(0, 8);
  const study = `${overview.study.replaceAll('_', '-')}-`;
  const own = id.replaceAll('_', '-');
  return own.startsWith(study) && own.length > study.length ? own.slice(study.length) : id;
}

/** Name of a language: `German`. @param {string} tag */
export function languageName(tag) {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Capitalises the first letter. @param {string} text */
export function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The message of an error. @param {unknown} error */
export function messageOf(error) {
  const { message } = /** @type {{ message?: string }} */ (error ?? {});
  return message ?? String(error);
}
