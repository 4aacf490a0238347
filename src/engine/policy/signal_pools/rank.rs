//! Ranks all candidates in one pass, without a sort and without an allocation for a candidate.
//!
//! Tallies are built only for kept candidates: the chosen probe, the best of each other strategy, and vetoed probes.

use super::{
    super::{
        conversation::{Talk, Verdict, Veto},
        decision::{DECLINED, Decision, Ranked},
        error::PolicyError,
        tally::{Op, Tally},
    },
    focus_text::focus_text,
    requirements::{self, UnmetRequirement},
    scoring::{self, Keys, StrategyScorer},
};
use crate::engine::{
    dialogue::{Focus, Probe},
    graph::KnowledgeGraph,
    id::{Name, NodeId},
    methodology::{FocusKind, Methodology},
    signals::{Scalar, SignalSet},
    sort,
    state::{Declined, Situation, Trace},
};

/// The target of a candidate: a position among the nodes or elements, or nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    Node(usize),
    Element(usize),
    Global,
}

/// A candidate with its score.
#[derive(Clone, Copy, Debug)]
struct ScoredCandidate {
    /// Position of the strategy.
    strategy: usize,
    target: Target,
    score: f64,
    /// The score to nine decimals. Equal values are a tie.
    rounded: f64,
    /// The rule of the conversation that rules it out.
    veto: Option<Veto>,
}

impl ScoredCandidate {
    fn new(strategy: usize, target: Target, score: f64, veto: Option<Veto>) -> Self {
        // Adding 0 turns -0 into 0, so that both tie.
        Self { strategy, target, score, rounded: (score * 1e9).round() + 0.0, veto }
    }
}

/// The best candidate of a strategy.
#[derive(Clone, Copy, Debug, Default)]
struct BestOf {
    first: Option<ScoredCandidate>,
    /// Candidates with the same rounded score, the first included.
    equals: u32,
    candidates: u32,
}

impl BestOf {
    fn offer(&mut self, candidate: ScoredCandidate) {
        self.candidates += 1;
        match self.first.map(|first| candidate.rounded.total_cmp(&first.rounded)) {
            Some(std::cmp::Ordering::Less) => {}
            Some(std::cmp::Ordering::Equal) => self.equals += 1,
            Some(std::cmp::Ordering::Greater) | None => (self.first, self.equals) = (Some(candidate), 1),
        }
    }

    fn rounded(&self) -> f64 {
        self.first.map_or(f64::NEG_INFINITY, |first| first.rounded)
    }
}

/// Chooses the probe.
pub(super) fn decide(situation: &Situation<'_>, signals: &SignalSet, keys: &Keys) -> Result<Decision, PolicyError> {
    let unmet = requirements::unmet(situation);
    let mut scorers = scoring::scorers(situation.methodology, signals, keys)?;
    for scorer in &mut scorers {
        scorer.require(&unmet);
    }
    let talk = Talk::of(situation, &situation.methodology.strategies, situation.methodology.tactics.iter().collect());
    let candidates = Candidates { scorers: &scorers, signals, graph: Some(situation.graph), talk: talk.as_ref() };
    let (mut best, mut declined) = (vec![BestOf::default(); scorers.len()], Vec::new());
    let mut vetoed: Vec<(ScoredCandidate, Veto)> = Vec::new();
    candidates.score_each(|candidate| {
        let open = scorers.get(candidate.strategy).filter(|scorer| !scorer.is_ruled_out());
        let scorer = open.filter(|_| !situation.declined.is_empty());
        let is_declined =
            scorer.is_some_and(|scorer| candidates.is_declined(scorer, candidate.target, situation.declined));
        let veto = candidate.veto.filter(|_| open.is_some());
        if is_declined {
            declined.push(candidate);
        } else if let Some(veto) = veto {
            vetoed.push((candidate, veto));
        } else if let Some(best) = best.get_mut(candidate.strategy) {
            best.offer(candidate);
        }
    })?;
    if !best.iter().any(|best| candidates.is_eligible(best)) {
        // Without any other candidate, a rule that is not final gives way.
        let (last, others): (Vec<_>, Vec<_>) = vetoed.drain(..).partition(|(_, veto)| !veto.is_final);
        for (candidate, _) in last {
            if let Some(best) = best.get_mut(candidate.strategy) {
                best.offer(candidate);
            }
        }
        vetoed = others;
    }
    if !best.iter().any(|best| candidates.is_eligible(best)) {
        // Without any other candidate, declined ones may be asked again.
        for candidate in declined.drain(..) {
            if let Some(best) = best.get_mut(candidate.strategy) {
                best.offer(candidate);
            }
        }
    }
    let phase: Name = scoring::phase(signals).unwrap_or_default().into();
    Ranking { situation, candidates, best, declined, vetoed }.decision(phase)
}

