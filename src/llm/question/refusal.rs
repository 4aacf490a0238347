//! Why a model's question is not asked.

use serde::{Deserialize, Serialize};

/// Defines the refusals: variant, code, sentence for the model's second try.
macro_rules! refusals {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $code:literal, $sentence:literal; )+) => {
        /// Why a model's question is not asked. Holds nothing of the reply, so it can be told to a model and logged.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, thiserror::Error)]
        #[serde(rename_all = "snake_case")]
        pub enum Refusal {
            $( $(#[doc = $doc])+ #[error($sentence)] $variant, )+
        }

        impl Refusal {
            /// Every refusal, in the order of the checks.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Its code: `several_questions`.
            pub fn code(self) -> &'static str {
                match self { $( Self::$variant => $code, )+ }
            }

            /// What a model is told for its second try.
            pub fn sentence(self) -> &'static str {
                match self { $( Self::$variant => $sentence, )+ }
            }
        }
    };
}

refusals! {
    /// There is no text, or no question in it.
    NoQuestion = "no_question", "It was not a question. Write one question that ends with a question mark.";
    /// Fewer than 8 characters.
    TooShort = "too_short", "It was too short to be understood. Write a whole question.";
    /// More than 300 characters.
    TooLong = "too_long", "It was too long. Write at most 25 words.";
    /// More than one question mark.
    SeveralQuestions = "several_questions", "It held more than one question. Ask one thing only.";
    /// An address of the web or of mail.
    Address = "address", "It held a web or mail address. Write words only.";
    /// Marks of HTML, Markdown, JSON or of a chat's roles, or signs nobody sees.
    Markup = "markup", "It held markup, a role label or invisible signs. Write plain words only.";
    /// Words about prompts and models.
    Machine = "machine", "It spoke about instructions or models. Ask the respondent about the topic.";
    /// Letters of another script, or words that mix scripts.
    Script = "script", "It was not in the language of the interview. Write in that language.";
    /// Asks for data the study must not collect.
    PersonalData = "personal_data", "It asked for personal data. Never ask for names, addresses, numbers or passwords.";
    /// Holds words the study does not want in a question.
    Forbidden = "forbidden", "It used words this interview avoids. Leave brands and people out unless the respondent named them.";
    /// Suggests an answer.
    Leading = "leading", "It suggested an answer. Ask openly, without a judgement of your own.";
    /// Was asked before.
    Repeat = "repeat", "It repeated an earlier question. Ask something else, in other words.";
}

impl Refusal {
    /// The refusal with this code or this sentence.
    pub fn of(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|refusal| refusal.code() == text || refusal.sentence() == text)
    }
}
