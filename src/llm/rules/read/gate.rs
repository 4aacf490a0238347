//! What must be settled before anything is read: wishes to stop, words of a crisis, text that addresses a machine,
//! and whether the answer withdraws.

use std::collections::BTreeSet;

use super::{
    super::{
        lexicon::NOT,
        pack::{Linking, List},
    },
    ReadingContext,
    clause::Sentence,
    element::balance,
    scene::Scene,
    talk::Talk,
};
use crate::text::{Kind, WordSet};

/// Words with content that do not yet make a refusal an answer.
const FEW: usize = 3;

/// Why an answer of small words alone, "yes" or "I don't know", is not coded.
pub(in crate::llm::rules) const BARE: &str = "nothing but assent or refusal";

/// Why an answer of marks alone is not coded.
pub(in crate::llm::rules) const WORDLESS: &str = "no words";

/// What the answer as a whole is.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent findings, each passed on as it is")]
pub(super) struct Gate {
    /// Why nothing of it can be coded.
    pub(super) closed: Option<&'static str>,
    /// Sentences that are not read, by number.
    pub(super) muted: BTreeSet<usize>,
    pub(super) knowledge_lack: bool,
    pub(super) wants_to_stop: bool,
    pub(super) distress: bool,
    pub(super) deflects: bool,
}

/// Looks at the answer as a whole and at each sentence.
pub(super) fn gate(context: &ReadingContext<'_>, talk: &Talk<'_>, scene: &Scene<'_>, sentences: &[Sentence]) -> Gate {
    let mut gate = Gate::default();
    mute_instructions(talk, scene, sentences, &mut gate);
    for (number, sentence) in sentences.iter().enumerate() {
        let range = sentence.range.clone();
        let idiom = scene.any(range.clone(), List::DistressIdiom);
        gate.distress |= !idiom && scene.any(range.clone(), List::Distress);
        gate.knowledge_lack |= lacks_knowledge(scene, sentence);
        if asks_to_stop(scene, sentence) {
            gate.wants_to_stop = true;
            gate.muted.insert(number);
        }
        if scene.any(range.clone(), List::Deflection) && beside(scene, sentence, List::Deflection) <= 4 {
            gate.deflects = true;
            gate.muted.insert(number);
        }
        let echo = sentences.len() > 1 && scene.weight(range) <= 2;
        if sentence.end == Some(Kind::Question) && (asks(scene, sentence) || echo) {
            gate.muted.insert(number);
        }
    }
    gate.closed = closed(context, talk, scene, sentences, &gate);
    gate
}

/// The first sentence that addresses a machine, all after it, and all before it that do not belong to the talk.
fn mute_instructions(talk: &Talk<'_>, scene: &Scene<'_>, sentences: &[Sentence], gate: &mut Gate) {
    let addressed = |sentence: &Sentence| {
        scene.any(sentence.range.clone(), List::Injection) || machine_marks(scene, sentence.range.clone())
    };
    let Some(first) = sentences.iter().position(addressed) else { return };
    let talk = talk.all();
    gate.muted.extend(first..sentences.len());
    for (number, sentence) in sentences.iter().enumerate().take(first) {
        if scene.content(sentence.range.clone()).is_disjoint(&talk) {
            gate.muted.insert(number);
        }
    }
}

/// Braces, angle brackets, pipes and backticks belong to data, not to talk.
fn machine_marks(scene: &Scene<'_>, range: std::ops::Range<usize>) -> bool {
    range.filter(|&at| matches!(scene.word(at), "{" | "}" | "<" | ">" | "|" | "\\")).count() >= 2
}

/// A wish to stop the conversation: little beside it, and nothing else that is to stop. "I want to stop smoking" is none.
fn asks_to_stop(scene: &Scene<'_>, sentence: &Sentence) -> bool {
    let of_talk = |at: usize| {
        [List::StopRequest, List::Talk, List::Minimal, List::Deflection].iter().any(|&list| scene.is(at, list))
    };
    let other = |at: &usize| scene.is_content(*at) && !of_talk(*at);
    let ends = |at: usize| {
        let small = [List::Conjunction, List::Subject];
        !scene.is_word(at) || small.iter().any(|&list| scene.is(at, list)) && !of_talk(at)
    };
    let names_another = |at: usize| {
        let Some(length) = scene.entry(at, List::StopRequest) else { return false };
        let after = (at + length..sentence.range.end).take_while(|&at| !ends(at));
        after.into_iter().any(|at| other(&at))
    };
    scene.any(sentence.range.clone(), List::StopRequest)
        && sentence.range.clone().filter(other).count() <= 2
        && !sentence.range.clone().any(names_another)
}

/// Words with content beside those of the list.
fn beside(scene: &Scene<'_>, sentence: &Sentence, list: List) -> usize {
    sentence.range.clone().filter(|&at| scene.is_content(at) && !scene.is(at, list)).count()
}

