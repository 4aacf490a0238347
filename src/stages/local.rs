//! Stages without a model: what follows from the graph and from the words that were said, and no sentence besides.

use super::{Investigation, Material, Purpose};
use crate::llm::reports::{Synthesis, local_summary, local_synthesis, search};

/// Characters of an answer that a found turn shows.
const SHOWN: usize = 300;

/// What the interview found: lines of reasons, parts of the concept with what was said of them, contradictions, open points.
pub fn synthesis(interview: &Investigation<'_>) -> Synthesis {
    local_synthesis(&context(interview))
}

/// What it found in at most four lines.
pub fn summary(interview: &Investigation<'_>) -> Vec<String> {
    local_summary(&synthesis(interview))
}

/// The answer to a researcher's question: the turns that hold its words, best first, each with its mark, the question and
/// what was said, Markdown. Where nothing fits it says so in the words of the study's language.
pub fn chat(question: &str, interview: &Investigation<'_>) -> String {
    let context = context(interview);
    let hits = search(question, &context.transcript, &interview.study.pack);
    let lines = hits.iter().filter_map(|hit| {
        let past = context.transcript.iter().find(|past| past.turn == hit.turn)?;
        let answer = if past.answer.is_empty() { "–".to_owned() } else { quoted(&past.answer) };
        Some(format!("- [t{}] {}\n  {answer}", past.turn, past.question))
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() { "–".to_owned() } else { lines.join("\n") }
}

/// The beginning of an answer as a quotation.
fn quoted(answer: &str) -> String {
    let line = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("> {}…", line.get(..at).unwrap_or_default().trim_end()),
        None => format!("> {line}"),
    }
}

fn context(interview: &Investigation<'_>) -> crate::llm::ReportContext {
    Material::of(Purpose::MainTimeline, *interview, &[]).report_context()
}
