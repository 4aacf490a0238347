//! Selects the words of a clause that name its idea.

use std::ops::Range;

use super::tokenized_answer::TokenizedAnswer;
use crate::engine::language::WordList;
use crate::engine::{
    graph::Span,
    text::{TokenKind, slice},
};

/// Maximum words of a label. The coders' limit was fourteen.
const LABEL_WORDS: usize = 14;
/// Maximum characters of a label.
const LABEL_CHARS: usize = 80;
/// Maximum code points of a quote.
const QUOTE_CHARS: u32 = 300;

/// The words of an idea: its label and its quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IdeaPhrase {
    /// The words that identify it.
    pub(super) core: Range<usize>,
    /// Its label, in the respondent's words.
    pub(super) label: String,
    /// Its quote in the clause.
    pub(super) quote: Span,
}

/// The phrase of a clause; none if no word has content.
pub(super) fn phrase(answer: &TokenizedAnswer<'_>, clause: Range<usize>) -> Option<IdeaPhrase> {
    let start = (clause.start..clause.end).find(|&at| answer.is_word(at))?;
    let core = shortened(answer, trimmed_end(answer, core_start(answer, start, clause.end)..clause.end));
    let core = if answer.weight(core.clone()) == 0 { trimmed_end(answer, start..clause.end) } else { core };
    if answer.weight(core.clone()) == 0 {
        return None;
    }
    let said = quote_start(answer, start, core.start)..trimmed_end(answer, start..clause.end).end;
    let label = label(answer, standing(answer, start, core.clone(), clause.end).unwrap_or_else(|| core.clone()))?;
    Some(IdeaPhrase { core, label, quote: quote(answer, said)? })
}

/// The additional words that a label needs in a question: "That annoys me", not "annoys me"; "Ich hätte gleich sagen
/// sollen", not "gleich sagen sollen". None if the core is complete.
fn standing(answer: &TokenizedAnswer<'_>, start: usize, core: Range<usize>, end: usize) -> Option<Range<usize>> {
    let said = quote_start(answer, start, core.start);
    // "That" may be a conjunction or a pronoun.
    let takes_up = said == core.start && core.start > start && answer.is(core.start - 1, WordList::Anaphor);
    let whole = said - usize::from(takes_up)..core.end;
    let opens = whole.start.checked_sub(1).is_none_or(|at| !answer.is_word(at) || answer.is(at, WordList::Conjunction));
    if whole.start == core.start || !opens {
        return None;
    }
    let closes = |at: usize| answer.is_word(at) && answer.is(at, WordList::ClosingVerb);
    let is_framed = answer.any(whole.start..core.start, WordList::Auxiliary);
    if is_framed && core.clone().take_while(|&at| answer.is_word(at)).any(closes) {
        return Some(whole);
    }
    if answer.weight(core.clone()) > 1 {
        return None;
    }
    let before = core.start - 1;
    let is_no = |list: WordList| !answer.is(before, list);
    let stands_for_another = answer.is(before, WordList::Subject)
        && answer.is(before, WordList::Stop)
        && is_no(WordList::SelfWord)
        && is_no(WordList::Auxiliary);
    if stands_for_another || answer.any(core.clone(), WordList::Object) {
        return Some(whole);
    }
    let is_framed = is_framed && core.end < end && closes(core.end);
    is_framed.then(|| whole.start..(core.end..end).find(|&at| !closes(at)).unwrap_or(end))
}

