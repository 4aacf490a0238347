//! Whether an answer can be coded: requests to stop, words of a crisis, text for a machine, refusals and empty answers.

use super::{
    ReadingContext, clause::Sentence, element::balance, known_context::KnownContext, tokenized_answer::TokenizedAnswer,
};
use crate::engine::language::{Linking, NOT, StopWish, WordList};
use crate::engine::sorted::SortedSet;
use crate::engine::text::{TokenKind, WordSet};

/// Fewest words, with a subject, that say something.
const SAYING: usize = 3;

/// Most content words of a refusal without an answer.
const FEW: usize = 3;

/// The reason for an answer without content words: "yes", "I don't know".
pub(in crate::engine) const BARE: &str = "nothing but assent or refusal";

/// An opinion where only what happened counts.
pub(super) const GENERAL: &str = "no particular occasion";
/// The reason for an answer of marks alone.
pub(in crate::engine) const WORDLESS: &str = "no words";

/// Findings about the answer as a whole.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent findings, each passed on as it is")]
pub(super) struct Extractability {
    /// The reason why no part of the answer can be coded.
    pub(super) closed: Option<&'static str>,
    /// Numbers of the sentences that are not read.
    pub(super) muted: SortedSet<usize>,
    pub(super) knowledge_lack: bool,
    pub(super) wants_to_stop: bool,
    pub(super) may_want_to_stop: bool,
    pub(super) distress: bool,
    pub(super) deflects: bool,
}

/// Assesses the answer as a whole and each sentence.
pub(super) fn assess(
    context: &ReadingContext<'_>,
    known_context: &KnownContext<'_>,
    answer: &TokenizedAnswer<'_>,
    sentences: &[Sentence],
    protesting: Vec<usize>,
) -> Extractability {
    let mut extractability = Extractability { muted: protesting.into_iter().collect(), ..Extractability::default() };
    mute_instructions(known_context, answer, sentences, &mut extractability);
    for (number, sentence) in sentences.iter().enumerate() {
        let range = sentence.range.clone();
        let passage = answer.passage(range.clone());
        extractability.distress |= context.pack.is_distress(passage);
        let wish = context.pack.stop_wish(passage);
        extractability.may_want_to_stop |= wish != StopWish::No;
        // Weights alone end no interview: a respondent sent away for a turn of phrase is lost.
        let is_goodbye = wish == StopWish::Yes && answer.any(range.clone(), WordList::Farewell);
        extractability.knowledge_lack |= lacks_knowledge(answer, sentence);
        if is_goodbye || asks_to_stop(answer, sentence) {
            extractability.wants_to_stop = true;
            extractability.muted.insert(number);
        }
        if answer.any(range.clone(), WordList::Deflection) && beside(answer, sentence, WordList::Deflection) <= 4 {
            extractability.deflects = true;
            extractability.muted.insert(number);
        }
        let echo = sentences.len() > 1 && answer.weight(range) <= 2;
        if sentence.end == Some(TokenKind::Question) && (asks(answer, sentence) || echo) {
            extractability.muted.insert(number);
        }
    }
    extractability.wants_to_stop |= takes_leave(answer, sentences);
    extractability.closed = closed(context, known_context, answer, sentences, &extractability);
    extractability
}

/// Mutes each sentence that addresses a machine, and those beside it without a word of the context.
fn mute_instructions(
    known_context: &KnownContext<'_>,
    answer: &TokenizedAnswer<'_>,
    sentences: &[Sentence],
    extractability: &mut Extractability,
) {
    let addressed = |sentence: &Sentence| {
        answer.any(sentence.range.clone(), WordList::Injection) || machine_marks(answer, sentence.range.clone())
    };
    if !sentences.iter().any(addressed) {
        return;
    }
    let known = known_context.all();
    let is_foreign = |sentence: &Sentence| answer.content(sentence.range.clone()).is_disjoint(&known);
    let muted = sentences.iter().enumerate().filter(|(_, sentence)| addressed(sentence) || is_foreign(sentence));
    extractability.muted.extend(muted.map(|(number, _)| number));
}

/// Whether the range has braces, angle brackets or pipes, which occur in data and not in speech.
fn machine_marks(answer: &TokenizedAnswer<'_>, range: std::ops::Range<usize>) -> bool {
    range.filter(|&at| matches!(answer.word(at), "{" | "}" | "<" | ">" | "|" | "\\")).count() >= 2
}

