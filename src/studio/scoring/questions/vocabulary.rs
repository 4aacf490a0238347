//! Words and phrases by which the question rules read a transcript.
//!
//! They are a list of their own, and not those by which answers are read in an interview: the score must not repeat the
//! mistakes of the reader that it judges.

use std::{collections::HashMap, sync::OnceLock};

use serde::Deserialize;

use crate::engine::text;

const ENGLISH: &str = include_str!("en.yaml");
const GERMAN: &str = include_str!("de.yaml");

/// The vocabulary of a language; none for a language without one.
pub(super) fn of_language(tag: &str) -> Option<&'static Vocabulary> {
    static LANGUAGES: OnceLock<[Option<Vocabulary>; 2]> = OnceLock::new();
    let [english, german] = LANGUAGES.get_or_init(|| [ENGLISH, GERMAN].map(|text| serde_yaml::from_str(text).ok()));
    match tag.split(['-', '_']).next() {
        Some("en") => english.as_ref(),
        Some("de") => german.as_ref(),
        _ => None,
    }
}

/// Defines the lists of a vocabulary.
macro_rules! lists {
    ($( $(#[doc = $doc:literal])+ $name:ident; )+) => {
        /// The lists of a language.
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct Vocabulary {
            $( $(#[doc = $doc])+ pub(super) $name: Phrases, )+
        }
    };
}

lists! {
    /// The question was not understood.
    confused;
    /// The answer was given before.
    said_already;
    /// The interviewer is wrong.
    corrects;
    /// The question or the interviewer is bad.
    complains;
    /// Nothing to say, or not known.
    nothing;
    /// Nothing more to say.
    finished;
    /// The subject does not matter to the respondent.
    denies;
    /// The respondent does not want to talk about it.
    declines;
    /// The respondent ends the interview.
    leaves;
    /// Words that open a question.
    interrogative;
    /// Pain, loss, fear, shame, anger.
    hurt;
    /// Pride, relief, belonging.
    warm;
    /// Other people.
    person;
    /// The person spoken to.
    second_person;
    /// The speaker.
    first_person;
    /// One occasion.
    event;
    /// What matters, and how it feels.
    value;
    /// An apology, or another way to put the question.
    apology;
    /// A short human reaction.
    acknowledges;
    /// What happened next.
    next;
    /// How it felt, what it means.
    feels;
    /// One occasion is asked for.
    occasion;
    /// Words that refer to the answer.
    anaphor;
    /// Says that words are the respondent's.
    attribution;
    /// A change of subject that is announced.
    transition;
    /// Openings of a question from a list.
    list_item;
    /// Questions of a questionnaire.
    survey;
    /// Phrases that nobody uses in a conversation.
    stiff;
    /// Asks what words mean.
    means;
    /// Presumes that there was trouble.
    presumes_trouble;
    /// Presumes that a feeling was named.
    presumes_feeling;
    /// Presumes that an opinion was given.
    presumes_thought;
    /// Praise.
    praise;
    /// Terms of the trade.
    jargon;
    /// A choice between two answers.
    either_or;
    /// Leaves room for a no.
    leaves_room;
    /// Suggests the answer.
    leading;
    /// Asks for a reason.
    why;
    /// Words that cannot begin a quotation.
    begins_badly;
    /// Words that cannot end a quotation.
    ends_badly;
    /// Hedges and asides.
    asides;
    /// Words that mean nothing outside their sentence.
    deictic;
    /// Frequent verbs.
    verbs;
    /// Words before a quotation that show that its clause was cut.
    cut_after;
    /// Words without content.
    empty;
}

/// Phrases by their first word.
#[derive(Debug)]
pub(super) struct Phrases(HashMap<String, Vec<Vec<String>>>);

impl<'de> Deserialize<'de> for Phrases {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut phrases: HashMap<String, Vec<Vec<String>>> = HashMap::new();
        for phrase in Vec::<String>::deserialize(deserializer)? {
            let mut words = normalized(&phrase).into_iter();
            if let Some(first) = words.next() {
                phrases.entry(first).or_default().push(words.collect());
            }
        }
        Ok(Self(phrases))
    }
}

impl Phrases {
    /// The first phrase that these words contain, with its position.
    pub(super) fn find(&self, words: &[String]) -> Option<(usize, String)> {
        (0..words.len()).find_map(|at| {
            let found = self.at(words.get(at..)?)?;
            Some((at, found))
        })
    }

    /// The phrase with which these words begin, the longest first.
    pub(super) fn at(&self, words: &[String]) -> Option<String> {
        let (first, rest) = words.split_first()?;
        let fitting = self.0.get(first)?.iter().filter(|phrase| rest.starts_with(phrase));
        let longest = fitting.max_by_key(|phrase| phrase.len())?;
        Some([std::slice::from_ref(first), longest].concat().join(" "))
    }

    /// Whether these words contain a phrase.
    pub(super) fn occurs_in(&self, words: &[String]) -> bool {
        self.find(words).is_some()
    }

    /// Whether a single word is listed.
    pub(super) fn has(&self, word: &str) -> bool {
        self.0.get(word).is_some_and(|phrases| phrases.iter().any(Vec::is_empty))
    }
}

/// Words in lower case without apostrophes: people type "dont".
pub(super) fn normalized(text: &str) -> Vec<String> {
    text::words(text).map(|word| without_apostrophes(&word)).collect()
}

/// A word as it is compared.
pub(super) fn without_apostrophes(word: &str) -> String {
    word.chars().filter(|letter| text::plain(*letter) != '\'').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_vocabulary_is_readable() {
        for text in [ENGLISH, GERMAN] {
            let read: Result<Vocabulary, _> = serde_yaml::from_str(text);
            assert!(read.is_ok(), "{read:?}");
        }
    }
}
