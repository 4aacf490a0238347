//! The guard: accepts or rejects a model's question.

use serde_json::Value;

use super::{
    claims, extract,
    refusal::Refusal,
    repeat::{REPEAT_SIMILARITY, is_repeat},
    style::{QuestionForms, occurs, phrase_set, sentences, without_quotes},
};
use crate::engine::{
    concept::Concept,
    language::{LanguagePack, QuestionList, WordList, WritingSystem, is_written_in},
    methodology::Ontology,
    redaction::AllowedPlaceholders,
    text::{self, WordSet, is_invisible, jaccard},
    untrusted::partial_json::{self, ObjectShape},
};

/// Length of a question in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=300;

/// Maximum words of a question, and of a farewell.
const WORDS: usize = 30;
const FAREWELL_WORDS: usize = 45;

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

/// Words of a study that decide what a question may mention.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StudyVocabulary {
    /// Texts of the concept. What they name is no secret, and no sensitive subject of its own.
    pub texts: String,
    /// Names of the method that are several words: psychosocial consequence.
    pub jargon: Vec<String>,
}

impl StudyVocabulary {
    /// The words of a concept and an ontology.
    pub fn of(concept: &Concept, ontology: &Ontology) -> Self {
        let parts = [&concept.objective, &concept.insight, &concept.promise, &concept.reason_to_believe];
        let parts = parts.into_iter().flatten().chain([&concept.name, &concept.topic]);
        let elements = concept.elements.iter();
        let elements = elements.flat_map(|element| std::iter::once(&element.label).chain(&element.aliases));
        let stimulus = concept.stimulus.as_ref().and_then(|stimulus| stimulus.text.as_ref());
        let texts: Vec<&str> = parts.chain(elements).chain(stimulus).map(String::as_str).collect();
        let ids = ontology.nodes.iter().map(|node| &node.id).filter(|id| id.contains('_'));
        Self { texts: texts.join(" "), jargon: ids.map(|id| id.replace('_', " ")).collect() }
    }
}

/// The rules for a model's question.
#[derive(Clone, Copy, Debug, Default)]
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
    /// Whether the question may stay with the last answer.
    pub may_stay: bool,
    /// Forms that the tactic permits.
    pub forms: QuestionForms,
    /// The respondent's answers, as models see them. None: not known here, so attributed words are not checked.
    pub said: Option<&'a [String]>,
    /// Whether only what could harm is refused. The endpoint leaves the style of a question to the page, which asks the model
    /// once more and says why.
    pub is_safety_only: bool,
    /// Words of the study. None: neither jargon nor sensitive subjects are exempt.
    pub study: Option<&'a StudyVocabulary>,
}

/// An accepted question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedQuestion {
    /// The question.
    pub text: String,
    /// Whether it stays with the last answer, as the request permitted.
    pub stays: bool,
}

/// Extracts and checks the question of a reply, which is plain text or `{"question", "stays"}`.
///
/// # Errors
/// The first reason to reject the question.
pub fn validate_question(reply: &str, guard: &QuestionGuard<'_>) -> Result<AcceptedQuestion, Refusal> {
    let (reply, stays) = parse_reply(reply);
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
    Ok(AcceptedQuestion { text, stays: stays && guard.may_stay })
}

/// The question of a JSON reply, and whether it says that it stays; else the reply.
fn parse_reply(reply: &str) -> (String, bool) {
    let parsed = partial_json::parse(reply, ObjectShape { keys: &["question"], open: &[] });
    let object = parsed.map(|parsed| parsed.object).unwrap_or_default();
    let question = object.get("question").and_then(Value::as_str);
    (question.unwrap_or(reply).to_owned(), object.get("stays").and_then(Value::as_bool).unwrap_or_default())
}

fn check(question: &str, guard: &QuestionGuard<'_>) -> Result<(), Refusal> {
    let length = question.chars().count();
    let unquoted = without_quotes(question);
    let marks = unquoted.chars().filter(|mark| extract::is_question_mark(*mark, guard.language)).count();
    let needs_mark = guard.kind == QuestionPurpose::Question;
    let said = text::word_list(question);
    let own = text::word_list(&unquoted);
    let most = if needs_mark { WORDS } else { FAREWELL_WORDS };
    let forbidden: Vec<String> = guard.forbidden.iter().map(|phrase| phrase.to_lowercase()).collect();
    let says = |phrases: &[String], words: &[String]| contains_any(phrases, words, question, guard);
    if !guard.is_safety_only && praises(question, &own, guard) {
        return Err(Refusal::Praise);
    }
    for (refused, refusal) in [
        (said.is_empty() || (needs_mark && marks == 0), Refusal::NoQuestion),
        (length < *LENGTH.start(), Refusal::TooShort),
        (length > *LENGTH.end() || said.len() > most || has_long_word(question), Refusal::TooLong),
        (has_address(question, &said), Refusal::Address),
        (has_markup(question), Refusal::Markup),
        (occurs(&phrase_set(&MACHINE), &said), Refusal::Machine),
        (!is_written_in(question, guard.language) || is_foreign(&own, guard), Refusal::Script),
        (says(guard.pack.list(WordList::PersonalData), &said), Refusal::PersonalData),
        (says(&forbidden, &said), Refusal::Forbidden),
    ] {
        if refused {
            return Err(refusal);
        }
    }
    check_content(question, &own, guard)?;
    if guard.is_safety_only {
        return Ok(());
    }
    for (refused, refusal) in [
        (marks > 1, Refusal::SeveralQuestions),
        (says(guard.pack.list(WordList::Leading), &own) || asks_agreement(&unquoted, guard), Refusal::Leading),
        (needs_mark && repeats_earlier(question, &said, guard.asked), Refusal::Repeat),
    ] {
        if refused {
            return Err(refusal);
        }
    }
    if needs_mark { check_form(question, guard) } else { Ok(()) }
}

