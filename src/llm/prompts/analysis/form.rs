//! Forms of the replies about an answer, with the names of the study.

use serde_json::Value;

use super::super::{
    Frame,
    schema::{flag, integer, list, number, object, one_of, one_of_or_null, or_null, text, text_or_null},
};
use crate::{
    dialogue::qualitative::{
        ContradictionType, Intensity, ReasoningQuality, ResponseType, Suggestion, Trajectory, UncertaintyType,
    },
    llm::Section,
};

/// The form of one part asked for alone, or of a batch of parts in this order.
pub(super) fn schema(alone: Option<Section>, sections: &[Section], frame: &Frame<'_>) -> Value {
    if let Some(section) = alone {
        return of(section, frame);
    }
    let properties: Vec<(&str, Value)> = sections
        .iter()
        .map(|section| (super::name(*section, crate::llm::Task::TurnAnalysis), of(*section, frame)))
        .collect();
    object(&properties)
}

fn of(section: Section, frame: &Frame<'_>) -> Value {
    match section {
        Section::Extraction => extraction(frame),
        Section::Extractability => object(&[("extractable", flag()), ("reason", text_or_null())]),
        Section::Momentum => object(&[("level", one_of(["high", "neutral", "low"])), ("indicators", list(&text()))]),
        Section::Signals => signals(),
        Section::Ambiguity => object(&[("ambiguity", number()), ("reasoning", text())]),
        Section::Qualitative => qualitative(),
        Section::Plausibility => {
            object(&[("connections", list(&object(&[("label", text()), ("plausibility", number())])))])
        }
    }
}

fn extraction(frame: &Frame<'_>) -> Value {
    let ontology = &frame.methodology.ontology;
    let elements = || one_of(frame.concept.elements.iter().map(|element| &element.id));
    let node = object(&[
        ("label", text()),
        ("node_type", one_of(ontology.nodes.iter().map(|node| &node.id))),
        ("quote", text()),
        ("elements", list(&elements())),
        ("reaction", one_of_or_null(&["positive", "negative", "neutral", "skeptical", "curious"])),
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
        ("sentiment", one_of(["positive", "neutral", "negative"])),
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
