//! Parses the bytes of a YAML document into a tree, or reports why it cannot be parsed.
//!
//! The parser's events are checked one by one, so that size, depth and aliases are bounded before memory grows.

#![cfg_attr(
    target_arch = "wasm32",
    expect(clippy::unnecessary_box_returns, reason = "a diagnostic is large on 64-bit targets")
)]

use std::{borrow::Cow, collections::BTreeMap};

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};

use super::{
    files::MAX_BYTES,
    part::MAX_FINDINGS,
    syntax_error,
    tree::{MAX_DEPTH, Path, PathStep, YamlContent, YamlEntry, YamlNode},
};
use crate::engine::diagnostic::{Diagnostic, Place};

/// Result of parsing a document.
#[derive(Debug, Default)]
pub(super) struct ParsedYaml {
    /// The document, unless it could not be parsed.
    pub(super) root: Option<YamlNode>,
    /// Findings about its syntax.
    pub(super) findings: Vec<Diagnostic>,
}

/// Parses a document.
pub(super) fn parse(file: &str, bytes: &[u8]) -> ParsedYaml {
    let text = match decode(file, bytes) {
        Ok(text) => text,
        Err(finding) => return ParsedYaml { root: None, findings: vec![*finding] },
    };
    let mut builder = Builder { file, frames: Vec::new(), root: None, findings: Vec::new() };
    let mut has_ended = false;
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let outcome = match event {
            Err(error) => Err(builder.syntax_error(&error, text)),
            Ok((Event::DocumentStart(_), span)) if has_ended => Err(builder.error(
                "several_documents",
                place(&span),
                "a second document starts here; a file holds one",
                "move it into a file of its own, or remove the `---`",
            )),
            Ok((event, span)) => {
                has_ended |= matches!(event, Event::DocumentEnd);
                builder.handle(event, span)
            }
        };
        if let Err(finding) = outcome {
            builder.findings.push(*finding);
            return ParsedYaml { root: None, findings: builder.findings };
        }
    }
    builder.finish()
}

/// Decodes a document: UTF-8 of bounded size. A byte order mark is removed.
pub(super) fn decode<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Box<Diagnostic>> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is larger than {} KB", MAX_BYTES / 1024);
        let hint = "split it, or check that it is the right file";
        return Err(error(file, "too_large", Place::default(), message, hint));
    }
    let not_text =
        |before: &str, message: &str| error(file, "not_text", end_of(before), message, "save the file as UTF-8 text");
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(bytes.get(..error.valid_up_to()).unwrap_or_default());
        not_text(&before, "these bytes are not UTF-8 text")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.split_once('\0') {
        Some((before, _)) => Err(not_text(before, "there is a zero byte here, so this is not text")),
        None => Ok(text),
    }
}

fn error(file: &str, code: &str, place: Place, message: impl Into<String>, hint: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic { hint: Some(hint.to_owned()), ..Diagnostic::error(file, place, code, message) })
}

/// Returns the place right after a text.
fn end_of(text: &str) -> Place {
    let line = text.matches('\n').count() + 1;
    let column = text.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place { line: number(line), column: number(column) }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn place(span: &Span) -> Place {
    Place { line: number(span.start.line().max(1)), column: number(span.start.col() + 1) }
}

/// A list or mapping that is still open.
#[derive(Debug)]
enum Frame {
    List { place: Place, nodes: Vec<YamlNode> },
    Map { place: Place, entries: Vec<YamlEntry>, seen: BTreeMap<String, Place>, key: Option<(String, Place)> },
}

#[derive(Debug)]
struct Builder<'a> {
    file: &'a str,
    frames: Vec<Frame>,
    root: Option<YamlNode>,
    findings: Vec<Diagnostic>,
}

type Outcome = Result<(), Box<Diagnostic>>;