/// Checks what a question says: insults, jargon, sensitive subjects and attributed words.
fn check_content(question: &str, own: &[String], guard: &QuestionGuard<'_>) -> Result<(), Refusal> {
    let texts = guard.study.map_or("", |study| study.texts.as_str());
    let of_study = text::word_list(texts);
    let answers: Vec<String> =
        guard.said.unwrap_or_default().iter().flat_map(|answer| text::word_list(answer)).collect();
    let list = |list| guard.pack.question_list(list);
    // A phrase counts unless these words have its last word, which carries its meaning: "your medication".
    let says_beyond = |phrases: &[String], excused: &[&[String]]| {
        phrases.iter().any(|phrase| {
            let words = text::word_list(phrase);
            let is_excused = words.last().is_some_and(|last| excused.iter().any(|texts| texts.contains(last)));
            !is_excused && contains_any(std::slice::from_ref(phrase), own, question, guard)
        })
    };
    let jargon = guard.study.map_or(&[][..], |study| &study.jargon);
    let is_style = !guard.is_safety_only;
    for (refused, refusal) in [
        (says_beyond(list(QuestionList::Sensitive), &[&of_study]), Refusal::Sensitive),
        (is_style && says_beyond(list(QuestionList::Insult), &[&answers]), Refusal::Insult),
        (is_style && says_beyond(list(QuestionList::Jargon), &[&answers, &of_study]), Refusal::Jargon),
        (is_style && says_beyond(jargon, &[&answers, &of_study]), Refusal::Jargon),
        (guard.said.is_some_and(|said| claims::invents_words(question, said, texts, guard.pack)), Refusal::Unsaid),
    ] {
        if refused {
            return Err(refusal);
        }
    }
    Ok(())
}

/// Checks the form of a question against the forms that its tactic permits.
fn check_form(question: &str, guard: &QuestionGuard<'_>) -> Result<(), Refusal> {
    if !WritingSystem::of_language(guard.language).has_blanks() {
        return Ok(());
    }
    let forms = QuestionForms::of(question, guard.pack);
    if forms.is_alternative && !guard.forms.is_alternative {
        return Err(Refusal::Alternatives);
    }
    if forms.is_closed && !guard.forms.is_closed {
        return Err(Refusal::Closed);
    }
    if forms.is_double && !guard.forms.is_double { Err(Refusal::SeveralQuestions) } else { Ok(()) }
}

/// Whether the last clause only asks for agreement: "…, right?"
fn asks_agreement(unquoted: &str, guard: &QuestionGuard<'_>) -> bool {
    let tags: Vec<Vec<String>> =
        guard.pack.question_list(QuestionList::Tag).iter().map(|tag| text::word_list(tag)).collect();
    let sentences = sentences(unquoted);
    let last = sentences.last().filter(|sentence| sentence.clauses.len() > 1);
    last.and_then(|sentence| sentence.clauses.last()).is_some_and(|clause| tags.contains(clause))
}

/// Whether a question praises. A single word of praise is a clause of its own: "Great!"
fn praises(question: &str, own: &[String], guard: &QuestionGuard<'_>) -> bool {
    let praise = guard.pack.question_list(QuestionList::Praise);
    let (words, phrases): (Vec<String>, Vec<String>) =
        praise.iter().cloned().partition(|phrase| text::words(phrase).count() == 1);
    let clauses = sentences(&without_quotes(question)).into_iter().flat_map(|sentence| sentence.clauses);
    let words = phrase_set(&words);
    contains_any(&phrases, own, question, guard)
        || clauses.into_iter().any(|clause| clause.len() == 1 && occurs(&words, &clause))
}

/// Whether a question contains a phrase of a list. Without blanks between words, letters are compared.
fn contains_any(phrases: &[String], said: &[String], question: &str, guard: &QuestionGuard<'_>) -> bool {
    if WritingSystem::of_language(guard.language).has_blanks() {
        occurs(&phrase_set(phrases), said)
    } else {
        phrases.iter().any(|phrase| question.contains(phrase.as_str()))
    }
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
