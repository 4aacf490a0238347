//! Prompts for questions: what to ask, how to word it, and what the last answer calls for.

use super::{
    escape::{JsonBlock, label, truncate},
    frame::PromptStudy,
    problem::RenderError,
    prompt::{Output, Prompt, Tag},
    study,
    template::{Slots, Template},
};
use crate::engine::{
    dialogue::{AnswerAct, Level},
    methodology::Tactic,
    model::{FocusContext, PastTurn, QuestionContext, Task},
    untrusted::question::{QuestionForms, Refusal},
};

const BASE: &str = include_str!("question/base.md");
const OPENING: &str = include_str!("question/opening.md");
const FOLLOWUP: &str = include_str!("question/followup.md");
const CLARIFY: &str = include_str!("question/clarify.md");
const CLOSING: &str = include_str!("question/closing.md");

/// Default strategy of the last question.
const FAREWELL: &str = "Thank the respondent in a few words and ask whether there is anything they would like to add.";

/// What the earlier questions are for.
const PREVIOUS: &str = "`previous_questions` were asked already: ask for something that none of them asked for, and not for \
                        the kind of thing that one of the last three asked for.";

/// When a question may stay with the last answer, and how the reply says so.
const STAY: &str = "Should this pass over what weighs most in the last answer (something told with feeling, a thought left \
                    unfinished, a question or an objection to you), or sound cold or odd after it, ask openly about that \
                    instead: what matters to them goes first. Only then, in place of the bare question, reply with \
                    {\"question\": \"…\", \"stays\": true}.";

/// What `learned` is for, in a look back.
const LEARNED: &str =
    "`learned` holds what was understood in the whole interview, a line of thought each, the most personal first.";

/// Most other words of an element in a prompt.
const ALIASES: usize = 6;

/// Maximum characters of an earlier answer, and of the last one.
const EARLIER: usize = 300;
const LAST: usize = 1_500;

/// Maximum characters of a focus: two labels and a separator.
const FOCUS: usize = 170;

/// The first question.
pub(super) fn opening(context: &QuestionContext, frame: &PromptStudy<'_>) -> Result<Prompt, RenderError> {
    let (template, mut slots) = start(Task::QuestionOpening, context, frame)?;
    slots.insert("bias", frame.methodology.opening_bias.trim().to_owned());
    template.prompt(&[BASE, OPENING], &slots, Output::Text)
}

/// A follow-up question.
pub(super) fn followup(context: &QuestionContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let (template, mut slots) = start(Task::QuestionFollowup, context, frame)?;
    slots.insert("data", with_focus(material(context), context, frame).block(tag));
    slots.insert("strategy", strategy(context, frame)?);
    slots.insert("tactic", tactic(context, frame)?);
    slots.insert("focus", focus(context, frame)?);
    slots.insert("act", act(context.act).to_owned());
    slots.insert("momentum", momentum(context.momentum).to_owned());
    let asked = if context.previous_questions.is_empty() { "" } else { PREVIOUS };
    slots.insert("previous", asked.to_owned());
    slots.insert("stay", stay(context).to_owned());
    template.prompt(&[BASE, FOLLOWUP], &slots, Output::Text)
}

/// A clarifying question.
pub(super) fn clarify(context: &QuestionContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let (template, mut slots) = start(Task::QuestionClarify, context, frame)?;
    slots.insert("data", with_focus(material(context), context, frame).block(tag));
    let why = if context.unclear.is_some() { "; `unclear` says why" } else { "" };
    slots.insert("why", why.to_owned());
    slots.insert("tactic", tactic(context, frame)?);
    slots.insert("act", act(context.act).to_owned());
    slots.insert("momentum", momentum(context.momentum).to_owned());
    slots.insert("stay", stay(context).to_owned());
    template.prompt(&[BASE, CLARIFY], &slots, Output::Text)
}

/// The last question.
pub(super) fn closing(context: &QuestionContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let (template, mut slots) = start(Task::QuestionClosing, context, frame)?;
    slots.insert("data", material(context).block(tag));
    let learned = if context.learned.is_empty() { "" } else { LEARNED };
    slots.insert("learned", learned.to_owned());
    let text = if context.strategy.is_some() { strategy(context, frame)? } else { FAREWELL.to_owned() };
    slots.insert("strategy", text);
    template.prompt(&[BASE, CLOSING], &slots, Output::Text)
}

