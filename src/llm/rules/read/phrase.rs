//! Picks the words of a clause that name its idea.

use std::ops::Range;

use super::{super::pack::List, scene::Scene};
use crate::{
    graph::Span,
    text::{Kind, slice},
};

/// Most words of a label. Coders were asked for spans of at most fourteen.
const LABEL_WORDS: usize = 14;
/// Most characters of a label.
const LABEL_CHARS: usize = 80;
/// Most code points of a quote.
const QUOTE_CHARS: u32 = 300;

/// An idea's words: what it is called and where it is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    /// Words that name it.
    pub(super) core: Range<usize>,
    /// The person's own words.
    pub(super) label: String,
    /// Where the clause says it.
    pub(super) quote: Span,
}

/// The phrase of a clause; none if no word of it carries an idea.
pub(super) fn phrase(scene: &Scene<'_>, clause: Range<usize>) -> Option<Phrase> {
    let start = (clause.start..clause.end).find(|&at| scene.is_word(at))?;
    let core = shortened(scene, trimmed_end(scene, core_start(scene, start, clause.end)..clause.end));
    let core = if scene.weight(core.clone()) == 0 { trimmed_end(scene, start..clause.end) } else { core };
    if scene.weight(core.clone()) == 0 {
        return None;
    }
    let said = quote_start(scene, start, core.start)..trimmed_end(scene, start..clause.end).end;
    let label = label(scene, standing(scene, start, core.clone(), clause.end).unwrap_or_else(|| core.clone()))?;
    Some(Phrase { core, label, quote: quote(scene, said)? })
}

/// The words an idea needs beside those of its core to be asked about: "That annoys me", not "annoys me"; "Ich hätte gleich
/// sagen sollen", not "gleich sagen sollen". None if those of the core stand alone.
fn standing(scene: &Scene<'_>, start: usize, core: Range<usize>, end: usize) -> Option<Range<usize>> {
    let said = quote_start(scene, start, core.start);
    // "That" joins clauses as well as standing for what was said.
    let takes_up = said == core.start && core.start > start && scene.is(core.start - 1, List::Anaphor);
    let whole = said - usize::from(takes_up)..core.end;
    let opens = whole.start.checked_sub(1).is_none_or(|at| !scene.is_word(at) || scene.is(at, List::Conjunction));
    if whole.start == core.start || !opens {
        return None;
    }
    let closes = |at: usize| scene.is_word(at) && scene.is(at, List::ClosingVerb);
    let is_framed = scene.any(whole.start..core.start, List::Auxiliary);
    if is_framed && core.clone().take_while(|&at| scene.is_word(at)).any(closes) {
        return Some(whole);
    }
    if scene.weight(core.clone()) > 1 {
        return None;
    }
    let before = core.start - 1;
    let is_no = |list: List| !scene.is(before, list);
    let stands_for_another = scene.is(before, List::Subject)
        && scene.is(before, List::Stop)
        && is_no(List::SelfWord)
        && is_no(List::Auxiliary);
    if stands_for_another || scene.any(core.clone(), List::Object) {
        return Some(whole);
    }
    let is_framed = is_framed && core.end < end && closes(core.end);
    is_framed.then(|| whole.start..(core.end..end).find(|&at| !closes(at)).unwrap_or(end))
}

/// The phrase of words that stand where only an idea can stand, small ones too: "made up".
pub(super) fn verbatim(scene: &Scene<'_>, range: Range<usize>) -> Option<Phrase> {
    Some(Phrase { core: range.clone(), label: label(scene, range.clone())?, quote: quote(scene, range)? })
}

/// The same idea called by all words from here on: "or the coffee is flat" is not the claim that it is.
pub(super) fn with_opening(scene: &Scene<'_>, start: usize, phrase: Phrase) -> Phrase {
    let range = start..phrase.core.end;
    match (label(scene, range.clone()), quote(scene, range)) {
        (Some(label), Some(quote)) => Phrase { label, quote, ..phrase },
        (Some(_) | None, _) => phrase,
    }
}

