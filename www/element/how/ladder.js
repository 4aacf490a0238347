// The layout of the map: a row for each level, values at the top. Within a row the barycentre heuristic orders the ideas.

/** @import { InterviewView, EdgeView, NodeView } from '../../engine/types.d.ts' */
/**
 * @typedef {object} Place
 * @property {NodeView | undefined} node undefined for the mark of the idea that the question asks for
 * @property {number} row from the top
 * @property {number} x centre, in columns
 */
/** @typedef {{ name: string, isLevel: boolean }} Row */

/** Narrowest and widest idea, and a letter of it, in pixels. */
const [NARROWEST, WIDEST, LETTER, PADDING] = [112, 200, 7.3, 18];
/** Below this scale the words of a map are too small to read. */
const SMALLEST = 0.7;

/** Number of sweeps over the rows. More sweeps change nothing visible. */
const SWEEPS = 8;

/**
 * @param {InterviewView} view
 * @returns {{ rows: Row[], places: Place[], links: EdgeView[] }}
 */
export function layOutLadder({ node_types, nodes, edges }) {
  const rowOf = new Map();
  /** @type {Row[]} */
  const rows = [];
  const types = [...node_types].sort((a, b) => (b.level ?? -1) - (a.level ?? -1));
  for (const { id, name, level } of types) {
    // Every level has a row. Types without a level get a row when they have an idea.
    if (level === null && !nodes.some((node) => node.node_type === id)) continue;
    rowOf.set(id, rows.push({ name, isLevel: level !== null }) - 1);
  }
  /** @type {Place[]} */
  const places = nodes
    .filter((node) => rowOf.has(node.node_type))
    .map((node) => ({ node, row: rowOf.get(node.node_type), x: 0 }));
  const placeOf = new Map(places.map((place) => [place.node?.id, place]));
  const links = edges.filter(({ source, target }) => placeOf.has(source) && placeOf.has(target) && source !== target);
  /** @type {Array<[Place, Place]>} */
  const pairs = links.map(({ source, target }) => [
    /** @type {Place} */ (placeOf.get(source)), /** @type {Place} */ (placeOf.get(target)),
  ]);
  const linked = new Set(pairs.flat());
  arrange([...linked], pairs, rows.length);
  const taken = new Set([...linked].map(spot));
  const focus = places.find((place) => place.node?.is_focus);
  const asks = focus && focus.row > 0 && rows[focus.row]?.isLevel && !pairs.some(([a, b]) => a === focus && b.row < focus.row);
  // Ideas without a link fill the gaps.
  for (const place of places) {
    if (linked.has(place)) continue;
    while (taken.has(spot(place)) || (asks && place === focus && taken.has(spot(above(place))))) place.x++;
    taken.add(spot(place));
    if (asks && place === focus) taken.add(spot(above(place)));
  }
  if (asks) places.push(linked.has(focus) ? free(above(focus), taken) : above(focus));
  return { rows, places, links };
}

/** @param {Place} place */
function spot({ row, x }) {
  return `${row} ${x}`;
}

/** @param {Place} place @returns {Place} */
function above({ row, x }) {
  return { node: undefined, row: row - 1, x };
}

/** The nearest free place in a row. @param {Place} place @param {Set<string>} taken */
function free(place, taken) {
  for (let away = 0; ; away++) {
    for (const x of [place.x + away, place.x - away]) if (x >= 0 && !taken.has(spot({ ...place, x }))) return { ...place, x };
  }
}

/**
 * Moves every idea towards its neighbours, row by row, upwards and downwards in turn.
 * @param {Place[]} places
 * @param {Array<[Place, Place]>} pairs
 * @param {number} rowCount
 */
function arrange(places, pairs, rowCount) {
  const rows = Array.from({ length: rowCount }, (_, row) => places.filter((place) => place.row === row));
  for (const row of rows) row.forEach((place, at) => (place.x = at));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of sweep % 2 ? rows : rows.toReversed()) {
      const targets = new Map(row.map((place) => [place, target(place, pairs)]));
      row.sort((a, b) => (targets.get(a) ?? 0) - (targets.get(b) ?? 0));
      spread(row, row.map((place) => targets.get(place) ?? 0));
    }
  }
  // Whole columns make straight lines.
  for (const row of rows) {
    row.forEach((place, at) => (place.x = Math.max(Math.round(place.x), at ? /** @type {Place} */ (row[at - 1]).x + 1 : -Infinity)));
  }
  const first = Math.min(...places.map((place) => place.x));
  for (const place of places) place.x -= first;
}

/**
 * The column that an idea would have alone in its row: the mean of its neighbours, one further right than those in its row
 * that lead to it, one further left than those it leads to.
 * @param {Place} place
 * @param {Array<[Place, Place]>} pairs
 */
function target(place, pairs) {
  const pulls = pairs.flatMap(([a, b]) => {
    if (a === place) return [b.x - (b.row === place.row ? 1 : 0)];
    return b === place ? [a.x + (a.row === place.row ? 1 : 0)] : [];
  });
  return pulls.length ? pulls.reduce((sum, x) => sum + x, 0) / pulls.length : place.x;
}

/**
 * Gives the ideas of a row, in their order, the columns nearest to their targets with one column between neighbours.
 * Neighbours that would come too close form a block at the mean of their targets.
 * @param {Place[]} row
 * @param {number[]} targets
 */
function spread(row, targets) {
  /** @type {Array<{ sum: number, size: number }>} */
  const blocks = [];
  targets.forEach((target, at) => {
    blocks.push({ sum: target - at, size: 1 });
    for (let [before, last] = blocks.slice(-2); before && last && before.sum / before.size > last.sum / last.size; [before, last] = blocks.slice(-2)) {
      blocks.splice(-2, 2, { sum: before.sum + last.sum, size: before.size + last.size });
    }
  });
  const starts = blocks.flatMap(({ sum, size }) => Array.from({ length: size }, () => sum / size));
  row.forEach((place, at) => (place.x = (starts[at] ?? 0) + at));
}

/** Width of the ideas of a map, in pixels: no word is broken. @param {Place[]} places */
export function widthOf(places) {
  const words = places.flatMap(({ node }) => node?.label.split(/[\s\u002d\u2010-\u2014/]+/) ?? []);
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, ...words.map((word) => [...word].length * LETTER + PADDING))));
}

/** Scale at which a map has the width of its place, or is as small as it may be. @param {number} width @param {number} room */
export function fit(width, room) {
  return Math.min(1, Math.max(SMALLEST, room / width));
}
