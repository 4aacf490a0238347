//! The report of the rules: the figures behind each category, with turns, and the total on the last line.

use super::{COVERAGE_TARGET, Category, RuleScore, turn_list};
use crate::engine::{json, session::InterviewRecord};

/// Most questions that a report names.
const WORST_QUESTIONS: usize = 5;

pub(super) fn report(score: &RuleScore, interview: &InterviewRecord<'_>) -> String {
    let mut lines = vec!["Judged by counting, without a model.".to_owned(), String::new()];
    for (category, points) in &score.category_points {
        lines.push(format!(
            "- `{}` {points} of {}: {}",
            category.id(),
            category.points(),
            reason(*category, score, interview)
        ));
    }
    for ceiling in &score.ceilings {
        lines.push(String::new());
        lines.push(format!("At most {}: {}.", ceiling.total(), ceiling.doc()));
    }
    lines.extend(question_lines(score));
    lines.push(String::new());
    let tags: Vec<&str> = score.failure_tags.iter().map(|tag| tag.id()).collect();
    lines.push(format!("Failure tags: {}", if tags.is_empty() { "none".to_owned() } else { tags.join(", ") }));
    lines.push(score.total_score.to_string());
    lines.join("\n")
}

/// The score of the questions, and the faults of the worst ones.
fn question_lines(score: &RuleScore) -> Vec<String> {
    let Some(total) = score.questions.total else { return Vec::new() };
    let mut lines =
        vec![String::new(), format!("At most {total}: the questions score {total} on average."), String::new()];
    let mut worst: Vec<_> =
        score.questions.questions.iter().filter(|question| question.faults().next().is_some()).collect();
    worst.sort_by_key(|question| question.points);
    for question in worst.into_iter().take(WORST_QUESTIONS) {
        let faults: Vec<&str> = question.faults().map(|fault| fault.rule.says()).take(2).collect();
        lines.push(format!(
            "- turn {}, {} of 100: {:?} {}",
            question.turn,
            question.points,
            question.question,
            faults.join(" ")
        ));
    }
    lines
}

fn reason(category: Category, score: &RuleScore, interview: &InterviewRecord<'_>) -> String {
    let measures = &score.measures;
    match category {
        Category::OpenQuestions => {
            let closed = at(&measures.closed_run, "closed questions in a row up to");
            let double = at(&measures.double, "two things asked at");
            let open = measures.open.map_or_else(
                || format!("{} questions, in a language whose open forms are unknown", measures.questions),
                |open| format!("{} of {} questions open", percent(open), measures.questions),
            );
            format!("{open}{closed}{double}")
        }
        Category::ProbingDepth => {
            let complete = measures.complete_threads.map_or_else(
                || "this method has no terminal ideas".to_owned(),
                |count| format!("{count} threads reach a terminal idea"),
            );
            format!("the deepest threads climb {} of the ladder, {complete}", percent(measures.reached))
        }
        Category::Coverage => {
            let heard =
                format!("{} of the concept heard, {} wanted", percent(measures.covered), percent(COVERAGE_TARGET));
            let (unanswered, never_raised): (Vec<&str>, Vec<&str>) =
                measures.unheard.iter().map(String::as_str).partition(|id| measures.was_raised(id));
            heard
                + &listed("; never raised: ", &never_raised)
                + &listed("; asked about, without an answer: ", &unanswered)
        }
        Category::Neutrality if measures.leading.is_empty() => "no leading question".to_owned(),
        Category::Neutrality => format!("{} leading{}", measures.leading.len(), at(&measures.leading, "at")),
        Category::Rapport => format!(
            "{} of questions take up the respondent's words, {} of answers engaged, {} of tired answers met{}",
            percent(measures.echoes),
            percent(measures.engaged),
            percent(measures.eased),
            at(&measures.pressed, "pressed on at")
        ),
        Category::Redundancy if measures.repeats.is_empty() => "nothing asked twice".to_owned(),
        Category::Redundancy => format!("asked before, or nearly so{}", at(&measures.repeats, "at")),
        Category::Pacing => {
            let limits = &interview.study.limits;
            format!(
                "{} turns of {} to {}, questions of {} words, at most {} dry turns on one thing",
                measures.turns, limits.min_turns, limits.max_turns, measures.median_words, measures.dwelt
            )
        }
        Category::Ending => {
            let floor = if measures.has_closing_question { "left" } else { "did not leave" };
            let reason = interview.outcome.map(|outcome| json::word(&outcome.reason));
            let reason = reason.as_deref().unwrap_or("has not ended");
            format!("the last questions {floor} the floor to the respondent; stop reason {reason}")
        }
    }
}

/// These elements after a phrase; empty for no element.
fn listed(what: &str, elements: &[&str]) -> String {
    if elements.is_empty() { String::new() } else { format!("{what}{}", elements.join(", ")) }
}

/// ", at turns 3, 7"
fn at(turns: &[u32], what: &str) -> String {
    if turns.is_empty() { String::new() } else { format!(", {what} {}", turn_list(turns)) }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