/// Whether a sentence asks to stop the conversation. "I want to stop smoking" names another thing to stop.
fn asks_to_stop(answer: &TokenizedAnswer<'_>, sentence: &Sentence) -> bool {
    let of_talk = |at: usize| {
        [WordList::StopRequest, WordList::Talk, WordList::Minimal, WordList::Deflection]
            .iter()
            .any(|&list| answer.is(at, list))
    };
    let other = |at: &usize| answer.is_content(*at) && !of_talk(*at);
    let ends = |at: usize| {
        let small = [WordList::Conjunction, WordList::Subject];
        !answer.is_word(at) || small.iter().any(|&list| answer.is(at, list)) && !of_talk(at)
    };
    let names_another = |at: usize| {
        let Some(length) = answer.entry(at, WordList::StopRequest) else { return false };
        let after = (at + length..sentence.range.end).take_while(|&at| !ends(at));
        after.into_iter().any(|at| other(&at))
    };
    // "I can't leave it there again" is of something else.
    let is_denied = |at: usize| {
        let before = at.checked_sub(1).filter(|before| sentence.range.contains(before));
        answer.entry(at, WordList::StopRequest).is_some() && before.is_some_and(|at| answer.is(at, WordList::Negation))
    };
    answer.any(sentence.range.clone(), WordList::StopRequest)
        && !sentence.range.clone().any(is_denied)
        && sentence.range.clone().filter(other).count() <= 2
        && !sentence.range.clone().any(names_another)
}

/// Whether an answer takes leave in its last two sentences: a farewell that opens a clause and is all there is of it. "We said
/// bye" is part of a story.
fn takes_leave(answer: &TokenizedAnswer<'_>, sentences: &[Sentence]) -> bool {
    let small = |at: usize| {
        let lists = [WordList::Conjunction, WordList::Minimal, WordList::Filler];
        !answer.is_word(at) || lists.iter().any(|&list| answer.is(at, list))
    };
    let leaves = |range: std::ops::Range<usize>| {
        range.clone().any(|at| {
            let before = at.checked_sub(1).filter(|at| range.contains(at));
            let after = |length: usize| (at + length..range.end).take_while(|&at| answer.is_word(at));
            let farewell = answer.entry(at, WordList::Farewell);
            // "My break is over gtg": one word of farewell needs no pause before it. "She said bye" tells of another one.
            let is_free = |length: usize| {
                before.is_none_or(small) || length == 1 && !before.is_some_and(|at| answer.is(at, WordList::Past))
            };
            farewell.is_some_and(|length| is_free(length) && after(length).all(|at| !answer.is_content(at)))
        })
    };
    sentences.iter().rev().take(2).any(|sentence| leaves(sentence.range.clone()))
}

/// Number of content words that are not in the list.
fn beside(answer: &TokenizedAnswer<'_>, sentence: &Sentence, list: WordList) -> usize {
    sentence.range.clone().filter(|&at| answer.is_content(at) && !answer.is(at, list)).count()
}

/// Whether a sentence says little more than "I don't know".
fn lacks_knowledge(answer: &TokenizedAnswer<'_>, sentence: &Sentence) -> bool {
    answer.any(sentence.range.clone(), WordList::KnowledgeLack)
        && beside(answer, sentence, WordList::KnowledgeLack) <= 6
}

/// Whether a sentence opens as a question. A tag at the end of a statement does not count.
fn asks(answer: &TokenizedAnswer<'_>, sentence: &Sentence) -> bool {
    let first = sentence
        .range
        .clone()
        .find(|&at| answer.is_word(at) && !answer.is(at, WordList::Conjunction) && !answer.is(at, WordList::Filler));
    first.is_some_and(|at| {
        answer.is(at, WordList::Interrogative)
            || (answer.is(at, WordList::Auxiliary) && !answer.is(at, WordList::Subject))
    })
}

