//! Reads an answer: ideas and connections, and how the answer sounds.

use super::{
    act::Acts,
    clause, extractability, idea,
    idea::{Idea, ParsedAnswer},
    known_context::{ConceptWords, KnownContext},
    learned, link, relevance,
    tokenized_answer::TokenizedAnswer,
    tone,
};
use crate::engine::{
    dialogue::{AnswerAct, Reading},
    graph::{ExtractedNode, Extraction, IdeaKind},
    id::Name,
    language::LanguagePack,
    methodology::Ontology,
    text::WordSet,
};

/// Most ideas of an answer.
pub const MOST_NODES: usize = 12;
/// Most connections of an answer.
pub const MOST_EDGES: usize = 16;
/// Most characters of an answer that are read.
const MOST_CHARS: usize = 20_000;

/// An idea known before this answer.
#[derive(Clone, Copy, Debug)]
pub struct KnownIdea<'a> {
    /// Its label.
    pub label: &'a str,
    /// Id of its node type.
    pub node_type: &'a str,
    /// Stems of its words, by [`LanguagePack::content`]; computed from the label if none.
    pub words: Option<&'a WordSet>,
}

/// The input of a reading beside the answer.
#[derive(Clone, Debug)]
pub struct ReadingContext<'a> {
    /// The language pack.
    pub pack: &'a LanguagePack,
    /// Id of the methodology, for its lexicon.
    pub methodology: &'a Name,
    /// Types of nodes and edges.
    pub ontology: &'a Ontology,
    /// Words of the concept.
    pub subject: &'a ConceptWords,
    /// The question answered.
    pub question: &'a str,
    /// Label of the node or element that the question was about.
    pub focus: Option<&'a str>,
    /// Element the question was about, if it was about one.
    pub focus_element: Option<&'a Name>,
    /// Ideas known before, newest last.
    pub known: Vec<KnownIdea<'a>>,
    /// The answer before this one.
    pub previous_answer: Option<&'a str>,
}

/// What the rules found in an answer.
pub(super) struct Ruled {
    pub(super) ideas: Vec<Idea>,
    pub(super) extraction: Extraction,
    pub(super) reading: Reading,
}

/// Words of an idea from which an answer says something besides asking back.
const SUBSTANCE: usize = 4;

/// Reads an answer: its ideas and connections, and its tone, depth and engagement. Where the language has weights, they
/// decide what the rules found.
pub fn read(context: &ReadingContext<'_>, answer: &str) -> (Extraction, Reading) {
    let (extraction, mut reading) = with_rules(context, answer, |parsed, ruled| match context.pack.model() {
        Some(model) => learned::read(parsed, model, &ruled),
        None => (ruled.extraction, ruled.reading),
    });
    // "How was what, the bumper? Fine, bit purple": whoever goes on to answer needs no other question.
    if matches!(reading.act, Some(AnswerAct::Confused | AnswerAct::AsksBack)) && says_something(&extraction) {
        reading.act = Some(AnswerAct::Answers);
    }
    (extraction, reading)
}

/// Whether one of the ideas is more than an echo, or a thing to choose: "which bit, the row or the box?"
fn says_something(extraction: &Extraction) -> bool {
    let says =
        |node: &ExtractedNode| node.kind != Some(IdeaKind::Thing) && node.label.split_whitespace().count() >= SUBSTANCE;
    extraction.nodes.iter().any(says)
}

/// Reads an answer by the rules, and calls a function with what they found.
pub(super) fn with_rules<R>(
    context: &ReadingContext<'_>,
    answer: &str,
    then: impl FnOnce(ParsedAnswer<'_>, Ruled) -> R,
) -> R {
    let end = answer.char_indices().nth(MOST_CHARS).map_or(answer.len(), |(end, _)| end);
    let answer = TokenizedAnswer::new(context.pack.lexicon(), answer.get(..end).unwrap_or(answer));
    let sentences = clause::sentences(&answer);
    let known_context = KnownContext::new(context, answer.lexicon);
    let acts = Acts::find(&answer, &known_context, &sentences);
    let protesting = acts.protesting(&answer, &sentences);
    let extractability = extractability::assess(context, &known_context, &answer, &sentences, protesting);
    let clauses = acts.without_protests(clause::clauses(&answer, context.pack, &sentences));
    let parsed = ParsedAnswer {
        context,
        answer: &answer,
        known_context: &known_context,
        sentences: &sentences,
        clauses: &clauses,
        extractability: &extractability,
    };
    let ideas = idea::ideas(parsed);
    let mut reading = tone::reading(context, &answer, &clauses, &extractability, &ideas);
    reading.act = Some(acts.of_answer(&answer, &extractability, &ideas, reading.response_depth));
    reading.off_focus = relevance::is_off_topic(parsed, &ideas);
    let extraction = link::extraction(parsed, &ideas, &reading);
    then(parsed, Ruled { ideas, extraction, reading })
}

/// Whether an answer holds nothing that any reader could code: no words, or only assent or refusal.
pub fn is_bare(extraction: &Extraction) -> bool {
    matches!(extraction.reason.as_deref(), Some(extractability::BARE | extractability::WORDLESS))
}
