//! The ten stages of a turn, in a straight line. Read this page first.
//!
//! A stage reads what earlier ones made and gives one product; the products make up the record of the turn. Two stages may ask
//! models: the turn then waits, and goes on with the next leg when they have replied, or failed to. A study without models
//! runs through all three legs at once. A stage that fails ends the turn with its name, and the interview stands where it
//! stood.

use super::{
    Failure, Interview, Recorded, Waiting,
    reading::{OpenReading, by_rules, conclude},
    wording::{OpenWording, Phrased, Then},
};
use crate::{
    dialogue::Exchange,
    graph::{GraphDelta, resolve},
    llm::{Reply, rules},
    policy::{Continuation, Decision, Judgement, StopReason},
    session::{Entry, Question, Read, SkipKind, Turn},
    signals::{self, Values},
    state::{ElementNames, State},
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
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub(super) turn: u32,
    pub(super) question: Question,
}

/// What was said in a turn.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) context: Context,
    /// The answer; none if the question was passed over.
    pub(super) answer: Option<String>,
    /// Why nothing more is asked, if the interview was stopped while models read the answer.
    pub(super) stopped: Option<StopReason>,
}

/// What was made of it.
#[derive(Clone, Debug)]
pub(super) struct Decided {
    pub(super) heard: Heard,
    pub(super) read: Option<Read>,
    pub(super) delta: GraphDelta,
    pub(super) decision: Decision,
    pub(super) signals: Values,
    pub(super) continuation: Continuation,
}

/// A stage that may ask models: it waits for them, or it is done.
enum Stage<P, D> {
    Waits(P),
    Done(D),
}

/// The legs.
impl Interview {
    /// What was said is kept, and read.
    pub(super) fn hear(&mut self, said: Said, recorded: Recorded<'_>) -> Result<(), Failure> {
        let context = self.load_context()?;
        let heard = self.save_utterance(context, said);
        match self.extract(heard, recorded) {
            Stage::Waits(open) => self.now.waiting = Waiting::Reading(Box::new(open)),
            Stage::Done((heard, read)) => self.digest(heard, read, recorded)?,
        }
        Ok(())
    }

    /// What was read goes into the graph, and the next probe is chosen and worded.
    pub(super) fn digest(&mut self, heard: Heard, read: Option<Read>, recorded: Recorded<'_>) -> Result<(), Failure> {
        let delta = self.update_graph(&heard, read.as_ref())?;
        self.compute_state(&heard, read.as_ref(), &delta);
        let judgement = self.select_strategy(heard.context.turn, read.as_ref())?;
        let decided = decide_continuation(heard, read, delta, judgement);
        match self.word_question(decided, recorded) {
            Stage::Waits(open) => self.now.waiting = Waiting::Wording(Box::new(open)),
            Stage::Done((decided, phrased)) => self.speak(decided, phrased, recorded),
        }
        Ok(())
    }

    /// The question is put, or the interview ends, and the turn is on record.
    pub(super) fn speak(&mut self, decided: Decided, phrased: Phrased, recorded: Recorded<'_>) {
        self.save_response(phrased.question.as_ref());
        self.persist_scoring(decided, phrased, recorded);
    }

    /// Models have replied: the stage that asked them goes on.
    pub(super) fn take_replies(&mut self, replies: Vec<Reply>) -> Result<(), Failure> {
        match std::mem::take(&mut self.now.waiting) {
            Waiting::Reading(open) => match self.extract_on(*open, replies) {
                Stage::Waits(open) => self.now.waiting = Waiting::Reading(Box::new(open)),
                Stage::Done((heard, read)) => self.digest(heard, Some(read), Recorded::default())?,
            },
            Waiting::Wording(open) => match self.word_on(*open, replies) {
                Stage::Waits(open) => self.now.waiting = Waiting::Wording(Box::new(open)),
                Stage::Done((Then::Opening, phrased)) => self.opened(phrased, Recorded::default()),
                Stage::Done((Then::Turn(decided), phrased)) => self.speak(*decided, phrased, Recorded::default()),
            },
            waiting @ (Waiting::Start | Waiting::Respondent(_) | Waiting::Nothing(_)) => self.now.waiting = waiting,
        }
        Ok(())
    }
}