/// Every eligible probe with its tally, best first.
pub(super) fn ranking(methodology: &Methodology, signals: &SignalSet, keys: &Keys) -> Result<Vec<Ranked>, PolicyError> {
    let scorers = scoring::scorers(methodology, signals, keys)?;
    let candidates = Candidates { scorers: &scorers, signals, graph: None, talk: None };
    let mut all = Vec::new();
    candidates.score_each(|candidate| all.push(candidate))?;
    all.retain(|candidate| !candidates.is_ruled_out(*candidate));
    // A stable sort: candidates come in order of nodes or elements.
    sort::by(&mut all, |a, b| b.rounded.total_cmp(&a.rounded).then(a.strategy.cmp(&b.strategy)));
    Ok(all.into_iter().filter_map(|candidate| candidates.ranked(candidate)).collect())
}

/// All candidates: every strategy with every target it may have.
#[derive(Clone, Copy)]
struct Candidates<'a> {
    scorers: &'a [StrategyScorer<'a>],
    signals: &'a SignalSet,
    /// None for a ranking by signals alone.
    graph: Option<&'a KnowledgeGraph>,
    /// The rules of the conversation, if there are any.
    talk: Option<&'a Talk<'a>>,
}

impl<'a> Candidates<'a> {
    /// Scores every candidate. Those of one strategy come in order of nodes or elements.
    fn score_each(&self, mut take: impl FnMut(ScoredCandidate)) -> Result<(), PolicyError> {
        let mut error = None;
        let mut score = |strategy: usize, scorer: &'a StrategyScorer<'a>, target: Target, own: &[Scalar]| {
            let score = self.raises(scorer, target).fold(scorer.score(own), |score, (_, points)| score + points);
            let verdict = self.verdict(scorer, target);
            let score = verdict.points.iter().fold(score, |score, (_, points)| score + points);
            if score.is_finite() {
                take(ScoredCandidate::new(strategy, target, score, verdict.veto));
            } else if error.is_none() {
                error = Some(not_finite(scorer, &scorer.tally(self.signals, own)));
            }
        };
        let of_kind = |kind: FocusKind| {
            self.scorers.iter().enumerate().filter(move |(_, scorer)| scorer.kind() == kind).collect::<Vec<_>>()
        };
        let (by_node, by_element) = (of_kind(FocusKind::Node), of_kind(FocusKind::Element));
        for (at, node) in self.signals.nodes.iter().enumerate() {
            for &(strategy, scorer) in by_node.iter().filter(|(_, scorer)| scorer.fits(node.type_of)) {
                score(strategy, scorer, Target::Node(at), &node.values);
            }
        }
        for (at, element) in self.signals.elements.iter().enumerate() {
            for &(strategy, scorer) in &by_element {
                score(strategy, scorer, Target::Element(at), &element.values);
            }
        }
        for (strategy, scorer) in of_kind(FocusKind::Global) {
            score(strategy, scorer, Target::Global, &[]);
        }
        error.map_or(Ok(()), Err)
    }

