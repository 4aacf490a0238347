//! Reads a concept written as Markdown: a title, a few sentences, and an optional list of elements.
//!
//! ```text
//! # Night bread
//!
//! Bread dries out before the loaf is eaten. Now there is one that stays soft for a week, because it is baked slowly.
//!
//! - Stays soft for a week: soft, fresh
//! - Baked slowly: slow, long baking
//! ```
//!
//! Without a list the elements are the parts of the text: the problem, the promise and the reason to believe.

use super::yaml::decode;
use crate::engine::{
    concept::{
        Concept, Element, Stimulus,
        markdown::{self, ConceptPartKind},
    },
    diagnostic::{Diagnostic, Place},
    id::Name,
};

/// Most characters of a label made from a sentence. It has to fit into a question.
const LABEL_CHARS: usize = 80;

/// Reads the concept of a Markdown document. None if the document is empty.
pub(super) fn read_markdown_concept(
    file: &str,
    id: &str,
    bytes: &[u8],
    findings: &mut Vec<Diagnostic>,
) -> Option<Concept> {
    let mut report = |line: usize, code: &str, message: String, hint: &str| {
        let place = Place { line: u32::try_from(line).unwrap_or(u32::MAX), column: 1 };
        findings.push(Diagnostic { hint: Some(hint.to_owned()), ..Diagnostic::error(file, place, code, message) });
    };
    let text = match decode(file, bytes) {
        Ok(text) => text,
        Err(finding) => {
            findings.push(*finding);
            return None;
        }
    };
    let mut elements: Vec<Element> = Vec::new();
    let mut prose = String::new();
    for (index, line) in text.lines().enumerate() {
        let Some(item) = item_of(line) else {
            prose.push_str(line);
            prose.push('\n');
            continue;
        };
        match element(item) {
            None => {
                report(
                    index + 1,
                    "empty",
                    "this list entry is empty".to_owned(),
                    "write the element, or remove the entry",
                );
            }
            Some(element) if elements.iter().any(|known| known.id == element.id) => {
                let message = format!("the element `{}` is in the list twice", element.label);
                report(index + 1, "duplicate_id", message, "name every element once");
            }
            Some(element) => elements.push(element),
        }
    }
    let mut titles = text.lines().enumerate().filter(|(_, line)| line.starts_with("# "));
    let is_empty = text.trim().is_empty();
    if titles.next().is_none() && !is_empty {
        report(1, "no_name", "the concept has no name".to_owned(), "begin with a title, `# Oat milk`");
    }
    if let Some((index, _)) = titles.next() {
        let hint = "write it as part of the text, or move it into a file of its own";
        report(index + 1, "several_titles", "this is a second title; a file holds one concept".to_owned(), hint);
    }
    let document = markdown::parse(&prose);
    if document.parts.is_empty() {
        let hint = if is_empty {
            "write a title, `# Oat milk`, and one or more sentences about it"
        } else {
            "write one or more sentences under the title"
        };
        report(1, "empty_document", "the concept has no text".to_owned(), hint);
        return None;
    }
    let content = |kind| document.parts.iter().find(|part| part.kind == kind).map(|part| part.content.clone());
    if elements.is_empty() {
        elements.extend(document.parts.iter().map(|part| Element {
            id: part.kind.id().into(),
            label: label(&part.content),
            say: None,
            aliases: Vec::new(),
            requirements: part.requirements.clone(),
        }));
    }
    Some(Concept {
        id: id.into(),
        topic: topic(&document.name),
        objective: None,
        insight: content(ConceptPartKind::Insight),
        promise: content(ConceptPartKind::Promise),
        reason_to_believe: content(ConceptPartKind::ReasonToBelieve),
        stimulus: Some(Stimulus {
            title: Some(document.name.clone()),
            text: Some(document.description),
            image: None,
            alt: None,
        }),
        name: document.name,
        elements,
    })
}

/// Returns the text of a list entry, after a dash, an asterisk, a plus, a bullet or a number.
fn item_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let marked = ["- ", "* ", "+ ", "• "].iter().find_map(|mark| line.strip_prefix(mark));
    marked.or_else(|| {
        let rest = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let rest = if rest.len() < line.len() { rest } else { "" };
        [". ", ") "].iter().find_map(|mark| rest.strip_prefix(mark))
    })
}

/// Parses an element with its aliases: `Stays soft: fresh, moist`.
fn element(item: &str) -> Option<Element> {
    let (label, aliases) = item.split_once(':').unwrap_or((item, ""));
    let label = label.trim();
    let words = label.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.map(str::to_lowercase).collect::<Vec<_>>().join("_");
    let aliases = aliases.split(',').map(|alias| alias.trim().to_lowercase()).filter(|alias| !alias.is_empty());
    (!id.is_empty()).then(|| Element {
        id: Name::from(id.as_str()),
        label: label.to_owned(),
        say: None,
        aliases: aliases.collect(),
        requirements: crate::engine::concept::Requirements::default(),
    })
}

/// Returns the first sentence without its full stop, truncated at a word.
fn label(content: &str) -> String {
    let first = content.split_inclusive(['.', '!', '?']).next().unwrap_or(content).trim_end_matches(['.', '!', '?']);
    let mut label = String::new();
    for word in first.split_whitespace() {
        if label.chars().count() + word.chars().count() >= LABEL_CHARS {
            break;
        }
        if !label.is_empty() {
            label.push(' ');
        }
        label.push_str(word);
    }
    label
}

/// Returns the name as part of a question: its first letter in lower case, unless it has other capitals.
fn topic(name: &str) -> String {
    let mut letters = name.chars();
    let Some(first) = letters.next() else { return String::new() };
    let rest = letters.as_str();
    let is_proper = rest.chars().any(char::is_uppercase);
    if is_proper { name.to_owned() } else { first.to_lowercase().chain(rest.chars()).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<Concept>, Vec<String>) {
        let mut findings = Vec::new();
        let concept = read_markdown_concept("concepts/bread.md", "bread", text.as_bytes(), &mut findings);
        (concept, findings.iter().map(|finding| format!("{}:{}", finding.place.line, finding.code)).collect())
    }

    #[test]
    fn a_list_names_the_parts_with_other_words_for_them() {
        let (concept, findings) =
            read("# Night bread\n\nIt stays soft.\n\n- Stays soft: fresh, Moist\n- Baked slowly\n");
        let elements = concept.map(|concept| concept.elements).unwrap_or_default();
        let found: Vec<_> = elements.iter().map(|element| (&*element.id, element.aliases.join("|"))).collect();
        assert_eq!(found, [("stays_soft", "fresh|moist".to_owned()), ("baked_slowly", String::new())]);
        assert!(findings.is_empty());
    }

    #[test]
    fn without_a_list_the_parts_are_those_of_the_text() {
        let text = "# Night bread\n\nBread dries out, a problem. Now it stays soft. It is made with oats.\n";
        let concept = read(text).0;
        let ids: Vec<_> = concept.iter().flat_map(|it| &it.elements).map(|element| element.id.to_string()).collect();
        assert_eq!(ids, ["insight", "promise", "rtb"]);
        assert_eq!(concept.map(|concept| concept.topic), Some("night bread".to_owned()));
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        assert_eq!(read("It stays soft.\n- A\n- :\n- a\n").1, ["3:empty", "4:duplicate_id", "1:no_name"]);
        assert_eq!(read("# Night bread\n").1, ["1:empty_document"]);
    }
}
