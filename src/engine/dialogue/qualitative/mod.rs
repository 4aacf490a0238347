//! Qualitative readings, which only a model makes. Every user has a rule for absent readings.
//!
//! Invariant: a reading belongs to one answer and is never carried over to the next.

mod read;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Map, Value};

pub use self::read::{ParsedSignals, read};

/// Confidence of a reading without one, 0–1.
pub const USUAL_CONFIDENCE: f64 = 0.7;

/// All readings of one answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Signals {
    /// Uncertainty of the respondent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<Uncertainty>,
    /// Reasoning of the respondent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<Reasoning>,
    /// Mood of the respondent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emotional: Option<Emotional>,
    /// Contradiction with an earlier answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<ContradictionReading>,
    /// Limit of the respondent's knowledge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knowledge_ceiling: Option<KnowledgeCeilingReading>,
    /// Abstraction of the conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concept_depth: Option<ConceptDepth>,
    /// Ambiguity of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<AmbiguityReading>,
}

/// Uses the reader of model replies, which saves a derived reader.
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
    /// Number of readings.
    pub fn count(&self) -> u32 {
        let made = [
            self.uncertainty.is_some(),
            self.reasoning.is_some(),
            self.emotional.is_some(),
            self.contradiction.is_some(),
            self.knowledge_ceiling.is_some(),
            self.concept_depth.is_some(),
            self.ambiguity.is_some(),
        ];
        made.into_iter().map(u32::from).sum()
    }

    /// Removes readings below a confidence.
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

/// Defines an enum of words that a model may answer with.
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

            /// All words with their meaning, for prompts.
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

/// Uncertainty of the respondent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Uncertainty {
    /// Type of uncertainty.
    pub uncertainty_type: UncertaintyType,
    /// Confidence of the reading, 0–1.
    pub confidence: f64,
    /// Severity, 0–1.
    pub severity: f64,
    /// Words that show it.
    pub examples: Vec<String>,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// Reasoning of the respondent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reasoning {
    /// Type of reasoning.
    pub reasoning_quality: ReasoningQuality,
    /// Confidence of the reading, 0–1.
    pub confidence: f64,
    /// Depth of the reasoning, 0–1.
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

/// Mood of the respondent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Emotional {
    /// Strength and direction.
    pub intensity: Intensity,
    /// Confidence of the reading, 0–1.
    pub confidence: f64,
    /// Trend of the mood.
    pub trajectory: Trajectory,
    /// Words that show it.
    pub markers: Vec<String>,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// Contradiction with an earlier answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContradictionReading {
    /// Whether there is one.
    pub has_contradiction: bool,
    /// Type of contradiction.
    pub contradiction_type: Option<ContradictionType>,
    /// The earlier statement.
    pub earlier_statement: String,
    /// The current statement.
    pub current_statement: String,
    /// Confidence of the reading, 0–1.
    pub confidence: f64,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// Limit of the respondent's knowledge of the topic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KnowledgeCeilingReading {
    /// Whether the respondent knows no more.
    pub is_terminal: bool,
    /// Type of the answer.
    pub response_type: ResponseType,
    /// Whether the respondent is curious.
    pub has_curiosity: bool,
    /// Whether another topic is available.
    pub redirection_available: bool,
    /// Confidence of the reading, 0–1.
    pub confidence: f64,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// Abstraction of the conversation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConceptDepth {
    /// Abstraction, from 0 concrete to 1 abstract.
    pub abstraction_level: f64,
    /// Whether there are concrete examples.
    pub has_concrete_examples: bool,
    /// Whether there are abstract principles.
    pub has_abstract_principles: bool,
    /// Suggested direction.
    pub suggestion: Suggestion,
    /// Confidence of the reading, 0–1.
    pub confidence: f64,
    /// Why the model thinks so.
    pub reasoning: String,
}

/// Ambiguity of the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AmbiguityReading {
    /// Ambiguity, from 0 clear to 1 very ambiguous. Other values count as no reading.
    pub ambiguity: f64,
    /// Why the model thinks so.
    pub reasoning: String,
}
