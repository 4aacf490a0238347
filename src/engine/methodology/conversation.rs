//! Rules of a conversation: what may be asked now, whatever the policy rates best.

use serde::{Deserialize, Serialize};

/// Rules of a conversation. A methodology without them leaves every choice to the policy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Conversation {
    /// The rules that apply, in order. Default none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<ConversationRule>,
    /// What the phases follow. Default the size of the graph.
    #[serde(skip_serializing_if = "PhasesFollow::is_default")]
    pub phases: PhasesFollow,
    /// Questions in a row about one line of thought, ≥ 1, before another may begin although the line goes on. Default 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl Conversation {
    /// Whether a rule applies.
    pub fn has(&self, rule: ConversationRule) -> bool {
        self.rules.contains(&rule)
    }

    /// Questions in a row about one line of thought.
    pub fn line(&self) -> u32 {
        self.line.unwrap_or(5)
    }

    /// Whether nothing is set.
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }
}

/// A rule of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ConversationRule {
    /// A question that was not understood is put again in simpler words; one answered already is never put again.
    Repair,
    /// The next question is about the last answer while that holds something to ask about.
    Stay,
    /// A short acknowledgement precedes the question after a disclosure.
    Acknowledge,
    /// What the respondent cannot or will not speak about is left for good.
    LetGo,
    /// Elements are raised once, when a line has ended, never two in a row.
    CoverLate,
    /// At the end of a line, what was heard is said back once.
    CloseLine,
    /// What happened next comes before any judgement of it.
    OrderOfTime,
    /// A strategy is not repeated beyond what a listener would bear.
    NoRepetition,
    /// An older idea is asked about only if it can be named.
    Named,
    /// A strategy whose questions fit what was said goes before one whose questions do not.
    Fit,
    /// Questions that take up a word of the answer go before others.
    TakeUp,
}

impl ConversationRule {
    /// Name of the rule on a tally.
    pub fn source(self) -> &'static str {
        match self {
            Self::Repair => "conversation.repair",
            Self::Stay => "conversation.stay",
            Self::Acknowledge => "conversation.acknowledge",
            Self::LetGo => "conversation.let_go",
            Self::CoverLate => "conversation.cover_late",
            Self::CloseLine => "conversation.close_line",
            Self::OrderOfTime => "conversation.order_of_time",
            Self::NoRepetition => "conversation.no_repetition",
            Self::Named => "conversation.named",
            Self::Fit => "conversation.fit",
            Self::TakeUp => "conversation.take_up",
        }
    }
}

/// What the phases of an interview follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PhasesFollow {
    /// The number of ideas.
    #[default]
    Graph,
    /// The share of turns used.
    Course,
}

impl PhasesFollow {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// What a strategy does in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// Asks why it matters, what it does, how it feels.
    Up,
    /// Asks for an example, for what is meant, for more of it.
    More,
    /// Asks what happened next.
    Next,
    /// Asks for a cause, a lesson, a rating, a comparison of what was told.
    Judge,
    /// Leaves the subject for another one the respondent named.
    Turn,
    /// Raises a part of the concept.
    Cover,
    /// Looks back at the whole.
    Back,
    /// Thanks and ends.
    Close,
}
