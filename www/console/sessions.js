// All sessions the console knows, whatever they came from. Views ask it what to show; it tells them when that changed.

import { currentScore, isRunning, stateOf, STATUS_FILTERS } from './bands.js';
import { nameOf, REASONS } from './words.js';

/** @import { Filters, Item, Score, SortKey } from './types.d.ts' */

/** @type {Filters} */
export const NO_FILTERS = { text: '', study: '', language: '', status: '', reason: '', source: '' };

/** What a file has against what is in the list already: the fuller log stays. */
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
  /** Ids of what is selected. @type {Set<string>} */
  selected = new Set();
  /** @type {Item[] | undefined} */
  #shown;
  #isTelling = false;

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
   * Takes sessions in. One that is there already is replaced by a fuller one, or by one from nearer its source.
   * @param {Item[]} items
   * @returns {Item[]} those that were there already and stay as they are
   */
  add(items) {
    const known = [];
    for (const item of items) {
      const there = this.#items.get(item.id);
      const isFuller = !there || item.overview.entries > there.overview.entries
        || (item.overview.entries === there.overview.entries && RANK[item.source] >= RANK[there.source]);
      if (isFuller) this.#items.set(item.id, { ...item, scores: merged(there?.scores ?? [], item.scores, item.source) });
      else known.push(there);
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

  /** Removes what came from a source. @param {Item['source']} source */
  removeAll(source) {
    this.remove(this.all.filter((item) => item.source === source).map(({ id }) => id));
  }

  /** Keeps a new score of a session, newest first. @param {string} id @param {Score} score */
  addScore(id, score) {
    const item = this.#items.get(id);
    if (!item) return;
    item.scores = newestFirst([score, ...item.scores.filter(({ score_id }) => score_id !== score.score_id)]);
    this.changed();
  }

  /** Says that something of the items changed; views hear of it once a frame. */
  changed() {
    this.#shown = undefined;
    if (this.#isTelling) return;
    this.#isTelling = true;
    const tell = () => {
      if (!this.#isTelling) return;
      this.#isTelling = false;
      this.dispatchEvent(new Event('change'));
    };
    requestAnimationFrame(tell);
    // A page in the background has no frames.
    setTimeout(tell, 200);
  }

  /** What the filters leave, in order. @returns {Item[]} */
  get shown() {
    this.#shown ??= this.all.filter((item) => passes(item, this.filters)).sort(by(this.sort, this.order));
    return this.#shown;
  }

  /** Every value of a filter there is, with how many sessions have it. @param {(item: Item) => string} of */
  values(of) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const item of this.#items.values()) counts.set(of(item), (counts.get(of(item)) ?? 0) + 1);
    return [...counts].sort(([a], [b]) => a.localeCompare(b));
  }
}

/** @param {Score[]} before @param {Score[]} now @param {Item['source']} source */
function merged(before, now, source) {
  // A server's word on its scores is the last one.
  if (source === 'server') return now;
  const ids = new Set(now.map(({ score_id }) => score_id));
  return newestFirst([...now, ...before.filter(({ score_id }) => !ids.has(score_id))]);
}

/** @param {Score[]} scores */
export function newestFirst(scores) {
  return scores.slice().sort((a, b) => b.started_at - a.started_at);
}

/** The status of an item among the four of the filter. @param {Item} item */
export function statusOf(item) {
  const state = stateOf(item);
  return Object.keys(STATUS_FILTERS).find((status) => STATUS_FILTERS[status]?.includes(state)) ?? '';
}

/** @param {Item} item @param {Filters} filters */
function passes(item, { text, study, language, status, reason, source }) {
  const { overview } = item;
  return (!study || overview.study === study)
    && (!language || overview.language === language)
    && (!status || statusOf(item) === status)
    && (!reason || (overview.reason ?? 'open') === reason)
    && (!source || item.source === source)
    && (!text || matches(item, text));
}

/** Whether every word is found somewhere in what the list shows. @param {Item} item @param {string} text */
function matches(item, text) {
  const { overview, id, origin } = item;
  const { title, study, version, language, methodology, policy, reason } = overview;
  const hay = [id, nameOf(item), origin, title, study, version, language, methodology, policy, REASONS[reason ?? ''] ?? 'not finished',
    reason ?? '', overview.is_simulated ? 'simulated' : ''].join(' ').toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => hay.includes(word));
}

/** @param {SortKey} key @param {'asc' | 'desc'} order @returns {(a: Item, b: Item) => number} */
function by(key, order) {
  const sign = order === 'asc' ? 1 : -1;
  /** @param {Item} item */
  const value = (item) => (key === 'score' ? currentScore(item)?.total_score : item.overview[key]);
  return (a, b) => {
    const [x, y] = [value(a), value(b)];
    // What has no score comes last in either order.
    if (x === undefined || x === null || y === undefined || y === null) {
      return Number(x === undefined || x === null) - Number(y === undefined || y === null) || b.overview.started_at - a.overview.started_at;
    }
    return sign * (x - y) || b.overview.started_at - a.overview.started_at || a.id.localeCompare(b.id);
  };
}

export { isRunning };
