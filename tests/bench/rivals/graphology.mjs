// What a competent web developer writes today: graphology, its Louvain, and maps and objects for the rest. The graphs are kept
// between turns; all state is computed anew.

import graphology from 'graphology';
import louvain from 'graphology-communities-louvain';
import { random } from '../graphs.mjs';
import { AMOUNTS, GLOBALS, RUNGS, TYPES, allowed, amountWord, bind, compile, scaled, streakWord } from './common.mjs';

const { DirectedGraph, UndirectedGraph } = graphology;

const fresh = () => ({ focusCount: 0, lastFocus: -1, streak: 0, sinceYield: 0, depths: [], lastStrategy: null, same: 0 });

export class Engine {
  constructor(data) {
    this.strategies = compile();
    this.directed = new DirectedGraph();
    this.undirected = new UndirectedGraph();
    this.labels = new Map();
    this.states = new Map();
    this.elements = data.elements;
    this.byElement = new Map(data.elements.map((element) => [element.id, []]));
    this.previous = null;
    this.turn = 0;
    this.last = null;
    this.random = random(1);
  }

  addNode(node) {
    const key = node.label.toLowerCase();
    if (this.labels.has(key)) return;
    this.labels.set(key, node.id);
    this.directed.addNode(node.id, { type: TYPES.indexOf(node.type), elements: node.elements });
    this.undirected.addNode(node.id);
    this.states.set(node.id, fresh());
    for (const element of node.elements) this.byElement.get(element).push(node.id);
    this.last = node.id;
  }

  addEdge(edge) {
    this.directed.addEdgeWithKey(edge.id, edge.source, edge.target, { isLadder: edge.type === 'leads_to' });
    this.undirected.addEdge(edge.source, edge.target);
  }

  focus({ focus, strategy, depth }, turn) {
    const state = this.states.get(focus);
    state.focusCount++;
    state.lastFocus = turn;
    state.streak = this.previous === focus ? state.streak + 1 : 1;
    state.same = state.lastStrategy === strategy ? state.same + 1 : 1;
    state.lastStrategy = strategy;
    state.depths.push(depth);
    state.sinceYield = 0;
    this.previous = focus;
    this.turn = turn;
  }

  update(delta) {
    for (const node of delta.nodes) this.addNode(node);
    for (const edge of delta.edges) this.addEdge(edge);
    if (delta.asked) this.focus(delta.asked, delta.turn);
  }

  mark({ focus }) {
    return { state: structuredClone(this.states.get(focus)), previous: this.previous };
  }

  undo(delta, mark) {
    for (const edge of delta.edges) {
      this.directed.dropEdge(edge.id);
      this.undirected.dropEdge(edge.source, edge.target);
    }
    for (const node of delta.nodes) {
      this.directed.dropNode(node.id);
      this.undirected.dropNode(node.id);
      this.labels.delete(node.label.toLowerCase());
      this.states.delete(node.id);
      for (const element of node.elements) this.byElement.get(element).pop();
    }
    this.states.set(delta.asked.focus, structuredClone(mark.state));
    this.previous = mark.previous;
  }

  state() {
    const graph = this.directed;
    const [orphans, terminal, unexplored, invalid, degree] = [[], [], [], [], new Map()];
    graph.forEachNode((id, { type }) => {
      const own = graph.degree(id);
      degree.set(id, own);
      if (own === 0) orphans.push(id);
      else if (this.states.get(id).focusCount === 0) unexplored.push(id);
      if (type === RUNGS - 1) terminal.push(id);
    });
    graph.forEachEdge((id, { isLadder }, _source, _target, from, to) => {
      if (!allowed(from.type, to.type, isLadder)) invalid.push(id);
    });
    const [branch, seen] = [[], new Set()];
    let current = this.last;
    while (current !== undefined && !seen.has(current)) {
      seen.add(current);
      branch.push(current);
      const edge = graph.findInEdge(current, () => true);
      current = edge === undefined ? undefined : graph.source(edge);
    }
    branch.reverse();
    return { orphans, terminal, unexplored, invalid, degree, branch, isolation: orphans.length / graph.order };
  }

