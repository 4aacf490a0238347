//! Six readings of the respondent that only a model makes, and the ambiguity it saw in an answer. Whoever reads one has
//! a rule for when there is none.
//!
//! Invariant: they are read afresh for every answer and never carried over to the next.

mod read;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Map, Value};

pub use self::read::{Found, read};

/// Confidence of a reading that states none, 0–1.
pub const USUAL_CONFIDENCE: f64 = 0.7;

/// All readings of one turn. One that was not made is absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Signals {
    /// How unsure the respondent is, and of what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<Uncertainty>,
    /// How the respondent reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<Reasoning>,
    /// How the respondent feels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emotional: Option<Emotional>,
    /// Whether the respondent contradicts what they said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Contradiction>,
    /// Whether the respondent can say more about the topic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knowledge_ceiling: Option<KnowledgeCeiling>,
    /// How abstract the talk is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concept_depth: Option<ConceptDepth>,
    /// How ambiguous the answer is. A section of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<Ambiguity>,
}

/// As a session holds them. By the reader of replies, so that there is one: a derived one would come on top of it.
impl<'de> Deserialize<'de> for Signals {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = read(&Map::<String, Value>::deserialize(deserializer)?);
        match found.failed.first() {
            Some(name) => Err(D::Error::custom(format_args!("`{name}` is no such reading"))),
            None => Ok(found.signals),
        }
    }
}

impl Signals {
    /// Leaves out readings below a confidence.
    #[must_use]
    pub fn at_least(self, confidence: f64) -> Self {
        Self {
            uncertainty: self.uncertainty.filter(|signal| signal.confidence >= confidence),
            reasoning: self.reasoning.filter(|signal| signal.confidence >= confidence),
            emotional: self.emotional.filter(|signal| signal.confidence >= confidence),
            contradiction: self.contradiction.filter(|signal| signal.confidence >= confidence),
            knowledge_ceiling: self.knowledge_ceiling.filter(|signal| signal.confidence >= confidence),
            concept_depth: self.concept_depth.filter(|signal| signal.confidence >= confidence),
            ambiguity: self.ambiguity.filter(|_| USUAL_CONFIDENCE >= confidence),
        }
    }
}

