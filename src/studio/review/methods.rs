//! A methods paragraph and a citation, from the data of sessions alone.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{
    engine::{
        dialogue::Source,
        json,
        language::language_name,
        policy::Policy,
        session::{Input, LogEntry, Session},
    },
    studio::stages::{SessionScore, StageStatus},
};

/// References of the shipped methodologies, by id.
const SOURCES: [(&str, &str); 4] = [
    ("means_end_chain", "after Gutman (1982) and Reynolds and Gutman (1988)"),
    ("critical_incident", "after Flanagan (1954)"),
    ("jobs_to_be_done", "after the switch interview of Moesta and Spiek"),
    ("repertory_grid", "after Kelly (1955) and Hinkle (1965)"),
];

/// Earlier times, in milliseconds since the epoch, come from a simulation: 2001.
const REAL_TIME: u64 = 978_307_200_000;

/// A description of how sessions were conducted, for a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct MethodsText {
    /// One paragraph for each version of a study.
    pub paragraph: String,
    /// One line for each version of a study.
    pub citation: String,
}

/// The description of these sessions and their scores. Sessions with the same hash of the study share a paragraph.
pub fn methods_text(sessions: &[(&Session, &[SessionScore])]) -> MethodsText {
    let mut groups: Vec<Vec<(&Session, &[SessionScore])>> = Vec::new();
    for &(session, scores) in sessions {
        let known = groups
            .iter_mut()
            .find(|group| group.first().is_some_and(|(first, _)| first.study_hash == session.study_hash));
        match known {
            Some(group) => group.push((session, scores)),
            None => groups.push(vec![(session, scores)]),
        }
    }
    let paragraphs: Vec<String> = groups.iter().filter_map(|group| paragraph(group)).collect();
    let citations: Vec<String> = groups.iter().filter_map(|group| citation(group)).collect();
    MethodsText { paragraph: paragraphs.join("\n\n"), citation: citations.join("\n") }
}

fn paragraph(group: &[(&Session, &[SessionScore])]) -> Option<String> {
    let (first, _) = group.first()?;
    let study = &first.study;
    let counts = SessionCounts::of(group);
    let source = SOURCES.iter().find(|(id, _)| *id == &*study.methodology.id).map(|(_, source)| format!(", {source}"));
    let policy = match &study.policy {
        Policy::SignalPools(_) => {
            "a weighted sum over signals of the graph, the answer and the course (policy signal_pools)"
        }
        Policy::TwoTier(_) => "gates, weighted scorers and a phase factor (policy two_tier)",
        Policy::Arbitration(_) => "the product of nine scorers (policy arbitration)",
    };
    let one = group.len() == 1;
    let sentences = [
        format!(
            "{} semi-structured {} in {} {} conducted with Querent {} under the study “{}” ({}, version {}, SHA-256 {}){}.",
            if one { "One".to_owned() } else { group.len().to_string() },
            if one { "interview" } else { "interviews" },
            language(&study.language),
            if one { "was" } else { "were" },
            counts.engines.iter().cloned().collect::<Vec<_>>().join(", "),
            study.title,
            study.id,
            study.version,
            first.study_hash,
            counts.period()
        ),
        format!(
            "The method was {}{}; each further question was chosen by {policy} and the interview limited to {} to {} turns.",
            study.methodology.name,
            source.unwrap_or_default(),
            study.limits.min_turns,
            study.limits.max_turns
        ),
        fixed_questions(study.core.len()),
        counts.answered()?,
        format!(
            "Answers were coded by {}; questions were worded by {}.",
            shares(&counts.readers),
            shares(&counts.writers)
        ),
        counts.simulated(group.len()),
        counts.scored(),
    ];
    Some(sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" "))
}

fn citation(group: &[(&Session, &[SessionScore])]) -> Option<String> {
    let (first, _) = group.first()?;
    let study = &first.study;
    let engines: BTreeSet<&str> = group.iter().map(|(session, _)| session.versions.engine.as_str()).collect();
    let engines = engines.into_iter().collect::<Vec<_>>().join(", ");
    Some(format!(
        "{} [interview study {}, version {}; SHA-256 {}]. Conducted with Querent {engines}.",
        study.title, study.id, study.version, first.study_hash
    ))
}

/// Counts over the sessions of one study.
#[derive(Default)]
struct SessionCounts {
    engines: BTreeSet<String>,
    answers: Vec<usize>,
    skips: usize,
    readers: BTreeMap<String, u32>,
    writers: BTreeMap<String, u32>,
    reasons: BTreeMap<String, u32>,
    simulated: usize,
    scorers: BTreeMap<String, usize>,
    first: Option<u64>,
    last: Option<u64>,
}

impl SessionCounts {
    fn of(group: &[(&Session, &[SessionScore])]) -> Self {
        let mut counts = Self::default();
        for (session, scores) in group {
            counts.engines.insert(session.versions.engine.clone());
            let mut answers = 0;
            for entry in &session.log {
                counts.count(entry, session, &mut answers);
            }
            counts.answers.push(answers);
            if let Some(outcome) = &session.outcome {
                *counts.reasons.entry(json::word(&outcome.reason)).or_default() += 1;
            }
            let completed = scores.iter().filter(|score| score.status == StageStatus::Completed);
            if let Some(score) = completed.max_by_key(|score| score.started_at) {
                let judge = score.model.as_ref();
                let judge =
                    judge.map_or_else(|| "counting, without a model".to_owned(), |model| format!("the model {model}"));
                let judge = format!("{judge} (rubric {})", score.rubric_version);
                *counts.scorers.entry(judge).or_default() += 1;
            }
        }
        counts
    }

