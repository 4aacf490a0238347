//! What holds for every graph and every interview, not only for recorded ones.

use proptest::prelude::*;
use querent_engine::engine::{
    concept::{Concept, Element, Requirements},
    dialogue::{Exchange, Focus, Probe},
    graph::{ActiveGraph, Edge, GraphDelta, KnowledgeGraph, Node, Operation, REVISES, SearchBudget},
    id::{EdgeId, Name, NodeId},
    index_map::IndexMap,
    limits::Limits,
    methodology::{Conversation, FocusKind, FocusRule, Methodology, NodeType, Ontology, Phase, Strategy as Asking},
    policy::{Decision, Policy, signal_pools},
    signals::{self, SignalScope, SignalSet},
    state::{Declined, InterviewHistory, Situation, State, Trace},
};

const TYPES: [&str; 4] = ["attribute", "consequence", "value", "context"];

fn node(id: u32, kind: usize, elements: Vec<Name>) -> Operation {
    Operation::AddNode(Node {
        id: NodeId(id),
        label: format!("idea {id}"),
        node_type: TYPES[kind % TYPES.len()].into(),
        turn: 1,
        confidence: 0.8,
        stance: 0,
        ambiguous: false,
        elements,
        quotes: Vec::new(),
        kind: None,
        saying: None,
        superseded_by: None,
    })
}

fn edge(id: u32, source: u32, target: u32, edge_type: &str) -> Operation {
    Operation::AddEdge(Edge {
        id: EdgeId(id),
        source: NodeId(source),
        target: NodeId(target),
        edge_type: edge_type.into(),
        turn: 1,
        confidence: 0.8,
        permitted: true,
        quotes: Vec::new(),
    })
}

/// A small graph: kinds of nodes, and edges by their ends and kind.
fn graphs() -> impl Strategy<Value = KnowledgeGraph> {
    let edges = |nodes: u32| prop::collection::vec((0..nodes, 0..nodes, 0..6_usize), 0..14);
    let drawn =
        (1..8_u32).prop_flat_map(move |nodes| (prop::collection::vec(0..TYPES.len(), nodes as usize), edges(nodes)));
    drawn.prop_map(|(kinds, edges)| {
        let edge_types = ["leads_to", "leads_to", "leads_to", "leads_to", "enables", REVISES];
        let nodes = (0..).zip(kinds).map(|(id, kind)| node(id, kind, vec!["one".into()]));
        let edges = (0..).zip(edges).map(|(id, (from, to, kind))| edge(id, from, to, edge_types[kind]));
        let mut graph = KnowledgeGraph::default();
        graph.apply(&GraphDelta { operations: nodes.chain(edges).collect() }).unwrap();
        graph
    })
}

/// Every simple path from a node, seen one by one.
fn paths(next: &[Vec<usize>], path: &mut Vec<usize>, see: &mut impl FnMut(&[usize])) {
    see(path);
    for &node in &next[*path.last().unwrap()] {
        if !path.contains(&node) {
            path.push(node);
            paths(next, path, see);
            path.pop();
        }
    }
}

/// A search depth first as it is specified, without any shortcut.
struct Literal<'a> {
    next: &'a [Vec<usize>],
    limit: u32,
    steps: u32,
    best: usize,
    /// Value of a path.
    value: &'a dyn Fn(&[usize]) -> usize,
    /// Whether a path ends the search.
    is_enough: &'a dyn Fn(&[usize]) -> bool,
}

impl Literal<'_> {
    /// None while paths are left; else whether the search saw all it had to.
    fn enter(&mut self, path: &mut Vec<usize>, node: usize) -> Option<bool> {
        if self.steps == self.limit {
            return Some(false);
        }
        self.steps += 1;
        path.push(node);
        self.best = self.best.max((self.value)(path));
        if (self.is_enough)(path) {
            return Some(true);
        }
        for &next in &self.next[node] {
            if !path.contains(&next)
                && let Some(end) = self.enter(path, next)
            {
                return Some(end);
            }
        }
        path.pop();
        None
    }

    fn run(mut self, start: usize) -> (usize, bool) {
        let end = self.enter(&mut Vec::new(), start);
        (self.best, end.unwrap_or(true))
    }
}

/// Nodes that can be reached, the start included.
fn reachable(next: &[Vec<usize>], start: usize) -> Vec<usize> {
    let (mut seen, mut open) = (Vec::new(), vec![start]);
    while let Some(node) = open.pop() {
        if !seen.contains(&node) {
            seen.push(node);
            open.extend(&next[node]);
        }
    }
    seen
}

