//! What a task needs to know of the interview. What the study holds is not repeated here: whoever renders a prompt has it.

use serde::{Deserialize, Serialize};

use super::{TimelineTurn, Truncation};
use crate::{dialogue::Level, id::Name, signals::Value};

/// Most turns of history a context carries.
pub const RECENT: usize = 10;

/// Most earlier questions a context carries.
pub const PREVIOUS_QUESTIONS: usize = 6;

/// Most known ideas a context carries, those near the focus first.
pub const KNOWN: usize = 20;

/// Most characters of one answer that a model sees.
pub const ANSWER_SEEN: usize = 4_000;

/// What a task needs to know. Serialised without a tag: the task beside it says which it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Context {
    /// For the tasks of class analysis.
    Answer(Box<AnswerContext>),
    /// For the opening, follow-up, clarifying and closing questions.
    Question(Box<QuestionContext>),
    /// For synthesis, executive summary, judge and chat.
    #[cfg(feature = "studio")]
    Report(Box<ReportContext>),
    /// For the made-up respondent.
    #[cfg(feature = "studio")]
    Respondent(Box<RespondentContext>),
    /// For embeddings.
    #[cfg(feature = "studio")]
    Texts(TextsContext),
}

/// An answer and what it stands in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerContext {
    /// The question.
    pub question: String,
    /// The answer, its first 4,000 characters.
    pub answer: String,
    /// Turns before, oldest first.
    #[serde(default)]
    pub recent: Vec<Past>,
    /// Ideas known so far, those near the focus first.
    #[serde(default)]
    pub existing_nodes: Vec<KnownLabel>,
    /// What the question was about.
    #[serde(default)]
    pub focus: Option<FocusContext>,
    /// Labels of isolated ideas whose place among the known ones is asked for.
    #[serde(default)]
    pub isolates: Vec<String>,
    /// Whether the six qualitative signals are asked for.
    #[serde(default)]
    pub qualitative: bool,
}

/// A turn of the past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    /// Its number.
    pub turn: u32,
    /// The question.
    pub question: String,
    /// The answer; empty if it was skipped.
    pub answer: String,
}

/// An idea known so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownLabel {
    /// Its label.
    pub label: String,
    /// Id of its node type.
    pub node_type: Name,
}

/// What a question is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FocusContext {
    /// What it is called in a question.
    pub label: String,
    /// Id of its node type, if it is an idea.
    #[serde(default)]
    pub node_type: Option<Name>,
    /// Id of the element, if it is one or belongs to one.
    #[serde(default)]
    pub element: Option<Name>,
    /// Where the respondent said it.
    #[serde(default)]
    pub quote: Option<String>,
}

/// What the next question is to do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionContext {
    /// Turns after this one, of the budget.
    pub turns_left: u32,
    /// Id of the strategy; none for the opening.
    #[serde(default)]
    pub strategy: Option<Name>,
    /// Ids of the tactics to choose from, best first, at most 3.
    #[serde(default)]
    pub tactics: Vec<Name>,
    /// What the question is about; none for the conversation as a whole.
    #[serde(default)]
    pub focus: Option<FocusContext>,
    /// Signals that spoke loudest for the choice, at most 5.
    #[serde(default)]
    pub signals: Vec<ActiveSignal>,
    /// Turns before, oldest first, at most 5.
    #[serde(default)]
    pub recent: Vec<Past>,
    /// Engagement of the last answer.
    #[serde(default)]
    pub momentum: Option<Level>,
    /// What is known so far, in numbers.
    #[serde(default)]
    pub graph: GraphSummary,
    /// Questions not to be repeated, at most 6.
    #[serde(default)]
    pub previous_questions: Vec<String>,
    /// Why the last answer could not be used; for a clarifying question.
    #[serde(default)]
    pub unclear: Option<String>,
    /// Lines of reasons heard, lowest rung first; for the closing question.
    #[serde(default)]
    pub learned: Vec<Vec<String>>,
    /// Why the last wording was refused; for a second try.
    #[serde(default)]
    pub refused: Option<String>,
}

/// A line of the winning tally.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActiveSignal {
    /// The signal, scorer or rule: `graph.max_depth`.
    pub source: String,
    /// Its value, if it has one.
    #[serde(default)]
    pub value: Option<Value>,
    /// What it added to the score, or by how much it moved it.
    pub moved: f64,
}