    fn count(&mut self, entry: &LogEntry, session: &Session, answers: &mut usize) {
        match entry {
            LogEntry::Input(input) => {
                let at = Some(input.at()).filter(|at| *at >= REAL_TIME);
                self.first = self.first.into_iter().chain(at).min();
                self.last = self.last.max(at);
                match input {
                    Input::Start { seed, .. } => self.simulated += usize::from(*seed != 0),
                    Input::Answer { .. } => *answers += 1,
                    Input::Skip { .. } => self.skips += 1,
                    Input::Replies { .. } | Input::Edit { .. } | Input::Remark { .. } | Input::Stop { .. } => {}
                }
            }
            LogEntry::Read(read) => *self.readers.entry(reader_name(&read.source)).or_default() += 1,
            LogEntry::Asked(asked) => {
                let study = &session.study;
                let is_own =
                    study.core.iter().any(|core| core.ask == asked.text) || study.texts.opening.contains(&asked.text);
                let writer = if is_own { "the study itself".to_owned() } else { reader_name(&asked.source) };
                *self.writers.entry(writer).or_default() += 1;
            }
            LogEntry::Unasked(_) => {}
        }
    }

    fn answered(&self) -> Option<String> {
        let mut answers = self.answers.clone();
        answers.sort_unstable();
        let all: usize = answers.iter().sum();
        let spread = match answers.as_slice() {
            [_] => String::new(),
            _ => format!(
                " ({} to {} an interview, median {})",
                answers.first()?,
                answers.last()?,
                answers.get(answers.len() / 2)?
            ),
        };
        let reasons = self.reasons.iter().map(|(reason, count)| match answers.len() {
            1 => reason.replace('_', " "),
            _ => format!("{} ({count})", reason.replace('_', " ")),
        });
        let reasons = reasons.collect::<Vec<_>>().join(", ");
        let ended =
            if reasons.is_empty() { "None has ended yet".to_owned() } else { format!("Reason of ending: {reasons}") };
        Some(format!(
            "In all there were {}{spread} and {} passed over. {ended}.",
            number(all, "answer"),
            number(self.skips, "question")
        ))
    }

    fn period(&self) -> String {
        match (self.first.map(date), self.last.map(date)) {
            (Some(first), Some(last)) if first == last => format!(" on {first}"),
            (Some(first), Some(last)) => format!(" from {first} to {last}"),
            (None, _) | (_, None) => String::new(),
        }
    }

    fn simulated(&self, sessions: usize) -> String {
        match self.simulated {
            0 => String::new(),
            count if count == sessions => "This is a simulation: no person answered.".to_owned(),
            count => format!(
                "{} simulated: no person answered.",
                if count == 1 { "One of them is".to_owned() } else { format!("{count} of them are") }
            ),
        }
    }

    fn scored(&self) -> String {
        if self.scorers.is_empty() {
            return "How the interviews were led was not scored.".to_owned();
        }
        let judges = self.scorers.iter();
        let judges = judges.map(|(judge, count)| format!("{judge}, {}", number(*count, "interview")));
        let judges = judges.collect::<Vec<_>>().join("; ");
        format!("How the interviews were led was scored from 0 to 100: by {judges}.")
    }
}

/// A sentence about the fixed questions.
fn fixed_questions(questions: usize) -> String {
    match questions {
        0 => String::new(),
        1 => "One question was asked of everyone in fixed wording.".to_owned(),
        _ => format!("{questions} questions were asked of everyone in fixed wording."),
    }
}

/// `1 answer`, `2 answers`
fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The names with their shares, largest first.
fn shares(counts: &BTreeMap<String, u32>) -> String {
    let all = counts.values().sum::<u32>().max(1);
    let mut sorted: Vec<(&String, &u32)> = counts.iter().collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let shares = sorted.into_iter().map(|(who, count)| {
        let percent = f64::from(*count) * 100.0 / f64::from(all);
        if *count == all { who.clone() } else { format!("{who} ({percent:.0} %)") }
    });
    let shares = shares.collect::<Vec<_>>().join(", ");
    if shares.is_empty() { "nobody".to_owned() } else { shares }
}

/// The rules with their version, or the name of a model.
fn reader_name(source: &Source) -> String {
    match source {
        Source::Rules { version } => format!("the rules of Querent (version {version})"),
        Source::Model { model } => format!("the model {}", model.chars().take(80).collect::<String>()),
    }
}

/// The English name of a language, else its tag.
fn language(tag: &str) -> String {
    language_name(tag).map_or_else(|| format!("the language {tag}"), str::to_owned)
}

/// The UTC date of a time: `2026-03-01`. It counts in cycles of 400 years from 1 March.
fn date(at: u64) -> String {
    let days = at / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        for (at, expected) in [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (1_772_323_199_999, "2026-02-28"),
            (1_772_323_200_000, "2026-03-01"),
            (4_102_444_799_000, "2099-12-31"),
        ] {
            assert_eq!(date(at), expected);
        }
    }
}
