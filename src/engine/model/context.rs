//! Contexts of analyses, questions and embeddings. The study is not repeated here: the prompt's renderer has it.

use serde::{Deserialize, Serialize};

use crate::engine::{
    dialogue::{AnswerAct, Level},
    id::Name,
};

/// Maximum earlier turns in a context.
pub const RECENT: usize = 10;

/// Maximum earlier questions in a context.
pub const PREVIOUS_QUESTIONS: usize = 6;

/// Maximum known ideas in a context; those near the focus come first.
pub const KNOWN: usize = 40;

/// Maximum lines in a context of what was understood so far.
pub const LEARNED: usize = 40;

/// Maximum characters of one answer in a context.
pub const ANSWER_SEEN: usize = 4_000;

/// An answer and its context.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerContext {
    /// The question.
    pub question: String,
    /// The answer, its first 4,000 characters.
    pub answer: String,
    /// Earlier turns, oldest first.
    #[serde(default)]
    pub recent: Vec<PastTurn>,
    /// Known ideas; those near the focus come first.
    #[serde(default)]
    pub existing_nodes: Vec<KnownLabel>,
    /// The focus of the question.
    #[serde(default)]
    pub focus: Option<FocusContext>,
    /// Labels of isolated ideas; the model rates their connections.
    #[serde(default)]
    pub isolates: Vec<String>,
    /// Whether the six qualitative signals are requested.
    #[serde(default)]
    pub qualitative: bool,
}

/// An earlier turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastTurn {
    /// Number of the turn.
    pub turn: u32,
    /// The question.
    pub question: String,
    /// The answer; empty if the question was skipped.
    pub answer: String,
}

/// A known idea.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownLabel {
    /// Its label.
    pub label: String,
    /// Id of its node type.
    pub node_type: Name,
}

/// The focus of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FocusContext {
    /// Its name in a question.
    pub label: String,
    /// Id of its node type, if it is an idea.
    #[serde(default)]
    pub node_type: Option<Name>,
    /// Id of its element, if any.
    #[serde(default)]
    pub element: Option<Name>,
    /// The respondent's words.
    #[serde(default)]
    pub quote: Option<String>,
    /// The turn in which it was last mentioned.
    #[serde(default)]
    pub turn: Option<u32>,
}

/// The plan for the next question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionContext {
    /// Remaining turns after this one.
    pub turns_left: u32,
    /// Id of the strategy; none for the opening.
    #[serde(default)]
    pub strategy: Option<Name>,
    /// Id of the chosen tactic.
    #[serde(default)]
    pub tactic: Option<Name>,
    /// The focus; none for the conversation as a whole.
    #[serde(default)]
    pub focus: Option<FocusContext>,
    /// Earlier turns, oldest first, at most 5.
    #[serde(default)]
    pub recent: Vec<PastTurn>,
    /// Engagement of the last answer.
    #[serde(default)]
    pub momentum: Option<Level>,
    /// What the last answer does in the conversation.
    #[serde(default)]
    pub act: Option<AnswerAct>,
    /// Questions that must not be repeated, at most 6.
    #[serde(default)]
    pub previous_questions: Vec<String>,
    /// Why the last answer was unusable; for a clarifying question.
    #[serde(default)]
    pub unclear: Option<String>,
    /// Everything understood so far: lines of reasons, lowest level first, and single ideas; for a look back and the closing
    /// question.
    #[serde(default)]
    pub learned: Vec<Vec<String>>,
    /// Whether the question may stay with the last answer where the plan would pass over what matters to the respondent.
    #[serde(default)]
    pub may_stay: bool,
    /// Why the last wording was rejected; for a second attempt.
    #[serde(default)]
    pub refused: Option<String>,
}

/// Texts for vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextsContext {
    /// At most 100 texts of 300 characters.
    pub texts: Vec<String>,
}
