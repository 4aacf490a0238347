//! The guard: accepts or rejects a model's question.

use serde_json::Value;

use super::{
    extract,
    refusal::Refusal,
    repeat::{REPEAT_SIMILARITY, is_repeat},
};
use crate::engine::{
    id::Name,
    language::{LanguagePack, PhraseSet, WordList, WritingSystem, is_written_in},
    redaction::AllowedPlaceholders,
    text::{self, WordSet, is_invisible, jaccard},
    untrusted::partial_json::{self, ObjectShape},
};

/// Length of a question in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=300;

/// Maximum consecutive letters and digits. Only encoded data is longer.
const LONGEST_WORD: usize = 40;

/// Phrases about models and instructions, for every language.
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

/// Lists of function words.
const FUNCTION_WORDS: [WordList; 5] =
    [WordList::Stop, WordList::Auxiliary, WordList::Preposition, WordList::Determiner, WordList::Interrogative];

/// Minimum function words of a language, and minimum words of a question, for the language check.
const MIN_FUNCTION_WORDS: usize = 40;
const MIN_WORDS: usize = 5;

/// One word in this many must be a function word. Shipped questions have at least one in three.
const FUNCTION_WORD_RATIO: usize = 4;

/// Chat roles, which precede a colon in a forged turn.
const ROLES: [&str; 8] = ["system", "assistant", "user", "human", "developer", "tool", "ai", "instruction"];

/// The purpose of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuestionPurpose {
    /// It expects an answer.
    #[default]
    Question,
    /// It ends the interview; the question mark is optional.
    Farewell,
}

/// The rules for a model's question.
#[derive(Clone, Copy, Debug)]
pub struct QuestionGuard<'a> {
    /// Its purpose.
    pub kind: QuestionPurpose,
    /// Every earlier question, as models see it.
    pub asked: &'a [String],
    /// Placeholders that it may contain.
    pub marks: AllowedPlaceholders<'a>,
    /// Language of the interview, a BCP 47 tag.
    pub language: &'a str,
    /// The language pack, with leading phrases and requests for personal data.
    pub pack: &'a LanguagePack,
    /// Phrases that the study forbids.
    pub forbidden: &'a [String],
    /// Tactics in the request.
    pub offered: &'a [Name],
}

/// An accepted question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedQuestion {
    /// The question.
    pub text: String,
    /// The tactic in the reply, if the request offered it.
    pub tactic: Option<Name>,
}

/// Extracts and checks the question of a reply, which is plain text or `{"question", "tactic"}`.
///
/// # Errors
/// The first reason to reject the question.
pub fn validate_question(reply: &str, guard: &QuestionGuard<'_>) -> Result<AcceptedQuestion, Refusal> {
    let (reply, tactic) = parse_reply(reply);
    let text = extract::extract_question(&reply, guard.language);
    let asked: Vec<String>;
    let asked = match guard.marks {
        AllowedPlaceholders::None => guard.asked,
        AllowedPlaceholders::Any | AllowedPlaceholders::Of(_) => {
            asked = guard.asked.iter().map(|asked| guard.marks.strip(asked).into_owned()).collect();
            &asked
        }
    };
    check(&guard.marks.strip(&text), &QuestionGuard { asked, ..*guard })?;
    let tactic = tactic.and_then(|named| guard.offered.iter().find(|offered| ***offered == *named).cloned());
    Ok(AcceptedQuestion { text, tactic })
}

/// The question and the tactic of a JSON reply; else the reply.
fn parse_reply(reply: &str) -> (String, Option<String>) {
    let parsed = partial_json::parse(reply, ObjectShape { keys: &["question"], open: &[] });
    let object = parsed.map(|parsed| parsed.object).unwrap_or_default();
    let field = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
    (field("question").unwrap_or_else(|| reply.to_owned()), field("tactic"))
}

