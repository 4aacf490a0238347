// Plain names of signals, for the table, and what they say as a reason, for the sentence above it.

/** By signal: the name, and the reason where it can be one. @type {Record<string, [string, string?]>} */
const SIGNALS = {
  base: ['{strategy} starts at'],
  'graph.max_depth': ['Lines reach far already', 'lines of reasons reach far already'],
  'graph.coverage_breadth': ['Parts covered so far', 'many parts have been covered'],
  'graph.edge_density': ['Ideas hang together', 'the ideas hang together'],
  'graph.chain_completion.has_complete.false': ['No line complete yet', 'no line of reasons is complete yet'],
  'graph.chain_completion.has_complete.true': ['A line is complete', 'a line of reasons is complete'],
  'graph.element.covered.false': ['Not mentioned yet', 'it has not been mentioned yet'],
  'graph.element.depth.low': ['Little known of it', 'little is known of it'],
  'graph.element.focus_count.none': ['Never asked about', 'it has not been asked about'],
  'graph.element.focus_count.medium': ['Asked about before'],
  'graph.element.focus_count.high': ['Asked about often'],
  'graph.element.priority': ['Place in the list of subjects', 'it comes early in the list of subjects'],
  'graph.element.mentions': ['Mentioned so far'],
  'graph.node.edge_count': ['Links to other ideas', 'it is linked to other ideas'],
  'graph.node.element_gap': ['Its subject is little known', 'little is known of its subject'],
  'graph.node.exhausted.true': ['Idea is used up'],
  'graph.node.exhaustion_score.low': ['Idea not used up', 'there is more in it'],
  'graph.node.focus_count.none': ['Never asked about', 'it has not been asked about yet'],
  'graph.node.focus_count.medium': ['Asked about before'],
  'graph.node.focus_count.high': ['Asked about often'],
  'graph.node.focus_distance': ['Far from what was asked last', 'it is far from what was asked last'],
  'graph.node.focus_streak.none': ['Not asked about just now', 'it was not asked about just now'],
  'graph.node.focus_streak.low': ['Asked about just now', 'it is what we are speaking of'],
  'graph.node.focus_streak.medium': ['Asked about twice in a row'],
  'graph.node.focus_streak.high': ['Asked about again and again'],
  'graph.node.has_outgoing.true': ['Leads to another idea', 'it leads to another idea'],
  'graph.node.is_orphan.true': ['Stands on its own', 'it stands on its own'],
  'graph.node.label_words.low': ['Only a word'],
  'graph.node.mentions': ['How often you said it', 'you said it more than once'],
  'graph.node.newness': ['How new it is', 'it is new'],
  'graph.node.novelty.high': ['Came up lately', 'it came up lately'],
  'graph.node.novelty.medium': ['Came up a while ago', 'it came up not long ago'],
  'graph.node.recency_score': ['How lately it came up', 'it came up lately'],
  'graph.node.said_late': ['Where in the answer you said it', 'you said it towards the end of an answer'],
  'graph.node.warmth': ['How warmly you spoke of it', 'you spoke warmly of it'],
  'graph.node.yield_stagnation.false': ['Still brings ideas', 'it still brings ideas'],
  'graph.node.strategy_repetition.low': ['Asked about in this way before'],
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
  'meta.conversation.line_open.true': ['A line of reasons still rises'],
  'meta.coverage_pressure': ['Turns run short for what was not touched', 'turns run short for what was not touched'],
  'meta.coverage_pressure.high': ['Turns are nearly too few', 'turns are nearly too few for what was not touched'],
  'meta.conversation.saturation': ['Little new comes up', 'little new comes up'],
  'meta.conversation.saturation.high': ['Hardly anything new', 'hardly anything new comes up'],
  'meta.interview_progress': ['How far along we are', 'the interview is far along'],
  'meta.node.opportunity.fresh': ['Open to explore', 'it is open to explore'],
  'meta.node.opportunity.exhausted': ['Nothing left in it'],
  'temporal.strategy_repetition_count': ['Same way of asking'],
  'temporal.strategy_repetition_count.mid': ['Same way, again'],
  'temporal.strategy_repetition_count.high': ['Same way, too often'],
  'temporal.turns_since_focus_change.high': ['Long on one idea', 'we have been on one idea for long'],
  'temporal.turns_since_strategy_change': ['Long one way of asking', 'it is time for another way of asking'],
  phase: ['{phase} phase', 'this is the phase for it'],
  // Scorers of `arbitration`: what is so when they speak, for or against.
  redundancy: ['Much like a recent question'],
  knowledge_ceiling: ['Said to be unknown'],
  momentum_alignment: ['Suits how much is said', 'it asks for as much as there is to give'],
  recency_diversity: ['Asked this way just now'],
  vertical_laddering: ['Leads further up', 'it can lead further up'],
  branch_health: ['Line no longer grows', 'the line we were on no longer grows'],
  coverage_quality: ['What asking about it brings', 'this part has not been asked about'],
  schema_tension_readiness: ['Both ends are known', 'both ends of an unusual link are known'],
  reflection_mode: ['Time to look back', 'it is time to look back'],
  // Scorers of `two_tier`: each gives points to every candidate, 1 where it has no opinion.
  coverage_gap: ['What this part lacks', 'this part still lacks something'],
  ambiguity: ['How clear it is', 'what was said of it is vague or unsure'],
  depth_breadth_balance: ['Depth against breadth', 'it balances depth and breadth'],
  engagement: ['How much is said', 'it suits how much is said'],
  strategy_diversity: ['Variety of asking'],
  novelty: ['How fresh it is', 'it was hardly talked about lately'],
  saturation: ['How much is still new', 'answers bring little new'],
  peripheral_readiness: ['New ground nearby', 'there is something unvisited nearby'],
  contrast_opportunity: ['Opposite attitudes', 'there are opposite attitudes'],
  cluster_saturation: ['How much of it is said', 'what belongs together has been said'],
};

/** By gate, or other reason that rules a candidate out: what is so. @type {Record<string, string>} */
const VETOES = {
  knowledge_ceiling: 'No more is known of it',
  element_exhausted: 'This part has been talked through',
  consecutive_exhaustion: 'The last answers had nothing in them',
  recent_redundancy: 'Nearly the same was just asked',
  question_repetition: '“What else” was asked again and again',
  plausibility: 'Nothing can be connected with it',
  declined: 'It was passed over',
  no_candidates: 'There is nothing to ask about',
};

const PHASES = /** @type {Record<string, string>} */ ({ early: 'Early', mid: 'Middle', late: 'Late' });

/** @param {string} phase */
export function phaseName(phase) {
  return PHASES[phase] ?? spaced(phase);
}

/**
 * @param {string} source
 * @param {string} strategy
 * @param {string} phase
 */
export function nameOf(source, strategy, phase) {
  const known = SIGNALS[source]?.[0];
  if (known) return known.replace('{strategy}', strategy).replace('{phase}', phaseName(phase));
  const [pool, of] = source.split('.');
  if (of && pool === 'phase') return `${phaseName(of)} phase`;
  if (of && pool === 'requires') return `Still wanted: ${spaced(of).toLowerCase()}`;
  if (of && pool === 'bonus') return `${phaseName(of)} phase bonus`;
  return spaced(source.replace(/^(graph|llm|meta|temporal)\./, ''));
}

/** Why a candidate is ruled out. @param {string} source */
export function vetoOf(source) {
  const [pool, of] = source.split('.');
  if (of && pool === 'phase') return `Not in the ${phaseName(of).toLowerCase()} phase`;
  return VETOES[source] ?? spaced(source);
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
