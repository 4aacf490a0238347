// Scores the sessions of this page by the rules: those in sight first, one at a time, while nothing else is to do.

import { stateOf } from './bands.js';
import { judged } from './desk.js';
import { keepScore } from './sources.js';
import { problemOf } from './words.js';

/** @import { Sessions } from './sessions.js' */
/** @import { Item, Score } from './types.d.ts' */

/** How many are scored side by side with the page: the worker has one thread, a second one only waits for bytes. */
const AT_ONCE = 2;

export class Scorer {
  #running = 0;
  /** How many readings of files it waits for. */
  #held = 0;
  /** Asked for by somebody: these come before all others. @type {string[]} */
  #wanted = [];
  #isWaiting = false;

  /**
   * @param {Sessions} sessions
   * @param {() => Item[]} inSight
   */
  constructor(sessions, inSight) {
    this.sessions = sessions;
    this.inSight = inSight;
    sessions.addEventListener('change', () => this.#soon());
  }

  /** Scores a session again, because somebody asked. @param {string} id */
  again(id) {
    const item = this.sessions.get(id);
    if (!item || item.isScoring) return;
    item.failure = undefined;
    this.#wanted.push(id);
    this.#soon();
  }

  /** Waits while files are read: they go through the same worker, and somebody looks on. @param {() => Promise<unknown>} work */
  async after(work) {
    this.#held++;
    try {
      return await work();
    } finally {
      this.#held--;
      this.#soon();
    }
  }

  /** Goes on when the page has a moment. */
  #soon() {
    if (this.#isWaiting || this.#held || this.#running >= AT_ONCE) return;
    this.#isWaiting = true;
    const go = () => {
      this.#isWaiting = false;
      while (!this.#held && this.#running < AT_ONCE && this.#start());
    };
    if ('requestIdleCallback' in window) requestIdleCallback(go, { timeout: 400 });
    else setTimeout(go, 30);
  }

  /** Starts with the next one. Returns whether there was one. */
  #start() {
    const id = this.#wanted.shift();
    const asked = id === undefined ? undefined : this.sessions.get(id);
    const next = asked ?? this.inSight().find(isUnscored) ?? this.sessions.shown.find(isUnscored) ?? this.sessions.all.find(isUnscored);
    if (!next) return false;
    this.#score(next, asked ? 'researcher' : 'auto');
    return true;
  }

  /** @param {Item} item @param {string} by */
  async #score(item, by) {
    this.#running++;
    item.isScoring = true;
    // Automatic scores come so fast that a spinner for each would only flicker.
    if (by !== 'auto') this.sessions.changed();
    const started_at = Date.now();
    try {
      const { score, flags } = await judged(item.blob ? { part: item.blob } : { text: await item.read() });
      const there = this.sessions.get(item.id);
      // Taken off the list, or replaced by a fuller one meanwhile.
      if (!there || there.overview.entries !== item.overview.entries) return;
      /** @type {Score} */
      const row = {
        score_id: crypto.randomUUID?.() ?? `${item.id}-${started_at}`, session_id: item.id, stage_id: null, prompt_hash: null,
        tool_improvement_report: null, model: null, provider: 'rules', suspect: false, context_truncated: null, error_message: null,
        rule_score: score.total_score, ...saidBy(score), status: 'completed', score_triggered_by: by, started_at, completed_at: Date.now(),
      };
      there.flags = flags;
      there.failure = undefined;
      there.isScoring = false;
      this.sessions.addScore(item.id, row);
      await keepScore(there, row).catch(() => {});
    } catch (error) {
      const there = this.sessions.get(item.id) ?? item;
      there.failure = problemOf(error);
      there.isScoring = false;
    } finally {
      item.isScoring = false;
      this.#running--;
      this.sessions.changed();
      this.#soon();
    }
  }
}

/** A score without an id of its own: what a judge says has none. @param {Score} score @returns {Omit<Score, 'score_id'>} */
function saidBy({ score_id, ...said }) {
  return said;
}

/** Whether a session of this page waits for its first score. A server scores its own. @param {Item} item */
function isUnscored(item) {
  return item.source !== 'server' && item.overview.reason !== null && stateOf(item) === 'not_scored';
}
