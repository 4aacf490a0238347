//! The guard on a model's question: what it must not be, whatever made the model write it.

use std::borrow::Cow;

use serde_json::Value;

use super::{
    Refusal, RepeatGuard, extract, script,
    words::{Fault, phrases},
};
use crate::{
    id::Name,
    llm::{
        intake,
        redaction::Allowed,
        rules::{LanguagePack, List},
    },
    text::{self, WordSet, jaccard},
};

/// Fewest and most characters of a question.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=300;

/// Most letters and digits in a row: no word is longer, base64 is.
const LONGEST_WORD: usize = 40;

/// Words that betray a model talking about itself or about what it was told, in any language of a reply.
const MACHINE: [&str; 18] = [
    "system prompt",
    "the prompt",
    "my prompt",
    "my instructions",
    "your instructions",
    "previous instructions",
    "prior instructions",
    "following instructions",
    "new instructions",
    "ignore all",
    "ignore previous",
    "as an ai",
    "an ai assistant",
    "language model",
    "developer mode",
    "rate this interview",
    "score this interview",
    "marked block",
];

/// Lists of the little words every question is made of.
const LITTLE: [List; 5] = [List::Stop, List::Auxiliary, List::Preposition, List::Determiner, List::Interrogative];

/// Fewest little words of a language, and fewest words of a question, that allow a judgement.
const LEAST_KNOWN: usize = 40;
const LEAST_WORDS: usize = 5;

/// One word in so many must be a little one. Least share over all shipped questions: one in three.
const LITTLE_SHARE: usize = 4;

/// Names of the parties of a chat, which stand before a colon in a forged turn.
const ROLES: [&str; 8] = ["system", "assistant", "user", "human", "developer", "tool", "ai", "instruction"];

/// What a question is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// It waits for an answer.
    #[default]
    Question,
    /// It says goodbye and may ask for a last word; a question mark is not needed.
    Farewell,
}

/// What a model's question is held against.
#[derive(Clone, Copy, Debug)]
pub struct Guard<'a> {
    /// What it is for.
    pub kind: Kind,
    /// Every question asked before, withdrawn ones included, as models are shown them.
    pub asked: &'a [String],
    /// Marks it may hold.
    pub marks: Allowed<'a>,
    /// Language of the interview, a BCP 47 tag.
    pub language: &'a str,
    /// Words of the language: leading patterns, and requests for personal data.
    pub pack: &'a LanguagePack,
    /// Further words the study does not want in a question.
    pub forbidden: &'a [String],
    /// Tactics the model could choose from.
    pub offered: &'a [Name],
}

/// A question that may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// The question.
    pub text: String,
    /// The tactic the model says it used; none if it said none, or none that was offered.
    pub tactic: Option<Name>,
}

/// Takes the question out of a model's reply, plain text or `{"question", "tactic"}`, and checks it.
///
/// # Errors
/// Says why the question cannot be asked, in a sentence for the model's second try.
pub fn accept(reply: &str, guard: &Guard<'_>) -> Result<Wording, Refusal> {
    let (reply, tactic) = unpacked(reply);
    let text = extract::question(&reply, guard.language);
    let asked: Vec<String>;
    let asked = match guard.marks {
        Allowed::None => guard.asked,
        Allowed::Any | Allowed::Of(_) => {
            asked = guard.asked.iter().map(|asked| guard.marks.strip(asked).into_owned()).collect();
            &asked
        }
    };
    check(&guard.marks.strip(&text), &Guard { asked, ..*guard })?;
    let tactic = tactic.and_then(|named| guard.offered.iter().find(|offered| ***offered == *named).cloned());
    Ok(Wording { text, tactic })
}

/// The question and the tactic of a reply in JSON; else the reply.
fn unpacked(reply: &str) -> (String, Option<String>) {
    let taken = intake::take(reply, intake::Shape { keys: &["question"], open: &[] });
    let object = taken.map(|taken| taken.object).unwrap_or_default();
    let field = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
    (field("question").unwrap_or_else(|| reply.to_owned()), field("tactic"))
}

fn check(question: &str, guard: &Guard<'_>) -> Result<(), Refusal> {
    let length = question.chars().count();
    let marks = question.chars().filter(|mark| extract::asks(*mark, guard.language)).count();
    let needs_mark = guard.kind == Kind::Question;
    let said = words(question);
    let own = words(&without_quotes(question));
    let forbidden: Vec<String> = guard.forbidden.iter().map(|phrase| phrase.to_lowercase()).collect();
    let forbidden: Vec<&str> = forbidden.iter().map(String::as_str).collect();
    let says = |phrases: &[&str], words: &[String]| phrases.iter().any(|phrase| holds(phrase, words, question, guard));
    let list = |fault| phrases(fault, guard.language, guard.pack);
    for (refused, refusal) in [
        (said.is_empty() || (needs_mark && marks == 0), Refusal::NoQuestion),
        (length < *LENGTH.start(), Refusal::TooShort),
        (length > *LENGTH.end() || has_long_run(question), Refusal::TooLong),
        (marks > 1, Refusal::SeveralQuestions),
        (has_address(question, &said), Refusal::Address),
        (has_markup(question), Refusal::Markup),
        (MACHINE.iter().any(|phrase| contains(&said, phrase)), Refusal::Machine),
        (!script::fits(question, guard.language) || is_foreign(&own, guard), Refusal::Script),
        (says(&list(Fault::PersonalData), &said), Refusal::PersonalData),
        (says(&forbidden, &said), Refusal::Forbidden),
        (says(&list(Fault::Leading), &own), Refusal::Leading),
        (needs_mark && is_repeat(question, &said, guard.asked), Refusal::Repeat),
    ] {
        if refused {
            return Err(refusal);
        }
    }
    Ok(())
}

