//! Interviews in which models play: the respondent, the interviewer, or both. The rules stand behind either.
//!
//! What is drawn for an answer, its length, an evasion, a habit, comes from the seed as it does for the rules, and the model
//! is told it; so two runs differ in nothing but the model's words, and an answer that fails is the one the rules would have
//! given. A model's answer is untrusted like everybody's: cleaned, bounded, refused where no respondent would write it.

use indexmap::IndexMap;

use super::{Bank, Company, Drawn, Manner, Persona, Respondent, Spoken};
use crate::{
    interview::Interview,
    llm::{
        AnswerLength, Budget, CallFailure, CallRecord, Completion, Context, Effort, FailureKind, Form, Outcome, Past,
        PersonaSketch, Reply, Request, RespondentContext, Task,
        prompts::{Prompt, Tag, leaks, render},
        reports,
    },
    session::{Question, calls_of},
    study::Study,
    text::sha256,
};

/// Most turns a model that plays a respondent is reminded of.
const REMEMBERED: usize = 5;

/// Most things a persona is told to say, traits it has, and ways of evading.
const SAYS: usize = 12;
const EVASIONS: usize = 3;

/// Most lines of thought, and sentences of one.
const LINES: usize = 40;
const STEPS: usize = 20;

/// Somebody who asks models, or knows what they said.
pub trait Models {
    /// What becomes of a call.
    fn ask(&self, asking: &Asking) -> Outcome;
}

/// A call of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Asking {
    /// Id within the simulation: `oat_milk/cooperative-3/t2.answer`.
    pub id: String,
    /// SHA-256 of what is said to the model, hexadecimal: a reply recorded for other words is another reply.
    pub asked: String,
    /// What is said to the model.
    pub prompt: Prompt,
    /// What it may cost.
    pub budget: Budget,
}

/// The company of one interview.
#[derive(Debug)]
pub struct Cast<'a, M> {
    rules: Respondent<'a>,
    sketch: PersonaSketch,
    /// The model that plays the respondent; none: the rules do.
    respondent: Option<&'a M>,
    /// The model that reads and asks; none: the rules do.
    interviewer: Option<&'a M>,
    study: &'a Study,
    /// What stands before the ids of its calls.
    name: String,
    seed: u64,
    spoken: Spoken,
}

