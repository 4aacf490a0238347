//! Reads a concept from a Markdown document: its name, its description, and its parts by the cues in the sentences.
//!
//! The three parts are the insight (the problem), the promise (the solution) and the reason to believe (the evidence).

use super::Requirements;
use crate::id::Name;

/// What a concept document says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Name of the concept, "Unnamed Concept" if the document has none.
    pub name: String,
    /// The text respondents are to judge.
    pub description: String,
    /// Its parts, in the order insight, promise, reason to believe; parts without a sentence are left out.
    pub parts: Vec<Part>,
}

/// A part of a concept document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which part.
    pub kind: PartKind,
    /// Its sentences, joined by blanks.
    pub content: String,
    /// What has to be heard about it.
    pub requirements: Requirements,
}

/// The parts of a concept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// The problem the concept starts from.
    Insight,
    /// What the concept promises.
    Promise,
    /// The reason to believe the promise.
    ReasonToBelieve,
}

impl PartKind {
    const ALL: [Self; 3] = [Self::Insight, Self::Promise, Self::ReasonToBelieve];

    /// Id of the element such a part becomes.
    pub fn id(self) -> &'static str {
        match self {
            Self::Insight => "insight",
            Self::Promise => "promise",
            Self::ReasonToBelieve => "rtb",
        }
    }

    /// What kind of statement it is: `problem`, `solution` or `evidence`.
    pub fn element_type(self) -> &'static str {
        match self {
            Self::Insight => "problem",
            Self::Promise => "solution",
            Self::ReasonToBelieve => "evidence",
        }
    }

    fn cues(self) -> &'static [&'static str] {
        match self {
            Self::Insight => {
                &["but", "however", "frustrat", "problem", "struggle", "difficult", "pain", "annoying", "wish", "want"]
            }
            Self::Promise => {
                &["now", "finally", "introducing", "different", "solution", "helps", "makes", "gives you", "so you can"]
            }
            Self::ReasonToBelieve => &[
                "because",
                "proven",
                "clinical",
                "made with",
                "contains",
                "technology",
                "ingredient",
                "patent",
                "research",
                "studies",
            ],
        }
    }
}

/// Reads a concept document.
pub fn parse(document: &str) -> Document {
    let description = description(document);
    Document { name: name(document), parts: parts(&description), description }
}

fn name(document: &str) -> String {
    if let Some(name) = quoted_under(document, "# name") {
        return name.to_owned();
    }
    document
        .lines()
        .find_map(|line| line.strip_prefix("# "))
        .map_or_else(|| "Unnamed Concept".to_owned(), |title| title.trim().to_owned())
}

fn description(document: &str) -> String {
    if let Some(text) = quoted_under(document, "# description") {
        return text.trim().to_owned();
    }
    let mut kept: Vec<&str> = Vec::new();
    for line in document.lines().filter(|line| !line.starts_with('#')) {
        // A short quoted line before the text is the name once more, not a part of the description.
        let is_title = kept.is_empty() && line.contains('"') && line.trim().trim_matches('"').chars().count() < 50;
        if !is_title {
            kept.push(line);
        }
    }
    kept.join("\n").trim().trim_matches('"').to_owned()
}

/// The text in double quotes after a heading, which is given in lower case.
fn quoted_under<'a>(document: &'a str, heading: &str) -> Option<&'a str> {
    let mut marks = document.match_indices('#').map(|(start, _)| start);
    marks.find_map(|start| quoted_after(document.get(start..)?, heading))
}

fn quoted_after<'a>(text: &'a str, heading: &str) -> Option<&'a str> {
    let (found, rest) = (text.get(..heading.len())?, text.get(heading.len()..)?);
    if !found.eq_ignore_ascii_case(heading) {
        return None;
    }
    let blank = rest.len() - rest.trim_start().len();
    let (gap, rest) = rest.split_at(blank);
    let (quoted, _) = rest.strip_prefix('"')?.split_once('"')?;
    (gap.contains('\n') && !quoted.is_empty()).then_some(quoted)
}

/// Sorts the sentences of a description into parts: the first list with a cue decides.
fn parts(description: &str) -> Vec<Part> {
    let mut found: [Vec<&str>; 3] = Default::default();
    for sentence in sentences(description) {
        let [insight, promise, evidence] = &mut found;
        match part_of(sentence) {
            Some(PartKind::ReasonToBelieve) => evidence.push(sentence),
            Some(PartKind::Promise) => promise.push(sentence),
            Some(PartKind::Insight) => insight.push(sentence),
            None if insight.is_empty() && promise.is_empty() => insight.push(sentence),
            None if promise.is_empty() => promise.push(sentence),
            None => {}
        }
    }
    let has = found.each_ref().map(|sentences| !sentences.is_empty());
    PartKind::ALL
        .into_iter()
        .zip(found)
        .filter(|(_, sentences)| !sentences.is_empty())
        .map(|(kind, sentences)| Part { kind, content: sentences.join(" "), requirements: requirements(kind, has) })
        .collect()
}

fn part_of(sentence: &str) -> Option<PartKind> {
    let sentence = sentence.to_lowercase();
    [PartKind::ReasonToBelieve, PartKind::Promise, PartKind::Insight]
        .into_iter()
        .find(|kind| kind.cues().iter().any(|cue| sentence.contains(cue)))
}

/// Splits after `.`, `!` or `?` where white space follows.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut previous = ' ';
    for (at, character) in text.char_indices() {
        if character.is_whitespace() && matches!(previous, '.' | '!' | '?') {
            sentences.extend(text.get(start..at));
            start = at;
        }
        previous = character;
    }
    sentences.extend(text.get(start..));
    sentences.into_iter().map(str::trim).filter(|sentence| !sentence.is_empty()).collect()
}

/// `has` tells which parts exist, in the order of [`PartKind::ALL`].
fn requirements(kind: PartKind, has: [bool; 3]) -> Requirements {
    let [has_insight, has_promise, _] = has;
    let connected = match kind {
        PartKind::Promise if has_insight => Some(PartKind::Insight),
        PartKind::ReasonToBelieve if has_promise => Some(PartKind::Promise),
        PartKind::Insight | PartKind::Promise | PartKind::ReasonToBelieve => None,
    };
    Requirements {
        comprehension: kind == PartKind::ReasonToBelieve,
        connections_to: connected.map(|part| Name::from(part.id())).into_iter().collect(),
        ..Requirements::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_name_below_its_heading_names_the_concept() {
        let document = parse("# NAME\n\n\"Night Bread\"\n\n# Description\n\"It stays soft. It is baked slowly.\"\n");
        assert_eq!(document.name, "Night Bread");
        assert_eq!(document.description, "It stays soft. It is baked slowly.");
    }

    #[test]
    fn a_part_is_required_to_connect_only_with_a_part_that_exists() {
        let document = parse("# Tea\n\nYou want calm. It contains oats.\n");
        let evidence = Requirements { comprehension: true, ..Requirements::default() };
        let found: Vec<_> = document.parts.iter().map(|part| (part.kind, part.requirements.clone())).collect();
        assert_eq!(found, [(PartKind::Insight, Requirements::default()), (PartKind::ReasonToBelieve, evidence)]);
    }

    #[test]
    fn a_document_without_anything_has_no_parts() {
        assert_eq!(parse("").name, "Unnamed Concept");
        assert!(parse("").parts.is_empty());
    }
}
