// The rules judge a session in the page: no model, no network.

/** @import { Judged, Studio } from './types.d.ts' */

/**
 * @param {Studio} studio
 * @param {string} text a session file
 * @returns {Judged}
 */
export function judge(studio, text) {
  const record = new studio.Record(text);
  try {
    return { score: record.score(), flags: flagsOf(record.quality()) };
  } finally {
    record.free();
  }
}

/**
 * A session as its log leaves it: with its outcome, where it has one.
 * @param {Studio} studio
 * @param {string} text
 */
export function settle(studio, text) {
  const { study, log } = JSON.parse(text);
  const interview = studio.Interview.resume(JSON.stringify(study), JSON.stringify(log));
  try {
    const file = interview.session();
    return { text: file, overview: studio.overview(file) };
  } finally {
    interview.free();
  }
}

/** How many flags of data quality are up. @param {any} quality */
function flagsOf(quality) {
  const flags = quality?.flags ?? [];
  return Array.isArray(flags) ? flags.length : Object.values(flags).filter(Boolean).length;
}
