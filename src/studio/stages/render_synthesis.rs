//! Renders a synthesis as plain text: lines with their quotes and turns.

use crate::{
    engine::{graph::Quote, json, session::InterviewRecord},
    studio::reports::Synthesis,
};

/// The text of a synthesis. Turns are written `[t7]`; empty lists are left out.
pub fn render_synthesis(synthesis: &Synthesis, interview: &InterviewRecord<'_>) -> String {
    let mut lines = Vec::new();
    let mut part = |title: &str, entries: Vec<String>| {
        if !entries.is_empty() {
            lines.push(format!("{title}:"));
            lines.extend(entries.into_iter().map(|entry| format!("- {entry}")));
        }
    };
    let quotes = |quotes: &[Quote]| {
        let words = quotes.iter().map(|quote| format!(" “{}”", interview.quoted(*quote)));
        words.collect::<String>()
    };
    let theme = synthesis.themes.iter().map(|theme| {
        // A theme of the local form is a line of reasons without a title of its own.
        let is_title = theme.summary.ends_with(theme.title.as_str());
        let title = if is_title { String::new() } else { format!("{}: ", theme.title) };
        format!("{title}{}{}{}", theme.summary, quotes(&theme.quotes), turn_marks(&theme.turns))
    });
    part("Themes", theme.collect());
    let is_theme = |path: &str| synthesis.themes.iter().any(|theme| theme.summary == path);
    let chains = synthesis.chains.iter().map(|chain| (chain.path.join(" → "), turn_marks(&chain.turns)));
    // Lines that are themes already are left out.
    part("Lines of reasons", chains.filter(|(path, _)| !is_theme(path)).map(|(path, turns)| path + &turns).collect());
    let finding = synthesis.element_findings.iter().map(|finding| {
        let summary = if finding.summary.is_empty() { String::new() } else { format!(" {}", finding.summary) };
        let stance = json::word(&finding.stance);
        format!("{}: {stance}.{summary}{}{}", finding.element_id, quotes(&finding.quotes), turn_marks(&finding.turns))
    });
    part("Parts of the concept", finding.collect());
    let contradiction = synthesis
        .contradictions
        .iter()
        .map(|found| format!("{}{}{}", found.summary, quotes(&found.quotes), turn_marks(&found.turns)));
    part("Contradictions", contradiction.collect());
    part("Open points", synthesis.open_points.clone());
    if !synthesis.narrative.is_empty() {
        lines.push(synthesis.narrative.clone());
    }
    lines.join("\n")
}

/// ` [t1] [t7]`
pub(super) fn turn_marks(turns: &[u32]) -> String {
    let marks: Vec<String> = turns.iter().map(|turn| format!(" [t{turn}]")).collect();
    marks.concat()
}