    /// What the rules of the conversation say of a candidate.
    fn verdict(&self, scorer: &StrategyScorer<'_>, target: Target) -> Verdict {
        self.talk.map(|talk| talk.verdict(scorer.strategy, &self.focus(target))).unwrap_or_default()
    }

    /// Unmet requirements that raise a candidate, each with its points.
    fn raises(
        &self,
        scorer: &'a StrategyScorer<'a>,
        target: Target,
    ) -> impl Iterator<Item = (&'a UnmetRequirement<'a>, f64)> {
        let is_raised = !scorer.raised().is_empty();
        let graph = self.graph.filter(|_| is_raised);
        let node = graph.and_then(|graph| self.node(target).and_then(|node| graph.node(node)));
        let element = self.element(target).filter(|_| is_raised);
        scorer.raised().iter().copied().filter(move |(unmet, _)| unmet.is_helped_by(node, element))
    }

    fn is_ruled_out(&self, candidate: ScoredCandidate) -> bool {
        self.scorers.get(candidate.strategy).is_some_and(StrategyScorer::is_ruled_out)
    }

    fn is_eligible(&self, best: &BestOf) -> bool {
        best.first.is_some_and(|first| !self.is_ruled_out(first))
    }

    /// Signals of the target itself.
    fn own_signals(&self, target: Target) -> &'a [Scalar] {
        match target {
            Target::Node(at) => self.signals.nodes.get(at).map_or(&[], |found| &found.values),
            Target::Element(at) => self.signals.elements.get(at).map_or(&[], |found| &found.values),
            Target::Global => &[],
        }
    }

    fn node(&self, target: Target) -> Option<NodeId> {
        let Target::Node(at) = target else { return None };
        self.signals.nodes.get(at).map(|node| node.node)
    }

    fn element(&self, target: Target) -> Option<&'a Name> {
        let Target::Element(at) = target else { return None };
        self.signals.elements.get(at).map(|element| &element.element)
    }

    fn focus(&self, target: Target) -> Focus {
        let node = self.node(target).map(|node| Focus::Node { node });
        let element = || self.element(target).map(|element| Focus::Element { element: element.clone() });
        node.or_else(element).unwrap_or(Focus::Global)
    }

    /// Whether the respondent declined this question or its subject.
    fn is_declined(&self, scorer: &StrategyScorer<'_>, target: Target, declined: &[Declined]) -> bool {
        let is_same = |focus: &Focus| match target {
            Target::Node(_) => focus.node().is_some() && focus.node() == self.node(target),
            Target::Element(_) => focus.element().is_some() && focus.element() == self.element(target),
            Target::Global => *focus == Focus::Global,
        };
        declined.iter().any(|declined| match declined {
            Declined::Probe(probe) => probe.strategy == scorer.strategy.id && is_same(&probe.focus),
            Declined::Focus(focus) => is_same(focus),
        })
    }

    /// The probe of a candidate, without its description.
    fn probe(&self, candidate: ScoredCandidate) -> Option<Probe> {
        let strategy = self.scorers.get(candidate.strategy)?.strategy.id.clone();
        Some(Probe::new(strategy, self.focus(candidate.target)))
    }

    fn ranked(&self, candidate: ScoredCandidate) -> Option<Ranked> {
        let scorer = self.scorers.get(candidate.strategy)?;
        let probe = self.probe(candidate)?;
        let mut tally = scorer.tally(self.signals, self.own_signals(candidate.target));
        for (unmet, points) in self.raises(scorer, candidate.target) {
            tally.push(unmet.source(), Op::Offset, Some(points), 1.0);
        }
        for (rule, points) in self.verdict(scorer, candidate.target).points {
            tally.push(rule, Op::Offset, Some(points), 1.0);
        }
        Some(Ranked { probe, score: Some(candidate.score), tally })
    }
}

