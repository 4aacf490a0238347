//! What speaks for the tone, the act, the depth and the engagement of an answer.

use super::{
    super::element,
    read::Surveyed,
    tagged_answer::{LISTS, bucket, role},
};
use crate::engine::{
    dialogue::AnswerAct,
    language::{Family, Features, LinearDecision, WordList},
    number,
    text::{TokenKind, word_list},
};

/// What an answer can do: in the words of the corpus, and as the engine names it. Whoever stops declines.
const ACTS: [(&str, AnswerAct); 18] = [
    ("answers", AnswerAct::Answers),
    ("elaborates", AnswerAct::Elaborates),
    ("discloses", AnswerAct::Discloses),
    ("tells", AnswerAct::TellsEvent),
    ("reasons", AnswerAct::GivesReason),
    ("thin", AnswerAct::Thin),
    ("unknowing", AnswerAct::DoesNotKnow),
    ("nothing_to_add", AnswerAct::NothingToAdd),
    ("declines", AnswerAct::Declines),
    ("confused", AnswerAct::Confused),
    ("said_already", AnswerAct::SaidAlready),
    ("asks_back", AnswerAct::AsksBack),
    ("asks_interview", AnswerAct::AsksAboutInterview),
    ("corrects", AnswerAct::Corrects),
    ("off_track", AnswerAct::Redirects),
    ("complains", AnswerAct::Complains),
    ("off_topic", AnswerAct::OffTopic),
    ("stops", AnswerAct::Declines),
];
/// Words of a question that speak for an act.
const ASKED_WORDS: usize = 12;

/// The word of the corpus for an answer with content.
pub(super) const ANSWERS: &str = "answers";

/// The words of the corpus for what an answer does.
pub(super) fn act_names() -> [&'static str; 18] {
    ACTS.map(|(name, _)| name)
}

/// What an answer does, by its place in [`act_names`].
pub(super) fn act_at(place: usize) -> Option<AnswerAct> {
    ACTS.get(place).map(|(_, act)| *act)
}

/// The place of a wish to end the interview in [`act_names`]: the last.
pub(super) const STOPS_AT: usize = ACTS.len() - 1;

/// The word of the corpus for an act with content.
pub(super) fn content_act(act: AnswerAct) -> Option<&'static str> {
    let has_content = act == AnswerAct::Answers || act == AnswerAct::Elaborates || act.matters();
    ACTS.iter().find(|(_, known)| has_content && *known == act).map(|(name, _)| *name)
}

/// What an answer does, by the word of the corpus.
pub fn act_of_corpus(name: &str) -> Option<AnswerAct> {
    ACTS.iter().find(|(known, _)| *known == name).map(|(_, act)| *act)
}

pub(super) const SENTIMENTS: [&str; 3] = ["", "positive", "negative"];
pub(super) const DEPTHS: [&str; 4] = ["surface", "shallow", "moderate", "deep"];
pub(super) const MOMENTA: [&str; 3] = ["", "low", "high"];
pub(super) const EXTRACTABLE: [&str; 2] = ["", "yes"];

/// Decisions about the whole answer.
pub(super) struct AnswerFeatures<'a> {
    pub(super) surveyed: &'a Surveyed<'a>,
}