fn rungs(active: &ActiveGraph<'_>, path: &[usize]) -> usize {
    let rung = |node: &usize| TYPES.iter().position(|kind| *kind == &*active.nodes[*node].node_type);
    let mut rungs: Vec<usize> = path.iter().filter_map(rung).filter(|at| *at < 3).collect();
    rungs.sort_unstable();
    rungs.dedup();
    rungs.len()
}

/// Each neighbour once, in order of edge insertion.
fn once(mut next: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    for list in &mut next {
        let mut seen = Vec::new();
        list.retain(|node| !seen.contains(node) && (seen.push(*node), true).1);
    }
    next
}

/// Neighbours whatever the direction, in order of edge insertion.
fn ties(active: &ActiveGraph<'_>) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); active.len()];
    for edge in &active.edges {
        next[edge.source as usize].push(edge.target as usize);
        next[edge.target as usize].push(edge.source as usize);
    }
    once(next)
}

fn successors(active: &ActiveGraph<'_>) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); active.len()];
    for edge in &active.edges {
        next[edge.source as usize].push(edge.target as usize);
    }
    once(next)
}

fn methodology(strategies: Vec<Asking>, phases: IndexMap<Name, Phase>) -> Methodology {
    let level = |at: usize| [Some(1), Some(2), Some(3), None][at];
    let node = |(at, id): (usize, &&str)| NodeType {
        id: (*id).into(),
        name: String::new(),
        level: level(at),
        terminal: *id == "value",
        description: String::new(),
        examples: Vec::new(),
    };
    Methodology {
        id: "drawn".into(),
        name: String::new(),
        version: None,
        goal: String::new(),
        opening_bias: String::new(),
        description: String::new(),
        ontology: Ontology { nodes: TYPES.iter().enumerate().map(node).collect(), ..Ontology::default() },
        strategies,
        tactics: Vec::new(),
        phases,
        requires: Vec::new(),
        conversation: Conversation::default(),
    }
}

fn concept() -> Concept {
    let element = |id: &str| Element {
        id: id.into(),
        label: format!("element {id}"),
        say: None,
        aliases: Vec::new(),
        requirements: Requirements::default(),
    };
    Concept {
        id: "concept".into(),
        name: String::new(),
        topic: "oat milk".to_owned(),
        objective: None,
        insight: None,
        promise: None,
        reason_to_believe: None,
        stimulus: None,
        elements: vec![element("one"), element("two")],
    }
}

/// Keys a strategy about such things may weigh.
fn keys(kind: FocusKind) -> Vec<String> {
    let sees = |scope: SignalScope| match scope {
        SignalScope::Global => true,
        SignalScope::Node => kind == FocusKind::Node,
        SignalScope::Element => kind == FocusKind::Element,
    };
    let endings = ["", ".low", ".mid", ".high", ".none", ".medium", ".true", ".false", ".fresh", ".surface", ".early"];
    let names = signals::names().filter(|(_, scope)| sees(*scope));
    let keys = names.flat_map(|(name, _)| endings.iter().map(move |ending| format!("{name}{ending}")));
    keys.filter(|key| signals::SignalKey::parse(key).is_some()).collect()
}

/// Kind of focus, weights in tenths, base in tenths, whether terminal nodes are left out.
type Weighed = (FocusKind, Vec<(String, i32)>, i32, bool);

fn strategies() -> impl Strategy<Value = Vec<Asking>> {
    let kinds = prop::sample::select(vec![FocusKind::Node, FocusKind::Node, FocusKind::Element, FocusKind::Global]);
    let weighed = kinds.prop_flat_map(|kind| {
        let weights = prop::collection::vec((prop::sample::select(keys(kind)), -30..30_i32), 0..12);
        (Just(kind), weights, -20..20_i32, any::<bool>())
    });
    prop::collection::vec(weighed, 1..6).prop_map(|drawn| {
        let strategy = |(at, (kind, weights, base, exclude_terminal)): (usize, Weighed)| Asking {
            id: format!("s{at}").into(),
            name: format!("S{at}"),
            description: String::new(),
            guidance: None,
            tactics: Vec::new(),
            moves_as: None,
            focus: FocusRule { kind, exclude_terminal, ..FocusRule::default() },
            base: f64::from(base) / 10.0,
            closes: false,
            varies: false,
            weights: weights.into_iter().map(|(key, weight)| (key.into(), f64::from(weight) / 10.0)).collect(),
        };
        drawn.into_iter().enumerate().map(strategy).collect()
    })
}

