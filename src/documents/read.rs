//! Reads the bytes of a document into a tree, or says why they are none.
//!
//! Events of the parser are looked at one by one, so size, depth and aliases are bounded before anything grows.

use std::{borrow::Cow, collections::BTreeMap};

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};

use super::part::MAX_FINDINGS;
use super::syntax;
use super::tree::{Content, Entry, MAX_DEPTH, Node, Path, Step};
use crate::diagnostic::{Diagnostic, Place, Severity};

/// Most bytes of a document. Shipped documents stay below 64 KB.
pub(super) const MAX_BYTES: usize = 256 * 1024;

/// What reading a document gave.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// The document, unless it could not be made out.
    pub(super) root: Option<Node>,
    /// What is wrong with it.
    pub(super) findings: Vec<Diagnostic>,
}

/// Reads a document.
pub(super) fn read(file: &str, bytes: &[u8]) -> Reading {
    let text = match text(bytes) {
        Ok(text) => text,
        Err(problem) => return Reading { root: None, findings: vec![problem.at(file)] },
    };
    let mut builder = Builder { file, frames: Vec::new(), root: None, findings: Vec::new() };
    let mut has_ended = false;
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let outcome = match event {
            Err(error) => Err(syntax_error(&error, text)),
            Ok((Event::DocumentStart(_), span)) if has_ended => Err(Problem::new(
                "several_documents",
                place(&span),
                "a second document starts here; a file holds one",
                "move it into a file of its own, or remove the `---`",
            )),
            Ok((event, span)) => {
                has_ended |= matches!(event, Event::DocumentEnd);
                builder.take(event, span)
            }
        };
        if let Err(problem) = outcome {
            builder.findings.push(problem.at(file));
            return Reading { root: None, findings: builder.findings };
        }
    }
    builder.finish()
}

/// The text of a document that is no YAML.
pub(super) fn markdown<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Box<Diagnostic>> {
    text(bytes).map_err(|problem| Box::new(problem.at(file)))
}

/// The text of a document: UTF-8 of bounded size, without a byte order mark.
fn text(bytes: &[u8]) -> Result<&str, Problem> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is larger than {} KB", MAX_BYTES / 1024);
        return Err(Problem::new(
            "too_large",
            Place::default(),
            message,
            "split it, or check that it is the right file",
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(bytes.get(..error.valid_up_to()).unwrap_or_default());
        not_text(end_of(&before), "the bytes here are no UTF-8 text")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.split_once('\0') {
        Some((before, _)) => Err(not_text(end_of(before), "there is a zero byte here, so this is no text")),
        None => Ok(text),
    }
}

fn not_text(place: Place, message: &str) -> Problem {
    Problem::new("not_text", place, message, "save the file as UTF-8 text")
}

/// The place right after a text.
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

fn syntax_error(error: &ScanError, text: &str) -> Problem {
    let mark = error.marker();
    let place = Place { line: number(mark.line().max(1)), column: number(mark.col() + 1) };
    if error.info().contains("recursion limit") {
        return too_deep(place);
    }
    let line = syntax::line(error.info(), text, place.line);
    let place = if line == place.line { place } else { Place { line, column: 1 } };
    let (message, hint) = syntax::words(error.info());
    Problem::new("syntax", place, message, hint)
}

fn too_deep(place: Place) -> Problem {
    let message = format!("lists and mappings are nested more than {MAX_DEPTH} deep");
    Problem::new("too_deep", place, message, "check the brackets and the indentation")
}

/// Something that makes a document unreadable, before its file is known.
#[derive(Debug)]
struct Problem {
    code: &'static str,
    place: Place,
    message: String,
    hint: String,
}

impl Problem {
    fn new(code: &'static str, place: Place, message: impl Into<String>, hint: &str) -> Self {
        Self { code, place, message: message.into(), hint: hint.to_owned() }
    }

    fn at(self, file: &str) -> Diagnostic {
        Diagnostic {
            file: file.to_owned(),
            place: self.place,
            severity: Severity::Error,
            code: self.code.to_owned(),
            path: String::new(),
            value: None,
            message: self.message,
            hint: Some(self.hint),
        }
    }
}

/// A list or mapping that is still open.
#[derive(Debug)]
enum Frame {
    List { place: Place, nodes: Vec<Node> },
    Map { place: Place, entries: Vec<Entry>, seen: BTreeMap<String, Place>, key: Option<(String, Place)> },
}

#[derive(Debug)]
struct Builder<'a> {
    file: &'a str,
    frames: Vec<Frame>,
    root: Option<Node>,
    findings: Vec<Diagnostic>,
}

