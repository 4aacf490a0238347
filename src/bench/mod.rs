//! Entry point for benchmarks, built with the feature `bench`: a scripted interview with turns that are timed one by
//! one.
//!
//! A turn runs the local work of [`crate::engine::interview`] except for reading and wording. The host measures the
//! time.

mod script;

use self::script::{Script, ScriptElement, ScriptProbe};
use crate::{
    engine::reader,
    engine::{
        concept::Concept,
        dialogue::{Exchange, Focus, Probe, Reading, Source},
        graph::{Extraction, KnowledgeGraph, resolve},
        id::NodeId,
        interview::Interview,
        policy::Judgement,
        session::{AnswerReading, Input, LogEntry},
        state::{InterviewHistory, Situation, State, Trace},
        study::Study,
    },
};

/// An answer of typical length, for a whole turn.
const ANSWER: &str = "It froths well and tastes a little sweet, so my coffee is creamy and I need no sugar. That \
                      makes the morning calm, because the kids like it too and I feel I look after them.";

/// Number of turns that contain the scripted interview before its last turn is timed.
const PACKED: usize = 10;

/// Why a script cannot run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// The study or the graph is invalid.
    #[error("the study or the graph could not be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// A stage of a turn fails.
    #[error("turn {turn} failed: {problem}")]
    Turn {
        /// Number of the turn.
        turn: u32,
        /// The error of the stage.
        problem: String,
    },
}

/// A scripted interview.
#[derive(Debug)]
pub struct Bench {
    study: Study,
    /// The extraction of each answer, in order.
    said: Vec<(Extraction, Reading)>,
    /// The subject of each question; the first has none.
    probes: Vec<Option<Probe>>,
    now: Now,
}

/// The state of a scripted interview.
#[derive(Clone, Debug, Default)]
pub struct Now {
    graph: KnowledgeGraph,
    course: InterviewHistory,
    history: Vec<Exchange>,
}

impl Bench {
    /// Creates a script at its start. `study` is a `study.json`, `graph` is a graph of the benchmark.
    ///
    /// # Errors
    /// [`BenchError::Unreadable`] if the study or the graph is invalid.
    pub fn new(study: &str, graph: &str) -> Result<Self, BenchError> {
        let script: Script = serde_json::from_str(graph)?;
        let mut study: Study = serde_json::from_str(study)?;
        fit(&mut study, &script);
        let said = (1..=script.turns).map(|turn| script.said(turn)).collect();
        let strategies = study.policy.strategies(&study.methodology);
        let probe = |asked: &ScriptProbe| {
            let strategy = strategies.get(asked.strategy % strategies.len().max(1))?;
            Some(Probe {
                strategy: strategy.id.clone(),
                focus: Focus::Node { node: asked.focus },
                anchor: None,
                description: format!("{}: {}", strategy.name, asked.focus),
            })
        };
        let probes = std::iter::once(None).chain(script.history.iter().map(probe)).collect();
        Ok(Self { study, said, probes, now: Now::default() })
    }

    /// Number of turns.
    pub fn turns(&self) -> usize {
        self.said.len()
    }

    /// Number of ideas so far.
    pub fn nodes(&self) -> usize {
        self.now.graph.node_count()
    }

    /// Applies the updates of all turns up to this one, without decisions.
    ///
    /// # Errors
    /// [`BenchError::Turn`] names the first turn that failed.
    pub fn skip_to(&mut self, turn: usize) -> Result<(), BenchError> {
        while self.now.history.len() < turn {
            let turn = self.update()?;
            self.now.course.record(&self.exchange(turn), &State::default());
            self.now.history.push(self.exchange(turn));
            self.focus(turn);
        }
        Ok(())
    }

    /// The current state, for [`Self::restore`].
    pub fn mark(&self) -> Now {
        self.now.clone()
    }

    /// Restores a state.
    pub fn rewind(&mut self, now: &Now) {
        self.now.clone_from(now);
    }

