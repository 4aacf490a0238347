//! The JSON keys and words in replies, shared by prompts and parsers. Unknown keys are ignored and counted.

use crate::engine::model::Section;

/// Sections with their keys in a batch reply, in order. A truncated reply still contains the first sections.
pub const SECTIONS: [(Section, &str); 7] = [
    (Section::Extraction, "extraction"),
    (Section::Extractability, "extractability"),
    (Section::Momentum, "momentum"),
    (Section::Signals, "signals"),
    (Section::Ambiguity, "ambiguity"),
    (Section::Plausibility, "plausibility"),
    (Section::Qualitative, "qualitative"),
];

/// Ideas and connections; `understood` lists ids of elements that the respondent understands.
pub const EXTRACTION: [&str; 3] = ["nodes", "edges", "understood"];

/// An idea. `element_mapping` is the id of one element, `elements` lists several.
pub const NODE: [&str; 8] =
    ["label", "node_type", "quote", "element_mapping", "elements", "reaction", "is_ambiguous", "confidence"];

/// A connection.
pub const EDGE: [&str; 5] = ["source_label", "target_label", "relation_type", "quote", "confidence"];

/// Reactions to an element.
pub const REACTIONS: [&str; 5] = ["positive", "negative", "neutral", "skeptical", "curious"];

/// Whether the answer contains anything to code, and if not why.
pub const EXTRACTABILITY: [&str; 2] = ["extractable", "reason"];

/// Engagement, and its indicators.
pub const MOMENTUM: [&str; 2] = ["level", "indicators"];

/// Levels of engagement. `medium` is read as `neutral`.
pub const LEVELS: [&str; 3] = ["high", "neutral", "low"];

/// Scores from 1 to 5, each a number or an object with a `score`; `sentiment` and `act`, words; the others true or false.
pub const SIGNALS: [&str; 10] = [
    "response_depth",
    "specificity",
    "certainty",
    "emotional_valence",
    "engagement",
    "intellectual_engagement",
    "sentiment",
    "act",
    "distress",
    "wants_to_stop",
];

/// Further keys that models add to the scores. They are ignored: hedging is counted from words.
pub const SIGNALS_BESIDE: [&str; 3] = ["topics", "hedging", "rationale"];

/// Tones of an answer.
pub const SENTIMENTS: [&str; 3] = ["positive", "neutral", "negative"];

/// Ambiguity from 0 to 1.
pub const AMBIGUITY: [&str; 2] = ["ambiguity", "reasoning"];

/// Plausible connections of isolated ideas: a list of [`CONNECTION`].
pub const PLAUSIBILITY: [&str; 1] = ["connections"];

/// An isolated idea, and its plausibility from 0 to 1.
pub const CONNECTION: [&str; 2] = ["label", "plausibility"];

/// The qualitative signals with their keys. Each type in `dialogue::qualitative` has its choices in `WORDS`.
pub const QUALITATIVE: [(&str, &[&str]); 6] = [
    ("uncertainty", &["uncertainty_type", "severity", "examples", "confidence", "reasoning"]),
    (
        "reasoning",
        &[
            "reasoning_quality",
            "depth_score",
            "has_examples",
            "has_abstractions",
            "examples",
            "confidence",
            "reasoning",
        ],
    ),
    ("emotional", &["intensity", "trajectory", "markers", "confidence", "reasoning"]),
    (
        "contradiction",
        &[
            "has_contradiction",
            "contradiction_type",
            "earlier_statement",
            "current_statement",
            "confidence",
            "reasoning",
        ],
    ),
    (
        "knowledge_ceiling",
        &["is_terminal", "response_type", "has_curiosity", "redirection_available", "confidence", "reasoning"],
    ),
    (
        "concept_depth",
        &[
            "abstraction_level",
            "has_concrete_examples",
            "has_abstract_principles",
            "suggestion",
            "confidence",
            "reasoning",
        ],
    ),
];

/// Keys of a section. A bare value is read as the first.
pub fn keys(section: Section) -> Vec<&'static str> {
    match section {
        Section::Extractability => EXTRACTABILITY.to_vec(),
        Section::Extraction => EXTRACTION.to_vec(),
        Section::Momentum => MOMENTUM.to_vec(),
        Section::Signals => SIGNALS.to_vec(),
        Section::Ambiguity => AMBIGUITY.to_vec(),
        Section::Plausibility => PLAUSIBILITY.to_vec(),
        Section::Qualitative => QUALITATIVE.iter().map(|(name, _)| *name).collect(),
    }
}
