// Scores the sessions of this page by the rules, while the page is idle. Visible sessions come first.

import { scoreState } from './score_state.js';
import { messageOf } from './format.js';

/** @import { Sessions } from './sessions.js' */
/** @import { SessionSources } from './sources.js' */
/** @import { Score } from './score_state.js' */
/** @import { Item } from './sessions.js' */
/** @import { WorkerClient } from './worker_client.js' */

/** Scores in progress: the worker scores one while the next one reads its file. */
const CONCURRENT_SCORES = 2;

export class Scorer {
  #running = 0;
  /** Number of file reads that pause the scorer. */
  #pauses = 0;
  /** Ids that a researcher asked for; these come first. @type {string[]} */
  #requested = [];
  #isScheduled = false;

  /**
   * @param {object} parts
   * @param {Sessions} parts.sessions
   * @param {WorkerClient} parts.worker
   * @param {SessionSources} parts.sources
   * @param {() => Item[]} parts.visible
   */
  constructor({ sessions, worker, sources, visible }) {
    this.sessions = sessions;
    this.worker = worker;
    this.sources = sources;
    this.visible = visible;
    sessions.addEventListener('change', () => this.#schedule());
  }

  /** Scores a session again at a researcher's request. @param {string} id */
  scoreAgain(id) {
    const item = this.sessions.get(id);
    if (!item || item.isScoring) return;
    item.failure = undefined;
    this.#requested.push(id);
    this.#schedule();
  }

  /** Pauses while files are read, because both use the same worker. @param {() => Promise<unknown>} work */
  async pauseDuring(work) {
    this.#pauses++;
    try {
      return await work();
    } finally {
      this.#pauses--;
      this.#schedule();
    }
  }

  /** Continues when the page is idle. */
  #schedule() {
    if (this.#isScheduled || this.#pauses || this.#running >= CONCURRENT_SCORES) return;
    this.#isScheduled = true;
    const run = () => {
      this.#isScheduled = false;
      while (!this.#pauses && this.#running < CONCURRENT_SCORES && this.#start());
    };
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 400 });
    else setTimeout(run, 30);
  }

  /** Starts the next score. Returns whether there was one. */
  #start() {
    const id = this.#requested.shift();
    const requested = id === undefined ? undefined : this.sessions.get(id);
    const next = requested ?? this.visible().find(isUnscored) ?? this.sessions.shown.find(isUnscored) ?? this.sessions.all.find(isUnscored);
    if (!next) return false;
    this.#score(next, requested ? 'researcher' : 'auto');
    return true;
  }

  /** @param {Item} item @param {string} by */
  async #score(item, by) {
    this.#running++;
    item.isScoring = true;
    // Automatic scores are so fast that a spinner would only flicker.
    if (by !== 'auto') this.sessions.changed();
    const started_at = Date.now();
    try {
      const { score, flags } = await this.worker.score(item.slice ? { slice: item.slice } : { text: await item.read() });
      const there = this.sessions.get(item.id);
      // The session was removed or replaced meanwhile.
      if (!there || there.overview.entries !== item.overview.entries) return;
      /** @type {Score} */
      const row = {
        score_id: crypto.randomUUID?.() ?? `${item.id}-${started_at}`, session_id: item.id, stage_id: null, prompt_hash: null,
        tool_improvement_report: null, model: null, provider: 'rules', suspect: false, context_truncated: null, error_message: null,
        rule_score: score.total_score, ...withoutId(score), status: 'completed', score_triggered_by: by, started_at, completed_at: Date.now(),
      };
      there.flags = flags;
      there.failure = undefined;
      there.isScoring = false;
      this.sessions.addScore(item.id, row);
      await this.sources.keepScore(there, row).catch(() => {});
    } catch (error) {
      const there = this.sessions.get(item.id) ?? item;
      there.failure = messageOf(error);
      there.isScoring = false;
    } finally {
      item.isScoring = false;
      this.#running--;
      this.sessions.changed();
      this.#schedule();
    }
  }
}

/** A score without an id: the studio package gives none. @param {Score} score @returns {Omit<Score, 'score_id'>} */
function withoutId({ score_id, ...rest }) {
  return rest;
}

/** Whether a session needs its first score from this page. A server scores its own sessions. @param {Item} item */
function isUnscored(item) {
  return item.source !== 'server' && item.overview.reason !== null && scoreState(item) === 'not_scored';
}
