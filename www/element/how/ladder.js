// Where ideas stand on the map: a row for each level, values at the top, places within a row by barycentre.

/** @import { View, ViewEdge, ViewNode } from '../../engine/types.d.ts' */
/**
 * @typedef {object} Place
 * @property {ViewNode | undefined} node none for the mark of what is asked for
 * @property {number} row from the top
 * @property {number} x centre, in columns
 */
/** @typedef {{ name: string, isLevel: boolean }} Row */

/** Sweeps over the rows; more change nothing that one sees. */
const SWEEPS = 8;

/**
 * @param {View} view
 * @returns {{ rows: Row[], places: Place[], links: ViewEdge[] }}
 */
export function ladder({ node_types, nodes, edges }) {
  const rowOf = new Map();
  /** @type {Row[]} */
  const rows = [];
  const types = [...node_types].sort((a, b) => (b.level ?? -1) - (a.level ?? -1));
  for (const { id, name, level } of types) {
    // Rungs are there before anyone has climbed them; other types get a row once there is something in it.
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
  settle([...linked], pairs, rows.length);
  const taken = new Set([...linked].map(spot));
  const focus = places.find((place) => place.node?.is_focus);
  const asks = focus && focus.row > 0 && rows[focus.row]?.isLevel && !pairs.some(([a, b]) => a === focus && b.row < focus.row);
  // Ideas that stand alone fill the gaps.
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

/** The nearest place in its row that nothing stands in. @param {Place} place @param {Set<string>} taken */
function free(place, taken) {
  for (let away = 0; ; away++) {
    for (const x of [place.x + away, place.x - away]) if (x >= 0 && !taken.has(spot({ ...place, x }))) return { ...place, x };
  }
}

/**
 * Moves every idea towards those it is linked to, row by row, upwards and downwards in turn.
 * @param {Place[]} places
 * @param {Array<[Place, Place]>} pairs
 * @param {number} rowCount
 */
function settle(places, pairs, rowCount) {
  const rows = Array.from({ length: rowCount }, (_, row) => places.filter((place) => place.row === row));
  for (const row of rows) row.forEach((place, at) => (place.x = at));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of sweep % 2 ? rows : rows.toReversed()) {
      const wishes = new Map(row.map((place) => [place, wish(place, pairs)]));
      row.sort((a, b) => (wishes.get(a) ?? 0) - (wishes.get(b) ?? 0));
      spread(row, row.map((place) => wishes.get(place) ?? 0));
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
 * Where an idea would stand if it were alone in its row: in the middle of its neighbours above and below, right of those
 * in its row that lead to it, left of those it leads to.
 * @param {Place} place
 * @param {Array<[Place, Place]>} pairs
 */
function wish(place, pairs) {
  const pulls = pairs.flatMap(([a, b]) => {
    if (a === place) return [b.x - (b.row === place.row ? 1 : 0)];
    return b === place ? [a.x + (a.row === place.row ? 1 : 0)] : [];
  });
  return pulls.length ? pulls.reduce((sum, x) => sum + x, 0) / pulls.length : place.x;
}

/**
 * Gives a row, in its order, the places nearest to the wishes that keep one column between neighbours: neighbours that
 * would come too close form a block, which stands at the mean of its wishes.
 * @param {Place[]} row
 * @param {number[]} wishes
 */
function spread(row, wishes) {
  /** @type {Array<{ sum: number, size: number }>} */
  const blocks = [];
  wishes.forEach((wished, at) => {
    blocks.push({ sum: wished - at, size: 1 });
    for (let [before, last] = blocks.slice(-2); before && last && before.sum / before.size > last.sum / last.size; [before, last] = blocks.slice(-2)) {
      blocks.splice(-2, 2, { sum: before.sum + last.sum, size: before.size + last.size });
    }
  });
  const starts = blocks.flatMap(({ sum, size }) => Array.from({ length: size }, () => sum / size));
  row.forEach((place, at) => (place.x = (starts[at] ?? 0) + at));
}
