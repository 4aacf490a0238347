//! The work a language model is asked for. Each task names what it may cost and what stands in when it fails.

use serde::{Deserialize, Serialize};

use super::Section;

/// What kind of model a task wants; `llm.yaml` names the models of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Reads answers; the respondent waits.
    Analysis,
    /// Words questions; the respondent waits.
    Question,
    /// Writes about a finished session.
    Report,
    /// Judges a finished session.
    Judge,
    /// Turns texts into vectors.
    Embedding,
}

/// Who may ask for a task at an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The page of a respondent.
    Respondent,
    /// A researcher.
    Researcher,
}

/// What the model writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// JSON by a schema.
    Json,
    /// Plain text.
    Text,
    /// Numbers.
    Vectors,
}

/// Defines the tasks: variant, id, class, scope, form, temperature in hundredths, output tokens, seconds.
macro_rules! tasks {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $id:literal,
        $class:ident, $scope:ident, $form:ident, $temperature:literal, $output:literal, $seconds:literal; )+) => {
        /// A task of a language model.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        pub enum Task {
            $( $(#[doc = $doc])+ #[serde(rename = $id)] $variant, )+
        }

        impl Task {
            /// Every task, in order.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Its id: `turn_analysis`.
            pub fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            /// What it is for, one sentence.
            pub fn doc(self) -> &'static str {
                match self { $( Self::$variant => concat!($($doc),+), )+ }
            }

            /// What kind of model it wants.
            pub fn class(self) -> Class {
                match self { $( Self::$variant => Class::$class, )+ }
            }

            /// Who may ask an endpoint for it.
            pub fn scope(self) -> Scope {
                match self { $( Self::$variant => Scope::$scope, )+ }
            }

            /// What the model writes.
            pub fn form(self) -> Form {
                match self { $( Self::$variant => Form::$form, )+ }
            }

            /// Temperature in hundredths, 0–200. Sent only to a model that takes one.
            pub fn temperature(self) -> u8 {
                match self { $( Self::$variant => $temperature, )+ }
            }

            /// Most output tokens.
            pub fn max_output(self) -> u32 {
                match self { $( Self::$variant => $output, )+ }
            }

            /// Most milliseconds of one attempt.
            pub fn deadline_ms(self) -> u32 {
                match self { $( Self::$variant => $seconds * 1000, )+ }
            }
        }
    };
}

tasks! {
    /// Everything an answer tells, in one call.
    TurnAnalysis = "turn_analysis", Analysis, Respondent, Json, 20, 1800, 15;
    /// Whether an answer holds anything that can be coded.
    ExtractabilityCheck = "extractability_check", Analysis, Respondent, Json, 10, 100, 5;
    /// Ideas and connections of an answer.
    GraphExtraction = "graph_extraction", Analysis, Respondent, Json, 30, 1000, 15;
    /// How engaged an answer is.
    MomentumAssessment = "momentum_assessment", Analysis, Respondent, Json, 20, 150, 10;
    /// Depth, tone, certainty and the like of an answer.
    ResponseSignals = "response_signals", Analysis, Respondent, Json, 20, 500, 10;
    /// Six readings of the conversation, for policies that turn them on.
    QualitativeSignals = "qualitative_signals", Analysis, Respondent, Json, 20, 1500, 15;
    /// How ambiguous an answer is.
    Ambiguity = "ambiguity", Analysis, Respondent, Json, 20, 150, 8;
    /// How plausible it is that ideas belong together.
    PlausibilityCheck = "plausibility_check", Analysis, Respondent, Json, 20, 300, 8;
    /// The first question.
    QuestionOpening = "question_opening", Question, Respondent, Text, 70, 150, 10;
    /// The question that puts the chosen probe.
    QuestionFollowup = "question_followup", Question, Respondent, Text, 70, 200, 10;
    /// A question back, where an answer could not be used.
    QuestionClarify = "question_clarify", Question, Respondent, Text, 60, 150, 10;
    /// The question that ends the interview.
    QuestionClosing = "question_closing", Question, Respondent, Text, 60, 150, 10;
    /// What a session found.
    Synthesis = "synthesis", Report, Researcher, Json, 30, 3000, 90;
    /// What a session found, in four lines.
    ExecSummary = "exec_summary", Report, Researcher, Text, 30, 300, 30;
    /// A judge's report on a session, its total on the last line.
    ScoreAnalysis = "score_analysis", Judge, Researcher, Text, 20, 4000, 180;
    /// What the judge missed in the interviewer's tools.
    MissingTools = "missing_tools", Judge, Researcher, Text, 20, 2000, 120;
    /// An answer to a researcher's question about a session.
    Chat = "chat", Report, Researcher, Text, 30, 1200, 60;
    /// An answer of a made-up respondent, for tests and demonstrations.
    SyntheticRespondent = "synthetic_respondent", Question, Researcher, Text, 80, 256, 20;
    /// Texts as vectors.
    Embeddings = "embeddings", Embedding, Researcher, Vectors, 0, 0, 10;
}

impl Task {
    /// The task with this id.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|task| task.id() == id)
    }

    /// The part of a reading it alone asks for; none for the batch and for what reads no answer.
    pub fn part(self) -> Option<Section> {
        match self {
            Self::ExtractabilityCheck => Some(Section::Extractability),
            Self::GraphExtraction => Some(Section::Extraction),
            Self::MomentumAssessment => Some(Section::Momentum),
            Self::ResponseSignals => Some(Section::Signals),
            Self::QualitativeSignals => Some(Section::Qualitative),
            Self::Ambiguity => Some(Section::Ambiguity),
            Self::PlausibilityCheck => Some(Section::Plausibility),
            Self::TurnAnalysis
            | Self::QuestionOpening
            | Self::QuestionFollowup
            | Self::QuestionClarify
            | Self::QuestionClosing
            | Self::Synthesis
            | Self::ExecSummary
            | Self::ScoreAnalysis
            | Self::MissingTools
            | Self::Chat
            | Self::SyntheticRespondent
            | Self::Embeddings => None,
        }
    }
}
