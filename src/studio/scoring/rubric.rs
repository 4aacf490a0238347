//! The rubric: eight categories, ceilings on the total, and a vocabulary of failures.

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

            /// What it measures, one sentence.
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

/// A limit on the total of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ceiling {
    /// It continued after the respondent asked to stop.
    WentOn,
    /// It asked for personal data.
    AskedForData,
    /// It quoted words the respondent did not say.
    WordsInMouth,
    /// No thread left the first rung, with five codable answers or more.
    FirstRung,
    /// Half of the concept was not covered, with turns left and no tired respondent.
    HalfCovered,
    /// Three leading questions or more.
    OftenLeading,
}

impl Ceiling {
    /// Every ceiling.
    pub const ALL: [Self; 6] =
        [Self::WentOn, Self::AskedForData, Self::WordsInMouth, Self::FirstRung, Self::HalfCovered, Self::OftenLeading];

    /// The highest total under this ceiling, 0–100.
    pub fn total(self) -> u32 {
        match self {
            Self::WentOn | Self::AskedForData => 34,
            Self::WordsInMouth | Self::FirstRung => 59,
            Self::HalfCovered | Self::OftenLeading => 69,
        }
    }

    /// The reason for it, a clause.
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

/// Defines the failure tags: variant, id.
macro_rules! failure_tags {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $id:literal; )+) => {
        /// A failure of an interview. All tags are negative, so that a hit has one meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum FailureTag {
            $( $(#[doc = $doc])+ #[serde(rename = $id)] $variant, )+
        }

        impl FailureTag {
            /// Every tag, in the order of the vocabulary.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Its id: `leading_question`.
            pub fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }
        }
    };
}

failure_tags! {
    /// A question suggests its answer.
    LeadingQuestion = "leading_question";
    /// Two questions in one.
    DoubleQuestion = "double_question";
    /// Three closed questions in a row.
    ClosedQuestionRun = "closed_question_run";
    /// An opening to go deeper was passed by.
    MissedProbe = "missed_probe";
    /// Threads stay on the first rung.
    ShallowLadder = "shallow_ladder";
    /// An element never came up.
    CoverageGap = "coverage_gap";
    /// A question came twice.
    RepeatedQuestion = "repeated_question";
    /// Tiredness was not met.
    IgnoredFatigue = "ignored_fatigue";
    /// A vague idea was left vague.
    UnresolvedAmbiguity = "unresolved_ambiguity";
    /// Words the respondent never said were quoted.
    WordsInMouth = "words_in_mouth";
    /// The talk left the topic.
    TopicDrift = "topic_drift";
    /// An idea in the graph is not in the transcript.
    UnsupportedExtraction = "unsupported_extraction";
    /// It ended with much left to ask.
    PrematureClose = "premature_close";
    /// It went on after nothing new came.
    LateClose = "late_close";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_add_up_to_a_hundred() {
        assert!((Category::ALL.iter().map(|category| category.points()).sum::<f64>() - 100.0).abs() < 1e-9);
    }
}