/// The stages.
impl Interview {
    /// Stage 1, context loading: which turn this is and which question it answers.
    fn load_context(&self) -> Result<Context, Failure> {
        match &self.now.waiting {
            Waiting::Respondent(question) => Ok(Context { turn: question.turn, question: question.clone() }),
            Waiting::Start | Waiting::Reading(_) | Waiting::Wording(_) | Waiting::Nothing(_) => Err(Failure::Stage {
                turn: 0,
                stage: "context_loading",
                problem: "no question waits for an answer".to_owned(),
            }),
        }
    }

    /// Stage 2, utterance saving: the log holds the answer already; a skipped subject is not brought up again.
    fn save_utterance(&mut self, context: Context, said: Said) -> Heard {
        let answer = match said {
            Said::Answer(text) => {
                self.note_details(&text);
                Some(text)
            }
            Said::Nothing(kind) => {
                self.decline(context.question.probe.as_ref(), kind);
                None
            }
        };
        Heard { context, answer, stopped: None }
    }

    /// Stage 3, extraction: the reading in the log is taken, or the rules read the answer, and then the models if there are
    /// any and it is worth a call.
    fn extract(&self, heard: Heard, recorded: Recorded<'_>) -> Stage<OpenReading, (Heard, Option<Read>)> {
        let Some(answer) = &heard.answer else { return Stage::Done((heard, None)) };
        if let Some(read) = recorded.read {
            return Stage::Done((heard, Some(read.clone())));
        }
        let (extraction, reading) = rules::read(&self.reading_context(&heard.context), answer);
        let rules = (extraction, reading.or(signals::response(answer)));
        if let Some(outdated) = recorded.outdated {
            let read = by_rules(heard.context.turn, rules, outdated.calls.clone());
            return Stage::Done((heard, Some(read)));
        }
        let errand = self.ask_to_read(&heard, answer, &rules);
        if errand.requests.is_empty() {
            let read = by_rules(heard.context.turn, rules, Vec::new());
            return Stage::Done((heard, Some(read)));
        }
        Stage::Waits(OpenReading { heard, by_rules: rules, errand })
    }

    /// Stage 3 with the replies of models: what is missing may be asked for once more, then the rules stand in.
    fn extract_on(&self, mut open: OpenReading, replies: Vec<Reply>) -> Stage<OpenReading, (Heard, Read)> {
        open.errand.settle(replies);
        let analysis = self.analyse(&open);
        if let Some(request) = self.mend_reading(&open, &analysis) {
            open.errand.requests.push(request);
            return Stage::Waits(open);
        }
        Stage::Done(conclude(open, analysis))
    }

    /// Stage 4, graph update: the only place where the graph changes.
    fn update_graph(&mut self, heard: &Heard, read: Option<&Read>) -> Result<GraphDelta, Failure> {
        let Some(read) = read else { return Ok(GraphDelta::default()) };
        self.log.push(Entry::Read(read.clone()));
        let (ontology, matcher) = (&self.study.methodology.ontology, self.study.policy.matcher());
        let delta = resolve(&self.now.graph, &read.extraction, ontology, &matcher, heard.context.turn);
        self.now.graph.apply(&delta).map_err(|problem| Failure::Stage {
            turn: heard.context.turn,
            stage: "graph_update",
            problem: problem.to_string(),
        })?;
        let Self { study, now, .. } = self;
        let new = now.graph.nodes().skip(now.labels.len()).map(|node| study.pack.content(&node.label));
        now.labels.extend(new.collect::<Vec<_>>());
        Ok(delta)
    }