/// Words before a subject that may say when or where: "at home I", "the next morning we".
const FRONTED: usize = 7;

/// Skips what says when or where before a subject, then fillers, hedges, conjunctions, subject and auxiliary, stance
/// verbs and articles. A negation stays.
fn core_start(scene: &Scene<'_>, start: usize, end: usize) -> usize {
    let whole = subject_start(scene, start, end);
    match fronted(scene, whole, end).map(|subject| subject_start(scene, subject, end)) {
        Some(core) if scene.weight(core..end) > 0 => core,
        Some(_) | None => whole,
    }
}

/// The subject behind words of place or time, if they open the clause.
fn fronted(scene: &Scene<'_>, start: usize, end: usize) -> Option<usize> {
    let opens =
        scene.is(start, List::Preposition) || start.checked_sub(1).is_some_and(|at| scene.is(at, List::Determiner));
    let verb = |at: usize| scene.is(at, List::Auxiliary) || scene.is(at, List::Finite) || !scene.is_word(at);
    let subject = (start + 1..end.min(start + FRONTED)).find(|&at| scene.is(at, List::Nominative))?;
    (opens && !(start..subject).any(verb)).then_some(subject)
}

/// Skips fillers, hedges, conjunctions, subject and auxiliary, stance verbs and articles.
fn subject_start(scene: &Scene<'_>, start: usize, end: usize) -> usize {
    let mut at = start;
    // "I think the woman helped": what is thought begins behind the hedge.
    let mut start = start;
    while at < end {
        let skipped = [List::Filler, List::Hedge].iter().filter_map(|&list| scene.entry(at, list)).max();
        if let Some(length) = skipped {
            at += length;
            start = at;
            continue;
        }
        if scene.is(at, List::Negation) || opens_turned(scene, start, at) || opens_subject(scene, start..end, at) {
            break;
        }
        let empty = !scene.is_word(at)
            || (scene.is(at, List::Subject) && scene.is(at, List::Stop))
            || [List::Conjunction, List::Auxiliary, List::Liking, List::Infinitive]
                .iter()
                .any(|&list| scene.is(at, list))
            || (scene.is(at, List::Determiner) && scene.is(at, List::Stop));
        if !empty {
            break;
        }
        at += 1;
    }
    at.min(end)
}

/// A clause that opens with a verb that could close it, and goes on with neither its subject nor its end: "hat mich die Ärztin
/// weggeschickt". Without the verb nothing would hold the rest together.
fn opens_turned(scene: &Scene<'_>, start: usize, at: usize) -> bool {
    let follows = scene.is_word(at + 1) && !scene.is(at + 1, List::Nominative) && !scene.is(at + 1, List::ClosingVerb);
    let stands_first = (start..at).all(|before| !scene.is(before, List::Subject));
    scene.is(at, List::ClosingVerb) && stands_first && follows && scene.is(at + 1, List::Stop)
}

/// "My porridge tastes like …": the article or possessive of a subject that the clause says something of stays with it.
/// Without it the rest would be half a sentence.
fn opens_subject(scene: &Scene<'_>, clause: Range<usize>, at: usize) -> bool {
    let verb = |at: usize| scene.is(at, List::Auxiliary) || scene.is(at, List::Finite);
    let is_small = |at: usize| scene.is(at, List::Determiner) && scene.is(at, List::Stop);
    let is_subject = |at: usize| scene.is(at, List::Subject);
    // In "the next morning I was late" another subject comes first.
    let mut next = (at + 1..clause.end).take_while(|&at| scene.is_word(at));
    is_small(at)
        && !is_small(at + 1)
        && !(clause.start..at).any(|before| verb(before) || is_subject(before))
        && next.find(|&at| verb(at) || is_subject(at)).is_some_and(|at_verb| at_verb > at + 1 && !is_subject(at_verb))
}

