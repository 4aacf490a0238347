//! The choice: one pass over all candidates, without a sort and without an allocation for any of them.
//!
//! Tallies are made for the few that are kept: the probe chosen, the best of each other strategy, and what was vetoed.

use super::{
    super::{Decision, Op, PolicyError, Ranked, Tally},
    question::focus_text,
    requirements::{self, Lack},
    strategies::{self, Keys, Scorer},
};
use crate::{
    dialogue::{Focus, Probe},
    graph::KnowledgeGraph,
    id::{Name, NodeId},
    methodology::{FocusKind, Methodology},
    order,
    signals::{Scalar, SignalSet},
    state::{Declined, Situation, Trace},
};

/// What a strategy could be about: a position among the nodes or elements, or nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum At {
    Node(usize),
    Element(usize),
    Global,
}

/// A candidate with its score.
#[derive(Clone, Copy, Debug)]
struct Scored {
    strategy: usize,
    at: At,
    score: f64,
    /// The score as far as it decides: equal to nine decimals is a tie.
    rounded: f64,
}

impl Scored {
    fn of(strategy: usize, at: At, score: f64) -> Self {
        // Adding 0 turns -0 into 0, so that both tie.
        Self { strategy, at, score, rounded: (score * 1e9).round() + 0.0 }
    }
}

/// The best candidate of a strategy.
#[derive(Clone, Copy, Debug, Default)]
struct Best {
    first: Option<Scored>,
    /// Candidates with the same rounded score, the first included.
    equals: u32,
    candidates: u32,
}

impl Best {
    fn offer(&mut self, scored: Scored) {
        self.candidates += 1;
        match self.first.map(|first| scored.rounded.total_cmp(&first.rounded)) {
            Some(std::cmp::Ordering::Less) => {}
            Some(std::cmp::Ordering::Equal) => self.equals += 1,
            Some(std::cmp::Ordering::Greater) | None => (self.first, self.equals) = (Some(scored), 1),
        }
    }
}

/// Chooses the probe.
pub(super) fn decide(situation: &Situation<'_>, signals: &SignalSet, keys: &Keys) -> Result<Decision, PolicyError> {
    let lacks = requirements::lacks(situation);
    let mut scorers = strategies::scorers(situation.methodology, signals, keys)?;
    for scorer in &mut scorers {
        scorer.require(&lacks);
    }
    let field = Field { scorers: &scorers, signals, graph: Some(situation.graph) };
    let (mut open, mut passed_over) = (vec![Best::default(); scorers.len()], Vec::new());
    field.each(|scored| {
        let strategy = scorers.get(scored.strategy);
        let is_declined = !situation.declined.is_empty()
            && strategy.is_some_and(|scorer| field.is_declined(scorer, scored.at, situation.declined));
        if is_declined && strategy.is_some_and(|scorer| !scorer.is_ruled_out()) {
            passed_over.push(scored);
        } else if let Some(best) = open.get_mut(scored.strategy) {
            best.offer(scored);
        }
    })?;
    let is_open = |best: &Best| best.first.is_some_and(|first| !field.is_ruled_out(first));
    if !open.iter().any(is_open) {
        // Nothing else is left: what was passed over may be asked about again.
        for scored in passed_over.drain(..) {
            if let Some(best) = open.get_mut(scored.strategy) {
                best.offer(scored);
            }
        }
    }
    let phase: Name = strategies::phase(signals).unwrap_or_default().into();
    Board { situation, field, open, passed_over }.decision(phase)
}

/// Every eligible probe with its tally, best first.
pub(super) fn ranking(methodology: &Methodology, signals: &SignalSet, keys: &Keys) -> Result<Vec<Ranked>, PolicyError> {
    let scorers = strategies::scorers(methodology, signals, keys)?;
    let field = Field { scorers: &scorers, signals, graph: None };
    let mut all = Vec::new();
    field.each(|scored| all.push(scored))?;
    all.retain(|scored| !field.is_ruled_out(*scored));
    // A stable sort: candidates come in order of nodes or elements.
    all.sort_by(|a, b| b.rounded.total_cmp(&a.rounded).then(a.strategy.cmp(&b.strategy)));
    Ok(all.into_iter().filter_map(|scored| field.ranked(scored)).collect())
}

/// Strategies and what they could be about.
#[derive(Clone, Copy)]
struct Field<'a> {
    scorers: &'a [Scorer<'a>],
    signals: &'a SignalSet,
    /// None where the interview around the choice is not looked at.
    graph: Option<&'a KnowledgeGraph>,
}

