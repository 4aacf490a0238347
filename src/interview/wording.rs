//! Wording a question with a model: what is asked for, what is refused, and what stands in.

use super::{
    Interview, Recorded,
    calls::{self, Errand, left_ms, request, spent_ms},
    turn::Decided,
};
use crate::{
    dialogue::{Probe, Source},
    id::Name,
    llm::{
        CallRecord, Context, FailureKind, Opening, QuestionContext, Request, Task,
        question::{self, Guard, Kind},
        rules,
    },
    session::Question,
};

/// A question that a model is wording.
#[derive(Clone, Debug)]
pub(super) struct OpenWording {
    pub(super) then: Then,
    pub(super) plan: Plan,
    pub(super) errand: Errand,
}

/// What the question follows.
#[derive(Clone, Debug)]
pub(super) enum Then {
    /// Nothing: it is the first.
    Opening,
    /// A turn, which is complete with it.
    Turn(Box<Decided>),
}

/// A question without its words.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Turn whose answer is awaited.
    pub(super) turn: u32,
    pub(super) probe: Option<Probe>,
    pub(super) focus: String,
    /// Turns left after it.
    pub(super) turns_left: u32,
    /// The words of the rules; none if every template was used up.
    pub(super) template: Option<Template>,
}

/// The words of the rules.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub(super) text: String,
    pub(super) tactic: Option<Name>,
}

/// The question, if words were found, and the calls made for it.
#[derive(Clone, Debug)]
pub(super) struct Phrased {
    pub(super) question: Option<Question>,
    pub(super) calls: Vec<CallRecord>,
}

impl Plan {
    /// The question in these words.
    pub(super) fn question(&self, text: String, tactic: Option<Name>, source: Source) -> Question {
        Question {
            turn: self.turn,
            text,
            probe: self.probe.clone(),
            focus: self.focus.clone(),
            tactic,
            source,
            turns_left: self.turns_left,
        }
    }

    /// The question in the words of the rules.
    pub(super) fn by_rules(&self) -> Option<Question> {
        let Template { text, tactic } = self.template.clone()?;
        Some(self.question(text, tactic, Source::Rules { version: rules::VERSION }))
    }
}

impl Interview {
    /// The chosen probe as a question without its words.
    pub(super) fn plan(&self, decided: &Decided) -> Plan {
        let probe = &decided.decision.chosen.probe;
        Plan {
            turn: decided.heard.context.turn + 1,
            probe: Some(probe.clone()),
            focus: self.focus_text(probe),
            turns_left: decided.continuation.turns_left.saturating_sub(1),
            template: self.word(probe).map(|asked| Template { text: asked.text, tactic: Some(asked.tactic) }),
        }
    }

    /// The question as the log has it, if this turn is replayed.
    pub(super) fn recorded_wording(&mut self, plan: &Plan, recorded: Recorded<'_>) -> Option<Phrased> {
        if let Some(asked) = recorded.asked {
            return Some(Phrased { question: Some(self.as_recorded(plan, asked)), calls: asked.calls.clone() });
        }
        recorded.unasked.map(|unasked| Phrased { question: None, calls: unasked.calls.clone() })
    }

    /// The request for the first question, if the study wants it worded.
    pub(super) fn ask_for_opening(&self, plan: &Plan) -> Errand {
        if self.study.calls.opening == Opening::Written || self.study.models.is_empty() {
            return Errand::default();
        }
        self.ask_to_word(Task::QuestionOpening, 0, self.opening_context(plan.turns_left), 0)
    }

    /// The request for the question that puts the chosen probe.
    pub(super) fn ask_for_question(&self, decided: &Decided, plan: &Plan) -> Errand {
        if self.study.models.is_empty() {
            return Errand::default();
        }
        let Decided { heard, read, decision, signals, .. } = decided;
        let strategy = self.study.policy.strategy(&self.study.methodology, &decision.chosen.probe.strategy);
        let task = if decision.clarifies.is_some() {
            Task::QuestionClarify
        } else if strategy.is_some_and(|strategy| strategy.closes) {
            Task::QuestionClosing
        } else {
            Task::QuestionFollowup
        };
        let spent = read.as_ref().map_or(0, |read| spent_ms(&read.calls));
        let context = self.question_context(decision, signals, plan.turns_left);
        self.ask_to_word(task, heard.context.turn, context, spent)
    }

    /// The request for words. Where the turn's budget is spent, it is filed as too late at once.
    fn ask_to_word(&self, task: Task, turn: u32, context: QuestionContext, spent: u64) -> Errand {
        let mut errand = Errand::default();
        let left = left_ms(self.study.calls.turn_budget_ms, spent);
        let id = format!("{}.question", self.prefix(turn));
        errand.requests.push(request(id, task, turn, Context::Question(Box::new(context)), left.unwrap_or_default()));
        if left.is_none() {
            errand.fail(FailureKind::TimeoutTotal);
        }
        errand
    }

    /// What a model's reply comes to: the question, or one more request with the reason of the refusal, or the words of the
    /// rules. `asked` is the request the reply belongs to.
    pub(super) fn take_wording(&self, open: &mut OpenWording, asked: &Request) -> Option<Question> {
        let (_, reply) = open.errand.said.pop()?;
        let Context::Question(context) = &asked.context else { return None };
        let kind = if asked.task == Task::QuestionClosing { Kind::Farewell } else { Kind::Question };
        let hidden: Vec<String>;
        let asked_before = match self.veil() {
            Some(veil) => {
                hidden = self.now.asked.iter().map(|asked| veil.hide_made(asked).text).collect();
                &hidden
            }
            None => &self.now.asked,
        };
        let guard = Guard {
            kind,
            asked: asked_before,
            marks: self.allowed_marks(),
            language: &self.study.language,
            pack: &self.study.pack,
            forbidden: &self.study.calls.forbidden,
            offered: &context.tactics,
        };
        let refusal = match question::accept(&reply, &guard) {
            Ok(wording) => {
                let model = open.errand.records.last().and_then(|record| record.model.clone()).unwrap_or_default();
                return Some(open.plan.question(self.restored(wording.text), wording.tactic, Source::Model { model }));
            }
            Err(refusal) => refusal,
        };
        if let Some(record) = open.errand.records.last_mut() {
            record.failure = Some(FailureKind::BadOutput);
            *record.drops.entry(refusal.code().to_owned()).or_default() += 1;
        }
        let before = match &open.then {
            Then::Opening => 0,
            Then::Turn(decided) => decided.read.as_ref().map_or(0, |read| spent_ms(&read.calls)),
        };
        let spent = before.saturating_add(spent_ms(&open.errand.records));
        if !calls::is_retry(&asked.id)
            && let Some(left) = left_ms(self.study.calls.turn_budget_ms, spent)
        {
            let context = QuestionContext { refused: Some(refusal.sentence().to_owned()), ..(**context).clone() };
            let context = Context::Question(Box::new(context));
            open.errand.requests.push(request(calls::retry(&asked.id), asked.task, asked.turn, context, left));
        }
        None
    }
}
