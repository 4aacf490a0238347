//! Proposes, tallies and chooses.

use super::{
    config::Config,
    facts::Facts,
    focus::{Reserve, Select, is_declined},
    plausibility,
    strategy::Rule,
    view::{Follows, View},
};
use crate::{
    dialogue::{Focus, Probe},
    id::{Name, NodeId},
    methodology::Strategy,
    order,
    policy::{Decision, Op, PolicyError, Ranked, Tally, scorers::arbitration::Rated},
    state::Situation,
};

/// What was proposed, and what it scored.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// Strategies whose conditions hold, in order.
    pub applicable: Vec<Name>,
    /// The probe of each of them that found a focus, with its tally, in order.
    pub candidates: Vec<Ranked>,
}

impl Selection {
    /// Lets every strategy propose and every scorer rate. Subjects the respondent passed over come back only where
    /// nothing else is left.
    ///
    /// # Errors
    /// [`PolicyError::NotFinite`] names the scorer that gave something that is not a number.
    pub fn of(config: &Config, view: &View<'_, '_>) -> Result<Self, PolicyError> {
        let applicable: Vec<(&Strategy, &Rule)> =
            config.strategies.each().filter(|(_, rule)| rule.applies(view, config)).collect();
        let propose = |reserve| -> Vec<(&Strategy, Focus)> {
            applicable.iter().filter_map(|(strategy, rule)| pick(strategy, rule, view, reserve)).collect()
        };
        let mut proposed = propose(Reserve::Respect);
        if proposed.is_empty() && !view.facts.declined.is_empty() {
            proposed = propose(Reserve::Lift);
        }
        let candidates = proposed.into_iter().map(|(strategy, focus)| rate(config, view, strategy, focus));
        Ok(Self {
            candidates: candidates.collect::<Result<_, _>>()?,
            applicable: applicable.iter().map(|(strategy, _)| strategy.id.clone()).collect(),
        })
    }

    /// The candidate with the highest score; ties go to the first.
    pub fn winner(&self) -> Option<&Ranked> {
        self.candidates.iter().reduce(|best, one| if total(one) > total(best) { one } else { best })
    }
}

fn pick<'c>(
    strategy: &'c Strategy,
    rule: &Rule,
    view: &View<'_, '_>,
    reserve: Reserve,
) -> Option<(&'c Strategy, Focus)> {
    rule.focus.pick(&strategy.id, view, reserve).map(|focus| (strategy, focus))
}

fn total(ranked: &Ranked) -> f64 {
    ranked.tally.total()
}

fn probe(strategy: &Name, focus: Focus) -> Probe {
    Probe { strategy: strategy.clone(), focus, anchor: None, description: String::new() }
}

fn rate(config: &Config, view: &View<'_, '_>, strategy: &Strategy, focus: Focus) -> Result<Ranked, PolicyError> {
    let probe = probe(&strategy.id, focus);
    let rated = Rated { probe: &probe, tactics: &strategy.tactics, view };
    let mut tally = Tally::default();
    tally.push("base", Op::Base, Some(strategy.base), 1.0);
    for scorer in config.scorers.each() {
        let raw = scorer.score(&rated);
        tally.push(scorer.name(), Op::Multiply, Some(raw), scorer.weight());
        // A weight is looked at by itself: 1 to the power of anything is 1.
        let numbers = [raw, scorer.weight(), tally.total()];
        if let Some(found) = numbers.into_iter().find(|number| !number.is_finite()) {
            let (term, strategy) = (scorer.name().to_owned(), strategy.id.to_string());
            return Err(PolicyError::NotFinite { term, strategy, found });
        }
    }
    Ok(Ranked { score: Some(tally.total()), probe, tally })
}