impl<'a> Field<'a> {
    /// Scores every candidate; for one strategy they come in order of nodes or elements.
    fn each(&self, mut take: impl FnMut(Scored)) -> Result<(), PolicyError> {
        let mut broken = None;
        let mut score = |strategy: usize, scorer: &'a Scorer<'a>, at: At, own: &[Scalar]| {
            let score = self.raises(scorer, at).fold(scorer.score(own), |score, (_, points)| score + points);
            if score.is_finite() {
                take(Scored::of(strategy, at, score));
            } else if broken.is_none() {
                broken = Some(not_finite(scorer, &scorer.tally(self.signals, own)));
            }
        };
        let of_kind = |kind: FocusKind| {
            self.scorers.iter().enumerate().filter(move |(_, scorer)| scorer.kind() == kind).collect::<Vec<_>>()
        };
        let (by_node, by_element) = (of_kind(FocusKind::Node), of_kind(FocusKind::Element));
        for (at, node) in self.signals.nodes.iter().enumerate() {
            for &(strategy, scorer) in by_node.iter().filter(|(_, scorer)| scorer.fits(node.type_of)) {
                score(strategy, scorer, At::Node(at), &node.values);
            }
        }
        for (at, element) in self.signals.elements.iter().enumerate() {
            for &(strategy, scorer) in &by_element {
                score(strategy, scorer, At::Element(at), &element.values);
            }
        }
        for (strategy, scorer) in of_kind(FocusKind::Global) {
            score(strategy, scorer, At::Global, &[]);
        }
        broken.map_or(Ok(()), Err)
    }

    /// What requirements that are not met add to a candidate: each with its points.
    fn raises(&self, scorer: &'a Scorer<'a>, at: At) -> impl Iterator<Item = (&'a Lack<'a>, f64)> {
        let is_raised = !scorer.raised().is_empty();
        let node = self.graph.filter(|_| is_raised).and_then(|graph| self.node(at).and_then(|node| graph.node(node)));
        let element = self.element(at).filter(|_| is_raised);
        scorer.raised().iter().copied().filter(move |(lack, _)| lack.is_helped_by(node, element))
    }

    fn is_ruled_out(&self, scored: Scored) -> bool {
        self.scorers.get(scored.strategy).is_some_and(Scorer::is_ruled_out)
    }

    fn own(&self, at: At) -> &'a [Scalar] {
        match at {
            At::Node(at) => self.signals.nodes.get(at).map_or(&[], |found| &found.values),
            At::Element(at) => self.signals.elements.get(at).map_or(&[], |found| &found.values),
            At::Global => &[],
        }
    }

    fn node(&self, at: At) -> Option<NodeId> {
        let At::Node(at) = at else { return None };
        self.signals.nodes.get(at).map(|node| node.node)
    }

    fn element(&self, at: At) -> Option<&'a Name> {
        let At::Element(at) = at else { return None };
        self.signals.elements.get(at).map(|element| &element.element)
    }

    fn focus(&self, at: At) -> Focus {
        let node = self.node(at).map(|node| Focus::Node { node });
        let element = || self.element(at).map(|element| Focus::Element { element: element.clone() });
        node.or_else(element).unwrap_or(Focus::Global)
    }

    /// Whether the respondent declined to talk about this.
    fn is_declined(&self, scorer: &Scorer<'_>, at: At, declined: &[Declined]) -> bool {
        let is_same = |focus: &Focus| match at {
            At::Node(_) => focus.node().is_some() && focus.node() == self.node(at),
            At::Element(_) => focus.element().is_some() && focus.element() == self.element(at),
            At::Global => *focus == Focus::Global,
        };
        declined.iter().any(|declined| match declined {
            Declined::Probe(probe) => probe.strategy == scorer.strategy.id && is_same(&probe.focus),
            Declined::Focus(focus) => is_same(focus),
        })
    }

    /// The probe of a candidate, without its description.
    fn probe(&self, scored: Scored) -> Option<Probe> {
        let strategy = self.scorers.get(scored.strategy)?.strategy.id.clone();
        Some(Probe { strategy, focus: self.focus(scored.at), anchor: None, description: String::new() })
    }

    fn ranked(&self, scored: Scored) -> Option<Ranked> {
        let by = self.scorers.get(scored.strategy)?;
        let probe = self.probe(scored)?;
        let mut tally = by.tally(self.signals, self.own(scored.at));
        for (lack, points) in self.raises(by, scored.at) {
            tally.push(lack.source(), Op::Offset, Some(points), 1.0);
        }
        Some(Ranked { probe, score: Some(scored.score), tally })
    }
}

