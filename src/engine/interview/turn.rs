//! The ten stages of a turn, in order. Read this page first.
//!
//! A stage reads the products of earlier stages and returns one product; together they form the record of the turn. Stages 3
//! and 8 may ask models: the turn then waits, and its next leg starts with their replies. A study without models runs all
//! three legs at once. A failed stage ends the turn, and the interview returns to its state before the input.

use super::{
    Interview, InterviewError, answer_calls, confirmation, fixed_questions, outcome, question_calls, question_log,
    redact, situation,
    state::{
        DecidedTurn, Follows, PendingQuestion, PendingReading, Recording, Response, TurnContext, Utterance, Waiting,
        WordingResult,
    },
};
use crate::engine::{
    graph::{GraphDelta, resolve},
    model::Reply,
    policy::{Decision, Judgement, StopReason},
    reader,
    session::{AnswerReading, LogEntry, Question, Turn},
    signals,
    state::{ElementNames, State},
    wording,
};

/// The result of a stage that may ask models.
enum Progress<P, D> {
    /// The stage waits for models.
    Pending(P),
    Done(D),
}

/// The legs.
impl Interview {
    /// Leg 1, stages 1 to 3: saves the response and reads it.
    pub(super) fn receive_response(
        &mut self,
        response: Response,
        recording: Recording<'_>,
    ) -> Result<(), InterviewError> {
        let context = self.load_context()?;
        let utterance = self.save_utterance(context, response);
        match self.extract(utterance, recording) {
            Progress::Pending(reading) => self.state.waiting = Waiting::Reading(Box::new(reading)),
            Progress::Done((utterance, read)) => self.decide_next(utterance, read, recording)?,
        }
        Ok(())
    }

    /// Leg 2, stages 4 to 8: updates the graph, selects the next probe and generates its question.
    pub(super) fn decide_next(
        &mut self,
        utterance: Utterance,
        read: Option<AnswerReading>,
        recording: Recording<'_>,
    ) -> Result<(), InterviewError> {
        let delta = self.update_graph(&utterance, read.as_ref())?;
        self.compute_state(&utterance, read.as_ref(), &delta);
        let judgement = self.select_strategy(utterance.context.turn, read.as_ref())?;
        let decided = decide_continuation(utterance, read, delta, judgement);
        match self.generate_question(decided, recording) {
            Progress::Pending(question) => self.state.waiting = Waiting::Wording(Box::new(question)),
            Progress::Done((decided, worded)) => self.close_turn(decided, worded, recording),
        }
        Ok(())
    }

    /// Leg 3, stages 9 and 10: saves the question and the record of the turn.
    pub(super) fn close_turn(&mut self, decided: DecidedTurn, worded: WordingResult, recording: Recording<'_>) {
        self.save_question(worded.question.as_ref());
        self.save_turn(decided, worded, recording);
    }

    /// Continues the leg that waits for models with their replies.
    pub(super) fn take_replies(&mut self, replies: Vec<Reply>) -> Result<(), InterviewError> {
        match std::mem::take(&mut self.state.waiting) {
            Waiting::Reading(reading) => match self.extract_from_replies(*reading, replies) {
                Progress::Pending(reading) => self.state.waiting = Waiting::Reading(Box::new(reading)),
                Progress::Done((utterance, read)) => self.decide_next(utterance, Some(read), Recording::default())?,
            },
            Waiting::Wording(question) => match self.generate_from_replies(*question, replies) {
                Progress::Pending(question) => self.state.waiting = Waiting::Wording(Box::new(question)),
                Progress::Done((Follows::Start, worded)) => self.save_opening(worded, Recording::default()),
                Progress::Done((Follows::Turn(decided), worded)) => {
                    self.close_turn(*decided, worded, Recording::default());
                }
            },
            waiting @ (Waiting::Start | Waiting::Respondent(_) | Waiting::Nothing(_)) => self.state.waiting = waiting,
        }
        Ok(())
    }
}

/// The stages.
impl Interview {
    /// Stage 1, context loading: the number of the turn and the question it answers.
    fn load_context(&self) -> Result<TurnContext, InterviewError> {
        match &self.state.waiting {
            Waiting::Respondent(question) => Ok(TurnContext { turn: question.turn, question: question.clone() }),
            Waiting::Start | Waiting::Reading(_) | Waiting::Wording(_) | Waiting::Nothing(_) => {
                Err(InterviewError::Stage {
                    turn: 0,
                    stage: "context_loading",
                    problem: "no question waits for an answer".to_owned(),
                })
            }
        }
    }

    /// Stage 2, utterance saving: notes the personal details of an answer, or excludes a skipped subject.
    fn save_utterance(&mut self, context: TurnContext, response: Response) -> Utterance {
        let answer = match response {
            Response::Answer(text) => {
                redact::note_details(self, &text);
                Some(text)
            }
            Response::Skip(kind) => {
                self.state.decline(context.question.probe.as_ref(), kind);
                None
            }
        };
        Utterance { context, answer, stopped: None }
    }

