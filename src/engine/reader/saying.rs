//! How an idea can be said back to the respondent, and what it is as words.
//!
//! Only a whole phrase is said back: one to six words, nothing that refers to something unsaid, no small word at its end.

use super::{ReadingContext, idea::Idea, tokenized_answer::TokenizedAnswer};
use crate::engine::{
    graph::IdeaKind,
    language::{LanguagePack, PartOfSpeech, ReadingModel, TaggedWord, WordList},
    text::{TokenKind, slice},
};

/// Most words of a phrase that is said back.
const WORDS: usize = 6;

/// The label of an idea as it can be said back, with the person shifted. None if it cannot be quoted.
pub fn saying(pack: &LanguagePack, label: &str) -> Option<String> {
    let phrase = TokenizedAnswer::new(pack.lexicon(), label);
    let count = phrase.tokens.len();
    let words_only = (0..count).all(|at| phrase.is_word(at) || phrase.kind(at) == Some(TokenKind::Other));
    if count == 0 || !words_only || phrase.words(phrase.all()) > WORDS || phrase.weight(phrase.all()) == 0 {
        return None;
    }
    let small_end = [
        WordList::Preposition,
        WordList::Conjunction,
        WordList::Determiner,
        WordList::Auxiliary,
        WordList::Interrogative,
        WordList::Infinitive,
        WordList::Negation,
        WordList::Anaphor,
    ];
    let last = count - 1;
    if pack.model().is_some_and(|model| is_part(model, &phrase)) {
        return None;
    }
    let is_cut = small_end.iter().any(|&list| phrase.is(last, list)) && !phrase.is_final_noun(last);
    let small_start = [WordList::Conjunction, WordList::Negation, WordList::Preposition, WordList::Anaphor];
    let opens_badly = small_start.iter().any(|&list| phrase.is(0, list));
    let loose = [WordList::Hedge, WordList::Filler, WordList::Minimal];
    let is_loose = loose.iter().any(|&list| phrase.is(0, list) || phrase.is(last, list));
    let vague = [WordList::Vague, WordList::Interrogative];
    let is_vague = is_loose || vague.iter().any(|&list| phrase.any(phrase.all(), list));
    if is_cut || opens_badly || is_vague || pack.is_grave(label) {
        return None;
    }
    shifted(pack, &phrase)
}

/// Whether the tags show that words are missing: a verb without its subject, or an end that needs another word.
fn is_part(model: &ReadingModel, phrase: &TokenizedAnswer<'_>) -> bool {
    let words = model.tag(phrase.forms(0).iter().map(|form| (&*form.text, form.stem())));
    let opens_with_verb = words.first().is_some_and(|word| word.tag == PartOfSpeech::Aux);
    let cut = |word: &TaggedWord| {
        matches!(
            word.last,
            PartOfSpeech::Adp
                | PartOfSpeech::Det
                | PartOfSpeech::Aux
                | PartOfSpeech::Cconj
                | PartOfSpeech::Sconj
                | PartOfSpeech::Part
        )
    };
    let waits = words.windows(2).next_back().is_some_and(
        |pair| matches!(pair, [before, last] if before.tag == PartOfSpeech::Part && last.tag == PartOfSpeech::Verb),
    );
    let is_bare_verb = matches!(words.as_slice(), [only] if matches!(only.tag, PartOfSpeech::Verb | PartOfSpeech::Adv | PartOfSpeech::Aux));
    is_bare_verb || opens_with_verb || waits || words.last().is_some_and(cut)
}

/// The words with the person shifted. None if a pronoun cannot be shifted or refers to something unsaid.
fn shifted(pack: &LanguagePack, phrase: &TokenizedAnswer<'_>) -> Option<String> {
    let mut said = String::new();
    let mut at = 0;
    while at < phrase.tokens.len() {
        let (text, length) = if let Some((to, length)) = shift(pack, phrase, at) {
            (to.to_owned(), length)
        } else {
            let is_pronoun = phrase.is(at, WordList::SelfWord)
                || phrase.is(at, WordList::Object)
                || phrase.is(at, WordList::Subject) && phrase.is(at, WordList::Stop);
            let token = phrase.tokens.get(at).filter(|_| !is_pronoun)?;
            (slice(phrase.text, token.start, token.end).to_owned(), 1)
        };
        let glued = at
            .checked_sub(1)
            .and_then(|before| phrase.tokens.get(before))
            .is_some_and(|before| phrase.tokens.get(at).is_some_and(|token| token.start == before.end));
        if !said.is_empty() {
            // The splitter drops hyphens: they stand where two words are one place apart without a blank.
            let gap = at
                .checked_sub(1)
                .and_then(|before| Some((phrase.tokens.get(before)?.end, phrase.tokens.get(at)?.start)));
            let mark = gap.map_or(" ", |(from, to)| slice(phrase.text, from, to));
            said.push_str(if glued || mark == "-" { mark } else { " " });
        }
        said.push_str(&text);
        at += length;
    }
    Some(said)
}

/// The shifted form of the longest entry at this word.
fn shift<'p>(pack: &'p LanguagePack, phrase: &TokenizedAnswer<'_>, at: usize) -> Option<(&'p str, usize)> {
    let matches = |from: &str| {
        let words: Vec<&str> = from.split(' ').collect();
        words.iter().enumerate().all(|(step, word)| phrase.word(at + step) == *word).then_some(words.len())
    };
    let found = pack.persons.iter().filter_map(|(from, to)| Some((to.as_str(), matches(from)?)));
    found.max_by_key(|(_, length)| *length)
}

/// What an idea is as words. None where the lists of the language do not say.
pub(super) fn kind(context: &ReadingContext<'_>, answer: &TokenizedAnswer<'_>, idea: &Idea) -> Option<IdeaKind> {
    let core = idea.phrase.core.clone();
    if answer.any(core.clone(), WordList::Affect) {
        return Some(IdeaKind::Feeling);
    }
    if context.ontology.node(&idea.node_type).is_some_and(|node| node.terminal) {
        return Some(IdeaKind::Value);
    }
    let has = |list: WordList| answer.any(core.clone(), list);
    if has(WordList::Past) {
        return Some(IdeaKind::Event);
    }
    if has(WordList::Finite) || has(WordList::Auxiliary) || has(WordList::Ability) || has(WordList::Inability) {
        return Some(IdeaKind::State);
    }
    let speaks = has(WordList::SelfWord) || has(WordList::Object) || has(WordList::Subject);
    let opens_as_noun = core.start.checked_sub(1).is_some_and(|before| answer.is(before, WordList::Determiner));
    (!speaks && (opens_as_noun || idea.names_element)).then_some(IdeaKind::Thing)
}
