//! JSON schemas of the sections, with the names of the study.

use serde_json::Value;

use super::super::{
    frame::PromptStudy,
    schema::{flag, integer, list, number, object, one_of, one_of_or_null, or_null, text, text_or_null},
};
use crate::engine::{
    dialogue::{
        AnswerAct,
        qualitative::{
            ContradictionType, Intensity, ReasoningQuality, ResponseType, Suggestion, Trajectory, UncertaintyType,
        },
    },
    model::Section,
    untrusted::analysis::fields::{LEVELS, REACTIONS, SECTIONS, SENTIMENTS},
};

/// The key of a section in a batch reply.
pub(super) fn key(section: Section) -> &'static str {
    SECTIONS.iter().find(|(known, _)| *known == section).map(|(_, key)| *key).unwrap_or_default()
}

/// The schema of one section, or of a batch of sections in this order.
pub(super) fn schema(alone: Option<Section>, sections: &[Section], frame: &PromptStudy<'_>) -> Value {
    if let Some(section) = alone {
        return section_schema(section, frame);
    }
    let property = |section: &Section| (key(*section), section_schema(*section, frame));
    object(&sections.iter().map(property).collect::<Vec<_>>())
}

fn section_schema(section: Section, frame: &PromptStudy<'_>) -> Value {
    match section {
        Section::Extraction => extraction(frame),
        Section::Extractability => object(&[("extractable", flag()), ("reason", text_or_null())]),
        Section::Momentum => object(&[("level", one_of(LEVELS)), ("indicators", list(&text()))]),
        Section::Signals => signals(),
        Section::Ambiguity => object(&[("ambiguity", number()), ("reasoning", text())]),
        Section::Qualitative => qualitative(),
        Section::Plausibility => {
            object(&[("connections", list(&object(&[("label", text()), ("plausibility", number())])))])
        }
    }
}

fn extraction(frame: &PromptStudy<'_>) -> Value {
    let ontology = &frame.methodology.ontology;
    let elements = || one_of(frame.concept.elements.iter().map(|element| &element.id));
    let node = object(&[
        ("label", text()),
        ("node_type", one_of(ontology.nodes.iter().map(|node| &node.id))),
        ("quote", text()),
        ("elements", list(&elements())),
        ("reaction", one_of_or_null(&REACTIONS)),
        ("is_ambiguous", flag()),
        ("confidence", number()),
    ]);
    let edge = object(&[
        ("source_label", text()),
        ("target_label", text()),
        ("relation_type", one_of(ontology.edges.iter().map(|edge| &edge.id))),
        ("quote", text()),
        ("confidence", number()),
    ]);
    object(&[("nodes", list(&node)), ("edges", list(&edge)), ("understood", list(&elements()))])
}

fn signals() -> Value {
    object(&[
        ("response_depth", integer()),
        ("specificity", integer()),
        ("certainty", integer()),
        ("emotional_valence", integer()),
        ("engagement", integer()),
        ("intellectual_engagement", integer()),
        ("sentiment", one_of(SENTIMENTS)),
        ("act", one_of(AnswerAct::WORDS)),
        ("distress", flag()),
        ("wants_to_stop", flag()),
    ])
}

fn qualitative() -> Value {
    let words = |words: &[(&'static str, &'static str)]| one_of(words.iter().map(|(word, _)| *word));
    let kinds: Vec<&str> = ContradictionType::WORDS.iter().map(|(word, _)| *word).collect();
    let signal = |own: &[(&str, Value)]| {
        let common = [("confidence", number()), ("reasoning", text())];
        or_null(&object(&own.iter().cloned().chain(common).collect::<Vec<_>>()))
    };
    object(&[
        (
            "uncertainty",
            signal(&[
                ("uncertainty_type", words(UncertaintyType::WORDS)),
                ("severity", number()),
                ("examples", list(&text())),
            ]),
        ),
        (
            "reasoning",
            signal(&[
                ("reasoning_quality", words(ReasoningQuality::WORDS)),
                ("depth_score", number()),
                ("has_examples", flag()),
                ("has_abstractions", flag()),
                ("examples", list(&text())),
            ]),
        ),
        (
            "emotional",
            signal(&[
                ("intensity", words(Intensity::WORDS)),
                ("trajectory", words(Trajectory::WORDS)),
                ("markers", list(&text())),
            ]),
        ),
        (
            "contradiction",
            signal(&[
                ("has_contradiction", flag()),
                ("contradiction_type", one_of_or_null(&kinds)),
                ("earlier_statement", text()),
                ("current_statement", text()),
            ]),
        ),
        (
            "knowledge_ceiling",
            signal(&[
                ("is_terminal", flag()),
                ("response_type", words(ResponseType::WORDS)),
                ("has_curiosity", flag()),
                ("redirection_available", flag()),
            ]),
        ),
        (
            "concept_depth",
            signal(&[
                ("abstraction_level", number()),
                ("has_concrete_examples", flag()),
                ("has_abstract_principles", flag()),
                ("suggestion", words(Suggestion::WORDS)),
            ]),
        ),
    ])
}