    /// Runs one turn: update the graph, compute the state, record the turn, and score every probe. Then it chooses a
    /// probe, decides whether to continue, and collects the signals.
    ///
    /// # Errors
    /// [`BenchError::Turn`] if a stage fails.
    pub fn play(&mut self) -> Result<Judgement, BenchError> {
        let turn = self.update()?;
        let Study { concept, pack, methodology, limits, policy, .. } = &self.study;
        let state = State::of(&self.now.graph, concept, methodology, limits);
        let exchange = self.exchange(turn);
        self.now.course.record(&exchange, &state);
        self.now.history.push(exchange);
        let situation = Situation {
            concept,
            pack,
            methodology,
            limits,
            graph: &self.now.graph,
            state: &state,
            course: &self.now.course,
            history: &self.now.history,
            turn,
            declined: &[],
            trace: Trace::Whole,
        };
        let judged = policy.judge(&situation);
        let judgement = judged.map_err(|error| BenchError::Turn { turn, problem: error.to_string() })?;
        self.focus(turn);
        Ok(judgement)
    }

    /// An interview after all turns but the last, and the last answer.
    ///
    /// # Errors
    /// [`BenchError::Turn`] if the interview rejects the script.
    pub fn interview(&self) -> Result<(Interview, Input), BenchError> {
        let heard = self.said.len().saturating_sub(1);
        let mut log = vec![LogEntry::Input(Input::Start {
            session: "bench".to_owned(),
            seed: 7,
            locale: self.study.language.clone(),
            at: 0,
        })];
        let packs = self.said.get(..heard).unwrap_or_default().chunks(heard.div_ceil(PACKED).max(1));
        for (turn, pack) in (1..).zip(packs) {
            log.push(LogEntry::Input(Input::Answer { text: ANSWER.to_owned(), at: u64::from(turn), manner: None }));
            let extraction = Extraction {
                extractable: true,
                nodes: pack.iter().flat_map(|(said, _)| said.nodes.clone()).collect(),
                edges: pack.iter().flat_map(|(said, _)| said.edges.clone()).collect(),
                ..Extraction::default()
            };
            let reading = pack.first().map(|(_, reading)| reading.clone()).unwrap_or_default();
            let source = Source::Rules { version: reader::VERSION };
            log.push(LogEntry::Read(AnswerReading { turn, source, extraction, reading, calls: Vec::new() }));
        }
        let interview = Interview::resume(self.study.clone(), &log)
            .map_err(|failure| BenchError::Turn { turn: 0, problem: failure.to_string() })?;
        Ok((interview, Input::Answer { text: ANSWER.to_owned(), at: u64::from(u32::MAX), manner: None }))
    }

    fn update(&mut self) -> Result<u32, BenchError> {
        let at = self.now.history.len();
        let turn = u32::try_from(at + 1).unwrap_or(u32::MAX);
        let Some((extraction, _)) = self.said.get(at) else {
            return Err(BenchError::Turn { turn, problem: "the script is over".to_owned() });
        };
        let (ontology, matcher) = (&self.study.methodology.ontology, self.study.policy.matcher());
        let delta = resolve(&self.now.graph, extraction, ontology, &matcher, turn);
        self.now.graph.apply(&delta).map_err(|error| BenchError::Turn { turn, problem: error.to_string() })?;
        Ok(turn)
    }

    /// The exchange of a turn. In a script, every idea of an answer is new.
    fn exchange(&self, turn: u32) -> Exchange {
        let at = turn as usize - 1;
        let (extraction, reading) = self.said.get(at).cloned().unwrap_or_default();
        let new = |node: &&crate::engine::graph::Node| node.turn == turn;
        let newest = self.now.graph.nodes().rev().take_while(new).map(|node| node.id);
        let mut new_nodes: Vec<NodeId> = newest.collect();
        new_nodes.reverse();
        Exchange {
            turn,
            question: format!("What about number {turn}?"),
            probe: self.probes.get(at).cloned().flatten(),
            answer: Some(ANSWER.to_owned()),
            reading: Some(reading),
            new_nodes,
            new_edges: self.now.graph.edges().rev().take_while(|edge| edge.turn == turn).map(|edge| edge.id).collect(),
            mentioned_nodes: Vec::new(),
            refined_nodes: Vec::new(),
            reactions: extraction.reactions(),
            understood: extraction.understood,
        }
    }

