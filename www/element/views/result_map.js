// Draws the respondent's ideas as a map: one row for each level, values at the top.

import { h, svg } from '../dom.js';
import { layOutLadder } from '../how/ladder.js';

/** @import { InterviewView } from '../../engine/types.d.ts' */
/** @import { Place } from '../how/ladder.js' */

/** Sizes in pixels: an idea, a column and a row. */
const IDEA = { width: 112, height: 52 };
const COLUMN = 128;
const ROW = 92;
/** Largest width of a drawing, and the space beside it, in pixels. */
const WIDEST = 1088;
const BESIDE = 48;

/**
 * @param {InterviewView} view at the end of the interview
 * @param {number} room width of the page, in pixels; a wider drawing is scaled down
 * @returns {HTMLElement} hidden from screen readers, which get the list beside it
 */
export function resultMap(view, room) {
  const { rows, places, links } = layOutLadder({ ...view, nodes: view.nodes.map((node) => ({ ...node, is_focus: false })) });
  const used = new Set(places.map(({ row }) => row));
  const order = rows.map((_, row) => row).filter((row) => used.has(row));
  const first = Math.min(...places.map(({ x }) => x));
  /** @param {Place} place */
  const left = ({ x }) => (x - first) * COLUMN;
  /** @param {Place} place */
  const top = ({ row }) => order.indexOf(row) * ROW + 22;
  const width = Math.max(...places.map(left), 0) + IDEA.width;
  const height = order.length * ROW;
  const at = new Map(places.map((place) => [place.node?.id, place]));
  return h('figure.drawing', { 'aria-hidden': 'true' },
    h('div.canvas', { '--width': `${width}px`, '--height': `${height}px`, '--zoom': Math.min(1, (Math.min(room, WIDEST) - BESIDE) / width) },
      svg('svg', { width, height, viewBox: `0 0 ${width} ${height}` },
        links.map(({ source, target }) => {
          const [from, to] = [/** @type {Place} */ (at.get(source)), /** @type {Place} */ (at.get(target))];
          return svg('path', { d: route(left(from) + IDEA.width / 2, top(from), left(to) + IDEA.width / 2, top(to)) });
        })),
      order.map((row, line) => h('p.rung', { '--y': `${line * ROW}px` }, rows[row]?.name ?? '')),
      places.map((place) => place.node && h('p.idea', { '--x': `${left(place)}px`, '--y': `${top(place)}px` }, h('span', { dir: 'auto' }, place.node.label)))));
}

/**
 * The line from idea to idea: within a row above it, otherwise from edge to edge.
 * @param {number} x1 middle
 * @param {number} y1 upper edge
 * @param {number} x2
 * @param {number} y2
 */
function route(x1, y1, x2, y2) {
  if (y1 === y2) return `M${x1} ${y1}C${x1} ${y1 - 18} ${x2} ${y2 - 18} ${x2} ${y2}`;
  const [start, end] = y1 > y2 ? [y1, y2 + IDEA.height] : [y1 + IDEA.height, y2];
  const middle = (start + end) / 2;
  return `M${x1} ${start}C${x1} ${middle} ${x2} ${middle} ${x2} ${end}`;
}
