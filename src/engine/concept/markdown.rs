//! Parses a concept in Markdown: its name, its description and its parts. Cue words assign each sentence to a part: the insight
//! (problem), the promise (solution) or the reason to believe (evidence).

use super::Requirements;
use crate::engine::id::Name;

/// A parsed concept document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConceptDocument {
    /// Name of the concept, "Unnamed Concept" if the document has none.
    pub name: String,
    /// Text that respondents judge.
    pub description: String,
    /// Parts in the order insight, promise, reason to believe. Parts without a sentence are omitted.
    pub parts: Vec<ConceptPart>,
}

/// A part of a concept document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConceptPart {
    /// Kind of part.
    pub kind: ConceptPartKind,
    /// Sentences, joined by blanks.
    pub content: String,
    /// Requirements of the element that it becomes.
    pub requirements: Requirements,
}

/// The parts of a concept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConceptPartKind {
    /// Problem that the concept starts from.
    Insight,
    /// Promise of the concept.
    Promise,
    /// Reason to believe the promise.
    ReasonToBelieve,
}

impl ConceptPartKind {
    const ALL: [Self; 3] = [Self::Insight, Self::Promise, Self::ReasonToBelieve];

    /// Returns the id of the element that the part becomes.
    pub fn id(self) -> &'static str {
        match self {
            Self::Insight => "insight",
            Self::Promise => "promise",
            Self::ReasonToBelieve => "rtb",
        }
    }

    /// Returns the kind of statement: `problem`, `solution` or `evidence`.
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

/// Parses a concept document.
pub fn parse(document: &str) -> ConceptDocument {
    let description = description(document);
    ConceptDocument { name: name(document), parts: parts(&description), description }
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
        // A short quoted line before the text repeats the name.
        let is_title = kept.is_empty() && line.contains('"') && line.trim().trim_matches('"').chars().count() < 50;
        if !is_title {
            kept.push(line);
        }
    }
    kept.join("\n").trim().trim_matches('"').to_owned()
}

/// Returns the text in double quotes after a heading; the heading is given in lower case.
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

/// Assigns the sentences of a description to parts. The first part with a matching cue wins.
fn parts(description: &str) -> Vec<ConceptPart> {
    let mut found: [Vec<&str>; 3] = Default::default();
    for sentence in sentences(description) {
        let [insight, promise, evidence] = &mut found;
        match part_of(sentence) {
            Some(ConceptPartKind::ReasonToBelieve) => evidence.push(sentence),
            Some(ConceptPartKind::Promise) => promise.push(sentence),
            Some(ConceptPartKind::Insight) => insight.push(sentence),
            None if insight.is_empty() && promise.is_empty() => insight.push(sentence),
            None if promise.is_empty() => promise.push(sentence),
            None => {}
        }
    }
    let has = found.each_ref().map(|sentences| !sentences.is_empty());
    ConceptPartKind::ALL
        .into_iter()
        .zip(found)
        .filter(|(_, sentences)| !sentences.is_empty())
        .map(|(kind, sentences)| ConceptPart {
            kind,
            content: sentences.join(" "),
            requirements: requirements(kind, has),
        })
        .collect()
}

fn part_of(sentence: &str) -> Option<ConceptPartKind> {
    let sentence = sentence.to_lowercase();
    [ConceptPartKind::ReasonToBelieve, ConceptPartKind::Promise, ConceptPartKind::Insight]
        .into_iter()
        .find(|kind| kind.cues().iter().any(|cue| sentence.contains(cue)))
}

/// Splits a text after `.`, `!` or `?` before white space.
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

/// Returns the requirements of a part. `has` says which parts exist, in the order of [`PartKind::ALL`].
fn requirements(kind: ConceptPartKind, has: [bool; 3]) -> Requirements {
    let [has_insight, has_promise, _] = has;
    let connected = match kind {
        ConceptPartKind::Promise if has_insight => Some(ConceptPartKind::Insight),
        ConceptPartKind::ReasonToBelieve if has_promise => Some(ConceptPartKind::Promise),
        ConceptPartKind::Insight | ConceptPartKind::Promise | ConceptPartKind::ReasonToBelieve => None,
    };
    Requirements {
        comprehension: kind == ConceptPartKind::ReasonToBelieve,
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
        assert_eq!(
            found,
            [(ConceptPartKind::Insight, Requirements::default()), (ConceptPartKind::ReasonToBelieve, evidence)]
        );
    }

    #[test]
    fn a_document_without_anything_has_no_parts() {
        assert_eq!(parse("").name, "Unnamed Concept");
        assert!(parse("").parts.is_empty());
    }
}