/// Defines words a model may answer with.
macro_rules! words {
    ($(#[doc = $about:literal])+ $name:ident { $( $(#[doc = $doc:literal])+ $variant:ident = $word:literal, )+ }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        pub enum $name {
            $( $(#[doc = $doc])+ #[serde(rename = $word)] $variant, )+
        }

        impl $name {
            /// The value of a word.
            pub fn of(word: &str) -> Option<Self> {
                match word {
                    $( $word => Some(Self::$variant), )+
                    _ => None,
                }
            }

            /// All words with what they mean, for whoever asks a model.
            pub const WORDS: &'static [(&'static str, &'static str)] = &[ $( ($word, concat!($($doc),+)), )+ ];
        }
    };
}

words! {
    /// What the respondent is unsure about.
    UncertaintyType {
        /// Does not know the thing.
        KnowledgeGap = "knowledge_gap",
        /// Is unclear what the notion means.
        ConceptualClarity = "conceptual_clarity",
        /// Qualifies how sure they are.
        ConfidenceQualification = "confidence_qualification",
        /// Knows the limits of what can be known.
        EpistemicHumility = "epistemic_humility",
        /// Does not care.
        Apathy = "apathy",
    }
}

words! {
    /// How the respondent reasons.
    ReasoningQuality {
        /// Names causes and effects.
        Causal = "causal",
        /// Says what would be otherwise.
        Counterfactual = "counterfactual",
        /// Strings associations together.
        Associative = "associative",
        /// Reacts without reasons.
        Reactive = "reactive",
        /// Reflects on their own thinking.
        Metacognitive = "metacognitive",
    }
}

words! {
    /// How strongly the respondent feels, and which way.
    Intensity {
        /// Strongly for.
        HighPositive = "high_positive",
        /// Mildly for.
        ModeratePositive = "moderate_positive",
        /// Neither.
        Neutral = "neutral",
        /// Mildly against.
        ModerateNegative = "moderate_negative",
        /// Strongly against.
        HighNegative = "high_negative",
    }
}

words! {
    /// Where the mood is heading.
    Trajectory {
        /// Getting better.
        Rising = "rising",
        /// Getting worse.
        Falling = "falling",
        /// As before.
        Stable = "stable",
        /// Up and down.
        Volatile = "volatile",
    }
}

words! {
    /// How statements contradict each other.
    ContradictionType {
        /// The attitude turned round.
        StanceReversal = "stance_reversal",
        /// A detail differs.
        InconsistentDetail = "inconsistent_detail",
        /// The talk is of another situation.
        ContextShift = "context_shift",
    }
}

words! {
    /// What kind of answer it is.
    ResponseType {
        /// Nothing more to say.
        Terminal = "terminal",
        /// Looks for more.
        Exploratory = "exploratory",
        /// Moves on to another topic.
        Transitional = "transitional",
        /// Not judged.
        Unknown = "unknown",
    }
}

words! {
    /// Where to go next.
    Suggestion {
        /// Further down.
        Deepen = "deepen",
        /// To other aspects.
        Broaden = "broaden",
        /// Stay at this level.
        Stay = "stay",
    }
}

/// How unsure the respondent is, and of what.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Uncertainty {
    /// Of what.
    pub uncertainty_type: UncertaintyType,
    /// How sure the reading is, 0–1.
    pub confidence: f64,
    /// How unsure the respondent is, 0–1.
    pub severity: f64,
    /// Words that show it.
    pub examples: Vec<String>,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// How the respondent reasons.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reasoning {
    /// In which way.
    pub reasoning_quality: ReasoningQuality,
    /// How sure the reading is, 0–1.
    pub confidence: f64,
    /// How deep the reasoning goes, 0–1.
    pub depth_score: f64,
    /// Whether there are examples.
    pub has_examples: bool,
    /// Whether there are abstractions.
    pub has_abstractions: bool,
    /// Words that show it.
    pub examples: Vec<String>,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// How the respondent feels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Emotional {
    /// How strongly, and which way.
    pub intensity: Intensity,
    /// How sure the reading is, 0–1.
    pub confidence: f64,
    /// Where it is heading.
    pub trajectory: Trajectory,
    /// Words that show it.
    pub markers: Vec<String>,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// Whether the respondent contradicts what they said.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contradiction {
    /// Whether they do.
    pub has_contradiction: bool,
    /// How.
    pub contradiction_type: Option<ContradictionType>,
    /// What they said before.
    pub earlier_statement: String,
    /// What they say now.
    pub current_statement: String,
    /// How sure the reading is, 0–1.
    pub confidence: f64,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// Whether the respondent can say more about the topic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KnowledgeCeiling {
    /// Whether they cannot.
    pub is_terminal: bool,
    /// What kind of answer it is.
    pub response_type: ResponseType,
    /// Whether they are curious.
    pub has_curiosity: bool,
    /// Whether there is something else to turn to.
    pub redirection_available: bool,
    /// How sure the reading is, 0–1.
    pub confidence: f64,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// How abstract the talk is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConceptDepth {
    /// 0 concrete to 1 abstract.
    pub abstraction_level: f64,
    /// Whether there are concrete examples.
    pub has_concrete_examples: bool,
    /// Whether there are abstract principles.
    pub has_abstract_principles: bool,
    /// Where to go next.
    pub suggestion: Suggestion,
    /// How sure the reading is, 0–1.
    pub confidence: f64,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// How ambiguous the answers are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ambiguity {
    /// 0 clear to 1 very ambiguous; a value outside counts as no reading.
    pub ambiguity: f64,
    /// Why the model thinks so.
    pub reasoning: String,
}