    /// Stage 3, extraction: takes the reading from the log, or reads the answer by the rules. Models read it too if the study
    /// has any and the answer is worth a call.
    fn extract(
        &self,
        utterance: Utterance,
        recording: Recording<'_>,
    ) -> Progress<PendingReading, (Utterance, Option<AnswerReading>)> {
        let Some(answer) = &utterance.answer else { return Progress::Done((utterance, None)) };
        if let Some(read) = recording.read {
            return Progress::Done((utterance, Some(read.clone())));
        }
        let (extraction, reading) = reader::read(&situation::reading_context(self, &utterance.context), answer);
        let by_rules = (extraction, reading.or(signals::read_words(answer)));
        if let Some(outdated) = recording.outdated {
            let read = answer_calls::read_by_rules(utterance.context.turn, by_rules, outdated.calls.clone());
            return Progress::Done((utterance, Some(read)));
        }
        let calls = answer_calls::request_reading(self, &utterance, answer, &by_rules);
        if calls.requests.is_empty() {
            let read = answer_calls::read_by_rules(utterance.context.turn, by_rules, Vec::new());
            return Progress::Done((utterance, Some(read)));
        }
        Progress::Pending(PendingReading { utterance, by_rules, calls })
    }

    /// Stage 3 with the replies of models: may ask once more for a missing part, then uses the rules for it.
    fn extract_from_replies(
        &self,
        mut reading: PendingReading,
        replies: Vec<Reply>,
    ) -> Progress<PendingReading, (Utterance, AnswerReading)> {
        reading.calls.record_replies(replies);
        let analysis = answer_calls::analyse_replies(self, &reading);
        if let Some(request) = answer_calls::request_repair(self, &reading, &analysis) {
            reading.calls.requests.push(request);
            return Progress::Pending(reading);
        }
        Progress::Done(answer_calls::merge_readings(reading, analysis))
    }

    /// Stage 4, graph update: the only place where the graph changes.
    fn update_graph(
        &mut self,
        utterance: &Utterance,
        read: Option<&AnswerReading>,
    ) -> Result<GraphDelta, InterviewError> {
        let Some(read) = read else { return Ok(GraphDelta::default()) };
        self.log.push(LogEntry::Read(read.clone()));
        let (ontology, matcher) = (&self.study.methodology.ontology, self.study.policy.matcher());
        let turn = utterance.context.turn;
        let delta = resolve(&self.state.graph, &read.extraction, ontology, &matcher, turn);
        let failed = |problem: String| InterviewError::Stage { turn, stage: "graph_update", problem };
        self.state.graph.apply(&delta).map_err(|problem| failed(problem.to_string()))?;
        let Self { study, state, .. } = self;
        let new = state.graph.nodes().skip(state.labels.len()).map(|node| study.pack.content(&node.label));
        state.labels.extend(new.collect::<Vec<_>>());
        Ok(delta)
    }

    /// Stage 5, state computation: computes the state from the whole graph, then adds the exchange to the history.
    fn compute_state(&mut self, utterance: &Utterance, read: Option<&AnswerReading>, delta: &GraphDelta) {
        let Self { study, state, cache, .. } = self;
        let names = cache.names.get_or_init(|| ElementNames::of(&study.concept.elements));
        state.computed = State::with(&state.graph, &study.concept, names, &study.methodology, &study.limits);
        let reading = read.map(|read| (&read.extraction, &read.reading));
        let subject = cache.subject_of(study);
        state.record_exchange((study, subject), &utterance.context.question, utterance.answer.clone(), reading, delta);
    }

    /// Stage 6, strategy selection: asks to clarify an unusable answer, or the policy scores every probe and chooses one.
    /// The result includes the policy's advice for stage 7.
    fn select_strategy(&self, turn: u32, read: Option<&AnswerReading>) -> Result<Judgement, InterviewError> {
        let policy = &self.study.policy;
        let situation = self.state.situation(&self.study, turn, self.trace);
        if let Some((reason, focus)) = situation::clarification(self, read) {
            let decision = Decision::clarify(reason, focus);
            let continuation = policy.continuation(&situation, &decision);
            return Ok(Judgement { decision, continuation, signals: policy.signals(&situation) });
        }
        let failed = |problem: String| InterviewError::Stage { turn, stage: "strategy_selection", problem };
        policy.judge(&situation).map_err(|problem| failed(problem.to_string()))
    }