impl<'a, M: Models> Cast<'a, M> {
    /// A persona and an interviewer, each played by a model or, without one, by the rules. `rules` is the persona as the
    /// rules play it.
    pub fn new(
        rules: Respondent<'a>,
        (persona, bank, study): (&Persona, &Bank, &'a Study),
        (respondent, interviewer): (Option<&'a M>, Option<&'a M>),
        seed: u64,
    ) -> Self {
        let name = format!("{}/{}-{seed}", study.id, persona.id);
        let sketch = sketch(persona, bank, study);
        Self { rules, sketch, respondent, interviewer, study, name, seed, spoken: Spoken::default() }
    }

    /// What came of the calls: those for answers, and those for the interview that was held.
    pub fn spoken(self, interview: &Interview) -> (Spoken, Spoken) {
        let mut asked = Spoken::default();
        if self.interviewer.is_some() {
            calls_of(interview.log()).for_each(|record| asked.count(record));
        }
        (self.spoken, asked)
    }

    /// The model's answer, if it is one.
    fn played(&mut self, models: &M, drawn: &Drawn, question: &Question, interview: &Interview) -> Option<String> {
        let context = self.context(drawn, question, interview);
        let length = context.length;
        let (task, id) = (Task::SyntheticRespondent, format!("t{}.answer", question.turn));
        let budget = Budget { deadline_ms: task.deadline_ms(), max_output: task.max_output() };
        let context = Context::Respondent(Box::new(context));
        let request = Request { id: id.clone(), task, turn: question.turn, context, budget };
        let outcome = asked(models, self.study, &self.name, self.seed, &request);
        let mut record = CallRecord {
            id,
            task,
            model: None,
            failure: None,
            sections: IndexMap::new(),
            drops: IndexMap::new(),
            effort: Effort::default(),
        };
        let mut answer = None;
        match outcome {
            Outcome::Completion(completion) => {
                record.effort = completion.effort;
                match reports::respondent(&completion.output, length, &self.study.language) {
                    Ok(checked) => {
                        record.model = Some(completion.model);
                        record.drops = checked.drops.into_iter().map(|(why, count)| (why.to_owned(), count)).collect();
                        answer = Some(checked.report);
                    }
                    Err(_) => record.failure = Some(FailureKind::BadOutput),
                }
            }
            Outcome::Failure(failure) => {
                record.effort = failure.effort;
                record.failure = Some(failure.kind);
            }
        }
        self.spoken.count(&record);
        answer
    }

    /// What the model is told of this answer.
    fn context(&self, drawn: &Drawn, question: &Question, interview: &Interview) -> RespondentContext {
        let (length, deflect, tired) = match drawn.manner {
            Manner::Deflect | Manner::Instead => (AnswerLength::Brief, drawn.manner == Manner::Deflect, false),
            Manner::Tell { sentences, is_tired } => (of_sentences(sentences), false, is_tired),
        };
        let turns = interview.turns();
        let recent = turns.iter().skip(turns.len().saturating_sub(REMEMBERED)).map(|turn| Past {
            turn: turn.turn,
            question: turn.question.text.clone(),
            answer: turn.answer.clone().unwrap_or_default(),
        });
        let is_instead = drawn.manner == Manner::Instead;
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

impl<M: Models> Company for Cast<'_, M> {
    fn answer(&mut self, question: &Question, interview: &Interview) -> String {
        // The rules draw first, and keep count of what was told: they answer where the model does not.
        let drawn = self.rules.draw(question);
        let played = self.respondent.and_then(|models| self.played(models, &drawn, question, interview));
        played.unwrap_or(drawn.text)
    }

    fn replies(&mut self, requests: Vec<Request>, interview: &Interview) -> Vec<Reply> {
        let Some(models) = self.interviewer else { return self.rules.replies(requests, interview) };
        let reply = |request: Request| {
            let outcome = asked(models, self.study, &self.name, self.seed, &request);
            Reply { id: request.id, outcome }
        };
        requests.into_iter().map(reply).collect()
    }
}

/// The prompt of the first question to a persona, after which the price of an answer can be told: nothing is asked.
///
/// # Errors
/// [`crate::llm::prompts::RenderError`] if the prompt cannot be written.
pub fn sample(persona: &Persona, bank: &Bank, study: &Study) -> Result<Prompt, crate::llm::prompts::RenderError> {
    let question = study.texts.opening.first().cloned().unwrap_or_default();
    // As full as it gets: every turn it is reminded of, with answers of the length that is most.
    let filler = "x".repeat(AnswerLength::Detailed.most() / 2);
    let past = |turn| Past { turn, question: question.clone(), answer: filler.clone() };
    let recent = (1..=REMEMBERED).filter_map(|turn| u32::try_from(turn).ok()).map(past).collect();
    let context = RespondentContext {
        persona: sketch(persona, bank, study),
        question: question.clone(),
        recent,
        ..Default::default()
    };
    let context = Context::Respondent(Box::new(context));
    render(Task::SyntheticRespondent, &context, &study.frame(), &Tag::new(&persona.id, b"sample"))
}

fn sketch(persona: &Persona, bank: &Bank, study: &Study) -> PersonaSketch {
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

/// What becomes of a request of one interview.
fn asked<M: Models>(models: &M, study: &Study, name: &str, seed: u64, request: &Request) -> Outcome {
    let id = format!("{name}/{}", request.id);
    // Nobody in a simulation tries to guess the mark. Drawn from the seed, the same run says the same to the byte, and a
    // recorded reply can be told from one to other words.
    let tag = Tag::new(&id, &seed.to_le_bytes());
    let Ok(mut prompt) = render(request.task, &request.context, &study.frame(), &tag) else {
        return failure(FailureKind::InvalidRequest, Effort::default());
    };
    prompt.seed = u32::try_from(seed.wrapping_mul(1_000).wrapping_add(request.turn.into()) & 0x7fff_ffff).ok();
    let asked = sha256(format!("{}\n{}", prompt.system, prompt.user).as_bytes());
    let asking = Asking { id, asked, prompt, budget: request.budget };
    match models.ask(&asking) {
        Outcome::Completion(Completion { output, effort, .. })
            if request.task.form() == Form::Text && leaks(&output, &instructions(&asking.prompt)) =>
        {
            failure(FailureKind::BadOutput, effort)
        }
        outcome @ (Outcome::Completion(_) | Outcome::Failure(_)) => outcome,
    }
}

/// The prompt without what a respondent may well say again: the study and what the person knows.
fn instructions(prompt: &Prompt) -> Prompt {
    let mut prompt = prompt.clone();
    if prompt.task == Task::SyntheticRespondent
        && let Some((before, rest)) = prompt.system.split_once("<study>")
        && let Some((_, after)) = rest.rsplit_once("</persona>")
    {
        prompt.system = format!("{before}\n{after}");
    }
    prompt
}

fn failure(kind: FailureKind, effort: Effort) -> Outcome {
    let message = "the reply cannot be used".to_owned();
    Outcome::Failure(CallFailure { kind, message, effort })
}
