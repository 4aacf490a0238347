//! Records of stages: the same shapes in the database, on the wire, in record files and in the console. Times are integer
//! milliseconds since the epoch, costs billionths of a US dollar.

use serde::{Deserialize, Serialize};

use super::{StageStatus, StageTypeName};
use crate::{
    engine::{
        index_map::IndexMap,
        model::{Task, TimelineTruncation, TokenUsage},
        session::Session,
    },
    studio::scoring::Category,
};

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
    /// Its name: "Scoring".
    pub stage_name: String,
    /// Place in the session, from 1, unique in it.
    pub stage_index: u32,
    /// Its type.
    pub stage_type: StageTypeName,
    /// Its status.
    pub status: StageStatus,
    /// Time of the start.
    pub started_at: Option<u64>,
    /// Time of the end.
    pub completed_at: Option<u64>,
    /// The error.
    pub error_message: Option<String>,
    /// The stage it refers to; for a synthesis the investigation.
    pub referenced_stage_id: Option<String>,
    /// Its result. An investigation has none here, since its result is the session; a scoring has a score.
    pub result: Option<StageResult>,
}

/// The result of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StageResult {
    /// A synthesis, JSON text of [`crate::engine::model::Synthesis`]'s shape.
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
    /// A result of a stage type unknown to this version.
    #[serde(untagged)]
    Other(serde_json::Value),
}

/// An execution of a stage: its agent and its costs.
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
    /// Its status.
    pub status: StageStatus,
    /// Time of the start.
    pub started_at: Option<u64>,
    /// Time of the end.
    pub completed_at: Option<u64>,
    /// The error.
    pub error_message: Option<String>,
    /// Provider of the model; `rules` without a model.
    pub provider: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// Provider that was asked first, if it is another one.
    pub original_provider: Option<String>,
    /// Model that was asked first, if it is another one.
    pub original_model: Option<String>,
    /// Number of calls.
    pub llm_calls: u32,
    /// Tokens of all calls.
    pub usage: TokenUsage,
    /// Their cost; none without a price.
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
    /// Time of the call.
    pub created_at: u64,
    /// The task.
    pub interaction_type: Task,
    /// Model that replied.
    pub model: Option<String>,
    /// Milliseconds it took.
    pub duration_ms: u64,
    /// Its tokens.
    pub usage: TokenUsage,
    /// Its cost; none without a price.
    pub cost_nano_usd: Option<u64>,
    /// The error, in a message of the engine.
    pub error_message: Option<String>,
    /// The prompt.
    pub request: InteractionBody,
    /// The reply, if there is one.
    pub response: Option<InteractionBody>,
}

/// The hash of a text, with the text itself if it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct InteractionBody {
    /// SHA-256, lower-case hexadecimal.
    pub sha256: String,
    /// Length in bytes.
    pub bytes: u64,
    /// The text, if the study keeps bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A score of a session. All are kept; the latest completed one counts.
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
    /// SHA-256 of the judge's prompts without the session, lower-case hexadecimal.
    pub prompt_hash: Option<String>,
    /// The total, 0–100, after ceilings.
    pub total_score: Option<u32>,
    /// The report, Markdown, without its last line.
    pub score_analysis: Option<String>,
    /// The improvement report, Markdown.
    #[serde(alias = "missing_tools_analysis")]
    pub tool_improvement_report: Option<String>,
    /// Failures of the interview in the order of the vocabulary; none if it was not judged.
    pub failure_tags: Option<Vec<String>>,
    /// `auto`, or the user who asked for it.
    pub score_triggered_by: String,
    /// Its status. An active score is written `in_progress`.
    #[serde(with = "in_progress")]
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "StageStatus"))]
    pub status: StageStatus,
    /// Time of the request.
    pub started_at: u64,
    /// Time of the end.
    pub completed_at: Option<u64>,
    /// The error.
    pub error_message: Option<String>,
    /// Points by category, if the judge's table could be read.
    pub category_points: Option<IndexMap<Category, f64>>,
    /// The total of the rules, 0–100, to check the judge.
    pub rule_score: Option<u32>,
    /// Whether judge and rules differ by more than 30 points.
    pub suspect: bool,
    /// Model of the judge; none for a score by rules.
    pub model: Option<String>,
    /// Its provider; `rules` for a score by rules.
    pub provider: Option<String>,
    /// Version of the rubric.
    pub rubric_version: u32,
    /// Parts of the interview left out of the judge's prompt.
    pub context_truncated: Option<TimelineTruncation>,
}

/// A session with its stages and scores: the file of an export and an import.
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

/// What a record file holds, parsed in one step: errors name line and column, and the order of a study's fields, which is
/// part of its hash, is kept.
#[derive(Debug, Deserialize)]
pub struct RecordContent {
    /// The session.
    pub session: Session,
    /// Its stages, in order.
    #[serde(default)]
    pub stages: Vec<Stage>,
    /// Their executions.
    #[serde(default)]
    pub executions: Vec<Execution>,
    /// Their calls of models.
    #[serde(default)]
    pub interactions: Vec<Interaction>,
    /// Its scores, oldest first.
    #[serde(default)]
    pub scores: Vec<SessionScore>,
}

/// The format numbers of a file: a record file has the one, a session file the other.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct FileFormats {
    /// Format of a record file.
    pub record_format: Option<u32>,
    /// Format of a session file.
    pub format: Option<u32>,
}

/// Writes the active status of a score as `in_progress`.
mod in_progress {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::StageStatus;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
    pub(super) fn serialize<S: Serializer>(status: &StageStatus, serializer: S) -> Result<S::Ok, S::Error> {
        if *status == StageStatus::Active {
            serializer.serialize_str("in_progress")
        } else {
            status.serialize(serializer)
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<StageStatus, D::Error> {
        StageStatus::deserialize(deserializer)
    }
}
