//! The ten stages of a turn, in a straight line. Read this page first.
//!
//! A stage reads what earlier ones made and gives one product; the products make up the record of the turn. A stage that
//! fails ends the turn with its name, and the interview stands where it stood.

use indexmap::IndexMap;

use super::{Failure, Interview, Recorded, Waiting, record::digest, summary::summary};
use crate::{
    dialogue::{Exchange, Focus, Probe, Source},
    graph::{GraphDelta, resolve},
    llm::rules::{self, Known, ReadingContext},
    policy::{CLARIFICATION, Continuation, Decision, Judgement, StopReason},
    session::{Entry, Outcome, Question, Read, SkipKind, Turn},
    signals::{self, Value},
    state::{Declined, Situation, State},
};

/// What came of a question.
#[derive(Clone, Debug)]
pub(super) enum Said {
    /// An answer.
    Answer(String),
    /// The question was passed over.
    Nothing(SkipKind),
}

/// What a turn starts from.
struct Context {
    turn: u32,
    question: Question,
}

impl Interview {
    /// One turn: what was said, and the question or the ending that follows.
    pub(super) fn take_turn(&mut self, said: &Said, recorded: Recorded<'_>) -> Result<(), Failure> {
        let context = self.load_context()?;
        let answer = self.save_utterance(&context, said);
        let read = answer.map(|answer| self.extract(&context, answer, recorded));
        let delta = self.update_graph(&context, read.as_ref())?;
        self.compute_state(&context, answer, read.as_ref(), &delta);
        let judgement = self.select_strategy(context.turn, read.as_ref())?;
        let (decision, signals, continuation) = decide_continuation(judgement);
        let (continuation, next) = self.word_question(context.turn, &decision, continuation, recorded);
        self.save_response(next.as_ref());
        self.persist_scoring(context, answer, read, delta, decision, signals, continuation, next, recorded);
        Ok(())
    }

    /// Stage 1, context loading: which turn this is and which question it answers.
    fn load_context(&self) -> Result<Context, Failure> {
        match &self.now.waiting {
            Waiting::Respondent(question) => Ok(Context { turn: question.turn, question: question.clone() }),
            Waiting::Start | Waiting::Nothing(_) => Err(Failure::Stage {
                turn: 0,
                stage: "context_loading",
                problem: "no question waits for an answer".to_owned(),
            }),
        }
    }

