//! Records of stages as they are kept, sent and handed on: the same shapes in the database's rows, on the wire, in a
//! record file and in the console. Times are integer milliseconds since the epoch, money in billionths of a US dollar.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{StageWord, Status, scoring::Category};
pub use crate::llm::Truncation;
use crate::llm::{Task, Usage};

/// Number of the format of a record file.
pub const RECORD_FORMAT: u32 = 1;

/// A stage of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Stage {
    /// Id, unique.
    pub stage_id: String,
    /// Its session.
    pub session_id: String,
    /// What it is called: "Scoring".
    pub stage_name: String,
    /// Place in the session, from 1, unique in it.
    pub stage_index: u32,
    /// What it is.
    pub stage_type: StageWord,
    /// Where it stands.
    pub status: Status,
    /// When it began.
    pub started_at: Option<u64>,
    /// When it ended, however that was.
    pub completed_at: Option<u64>,
    /// What went wrong.
    pub error_message: Option<String>,
    /// The stage it looks at; for a synthesis the investigation.
    pub referenced_stage_id: Option<String>,
    /// What came of it: a synthesis, the lines of a summary, a question with its answer. None for an investigation, whose
    /// result is the session, and for a scoring, whose result is its score.
    pub result: Option<StageResult>,
}

/// What came of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StageResult {
    /// A synthesis, JSON text of [`crate::llm::Synthesis`]'s shape.
    Synthesis {
        /// The synthesis.
        synthesis: serde_json::Value,
    },
    /// Lines of an executive summary, at most four.
    ExecSummary {
        /// The lines.
        lines: Vec<String>,
    },
    /// A researcher's question.
    Chat {
        /// The question, at most 2,000 characters.
        question: String,
        /// The answer, Markdown with marks of turns like `[t7]`; empty until there is one.
        answer: String,
    },
    /// What came of a stage of a type this version does not know, as it stands.
    #[serde(untagged)]
    Other(serde_json::Value),
}

/// The work of a stage: who did it, and what it took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Execution {
    /// Id, unique.
    pub execution_id: String,
    /// Its stage.
    pub stage_id: String,
    /// Its session.
    pub session_id: String,
    /// `InterviewEngine`, `Synthesizer`, `ExecSummarizer`, `ChatAgent` or `ScoringAgent`.
    pub agent_name: String,
    /// Where it stands.
    pub status: Status,
    /// When it began.
    pub started_at: Option<u64>,
    /// When it ended.
    pub completed_at: Option<u64>,
    /// What went wrong.
    pub error_message: Option<String>,
    /// Provider that did the work; `rules` where no model did.
    pub provider: Option<String>,
    /// Model that did the work.
    pub model: Option<String>,
    /// Provider that was asked first, if another one did the work.
    pub original_provider: Option<String>,
    /// Model that was asked first, if another one did the work.
    pub original_model: Option<String>,
    /// Calls made.
    pub llm_calls: u32,
    /// Tokens of all calls.
    pub usage: Usage,
    /// What they cost; none where nothing has a price.
    pub cost_nano_usd: Option<u64>,
}

/// A call of a model for a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Interaction {
    /// Id, unique.
    pub interaction_id: String,
    /// Its execution.
    pub execution_id: String,
    /// Its stage.
    pub stage_id: String,
    /// Its session.
    pub session_id: String,
    /// When it was made.
    pub created_at: u64,
    /// What was asked.
    pub interaction_type: Task,
    /// Model that replied.
    pub model: Option<String>,
    /// Milliseconds it took.
    pub duration_ms: u64,
    /// Its tokens.
    pub usage: Usage,
    /// What it cost; none without a price.
    pub cost_nano_usd: Option<u64>,
    /// What went wrong, in our own words.
    pub error_message: Option<String>,
    /// The prompt.
    pub request: Body,
    /// The reply; none if there was none.
    pub response: Option<Body>,
}

/// A text that may be kept in full or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Body {
    /// SHA-256, lower-case hexadecimal.
    pub sha256: String,
    /// Length in bytes.
    pub bytes: u64,
    /// The text, where the study keeps bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A score of a session. Every one is kept; the latest completed is the one that counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SessionScore {
    /// Id, unique.
    pub score_id: String,
    /// Its session.
    pub session_id: String,
    /// Its scoring stage.
    pub stage_id: Option<String>,
    /// SHA-256 of everything the judge was asked besides the session, lower-case hexadecimal.
    pub prompt_hash: Option<String>,
    /// The total, 0–100, after ceilings.
    pub total_score: Option<u32>,
    /// The report, Markdown, without its last line.
    pub score_analysis: Option<String>,
    /// What would have helped the interviewer, Markdown.
    #[serde(alias = "missing_tools_analysis")]
    pub tool_improvement_report: Option<String>,
    /// What went wrong in the interview, in the order of the vocabulary; none if nobody looked.
    pub failure_tags: Option<Vec<String>>,
    /// `auto`, or who asked.
    pub score_triggered_by: String,
    /// Where it stands: a score that runs is `in_progress`.
    #[serde(with = "in_progress")]
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "Status"))]
    pub status: Status,
    /// When it was asked for.
    pub started_at: u64,
    /// When it ended, however that was.
    pub completed_at: Option<u64>,
    /// What went wrong.
    pub error_message: Option<String>,
    /// Points by category, where the judge's table could be read.
    pub category_points: Option<IndexMap<Category, f64>>,
    /// What the rules make of it, 0–100, to check the judge by.
    pub rule_score: Option<u32>,
    /// Whether judge and rules are more than 30 points apart.
    pub suspect: bool,
    /// Model of the judge; none where the rules judged.
    pub model: Option<String>,
    /// Its provider; `rules` where the rules judged.
    pub provider: Option<String>,
    /// Version of the rubric.
    pub rubric_version: u32,
    /// What the judge was not shown for want of room.
    pub context_truncated: Option<Truncation>,
}

/// A session with all that was made of it: what an export holds and an import reads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RecordFile {
    /// Number of the format of a record file, 1. A session file says `format` instead.
    pub record_format: u32,
    /// The session file, as the engine wrote it.
    pub session: serde_json::Value,
    /// Its stages, in order.
    pub stages: Vec<Stage>,
    /// Their executions.
    pub executions: Vec<Execution>,
    /// Their calls of models.
    pub interactions: Vec<Interaction>,
    /// Its scores, oldest first.
    pub scores: Vec<SessionScore>,
}

/// The word `in_progress` where stages say `active`.
mod in_progress {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::Status;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
    pub(super) fn serialize<S: Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
        match status {
            Status::Active => serializer.serialize_str("in_progress"),
            Status::Pending | Status::Completed | Status::Failed | Status::TimedOut | Status::Cancelled => {
                status.serialize(serializer)
            }
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Status, D::Error> {
        Status::deserialize(deserializer)
    }
}
