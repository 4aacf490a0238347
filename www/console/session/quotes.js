// An answer with the words marked that something rests on. Positions count code points, as the engine does, and not the
// units of JavaScript's strings, of which an emoji takes two.

import { h } from '../../element/dom.js';

/** @import { Mark } from './types.d.ts' */

/**
 * A stretch of an answer that the same marks cover.
 * @typedef {{ text: string, nodes: string[], edges: string[] }} Stretch
 */

/**
 * Cuts an answer where marks begin and end; they may overlap.
 * @param {string} answer
 * @param {Mark[]} marks
 * @returns {Stretch[]}
 */
export function stretches(answer, marks) {
  const points = Array.from(answer);
  const cuts = new Set([0, points.length]);
  for (const { start, end } of marks) cuts.add(Math.min(start, points.length)).add(Math.min(end, points.length));
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(1).map((end, at) => {
    const start = places[at] ?? 0;
    const covering = marks.filter((mark) => mark.start <= start && mark.end >= end);
    return {
      text: points.slice(start, end).join(''),
      nodes: [...new Set(covering.flatMap(({ nodes }) => nodes))],
      edges: [...new Set(covering.flatMap(({ edges }) => edges))],
    };
  });
}

/**
 * The answer with its marks. Those of ideas can be pointed at and picked; where only a link was said, a line runs below.
 * @param {string} answer
 * @param {Mark[]} marks
 * @param {(id: string) => string} label of an idea
 * @param {boolean} isHere whether its marks can be reached with the keyboard
 */
export function marked(answer, marks, label, isHere) {
  return stretches(answer, marks).map(({ text, nodes, edges }) => {
    const things = [...nodes.map((id) => `node-${id}`), ...edges.map((id) => `edge-${id}`)];
    if (!things.length) return text;
    if (!nodes.length) return h('span.linked', { 'data-things': things.join(' ') }, text);
    return h('mark', {
      'data-things': things.join(' '), role: 'button', tabindex: isHere ? 0 : -1,
      title: nodes.map(label).join(', '),
    }, text);
  });
}
