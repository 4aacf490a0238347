//! A synthesis in words, for whoever reads it next: plain lines, each with its turns, quotes as they were said.

use super::Investigation;
use crate::{graph::Quote, llm::reports::Synthesis};

/// A synthesis in words. Turns stand as `[t7]`; a list without entries is left out.
pub fn synthesis(synthesis: &Synthesis, interview: &Investigation<'_>) -> String {
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
        // A theme of the local form is a line of reasons and says nothing else.
        let is_title = theme.summary.ends_with(theme.title.as_str());
        let title = if is_title { String::new() } else { format!("{}: ", theme.title) };
        format!("{title}{}{}{}", theme.summary, quotes(&theme.quotes), marks(&theme.turns))
    });
    part("Themes", theme.collect());
    let is_theme = |path: &str| synthesis.themes.iter().any(|theme| theme.summary == path);
    let chains = synthesis.chains.iter().map(|chain| (chain.path.join(" → "), marks(&chain.turns)));
    // What a theme has said is not said again.
    part("Lines of reasons", chains.filter(|(path, _)| !is_theme(path)).map(|(path, turns)| path + &turns).collect());
    let finding = synthesis.element_findings.iter().map(|finding| {
        let summary = if finding.summary.is_empty() { String::new() } else { format!(" {}", finding.summary) };
        let stance = super::timeline::word(&finding.stance);
        format!("{}: {stance}.{summary}{}{}", finding.element_id, quotes(&finding.quotes), marks(&finding.turns))
    });
    part("Parts of the concept", finding.collect());
    let contradiction = synthesis
        .contradictions
        .iter()
        .map(|found| format!("{}{}{}", found.summary, quotes(&found.quotes), marks(&found.turns)));
    part("Contradictions", contradiction.collect());
    part("Open points", synthesis.open_points.clone());
    if !synthesis.narrative.is_empty() {
        lines.push(synthesis.narrative.clone());
    }
    lines.join("\n")
}

/// ` [t1] [t7]`
pub(super) fn marks(turns: &[u32]) -> String {
    let marks: Vec<String> = turns.iter().map(|turn| format!(" [t{turn}]")).collect();
    marks.concat()
}