fn check(question: &str, guard: &QuestionGuard<'_>) -> Result<(), Refusal> {
    let length = question.chars().count();
    let marks = question.chars().filter(|mark| extract::is_question_mark(*mark, guard.language)).count();
    let needs_mark = guard.kind == QuestionPurpose::Question;
    let said = text::word_list(question);
    let own = text::word_list(&without_quotes(question));
    let forbidden: Vec<String> = guard.forbidden.iter().map(|phrase| phrase.to_lowercase()).collect();
    let says = |phrases: &[String], words: &[String]| contains_any(phrases, words, question, guard);
    for (refused, refusal) in [
        (said.is_empty() || (needs_mark && marks == 0), Refusal::NoQuestion),
        (length < *LENGTH.start(), Refusal::TooShort),
        (length > *LENGTH.end() || has_long_word(question), Refusal::TooLong),
        (marks > 1, Refusal::SeveralQuestions),
        (has_address(question, &said), Refusal::Address),
        (has_markup(question), Refusal::Markup),
        (phrase_set(&MACHINE).is_in(said.iter().map(String::as_str)), Refusal::Machine),
        (!is_written_in(question, guard.language) || is_foreign(&own, guard), Refusal::Script),
        (says(guard.pack.list(WordList::PersonalData), &said), Refusal::PersonalData),
        (says(&forbidden, &said), Refusal::Forbidden),
        (says(guard.pack.list(WordList::Leading), &own), Refusal::Leading),
        (needs_mark && repeats_earlier(question, &said, guard.asked), Refusal::Repeat),
    ] {
        if refused {
            return Err(refusal);
        }
    }
    Ok(())
}

/// Phrases as sets of words; a hyphen separates words, as in a text.
fn phrase_set<S: AsRef<str>>(phrases: &[S]) -> PhraseSet<()> {
    let mut set = PhraseSet::default();
    for phrase in phrases {
        set.insert(phrase.as_ref().split([' ', '-']), ());
    }
    set
}

/// Whether a question contains a phrase of a list. Without blanks between words, letters are compared.
fn contains_any(phrases: &[String], said: &[String], question: &str, guard: &QuestionGuard<'_>) -> bool {
    if WritingSystem::of_language(guard.language).has_blanks() {
        phrase_set(phrases).is_in(said.iter().map(String::as_str))
    } else {
        phrases.iter().any(|phrase| question.contains(phrase.as_str()))
    }
}

/// The question without quoted words of the respondent. A quote without an end stays.
fn without_quotes(question: &str) -> String {
    let mut parts = question.split(['“', '”', '„', '«', '»', '「', '」', '"']);
    let count = question.matches(['“', '”', '„', '«', '»', '「', '」', '"']).count();
    if count % 2 == 1 { question.to_owned() } else { parts.by_ref().step_by(2).collect::<Vec<_>>().join(" ") }
}

/// Whether a question has too few function words of the language. A language without lists is not checked.
fn is_foreign(own: &[String], guard: &QuestionGuard<'_>) -> bool {
    // Tokens normalise the spelling: Arabic words have several.
    let lists = FUNCTION_WORDS.iter().flat_map(|list| guard.pack.list(*list));
    let function_words: Vec<String> = lists.flat_map(|entry| text::word_list(entry)).collect();
    let is_function_word = |word: &&String| function_words.contains(word);
    // Arabic and Hebrew attach function words to the next word; there the script check suffices.
    WritingSystem::of_language(guard.language).is_shared()
        && function_words.len() >= MIN_FUNCTION_WORDS
        && own.len() >= MIN_WORDS
        && own.iter().filter(is_function_word).count() * FUNCTION_WORD_RATIO < own.len()
}

fn has_long_word(question: &str) -> bool {
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

/// Markup of HTML, Markdown, JSON or templates, chat roles, invisible characters.
fn has_markup(question: &str) -> bool {
    let role = |before: &str| {
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
        word.is_some_and(|word| ROLES.contains(&word.to_lowercase().as_str()))
    };
    question.contains(['<', '>', '`', '{', '}', '[', ']', '|', '\\', '\u{FF1C}', '\u{FF1E}'])
        || question.contains("**")
        || question.contains("&#")
        || question.contains("&lt")
        || question.chars().any(|c| c.is_control() || is_invisible(c))
        || question.match_indices(':').any(|(at, _)| question.get(..at).is_some_and(role))
}

fn repeats_earlier(question: &str, said: &[String], asked: &[String]) -> bool {
    let words: WordSet = said.iter().collect();
    is_repeat(question, asked.iter().map(String::as_str), REPEAT_SIMILARITY)
        || asked.iter().any(|earlier| jaccard(&text::words(earlier).collect(), &words) >= REPEAT_SIMILARITY)
}
