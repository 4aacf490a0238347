//! Which phrases can be ideas, and what speaks for each.

use std::ops::Range;

use super::{
    super::clause::Clause,
    tagged_answer::{LISTS, TaggedAnswer, bucket, role},
};
use crate::engine::language::{CueRole, Family, Features, LinearDecision, PartOfSpeech, WordList};
use crate::engine::text::TokenKind;

/// Most words of an idea.
const MOST_WORDS: usize = 12;

/// Scores of one end of a phrase, shared by all phrases with this end.
pub(super) struct PhraseFeatures<'a> {
    pub(super) answer: TaggedAnswer<'a>,
}

impl PhraseFeatures<'_> {
    /// The phrases that can be ideas.
    pub(super) fn candidates(&self) -> Vec<Range<usize>> {
        let parsed = self.answer.parsed;
        let mut found = Vec::new();
        for (number, sentence) in parsed.sentences.iter().enumerate() {
            if parsed.extractability.muted.contains(&number) {
                continue;
            }
            for start in sentence.range.clone().filter(|&at| self.may_start(at)) {
                let mut words = 0;
                for at in start..sentence.range.end {
                    if parsed.answer.kind(at) == Some(TokenKind::Break) || words == MOST_WORDS {
                        break;
                    }
                    words += usize::from(parsed.answer.is_word(at));
                    let range = start..at + 1;
                    if self.crosses(&range) {
                        break;
                    }
                    // "Trust it" names nothing.
                    let weight = parsed.answer.weight(range.clone());
                    let is_bare = words <= 3 && weight < 2 && parsed.answer.is(at, WordList::Object);
                    if !is_bare && self.may_end(at, sentence.range.end) && self.has_content(range.clone()) {
                        found.push(range);
                    }
                }
            }
        }
        found
    }

    /// Whether a clause with a role of its own begins inside: no idea reaches over "because" or "but".
    fn crosses(&self, range: &Range<usize>) -> bool {
        let plain = |role: Option<CueRole>| {
            matches!(role, None | Some(CueRole::Addition | CueRole::Detail | CueRole::Requires | CueRole::Instead))
        };
        let inside = |clause: &Clause| range.start < clause.range.start && clause.range.start < range.end;
        self.answer.parsed.clauses.iter().any(|clause| inside(clause) && !plain(clause.role))
    }

    fn has_content(&self, range: Range<usize>) -> bool {
        let answer = self.answer.parsed.answer;
        answer.weight(range.clone()) > 0
            || range.clone().any(|at| answer.is(at, WordList::Liking) || self.answer.tag(Some(at)) == "ADJ")
    }

    fn may_start(&self, at: usize) -> bool {
        let answer = self.answer.parsed.answer;
        let is_hedge = [WordList::Filler, WordList::Hedge].iter().any(|&list| answer.entry(at, list) > Some(1));
        let is_circumstance = self
            .answer
            .clause(at)
            .is_some_and(|(_, clause)| clause.range.start == at && clause.role.is_some_and(CueRole::is_subordinate));
        let joins = answer.is(at, WordList::Infinitive) || self.answer.tag(Some(at)) == "SCONJ" && !is_circumstance;
        let is_small = matches!(self.answer.tag(Some(at)), "CCONJ" | "INTJ" | "MARK");
        answer.is_word(at) && !joins && !is_hedge && !is_small
    }

    fn may_end(&self, at: usize, end: usize) -> bool {
        let answer = self.answer.parsed.answer;
        let next = (at + 1 < end && answer.is_word(at + 1)).then(|| self.answer.tag(Some(at + 1)));
        // "I" and "who" at the end belong to the next words.
        let opens = [WordList::Nominative, WordList::Interrogative];
        let opens_next = next.is_some() && opens.iter().any(|&list| answer.is(at, list));
        let is_hedge = [WordList::Filler, WordList::Hedge].iter().any(|&list| answer.is(at, list));
        let is_sign = is_hedge && !answer.is_content(at) && self.answer.tag(Some(at)) == "INTJ";
        let joins = self.answer.tag(Some(at)) == "ADV" && self.answer.tag(at.checked_sub(1)) == "CCONJ";
        let ends_hedge = (at.saturating_sub(3)..at).any(|from| {
            let lists = [WordList::Filler, WordList::Hedge];
            lists.iter().any(|&list| answer.entry(from, list) == Some(at + 1 - from))
        });
        if opens_next || is_sign || joins || ends_hedge {
            return false;
        }
        let dangles = match self.answer.tag(Some(at)) {
            "DET" | "CCONJ" | "SCONJ" | "MARK" | "PRON+AUX" => true,
            "ADP" | "PART" => matches!(next, Some("DET" | "NOUN" | "ADJ" | "PRON" | "PROPN" | "NUM" | "VERB" | "ADV")),
            "AUX" | "AUX+NOT" => next.is_some(),
            "ADJ" | "NUM" => matches!(next, Some("NOUN" | "PROPN")),
            "ADV" => matches!(next, Some("ADJ" | "ADV")),
            "PRON" => matches!(next, Some("AUX" | "AUX+NOT" | "VERB")),
            "NOUN" | "PROPN" => next == Some("NOUN") && self.answer.tag(Some(at + 2)) != "VERB",
            _ => false,
        };
        !dangles
    }

    /// Whether a phrase is an idea.
    pub(super) fn decision(&self, range: &Range<usize>) -> LinearDecision {
        let mut features = Features::default();
        self.start(range.start, &mut features);
        self.end(range.end, &mut features);
        self.inside(range, &mut features);
        self.place(range, &mut features);
        LinearDecision::among(Family::Phrase, features, &["", "idea"])
    }

    fn start(&self, at: usize, features: &mut Features) {
        let (here, before, next) =
            (self.answer.tag(Some(at)), self.answer.shape(at.checked_sub(1)), self.answer.tag(Some(at + 1)));
        features.add(&["s", here]);
        features.add(&["sw", self.answer.shape(Some(at))]);
        features.add(&["s-", before]);
        features.add(&["s-s", before, here]);
        features.add(&["s+", here, next]);
        let before2 = self.answer.shape(at.checked_sub(2));
        features.add(&["s--", before2, before, here]);
        for (list, name) in LISTS {
            if self.answer.parsed.answer.is(at, list) {
                features.add(&["sl", name]);
            }
        }
    }

    fn end(&self, end: usize, features: &mut Features) {
        let answer = self.answer.parsed.answer;
        let (here, next) =
            (self.answer.tag(end.checked_sub(1)), self.answer.shape(Some(end).filter(|&at| at < answer.all().end)));
        features.add(&["e", here]);
        features.add(&["e+", next]);
        features.add(&["ee+", here, next]);
        features.add(&["ee+", self.answer.shape(end.checked_sub(1)), next]);
        features.add(&[
            "e++",
            self.answer.tag(end.checked_sub(2)),
            here,
            self.answer.tag(Some(end).filter(|&at| at < answer.all().end)),
        ]);
        for (list, name) in LISTS {
            if end > 0 && answer.is(end - 1, list) {
                features.add(&["el", name]);
            }
        }
    }

    fn inside(&self, range: &Range<usize>, features: &mut Features) {
        let answer = self.answer.parsed.answer;
        let weight = answer.weight(range.clone());
        let words = answer.words(range.clone());
        features.add(&["len", bucket(words)]);
        features.add(&["w", bucket(weight)]);
        features.add(&["lw", bucket(words), bucket(weight)]);
        let finite = self.answer.has(range.clone(), PartOfSpeech::Verb);
        let aux = self.answer.has(range.clone(), PartOfSpeech::Aux);
        let noun = self.answer.has(range.clone(), PartOfSpeech::Noun);
        let adjective = self.answer.has(range.clone(), PartOfSpeech::Adj);
        let flags: String = [finite, aux, noun, adjective].iter().map(|&is| if is { '1' } else { '0' }).collect();
        features.add(&["tags", &flags]);
        features.add(&["tags", &flags, self.answer.tag(Some(range.start))]);
        for class in self.answer.classes(range.clone()) {
            features.add(&["c", class]);
        }
        for (list, name) in LISTS {
            if answer.any(range.clone(), list) {
                features.add(&["l", name]);
            }
        }
        let marks = range.clone().filter(|&at| !answer.is_word(at)).count();
        features.add(&["marks", bucket(marks)]);
        let joints = range.clone().skip(1).filter(|&at| matches!(self.answer.tag(Some(at)), "SCONJ" | "CCONJ")).count();
        features.add(&["joints", bucket(joints)]);
        let subjects = range.clone().skip(1).filter(|&at| answer.is(at, WordList::Nominative)).count();
        features.add(&["subjects", bucket(subjects)]);
        for at in range.clone() {
            features.add(&["t", self.answer.tag(Some(at)), self.answer.tag(Some(at + 1).filter(|&at| at < range.end))]);
        }
    }

    fn place(&self, range: &Range<usize>, features: &mut Features) {
        let parsed = self.answer.parsed;
        let method = &**parsed.context.methodology;
        let rules = self.by_rules(range);
        features.add(&["rules", rules]);
        features.add(&["rules", rules, method]);
        features.add(&["rules", rules, bucket(parsed.answer.words(range.clone()))]);
        let all = parsed.answer.words(parsed.answer.all());
        features.add(&["all", bucket(all)]);
        let clauses: Vec<_> = parsed
            .clauses
            .iter()
            .filter(|clause| clause.range.start < range.end && range.start < clause.range.end)
            .collect();
        features.add(&["clauses", bucket(clauses.len())]);
        if let Some((number, clause)) = self.answer.clause(range.start) {
            features.add(&["role", role(clause.role)]);
            features.add(&["role", role(clause.role), method]);
            features.add(&["clause", bucket(number), bucket(parsed.clauses.len())]);
            let left = parsed.answer.weight(clause.range.start..range.start.max(clause.range.start));
            let right = parsed.answer.weight(range.end.min(clause.range.end)..clause.range.end);
            features.add(&["left", bucket(left)]);
            features.add(&["right", bucket(right)]);
            features.add(&["both", bucket(left), bucket(right)]);
            for (list, name) in LISTS {
                if parsed.answer.any(clause.range.clone(), list) {
                    features.add(&["cl", name]);
                }
            }
        }
        if let Some(asked) = parsed.known_context.asked.and_then(|asked| asked.types.first()) {
            features.add(&["asked", method, asked]);
        }
        features.add(&["focus", if parsed.context.focus.is_some() { "1" } else { "0" }, bucket(all)]);
        let stems = parsed.answer.content(range.clone());
        let known = stems
            .iter()
            .filter(|stem| parsed.known_context.question.contains(stem) || parsed.known_context.focus.contains(stem))
            .count();
        features.add(&["echo", bucket(known), bucket(stems.len())]);
        if parsed.known_context.elements(&stems).next().is_some() {
            features.add(&["element"]);
        }
        if parsed.known_context.known(&stems).is_some() {
            features.add(&["known"]);
        }
        if let Some(reason) = parsed.extractability.closed {
            features.add(&["closed", reason]);
        }
        let question = parsed
            .sentences
            .iter()
            .find(|sentence| sentence.range.contains(&range.start))
            .and_then(|sentence| sentence.end);
        if question == Some(TokenKind::Question) {
            features.add(&["question"]);
        }
    }

    /// How the phrase lies to the ideas of the rules.
    fn by_rules(&self, range: &Range<usize>) -> &'static str {
        let answer = self.answer.parsed.answer;
        let mut best = "none";
        for idea in self.answer.ruled {
            let core = &idea.phrase.core;
            if core == range {
                return "same";
            }
            let common = core.start.max(range.start)..core.end.min(range.end);
            if common.is_empty() {
                continue;
            }
            let (shared, own, theirs) =
                (answer.weight(common), answer.weight(range.clone()), answer.weight(core.clone()));
            best = match (shared == own, shared == theirs) {
                (true, true) => "equal",
                (true, false) if 2 * shared >= theirs => "part",
                (true, false) => "bit",
                (false, true) if 2 * shared >= own => "more",
                (false, true) => "much",
                (false, false) => "across",
            };
        }
        best
    }
}