/// The phrase of a range that must be an idea, including small words: "made up".
pub(super) fn verbatim(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> Option<IdeaPhrase> {
    Some(IdeaPhrase { core: range.clone(), label: label(answer, range.clone())?, quote: quote(answer, range)? })
}

/// Extends the label and quote to the words from `start` on: "or the coffee is flat" does not claim that it is.
pub(super) fn with_opening(answer: &TokenizedAnswer<'_>, start: usize, phrase: IdeaPhrase) -> IdeaPhrase {
    let range = start..phrase.core.end;
    match (label(answer, range.clone()), quote(answer, range)) {
        (Some(label), Some(quote)) => IdeaPhrase { label, quote, ..phrase },
        (Some(_) | None, _) => phrase,
    }
}

/// Maximum words before a subject that give a time or place: "at home I", "the next morning we".
const FRONTED: usize = 7;

/// Skips a time or place before a subject, then fillers, hedges, conjunctions, subject and auxiliary, stance verbs and
/// articles. A negation stays.
fn core_start(answer: &TokenizedAnswer<'_>, start: usize, end: usize) -> usize {
    let whole = subject_start(answer, start, end);
    match fronted(answer, whole, end).map(|subject| subject_start(answer, subject, end)) {
        Some(core) if answer.weight(core..end) > 0 => core,
        Some(_) | None => whole,
    }
}

/// The subject after words of place or time, if these open the clause.
fn fronted(answer: &TokenizedAnswer<'_>, start: usize, end: usize) -> Option<usize> {
    let opens = answer.is(start, WordList::Preposition)
        || start.checked_sub(1).is_some_and(|at| answer.is(at, WordList::Determiner));
    let verb = |at: usize| answer.is(at, WordList::Auxiliary) || answer.is(at, WordList::Finite) || !answer.is_word(at);
    let subject = (start + 1..end.min(start + FRONTED)).find(|&at| answer.is(at, WordList::Nominative))?;
    (opens && !(start..subject).any(verb)).then_some(subject)
}

/// Skips fillers, hedges, conjunctions, subject and auxiliary, stance verbs and articles.
fn subject_start(answer: &TokenizedAnswer<'_>, start: usize, end: usize) -> usize {
    let mut at = start;
    // "I think the woman helped": the idea begins after the hedge.
    let mut start = start;
    while at < end {
        let skipped = [WordList::Filler, WordList::Hedge].iter().filter_map(|&list| answer.entry(at, list)).max();
        if let Some(length) = skipped {
            at += length;
            start = at;
            continue;
        }
        if answer.is(at, WordList::Negation) || opens_turned(answer, start, at) || opens_subject(answer, start..end, at)
        {
            break;
        }
        let empty = !answer.is_word(at)
            || (answer.is(at, WordList::Subject) && answer.is(at, WordList::Stop))
            || [WordList::Conjunction, WordList::Auxiliary, WordList::Liking, WordList::Infinitive]
                .iter()
                .any(|&list| answer.is(at, list))
            || (answer.is(at, WordList::Determiner) && answer.is(at, WordList::Stop));
        if !empty {
            break;
        }
        at += 1;
    }
    at.min(end)
}

/// Whether a clause opens with a verb that can also close it, without its subject next: "hat mich die Ärztin
/// weggeschickt". The rest is incomplete without the verb.
fn opens_turned(answer: &TokenizedAnswer<'_>, start: usize, at: usize) -> bool {
    let follows =
        answer.is_word(at + 1) && !answer.is(at + 1, WordList::Nominative) && !answer.is(at + 1, WordList::ClosingVerb);
    let stands_first = (start..at).all(|before| !answer.is(before, WordList::Subject));
    answer.is(at, WordList::ClosingVerb) && stands_first && follows && answer.is(at + 1, WordList::Stop)
}

/// Whether an article or possessive opens the subject of the clause: "My porridge tastes like …". The rest is
/// incomplete without it.
fn opens_subject(answer: &TokenizedAnswer<'_>, clause: Range<usize>, at: usize) -> bool {
    let verb = |at: usize| answer.is(at, WordList::Auxiliary) || answer.is(at, WordList::Finite);
    let is_small = |at: usize| answer.is(at, WordList::Determiner) && answer.is(at, WordList::Stop);
    let is_subject = |at: usize| answer.is(at, WordList::Subject);
    // In "the next morning I was late", another subject comes first.
    let mut next = (at + 1..clause.end).take_while(|&at| answer.is_word(at));
    is_small(at)
        && !is_small(at + 1)
        && !(clause.start..at).any(|before| verb(before) || is_subject(before))
        && next.find(|&at| verb(at) || is_subject(at)).is_some_and(|at_verb| at_verb > at + 1 && !is_subject(at_verb))
}

/// The start of the quote, which keeps the subject but no earlier words.
fn quote_start(answer: &TokenizedAnswer<'_>, start: usize, core: usize) -> usize {
    let mut at = start;
    while at < core {
        let length = [WordList::Filler, WordList::Hedge].iter().filter_map(|&list| answer.entry(at, list)).max();
        match length {
            Some(length) => at += length,
            None if answer.is(at, WordList::Conjunction) || !answer.is_word(at) => at += 1,
            None => break,
        }
    }
    at.min(core)
}

/// Drops marks, fillers, hedges, conjunctions, articles, closing verbs and then a preposition from the end. "At six"
/// and "of that" stay complete. So does a clause that completes another: "stolz, dass ich es schaffen kann".
fn trimmed_end(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> Range<usize> {
    let completes = answer.any(range.clone(), WordList::Complement);
    let mut end = range.end;
    while end > range.start {
        let last = end - 1;
        let stands_for_noun = answer.is(last, WordList::Determiner)
            && last > range.start
            && answer.is(last - 1, WordList::Preposition)
            && !answer.is_word(last + 1);
        let is_small =
            [WordList::Filler, WordList::Hedge, WordList::Conjunction, WordList::Determiner, WordList::ClosingVerb]
                .iter()
                .any(|&list| answer.is(last, list) && !(completes && list == WordList::ClosingVerb));
        let is_kept = answer.is(last, WordList::Negation) || answer.is_final_noun(last) || stands_for_noun;
        let dangles = end < range.end && answer.is(last, WordList::Preposition) && !answer.is_final_noun(last);
        if answer.is_word(last) && !dangles && (is_kept || !is_small) {
            break;
        }
        end = last;
    }
    range.start..end
}

/// Cuts a long phrase before a mark, a conjunction or a question word, else before a preposition, else at the limit. At
/// least half of the limit stays.
fn shortened(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> Range<usize> {
    let words: Vec<usize> = range.clone().filter(|&at| answer.is_word(at)).collect();
    let Some(&limit) = words.get(LABEL_WORDS) else { return range };
    let places = || words.iter().take(LABEL_WORDS + 1).skip(LABEL_WORDS / 2).rev().copied();
    let begins = |at: &usize| {
        !answer.is_word(at - 1) || answer.is(*at, WordList::Conjunction) || answer.is(*at, WordList::Interrogative)
    };
    // The second of two prepositions does not begin a phrase: "out of".
    let turns = |at: &usize| answer.is(*at, WordList::Preposition) && !answer.is(at - 1, WordList::Preposition);
    let joint = places().find(begins).or_else(|| places().find(turns));
    undangled(answer, trimmed_end(answer, range.start..joint.unwrap_or(limit)))
}

/// Drops a preposition at the end if its object was cut off.
fn undangled(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> Range<usize> {
    let dangles = |at: usize| answer.is(at, WordList::Preposition) && answer.is_word(at + 1);
    let kept = range.clone().rev().find(|&at| !dangles(at));
    range.start..kept.map_or(range.end, |last| last + 1)
}

/// The raw text of a range on one line, without quotation marks at its ends, at most 80 characters.
fn label(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> Option<String> {
    let span = bounds(answer, range)?;
    let raw = slice(answer.text, span.start, span.end);
    let line = raw.split(|c: char| c.is_whitespace() || c.is_control()).filter(|part| !part.is_empty());
    let mut label = String::new();
    for part in line {
        let blank = usize::from(!label.is_empty());
        if label.chars().count() + blank + part.chars().count() > LABEL_CHARS {
            break;
        }
        label.extend(std::iter::repeat_n(' ', blank));
        label.push_str(part);
    }
    if label.is_empty() {
        label = raw.chars().filter(|c| !c.is_whitespace() && !c.is_control()).take(LABEL_CHARS).collect();
    }
    (label.chars().count() >= 2).then_some(label)
}

fn quote(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> Option<Span> {
    let span = bounds(answer, range)?;
    Some(Span { start: span.start, end: span.end.min(span.start.saturating_add(QUOTE_CHARS)) })
}

/// Code points from the first word of a range to the last.
fn bounds(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> Option<Span> {
    let tokens = answer.tokens.get(range)?;
    let first = tokens.iter().find(|token| token.kind == TokenKind::Word)?;
    let last = tokens.iter().rev().find(|token| token.kind == TokenKind::Word)?;
    Some(Span { start: first.start, end: last.end })
}
