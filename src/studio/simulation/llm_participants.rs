//! Simulated interviews with models as respondent, interviewer, or both. The rules are the fallback of either.
//!
//! Length, evasion and habit of an answer come from the seed, as for the rules, and go into the model's prompt. So two runs
//! differ only in the words of the model. An answer by a model is untrusted: it is cleaned, bounded, or refused.

use std::borrow::Cow;

use super::{AnswerStyle, Participants, PlannedAnswer, SimulatedRespondent, SimulationCallStats};
use crate::{
    engine::model::{AnswerLength, PersonaSketch, RespondentContext},
    engine::{
        index_map::IndexMap,
        interview::Interview,
        model::{
            CallBudget, CallFailure, CallRecord, CallUsage, Completion, FailureKind, OutputFormat, PastTurn, Reply,
            ReplyOutcome, Request, Task, TaskContext,
        },
        session::{Question, calls_of},
        study::Study,
        text::sha256,
    },
    studio::{
        personas::{FactBank, Persona},
        prompts::{LeakDetector, Prompt, Tag, render},
        reports,
    },
};

/// Most turns of history in a respondent's prompt.
const REMEMBERED: usize = 5;

/// Most phrases and traits of a persona.
const SAYS: usize = 12;
/// Most evasions in a prompt.
const EVASIONS: usize = 3;

/// Most lines of thought.
const LINES: usize = 40;
/// Most sentences of a line.
const STEPS: usize = 20;

/// Calls models, or replays recorded replies.
pub trait ModelCaller {
    /// The outcome of a call.
    fn ask(&self, asking: &SimulatedCall) -> ReplyOutcome;
}

/// A model call of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulatedCall {
    /// Id within the simulation: `oat_milk/cooperative-3/t2.answer`.
    pub id: String,
    /// SHA-256 of the prompt, hexadecimal. A recorded reply is used only for the same prompt.
    pub asked: String,
    /// The prompt.
    pub prompt: Prompt,
    /// Its budget.
    pub budget: CallBudget,
}

/// The participants of one interview, played by models or by the rules.
#[derive(Debug)]
pub struct LlmParticipants<'a, M> {
    rules: SimulatedRespondent<'a>,
    sketch: PersonaSketch,
    /// The model that plays the respondent; none for the rules.
    respondent: Option<&'a M>,
    /// The model that reads and asks; none for the rules.
    interviewer: Option<&'a M>,
    study: &'a Study,
    /// Prefix of the ids of its calls.
    name: String,
    seed: u64,
    spoken: SimulationCallStats,
}

impl<'a, M: ModelCaller> LlmParticipants<'a, M> {
    /// A persona and an interviewer, each played by a model if there is one. `rules` plays the persona by the rules.
    pub fn new(
        rules: SimulatedRespondent<'a>,
        (persona, bank, study): (&Persona, &FactBank, &'a Study),
        (respondent, interviewer): (Option<&'a M>, Option<&'a M>),
        seed: u64,
    ) -> Self {
        let name = format!("{}/{}-{seed}", study.id, persona.id);
        let sketch = sketch(persona, bank, study);
        Self { rules, sketch, respondent, interviewer, study, name, seed, spoken: SimulationCallStats::default() }
    }

    /// Statistics of the calls: for answers, and for the interview.
    pub fn call_stats(self, interview: &Interview) -> (SimulationCallStats, SimulationCallStats) {
        let mut asked = SimulationCallStats::default();
        if self.interviewer.is_some() {
            calls_of(interview.log()).for_each(|record| asked.count(record));
        }
        (self.spoken, asked)
    }

    /// The model's answer, if it is usable.
    fn model_answer(
        &mut self,
        models: &M,
        drawn: &PlannedAnswer,
        question: &Question,
        interview: &Interview,
    ) -> Option<String> {
        let context = self.context(drawn, question, interview);
        let length = context.length;
        let (task, id) = (Task::SyntheticRespondent, format!("t{}.answer", question.turn));
        let budget = CallBudget { deadline_ms: task.deadline_ms(), max_output: task.max_output() };
        let context = TaskContext::Respondent(Box::new(context));
        let request = Request { id: id.clone(), task, turn: question.turn, context, budget };
        let outcome = call_model(models, self.study, &self.name, self.seed, &request);
        let mut record = CallRecord {
            id,
            task,
            model: None,
            failure: None,
            sections: IndexMap::new(),
            drops: IndexMap::new(),
            effort: CallUsage::default(),
        };
        let mut answer = None;
        match outcome {
            ReplyOutcome::Completion(completion) => {
                record.effort = completion.effort;
                match reports::validate_respondent_answer(&completion.output, length, &self.study.language) {
                    Ok(checked) => {
                        record.model = Some(completion.model);
                        record.drops = checked.drops.into_iter().map(|(why, count)| (why.to_owned(), count)).collect();
                        answer = Some(checked.report);
                    }
                    Err(_) => record.failure = Some(FailureKind::BadOutput),
                }
            }
            ReplyOutcome::Failure(failure) => {
                record.effort = failure.effort;
                record.failure = Some(failure.kind);
            }
        }
        self.spoken.count(&record);
        answer
    }

    /// The context of the prompt for this answer.
    fn context(&self, drawn: &PlannedAnswer, question: &Question, interview: &Interview) -> RespondentContext {
        let (length, deflect, tired) = match drawn.manner {
            AnswerStyle::Deflect | AnswerStyle::Instead => {
                (AnswerLength::Brief, drawn.manner == AnswerStyle::Deflect, false)
            }
            AnswerStyle::Tell { sentences, is_tired } => (of_sentences(sentences), false, is_tired),
        };
        let turns = interview.turns();
        let recent = turns.iter().skip(turns.len().saturating_sub(REMEMBERED)).map(|turn| PastTurn {
            turn: turn.turn,
            question: turn.question.text.clone(),
            answer: turn.answer.clone().unwrap_or_default(),
        });
        let is_instead = drawn.manner == AnswerStyle::Instead;
        let (instead, aside) = if is_instead { (drawn.habit.clone(), None) } else { (None, drawn.habit.clone()) };
        RespondentContext {
            persona: self.sketch.clone(),
            question: question.text.clone(),
            recent: recent.collect(),
            length,
            deflect,
            evasions: if deflect { self.rules.evasions(question, EVASIONS) } else { Vec::new() },
            aside,
            instead,
            tired,
        }
    }
}

impl<M: ModelCaller> Participants for LlmParticipants<'_, M> {
    fn answer(&mut self, question: &Question, interview: &Interview) -> String {
        // The rules draw first and keep track of the facts told. Their answer is the fallback.
        let drawn = self.rules.draw(question);
        let answer = self.respondent.and_then(|models| self.model_answer(models, &drawn, question, interview));
        answer.unwrap_or(drawn.text)
    }

