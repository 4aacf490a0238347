//! Types of stages, and which of them each reader of a session sees.

use serde::{Deserialize, Serialize};

/// What a stage of a session is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StageType {
    /// The interview itself, exactly one a session.
    #[default]
    Investigation,
    /// What the session found, once after the interview.
    Synthesis,
    /// A researcher's question about the session, and its answer.
    Chat,
    /// What it found, in four lines.
    ExecSummary,
    /// How well the interview was led. There may be many; all are kept.
    Scoring,
}

/// What a record says that its stage is. A word this version does not know is kept and shown as it stands, and no stage is
/// told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum StageWord {
    /// A type of this version.
    Known(StageType),
    /// A word of another version.
    Other(String),
}

impl StageWord {
    /// The type, if this version knows it.
    pub fn known(&self) -> Option<StageType> {
        match self {
            Self::Known(kind) => Some(*kind),
            Self::Other(_) => None,
        }
    }
}

impl Default for StageWord {
    fn default() -> Self {
        StageType::default().into()
    }
}

impl From<StageType> for StageWord {
    fn from(kind: StageType) -> Self {
        Self::Known(kind)
    }
}

/// Why somebody looks at a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The stage that comes next.
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

    /// Its word: `exec_summary`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Investigation => "investigation",
            Self::Synthesis => "synthesis",
            Self::Chat => "chat",
            Self::ExecSummary => "exec_summary",
            Self::Scoring => "scoring",
        }
    }

    /// The type with this word.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }
}

impl Purpose {
    /// Every purpose.
    pub const ALL: [Self; 5] =
        [Self::NextStageContext, Self::ChatContext, Self::ScoringContext, Self::MainTimeline, Self::FullSession];

    /// The types of stages that are seen. The order inside a context is that of the stages.
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