/// The slots that all questions share.
fn start(task: Task, context: &QuestionContext, frame: &PromptStudy<'_>) -> Result<(Template, Slots), RenderError> {
    let mut template = Template::new(task);
    let slots = Slots::from([
        ("rule", study::rule(&mut template, frame)?),
        ("language", frame.language_name()),
        ("study", frame.with_stimulus().object()),
        ("method", frame.method()),
        ("again", retry(context)),
    ]);
    Ok((template, slots))
}

fn stay(context: &QuestionContext) -> &'static str {
    if context.may_stay { STAY } else { "" }
}

/// Why the first wording was rejected. The sentence comes from this program, whatever the context contains.
fn retry(context: &QuestionContext) -> String {
    let Some(refused) = &context.refused else { return String::new() };
    let reason = Refusal::of(refused).map_or("It could not be used.", Refusal::sentence);
    format!("Your first wording was refused. {reason}")
}

fn strategy(context: &QuestionContext, frame: &PromptStudy<'_>) -> Result<String, RenderError> {
    let id = context.strategy.as_ref();
    let id = id.ok_or(RenderError::Missing { task: Task::QuestionFollowup.id(), field: "strategy" })?;
    let found = frame.policy.strategy(frame.methodology, id);
    let strategy = found.ok_or(RenderError::Unknown { field: "strategy", what: "strategy" })?;
    Ok(sentences(&strategy.description, strategy.guidance.as_deref()))
}

/// The tactic that the engine chose, without what the strategy says already, and the forms that it permits.
fn tactic(context: &QuestionContext, frame: &PromptStudy<'_>) -> Result<String, RenderError> {
    let Some(id) = &context.tactic else { return Ok(String::new()) };
    let all = frame.policy.tactics(frame.methodology);
    let found: Option<&Tactic> = all.iter().copied().find(|tactic| tactic.id == *id);
    let tactic = found.ok_or(RenderError::Unknown { field: "tactic", what: "tactic" })?;
    let strategy = context.strategy.as_ref().and_then(|id| frame.policy.strategy(frame.methodology, id));
    let said = strategy.map(|strategy| strategy.description.trim()).unwrap_or_default();
    let description = if tactic.description.trim() == said { "" } else { tactic.description.as_str() };
    let text = sentences(description, tactic.guidance.as_deref());
    let mut lines = Vec::new();
    if !text.is_empty() {
        lines.push(format!("How to word it: {text}"));
    }
    let forms = QuestionForms::of_tactic(tactic, frame.pack);
    if forms.is_closed {
        lines.push("It may be a question for yes or no.".to_owned());
    }
    if forms.is_alternative {
        lines.push("It may name answers to choose from.".to_owned());
    }
    Ok(lines.join("\n"))
}