    fn focus(&mut self, turn: u32) {
        if let Some(Some(probe)) = self.probes.get(turn as usize) {
            self.now.course.focus(turn, probe);
        }
    }
}

/// Adapts the study to the script: its elements, four rungs, and no end before the script's.
fn fit(study: &mut Study, script: &Script) {
    let elements = script.elements.iter().map(ScriptElement::element).collect();
    study.concept = Concept { elements, ..study.concept.clone() };
    let ontology = &mut study.methodology.ontology;
    ontology.nodes.retain(|node| &*node.id != "instrumental_value");
    for edge in &mut ontology.edges {
        if &*edge.id == "leads_to" {
            let pair = |source: &str| (source.into(), "terminal_value".into());
            edge.permitted.extend(["psychosocial_consequence", "terminal_value"].map(pair));
        }
    }
    let limits = &mut study.limits;
    (limits.max_turns, limits.min_turns, limits.target_depth) = (u32::MAX, u32::MAX, 2.0);
    (limits.zero_yield, limits.shallow, limits.plateau, limits.yield_gap) = (u32::MAX, u32::MAX, u32::MAX, u32::MAX);
}

#[cfg(target_arch = "wasm32")]
mod bindings {
    //! WebAssembly bindings of the benchmark.

    use wasm_bindgen::prelude::{JsError, wasm_bindgen};

    use super::{Bench, BenchError, Now};
    use crate::engine::{interview::Interview, session::Input};

    fn thrown(error: &BenchError) -> JsError {
        JsError::new(&error.to_string())
    }

    /// Local work of a scripted interview, one turn per call.
    #[wasm_bindgen]
    #[derive(Debug)]
    pub struct Turns {
        bench: Bench,
        mark: Now,
    }

    #[wasm_bindgen]
    impl Turns {
        /// Creates a script at its start.
        #[wasm_bindgen(constructor)]
        pub fn new(study: &str, graph: &str) -> Result<Turns, JsError> {
            let bench = Bench::new(study, graph).map_err(|error| thrown(&error))?;
            Ok(Self { bench, mark: Now::default() })
        }

        /// Number of turns.
        pub fn turns(&self) -> usize {
            self.bench.turns()
        }

        /// Applies the updates up to this turn and saves the state.
        pub fn skip_to(&mut self, turn: usize) -> Result<(), JsError> {
            self.bench.skip_to(turn).map_err(|error| thrown(&error))?;
            self.mark = self.bench.mark();
            Ok(())
        }

        /// Restores the saved state.
        pub fn rewind(&mut self) {
            self.bench.rewind(&self.mark);
        }

        /// Runs one turn. Returns the number of ideas after it.
        pub fn play(&mut self) -> Result<usize, JsError> {
            self.bench.play().map_err(|error| thrown(&error))?;
            Ok(self.bench.nodes())
        }

        /// Creates a whole interview before its last turn.
        pub fn whole(&self) -> Result<Whole, JsError> {
            let (interview, input) = self.bench.interview().map_err(|error| thrown(&error))?;
            Ok(Whole { now: interview.clone(), interview, input })
        }
    }

    /// A whole interview whose next turn can run repeatedly.
    #[wasm_bindgen]
    #[derive(Debug)]
    pub struct Whole {
        interview: Interview,
        now: Interview,
        input: Input,
    }

    #[wasm_bindgen]
    impl Whole {
        /// Restores the state before the turn.
        pub fn rewind(&mut self) {
            self.now = self.interview.clone();
        }

        /// Runs the turn, from the answer to the next question.
        pub fn handle(&mut self) -> Result<usize, JsError> {
            let answered = self.now.handle(self.input.clone());
            answered.map_err(|failure| JsError::new(&failure.to_string()))?;
            Ok(self.now.graph().node_count())
        }
    }
}