    /// Stage 5, state computation: everything that follows from the graph, from scratch; then what the turn brought.
    fn compute_state(&mut self, heard: &Heard, read: Option<&Read>, delta: &GraphDelta) {
        let Self { study, now, made, .. } = self;
        let names = made.names.get_or_init(|| ElementNames::of(&study.concept.elements));
        now.state = State::with(&now.graph, &study.concept, names, &study.methodology, &study.limits);
        let exchange = Exchange {
            turn: heard.context.turn,
            question: heard.context.question.text.clone(),
            probe: heard.context.question.probe.clone(),
            answer: heard.answer.clone(),
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

    /// Stage 8, question generation: the study's own question is due, or the one in the log is taken, or the rules word the
    /// probe, and then a model if there is one. Where nobody finds words, there is none.
    fn word_question(
        &mut self,
        mut decided: Decided,
        recorded: Recorded<'_>,
    ) -> Stage<OpenWording, (Decided, Phrased)> {
        if let Some(plan) = self.core_plan(&mut decided) {
            let recorded = self.recorded_wording(&plan, recorded);
            let phrased = recorded.unwrap_or_else(|| Phrased { question: plan.by_rules(), calls: Vec::new() });
            return Stage::Done((decided, phrased));
        }
        if decided.continuation.reason.is_some() {
            return Stage::Done((decided, Phrased { question: None, calls: Vec::new() }));
        }
        let plan = self.plan(&decided);
        if let Some(phrased) = self.recorded_wording(&plan, recorded) {
            return Stage::Done((decided, phrased));
        }
        let errand = self.ask_for_question(&decided, &plan);
        if errand.requests.is_empty() {
            return Stage::Done((decided, Phrased { question: plan.by_rules(), calls: errand.records }));
        }
        Stage::Waits(OpenWording { then: Then::Turn(Box::new(decided)), plan, errand })
    }

    /// Stage 8 with the reply of a model: a wording the guard refuses is asked for once more, then the rules stand in.
    fn word_on(&self, mut open: OpenWording, replies: Vec<Reply>) -> Stage<OpenWording, (Then, Phrased)> {
        let asked = open.errand.requests.clone();
        open.errand.settle(replies);
        let question = asked.first().and_then(|asked| self.take_wording(&mut open, asked));
        if question.is_none() && !open.errand.requests.is_empty() {
            return Stage::Waits(open);
        }
        let question = question.or_else(|| open.plan.by_rules());
        Stage::Done((open.then, Phrased { question, calls: open.errand.records }))
    }

    /// Stage 9, response saving: the question waits, and its focus is on record.
    pub(super) fn save_response(&mut self, next: Option<&Question>) {
        let Some(question) = next else { return };
        if let Some(probe) = &question.probe {
            self.now.course.focus(question.turn - 1, probe);
        }
        self.now.asked.push(question.text.clone());
        self.now.asked_words.push(rules::question_words(&question.text));
        self.now.used.extend(question.tactic.clone());
        self.now.waiting = Waiting::Respondent(question.clone());
    }

    /// Stage 10, scoring persistence: the record of the turn is complete, and its digest goes into the log. Without a question
    /// the interview ends.
    fn persist_scoring(&mut self, decided: Decided, phrased: Phrased, recorded: Recorded<'_>) {
        let Decided { heard, read, delta, decision, signals, mut continuation } = decided;
        let Phrased { question: next, calls: asking } = phrased;
        let (source, extraction, reading, mut calls) = match read {
            Some(Read { source, extraction, reading, calls, .. }) => {
                (Some(source), Some(extraction), Some(reading), calls)
            }
            None => (None, None, None, Vec::new()),
        };
        if next.is_none() {
            continuation.reason = continuation.reason.or(Some(StopReason::OutOfQuestions));
        }
        let reason = continuation.reason;
        calls.extend(asking.iter().cloned());
        let turn = Turn {
            turn: heard.context.turn,
            question: heard.context.question,
            answer: heard.answer,
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
            calls,
        };
        match &turn.next {
            Some(question) => self.log_question(question, self.digest_of(&turn), asking, recorded),
            None => self.log_unasked(turn.turn + 1, asking),
        }
        let is_over = turn.next.is_none();
        self.now.turns.push(turn);
        if let Some(reason) = reason.filter(|_| is_over) {
            self.finish(reason);
        }
    }
}

/// Stage 7, continuation: whether the chosen probe is asked or the interview ends, as the policy judged.
fn decide_continuation(heard: Heard, read: Option<Read>, delta: GraphDelta, judgement: Judgement) -> Decided {
    let Judgement { decision, mut continuation, signals } = judgement;
    continuation.reason = heard.stopped.or(continuation.reason);
    Decided { heard, read, delta, decision, signals, continuation }
}
