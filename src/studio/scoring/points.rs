//! Points, ceilings and failure tags from the measures.

use super::{COVERAGE_TARGET, Category, Ceiling, FailureTag, Measures};
use crate::engine::{index_map::IndexMap, policy::StopReason, session::InterviewRecord};

/// Most words of a question that is easy to read on a phone.
const SHORT_QUESTION: usize = 20;
/// Most turns in a row on one focus without a new idea.
const DWELLING: u32 = 3;
/// Least number of codable answers for a judgement of depth.
const ENOUGH_ANSWERS: usize = 5;
/// Least number of turns at the end without a new idea for a late close.
const LATE_CLOSE: u32 = 5;

pub(super) fn points(measures: &Measures, interview: &InterviewRecord<'_>) -> IndexMap<Category, f64> {
    let points = |category: Category| {
        let share = share(category, measures, interview).clamp(0.0, 1.0);
        // The figures are not exact enough for finer points than halves.
        (category, (category.points() * share * 2.0).round() / 2.0)
    };
    Category::ALL.iter().copied().map(points).collect()
}

/// Share of a category's points, 0–1.
fn share(category: Category, measures: &Measures, interview: &InterviewRecord<'_>) -> f64 {
    match category {
        Category::OpenQuestions => {
            0.75 * ((measures.open.unwrap_or(1.0) - 0.4) / 0.5).clamp(0.0, 1.0) + 0.25 * measures.single
        }
        Category::ProbingDepth => 0.6 * measures.reached + 0.4 * measures.complete_threads.map_or(1.0, of_two),
        Category::Coverage => measures.covered / COVERAGE_TARGET,
        Category::Neutrality => 1.0 - 0.2 * number(measures.leading.len()),
        Category::Rapport => 0.4 * measures.echoes + 0.3 * measures.engaged + 0.3 * measures.eased,
        Category::Redundancy if measures.questions == 0 => 1.0,
        Category::Redundancy => 1.0 - 4.0 * measures.repeated / number(measures.questions),
        Category::Pacing => pacing(measures, interview) / 7.0,
        Category::Ending => ending(measures, interview) / 5.0,
    }
}

fn of_two(complete: usize) -> f64 {
    (number(complete) / 2.0).min(1.0)
}

fn pacing(measures: &Measures, interview: &InterviewRecord<'_>) -> f64 {
    let limits = &interview.study.limits;
    let is_right_length = (limits.min_turns..=limits.max_turns).contains(&measures.turns);
    3.0 * yes(measures.median_words <= SHORT_QUESTION)
        + 2.0 * yes(measures.dwelt <= DWELLING)
        + 2.0 * yes(is_right_length)
}

fn ending(measures: &Measures, interview: &InterviewRecord<'_>) -> f64 {
    let Some(outcome) = interview.outcome else { return 0.0 };
    let is_reasoned = !matches!(outcome.reason, StopReason::OutOfQuestions | StopReason::ClosedByHost);
    // One point is certain: the last screen always invites a remark.
    let is_thanked = !interview.study.texts.thanks.trim().is_empty() || !outcome.text.trim().is_empty();
    2.0 * yes(measures.has_closing_question) + 1.0 + yes(is_thanked) + yes(is_reasoned)
}

pub(super) fn ceilings(measures: &Measures, interview: &InterviewRecord<'_>) -> Vec<Ceiling> {
    let turns_left = interview.study.limits.max_turns > measures.turns;
    let is_tired = interview.outcome.is_some_and(|outcome| outcome.reason.is_of_respondent());
    let mut ceilings: Vec<Ceiling> = [
        (Ceiling::WentOn, !measures.went_on.is_empty()),
        (Ceiling::AskedForData, !measures.personal_data.is_empty()),
        (Ceiling::WordsInMouth, !measures.words_in_mouth.is_empty()),
        (Ceiling::FirstRung, measures.highest_rung <= 1 && measures.extractable >= ENOUGH_ANSWERS),
        (Ceiling::HalfCovered, measures.covered < COVERAGE_TARGET / 2.0 && turns_left && !is_tired),
        (Ceiling::OftenLeading, measures.leading.len() >= 3),
    ]
    .into_iter()
    .filter_map(|(ceiling, applies)| applies.then_some(ceiling))
    .collect();
    ceilings.sort_by_key(|ceiling| ceiling.total());
    ceilings
}

pub(super) fn failure_tags(measures: &Measures, interview: &InterviewRecord<'_>) -> Vec<FailureTag> {
    let has_turns_left = interview.study.limits.max_turns > measures.turns;
    let ended_by_itself = interview
        .outcome
        .is_some_and(|outcome| !matches!(outcome.reason, StopReason::RespondentStopped | StopReason::Safety));
    let is_shallow = measures.reached < 0.5 && measures.extractable >= ENOUGH_ANSWERS;
    [
        (FailureTag::LeadingQuestion, !measures.leading.is_empty()),
        (FailureTag::DoubleQuestion, !measures.double.is_empty()),
        (FailureTag::ClosedQuestionRun, !measures.closed_run.is_empty()),
        (FailureTag::ShallowLadder, is_shallow),
        (FailureTag::CoverageGap, !measures.unheard.is_empty()),
        (FailureTag::RepeatedQuestion, measures.repeated >= 1.0),
        (FailureTag::IgnoredFatigue, !measures.went_on.is_empty() || measures.pressed.len() >= 2),
        (FailureTag::UnresolvedAmbiguity, measures.vague > 0),
        (FailureTag::WordsInMouth, !measures.words_in_mouth.is_empty()),
        (FailureTag::PrematureClose, ended_by_itself && has_turns_left && measures.covered < COVERAGE_TARGET / 2.0),
        (FailureTag::LateClose, measures.dry_end >= LATE_CLOSE),
    ]
    .into_iter()
    .filter_map(|(tag, applies)| applies.then_some(tag))
    .collect()
}

fn yes(is: bool) -> f64 {
    f64::from(u8::from(is))
}

#[expect(clippy::cast_precision_loss, reason = "an interview has a few hundred questions at most")]
fn number(count: usize) -> f64 {
    count as f64
}
