//! Figures over simulated interviews: sums of whole numbers, independent of order and of constant size.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    engine::{
        dialogue::{Focus, Probe},
        id::NodeId,
        interview::{Interview, Step},
        json,
        policy::Decision,
        session::Turn,
        text::{WordSet, alike},
    },
    studio::scoring::RuleScore,
};

/// Least similarity of repeated questions, 0–1.
const ALIKE: f64 = 0.85;

/// Most turns in a row on one focus without yield before it counts as insisting.
const PATIENCE: u64 = 3;

/// Precision of the comparison of scores, as in `signal_pools`.
const PARTS: f64 = 1e9;

/// A count out of a total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ratio {
    /// The count.
    pub some: u64,
    /// The total.
    pub all: u64,
}

impl Ratio {
    /// The quotient; none for a total of 0.
    #[expect(clippy::cast_precision_loss, reason = "counts of turns stay far below 2^52")]
    pub fn of(self) -> Option<f64> {
        (self.all > 0).then(|| self.some as f64 / self.all as f64)
    }

    fn count(&mut self, holds: bool) {
        self.some += u64::from(holds);
        self.all += 1;
    }

    fn add(&mut self, other: Self) {
        self.some += other.some;
        self.all += other.all;
    }
}

/// Figures over interviews.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SimulationFigures {
    /// Finished interviews.
    pub interviews: u64,
    /// Answered questions.
    pub turns: u64,
    /// Fewest turns of an interview.
    pub shortest: Option<u64>,
    /// Most turns of an interview.
    pub longest: u64,
    /// Elements covered, of all elements of all interviews.
    pub elements: Ratio,
    /// Interviews that covered every element.
    pub complete: Ratio,
    /// Sum of the longest chains, in nodes; of all interviews.
    pub depth: Ratio,
    /// Longest chain of all, in nodes.
    pub deepest: u64,
    /// Interviews with a node of a terminal type, if the methodology has one.
    pub terminal: Ratio,
    /// Interviews with at least two of them.
    pub terminal_twice: Ratio,
    /// Questions like an earlier one of the same interview, of all questions.
    pub repeated: Ratio,
    /// Different foci, of the questions that had one.
    pub foci: Ratio,
    /// Interviews with only ideas of the first answer as foci, of those with four such foci or more.
    pub first_movers: Ratio,
    /// Most turns in a row on one focus without yield.
    pub longest_stay: u64,
    /// Interviews with more than three turns in a row on one focus without yield.
    pub insisting: Ratio,
    /// Questions whose probe tied with another one, of those chosen by score.
    pub tied: Ratio,
    /// Among these, ties of two strategies, decided by their order in the file.
    pub tied_by_strategy: Ratio,
    /// Among these, ties of two foci of one strategy, decided by their order of appearance.
    pub tied_by_focus: Ratio,
    /// Number of ties won, by strategy.
    pub tie_winners: BTreeMap<String, u64>,
    /// Sum of the rule scores, 0–100 each; of all interviews.
    pub rule_score: Ratio,
    /// Questions by strategy.
    pub strategies: BTreeMap<String, u64>,
    /// Interviews by reason of their end.
    pub stop_reasons: BTreeMap<String, u64>,
}

impl SimulationFigures {
    /// The figures of one finished interview.
    pub fn of(interview: &Interview) -> Self {
        let turns = interview.turns();
        let count = u64::try_from(turns.len()).unwrap_or(u64::MAX);
        let mut figures =
            Self { interviews: 1, turns: count, shortest: Some(count), longest: count, ..Self::default() };
        figures.graph(interview);
        figures.rule_score = Ratio { some: RuleScore::without_report(&interview.record()).total_score.into(), all: 1 };
        figures.questions(interview);
        figures.stays(turns);
        for turn in turns {
            figures.choice(turn);
        }
        if let Step::Finished { outcome } = interview.step() {
            figures.stop_reasons.insert(json::word(&outcome.reason), 1);
        }
        figures
    }

    /// Adds the figures of other interviews.
    pub fn add(&mut self, other: &Self) {
        self.interviews += other.interviews;
        self.turns += other.turns;
        self.shortest = match (self.shortest, other.shortest) {
            (Some(ours), Some(theirs)) => Some(ours.min(theirs)),
            (ours, theirs) => ours.or(theirs),
        };
        self.longest = self.longest.max(other.longest);
        self.deepest = self.deepest.max(other.deepest);
        self.longest_stay = self.longest_stay.max(other.longest_stay);
        for (ours, theirs) in [
            (&mut self.elements, other.elements),
            (&mut self.complete, other.complete),
            (&mut self.depth, other.depth),
            (&mut self.terminal, other.terminal),
            (&mut self.terminal_twice, other.terminal_twice),
            (&mut self.repeated, other.repeated),
            (&mut self.foci, other.foci),
            (&mut self.first_movers, other.first_movers),
            (&mut self.insisting, other.insisting),
            (&mut self.tied, other.tied),
            (&mut self.tied_by_strategy, other.tied_by_strategy),
            (&mut self.tied_by_focus, other.tied_by_focus),
            (&mut self.rule_score, other.rule_score),
        ] {
            ours.add(theirs);
        }
        for (ours, theirs) in [
            (&mut self.tie_winners, &other.tie_winners),
            (&mut self.strategies, &other.strategies),
            (&mut self.stop_reasons, &other.stop_reasons),
        ] {
            for (name, number) in theirs {
                *ours.entry(name.clone()).or_default() += number;
            }
        }
    }