fn sentences(description: &str, guidance: Option<&str>) -> String {
    let parts = [Some(description), guidance];
    parts.into_iter().flatten().map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Description of the focus, and how the question leads over to it. The data contains its label.
fn focus(context: &QuestionContext, frame: &PromptStudy<'_>) -> Result<String, RenderError> {
    let Some(focus) = &context.focus else {
        let whole = "It is about the topic as a whole.";
        return Ok(if context.learned.is_empty() { whole.to_owned() } else { format!("{whole} {LEARNED}") });
    };
    let Some(id) = &focus.node_type else {
        return Ok(match &focus.element {
            Some(_) => {
                "It is about `focus`, a part of the topic. Name it in everyday words; `focus_in_other_words` may \
                        help."
                    .to_owned()
            }
            None => "It is about `focus`, as the respondent said it.".to_owned(),
        });
    };
    let found = frame.methodology.ontology.node(id);
    let node = found.ok_or(RenderError::Unknown { field: "focus.node_type", what: "node type" })?;
    let meaning = node.description.trim().trim_end_matches('.');
    Ok(format!("It is about `focus`, {}. What it is, in the words of the method: {meaning}.", origin(context, focus)))
}

/// Where the focus was said, so that the question either goes on from the last answer or leads back.
fn origin(context: &QuestionContext, focus: &FocusContext) -> String {
    let last = context.recent.last().map(|past| past.turn);
    match focus.turn {
        Some(turn) if Some(turn) != last => {
            format!("which the respondent said earlier, in turn {turn}: lead back to it in a few words")
        }
        Some(_) | None => "which the respondent just said".to_owned(),
    }
}

/// What the last answer calls for, before the question itself.
fn act(act: Option<AnswerAct>) -> &'static str {
    match act {
        Some(AnswerAct::Confused) => {
            "The last question was not understood. Say so kindly in half a sentence, then ask in simpler words."
        }
        Some(AnswerAct::AsksBack) => {
            "The respondent asked something back. Clear it up in half a sentence, then ask in simpler words."
        }
        Some(AnswerAct::AsksAboutInterview) => {
            "The respondent asked about the interview or who asks. You are a computer program; the people behind the survey \
             read the answers. Say so in half a sentence if it was asked, and promise nothing; then ask on."
        }
        Some(AnswerAct::Corrects) => {
            "The respondent corrected you. Accept the correction in half a sentence, then go on from it."
        }
        Some(AnswerAct::Redirects) => {
            "The respondent said that your question missed the subject or the point. Grant that in half a sentence, then ask \
             about what they said is the point, or about the topic itself."
        }
        Some(AnswerAct::Complains) => {
            "The respondent complained about the questions. Accept that in half a sentence, without excuses, then ask \
             something easy."
        }
        Some(AnswerAct::SaidAlready) => {
            "The respondent had said this already. Apologise in half a sentence and do not ask it again."
        }
        Some(AnswerAct::Discloses) => {
            "The respondent told something personal. Unless your last question began so, begin with a few plain words that \
             show you heard it, and name no feeling that was not named."
        }
        Some(AnswerAct::DoesNotKnow | AnswerAct::NothingToAdd | AnswerAct::Declines) => {
            "The respondent cannot or will not say more of the last matter. Accept that and leave it."
        }
        Some(AnswerAct::Thin) => "The last answer was short. Ask for one occasion, easy to remember.",
        Some(AnswerAct::OffTopic) => "The last answer left the subject. Lead back kindly.",
        Some(AnswerAct::Answers | AnswerAct::Elaborates | AnswerAct::TellsEvent | AnswerAct::GivesReason) | None => "",
    }
}

fn momentum(level: Option<Level>) -> &'static str {
    match level {
        Some(Level::Low) => "The respondent is tiring: make it light and easy to answer.",
        Some(Level::High | Level::Neutral) | None => "",
    }
}

fn material(context: &QuestionContext) -> JsonBlock {
    let mut material = JsonBlock::default();
    let last = context.recent.len().saturating_sub(1);
    let shown = |(at, past): (usize, &PastTurn)| past.truncate(if at == last { LAST } else { EARLIER });
    material.put_all("recent", &context.recent.iter().enumerate().map(shown).collect::<Vec<_>>());
    material.put_all("previous_questions", &context.previous_questions);
    if let Some(unclear) = &context.unclear {
        material.put("unclear", unclear);
    }
    let chains: Vec<Vec<String>> =
        context.learned.iter().map(|chain| chain.iter().map(|text| label(text)).collect()).collect();
    material.put_all("learned", &chains);
    material
}

/// Adds the focus, its quote and its element.
fn with_focus(mut material: JsonBlock, context: &QuestionContext, frame: &PromptStudy<'_>) -> JsonBlock {
    if let Some(focus) = &context.focus {
        // Two labels are separated as in a quotation of the templates; here they are not quoted.
        material.put("focus", &truncate(&focus.label.replace("” / “", " / "), FOCUS));
        if let Some(quote) = &focus.quote {
            material.put("focus_quote", quote);
        }
        let element = focus.element.as_ref().and_then(|id| frame.concept.element(id));
        if let Some(element) = element.filter(|element| element.label.to_lowercase() != focus.label.to_lowercase()) {
            material.put("focus_belongs_to", &element.label);
        }
        let aliases = focus.element.as_ref().filter(|_| focus.node_type.is_none());
        let aliases = aliases.and_then(|id| frame.concept.element(id)).map(|element| element.aliases.as_slice());
        material.put_all(
            "focus_in_other_words",
            aliases.unwrap_or_default().get(..ALIASES).or(aliases).unwrap_or_default(),
        );
    }
    material
}
