//! Proposes probes, multiplies their scores and chooses: where `arbitration` applies its weights.

use super::{
    PLAUSIBILITY,
    config::ArbitrationConfig,
    facts::ArbitrationFacts,
    focus::{DeclinedFocus, Select, is_declined},
    plausibility,
    scorers::Rated,
    strategy::StrategyRule,
    view::{DerivedFacts, View},
};
use crate::engine::{
    dialogue::{Focus, Probe},
    id::{Name, NodeId},
    methodology::Strategy,
    number::count,
    policy::{Decision, Op, PolicyError, Ranked, Tally, conversation::Talk, decision::DECLINED},
    sort,
    state::Situation,
};

/// The proposed probes with their scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ArbitrationSelection {
    /// Strategies whose conditions hold, in order.
    pub applicable: Vec<Name>,
    /// The scored probe of each applicable strategy that has a focus, in order.
    pub candidates: Vec<Ranked>,
}

impl ArbitrationSelection {
    /// Proposes and scores the probes. Declined questions and subjects are proposed only if no other probe is left.
    ///
    /// # Errors
    /// [`PolicyError::NotFinite`] names the scorer whose value is not a number.
    pub fn of(config: &ArbitrationConfig, view: &View<'_, '_>) -> Result<Self, PolicyError> {
        let applicable: Vec<(&Strategy, &StrategyRule)> =
            config.strategies.each().filter(|(_, rule)| rule.applies(view, config) || follows(rule, view)).collect();
        let propose = |declined, is_strict| -> Vec<(&Strategy, Focus)> {
            let focus = |rule: &StrategyRule, strategy: &Strategy| {
                let own = rule.focus.select(&strategy.id, view, declined);
                talked_focus(TalkedFocus { select: rule.focus, declined, is_strict }, strategy, view, own)
            };
            applicable.iter().filter_map(|(strategy, rule)| Some((*strategy, focus(rule, strategy)?))).collect()
        };
        let mut proposed = propose(DeclinedFocus::Skip, true);
        if proposed.is_empty() && view.talk.is_some() {
            proposed = propose(DeclinedFocus::Skip, false);
        }
        if proposed.is_empty() && !view.facts.declined.is_empty() {
            proposed = propose(DeclinedFocus::Allow, false);
        }
        let candidates = proposed.into_iter().map(|(strategy, focus)| score(config, view, strategy, focus));
        Ok(Self {
            candidates: candidates.collect::<Result<_, _>>()?,
            applicable: applicable.iter().map(|(strategy, _)| strategy.id.clone()).collect(),
        })
    }

    /// The candidate with the highest score. Among equals the first wins.
    pub fn winner(&self) -> Option<&Ranked> {
        self.candidates.iter().reduce(|best, one| if total(one) > total(best) { one } else { best })
    }
}

/// Whether a strategy of the active branch follows the last answer, which the rules of the conversation want first.
fn follows(rule: &StrategyRule, view: &View<'_, '_>) -> bool {
    rule.focus == Select::BranchEnd && view.talk.is_some_and(Talk::is_line_open)
}

/// What may be proposed.
#[derive(Clone, Copy)]
struct TalkedFocus {
    select: Select,
    declined: DeclinedFocus,
    /// Whether every rule of the conversation counts, or only final vetoes.
    is_strict: bool,
}

/// The focus that the rules of the conversation allow: the strategy's own, else the best idea or gap of its kind.
fn talked_focus(may: TalkedFocus, strategy: &Strategy, view: &View<'_, '_>, own: Option<Focus>) -> Option<Focus> {
    let Some(talk) = view.talk else { return own };
    let is_free =
        |focus: &Focus| may.declined == DeclinedFocus::Allow || !is_declined(view.facts.declined, &strategy.id, focus);
    let allows = |focus: &Focus| {
        let veto = talk.verdict(strategy, focus).veto;
        veto.is_none_or(|veto| !may.is_strict && !veto.is_final) && is_free(focus)
    };
    if let Some(focus) = own.filter(|focus| allows(focus)) {
        return Some(focus);
    }
    let points = |focus: &Focus| talk.verdict(strategy, focus).points.iter().map(|(_, points)| points).sum::<f64>();
    match may.select {
        Select::None | Select::InvalidEdge | Select::Ambiguous | Select::Isolated => None,
        Select::OpenGap => view.open_gaps().map(super::ElementGap::focus).find(allows),
        Select::BranchEnd | Select::Unexplored => {
            let nodes = view.facts.graph.nodes().iter().rev().map(|node| Focus::Node { node: node.id });
            let rated = nodes.filter(allows).map(|focus| (points(&focus), focus));
            rated.reduce(|best, one| if one.0 > best.0 { one } else { best }).map(|(_, focus)| focus)
        }
    }
}

fn total(ranked: &Ranked) -> f64 {
    ranked.tally.total()
}

