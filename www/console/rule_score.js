// Scores and replays sessions with the studio package: no model, no network.

/** @import { StudioPackage } from '../engine/studio.js' */
/** @import { Score } from './score_state.js' */

/** A score by the rules, with the number of quality flags. @typedef {{ score: Score, flags: number }} RuleScore */

/**
 * Scores a session by the rules.
 * @param {StudioPackage} studio
 * @param {string} text a session file
 * @returns {RuleScore}
 */
export function scoreByRules(studio, text) {
  const record = new studio.Record(text);
  try {
    return { score: record.score(), flags: record.quality().flags.length };
  } finally {
    record.free();
  }
}

/**
 * Replays a log. Returns the session file with its outcome, and its overview.
 * @param {StudioPackage} studio
 * @param {string} text study and log, as the store of this device keeps them
 */
export function replaySession(studio, text) {
  const { study, log } = JSON.parse(text);
  const interview = studio.Interview.resume(JSON.stringify(study), JSON.stringify(log));
  try {
    const file = interview.session();
    return { text: file, overview: studio.overview(file) };
  } finally {
    interview.free();
  }
}