impl AnswerFeatures<'_> {
    fn counts(&self, features: &mut Features) {
        let parsed = self.surveyed.answer.parsed;
        let answer = parsed.answer;
        let words = answer.words(answer.all());
        features.add(&["bias"]);
        features.add(&["words", bucket(words)]);
        features.add(&["weight", bucket(answer.weight(answer.all()))]);
        features.add(&["clauses", bucket(parsed.clauses.len())]);
        features.add(&["sentences", bucket(parsed.sentences.len())]);
        features.add(&["closed", parsed.extractability.closed.unwrap_or("-")]);
        features.add(&["closed", parsed.extractability.closed.unwrap_or("-"), bucket(words)]);
        features.add(&["ideas", bucket(self.surveyed.answer.ruled.len())]);
        let depth = self.surveyed.ruled.reading.response_depth.map_or(0, |depth| depth as usize);
        features.add(&["depth", bucket(depth)]);
        let level = self.surveyed.ruled.reading.momentum.as_ref().map_or(1, |momentum| momentum.level as usize);
        features.add(&["momentum", bucket(level)]);
        features.add(&["element", if parsed.context.focus_element.is_some() { "1" } else { "0" }]);
        for (list, name) in LISTS {
            let count = answer.count(answer.all(), list);
            if count > 0 {
                features.add(&["l", name]);
                features.add(&["l", name, bucket(count.min(3)), if words < 13 { "short" } else { "long" }]);
            }
        }
        let act = self
            .surveyed
            .ruled
            .reading
            .act
            .map_or("-", |act| AnswerAct::WORDS.get(act as usize).copied().unwrap_or("-"));
        features.add(&["act", act]);
        features.add(&["act", act, bucket(words)]);
        for class in self.surveyed.answer.classes(answer.all()) {
            features.add(&["c", class]);
        }
    }

    fn words(&self, features: &mut Features) {
        let answer = self.surveyed.answer.parsed.answer;
        let words: Vec<&str> = answer.all().filter(|&at| answer.is_word(at)).map(|at| answer.word(at)).collect();
        for word in &words {
            features.add(&["w", word]);
        }
        for pair in words.windows(2) {
            let [a, b] = pair else { continue };
            features.add(&["w2", a, b]);
        }
        for (at, word) in words.iter().take(2).enumerate() {
            features.add(&["first", bucket(at), word]);
        }
        let asks = self
            .surveyed
            .answer
            .parsed
            .sentences
            .iter()
            .filter(|sentence| sentence.end == Some(TokenKind::Question))
            .count();
        features.add(&["asks", bucket(asks)]);
        let last = self.surveyed.answer.parsed.sentences.last().and_then(|sentence| sentence.end);
        features.add(&["ends-asking", if last == Some(TokenKind::Question) { "1" } else { "0" }]);
        let surest = self.surveyed.phrases.iter().map(|(sure, _)| *sure).fold(0.0, f64::max);
        features.add(&["surest", &number::text((surest * 10.0).round())]);
        features.add(&["count", bucket(self.surveyed.phrases.len())]);
    }

    /// What the answer does.
    pub(super) fn act(&self) -> LinearDecision {
        let mut features = Features::default();
        self.counts(&mut features);
        self.words(&mut features);
        self.address(&mut features);
        LinearDecision::among(Family::Act, features, &act_names())
    }

    /// What speaks to the interviewer: questions, echoes of the question, "you", the words of the last sentence. A protest or
    /// a goodbye mostly stands at the end of an answer.
    fn address(&self, features: &mut Features) {
        let parsed = self.surveyed.answer.parsed;
        let answer = parsed.answer;
        let count = parsed.sentences.len();
        for (number, sentence) in parsed.sentences.iter().enumerate() {
            let place = if number + 1 == count { "end" } else { "before" };
            let asks = if sentence.end == Some(TokenKind::Question) { "asks" } else { "tells" };
            let content = answer.content(sentence.range.clone());
            let echoed = content.iter().filter(|stem| parsed.known_context.question.contains(stem)).count();
            let echo = match (echoed, content.iter().count()) {
                (0, 0) => "bare",
                (0, _) => "new",
                (echoed, all) if echoed == all => "echo",
                _ => "partly",
            };
            features.add(&["sentence", place, asks, echo]);
            features.add(&["sentence", asks, echo, bucket(answer.words(sentence.range.clone()))]);
            let words: Vec<&str> =
                sentence.range.clone().filter(|&at| answer.is_word(at)).map(|at| answer.word(at)).collect();
            for word in &words {
                features.add(&["sentence", asks, word]);
            }
            for triple in words.windows(3) {
                let [a, b, c] = triple else { continue };
                features.add(&["w3", a, b, c]);
                features.add(&["skip", a, c]);
            }
            if place == "end" {
                for pair in words.windows(2) {
                    let [a, b] = pair else { continue };
                    features.add(&["end", a, b]);
                }
                for word in &words {
                    features.add(&["end", word]);
                }
            }
        }
        for word in word_list(parsed.context.question).iter().take(ASKED_WORDS) {
            features.add(&["asked", word, bucket(answer.words(answer.all()).min(6))]);
        }
    }

    /// Whether the answer holds an idea.
    pub(super) fn extractable(&self) -> LinearDecision {
        let mut features = Features::default();
        self.counts(&mut features);
        self.words(&mut features);
        features.add(&["method", self.surveyed.answer.parsed.context.methodology]);
        features.add(&[
            "method",
            self.surveyed.answer.parsed.context.methodology,
            self.surveyed.answer.parsed.extractability.closed.unwrap_or("-"),
        ]);
        LinearDecision::among(Family::Extractable, features, &EXTRACTABLE)
    }

    /// The depth of the answer.
    pub(super) fn depth(&self) -> LinearDecision {
        let mut features = Features::default();
        self.counts(&mut features);
        features.add(&["count", bucket(self.surveyed.phrases.len())]);
        LinearDecision::among(Family::Depth, features, &DEPTHS)
    }

    /// The engagement of the answer.
    pub(super) fn momentum(&self) -> LinearDecision {
        let mut features = Features::default();
        self.counts(&mut features);
        features.add(&["count", bucket(self.surveyed.phrases.len())]);
        LinearDecision::among(Family::Momentum, features, &MOMENTA)
    }

    /// The tone of the answer.
    pub(super) fn sentiment(&self) -> LinearDecision {
        let parsed = self.surveyed.answer.parsed;
        let answer = parsed.answer;
        let mut features = Features::default();
        self.counts(&mut features);
        features.add(&[
            "rules",
            self.surveyed.ruled.reading.sentiment.map_or("-", |sentiment| match sentiment as u8 {
                0 => "-",
                1 => "0",
                _ => "+",
            }),
        ]);
        let lean = number::text((self.surveyed.lean * 4.0).round().clamp(-6.0, 6.0));
        features.add(&["lean", &lean]);
        features.add(&["lean", &lean, bucket(self.surveyed.phrases.len())]);
        let valences: Vec<i32> =
            parsed.clauses.iter().map(|clause| self.surveyed.answer.valence(clause.range.clone()).signum()).collect();
        let valence: i32 = valences.iter().sum();
        features.add(&["valence", &self.surveyed.answer.valence(answer.all()).clamp(-4, 4).to_string()]);
        features.add(&[
            "valences",
            &valence.clamp(-4, 4).to_string(),
            &valences.last().copied().unwrap_or_default().to_string(),
        ]);
        let balances: Vec<(i32, &str)> = parsed
            .clauses
            .iter()
            .map(|clause| (element::balance(answer, clause.range.clone()).signum(), role(clause.role)))
            .collect();
        let sum: i32 = balances.iter().map(|(balance, _)| balance).sum();
        features.add(&["sum", &sum.clamp(-3, 3).to_string()]);
        for (balance, role) in &balances {
            features.add(&["clause", &balance.to_string(), role]);
        }
        features.add(&["last", &balances.last().map_or(0, |last| last.0).to_string()]);
        features.add(&["tone", &parsed.known_context.asked.map_or(0, |asked| asked.tone).to_string()]);
        for at in answer.all().filter(|&at| answer.is_content(at)) {
            let turned = (at.saturating_sub(3)..at).any(|at| answer.is(at, WordList::Negation));
            features.add(&["w", answer.stem(at).unwrap_or_default(), if turned { "not" } else { "" }]);
        }
        for word in word_list(parsed.context.question) {
            features.add(&["q", &word]);
        }
        LinearDecision::among(Family::Sentiment, features, &SENTIMENTS)
    }
}
