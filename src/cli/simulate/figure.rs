//! The figures of a report: their names, units and meanings, and how each is read off.

use querent_engine::simulation::{Figures, Share};

/// A figure of the report: its key in JSON, its name in tables, and how it is read off.
pub(super) struct Figure {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) unit: Unit,
    /// What it tells, for whoever reads the report.
    meaning: &'static str,
    /// Whether every interview has a value of it, so that two versions can be compared respondent by respondent.
    pub(super) per: Per,
    pub(super) of: fn(&Figures) -> Option<f64>,
}

/// What has a value of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Per {
    /// Every interview.
    Interview,
    /// Only all of them together.
    Report,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Number,
    Share,
}

/// Every figure, in the order it is shown.
pub(super) const FIGURES: [Figure; 20] = [
    Figure {
        key: "interviews",
        name: "interviews",
        unit: Unit::Number,
        meaning: "Interviews held to their end.",
        per: Per::Report,
        of: |all| Some(float(all.interviews)),
    },
    Figure {
        key: "turns",
        name: "turns",
        unit: Unit::Number,
        meaning: "Questions answered, over all interviews.",
        per: Per::Report,
        of: |all| Some(float(all.turns)),
    },
    Figure {
        key: "turns_mean",
        name: "turns an interview",
        unit: Unit::Number,
        meaning: "Questions answered in one interview, mean.",
        per: Per::Interview,
        of: |all| Share { some: all.turns, all: all.interviews }.of(),
    },
    Figure {
        key: "turns_fewest",
        name: "fewest turns",
        unit: Unit::Number,
        meaning: "Questions answered in the shortest interview.",
        per: Per::Report,
        of: |all| all.shortest.map(float),
    },
    Figure {
        key: "turns_most",
        name: "most turns",
        unit: Unit::Number,
        meaning: "Questions answered in the longest interview.",
        per: Per::Report,
        of: |all| Some(float(all.longest)),
    },
    Figure {
        key: "element_coverage",
        name: "elements touched",
        unit: Unit::Share,
        meaning: "Elements of the concept that came up, of those there are.",
        per: Per::Interview,
        of: |all| all.elements.of(),
    },
    Figure {
        key: "complete_share",
        name: "touched every element",
        unit: Unit::Share,
        meaning: "Interviews in which every element came up.",
        per: Per::Interview,
        of: |all| all.complete.of(),
    },
    Figure {
        key: "depth_mean",
        name: "longest chain, mean",
        unit: Unit::Number,
        meaning: "Ideas in the longest line of reasons of an interview, mean.",
        per: Per::Interview,
        of: |all| all.depth.of(),
    },
    Figure {
        key: "depth_most",
        name: "longest chain of all",
        unit: Unit::Number,
        meaning: "Ideas in the longest line of reasons of any interview.",
        per: Per::Report,
        of: |all| Some(float(all.deepest)),
    },
    Figure {
        key: "terminal_share",
        name: "reached the top rung",
        unit: Unit::Share,
        meaning: "Interviews with an idea of a type the methodology calls terminal.",
        per: Per::Interview,
        of: |all| all.terminal.of(),
    },
    Figure {
        key: "terminal_share_2",
        name: "reached it twice",
        unit: Unit::Share,
        meaning: "Interviews with two such ideas or more.",
        per: Per::Interview,
        of: |all| all.terminal_twice.of(),
    },
    Figure {
        key: "repeated_questions",
        name: "repeated questions",
        unit: Unit::Number,
        meaning: "Questions that share 85 % of their words with an earlier one; 0 is right.",
        per: Per::Interview,
        of: |all| Some(float(all.repeated.some)),
    },
    Figure {
        key: "focus_diversity",
        name: "different foci",
        unit: Unit::Share,
        meaning: "Different ideas and elements asked about, of the questions about one.",
        per: Per::Interview,
        of: |all| all.foci.of(),
    },
    Figure {
        key: "first_mover_share",
        name: "asked only of the first answer",
        unit: Unit::Share,
        meaning: "Interviews that asked only about ideas of the first answer, of those that asked about four or more; 0 is right.",
        per: Per::Interview,
        of: |all| all.first_movers.of(),
    },
    Figure {
        key: "longest_stay",
        name: "longest stay without yield",
        unit: Unit::Number,
        meaning: "Most questions in a row about one thing that brought no new idea or link.",
        per: Per::Report,
        of: |all| Some(float(all.longest_stay)),
    },
    Figure {
        key: "insisting_share",
        name: "stayed longer than 3 turns",
        unit: Unit::Share,
        meaning: "Interviews with more than three such questions in a row; 0 is right.",
        per: Per::Interview,
        of: |all| all.insisting.of(),
    },
    Figure {
        key: "tied_share",
        name: "choices tied",
        unit: Unit::Share,
        meaning: "Questions whose probe scored the same as another one: order in the file decided.",
        per: Per::Interview,
        of: |all| all.tied.of(),
    },
    Figure {
        key: "tied_by_strategy",
        name: "tied between strategies",
        unit: Unit::Share,
        meaning: "Those tied between two strategies.",
        per: Per::Report,
        of: |all| all.tied_by_strategy.of(),
    },
    Figure {
        key: "tied_by_focus",
        name: "tied between foci",
        unit: Unit::Share,
        meaning: "Those tied between two things to ask about.",
        per: Per::Report,
        of: |all| all.tied_by_focus.of(),
    },
    Figure {
        key: "rule_score",
        name: "rule score, mean",
        unit: Unit::Number,
        meaning: "How well the interview was led, 0–100, by figures that need no model; 80 and more is excellent, 60 and more usable.",
        per: Per::Interview,
        of: |all| all.rule_score.of(),
    },
];

#[expect(clippy::cast_precision_loss, reason = "counts of turns stay far below 2^52")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

/// What every figure means, for the help.
pub(super) fn legend() -> String {
    let lines: Vec<String> = FIGURES.iter().map(|figure| format!("- {}: {}", figure.name, figure.meaning)).collect();
    format!(
        "Figures of the report, over all interviews:\n{}\n\nWith --compare every respondent meets both versions. `higher` and \
         `lower` count the respondents with whom B comes out higher or lower than A; `p` is how often so uneven a split, or a \
         more uneven one, comes of chance alone: the exact sign test, two-sided, with Holm's correction for all figures \
         together. Below .05 a difference is marked with *. With many interviews small differences are told from chance too, \
         so look at their size first. `--json` gives p without the correction as well.",
        lines.join("\n")
    )
}