fn phases() -> impl Strategy<Value = IndexMap<Name, Phase>> {
    prop::collection::vec((0..4_u32, -3..4_i32), 6).prop_map(|drawn| {
        let mut phase = Phase::default();
        for (at, (weight, bonus)) in drawn.into_iter().enumerate() {
            phase.weights.insert(format!("s{at}").into(), f64::from(weight) * 0.7);
            phase.bonuses.insert(format!("s{at}").into(), f64::from(bonus) / 10.0);
        }
        ["early", "mid"].map(|name| (name.into(), phase.clone())).into_iter().collect()
    })
}

struct Drawn {
    graph: KnowledgeGraph,
    methodology: Methodology,
    concept: Concept,
    limits: Limits,
    history: Vec<Exchange>,
}

impl Drawn {
    fn new(graph: KnowledgeGraph, methodology: Methodology) -> Self {
        let answer = "I like the foam because it is thick, I guess";
        let exchange = Exchange {
            turn: 1,
            question: String::new(),
            probe: None,
            answer: Some(answer.to_owned()),
            reading: Some(signals::read_words(answer)),
            new_nodes: graph.nodes().map(|node| node.id).collect(),
            new_edges: Vec::new(),
            mentioned_nodes: Vec::new(),
            refined_nodes: Vec::new(),
            reactions: Vec::new(),
            understood: Vec::new(),
            interest: Vec::new(),
        };
        Self { graph, methodology, concept: concept(), limits: Limits::default(), history: vec![exchange] }
    }