/// Words in order, lower case.
fn words(text: &str) -> Vec<String> {
    text::words(text).map(Cow::into_owned).collect()
}

/// Whether the words of a phrase stand in a row; a hyphen parts words, as it does in a text.
fn contains(words: &[String], phrase: &str) -> bool {
    let phrase: Vec<&str> = phrase.split([' ', '-']).collect();
    words.windows(phrase.len().max(1)).any(|window| window.iter().zip(&phrase).all(|(word, other)| word == other))
}

/// Whether a phrase of a list stands in the question. Where words do not stand apart, letters are compared.
fn holds(phrase: &str, said: &[String], question: &str, guard: &Guard<'_>) -> bool {
    if script::Script::of_language(guard.language).has_blanks() {
        contains(said, phrase)
    } else {
        question.contains(phrase)
    }
}

/// What is not quoted: the respondent's own words may be as leading as they like. A quote without an end hides nothing.
fn without_quotes(question: &str) -> String {
    let mut parts = question.split(['“', '”', '„', '«', '»', '「', '」', '"']);
    let count = question.matches(['“', '”', '„', '«', '»', '「', '」', '"']).count();
    if count % 2 == 1 { question.to_owned() } else { parts.by_ref().step_by(2).collect::<Vec<_>>().join(" ") }
}

/// Whether hardly any of the little words of the language stand in a question. Names and contents are few in a question;
/// a language without lists is not judged.
fn is_foreign(own: &[String], guard: &Guard<'_>) -> bool {
    // Entries as a text's words are spelled: in Arabic one word has several spellings, and tokens have one.
    let little: Vec<String> =
        LITTLE.iter().flat_map(|list| guard.pack.list(*list)).flat_map(|entry| words(entry)).collect();
    let is_little = |word: &&String| little.contains(word);
    // In Arabic and Hebrew little words are often written as one with the next word; their letters tell enough.
    script::Script::of_language(guard.language).is_shared()
        && little.len() >= LEAST_KNOWN
        && own.len() >= LEAST_WORDS
        && own.iter().filter(is_little).count() * LITTLE_SHARE < own.len()
}

fn has_long_run(question: &str) -> bool {
    question.split(|c: char| !(c.is_ascii_alphanumeric() || "+/=_-".contains(c))).any(|run| run.len() > LONGEST_WORD)
}

/// `@`, `://`, `www.`, `name.tld`, `name dot com`.
fn has_address(question: &str, said: &[String]) -> bool {
    let long = |part: Option<&str>| part.is_some_and(|part| part.chars().filter(|c| c.is_alphabetic()).count() >= 2);
    let dotted = |word: &str| {
        let mut parts = word.trim_matches(|c: char| !c.is_alphanumeric()).rsplit('.');
        let (last, before) = (parts.next(), parts.next());
        long(last) && long(before)
    };
    question.contains(['@', '＠'])
        || question.contains("://")
        || question.split_whitespace().any(dotted)
        || said.windows(2).any(
            |pair| matches!(pair, [a, b] if a == "dot" && ["com", "net", "org", "io", "biz"].contains(&b.as_str())),
        )
        || said.iter().any(|word| ["http", "https", "www"].contains(&word.as_str()))
}

/// Marks of HTML, Markdown, JSON, templates, chat roles; signs nobody sees but those that join letters.
fn has_markup(question: &str) -> bool {
    let unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{AD}' | '\u{200B}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
    };
    let role = |before: &str| {
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
        word.is_some_and(|word| ROLES.contains(&word.to_lowercase().as_str()))
    };
    question.contains(['<', '>', '`', '{', '}', '[', ']', '|', '\\', '\u{FF1C}', '\u{FF1E}'])
        || question.contains("**")
        || question.contains("&#")
        || question.contains("&lt")
        || question.chars().any(unseen)
        || question.match_indices(':').any(|(at, _)| question.get(..at).is_some_and(role))
}

fn is_repeat(question: &str, said: &[String], asked: &[String]) -> bool {
    let every = RepeatGuard { compared: usize::MAX, ..RepeatGuard::default() };
    let set: WordSet = said.iter().collect();
    every.is_repeat(question, asked.iter().map(String::as_str))
        || asked.iter().any(|earlier| jaccard(&text::words(earlier).collect(), &set) >= every.similarity_threshold)
}
