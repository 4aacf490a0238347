//! Types of stages, and the types that each context includes.

use serde::{Deserialize, Serialize};

/// The type of a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StageType {
    /// The interview itself: exactly one in a session.
    #[default]
    Investigation,
    /// The findings of the session.
    Synthesis,
    /// A researcher's question about the session, with the answer.
    Chat,
    /// The findings in four lines.
    ExecSummary,
    /// A score of the interview. A session may have many.
    Scoring,
}

/// The type of a stage as a record names it. A name unknown to this version is kept, and no context includes the stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum StageTypeName {
    /// A type of this version.
    Known(StageType),
    /// A name of another version.
    Other(String),
}

impl StageTypeName {
    /// The type, if this version knows it.
    pub fn known(&self) -> Option<StageType> {
        match self {
            Self::Known(kind) => Some(*kind),
            Self::Other(_) => None,
        }
    }
}

impl Default for StageTypeName {
    fn default() -> Self {
        StageType::default().into()
    }
}

impl From<StageType> for StageTypeName {
    fn from(kind: StageType) -> Self {
        Self::Known(kind)
    }
}

/// The purpose of a context, which decides the stages in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextPurpose {
    /// The next stage.
    NextStageContext,
    /// An answer to a researcher.
    ChatContext,
    /// The judge.
    ScoringContext,
    /// A timeline of the interview.
    MainTimeline,
    /// Everything.
    FullSession,
}

impl StageType {
    /// Every type, in order.
    pub const ALL: [Self; 5] = [Self::Investigation, Self::Synthesis, Self::Chat, Self::ExecSummary, Self::Scoring];

    /// Its id: `exec_summary`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Investigation => "investigation",
            Self::Synthesis => "synthesis",
            Self::Chat => "chat",
            Self::ExecSummary => "exec_summary",
            Self::Scoring => "scoring",
        }
    }

    /// The type with this id.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }
}

impl ContextPurpose {
    /// Every purpose.
    pub const ALL: [Self; 5] =
        [Self::NextStageContext, Self::ChatContext, Self::ScoringContext, Self::MainTimeline, Self::FullSession];

    /// The types of stages that a context includes. Their order in it is that of the stages.
    pub fn includes(self) -> &'static [StageType] {
        use StageType::{Chat, ExecSummary, Investigation, Synthesis};
        match self {
            Self::NextStageContext | Self::MainTimeline => &[Investigation, Synthesis],
            Self::ChatContext => &[Investigation, Synthesis, Chat],
            Self::ScoringContext => &[Investigation, Synthesis, ExecSummary],
            Self::FullSession => &StageType::ALL,
        }
    }
}
