// The console's words: endings, tags, categories, times. English, like the names of signals.

/** @import { Overview } from './types.d.ts' */

/** Why an interview ended. @type {Record<string, string>} */
export const REASONS = {
  respondent_stopped: 'respondent stopped',
  safety: 'safety message',
  max_turns: 'all turns used',
  closing_strategy: 'closed by strategy',
  elements_covered: 'everything covered',
  graph_saturated: 'nothing new came',
  quality_degraded: 'answers stayed shallow',
  depth_plateau: 'no further depth',
  all_nodes_exhausted: 'every idea asked about',
  fatigue_detected: 'respondent tired',
  exploration_complete: 'everything explored',
  out_of_questions: 'no questions left',
  closed_by_host: 'closed by the page',
};

/** @param {Overview} overview */
export function ending({ reason }) {
  return reason ? (REASONS[reason] ?? reason.replaceAll('_', ' ')) : 'not finished';
}

/** The rubric: most points, name, what is looked at. @type {Record<string, { most: number, name: string, looks: string }>} */
export const CATEGORIES = {
  open_questions: { most: 15, name: 'Open questions', looks: 'Open questions, one at a time, in plain words.' },
  probing_depth: { most: 20, name: 'Probing depth', looks: 'How far up the ladder each thread went.' },
  coverage: { most: 15, name: 'Coverage', looks: 'Elements mentioned, reacted to, understood.' },
  neutrality: { most: 15, name: 'Neutrality', looks: 'No leading, loaded, presuming or approving wording.' },
  rapport: { most: 15, name: 'Rapport', looks: 'Uses the respondent’s words, and eases off when they tire.' },
  redundancy: { most: 8, name: 'No repetition', looks: 'Nothing asked twice.' },
  pacing: { most: 7, name: 'Pacing', looks: 'Number and length of questions, dwelling on a topic.' },
  ending: { most: 5, name: 'Ending', looks: 'A reasoned stop, a chance to add, thanks.' },
};

/** What a tag says. @type {Record<string, string>} */
export const TAGS = {
  leading_question: 'A question suggests its answer.',
  double_question: 'Two questions in one.',
  closed_question_run: 'Three closed questions in a row.',
  missed_probe: 'An opening to go deeper was passed by.',
  shallow_ladder: 'Threads stay on the first rung.',
  coverage_gap: 'An element never came up.',
  repeated_question: 'A question came twice.',
  ignored_fatigue: 'Tiredness was not met.',
  unresolved_ambiguity: 'A vague idea was left vague.',
  words_in_mouth: 'Words the respondent never said were quoted.',
  topic_drift: 'The talk left the topic.',
  unsupported_extraction: 'An idea in the graph is not in the transcript.',
  premature_close: 'It ended with much left to ask.',
  late_close: 'It went on after nothing new came.',
};

/** Limits on the total. @type {Record<string, string>} */
export const CEILINGS = {
  went_on: 'at most 34: it went on after the respondent asked to stop',
  asked_for_data: 'at most 34: it asked for personal data',
  words_in_mouth: 'at most 59: it quoted words the respondent never said',
  first_rung: 'at most 59: no thread left the first rung, though five answers or more could be coded',
  half_covered: 'at most 69: half of the concept never came up, with turns left and nobody tired',
  often_leading: 'at most 69: three questions or more were leading',
};

/** @type {Record<string, string>} */
export const SOURCES = { device: 'this device', file: 'a file', sample: 'samples', server: 'a server' };

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** `14 May, 18:31` @param {number} at milliseconds since the epoch */
export function moment(at) {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return `${(isThisYear ? DAY : DAY_AND_YEAR).format(at)}, ${TIME.format(at)}`;
}

/** `9 min` @param {Overview} overview */
export function duration({ started_at, last_at }) {
  const minutes = (last_at - started_at) / 60_000;
  if (minutes < 1) return '< 1 min';
  return minutes < 90 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 6) / 10} h`;
}

/** `3 answers` @param {number} n @param {string} one @param {string} [many] */
export function count(n, one, many = `${one}s`) {
  return `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`;
}

/**
 * What a session is called: its id without what the study says anyway, and only the start of an id nobody reads.
 * @param {{ id: string, overview: Overview }} item
 */
export function nameOf({ id, overview }) {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(id)) return id.slice(0, 8);
  const study = `${overview.study.replaceAll('_', '-')}-`;
  const own = id.replaceAll('_', '-');
  return own.startsWith(study) && own.length > study.length ? own.slice(study.length) : id;
}

/** The name of a language: `German`. @param {string} tag */
export function languageName(tag) {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** @param {string} text */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A failure in words a person can use. @param {unknown} error */
export function problemOf(error) {
  const { message } = /** @type {{ message?: string }} */ (error ?? {});
  return message ?? String(error);
}