    /// Stage 8, question generation: takes the question whether to stop or the study's own question if one is due, or the
    /// question from the log. Otherwise the rules word the probe, or a model if the study has one. The result may hold no
    /// question.
    fn generate_question(
        &mut self,
        mut decided: DecidedTurn,
        recording: Recording<'_>,
    ) -> Progress<PendingQuestion, (DecidedTurn, WordingResult)> {
        let due = confirmation::due(self, &mut decided).or_else(|| fixed_questions::due(self, &mut decided));
        if let Some(plan) = due {
            let recorded = question_log::recorded_question(self, &plan, recording);
            let worded = recorded.unwrap_or_else(|| WordingResult { question: plan.by_rules(), calls: Vec::new() });
            return Progress::Done((decided, worded));
        }
        if decided.continuation.reason.is_some() {
            return Progress::Done((decided, WordingResult::default()));
        }
        let plan = question_calls::plan(self, &decided);
        if let Some(worded) = question_log::recorded_question(self, &plan, recording) {
            return Progress::Done((decided, worded));
        }
        let calls = question_calls::request_question(self, &decided, &plan);
        if calls.requests.is_empty() {
            return Progress::Done((decided, WordingResult { question: plan.by_rules(), calls: calls.records }));
        }
        Progress::Pending(PendingQuestion { follows: Follows::Turn(Box::new(decided)), plan, calls })
    }

    /// Stage 8 with the reply of a model: may ask once more for a wording that the guard refused, then uses the rules.
    fn generate_from_replies(
        &self,
        mut pending: PendingQuestion,
        replies: Vec<Reply>,
    ) -> Progress<PendingQuestion, (Follows, WordingResult)> {
        let request = pending.calls.requests.first().cloned();
        pending.calls.record_replies(replies);
        let question = request.and_then(|request| question_calls::accept_reply(self, &mut pending, &request));
        if question.is_none() && !pending.calls.requests.is_empty() {
            return Progress::Pending(pending);
        }
        let question = question.or_else(|| pending.plan.by_rules());
        Progress::Done((pending.follows, WordingResult { question, calls: pending.calls.records }))
    }

    /// Stage 9, question saving: records the focus and the words of the question, which now waits for an answer.
    fn save_question(&mut self, question: Option<&Question>) {
        let Some(question) = question else { return };
        let state = &mut self.state;
        if let Some(probe) = &question.probe {
            state.course.focus(question.turn - 1, probe);
        }
        state.asked.push(question.text.clone());
        state.asked_words.push(wording::question_words(&question.text));
        state.used_tactics.extend(question.tactic.clone());
        state.waiting = Waiting::Respondent(question.clone());
    }

    /// Stage 9 for the opening question, which closes no turn.
    pub(super) fn save_opening(&mut self, worded: WordingResult, recording: Recording<'_>) {
        let WordingResult { question: Some(question), calls } = worded else { return };
        self.save_question(Some(&question));
        let digest = question_log::digest(self, &question);
        question_log::log_question(self, &question, digest, calls, recording);
    }

    /// Stage 10, turn saving: completes the record of the turn and logs the question. Without a question the interview ends.
    fn save_turn(&mut self, decided: DecidedTurn, worded: WordingResult, recording: Recording<'_>) {
        let DecidedTurn { utterance, read, delta, decision, signals, mut continuation } = decided;
        let WordingResult { question: next, calls: question_calls } = worded;
        let (source, extraction, reading, mut calls) = match read {
            Some(AnswerReading { source, extraction, reading, calls, .. }) => {
                (Some(source), Some(extraction), Some(reading), calls)
            }
            None => (None, None, None, Vec::new()),
        };
        if next.is_none() {
            continuation.reason = continuation.reason.or(Some(StopReason::OutOfQuestions));
        }
        let end = continuation.reason.filter(|_| next.is_none());
        calls.extend(question_calls.iter().cloned());
        let turn = Turn {
            turn: utterance.context.turn,
            question: utterance.context.question,
            answer: utterance.answer,
            source,
            extraction,
            reading,
            delta,
            state: self.state.computed.clone(),
            growth: self.state.course.growth,
            signals,
            decision: Some(decision),
            continuation,
            next,
            calls,
        };
        match &turn.next {
            Some(question) => {
                let digest = question_log::digest(self, &turn);
                question_log::log_question(self, question, digest, question_calls, recording);
            }
            None => question_log::log_unasked(self, turn.turn + 1, question_calls),
        }
        self.state.turns.push(turn);
        if let Some(reason) = end {
            self.finish(reason);
        }
    }

    /// Ends the interview.
    pub(super) fn finish(&mut self, reason: StopReason) {
        self.state.answered = None;
        self.state.waiting = Waiting::Nothing(outcome::outcome(self, reason));
    }
}

/// Stage 7, continuation: whether the interview asks the chosen probe or ends, by the advice of the policy.
fn decide_continuation(
    utterance: Utterance,
    read: Option<AnswerReading>,
    delta: GraphDelta,
    judgement: Judgement,
) -> DecidedTurn {
    let Judgement { decision, mut continuation, signals } = judgement;
    continuation.reason = utterance.stopped.or(continuation.reason);
    DecidedTurn { utterance, read, delta, decision, signals, continuation }
}
