// Seeded interview graphs, one file a size, read by every contender.
//
// Ideas arrive in turns of three to five, on four rungs; a turn stays on the topic of the one before in seven of ten. There are 1.25
// ties an idea, none of them twice: 85 of 100 within a topic, 80 one rung up, 12 along a rung, 5 over a rung and 3 anywhere. Topic
// c is about element c: seven of ten of its ideas are about that element, one more about another one too, two about none.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RUNGS = ['attribute', 'functional_consequence', 'psychosocial_consequence', 'terminal_value'];
const RUNG_WEIGHTS = [0.35, 0.3, 0.2, 0.15];
const STRATEGIES = 5;
const DEPTHS = [['surface', 3], ['shallow', 3], ['moderate', 3], ['deep', 2]];
const ELEMENTS = new Map([[20, 8], [100, 12], [300, 16], [1000, 24], [3000, 32], [10_000, 40], [30_000, 40]]);
const WORDS = `creamy froth bitter sweet smooth energy morning kids calm healthy trust price pack green local taste ritual focus pride
  family share relax honest simple bold fresh warm clean light`.split(/\s+/);

/** Random numbers 0–1 from a seed (mulberry32). */
export function random(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Dice {
  constructor(seed) {
    this.next = random(seed);
  }
  below(count) {
    return Math.floor(this.next() * count);
  }
  one(list) {
    return list[this.below(list.length)];
  }
  weighted(weights) {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    const found = weights.findIndex((weight) => (left -= weight) < 0);
    return found < 0 ? weights.length - 1 : found;
  }
}

/** The first graph from this seed on whose last turn, the one that is timed, brings at least three ideas. */
export function graph(size, seed = 7) {
  const dice = new Dice(seed * 1_000_003 + size);
  const elementCount = ELEMENTS.get(size) ?? 24;
  const nodes = ideas(dice, size, Math.max(4, Math.round(1.2 * Math.sqrt(size))), elementCount);
  if (nodes.at(-3).turn !== nodes.at(-1).turn) return graph(size, seed + 1);
  const edges = ties(dice, nodes);
  const turns = nodes.at(-1).turn;
  return {
    turns,
    nodes: nodes.map(({ topic, rung, ...node }) => node),
    edges,
    elements: elements(dice, elementCount),
    history: history(dice, nodes, turns),
  };
}

function ideas(dice, size, topics, elementCount) {
  const nodes = [];
  let [turn, left, topic] = [0, 0, 0];
  while (nodes.length < size) {
    if (left === 0) {
      turn += 1;
      left = dice.one([3, 4, 4, 5]);
      if (turn === 1 || dice.next() > 0.7) topic = dice.below(topics);
    }
    left -= 1;
    const own = dice.next() < 0.85 ? topic : dice.below(topics);
    const rung = dice.weighted(RUNG_WEIGHTS);
    const [chance, first] = [dice.next(), own % elementCount];
    const about = chance < 0.2 ? [] : [`el${first}`];
    const second = chance > 0.9 ? dice.below(elementCount) : first;
    if (second !== first) about.push(`el${second}`);
    const number = nodes.length + 1;
    const label = `${dice.one(WORDS)} ${dice.one(WORDS)} ${number}`;
    nodes.push({ id: `n${number}`, label, type: RUNGS[rung], turn, elements: about, topic: own, rung });
  }
  return nodes;
}

function ties(dice, nodes) {
  const wanted = Math.round(1.25 * nodes.length);
  const everywhere = RUNGS.map((_, rung) => nodes.flatMap((node, at) => (node.rung === rung ? [at] : [])));
  const near = new Map();
  nodes.forEach((node, at) => {
    const key = `${node.topic}/${node.rung}`;
    near.set(key, [...(near.get(key) ?? []), at]);
  });
  const [edges, seen] = [[], new Set()];
  for (let tries = 0; edges.length < wanted && tries < 200 * wanted; tries++) {
    const [from, chance] = [dice.below(nodes.length), dice.next()];
    const { rung, topic } = nodes[from];
    const type = chance < 0.97 ? 'leads_to' : 'relates_to';
    const up = chance < 0.8 ? rung + 1 : chance < 0.92 ? rung : chance < 0.97 ? rung + 2 : dice.below(RUNGS.length);
    if (up >= RUNGS.length) continue;
    const pool = dice.next() < 0.85 ? near.get(`${topic}/${up}`) ?? [] : everywhere[up];
    if (pool.length === 0) continue;
    const to = dice.one(pool);
    const key = `${Math.min(from, to)}/${Math.max(from, to)}`;
    if (to === from || seen.has(key)) continue;
    seen.add(key);
    // Along a rung the older idea leads to the newer one, so that `leads_to` has no cycle.
    const [a, b] = type === 'leads_to' && up === rung && from > to ? [to, from] : [from, to];
    edges.push({ source: nodes[a].id, target: nodes[b].id, type, turn: Math.max(nodes[a].turn, nodes[b].turn) });
  }
  return edges.sort((a, b) => a.turn - b.turn).map((edge, at) => ({ id: `e${at + 1}`, ...edge }));
}

function elements(dice, count) {
  const ids = Array.from({ length: count }, (_, at) => `el${at}`);
  return ids.map((id, at) => {
    const others = ids.filter((other) => other !== id);
    const connections = Array.from({ length: dice.below(4) }, () => others.splice(dice.below(others.length), 1)[0]);
    const label = `element ${dice.one(WORDS)} ${at}`;
    return { id, label, connections, reaction: dice.next() < 0.7, comprehension: dice.next() < 0.3 };
  });
}

/** What each question but the first was about, and how deep its answer went; `turn` is the turn of the answer before it. */
function history(dice, nodes, turns) {
  const probes = [];
  let [known, last] = [0, -1];
  for (let turn = 1; turn < turns; turn++) {
    while (known < nodes.length && nodes[known].turn <= turn) known += 1;
    const from = Math.max(0, known - 40);
    if (last < 0 || dice.next() >= 0.35) last = from + dice.below(known - from);
    const [depth] = DEPTHS[dice.weighted(DEPTHS.map(([, weight]) => weight))];
    probes.push({ turn, focus: nodes[last].id, strategy: dice.below(STRATEGIES), depth });
  }
  return probes;
}

/** Writes `g<size>.json` for every size into a folder. */
export function write(folder, sizes) {
  mkdirSync(folder, { recursive: true });
  for (const size of sizes) writeFileSync(join(folder, `g${size}.json`), JSON.stringify(graph(size)));
}
