// Checks the fields of a session or record file that the console draws, before the session is added to the list.
//
// The engine parses the log. It accepts any time, and it never reads the scores and stages of a record file.

/** @import { Overview } from '../engine/types.d.ts' */

/** Latest time that a `Date` can hold, in milliseconds since the epoch. */
const MAX_TIME = 8.64e15;

const SCORE_STATUSES = ['pending', 'active', 'started', 'in_progress', 'completed', 'failed', 'timed_out', 'cancelled'];
const STAGE_TYPES = ['investigation', 'synthesis', 'chat', 'exec_summary', 'scoring'];

/** A test of a value, with a description of the values that pass. @typedef {[(value: any) => boolean, string]} Rule */

/** @type {Record<'text' | 'time' | 'points' | 'list' | 'table' | 'object', Rule>} */
const RULES = {
  text: [(value) => typeof value === 'string', 'a text'],
  time: [isTime, 'a time in milliseconds since 1970'],
  points: [(value) => typeof value === 'number' && value >= 0 && value <= 100, 'a number from 0 to 100'],
  list: [(value) => Array.isArray(value) && value.every((one) => typeof one === 'string'), 'a list of texts'],
  table: [(value) => isObject(value) && Object.values(value).every((one) => typeof one === 'number'), 'numbers by category'],
  object: [isObject, 'an object'],
};

/** @param {readonly string[]} words @returns {Rule} */
const oneOf = (words) => [(value) => words.includes(value), `one of ${words.join(', ')}`];

/** Required fields of a score. @type {Record<string, Rule>} */
const SCORE = { score_id: RULES.text, status: oneOf(SCORE_STATUSES), started_at: RULES.time };
/** Fields of a score that may be absent or null. @type {Record<string, Rule>} */
const SCORE_OPTIONAL = {
  total_score: RULES.points, rule_score: RULES.points, completed_at: RULES.time, failure_tags: RULES.list, category_points: RULES.table,
  score_analysis: RULES.text, tool_improvement_report: RULES.text, error_message: RULES.text, model: RULES.text, provider: RULES.text,
  prompt_hash: RULES.text, score_triggered_by: RULES.text, context_truncated: RULES.object, ceilings: RULES.list,
};
/** Required fields of a stage. @type {Record<string, Rule>} */
const STAGE = { stage_id: RULES.text, stage_type: oneOf(STAGE_TYPES), status: oneOf(SCORE_STATUSES) };
/** Fields of a stage that may be absent or null. @type {Record<string, Rule>} */
const STAGE_OPTIONAL = { result: RULES.object, error_message: RULES.text };

/**
 * Describes the first field of an overview that the list cannot show, or returns undefined.
 * @param {Overview} overview
 */
export function overviewProblem({ session, started_at, last_at }) {
  if (!session) return 'the log has no `start` entry with the id of its session, so the session cannot be listed';
  const times = Object.entries({ start: started_at, 'last input': last_at });
  const wrong = times.find(([, at]) => !isTime(at));
  return wrong && `the time of the ${wrong[0]} is ${wrong[1]}, expected milliseconds since 1970`;
}

/**
 * Describes the first wrong field of a record file's scores and stages, or returns undefined.
 * @param {{ scores?: unknown, stages?: unknown }} record
 */
export function recordProblem({ scores, stages }) {
  return rowsProblem('scores', scores, SCORE, SCORE_OPTIONAL)
    ?? rowsProblem('stages', stages, STAGE, STAGE_OPTIONAL);
}

/**
 * Says what a text holds that is JSON, but no session.
 * @param {unknown} value
 */
export function otherFile(value) {
  if (isObject(value) && 'by_persona' in value && 'study_hash' in value) {
    return 'this is the report of `querent simulate`. It holds figures and no session. The sessions are the files beside it, one for each interview';
  }
  return undefined;
}

/**
 * @param {string} name
 * @param {unknown} rows
 * @param {Record<string, Rule>} required
 * @param {Record<string, Rule>} optional
 */
function rowsProblem(name, rows, required, optional) {
  if (rows === undefined) return undefined;
  if (!Array.isArray(rows)) return `\`${name}\` is ${describe(rows)}, expected a list`;
  for (const [at, row] of rows.entries()) {
    const place = `\`${name}[${at}]`;
    if (!isObject(row)) return `${place}\` is ${describe(row)}, expected an object`;
    for (const [field, [passes, expected]] of Object.entries({ ...required, ...optional })) {
      const value = row[field];
      const isAbsent = value === undefined || value === null;
      if (isAbsent ? field in required : !passes(value)) return `${place}.${field}\` is ${describe(value)}, expected ${expected}`;
    }
  }
  return undefined;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
function isTime(value) {
  return typeof value === 'number' && value >= 0 && value <= MAX_TIME;
}

/** Names a value in a message: small values in full, others by their kind. @param {unknown} value */
function describe(value) {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return JSON.stringify(value).slice(0, 40);
}