/// Chooses the next probe. An isolated idea nothing could be connected with is set aside, and the choice made again.
pub(super) fn decide(
    config: &Config,
    facts: &mut Facts<'_>,
    mut follows: Follows,
    situation: &Situation<'_>,
) -> Result<Decision, PolicyError> {
    let mut vetoes = declined(config, facts);
    loop {
        let view = View::with(facts, follows);
        let selection = Selection::of(config, &view)?;
        let Some(rejected) = implausible(config, &view, &selection, situation) else {
            return Ok(decision(config, selection, vetoes));
        };
        let (ranked, hopeless) = rejected;
        // Which nodes are set aside changes neither the structure nor the gaps.
        follows = view.follows();
        vetoes.push(ranked);
        for node in hopeless {
            facts.node_tracker.exhaust(node);
        }
    }
}

/// The winner, if it is to connect an isolated idea with which nothing could be connected, and the ideas to set aside.
fn implausible(
    config: &Config,
    view: &View<'_, '_>,
    selection: &Selection,
    situation: &Situation<'_>,
) -> Option<(Ranked, Vec<NodeId>)> {
    let winner = selection.winner()?;
    let (_, rule) = config.strategies.find(&winner.probe.strategy)?;
    let isolate = winner.probe.focus.node().filter(|_| rule.focus == Select::Isolated)?;
    let by_model = plausibility::by_model(view, isolate, situation.history.last());
    let (ontology, limit) = (&situation.methodology.ontology, config.plausibility_limit);
    let is_viable =
        by_model.map_or_else(|| plausibility::is_plausible(view, isolate, ontology, limit), |rating| rating > limit);
    if is_viable {
        return None;
    }
    let mut ranked = winner.clone();
    ranked.tally.push("plausibility", Op::Veto, by_model, 1.0);
    // What was set aside once and still wins has nothing to give way to: let it stand rather than ask again for ever.
    let is_new = !view.facts.node_tracker.is_exhausted(isolate);
    is_new.then(|| (ranked, plausibility::hopeless(view, isolate)))
}

/// Probes that would have been proposed, had the respondent not passed them over.
fn declined(config: &Config, facts: &Facts<'_>) -> Vec<Ranked> {
    if facts.declined.is_empty() {
        return Vec::new();
    }
    let view = View::of(facts);
    let strategies = config.strategies.each().filter(|(_, rule)| rule.applies(&view, config));
    let vetoed = strategies.filter_map(|(strategy, rule)| {
        let (_, focus) = pick(strategy, rule, &view, Reserve::Lift)?;
        is_declined(facts.declined, &strategy.id, &focus).then(|| {
            let mut tally = Tally::default();
            tally.push("base", Op::Base, Some(strategy.base), 1.0);
            tally.push("declined", Op::Veto, None, 1.0);
            Ranked { probe: probe(&strategy.id, focus), score: None, tally }
        })
    });
    vetoed.collect()
}

fn decision(config: &Config, selection: Selection, vetoes: Vec<Ranked>) -> Decision {
    let phase = Name::from("main");
    let Some(chosen) = selection.winner().cloned() else {
        let probe = probe(&config.fallback, Focus::Global);
        let chosen = Ranked { probe, score: None, tally: Tally::default() };
        return Decision {
            phase,
            candidates: 0,
            ties: 0,
            is_fallback: true,
            clarifies: None,
            chosen,
            alternatives: Vec::new(),
            vetoes,
        };
    };
    let candidates = selection.candidates.len();
    let mut alternatives: Vec<Ranked> =
        selection.candidates.into_iter().filter(|ranked| ranked.probe != chosen.probe).collect();
    order::by(&mut alternatives, |a, b| total(b).total_cmp(&total(a)));
    let ties = alternatives.iter().take_while(|ranked| total(ranked) >= total(&chosen)).count();
    Decision {
        phase,
        candidates: u32::try_from(candidates).unwrap_or(u32::MAX),
        ties: u32::try_from(ties).unwrap_or(u32::MAX),
        is_fallback: false,
        clarifies: None,
        chosen,
        alternatives,
        vetoes,
    }
}