    /// Stage 2, utterance saving: the log holds the answer already; a skipped subject is not brought up again.
    fn save_utterance<'a>(&mut self, context: &Context, said: &'a Said) -> Option<&'a str> {
        match said {
            Said::Answer(text) => Some(text),
            Said::Nothing(kind) => {
                self.decline(context.question.probe.as_ref(), *kind);
                None
            }
        }
    }

    /// Stage 3, extraction: the answer is read, or the reading in the log is taken.
    fn extract(&mut self, context: &Context, answer: &str, recorded: Recorded<'_>) -> Read {
        let read = recorded.read.cloned().unwrap_or_else(|| {
            let (extraction, reading) = rules::read(&self.reading_context(context), answer);
            let reading = reading.or(signals::response(answer));
            Read { turn: context.turn, source: Source::Rules { version: rules::VERSION }, extraction, reading, calls: Vec::new() }
        });
        self.log.push(Entry::Read(read.clone()));
        read
    }

    /// Stage 4, graph update: the only place where the graph changes.
    fn update_graph(&mut self, context: &Context, read: Option<&Read>) -> Result<GraphDelta, Failure> {
        let Some(read) = read else { return Ok(GraphDelta::default()) };
        let (ontology, matcher) = (&self.study.methodology.ontology, self.study.policy.matcher());
        let delta = resolve(&self.now.graph, &read.extraction, ontology, &matcher, context.turn);
        self.now.graph.apply(&delta).map_err(|problem| Failure::Stage {
            turn: context.turn,
            stage: "graph_update",
            problem: problem.to_string(),
        })?;
        Ok(delta)
    }

    /// Stage 5, state computation: everything that follows from the graph, from scratch; then what the turn brought.
    fn compute_state(&mut self, context: &Context, answer: Option<&str>, read: Option<&Read>, delta: &GraphDelta) {
        let Self { study, now, .. } = self;
        now.state = State::of(&now.graph, &study.concept, &study.methodology, &study.limits);
        let exchange = Exchange {
            turn: context.turn,
            question: context.question.text.clone(),
            probe: context.question.probe.clone(),
            answer: answer.map(str::to_owned),
            reading: read.map(|read| read.reading.clone()),
            new_nodes: delta.new_nodes().collect(),
            new_edges: delta.new_edges().collect(),
            mentioned_nodes: delta.mentioned_nodes().collect(),
            refined_nodes: delta.refined_nodes().collect(),
            reactions: read.map(|read| read.extraction.reactions()).unwrap_or_default(),
            understood: read.map(|read| read.extraction.understood.clone()).unwrap_or_default(),
        };
        now.course.record(&exchange, &now.state);
        now.history.push(exchange);
    }

    /// Stage 6, strategy selection: the policy scores every probe and chooses one. An answer that says nothing that can be
    /// coded is asked about first, if the policy does so. What stage 7 needs comes from the same look at the situation.
    fn select_strategy(&self, turn: u32, read: Option<&Read>) -> Result<Judgement, Failure> {
        let (policy, situation) = (&self.study.policy, self.situation(turn));
        if let Some(reason) = self.to_clarify(read) {
            let decision = Decision::clarify(reason);
            let continuation = policy.continuation(&situation, &decision);
            return Ok(Judgement { decision, continuation, signals: policy.signals(&situation) });
        }
        policy.judge(&situation).map_err(|problem| Failure::Stage {
            turn,
            stage: "strategy_selection",
            problem: problem.to_string(),
        })
    }

    /// Stage 8, question generation: words the probe; without a wording left, the interview ends.
    fn word_question(
        &mut self,
        turn: u32,
        decision: &Decision,
        continuation: Continuation,
        recorded: Recorded<'_>,
    ) -> (Continuation, Option<Question>) {
        if continuation.reason.is_some() {
            return (continuation, None);
        }
        let probe = &decision.chosen.probe;
        let Some(asked) = self.word(probe) else {
            return (Continuation { reason: Some(StopReason::OutOfQuestions), ..continuation }, None);
        };
        let fresh = Question {
            turn: turn + 1,
            text: asked.text,
            probe: Some(probe.clone()),
            focus: self.focus_text(probe),
            tactic: Some(asked.tactic),
            source: Source::Rules { version: rules::VERSION },
            turns_left: continuation.turns_left.saturating_sub(1),
        };
        let question = match recorded.asked {
            Some(recorded) => self.as_recorded(&fresh, recorded),
            None => fresh,
        };
        (continuation, Some(question))
    }

    /// Stage 9, response saving: the question waits, and its focus is on record.
    fn save_response(&mut self, next: Option<&Question>) {
        let Some(question) = next else { return };
        if let Some(probe) = &question.probe {
            self.now.course.focus(question.turn - 1, probe);
        }
        self.now.asked.push(question.text.clone());
        self.now.used.extend(question.tactic.clone());
        self.now.waiting = Waiting::Respondent(question.clone());
    }

    /// Stage 10, scoring persistence: the record of the turn is complete, and its digest goes into the log.
    #[expect(clippy::too_many_arguments, reason = "one argument a product of the stages before")]
    fn persist_scoring(
        &mut self,
        context: Context,
        answer: Option<&str>,
        read: Option<Read>,
        delta: GraphDelta,
        decision: Decision,
        signals: IndexMap<String, Value>,
        continuation: Continuation,
        next: Option<Question>,
        recorded: Recorded<'_>,
    ) {
        let (source, extraction, reading) = match read {
            Some(Read { source, extraction, reading, .. }) => (Some(source), Some(extraction), Some(reading)),
            None => (None, None, None),
        };
        let reason = continuation.reason;
        let turn = Turn {
            turn: context.turn,
            question: context.question,
            answer: answer.map(str::to_owned),
            source,
            extraction,
            reading,
            delta,
            state: self.now.state.clone(),
            growth: self.now.course.growth,
            signals,
            decision: Some(decision),
            continuation,
            next,
            calls: Vec::new(),
        };
        let digest = digest(&turn);
        if let Some(question) = &turn.next {
            self.log_question(question, digest, recorded);
        }
        self.now.turns.push(turn);
        if let Some(reason) = reason {
            self.finish(reason);
        }
    }
}

/// Stage 7, continuation: whether the chosen probe is asked or the interview ends, as the policy judged.
fn decide_continuation(judgement: Judgement) -> (Decision, IndexMap<String, Value>, Continuation) {
    let Judgement { decision, continuation, signals } = judgement;
    (decision, signals, continuation)
}