/// The result of the pass over all candidates.
struct Ranking<'a> {
    situation: &'a Situation<'a>,
    candidates: Candidates<'a>,
    /// The best of each strategy, ruled out or not.
    best: Vec<BestOf>,
    declined: Vec<ScoredCandidate>,
    /// Candidates that a rule of the conversation rules out.
    vetoed: Vec<(ScoredCandidate, Veto)>,
}

impl Ranking<'_> {
    fn decision(&self, phase: Name) -> Result<Decision, PolicyError> {
        let mut eligible: Vec<&BestOf> = self.best.iter().filter(|best| self.candidates.is_eligible(best)).collect();
        sort::by(&mut eligible, |a, b| b.rounded().total_cmp(&a.rounded()));
        let chosen = eligible.first().and_then(|winner| Some((*winner, self.described(winner.first?, None)?)));
        let Some((winner, chosen)) = chosen else { return self.fallback(phase) };
        let equals = eligible.iter().filter(|best| best.rounded().total_cmp(&winner.rounded()).is_eq());
        Ok(Decision {
            phase,
            candidates: eligible.iter().map(|best| best.candidates).sum(),
            ties: equals.map(|best| best.equals).sum::<u32>().saturating_sub(1),
            is_fallback: false,
            clarifies: None,
            chosen,
            alternatives: eligible.iter().skip(1).filter_map(|best| self.alternative(best.first?)).collect(),
            vetoes: self.vetoes(),
        })
    }

    /// A probe that was not chosen, in the detail of the trace.
    fn alternative(&self, candidate: ScoredCandidate) -> Option<Ranked> {
        match self.situation.trace {
            Trace::Whole => self.described(candidate, None),
            Trace::Outcome => {
                Some(Ranked { score: Some(candidate.score), ..Ranked::unscored(self.candidates.probe(candidate)?) })
            }
        }
    }

    /// The best probe of each strategy that is ruled out, then every declined probe.
    fn vetoes(&self) -> Vec<Ranked> {
        if self.situation.trace == Trace::Outcome {
            return Vec::new();
        }
        let firsts = self.best.iter().filter_map(|best| best.first);
        let ruled_out = firsts.filter(|first| self.candidates.is_ruled_out(*first));
        let by_strategy = ruled_out.filter_map(|candidate| self.described(candidate, None));
        let declined = self.declined.iter().filter_map(|candidate| self.described(*candidate, Some(DECLINED)));
        let by_talk = self.vetoed.iter().filter_map(|(candidate, veto)| self.described(*candidate, Some(veto.source)));
        by_strategy.chain(declined).chain(by_talk).collect()
    }

    /// A candidate with its tally and description, and a veto if there is one.
    fn described(&self, candidate: ScoredCandidate, veto: Option<&'static str>) -> Option<Ranked> {
        let mut ranked = self.candidates.ranked(candidate)?;
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

    /// Without any candidate: the first strategy that the phase allows, with a global focus.
    fn fallback(&self, phase: Name) -> Result<Decision, PolicyError> {
        let Some(scorer) = self.candidates.scorers.iter().find(|scorer| !scorer.is_ruled_out()) else {
            return Err(PolicyError::NoStrategy(self.situation.methodology.id.to_string()));
        };
        let mut probe = Probe::global(scorer.strategy.id.clone());
        self.describe(&mut probe);
        Ok(Decision { vetoes: self.vetoes(), ..Decision::fallback(phase, Ranked::unscored(probe)) })
    }
}

fn not_finite(scorer: &StrategyScorer<'_>, tally: &Tally) -> PolicyError {
    let term = tally.terms.iter().find(|term| !term.total.is_finite());
    PolicyError::NotFinite {
        term: term.map(|term| term.source.to_string()).unwrap_or_default(),
        strategy: scorer.strategy.id.to_string(),
        found: term.map_or(f64::NAN, |term| term.total),
    }
}