/// The quote keeps the subject but not what stands before it.
fn quote_start(scene: &Scene<'_>, start: usize, core: usize) -> usize {
    let mut at = start;
    while at < core {
        let length = [List::Filler, List::Hedge].iter().filter_map(|&list| scene.entry(at, list)).max();
        match length {
            Some(length) => at += length,
            None if scene.is(at, List::Conjunction) || !scene.is_word(at) => at += 1,
            None => break,
        }
    }
    at.min(core)
}

/// Drops marks, fillers, hedges, conjunctions, articles and closing verbs from the end, and then the preposition they
/// leave behind. "At six" and "of that" stay whole, and so does a clause that completes another: "stolz, dass ich es
/// schaffen kann".
fn trimmed_end(scene: &Scene<'_>, range: Range<usize>) -> Range<usize> {
    let completes = scene.any(range.clone(), List::Complement);
    let mut end = range.end;
    while end > range.start {
        let last = end - 1;
        let stands_for_noun = scene.is(last, List::Determiner)
            && last > range.start
            && scene.is(last - 1, List::Preposition)
            && !scene.is_word(last + 1);
        let is_small = [List::Filler, List::Hedge, List::Conjunction, List::Determiner, List::ClosingVerb]
            .iter()
            .any(|&list| scene.is(last, list) && !(completes && list == List::ClosingVerb));
        let is_kept = scene.is(last, List::Negation) || scene.is_final_noun(last) || stands_for_noun;
        let dangles = end < range.end && scene.is(last, List::Preposition) && !scene.is_final_noun(last);
        if scene.is_word(last) && !dangles && (is_kept || !is_small) {
            break;
        }
        end = last;
    }
    range.start..end
}

/// Cuts a long phrase where a new one begins: before a mark, a conjunction or a question word, else before a preposition,
/// else at the limit. What is left has half of its room at least.
fn shortened(scene: &Scene<'_>, range: Range<usize>) -> Range<usize> {
    let words: Vec<usize> = range.clone().filter(|&at| scene.is_word(at)).collect();
    let Some(&limit) = words.get(LABEL_WORDS) else { return range };
    let places = || words.iter().take(LABEL_WORDS + 1).skip(LABEL_WORDS / 2).rev().copied();
    let begins =
        |at: &usize| !scene.is_word(at - 1) || scene.is(*at, List::Conjunction) || scene.is(*at, List::Interrogative);
    // The second of two prepositions does not begin a phrase: "out of".
    let turns = |at: &usize| scene.is(*at, List::Preposition) && !scene.is(at - 1, List::Preposition);
    let joint = places().find(begins).or_else(|| places().find(turns));
    undangled(scene, trimmed_end(scene, range.start..joint.unwrap_or(limit)))
}

/// Leaves out a preposition at the end whose object was cut off.
fn undangled(scene: &Scene<'_>, range: Range<usize>) -> Range<usize> {
    let dangles = |at: usize| scene.is(at, List::Preposition) && scene.is_word(at + 1);
    let kept = range.clone().rev().find(|&at| !dangles(at));
    range.start..kept.map_or(range.end, |last| last + 1)
}

/// The raw text of a range on one line, quotation marks at its ends left out, at most 80 characters.
fn label(scene: &Scene<'_>, range: Range<usize>) -> Option<String> {
    let span = bounds(scene, range)?;
    let raw = slice(scene.text, span.start, span.end);
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

fn quote(scene: &Scene<'_>, range: Range<usize>) -> Option<Span> {
    let span = bounds(scene, range)?;
    Some(Span { start: span.start, end: span.end.min(span.start.saturating_add(QUOTE_CHARS)) })
}

/// Code points from the first word of a range to the last.
fn bounds(scene: &Scene<'_>, range: Range<usize>) -> Option<Span> {
    let tokens = scene.tokens.get(range)?;
    let first = tokens.iter().find(|token| token.kind == Kind::Word)?;
    let last = tokens.iter().rev().find(|token| token.kind == Kind::Word)?;
    Some(Span { start: first.start, end: last.end })
}
