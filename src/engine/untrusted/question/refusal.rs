//! Reasons to reject a model's question.

use serde::{Deserialize, Serialize};

/// Defines the reasons: variant, code, sentence for the model's second attempt.
macro_rules! refusals {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $code:literal, $sentence:literal; )+) => {
        /// Why a model's question is rejected. It contains no text of the reply, so it is safe in prompts and logs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, thiserror::Error)]
        #[serde(rename_all = "snake_case")]
        pub enum Refusal {
            $( $(#[doc = $doc])+ #[error($sentence)] $variant, )+
        }

        impl Refusal {
            /// Every reason, in the order of the checks.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Code in logs: `several_questions`.
            pub fn code(self) -> &'static str {
                match self { $( Self::$variant => $code, )+ }
            }

            /// The sentence for the model's second attempt.
            pub fn sentence(self) -> &'static str {
                match self { $( Self::$variant => $sentence, )+ }
            }
        }
    };
}

refusals! {
    /// No text, or no question mark.
    NoQuestion = "no_question", "It was not a question. Write one question that ends with a question mark.";
    /// Fewer than 8 characters.
    TooShort = "too_short", "It was too short to be understood. Write a whole question.";
    /// More than 300 characters or 30 words.
    TooLong = "too_long", "It was too long. Write at most 20 words.";
    /// More than one question.
    SeveralQuestions = "several_questions", "It held more than one question. Ask one thing only.";
    /// A web or mail address.
    Address = "address", "It held a web or mail address. Write words only.";
    /// Markup, chat roles or invisible characters.
    Markup = "markup", "It held markup, a role label or invisible signs. Write plain words only.";
    /// Phrases about prompts and models.
    Machine = "machine", "It spoke about instructions or models. Ask the respondent about the topic.";
    /// Another language or script, or words that mix scripts.
    Script = "script", "It was not in the language of the interview. Write in that language.";
    /// A request for personal data.
    PersonalData = "personal_data", "It asked for personal data. Never ask for names, addresses, numbers or passwords.";
    /// Phrases that the study forbids.
    Forbidden = "forbidden", "It used words this interview avoids. Leave brands and people out unless the respondent named them.";
    /// A leading question.
    Leading = "leading", "It suggested an answer. Ask openly, without a judgement of your own.";
    /// A question for yes or no, where the tactic asks none.
    Closed = "closed", "It could be answered with yes or no. Begin the question with what, how, when or where.";
    /// A choice between alternatives, where the tactic offers none.
    Alternatives = "alternatives", "It offered answers to choose from. Ask openly, without naming any answer.";
    /// Praise for an answer.
    Praise = "praise", "It praised the answer. Leave the praise out.";
    /// Words that the respondent never said, as theirs.
    Unsaid = "unsaid", "It said the respondent said something they did not say. Use their own words, or name none.";
    /// Words of the method.
    Jargon = "jargon", "It used words of the method. Use everyday words.";
    /// A sensitive subject that the study does not name.
    Sensitive = "sensitive", "It asked about something private that is no part of the study. Ask about the topic.";
    /// An insult.
    Insult = "insult", "It was rude. Ask kindly.";
    /// A repeated question.
    Repeat = "repeat", "It repeated an earlier question. Ask something else, in other words.";
}

impl Refusal {
    /// The reason with this code or this sentence.
    pub fn of(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|refusal| refusal.code() == text || refusal.sentence() == text)
    }
}
