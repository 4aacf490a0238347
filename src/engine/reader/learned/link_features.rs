//! What speaks for a connection of two ideas, and for its direction.

use super::{
    super::idea::{ClauseSubject, Idea},
    tagged_answer::{TaggedAnswer, bucket, role},
};
use crate::engine::{
    graph::ExtractedEdge,
    language::{Family, Features, LinearDecision},
    methodology::EdgeTypes,
    text::dice,
};

/// The options: no connection, from the first to the second, from the second to the first.
pub(super) const LINKS: [&str; 3] = ["", "onward", "back"];

/// One end of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkEnd<'a> {
    pub(super) label: &'a str,
    pub(super) node_type: &'a str,
    /// The idea, if it is one of the answer, with its place.
    pub(super) idea: Option<(usize, &'a Idea)>,
    pub(super) is_focus: bool,
}

/// All ideas of an answer and the connections of the rules.
pub(super) struct LinkFeatures<'a> {
    pub(super) answer: TaggedAnswer<'a>,
    pub(super) count: usize,
    pub(super) ruled: &'a [ExtractedEdge],
}

impl LinkFeatures<'_> {
    /// Whether two ends are connected. The second is an idea of the answer, after the first.
    pub(super) fn decision(&self, first: LinkEnd<'_>, second: LinkEnd<'_>) -> LinearDecision {
        let mut features = Features::default();
        let method = &**self.answer.parsed.context.methodology;
        let ends = match first.idea {
            Some(_) => "idea",
            None if first.is_focus => "focus",
            None => "known",
        };
        let mut add = |name: &str, value: &str| {
            features.add(&[ends, name, value]);
            features.add(&[method, ends, name, value]);
        };
        add("bias", "");
        add("rise", &self.rise(first, second));
        add("permitted", self.permitted(first, second));
        add("rules", self.rules(first, second));
        add("types", &format!("{} {}", first.node_type, second.node_type));
        let to = second.idea.map_or(0, |(at, _)| at);
        add("place", bucket(to));
        add("places", &format!("{} {}", bucket(to), bucket(self.count)));
        if let Some((at, idea)) = first.idea {
            add("distance", bucket(to.saturating_sub(at)));
            add("from-role", role(idea.role));
            add("from-start", bucket(at));
        }
        self.second(&mut add, first, second);
        self.asked(&mut add, second);
        LinearDecision::among(Family::Link, features, &LINKS)
    }

    fn second(&self, add: &mut impl FnMut(&str, &str), first: LinkEnd<'_>, second: LinkEnd<'_>) {
        let Some((_, idea)) = second.idea else { return };
        let near = first.idea.map_or("-", |(_, before)| match idea.sentence.saturating_sub(before.sentence) {
            0 => "same",
            1 => "next",
            _ => "far",
        });
        let subject = match idea.subject {
            ClauseSubject::Speaker => "i",
            ClauseSubject::Same => "it",
            ClauseSubject::Other => "other",
            ClauseSubject::None => "none",
            ClauseSubject::Existence => "there",
        };
        let cue = self.answer.clause(idea.phrase.core.start).and_then(|(_, clause)| clause.cue);
        let cue =
            cue.and_then(|number| self.answer.parsed.context.pack.cues.get(number)).and_then(|cue| cue.says.first());
        let between = first.idea.map_or("-", |(_, before)| {
            if before.phrase.core.end <= idea.phrase.core.start { self.joint(before, idea) } else { "-" }
        });
        add("role", role(idea.role));
        add("near", near);
        add("role-near", &format!("{} {near}", role(idea.role)));
        add("subject", subject);
        add("subject-near", &format!("{subject} {near} {}", idea.takes_up));
        add("cue", cue.map_or("-", String::as_str));
        add("joint", between);
        add("takes-up", if idea.takes_up { "1" } else { "0" });
        add("told", if idea.evidence > 0.0 { "1" } else { "0" });
        add("denied", if idea.is_denied { "1" } else { "0" });
        add("background", if idea.is_background { "1" } else { "0" });
        add("names", if idea.names_element { "1" } else { "0" });
        let about = self.answer.parsed.context.focus_element.is_some_and(|element| idea.elements.contains(element));
        add("about", if about { "1" } else { "0" });
        if let Some((_, before)) = first.idea {
            let sign = |idea: &Idea| idea.stance.balance.signum().to_string();
            add("stance", &format!("{} {}", sign(before), sign(idea)));
        } else {
            let likeness = dice(&self.answer.parsed.answer.lexicon.content(first.label), &idea.words);
            add(
                "like",
                if likeness > 0.4 {
                    "2"
                } else if likeness > 0.0 {
                    "1"
                } else {
                    "0"
                },
            );
        }
    }

    /// The first small word between two ideas.
    fn joint(&self, before: &Idea, idea: &Idea) -> &str {
        let mut between = before.phrase.core.end..idea.phrase.core.start;
        between
            .find(|&at| matches!(self.answer.tag(Some(at)), "SCONJ" | "CCONJ" | "ADP" | "PRON" | "PRON+AUX" | "MARK"))
            .map_or("-", |at| self.answer.shape(Some(at)))
    }

    fn asked(&self, add: &mut impl FnMut(&str, &str), second: LinkEnd<'_>) {
        let parsed = self.answer.parsed;
        let asked = parsed.known_context.asked;
        let first = asked.and_then(|asked| asked.types.first()).map_or("-", |id| &**id);
        let fits = asked.is_some_and(|asked| asked.types.iter().any(|id| **id == *second.node_type));
        add("asked", first);
        add("asked-fits", &format!("{} {first}", u8::from(fits)));
        add("aside", if asked.is_some_and(|asked| asked.aside) { "1" } else { "0" });
        add("element", if parsed.context.focus_element.is_some() { "1" } else { "0" });
        let words = crate::engine::text::word_list(parsed.context.question);
        for word in &words {
            add("q", word);
        }
        for pair in words.windows(2).take(3) {
            add("q2", &pair.join(" "));
        }
    }

    fn rise(&self, first: LinkEnd<'_>, second: LinkEnd<'_>) -> String {
        let level = |id: &str| self.answer.parsed.context.ontology.node(id).and_then(|node| node.level);
        match (level(first.node_type), level(second.node_type)) {
            (Some(from), Some(to)) => (i64::from(to) - i64::from(from)).clamp(-3, 3).to_string(),
            (None, Some(_)) => "from".to_owned(),
            (Some(_), None) => "to".to_owned(),
            (None, None) => "none".to_owned(),
        }
    }

    fn permitted(&self, first: LinkEnd<'_>, second: LinkEnd<'_>) -> &'static str {
        let ontology = self.answer.parsed.context.ontology;
        let may = |source: &str, target: &str| {
            ontology.edges.iter().any(|edge| {
                !edge.permitted.iter().any(|(a, b)| &**a == "*" && &**b == "*")
                    && ontology.permits(EdgeTypes { source, target, edge_type: &edge.id })
            })
        };
        match (may(first.node_type, second.node_type), may(second.node_type, first.node_type)) {
            (true, true) => "both",
            (true, false) => "onward",
            (false, true) => "back",
            (false, false) => "no",
        }
    }

    /// Whether the rules connect what these ideas overlap with.
    fn rules(&self, first: LinkEnd<'_>, second: LinkEnd<'_>) -> &'static str {
        fn names<'n>(features: &'n LinkFeatures<'_>, end: LinkEnd<'n>) -> Vec<&'n str> {
            let Some((_, idea)) = end.idea else { return vec![end.label] };
            let core = &idea.phrase.core;
            let overlaps = |other: &&Idea| other.phrase.core.start < core.end && core.start < other.phrase.core.end;
            features.answer.ruled.iter().filter(overlaps).map(Idea::label).collect()
        }
        let (a, b) = (names(self, first), names(self, second));
        if a.is_empty() || b.is_empty() {
            return "unseen";
        }
        let joined = |from: &[&str], to: &[&str]| {
            self.ruled.iter().any(|edge| from.contains(&&*edge.source_label) && to.contains(&&*edge.target_label))
        };
        if joined(&a, &b) {
            "onward"
        } else if joined(&b, &a) {
            "back"
        } else {
            "no"
        }
    }
}
