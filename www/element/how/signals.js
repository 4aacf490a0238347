// Plain names of signals, for the table, and what they say as a reason, for the sentence above it.

/** By signal: the name, and the reason where it can be one. @type {Record<string, [string, string?]>} */
const SIGNALS = {
  base: ['{strategy} starts at'],
  'graph.max_depth': ['Lines reach far already', 'lines of reasons reach far already'],
  'graph.coverage_breadth': ['Parts covered so far', 'many parts have been covered'],
  'graph.edge_density': ['Ideas hang together', 'the ideas hang together'],
  'graph.chain_completion.has_complete.false': ['No line complete yet', 'no line of reasons is complete yet'],
  'graph.element.covered.false': ['Not mentioned yet', 'it has not been mentioned yet'],
  'graph.element.depth.low': ['Little known of it', 'little is known of it'],
  'graph.element.focus_count.none': ['Never asked about', 'it has not been asked about'],
  'graph.element.focus_count.medium': ['Asked about before'],
  'graph.element.focus_count.high': ['Asked about often'],
  'graph.node.edge_count': ['Links to other ideas', 'it is linked to other ideas'],
  'graph.node.exhausted.true': ['Idea is used up'],
  'graph.node.exhaustion_score.low': ['Idea not used up', 'there is more in it'],
  'graph.node.focus_count.none': ['Never asked about', 'it has not been asked about yet'],
  'graph.node.focus_count.medium': ['Asked about before'],
  'graph.node.focus_count.high': ['Asked about often'],
  'graph.node.focus_streak.none': ['Not asked about just now', 'it was not asked about just now'],
  'graph.node.focus_streak.low': ['Asked about just now', 'it is what we are speaking of'],
  'graph.node.focus_streak.medium': ['Asked about twice in a row'],
  'graph.node.focus_streak.high': ['Asked about again and again'],
  'graph.node.has_outgoing.true': ['Leads to another idea', 'it leads to another idea'],
  'graph.node.is_orphan.true': ['Stands on its own', 'it stands on its own'],
  'graph.node.novelty.high': ['Came up lately', 'it came up lately'],
  'graph.node.novelty.medium': ['Came up a while ago', 'it came up not long ago'],
  'graph.node.recency_score': ['How lately it came up', 'it came up lately'],
  'graph.node.yield_stagnation.false': ['Still brings ideas', 'it still brings ideas'],
  'llm.response_depth.surface': ['Last answer on the surface', 'the last answer stayed on the surface'],
  'llm.response_depth.shallow': ['Last answer shallow', 'the last answer was short'],
  'llm.response_depth.moderate': ['Last answer moderate', 'the last answer said something'],
  'llm.response_depth.deep': ['Last answer deep', 'the last answer went deep'],
  'llm.specificity.low': ['Vague', 'the last answer was vague'],
  'llm.specificity.mid': ['Fairly concrete', 'the last answer was fairly concrete'],
  'llm.specificity.high': ['Concrete', 'the last answer was concrete'],
  'llm.certainty.low': ['Unsure', 'the last answer was unsure'],
  'llm.certainty.mid': ['Fairly sure', 'the last answer was fairly sure'],
  'llm.certainty.high': ['Sure', 'the last answer was sure'],
  'llm.engagement.low': ['Not willing to talk', 'little was said'],
  'llm.engagement.mid': ['Fairly willing to talk', 'there is some will to talk'],
  'llm.engagement.high': ['Willing to talk', 'there is a will to talk'],
  'llm.valence.low': ['Cool in tone', 'the last answer was cool in tone'],
  'llm.valence.mid': ['Even in tone', 'the last answer was even in tone'],
  'llm.valence.high': ['Warm in tone', 'the last answer was warm in tone'],
  'llm.intellectual_engagement.mid': ['Gives some reasons', 'the last answer gave some reasons'],
  'llm.intellectual_engagement.high': ['Gives reasons', 'the last answer gave reasons'],
  'llm.global_response_trend.fatigued': ['Answers grow tired', 'answers grow tired'],
  'llm.global_response_trend.shallowing': ['Answers grow shallower', 'answers grow shallower'],
  'meta.conversation.saturation': ['Little new comes up', 'little new comes up'],
  'meta.conversation.saturation.high': ['Hardly anything new', 'hardly anything new comes up'],
  'meta.interview_progress': ['How far along we are', 'the interview is far along'],
  'meta.node.opportunity.fresh': ['Open to explore', 'it is open to explore'],
  'meta.node.opportunity.exhausted': ['Nothing left in it'],
  'temporal.strategy_repetition_count': ['Same way of asking'],
  'temporal.strategy_repetition_count.high': ['Same way, too often'],
  'temporal.turns_since_focus_change.high': ['Long on one idea', 'we have been on one idea for long'],
  'temporal.turns_since_strategy_change': ['Long one way of asking', 'it is time for another way of asking'],
  // Scorers of `arbitration`
  redundancy: ['Unlike the last questions'],
  knowledge_ceiling: ['More to be known of it'],
  momentum_alignment: ['Fits how answers flow', 'it asks for as much as there is to give'],
  recency_diversity: ['Not the same way again', 'it was not asked this way just now'],
  vertical_laddering: ['Leads upwards', 'a value is within reach'],
  branch_health: ['Line still grows', 'this line of talk still grows'],
  coverage_quality: ['Part is worth asking', 'this part is worth asking about'],
  schema_tension_readiness: ['Unusual link is ripe', 'both ends of an unusual link are known'],
  reflection_mode: ['Time to look back', 'it is time to look back'],
  // Scorers of `two_tier`
  coverage_gap: ['Part lacks something', 'this part still lacks something'],
  ambiguity: ['Answers are vague', 'answers are vague'],
  depth_breadth_balance: ['Depth against breadth', 'it balances depth and breadth'],
  engagement: ['Fits how lively answers are', 'it fits how lively answers are'],
  strategy_diversity: ['Another way of asking', 'it is another way of asking'],
  novelty: ['Not talked about lately', 'it was not talked about lately'],
  saturation: ['Little new comes up', 'little new comes up'],
  peripheral_readiness: ['Time to move on', 'it is time to move on'],
  contrast_opportunity: ['Opposite attitudes', 'there are opposite attitudes'],
  cluster_saturation: ['All of it is said', 'what belongs together has been said'],
};

const PHASES = /** @type {Record<string, string>} */ ({ early: 'Early', mid: 'Middle', late: 'Late' });

/** @param {string} phase */
export function phaseName(phase) {
  return PHASES[phase] ?? spaced(phase);
}

/**
 * @param {string} source
 * @param {string} strategy
 */
export function nameOf(source, strategy) {
  const known = SIGNALS[source]?.[0];
  if (known) return known.replace('{strategy}', strategy);
  const [pool, phase] = source.split('.');
  if (phase && pool === 'phase') return `${phaseName(phase)} phase`;
  if (phase && pool === 'bonus') return `${phaseName(phase)} phase bonus`;
  return spaced(source.replace(/^(graph|llm|meta|temporal)\./, ''));
}

/** @param {string} source */
export function becauseOf(source) {
  return SIGNALS[source]?.[1];
}

/** `node.focus_count.high` as "Node focus count, high". @param {string} id */
function spaced(id) {
  const text = id.replace(/[._]/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