fn closed(
    context: &ReadingContext<'_>,
    known_context: &KnownContext<'_>,
    answer: &TokenizedAnswer<'_>,
    sentences: &[Sentence],
    extractability: &Extractability,
) -> Option<&'static str> {
    if answer.words(answer.all()) == 0 {
        return Some(WORDLESS);
    }
    if extractability.distress {
        return Some("words of distress");
    }
    if extractability.muted.len() == sentences.len() {
        return Some(if extractability.wants_to_stop { "asks to stop" } else { "turns the question away" });
    }
    if extractability.wants_to_stop {
        return Some("asks to stop");
    }
    let mut open = sentences.iter().enumerate().filter(|(number, _)| !extractability.muted.contains(number));
    if open.clone().all(|(_, sentence)| withdraws(answer, sentence)) {
        return Some(BARE);
    }
    let said = open.clone().flat_map(|(_, sentence)| answer.stems(sentence.range.clone())).collect::<WordSet>();
    if extractability.deflects && said.len() <= FEW {
        return Some("turns the question away");
    }
    if says_nothing_new(context, known_context, &said) {
        return Some("repeats the question");
    }
    if open.all(|(_, sentence)| is_verdict(answer, sentence)) {
        return Some("a verdict without a reason");
    }
    if is_general(context, known_context, answer) {
        return Some(GENERAL);
    }
    only_describes(context, known_context, answer).then_some("no comparison")
}

/// Whether an answer of a comparison only describes one thing, without a judgement.
fn only_describes(
    context: &ReadingContext<'_>,
    known_context: &KnownContext<'_>,
    answer: &TokenizedAnswer<'_>,
) -> bool {
    let method = context.pack.methods.get(context.methodology);
    let judges = [WordList::Negation, WordList::Affect, WordList::SelfWord, WordList::Liking, WordList::Disliking];
    let others =
        || known_context.mentions(answer, answer.all()).iter().any(|(_, id)| Some(*id) != context.focus_element);
    method.is_some_and(|method| method.linking == Linking::Grid)
        && context.focus_element.is_some()
        && !others()
        && balance(answer, answer.all()) == 0
        && !judges.iter().any(|&list| answer.any(answer.all(), list))
}

/// Where only what happened counts: an opinion on how it always is, or what somebody would do. It is not asked of
/// answers to questions about feelings, causes or lessons, which people give in the present.
fn is_general(context: &ReadingContext<'_>, known_context: &KnownContext<'_>, answer: &TokenizedAnswer<'_>) -> bool {
    let method = context.pack.methods.get(context.methodology).filter(|method| method.occasions_only);
    let asks_for_one = known_context
        .asked
        .is_none_or(|asked| asked.types.first() == method.and_then(|method| method.element.as_ref()));
    let tells = [WordList::Past, WordList::Story].iter().any(|&list| answer.any(answer.all(), list));
    let general = [WordList::General, WordList::Hypothetical].iter().any(|&list| answer.any(answer.all(), list));
    method.is_some() && asks_for_one && general && !tells
}

/// Whether a sentence has no content beside minimal replies and refusals. "I can be myself" has only small words, but none
/// of a reply or a refusal: it says something.
fn withdraws(answer: &TokenizedAnswer<'_>, sentence: &Sentence) -> bool {
    let words = || sentence.range.clone().filter(|&at| answer.is_word(at));
    let refuses = |at: usize| {
        let lists = [WordList::Minimal, WordList::KnowledgeLack, WordList::Deflection];
        lists.iter().any(|&list| answer.is(at, list))
    };
    let is_small = |at: usize| !answer.is_content(at) || answer.is(at, WordList::Negation);
    let tells = words().any(|at| answer.is(at, WordList::SelfWord) || answer.is(at, WordList::Subject));
    words().all(|at| is_small(at) || refuses(at)) && (!tells || words().any(refuses) || words().count() < SAYING)
}

/// Whether a sentence only judges the thing as a whole.
fn is_verdict(answer: &TokenizedAnswer<'_>, sentence: &Sentence) -> bool {
    withdraws(answer, sentence)
        || sentence.range.clone().filter(|&at| answer.is_content(at)).all(|at| {
            answer.is(at, WordList::Verdict) || answer.is(at, WordList::Negation) || answer.is(at, WordList::Minimal)
        })
}

/// Whether all content words occur in the question, the focus or the topic, and no element is named first.
fn says_nothing_new(context: &ReadingContext<'_>, known_context: &KnownContext<'_>, said: &WordSet) -> bool {
    let asked = |word: &str| {
        word == NOT
            || known_context.question.contains(word)
            || known_context.focus.contains(word)
            || known_context.topic.contains(word)
    };
    let names_an_element = context.focus.is_none() && known_context.elements(said).next().is_some();
    !names_an_element && said.iter().all(asked)
}