/// What stages share.
impl Interview {
    /// The opening: turn 0, a question without a probe.
    pub(super) fn open(&mut self, recorded: Recorded<'_>) -> Result<(), Failure> {
        let text =
            self.study.texts.opening.iter().find(|text| !text.trim().is_empty()).ok_or_else(|| {
                Failure::Study("it has no opening question; add one under `texts.opening`".to_owned())
            })?;
        let fresh = Question {
            turn: 1,
            text: text.clone(),
            probe: None,
            focus: String::new(),
            tactic: None,
            source: Source::Rules { version: rules::VERSION },
            turns_left: self.study.limits.max_turns.saturating_sub(1),
        };
        let question = match recorded.asked {
            Some(recorded) => self.as_recorded(&fresh, recorded),
            None => fresh,
        };
        self.save_response(Some(&question));
        let digest = digest(&question);
        self.log_question(&question, digest, recorded);
        Ok(())
    }

    /// Ends the interview.
    pub(super) fn finish(&mut self, reason: StopReason) {
        let texts = &self.study.texts;
        let text = match reason {
            StopReason::Safety => texts.safety.clone(),
            StopReason::RespondentStopped
            | StopReason::MaxTurns
            | StopReason::ClosingStrategy
            | StopReason::ElementsCovered
            | StopReason::GraphSaturated
            | StopReason::QualityDegraded
            | StopReason::DepthPlateau
            | StopReason::AllNodesExhausted
            | StopReason::OutOfQuestions
            | StopReason::FatigueDetected
            | StopReason::ExplorationComplete
            | StopReason::ClosedByHost => texts.goodbye.clone(),
        };
        let turns = self.now.history.last().map_or(0, |exchange| exchange.turn);
        let summary = summary(&self.now.graph, &self.study.methodology.ontology);
        self.now.answered = None;
        self.now.waiting = Waiting::Nothing(Outcome { reason, turns, text, summary });
    }

    /// Why a clarification is due: the answer could not be used, and not too many were asked for in a row.
    fn to_clarify(&self, read: Option<&Read>) -> Option<String> {
        let extraction = read.map(|read| &read.extraction).filter(|extraction| !extraction.extractable)?;
        let is_clarification =
            |exchange: &&Exchange| exchange.probe.as_ref().is_some_and(|probe| &*probe.strategy == CLARIFICATION);
        let in_a_row = self.now.history.iter().rev().take_while(is_clarification).count();
        let allowed = usize::try_from(self.study.policy.clarify_unreadable()).unwrap_or(usize::MAX);
        let reason = extraction.reason.clone().unwrap_or_else(|| "nothing in it could be coded".to_owned());
        (in_a_row < allowed).then_some(reason)
    }

    fn situation(&self, turn: u32) -> Situation<'_> {
        Situation {
            concept: &self.study.concept,
            methodology: &self.study.methodology,
            limits: &self.study.limits,
            graph: &self.now.graph,
            state: &self.now.state,
            course: &self.now.course,
            history: &self.now.history,
            turn,
            declined: &self.now.declined,
        }
    }

    fn reading_context<'a>(&'a self, context: &'a Context) -> ReadingContext<'a> {
        let probe = context.question.probe.as_ref();
        let named = probe.is_some_and(|probe| !matches!(probe.focus, Focus::Global));
        let known = self.now.graph.active_nodes();
        ReadingContext {
            pack: &self.study.pack,
            methodology: &self.study.methodology.id,
            ontology: &self.study.methodology.ontology,
            elements: &self.study.concept.elements,
            topic: &self.study.concept.topic,
            question: &context.question.text,
            focus: named.then_some(context.question.focus.as_str()),
            focus_element: probe.and_then(|probe| probe.focus.element()),
            known: known.map(|node| Known { label: &node.label, node_type: &node.node_type }).collect(),
            previous_answer: self.now.history.iter().rev().find_map(|exchange| exchange.answer.as_deref()),
        }
    }

    fn decline(&mut self, probe: Option<&Probe>, kind: SkipKind) {
        let Some(probe) = probe else { return };
        match &probe.focus {
            Focus::Global => self.now.declined.push(Declined::Probe(probe.clone())),
            focus => self.now.declined.push(Declined::Focus(focus.clone())),
        }
        if kind == SkipKind::Declined {
            let node = probe.focus.node().and_then(|node| self.now.graph.node(node));
            let elements = node.map(|node| node.elements.clone()).unwrap_or_default();
            let declined = elements.into_iter().map(|element| Declined::Focus(Focus::Element { element }));
            self.now.declined.extend(declined);
        }
    }
}
