//! What an interview is judged by: eight categories, and ceilings that a pretty process cannot climb over.

use serde::{Deserialize, Serialize};

/// Defines the categories: variant, id, points.
macro_rules! categories {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $id:literal, $points:literal; )+) => {
        /// A category of the rubric.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        pub enum Category {
            $( $(#[doc = $doc])+ #[serde(rename = $id)] $variant, )+
        }

        impl Category {
            /// Every category, in the order of a report.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Its id: `open_questions`.
            pub fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            /// Most points; those of all categories add up to 100.
            pub fn points(self) -> f64 {
                match self { $( Self::$variant => $points, )+ }
            }

            /// What it looks at, one sentence.
            pub fn doc(self) -> &'static str {
                match self { $( Self::$variant => concat!($($doc),+), )+ }
            }
        }
    };
}

categories! {
    /// Open questions, one at a time, in plain words.
    OpenQuestions = "open_questions", 15.0;
    /// How far up the ladder each thread went.
    ProbingDepth = "probing_depth", 20.0;
    /// Elements mentioned, reacted to, understood.
    Coverage = "coverage", 15.0;
    /// No leading, loaded, presuming or approving wording.
    Neutrality = "neutrality", 15.0;
    /// Uses the respondent's words, and eases off when they tire.
    Rapport = "rapport", 15.0;
    /// Nothing asked twice.
    Redundancy = "redundancy", 8.0;
    /// Number and length of questions, dwelling on a topic.
    Pacing = "pacing", 7.0;
    /// A reasoned stop, a chance to add, thanks.
    Ending = "ending", 5.0;
}

/// A limit on the total, whatever the categories say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ceiling {
    /// Went on after the respondent asked to stop.
    WentOn,
    /// Asked for personal data.
    AskedForData,
    /// Quoted words the respondent never said.
    WordsInMouth,
    /// No thread left the first rung although there was enough to work with.
    FirstRung,
    /// Half of the concept never came up, with turns left and nobody tired.
    HalfCovered,
    /// Three leading questions or more.
    OftenLeading,
}

impl Ceiling {
    /// Every ceiling.
    pub const ALL: [Self; 6] =
        [Self::WentOn, Self::AskedForData, Self::WordsInMouth, Self::FirstRung, Self::HalfCovered, Self::OftenLeading];

    /// The most an interview can reach, 0–100.
    pub fn total(self) -> u32 {
        match self {
            Self::WentOn | Self::AskedForData => 34,
            Self::WordsInMouth | Self::FirstRung => 59,
            Self::HalfCovered | Self::OftenLeading => 69,
        }
    }

    /// What it is for, one sentence.
    pub fn doc(self) -> &'static str {
        match self {
            Self::WentOn => "it went on after the respondent asked to stop",
            Self::AskedForData => "it asked for personal data",
            Self::WordsInMouth => "it quoted words the respondent never said",
            Self::FirstRung => "no thread left the first rung, though five answers or more could be coded",
            Self::HalfCovered => "half of the concept never came up, with turns left and nobody tired",
            Self::OftenLeading => "three questions or more were leading",
        }
    }
}

/// What can go wrong in an interview. All negative: a hit has one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureTag {
    /// A question suggests its answer.
    LeadingQuestion,
    /// Two questions in one.
    DoubleQuestion,
    /// Three closed questions in a row.
    ClosedQuestionRun,
    /// An opening to go deeper was passed by.
    MissedProbe,
    /// Threads stay on the first rung.
    ShallowLadder,
    /// An element never came up.
    CoverageGap,
    /// A question came twice.
    RepeatedQuestion,
    /// Tiredness was not met.
    IgnoredFatigue,
    /// A vague idea was left vague.
    UnresolvedAmbiguity,
    /// Words the respondent never said were quoted.
    WordsInMouth,
    /// The talk left the topic.
    TopicDrift,
    /// An idea in the graph is not in the transcript.
    UnsupportedExtraction,
    /// It ended with much left to ask.
    PrematureClose,
    /// It went on after nothing new came.
    LateClose,
}

impl FailureTag {
    /// Every tag, in the order of the vocabulary.
    pub const ALL: [Self; 14] = [
        Self::LeadingQuestion,
        Self::DoubleQuestion,
        Self::ClosedQuestionRun,
        Self::MissedProbe,
        Self::ShallowLadder,
        Self::CoverageGap,
        Self::RepeatedQuestion,
        Self::IgnoredFatigue,
        Self::UnresolvedAmbiguity,
        Self::WordsInMouth,
        Self::TopicDrift,
        Self::UnsupportedExtraction,
        Self::PrematureClose,
        Self::LateClose,
    ];

    /// Its word: `leading_question`.
    pub fn id(self) -> &'static str {
        match self {
            Self::LeadingQuestion => "leading_question",
            Self::DoubleQuestion => "double_question",
            Self::ClosedQuestionRun => "closed_question_run",
            Self::MissedProbe => "missed_probe",
            Self::ShallowLadder => "shallow_ladder",
            Self::CoverageGap => "coverage_gap",
            Self::RepeatedQuestion => "repeated_question",
            Self::IgnoredFatigue => "ignored_fatigue",
            Self::UnresolvedAmbiguity => "unresolved_ambiguity",
            Self::WordsInMouth => "words_in_mouth",
            Self::TopicDrift => "topic_drift",
            Self::UnsupportedExtraction => "unsupported_extraction",
            Self::PrematureClose => "premature_close",
            Self::LateClose => "late_close",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_add_up_to_a_hundred() {
        assert!((Category::ALL.iter().map(|category| category.points()).sum::<f64>() - 100.0).abs() < 1e-9);
    }
}