/// "I don't know" with nothing but small words beside it in its own clause.
fn lacks_knowledge(scene: &Scene<'_>, sentence: &Sentence) -> bool {
    scene.any(sentence.range.clone(), List::KnowledgeLack) && beside(scene, sentence, List::KnowledgeLack) <= 6
}

/// A question that opens as one; a tag at the end of a statement is none.
fn asks(scene: &Scene<'_>, sentence: &Sentence) -> bool {
    let first = sentence
        .range
        .clone()
        .find(|&at| scene.is_word(at) && !scene.is(at, List::Conjunction) && !scene.is(at, List::Filler));
    first.is_some_and(|at| {
        scene.is(at, List::Interrogative) || (scene.is(at, List::Auxiliary) && !scene.is(at, List::Subject))
    })
}

fn closed(
    context: &ReadingContext<'_>,
    talk: &Talk<'_>,
    scene: &Scene<'_>,
    sentences: &[Sentence],
    gate: &Gate,
) -> Option<&'static str> {
    if scene.words(scene.all()) == 0 {
        return Some(WORDLESS);
    }
    if gate.distress {
        return Some("words of distress");
    }
    if gate.muted.len() == sentences.len() {
        return Some(if gate.wants_to_stop { "asks to stop" } else { "turns the question away" });
    }
    if gate.wants_to_stop {
        return Some("asks to stop");
    }
    let mut open = sentences.iter().enumerate().filter(|(number, _)| !gate.muted.contains(number));
    if open.clone().all(|(_, sentence)| withdraws(scene, sentence)) {
        return Some(BARE);
    }
    let said = open.clone().flat_map(|(_, sentence)| scene.stems(sentence.range.clone())).collect::<WordSet>();
    if gate.deflects && said.len() <= FEW {
        return Some("turns the question away");
    }
    if says_nothing_new(context, talk, &said) {
        return Some("repeats the question");
    }
    if open.all(|(_, sentence)| is_verdict(scene, sentence)) {
        return Some("a verdict without a reason");
    }
    if is_general(context, talk, scene) {
        return Some("no particular occasion");
    }
    only_describes(context, talk, scene).then_some("no comparison")
}

/// Where things are compared: one thing alone, described without a word for or against it.
fn only_describes(context: &ReadingContext<'_>, talk: &Talk<'_>, scene: &Scene<'_>) -> bool {
    let method = context.pack.methods.get(context.methodology);
    let judges = [List::Negation, List::Affect, List::SelfWord, List::Liking, List::Disliking];
    let others = || talk.mentions(scene, scene.all()).iter().any(|(_, id)| Some(*id) != context.focus_element);
    method.is_some_and(|method| method.linking == Linking::Grid)
        && context.focus_element.is_some()
        && !others()
        && balance(scene, scene.all()) == 0
        && !judges.iter().any(|&list| scene.any(scene.all(), list))
}

/// Where only what happened counts: an opinion on how it always is, or what somebody would do. It is not asked of
/// answers to questions about feelings, causes or lessons, which people give in the present.
fn is_general(context: &ReadingContext<'_>, talk: &Talk<'_>, scene: &Scene<'_>) -> bool {
    let method = context.pack.methods.get(context.methodology).filter(|method| method.occasions_only);
    let asks_for_one =
        talk.asked.is_none_or(|asked| asked.types.first() == method.and_then(|method| method.element.as_ref()));
    let tells = [List::Past, List::Story].iter().any(|&list| scene.any(scene.all(), list));
    let general = [List::General, List::Hypothetical].iter().any(|&list| scene.any(scene.all(), list));
    method.is_some() && asks_for_one && general && !tells
}

/// Only minimal replies, fillers and the like.
fn withdraws(scene: &Scene<'_>, sentence: &Sentence) -> bool {
    sentence.range.clone().filter(|&at| scene.is_word(at)).all(|at| {
        !scene.is_content(at)
            || scene.is(at, List::Negation)
            || scene.is(at, List::Minimal)
            || scene.is(at, List::KnowledgeLack)
            || scene.is(at, List::Deflection)
    })
}

/// Only judges the thing as a whole.
fn is_verdict(scene: &Scene<'_>, sentence: &Sentence) -> bool {
    withdraws(scene, sentence)
        || sentence
            .range
            .clone()
            .filter(|&at| scene.is_content(at))
            .all(|at| scene.is(at, List::Verdict) || scene.is(at, List::Negation) || scene.is(at, List::Minimal))
}

/// Every word with content stands in the question, the focus or the topic, and no element is named freshly.
fn says_nothing_new(context: &ReadingContext<'_>, talk: &Talk<'_>, said: &WordSet) -> bool {
    let asked = |word: &str| {
        word == NOT || talk.question.contains(word) || talk.focus.contains(word) || talk.topic.contains(word)
    };
    let names_an_element = context.focus.is_none() && talk.elements(said).next().is_some();
    !names_an_element && said.iter().all(asked)
}
