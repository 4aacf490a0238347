//! What an answer does in the conversation, and the phrases by which a language shows it.

use serde::{Deserialize, Serialize};

/// What an answer does in the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnswerAct {
    /// Answers the question.
    Answers,
    /// Goes on at length, with material of its own.
    Elaborates,
    /// Tells a feeling, a loss, shame, a conflict.
    Discloses,
    /// Tells an event.
    TellsEvent,
    /// Gives a reason.
    GivesReason,
    /// Says next to nothing.
    Thin,
    /// Does not know.
    DoesNotKnow,
    /// Has nothing to add.
    NothingToAdd,
    /// Declines to answer.
    Declines,
    /// Does not understand the question.
    Confused,
    /// Has said so already.
    SaidAlready,
    /// Asks what the question means.
    AsksBack,
    /// Asks about the interview or the interviewer.
    AsksAboutInterview,
    /// Corrects the interviewer.
    Corrects,
    /// Says that the question misses the subject or the point.
    Redirects,
    /// Complains about the question or the interview.
    Complains,
    /// Leaves the subject.
    OffTopic,
}

impl AnswerAct {
    /// The words of the signal, in the order of the variants.
    pub const WORDS: [&'static str; 17] = [
        "answers",
        "elaborates",
        "discloses",
        "tells_event",
        "gives_reason",
        "thin",
        "does_not_know",
        "nothing_to_add",
        "declines",
        "confused",
        "said_already",
        "asks_back",
        "asks_about_interview",
        "corrects",
        "redirects",
        "complains",
        "off_topic",
    ];

    /// Whether it is about the question instead of the subject. Its words are no ideas.
    pub fn is_protest(self) -> bool {
        self.objects() || matches!(self, Self::Confused | Self::AsksBack | Self::AsksAboutInterview)
    }

    /// Whether it objects to what was asked, or to asking it again.
    pub fn objects(self) -> bool {
        matches!(self, Self::SaidAlready | Self::Corrects | Self::Redirects | Self::Complains)
    }

    /// Whether it ends the line: the respondent will not or cannot say more of this.
    pub fn lets_go(self) -> bool {
        matches!(self, Self::DoesNotKnow | Self::NothingToAdd | Self::Declines)
    }

    /// Whether it is something to stay with.
    pub fn matters(self) -> bool {
        matches!(self, Self::Discloses | Self::TellsEvent | Self::GivesReason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_the_names_of_the_variants() {
        for (at, word) in AnswerAct::WORDS.iter().enumerate() {
            let act: AnswerAct = serde_json::from_value((*word).into()).unwrap_or(AnswerAct::Answers);
            assert_eq!(act as usize, at, "{word}");
        }
    }
}