    fn replies(&mut self, requests: Vec<Request>, interview: &Interview) -> Vec<Reply> {
        let Some(models) = self.interviewer else { return self.rules.replies(requests, interview) };
        let reply = |request: Request| {
            let outcome = call_model(models, self.study, &self.name, self.seed, &request);
            Reply { id: request.id, outcome }
        };
        requests.into_iter().map(reply).collect()
    }
}

/// The prompt of the first question to a persona, to estimate the price of an answer. No model is called.
///
/// # Errors
/// [`crate::studio::prompts::RenderError`] if the prompt cannot be written.
pub fn sample(
    persona: &Persona,
    bank: &FactBank,
    study: &Study,
) -> Result<Prompt, crate::studio::prompts::RenderError> {
    let question = study.texts.opening.first().cloned().unwrap_or_default();
    // The longest prompt: a full history with answers of the greatest length.
    let filler = "x".repeat(AnswerLength::Detailed.most() / 2);
    let past = |turn| PastTurn { turn, question: question.clone(), answer: filler.clone() };
    let recent = (1..=REMEMBERED).filter_map(|turn| u32::try_from(turn).ok()).map(past).collect();
    let context = RespondentContext {
        persona: sketch(persona, bank, study),
        question: question.clone(),
        recent,
        ..Default::default()
    };
    let context = TaskContext::Respondent(Box::new(context));
    render(Task::SyntheticRespondent, &context, &study.frame(), &Tag::new(&persona.id, b"sample"))
}

fn sketch(persona: &Persona, bank: &FactBank, study: &Study) -> PersonaSketch {
    let speech = persona.speech(&study.language);
    let habits = speech.into_iter().flat_map(|speech| &speech.habits).flat_map(|habit| &habit.says);
    let said = speech.into_iter().flat_map(|speech| &speech.acknowledgments).chain(habits);
    let steps = |line: Vec<&str>| line.into_iter().take(STEPS).map(str::to_owned).collect();
    PersonaSketch {
        name: persona.name.clone(),
        description: persona.description.clone(),
        traits: persona.traits.iter().take(SAYS).cloned().collect(),
        speech_pattern: persona.speech_pattern.clone(),
        says: said.filter(|text| !text.contains('{')).take(SAYS).cloned().collect(),
        knows: bank.lines().take(LINES).map(steps).collect(),
    }
}

fn of_sentences(sentences: u8) -> AnswerLength {
    match sentences {
        0 => AnswerLength::Acknowledgment,
        1 => AnswerLength::Brief,
        2 => AnswerLength::Medium,
        3..=u8::MAX => AnswerLength::Detailed,
    }
}

/// The outcome of a request of one interview.
fn call_model<M: ModelCaller>(models: &M, study: &Study, name: &str, seed: u64, request: &Request) -> ReplyOutcome {
    let id = format!("{name}/{}", request.id);
    // The tag comes from the seed, so that the same run has the same prompts and recorded replies fit.
    let tag = Tag::new(&id, &seed.to_le_bytes());
    let Ok(mut prompt) = render(request.task, &request.context, &study.frame(), &tag) else {
        return failure(FailureKind::InvalidRequest, CallUsage::default());
    };
    prompt.seed = u32::try_from(seed.wrapping_mul(1_000).wrapping_add(request.turn.into()) & 0x7fff_ffff).ok();
    let asked = sha256(format!("{}\n{}", prompt.system, prompt.user).as_bytes());
    let asking = SimulatedCall { id, asked, prompt, budget: request.budget };
    match models.ask(&asking) {
        ReplyOutcome::Completion(Completion { output, effort, .. })
            if request.task.output_format() == OutputFormat::Text
                && LeakDetector::new(&instructions(&asking.prompt)).leaks(&output) =>
        {
            failure(FailureKind::BadOutput, effort)
        }
        outcome @ (ReplyOutcome::Completion(_) | ReplyOutcome::Failure(_)) => outcome,
    }
}

/// The prompt without the study and the persona, whose words a respondent may repeat.
fn instructions(prompt: &Prompt) -> Cow<'_, str> {
    if prompt.task == Task::SyntheticRespondent
        && let Some((before, rest)) = prompt.system.split_once("<study>")
        && let Some((_, after)) = rest.rsplit_once("</persona>")
    {
        return Cow::Owned(format!("{before}\n{after}"));
    }
    Cow::Borrowed(&prompt.system)
}

fn failure(kind: FailureKind, effort: CallUsage) -> ReplyOutcome {
    let message = "the reply cannot be used".to_owned();
    ReplyOutcome::Failure(CallFailure { kind, message, effort })
}