    fn with<R>(&self, declined: &[Declined], look: impl FnOnce(&Situation<'_>) -> R) -> R {
        let state = State::of(&self.graph, &self.concept, &self.methodology, &self.limits);
        let mut course = InterviewHistory::default();
        course.record(&self.history[0], &state);
        look(&Situation {
            pack: Default::default(),
            concept: &self.concept,
            methodology: &self.methodology,
            limits: &self.limits,
            graph: &self.graph,
            state: &state,
            course: &course,
            history: &self.history,
            turn: 1,
            declined,
            trace: Trace::Whole,
        })
    }

    fn decide(&self, declined: &[Declined]) -> Option<Decision> {
        self.with(declined, |situation| {
            let policy = Policy::SignalPools(signal_pools::SignalPoolsConfig::default());
            policy.judge(situation).ok().map(|judgement| judgement.decision)
        })
    }
}

proptest! {
    #[test]
    fn a_chain_is_the_longest_of_all_simple_paths(graph in graphs()) {
        let active = ActiveGraph::of(&graph);
        let next = successors(&active);
        let chains = active.longest_chains(&mut SearchBudget::per_start(5_000));
        prop_assert!(chains.exact);
        for (start, length) in chains.lengths.iter().enumerate() {
            let mut longest = 0;
            paths(&next, &mut vec![start], &mut |path| longest = longest.max(path.len()));
            prop_assert_eq!(*length as usize, longest);
        }
    }

    #[test]
    fn a_bounded_chain_is_never_too_long(graph in graphs(), steps in 1..6_u32) {
        let active = ActiveGraph::of(&graph);
        let exact = active.longest_chains(&mut SearchBudget::per_start(5_000));
        let bounded = active.longest_chains(&mut SearchBudget::per_start(steps));
        prop_assert!(bounded.lengths.iter().zip(&exact.lengths).all(|(bounded, exact)| bounded <= exact));
        prop_assert!(!bounded.exact || bounded == exact);
    }

    #[test]
    fn shortcuts_do_not_change_what_a_bounded_search_finds(graph in graphs(), steps in 1..9_u32) {
        let active = ActiveGraph::of(&graph);
        let next = successors(&active);
        let is_cyclic = (0..next.len()).any(|node| next[node].iter().any(|next_node| reachable(&next, *next_node).contains(&node)));
        let limit = if is_cyclic { steps } else { u32::MAX };
        let chains = active.longest_chains(&mut SearchBudget::per_start(steps));
        let mut exact = true;
        for (start, length) in chains.lengths.iter().enumerate() {
            let goal = reachable(&next, start).len();
            let is_enough = |path: &[usize]| path.len() == goal;
            let literal = Literal { next: &next, limit, steps: 0, best: 0, value: &<[usize]>::len, is_enough: &is_enough };
            let found = literal.run(start);
            prop_assert_eq!(*length as usize, found.0);
            exact &= found.1;
        }
        prop_assert_eq!(chains.exact, exact);
    }

    #[test]
    fn the_depth_of_an_element_is_what_the_specified_search_finds(graph in graphs(), steps in 1..20_u32) {
        let active = ActiveGraph::of(&graph);
        let next = ties(&active);
        let (mut best, mut exact) = (usize::from(!active.is_empty()), true);
        for start in 0..active.len() {
            let part = reachable(&next, start);
            let goal = rungs(&active, &part);
            let is_enough = |path: &[usize]| rungs(&active, path) == goal || path.len() == part.len();
            let value = |path: &[usize]| rungs(&active, path);
            let literal = Literal { next: &next, limit: steps, steps: 0, best: 0, value: &value, is_enough: &is_enough };
            let found = literal.run(start);
            best = best.max(found.0);
            exact &= found.1;
        }
        let limits = Limits { chain_steps: steps, ..Limits::default() };
        let state = State::of(&graph, &concept(), &methodology(Vec::new(), IndexMap::new()), &limits);
        #[expect(clippy::cast_precision_loss, reason = "a ladder of three rungs")]
        let expected = best as f64 / 3.0;
        prop_assert!((state.coverage.elements[0].depth - expected).abs() < 1e-9);
        prop_assert_eq!(state.coverage.elements[0].exact, exact);
        prop_assert_eq!(state.coverage.elements[1].depth, 0.0);
    }

    #[test]
    fn a_tally_replayed_is_the_score(graph in graphs(), strategies in strategies(), phases in phases()) {
        let drawn = Drawn::new(graph, methodology(strategies, phases));
        let ranked = drawn.with(&[], |situation| {
            signal_pools::SignalPoolsConfig::default().ranking(situation.methodology, &SignalSet::of(situation)).unwrap()
        });
        for ranked in &ranked {
            prop_assert_eq!(ranked.score.map(f64::to_bits), Some(ranked.tally.replay().to_bits()));
            prop_assert_eq!(ranked.tally.total().to_bits(), ranked.tally.replay().to_bits());
        }
    }

    #[test]
    fn one_pass_chooses_what_a_full_ranking_puts_first(
        graph in graphs(), strategies in strategies(), phases in phases()
    ) {
        let drawn = Drawn::new(graph, methodology(strategies, phases));
        let ranked = drawn.with(&[], |situation| {
            signal_pools::SignalPoolsConfig::default().ranking(situation.methodology, &SignalSet::of(situation)).unwrap()
        });
        let Some(decision) = drawn.decide(&[]) else { return {
            let _: () = prop_assert!(ranked.is_empty());
            Ok(())
        } };
        prop_assert_eq!(decision.is_fallback, ranked.is_empty());
        let Some(first) = ranked.first() else { return Ok(()) };
        prop_assert_eq!(&decision.chosen.probe.strategy, &first.probe.strategy);
        prop_assert_eq!(&decision.chosen.probe.focus, &first.probe.focus);
        prop_assert_eq!(decision.candidates as usize, ranked.len());
        let rounded = |score: Option<f64>| (score.unwrap() * 1e9).round();
        let ties = ranked.iter().filter(|other| rounded(other.score) == rounded(first.score)).count() - 1;
        prop_assert_eq!(decision.ties as usize, ties);
        let mut seen = vec![first.probe.strategy.clone()];
        let others = ranked.iter().filter(|ranked| {
            let is_new = !seen.contains(&ranked.probe.strategy);
            seen.push(ranked.probe.strategy.clone());
            is_new
        });
        prop_assert!(others.map(|ranked| &ranked.tally).eq(decision.alternatives.iter().map(|ranked| &ranked.tally)));
    }

    #[test]
    fn a_declined_subject_is_left_alone_while_there_is_another(
        graph in graphs(), strategies in strategies(), phases in phases()
    ) {
        let drawn = Drawn::new(graph, methodology(strategies, phases));
        let Some(before) = drawn.decide(&[]).filter(|decision| !decision.is_fallback) else { return Ok(()) };
        let Probe { strategy, focus, .. } = before.chosen.probe.clone();
        let declined = match focus {
            Focus::Global => Declined::Probe(before.chosen.probe.clone()),
            _ => Declined::Focus(focus.clone()),
        };
        let after = drawn.decide(&[declined]).unwrap();
        let is_declined = |probe: &Probe| probe.focus == focus && (focus != Focus::Global || probe.strategy == strategy);
        if is_declined(&after.chosen.probe) {
            prop_assert!(after.vetoes.iter().all(|veto| veto.tally.terms.last().unwrap().source != "declined"));
            prop_assert!(after.alternatives.iter().all(|ranked| is_declined(&ranked.probe)));
        } else {
            prop_assert!(after.vetoes.iter().any(|veto| is_declined(&veto.probe) && veto.tally.is_vetoed()));
            prop_assert!(after.candidates < before.candidates);
        }
    }
}