impl Builder<'_> {
    fn error(&self, code: &str, place: Place, message: impl Into<String>, hint: &str) -> Box<Diagnostic> {
        error(self.file, code, place, message, hint)
    }

    fn syntax_error(&self, error: &ScanError, text: &str) -> Box<Diagnostic> {
        let mark = error.marker();
        let place = Place { line: number(mark.line().max(1)), column: number(mark.col() + 1) };
        if error.info().contains("recursion limit") {
            return self.too_deep(place);
        }
        let line = syntax_error::line(error.info(), text, place.line);
        let place = if line == place.line { place } else { Place { line, column: 1 } };
        let (message, hint) = syntax_error::describe(error.info());
        self.error("syntax", place, message, hint)
    }

    fn too_deep(&self, place: Place) -> Box<Diagnostic> {
        let message = format!("lists and mappings are nested more than {MAX_DEPTH} deep");
        self.error("too_deep", place, message, "check the brackets and the indentation")
    }

    fn handle(&mut self, event: Event<'_>, span: Span) -> Outcome {
        let place = place(&span);
        match event {
            Event::Alias(_) => return Err(self.alias(place)),
            Event::Scalar(text, style, anchor, tag) => {
                self.require_plain(anchor, tag.as_ref(), place)?;
                let is_plain = style == ScalarStyle::Plain;
                let text = text.into_owned();
                self.put(YamlNode {
                    place,
                    content: if is_plain { YamlContent::Plain(text) } else { YamlContent::Text(text) },
                });
            }
            Event::SequenceStart(anchor, tag) => {
                self.require_plain(anchor, tag.as_ref(), place)?;
                self.open(Frame::List { place, nodes: Vec::new() }, place)?;
            }
            Event::MappingStart(anchor, tag) => {
                self.require_plain(anchor, tag.as_ref(), place)?;
                self.open(Frame::Map { place, entries: Vec::new(), seen: BTreeMap::new(), key: None }, place)?;
            }
            Event::SequenceEnd | Event::MappingEnd => match self.frames.pop() {
                Some(Frame::List { place, nodes }) => self.put(YamlNode { place, content: YamlContent::List(nodes) }),
                Some(Frame::Map { place, entries, .. }) => {
                    self.put(YamlNode { place, content: YamlContent::Map(entries) });
                }
                None => {}
            },
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {}
        }
        Ok(())
    }

    fn open(&mut self, frame: Frame, place: Place) -> Outcome {
        if self.frames.len() >= MAX_DEPTH {
            return Err(self.too_deep(place));
        }
        if let Some(Frame::Map { key: None, .. }) = self.frames.last() {
            let message = "the key of a mapping must be a word, not a list or a mapping";
            return Err(self.error("bad_key", place, message, "put a text with brackets or braces in quotes"));
        }
        self.frames.push(frame);
        Ok(())
    }

    fn put(&mut self, node: YamlNode) {
        if let Some(problem) = self.duplicate_key() {
            if self.findings.len() < MAX_FINDINGS {
                self.findings.push(problem);
            }
            if let Some(Frame::Map { key, .. }) = self.frames.last_mut() {
                *key = None;
            }
            return;
        }
        match self.frames.last_mut() {
            None => self.root = Some(node),
            Some(Frame::List { nodes, .. }) => nodes.push(node),
            Some(Frame::Map { key: key @ None, .. }) => match node.content {
                YamlContent::Plain(text) | YamlContent::Text(text) => *key = Some((text, node.place)),
                YamlContent::List(_) | YamlContent::Map(_) => {}
            },
            Some(Frame::Map { entries, seen, key: key @ Some(_), .. }) => {
                if let Some((key, place)) = key.take() {
                    seen.insert(key.clone(), place);
                    entries.push(YamlEntry { key, place, node });
                }
            }
        }
    }

    /// Returns a finding if the key of the entry that is complete now was given before.
    fn duplicate_key(&self) -> Option<Diagnostic> {
        let Some(Frame::Map { seen, key: Some((key, place)), .. }) = self.frames.last() else { return None };
        let first = seen.get(key)?;
        let message = format!("the key `{key}` is already given on line {}", first.line);
        Some(Diagnostic {
            path: self.path().key(key).to_string(),
            value: Some(key.clone()),
            ..*self.error("duplicate_key", *place, message, "remove one of the two")
        })
    }

    /// Returns the path of the innermost open list or mapping.
    fn path(&self) -> Path {
        let steps = self.frames.iter().rev().skip(1).rev().filter_map(|frame| match frame {
            Frame::List { nodes, .. } => Some(PathStep::Index(nodes.len())),
            Frame::Map { key, .. } => key.as_ref().map(|(key, _)| PathStep::Key(key.clone())),
        });
        Path(steps.collect())
    }

    fn finish(mut self) -> ParsedYaml {
        let is_empty = match self.root.as_ref().map(|root| &root.content) {
            None => true,
            Some(YamlContent::Plain(text)) => text.is_empty(),
            Some(YamlContent::Text(_) | YamlContent::List(_) | YamlContent::Map(_)) => false,
        };
        if is_empty {
            let hint = "write the document, or remove the file";
            self.findings.push(*self.error("empty_document", Place::default(), "the file is empty", hint));
            self.root = None;
        }
        ParsedYaml { root: self.root, findings: self.findings }
    }

    fn require_plain(&self, anchor: usize, tag: Option<&Cow<'_, Tag>>, place: Place) -> Outcome {
        if anchor != 0 {
            return Err(self.alias(place));
        }
        match tag {
            Some(tag) if !tag.is_yaml_core_schema() => {
                let message = format!("tags like `{}{}` are not used here", tag.handle, tag.suffix);
                Err(self.error("tag", place, message, "put a text that starts with `!` in quotes"))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn alias(&self, place: Place) -> Box<Diagnostic> {
        let message = "anchors (`&name`) and aliases (`*name`) are not used here";
        self.error("alias", place, message, "write the value out; put a text that starts with `&` or `*` in quotes")
    }
}