    fn graph(&mut self, interview: &Interview) {
        let ontology = &interview.study().methodology.ontology;
        let is_terminal = |id: &str| ontology.node(id).is_some_and(|node| node.terminal);
        if ontology.nodes.iter().any(|node| node.terminal) {
            let ends = interview.graph().active_nodes().filter(|node| is_terminal(&node.node_type)).count();
            self.terminal.count(ends >= 1);
            self.terminal_twice.count(ends >= 2);
        }
        let Some(state) = interview.turns().last().map(|turn| &turn.state) else { return };
        let coverage = &state.coverage;
        self.elements = Ratio { some: coverage.elements_covered.into(), all: coverage.elements_total.into() };
        if coverage.elements_total > 0 {
            self.complete.count(coverage.elements_covered == coverage.elements_total);
        }
        self.depth = Ratio { some: state.graph.max_depth.into(), all: 1 };
        self.deepest = state.graph.max_depth.into();
    }

    fn questions(&mut self, interview: &Interview) {
        let turns = interview.turns();
        let mut earlier: Vec<&WordSet> = Vec::new();
        let mut foci: Vec<&Focus> = Vec::new();
        for turn in turns {
            // The interview holds the words of every question. A pause may come twice.
            let asked = interview.words_asked(&turn.question.text);
            if let Some(new) = asked.filter(|_| turn.question.proposes.is_none()) {
                self.repeated.count(earlier.iter().any(|old| alike(old, new, ALIKE)));
                earlier.push(new);
            }
            let Some(Probe { strategy, focus, .. }) = &turn.question.probe else { continue };
            *self.strategies.entry(strategy.to_string()).or_default() += 1;
            if *focus != Focus::Global {
                self.foci.count(!foci.contains(&focus));
                foci.push(focus);
            }
        }
        let mut asked: Vec<NodeId> = foci.iter().filter_map(|focus| focus.node()).collect();
        asked.sort_unstable();
        asked.dedup();
        if asked.len() >= 4
            && let Some(first) = turns.first()
        {
            let from_first: Vec<NodeId> = first.delta.new_nodes().collect();
            self.first_movers.count(asked.iter().all(|node| from_first.contains(node)));
        }
    }

    /// The longest run of questions about one focus without yield.
    fn stays(&mut self, turns: &[Turn]) {
        let (mut run, mut on): (u64, Option<&Focus>) = (0, None);
        for turn in turns {
            let focus = turn.question.probe.as_ref().map(|probe| &probe.focus).filter(|focus| **focus != Focus::Global);
            let delta = &turn.delta;
            let yielded = delta.new_nodes().next().is_some()
                || delta.new_edges().next().is_some()
                || delta.refined_nodes().next().is_some();
            run = match focus {
                Some(_) if !yielded => {
                    if focus == on {
                        run + 1
                    } else {
                        1
                    }
                }
                Some(_) | None => 0,
            };
            on = focus;
            self.longest_stay = self.longest_stay.max(run);
        }
        self.insisting.count(self.longest_stay > PATIENCE);
    }

    /// Counts ties. Only choices that led to a question count.
    fn choice(&mut self, turn: &Turn) {
        let (Some(decision), Some(_)) = (&turn.decision, &turn.next) else { return };
        if decision.is_fallback || decision.clarifies.is_some() {
            return;
        }
        let is_tied = decision.ties > 0;
        self.tied.count(is_tied);
        let strategies = strategies_tied(decision);
        self.tied_by_strategy.count(is_tied && strategies > 0);
        self.tied_by_focus.count(is_tied && u64::from(decision.ties) > strategies);
        if is_tied {
            *self.tie_winners.entry(decision.chosen.probe.strategy.to_string()).or_default() += 1;
        }
    }
}

/// Number of other strategies with the score of the winner.
fn strategies_tied(decision: &Decision) -> u64 {
    let rounded = |score: Option<f64>| score.map(|score| (score * PARTS).round() + 0.0);
    let best = rounded(decision.chosen.score);
    let equal = decision.alternatives.iter().filter(|ranked| ranked.score.is_some() && rounded(ranked.score) == best);
    u64::try_from(equal.count()).unwrap_or(u64::MAX)
}
