//! The tasks of language models, with their limits.

use serde::{Deserialize, Serialize};

/// A class of tasks. `llm.yaml` lists the models of each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TaskClass {
    /// Analyses of answers; the respondent waits.
    Analysis,
    /// Wordings of questions; the respondent waits.
    Question,
    /// Reports on a finished session.
    Report,
    /// Scores of a finished session.
    Judge,
    /// Vectors of texts.
    Embedding,
}

/// Who may request a task at an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskScope {
    /// The page of a respondent.
    Respondent,
    /// A researcher.
    Researcher,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputFormat {
    /// JSON with a schema.
    Json,
    /// Plain text.
    Text,
    /// Vectors of numbers.
    Vectors,
}

/// Defines the tasks: variant, id, class, scope, form, temperature in hundredths, output tokens, seconds.
macro_rules! tasks {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $id:literal,
        $class:ident, $scope:ident, $output_format:ident, $temperature:literal, $output:literal, $seconds:literal; )+) => {
        /// A task of a language model.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        pub enum Task {
            $( $(#[doc = $doc])+ #[serde(rename = $id)] $variant, )+
        }

        impl Task {
            /// Every task, in order.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Id in files: `turn_analysis`.
            pub fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            /// Description in one sentence.
            pub fn doc(self) -> &'static str {
                match self { $( Self::$variant => concat!($($doc),+), )+ }
            }

            /// Its class.
            pub fn class(self) -> TaskClass {
                match self { $( Self::$variant => TaskClass::$class, )+ }
            }

            /// Who may request it at an endpoint.
            pub fn scope(self) -> TaskScope {
                match self { $( Self::$variant => TaskScope::$scope, )+ }
            }

            /// The format of its output.
            pub fn output_format(self) -> OutputFormat {
                match self { $( Self::$variant => OutputFormat::$output_format, )+ }
            }

            /// Temperature in hundredths, 0–200, for models that accept one.
            pub fn temperature(self) -> u8 {
                match self { $( Self::$variant => $temperature, )+ }
            }

            /// Maximum output tokens.
            pub fn max_output(self) -> u32 {
                match self { $( Self::$variant => $output, )+ }
            }

            /// Maximum milliseconds of one attempt.
            pub fn deadline_ms(self) -> u32 {
                match self { $( Self::$variant => $seconds * 1000, )+ }
            }
        }
    };
}

tasks! {
    /// The whole analysis of an answer, in one call.
    TurnAnalysis = "turn_analysis", Analysis, Respondent, Json, 20, 1800, 15;
    /// Whether an answer contains anything to code.
    ExtractabilityCheck = "extractability_check", Analysis, Respondent, Json, 10, 100, 5;
    /// Ideas and connections of an answer.
    GraphExtraction = "graph_extraction", Analysis, Respondent, Json, 30, 1000, 15;
    /// How engaged an answer is.
    MomentumAssessment = "momentum_assessment", Analysis, Respondent, Json, 20, 150, 10;
    /// Depth, tone, certainty and the like of an answer.
    ResponseSignals = "response_signals", Analysis, Respondent, Json, 20, 500, 10;
    /// Six qualitative signals of the conversation, for policies that use them.
    QualitativeSignals = "qualitative_signals", Analysis, Respondent, Json, 20, 1500, 15;
    /// How ambiguous an answer is.
    Ambiguity = "ambiguity", Analysis, Respondent, Json, 20, 150, 8;
    /// How plausible connections between ideas are.
    PlausibilityCheck = "plausibility_check", Analysis, Respondent, Json, 20, 300, 8;
    /// The first question.
    QuestionOpening = "question_opening", Question, Respondent, Text, 70, 150, 10;
    /// A follow-up question for the chosen probe.
    QuestionFollowup = "question_followup", Question, Respondent, Text, 70, 200, 10;
    /// A clarifying question after an unusable answer.
    QuestionClarify = "question_clarify", Question, Respondent, Text, 60, 150, 10;
    /// The question that ends the interview.
    QuestionClosing = "question_closing", Question, Respondent, Text, 60, 150, 10;
    /// A report on a session.
    Synthesis = "synthesis", Report, Researcher, Json, 30, 3000, 90;
    /// A summary of a session in four lines.
    ExecSummary = "exec_summary", Report, Researcher, Text, 30, 300, 30;
    /// A judge's report on a session, with the total on its last line.
    ScoreAnalysis = "score_analysis", Judge, Researcher, Text, 20, 4000, 180;
    /// Tools that the judge would add for the interviewer.
    MissingTools = "missing_tools", Judge, Researcher, Text, 20, 2000, 120;
    /// An answer to a researcher's question about a session.
    Chat = "chat", Report, Researcher, Text, 30, 1200, 60;
    /// An answer of a simulated respondent.
    SyntheticRespondent = "synthetic_respondent", Question, Researcher, Text, 80, 256, 20;
    /// Vectors of texts.
    Embeddings = "embeddings", Embedding, Researcher, Vectors, 0, 0, 10;
}

impl Task {
    /// The task with this id.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|task| task.id() == id)
    }

    /// The section that this task requests; none for the batch and for other tasks.
    pub fn section(self) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.task() == self)
    }
}

/// A section of the analysis of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// Whether the answer contains anything to code.
    Extractability,
    /// Ideas and connections.
    Extraction,
    /// Engagement.
    Momentum,
    /// Depth, tone, certainty and the like.
    Signals,
    /// Degree of ambiguity.
    Ambiguity,
    /// The six qualitative signals.
    Qualitative,
    /// Plausible connections of isolated ideas.
    Plausibility,
}

impl Section {
    /// Every section.
    pub const ALL: [Self; 7] = [
        Self::Extractability,
        Self::Extraction,
        Self::Momentum,
        Self::Signals,
        Self::Ambiguity,
        Self::Qualitative,
        Self::Plausibility,
    ];

    /// The task that requests this section alone.
    pub fn task(self) -> Task {
        match self {
            Self::Extractability => Task::ExtractabilityCheck,
            Self::Extraction => Task::GraphExtraction,
            Self::Momentum => Task::MomentumAssessment,
            Self::Signals => Task::ResponseSignals,
            Self::Ambiguity => Task::Ambiguity,
            Self::Qualitative => Task::QualitativeSignals,
            Self::Plausibility => Task::PlausibilityCheck,
        }
    }
}
