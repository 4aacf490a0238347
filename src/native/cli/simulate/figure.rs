//! The figures of a report, with names, units and meanings.

use querent_engine::studio::simulation::{Ratio, SimulationFigures};

/// A figure of the report: its key in JSON, its name in tables, and its value.
pub(super) struct Figure {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) unit: FigureUnit,
    /// Meaning, for the help.
    meaning: &'static str,
    /// Whether each interview has a value, so that two versions can be compared by respondent.
    pub(super) per: Per,
    pub(super) of: fn(&SimulationFigures) -> Option<f64>,
}

/// Scope of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Per {
    /// Every interview.
    Interview,
    /// All interviews together only.
    Report,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FigureUnit {
    Number,
    Share,
}

impl Figure {
    const fn new(
        key: &'static str,
        name: &'static str,
        unit: FigureUnit,
        per: Per,
        of: fn(&SimulationFigures) -> Option<f64>,
        meaning: &'static str,
    ) -> Self {
        Self { key, name, unit, meaning, per, of }
    }
}

/// Every figure, in the order of the report.
#[rustfmt::skip]
pub(super) const FIGURES: [Figure; 20] = [
    Figure::new("interviews", "interviews", FigureUnit::Number, Per::Report, |all| Some(float(all.interviews)),
        "Number of interviews."),
    Figure::new("turns", "turns", FigureUnit::Number, Per::Report, |all| Some(float(all.turns)),
        "Answered questions in all interviews."),
    Figure::new("turns_mean", "turns an interview", FigureUnit::Number, Per::Interview, |all| Ratio { some: all.turns, all: all.interviews }.of(),
        "Answered questions per interview, mean."),
    Figure::new("turns_fewest", "fewest turns", FigureUnit::Number, Per::Report, |all| all.shortest.map(float),
        "Answered questions in the shortest interview."),
    Figure::new("turns_most", "most turns", FigureUnit::Number, Per::Report, |all| Some(float(all.longest)),
        "Answered questions in the longest interview."),
    Figure::new("element_coverage", "elements touched", FigureUnit::Share, Per::Interview, |all| all.elements.of(),
        "Share of the concept's elements that were mentioned."),
    Figure::new("complete_share", "touched every element", FigureUnit::Share, Per::Interview, |all| all.complete.of(),
        "Share of interviews that mention every element."),
    Figure::new("depth_mean", "longest chain, mean", FigureUnit::Number, Per::Interview, |all| all.depth.of(),
        "Nodes in the longest chain of an interview, mean."),
    Figure::new("depth_most", "longest chain of all", FigureUnit::Number, Per::Report, |all| Some(float(all.deepest)),
        "Nodes in the longest chain of all interviews."),
    Figure::new("terminal_share", "reached the top rung", FigureUnit::Share, Per::Interview, |all| all.terminal.of(),
        "Share of interviews with a node of a terminal type."),
    Figure::new("terminal_share_2", "reached it twice", FigureUnit::Share, Per::Interview, |all| all.terminal_twice.of(),
        "Share of interviews with two such nodes or more."),
    Figure::new("repeated_questions", "repeated questions", FigureUnit::Number, Per::Interview, |all| Some(float(all.repeated.some)),
        "Questions that share 85 % of their words with an earlier one; should be 0."),
    Figure::new("focus_diversity", "different foci", FigureUnit::Share, Per::Interview, |all| all.foci.of(),
        "Different nodes and elements asked about, per question about one."),
    Figure::new("first_mover_share", "asked only of the first answer", FigureUnit::Share, Per::Interview, |all| all.first_movers.of(),
        "Share of interviews with four or more foci that asked only about the first answer; should be 0."),
    Figure::new("longest_stay", "longest stay without yield", FigureUnit::Number, Per::Report, |all| Some(float(all.longest_stay)),
        "Most consecutive questions about one focus without a new node or edge."),
    Figure::new("insisting_share", "stayed longer than 3 turns", FigureUnit::Share, Per::Interview, |all| all.insisting.of(),
        "Share of interviews with more than three such questions; should be 0."),
    Figure::new("tied_share", "choices tied", FigureUnit::Share, Per::Interview, |all| all.tied.of(),
        "Share of questions with a tied probe; the order in the file decided."),
    Figure::new("tied_by_strategy", "tied between strategies", FigureUnit::Share, Per::Report, |all| all.tied_by_strategy.of(),
        "Share of questions tied between two strategies."),
    Figure::new("tied_by_focus", "tied between foci", FigureUnit::Share, Per::Report, |all| all.tied_by_focus.of(),
        "Share of questions tied between two foci."),
    Figure::new("rule_score", "rule score, mean", FigureUnit::Number, Per::Interview, |all| all.rule_score.of(),
        "Quality of the interview by rules, 0–100; 80 or more is excellent, 60 or more is usable."),
];

#[expect(clippy::cast_precision_loss, reason = "counts of turns stay far below 2^52")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

/// Returns the meanings of all figures, for the help.
pub(super) fn legend() -> String {
    let lines: Vec<String> = FIGURES.iter().map(|figure| format!("- {}: {}", figure.name, figure.meaning)).collect();
    format!(
        "Figures of the report, over all interviews:\n{}\n\nWith --compare every respondent meets both versions. `higher` and \
         `lower` count the respondents with a higher or lower value in B than in A. `p` is the probability of such an uneven \
         split by chance: the exact two-sided sign test with Holm's correction for all figures. Differences below .05 are \
         marked with *. With many interviews small differences become significant, so look at their size first. `--json` \
         also gives p without the correction.",
        lines.join("\n")
    )
}