impl Builder<'_> {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Problem> {
        let place = place(&span);
        match event {
            Event::Alias(_) => return Err(alias(place)),
            Event::Scalar(text, style, anchor, tag) => {
                plainly(anchor, tag.as_ref(), place)?;
                let is_plain = style == ScalarStyle::Plain;
                let text = text.into_owned();
                self.put(Node { place, content: if is_plain { Content::Plain(text) } else { Content::Text(text) } });
            }
            Event::SequenceStart(anchor, tag) => {
                plainly(anchor, tag.as_ref(), place)?;
                self.open(Frame::List { place, nodes: Vec::new() }, place)?;
            }
            Event::MappingStart(anchor, tag) => {
                plainly(anchor, tag.as_ref(), place)?;
                self.open(Frame::Map { place, entries: Vec::new(), seen: BTreeMap::new(), key: None }, place)?;
            }
            Event::SequenceEnd | Event::MappingEnd => match self.frames.pop() {
                Some(Frame::List { place, nodes }) => self.put(Node { place, content: Content::List(nodes) }),
                Some(Frame::Map { place, entries, .. }) => self.put(Node { place, content: Content::Map(entries) }),
                None => {}
            },
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {}
        }
        Ok(())
    }

    fn open(&mut self, frame: Frame, place: Place) -> Result<(), Problem> {
        if self.frames.len() >= MAX_DEPTH {
            return Err(too_deep(place));
        }
        if let Some(Frame::Map { key: None, .. }) = self.frames.last() {
            let message = "the key of a mapping must be a word, not a list or a mapping";
            return Err(Problem::new("bad_key", place, message, "a text with brackets or braces needs quotes"));
        }
        self.frames.push(frame);
        Ok(())
    }

    fn put(&mut self, node: Node) {
        if let Some(problem) = self.repeated() {
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
                Content::Plain(text) | Content::Text(text) => *key = Some((text, node.place)),
                Content::List(_) | Content::Map(_) => {}
            },
            Some(Frame::Map { entries, seen, key: key @ Some(_), .. }) => {
                if let Some((key, place)) = key.take() {
                    seen.insert(key.clone(), place);
                    entries.push(Entry { key, place, node });
                }
            }
        }
    }

    /// The finding if the entry that is complete now has a key that was there before.
    fn repeated(&self) -> Option<Diagnostic> {
        let Some(Frame::Map { seen, key: Some((key, place)), .. }) = self.frames.last() else { return None };
        let first = seen.get(key)?;
        Some(duplicate(self.file, &self.path().key(key), *place, *first))
    }

    /// The path of the innermost list or mapping that is still open.
    fn path(&self) -> Path {
        let steps = self.frames.iter().rev().skip(1).rev().filter_map(|frame| match frame {
            Frame::List { nodes, .. } => Some(Step::Index(nodes.len())),
            Frame::Map { key, .. } => key.as_ref().map(|(key, _)| Step::Key(key.clone())),
        });
        Path(steps.collect())
    }

    fn finish(mut self) -> Reading {
        let is_empty = match self.root.as_ref().map(|root| &root.content) {
            None => true,
            Some(Content::Plain(text)) => text.is_empty(),
            Some(Content::Text(_) | Content::List(_) | Content::Map(_)) => false,
        };
        if is_empty {
            let hint = "write the document, or remove the file";
            self.findings
                .push(Problem::new("empty_document", Place::default(), "the file is empty", hint).at(self.file));
            self.root = None;
        }
        Reading { root: self.root, findings: self.findings }
    }
}

fn plainly(anchor: usize, tag: Option<&Cow<'_, Tag>>, place: Place) -> Result<(), Problem> {
    if anchor != 0 {
        return Err(alias(place));
    }
    match tag {
        Some(tag) if !tag.is_yaml_core_schema() => {
            let message = format!("tags like `{}{}` are not used here", tag.handle, tag.suffix);
            Err(Problem::new("tag", place, message, "a text that starts with `!` needs quotes"))
        }
        Some(_) | None => Ok(()),
    }
}

fn alias(place: Place) -> Problem {
    let message = "anchors (`&name`) and aliases (`*name`) are not used here";
    Problem::new("alias", place, message, "write the value out; a text that starts with `&` or `*` needs quotes")
}

fn duplicate(file: &str, path: &Path, place: Place, first: Place) -> Diagnostic {
    let key = match path.0.last() {
        Some(Step::Key(key)) => key.clone(),
        Some(Step::Index(_)) | None => String::new(),
    };
    Diagnostic {
        file: file.to_owned(),
        place,
        severity: Severity::Error,
        code: "duplicate_key".to_owned(),
        path: path.to_string(),
        message: format!("the key `{key}` is already given on line {}", first.line),
        value: Some(key),
        hint: Some("remove one of the two".to_owned()),
    }
}