  coverage() {
    const linked = new Set();
    this.directed.forEachEdge((_id, _attributes, _source, _target, from, to) => {
      for (const a of from.elements) {
        for (const b of to.elements) linked.add(`${a}|${b}`).add(`${b}|${a}`);
      }
    });
    const gaps = [];
    for (const { id, reaction, comprehension, connections } of this.elements) {
      if (this.byElement.get(id).length === 0) {
        gaps.push({ element: id, type: 'unmentioned' });
        continue;
      }
      if (!reaction) gaps.push({ element: id, type: 'no_reaction' });
      if (comprehension) gaps.push({ element: id, type: 'no_comprehension' });
      for (const target of connections) {
        if (!linked.has(`${id}|${target}`)) gaps.push({ element: id, type: 'unconnected', target });
      }
    }
    return gaps;
  }

  /** The longest ladder among the ideas of each element. */
  depth() {
    const depths = new Map();
    for (const { id } of this.elements) {
      const own = this.byElement.get(id);
      const [within, known] = [new Set(own), new Map()];
      const walk = (node) => {
        const before = known.get(node);
        if (before !== undefined) return before;
        known.set(node, 0);
        let longest = 1;
        this.directed.forEachOutEdge(node, (_id, { isLadder }, _source, target) => {
          if (isLadder && within.has(target)) longest = Math.max(longest, 1 + walk(target));
        });
        known.set(node, longest);
        return longest;
      };
      depths.set(id, own.reduce((best, node) => Math.max(best, walk(node)), 0) / RUNGS);
    }
    return depths;
  }

  clusters() {
    const [graph, community] = [this.undirected, louvain(this.undirected, { getEdgeWeight: null, rng: this.random })];
    const [inner, members, figures] = [new Map(), new Map(), new Map()];
    graph.forEachNode((id) => {
      const own = community[id];
      if (!members.has(own)) members.set(own, []);
      members.get(own).push(id);
    });
    graph.forEachEdge((_id, _attributes, source, target) => {
      const own = community[source];
      if (own === community[target]) inner.set(own, (inner.get(own) || 0) + 1);
    });
    for (const [own, ids] of members) {
      const [size, near] = [ids.length, new Set()];
      const reach = (from) => graph.forEachNeighbor(from, (to) => community[to] !== own && near.add(to));
      ids.forEach(reach);
      const peripheral = near.size;
      [...near].forEach(reach);
      const density = size > 1 ? (2 * (inner.get(own) || 0)) / (size * (size - 1)) : 0;
      figures.set(own, { size, density, peripheral, peripheral2: near.size });
    }
    return figures;
  }

  engagement({ degree }) {
    const rows = [];
    for (const [id, state] of this.states) {
      const asked = state.focusCount > 0;
      const recent = state.depths.slice(-3);
      const shallow = recent.filter((depth) => depth === 'surface' || depth === 'shallow').length / (recent.length || 1);
      const dry = Math.min(state.sinceYield, 10) / 10;
      const insisted = Math.min(state.streak, 5) / 5;
      rows.push({
        id,
        'graph.node.exhausted': String(asked && state.sinceYield >= 3 && state.streak >= 2 && shallow >= 0.66),
        'graph.node.exhaustion_score': asked ? dry * 0.4 + insisted * 0.3 + shallow * 0.3 : 0,
        'graph.node.yield_stagnation': String(asked && state.sinceYield >= 3),
        'graph.node.focus_streak': AMOUNTS[streakWord(state.streak)],
        'graph.node.is_current_focus': String(id === this.previous),
        'graph.node.recency_score': state.lastFocus < 0 ? 0 : Math.max(0, 1 - (this.turn - state.lastFocus) / 20),
        'graph.node.is_orphan': String(degree.get(id) === 0),
        'graph.node.edge_count': degree.get(id),
        'graph.node.has_outgoing': String(this.directed.outDegree(id) > 0),
        'technique.node.strategy_repetition': AMOUNTS[amountWord(state.same)],
      });
    }
    return rows;
  }

  rank(rows, { orphans }) {
    const globals = { ...GLOBALS, 'graph.node_count': this.directed.order, 'graph.orphan_count': orphans.length };
    const pairs = [];
    for (const strategy of bind(this.strategies, globals)) {
      for (const row of rows) {
        let score = 0;
        for (const { signal, word, weight, constant } of strategy.terms) {
          if (signal === null) {
            score += constant;
            continue;
          }
          const value = row[signal];
          if (word !== null) score += value === word ? weight : 0;
          else score += typeof value === 'number' ? weight * scaled(value) : 0;
        }
        pairs.push({ strategy: strategy.name, node: row.id, score: score * strategy.multiplier });
      }
    }
    return pairs.sort((a, b) => b.score - a.score);
  }
}