/// What is known so far, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphSummary {
    /// Ideas.
    pub nodes: u32,
    /// Connections.
    pub edges: u32,
    /// Longest line of reasons, in connections.
    pub max_depth: u32,
    /// Elements covered.
    pub covered: u32,
    /// Elements of the concept.
    pub elements: u32,
}

/// A finished session, as reports see it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportContext {
    /// The transcript; empty where the timeline holds it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<Past>,
    /// The interview turn by turn with its reasons and readings, for a judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timeline: Vec<TimelineTurn>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// Figures counted over the interview, one a line, for a judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<String>,
    /// What was left out of the timeline for want of room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<Truncation>,
    /// The synthesis in words, for a judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub synthesis: Option<String>,
    /// Lines of the executive summary, for a judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summary: Vec<String>,
    /// Ideas.
    #[serde(default)]
    pub nodes: Vec<KnownLabel>,
    /// Connections, as label, edge type, label.
    #[serde(default)]
    pub edges: Vec<(String, Name, String)>,
    /// Lines of reasons heard, lowest rung first.
    #[serde(default)]
    pub chains: Vec<Vec<String>>,
    /// Elements with what was heard of them.
    #[serde(default)]
    pub elements: Vec<ElementFacts>,
    /// What an earlier task wrote: the synthesis for a summary, the score report for the missing tools; for the score itself
    /// a report whose total could not be read, then only the total is asked for.
    #[serde(default)]
    pub earlier: Option<String>,
    /// Questions asked before about this session, with their answers.
    #[serde(default)]
    pub talk: Vec<(String, String)>,
    /// The researcher's question, at most 2,000 characters.
    #[serde(default)]
    pub question: Option<String>,
}

/// What was heard of an element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementFacts {
    /// Its id.
    pub element: Name,
    /// Ideas that belong to it.
    pub nodes: u32,
    /// Sum of the reactions, -1, 0 or 1 each.
    pub stance: i32,
    /// What was said of it.
    #[serde(default)]
    pub quotes: Vec<String>,
}

/// What a made-up respondent answers.
#[cfg(feature = "studio")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RespondentContext {
    /// Who answers. The same through a whole interview.
    pub persona: PersonaSketch,
    /// The question.
    pub question: String,
    /// Turns before, oldest first.
    #[serde(default)]
    pub recent: Vec<Past>,
    /// How long this answer is. Default medium.
    #[serde(default)]
    pub length: AnswerLength,
    /// Whether this answer evades.
    #[serde(default)]
    pub deflect: bool,
    /// Ways of evading, as this person would, at most 3.
    #[serde(default)]
    pub evasions: Vec<String>,
    /// A habit of speech that shows in this answer.
    #[serde(default)]
    pub aside: Option<String>,
    /// What is said instead of an answer.
    #[serde(default)]
    pub instead: Option<String>,
    /// Whether the person has grown tired.
    #[serde(default)]
    pub tired: bool,
}

/// A persona as a model that plays it is told of it.
#[cfg(feature = "studio")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonaSketch {
    /// What a researcher calls it.
    pub name: String,
    /// Who this is.
    #[serde(default)]
    pub description: String,
    /// What characterises this person, at most 12.
    #[serde(default)]
    pub traits: Vec<String>,
    /// How this person talks.
    #[serde(default)]
    pub speech_pattern: String,
    /// Things this person says, at most 12.
    #[serde(default)]
    pub says: Vec<String>,
    /// What there is to tell: lines of thought, at most 40, each from the concrete to what it is good for in the end.
    #[serde(default)]
    pub knows: Vec<Vec<String>>,
}

/// How long an answer of a made-up respondent is.
#[cfg(feature = "studio")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerLength {
    /// A word or two that say nothing.
    Acknowledgment,
    /// One sentence.
    Brief,
    /// Two sentences.
    #[default]
    Medium,
    /// Three sentences.
    Detailed,
}

#[cfg(feature = "studio")]
impl AnswerLength {
    /// Most characters of such an answer; what is longer is cut. Twice what a written sentence takes (about 100), so that a
    /// wordy person is not cut and a model that forgot the length is.
    pub fn most(self) -> usize {
        match self {
            Self::Acknowledgment => 80,
            Self::Brief => 240,
            Self::Medium => 480,
            Self::Detailed => 800,
        }
    }
}

/// Texts to turn into vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextsContext {
    /// The texts, at most 100 of 300 characters.
    pub texts: Vec<String>,
}