/// Multiplies the base of a strategy with the multiplier of each scorer, raised to the scorer's weight.
fn score(
    config: &ArbitrationConfig,
    view: &View<'_, '_>,
    strategy: &Strategy,
    focus: Focus,
) -> Result<Ranked, PolicyError> {
    let probe = Probe::new(strategy.id.clone(), focus);
    let rated = Rated { probe: &probe, tactics: &strategy.tactics, view };
    let mut tally = Tally::default();
    tally.push("base", Op::Base, Some(strategy.base), 1.0);
    for scorer in config.scorers.each() {
        let multiplier = scorer.rule.multiplier(&rated);
        tally.push(scorer.id, Op::Multiply, Some(multiplier), scorer.weight);
        // The weight is checked as well: 1 to the power of anything is 1.
        let numbers = [multiplier, scorer.weight, tally.total()];
        if let Some(found) = numbers.into_iter().find(|number| !number.is_finite()) {
            let (term, strategy) = (scorer.id.to_owned(), strategy.id.to_string());
            return Err(PolicyError::NotFinite { term, strategy, found });
        }
    }
    for (rule, points) in view.talk.map(|talk| talk.verdict(strategy, &probe.focus).points).unwrap_or_default() {
        tally.push(rule, Op::Offset, Some(points), 1.0);
    }
    Ok(Ranked { score: Some(tally.total()), probe, tally })
}

/// Chooses the next probe. Sets isolated ideas without a plausible connection aside and chooses again.
pub(super) fn decide(
    config: &ArbitrationConfig,
    facts: &mut ArbitrationFacts<'_>,
    mut derived: DerivedFacts,
    situation: &Situation<'_>,
) -> Result<Decision, PolicyError> {
    let mut vetoes = declined(config, facts);
    let talk = Talk::of(situation, config.strategies.plain(), config.tactics.iter().collect());
    loop {
        let view = View::with(facts, derived).with_talk(talk.as_ref());
        let selection = ArbitrationSelection::of(config, &view)?;
        let Some((ranked, set_aside)) = reject_implausible(config, &view, &selection, situation) else {
            return Ok(decision(config, selection, vetoes));
        };
        // Nodes that are set aside change neither the structure nor the gaps.
        derived = view.into_derived();
        vetoes.push(ranked);
        for node in set_aside {
            facts.node_tracker.exhaust(node);
        }
    }
}

/// The winner with a veto, and the ideas to set aside, if the winner asks to connect an idea without a plausible
/// connection.
fn reject_implausible(
    config: &ArbitrationConfig,
    view: &View<'_, '_>,
    selection: &ArbitrationSelection,
    situation: &Situation<'_>,
) -> Option<(Ranked, Vec<NodeId>)> {
    let winner = selection.winner()?;
    let (_, rule) = config.strategies.find(&winner.probe.strategy)?;
    let isolate = winner.probe.focus.node().filter(|_| rule.focus == Select::Isolated)?;
    let rating = plausibility::model_rating(view, isolate, situation.history.last());
    let (ontology, limit) = (&situation.methodology.ontology, config.plausibility_limit);
    let is_plausible =
        rating.map_or_else(|| plausibility::is_plausible(view, isolate, ontology, limit), |rating| rating > limit);
    if is_plausible {
        return None;
    }
    let mut ranked = winner.clone();
    ranked.tally.push(PLAUSIBILITY, Op::Veto, rating, 1.0);
    // An idea that was set aside and wins again has no rival. Accepting it ends the loop.
    let is_new = !view.facts.node_tracker.is_exhausted(isolate);
    is_new.then(|| (ranked, plausibility::set_aside(view, isolate)))
}

/// Probes that would be proposed if the respondent had not declined them, each with a veto.
fn declined(config: &ArbitrationConfig, facts: &ArbitrationFacts<'_>) -> Vec<Ranked> {
    if facts.declined.is_empty() {
        return Vec::new();
    }
    let view = View::of(facts);
    let strategies = config.strategies.each().filter(|(_, rule)| rule.applies(&view, config));
    let vetoed = strategies.filter_map(|(strategy, rule)| {
        let focus = rule.focus.select(&strategy.id, &view, DeclinedFocus::Allow)?;
        is_declined(facts.declined, &strategy.id, &focus).then(|| {
            let mut tally = Tally::default();
            tally.push("base", Op::Base, Some(strategy.base), 1.0);
            tally.push(DECLINED, Op::Veto, None, 1.0);
            Ranked { probe: Probe::new(strategy.id.clone(), focus), score: None, tally }
        })
    });
    vetoed.collect()
}

fn decision(config: &ArbitrationConfig, selection: ArbitrationSelection, vetoes: Vec<Ranked>) -> Decision {
    let phase = Name::from("main");
    let Some(chosen) = selection.winner().cloned() else {
        let chosen = Ranked::unscored(Probe::global(config.fallback.clone()));
        return Decision { vetoes, ..Decision::fallback(phase, chosen) };
    };
    let candidates = selection.candidates.len();
    let mut alternatives: Vec<Ranked> =
        selection.candidates.into_iter().filter(|ranked| ranked.probe != chosen.probe).collect();
    sort::by(&mut alternatives, |a, b| total(b).total_cmp(&total(a)));
    let ties = alternatives.iter().take_while(|ranked| total(ranked) >= total(&chosen)).count();
    Decision {
        phase,
        candidates: count(candidates),
        ties: count(ties),
        is_fallback: false,
        clarifies: None,
        chosen,
        alternatives,
        vetoes,
    }
}
