// The sessions of the console from all sources, with filters, order and selection. Dispatches `change`.

import { currentScore, scoreState, STATUS_FILTERS } from './score_state.js';
import { REASONS, sessionName } from './format.js';

/** @import { Overview, Stage } from '../engine/types.d.ts' */
/** @import { Score } from './score_state.js' */
/** @import { FileSlice } from './session_files.js' */

/** @typedef {'device' | 'file' | 'sample' | 'server'} SessionSource */

/**
 * A session in the list.
 * @typedef {object} Item
 * @property {string} id
 * @property {SessionSource} source
 * @property {string} origin name of the file, or address of the server
 * @property {Overview} overview
 * @property {Score[]} scores newest first; a server's list holds only the latest until the session is opened
 * @property {boolean} isWhole whether all scores are loaded, with their reports
 * @property {Stage[]} stages
 * @property {boolean} isScoring whether this page makes a score
 * @property {string} [failure] why scoring in this page failed
 * @property {number} [flags] number of quality flags; undefined until the session was scored
 * @property {() => Promise<string>} read reads the session file
 * @property {FileSlice} [slice] the part of a file that the worker reads directly
 * @property {() => Promise<string>} record creates the record file for an export
 */

/** @typedef {{ text: string, study: string, language: string, status: string, reason: string, source: string }} Filters */
/** @typedef {'started_at' | 'score' | 'answers' | 'words'} SortKey */

/** @type {Filters} */
export const NO_FILTERS = { text: '', study: '', language: '', status: '', reason: '', source: '' };

/** Precedence of sources for logs of the same length. */
const RANK = { sample: 0, file: 1, device: 2, server: 3 };

export class Sessions extends EventTarget {
  /** @type {Map<string, Item>} */
  #items = new Map();
  /** @type {Filters} */
  filters = { ...NO_FILTERS };
  /** @type {SortKey} */
  sort = 'started_at';
  /** @type {'asc' | 'desc'} */
  order = 'desc';
  /** Ids of the selected sessions. @type {Set<string>} */
  selected = new Set();
  /** @type {Item[] | undefined} */
  #shown;
  #isNotifying = false;

  /** @param {string} id */
  get(id) {
    return this.#items.get(id);
  }

  get size() {
    return this.#items.size;
  }

  /** @returns {Item[]} */
  get all() {
    return [...this.#items.values()];
  }

  /**
   * Adds sessions. A session with the same id is replaced if the new log is longer, or as long and from a preferred source.
   * @param {Item[]} items
   * @returns {Item[]} the listed sessions that were not replaced
   */
  add(items) {
    const known = [];
    for (const item of items) {
      const listed = this.#items.get(item.id);
      const replaces = !listed || item.overview.entries > listed.overview.entries
        || (item.overview.entries === listed.overview.entries && RANK[item.source] >= RANK[listed.source]);
      if (replaces) this.#items.set(item.id, { ...item, scores: mergeScores(listed?.scores ?? [], item.scores, item.source) });
      else known.push(listed);
    }
    this.changed();
    return known;
  }

  /** @param {string[]} ids */
  remove(ids) {
    for (const id of ids) {
      this.#items.delete(id);
      this.selected.delete(id);
    }
    this.changed();
  }

  /** Removes the sessions from a source. @param {Item['source']} source */
  removeAll(source) {
    this.remove(this.all.filter((item) => item.source === source).map(({ id }) => id));
  }

  /** Adds a score to a session, newest first. @param {string} id @param {Score} score */
  addScore(id, score) {
    const item = this.#items.get(id);
    if (!item) return;
    item.scores = newestFirst([score, ...item.scores.filter(({ score_id }) => score_id !== score.score_id)]);
    this.changed();
  }

  /** Reports a change of items, filters or selection. Views are notified once a frame. */
  changed() {
    this.#shown = undefined;
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    const notify = () => {
      if (!this.#isNotifying) return;
      this.#isNotifying = false;
      this.dispatchEvent(new Event('change'));
    };
    requestAnimationFrame(notify);
    // A page in the background gets no frames.
    setTimeout(notify, 200);
  }

  /** The sessions that pass the filters, in order. @returns {Item[]} */
  get shown() {
    this.#shown ??= this.all.filter((item) => passes(item, this.filters)).sort(compareBy(this.sort, this.order));
    return this.#shown;
  }

  /** All values of a filter, each with its number of sessions. @param {(item: Item) => string} of */
  values(of) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const item of this.#items.values()) counts.set(of(item), (counts.get(of(item)) ?? 0) + 1);
    return [...counts].sort(([a], [b]) => a.localeCompare(b));
  }
}

/** @param {Score[]} before @param {Score[]} now @param {Item['source']} source */
function mergeScores(before, now, source) {
  // A server knows all scores of its sessions.
  if (source === 'server') return now;
  const ids = new Set(now.map(({ score_id }) => score_id));
  return newestFirst([...now, ...before.filter(({ score_id }) => !ids.has(score_id))]);
}

/** @param {Score[]} scores */
export function newestFirst(scores) {
  return scores.slice().sort((a, b) => b.started_at - a.started_at);
}

/** The filter's status of a session. @param {Item} item */
export function scoringStatus(item) {
  const state = scoreState(item);
  return Object.keys(STATUS_FILTERS).find((status) => STATUS_FILTERS[status]?.includes(state)) ?? '';
}

/** @param {Item} item @param {Filters} filters */
function passes(item, { text, study, language, status, reason, source }) {
  const { overview } = item;
  return (!study || overview.study === study)
    && (!language || overview.language === language)
    && (!status || scoringStatus(item) === status)
    && (!reason || (overview.reason ?? 'open') === reason)
    && (!source || item.source === source)
    && (!text || matches(item, text));
}

/** Whether each word occurs in the texts that the list shows. @param {Item} item @param {string} text */
function matches(item, text) {
  const { overview, id, origin } = item;
  const { title, study, version, language, methodology, policy, reason } = overview;
  const texts = [id, sessionName(item), origin, title, study, version, language, methodology, policy, REASONS[reason ?? ''] ?? 'not finished',
    reason ?? '', overview.is_simulated ? 'simulated' : ''].join(' ').toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => texts.includes(word));
}

/** @param {SortKey} key @param {'asc' | 'desc'} order @returns {(a: Item, b: Item) => number} */
function compareBy(key, order) {
  const sign = order === 'asc' ? 1 : -1;
  /** @param {Item} item */
  const value = (item) => (key === 'score' ? currentScore(item)?.total_score : item.overview[key]);
  return (a, b) => {
    const [x, y] = [value(a), value(b)];
    // Sessions without a score come last in both orders.
    if (x === undefined || x === null || y === undefined || y === null) {
      return Number(x === undefined || x === null) - Number(y === undefined || y === null) || b.overview.started_at - a.overview.started_at;
    }
    return sign * (x - y) || b.overview.started_at - a.overview.started_at || a.id.localeCompare(b.id);
  };
}