/// What one pass left over.
struct Board<'a> {
    situation: &'a Situation<'a>,
    field: Field<'a>,
    /// The best of each strategy, ruled out or not.
    open: Vec<Best>,
    passed_over: Vec<Scored>,
}

impl Board<'_> {
    fn decision(&self, phase: Name) -> Result<Decision, PolicyError> {
        let mut eligible: Vec<&Best> = self.open.iter().filter(|best| self.is_eligible(best)).collect();
        let rounded = |best: &Best| best.first.map_or(f64::NEG_INFINITY, |first| first.rounded);
        order::by(&mut eligible, |a, b| rounded(b).total_cmp(&rounded(a)));
        let Some((winner, others)) = eligible.split_first() else { return self.fallback(phase) };
        let equals = eligible.iter().filter(|best| rounded(best).total_cmp(&rounded(winner)).is_eq());
        let Some(chosen) = winner.first.and_then(|first| self.named(first, None)) else { return self.fallback(phase) };
        Ok(Decision {
            phase,
            candidates: eligible.iter().map(|best| best.candidates).sum(),
            ties: equals.map(|best| best.equals).sum::<u32>().saturating_sub(1),
            is_fallback: false,
            clarifies: None,
            chosen,
            alternatives: others.iter().filter_map(|best| self.other(best.first?)).collect(),
            vetoes: self.vetoes(),
        })
    }

    fn is_eligible(&self, best: &Best) -> bool {
        best.first.is_some_and(|first| !self.field.is_ruled_out(first))
    }

    /// A probe that was not chosen, as far as it is to be told.
    fn other(&self, scored: Scored) -> Option<Ranked> {
        match self.situation.trace {
            Trace::Whole => self.named(scored, None),
            Trace::Outcome => {
                Some(Ranked { probe: self.field.probe(scored)?, score: Some(scored.score), tally: Tally::default() })
            }
        }
    }

    /// A strategy ruled out by its phase shows its best probe; a declined probe is shown for itself.
    fn vetoes(&self) -> Vec<Ranked> {
        if self.situation.trace == Trace::Outcome {
            return Vec::new();
        }
        let ruled_out = self.open.iter().filter_map(|best| best.first).filter(|first| self.field.is_ruled_out(*first));
        let by_phase = ruled_out.filter_map(|scored| self.named(scored, None));
        let declined = self.passed_over.iter().filter_map(|scored| self.named(*scored, Some("declined")));
        by_phase.chain(declined).collect()
    }

    fn named(&self, scored: Scored, veto: Option<&'static str>) -> Option<Ranked> {
        let mut ranked = self.field.ranked(scored)?;
        if let Some(reason) = veto {
            ranked.tally.push(reason, Op::Veto, None, 1.0);
        }
        if ranked.tally.is_vetoed() {
            ranked.score = Some(ranked.tally.total());
        }
        self.describe(&mut ranked.probe);
        Some(ranked)
    }

    fn describe(&self, probe: &mut Probe) {
        let Situation { methodology, concept, graph, .. } = self.situation;
        if let Some(strategy) = methodology.strategy(&probe.strategy) {
            probe.description = [&strategy.name, ": ", focus_text(strategy, &probe.focus, concept, graph)].concat();
        }
    }

    /// No candidate at all: the first strategy its phase allows, about nothing in particular.
    fn fallback(&self, phase: Name) -> Result<Decision, PolicyError> {
        let methodology = self.situation.methodology;
        let Some(scorer) = self.field.scorers.iter().find(|scorer| !scorer.is_ruled_out()) else {
            return Err(PolicyError::NoStrategy(methodology.id.to_string()));
        };
        let strategy = scorer.strategy.id.clone();
        let mut probe = Probe { strategy, focus: Focus::Global, anchor: None, description: String::new() };
        self.describe(&mut probe);
        Ok(Decision {
            phase,
            candidates: 0,
            ties: 0,
            is_fallback: true,
            clarifies: None,
            chosen: Ranked { probe, score: None, tally: Tally::default() },
            alternatives: Vec::new(),
            vetoes: self.vetoes(),
        })
    }
}

fn not_finite(scorer: &Scorer<'_>, tally: &Tally) -> PolicyError {
    let term = tally.terms.iter().find(|term| !term.total.is_finite());
    PolicyError::NotFinite {
        term: term.map(|term| term.source.to_string()).unwrap_or_default(),
        strategy: scorer.strategy.id.to_string(),
        found: term.map_or(f64::NAN, |term| term.total),
    }
}
