// What both rivals share: the strategies they rank, compiled once, and the words of signals.

export const TYPES = ['attribute', 'functional_consequence', 'psychosocial_consequence', 'terminal_value'];
export const RUNGS = TYPES.length;
export const AMOUNTS = ['none', 'low', 'medium', 'high'];
export const NODE_SIGNALS = [
  'graph.node.exhausted',
  'graph.node.exhaustion_score',
  'graph.node.yield_stagnation',
  'graph.node.focus_streak',
  'graph.node.is_current_focus',
  'graph.node.recency_score',
  'graph.node.is_orphan',
  'graph.node.edge_count',
  'graph.node.has_outgoing',
  'technique.node.strategy_repetition',
];

export const STRATEGIES = [
  {
    name: 'deepen',
    multiplier: 1.3,
    weights: {
      'llm.response_depth.surface': 0.8,
      'llm.response_depth.moderate': 0.3,
      'graph.max_depth': 0.5,
      'graph.chain_completion.has_complete_chain.false': 1.0,
      'graph.node.exhausted.false': 1.0,
      'graph.node.focus_streak.low': 0.5,
      'graph.node.exhaustion_score.low': 0.7,
    },
  },
  {
    name: 'clarify',
    multiplier: 1.0,
    weights: {
      'graph.orphan_count': 0.7,
      'graph.edge_density': 0.6,
      'graph.node.is_orphan.true': 1.0,
      'graph.node.exhausted.false': 0.5,
      'graph.node.focus_streak.none': 0.3,
    },
  },
  {
    name: 'explore',
    multiplier: 0.8,
    weights: {
      'llm.uncertainty': 0.4,
      'temporal.strategy_repetition_count': 0.5,
      'graph.node.focus_streak.none': 1.0,
      'graph.node.yield_stagnation.false': 0.8,
      'graph.node.exhausted.false': 0.7,
    },
  },
  {
    name: 'reflect',
    multiplier: 0.7,
    weights: {
      'graph.max_depth': 0.7,
      'meta.interview_progress': 0.5,
      'llm.response_depth.deep': 0.6,
      'llm.hedging_language.high': 1.0,
      'llm.hedging_language.medium': 0.7,
      'meta.node.opportunity.probe_deeper': 0.6,
      'graph.node.edge_count.high': 0.8,
      'graph.node.focus_streak.high': 0.5,
      'technique.node.strategy_repetition.low': 0.3,
    },
  },
  {
    name: 'revitalize',
    weights: {
      'llm.global_response_trend.fatigued': 1.0,
      'llm.global_response_trend.shallowing': 0.5,
      'meta.node.opportunity.exhausted': 0.3,
      'temporal.strategy_repetition_count': 0.5,
      'graph.node.focus_streak.none': 0.8,
      'graph.node.exhausted.false': 0.5,
    },
  },
];

export const GLOBALS = {
  'graph.node_count': null,
  'graph.max_depth': 4,
  'graph.orphan_count': null,
  'graph.edge_density': 0.3,
  'graph.chain_completion.has_complete_chain': 'false',
  'llm.response_depth': 'surface',
  'llm.sentiment': 'neutral',
  'llm.uncertainty': 0.3,
  'llm.hedging_language': 'low',
  'temporal.strategy_repetition_count': 1,
  'temporal.turns_since_strategy_change': 2,
  'meta.interview_progress': 0.4,
  'meta.interview.phase': 'mid',
  'llm.global_response_trend': 'stable',
};

/** Along a rung or one up; ties that are no ladder join anything. */
export const allowed = (source, target, isLadder) => !isLadder || target === source || target === source + 1;
export const streakWord = (streak) => (streak === 0 ? 0 : streak === 1 ? 1 : streak <= 3 ? 2 : 3);
export const amountWord = (count) => (count === 0 ? 0 : count <= 2 ? 1 : count <= 4 ? 2 : 3);

/** Resolves the keys of all weights: a signal of a node or of the interview, itself or compared with a word. */
export function compile() {
  return STRATEGIES.map(({ name, multiplier = 1, weights }) => ({
    name,
    multiplier,
    terms: Object.entries(weights).flatMap(([key, weight]) => {
      const dot = key.lastIndexOf('.');
      const [base, word] = [key.slice(0, dot), key.slice(dot + 1)];
      if (NODE_SIGNALS.includes(key)) return [{ signal: key, word: null, weight, global: null, constant: 0 }];
      if (key in GLOBALS) return [{ signal: null, word: null, weight, global: key, constant: 0 }];
      if (NODE_SIGNALS.includes(base)) return [{ signal: base, word, weight, global: null, constant: 0 }];
      if (base in GLOBALS) return [{ signal: null, word, weight, global: base, constant: 0 }];
      return [];
    }),
  }));
}

export const scaled = (value) => (Math.abs(value) > 1 ? Math.min(Math.max(value / 10, 0), 1) : value);

/** Works out the terms that are the same for every node. */
export function bind(strategies, globals) {
  for (const { terms } of strategies) {
    for (const term of terms) {
      if (term.global === null) continue;
      const value = globals[term.global];
      if (term.word !== null) term.constant = value === term.word ? term.weight : 0;
      else term.constant = typeof value === 'number' ? term.weight * scaled(value) : 0;
    }
  }
  return strategies;
}
