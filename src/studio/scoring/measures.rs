//! The figures behind a score, all of them counts and shares.

use std::cell::OnceCell;

use serde::Serialize;

use super::{
    question_style::{QuestionStyle, StylePhrases, quoted, words_of},
    threads::{Thread, threads},
};
use crate::engine::{
    concept::Element,
    dialogue::{Focus, Level},
    policy::StopReason,
    session::{InterviewRecord, Question, Turn},
    state::Ladder,
    text::{Token, WordSet, tokens, words},
};

/// Share of the concept that an interview should cover, 0–1.
pub const COVERAGE_TARGET: f64 = 0.8;

/// Figures of an interview. Shares are 0–1; a share of an empty set is 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Measures {
    /// Questions after the opening.
    pub questions: usize,
    /// Share of open questions; none if the language lists no open forms.
    pub open: Option<f64>,
    /// Share of questions that ask for one thing.
    pub single: f64,
    /// Turns with a leading question.
    pub leading: Vec<u32>,
    /// Turns with a question that asks two things.
    pub double: Vec<u32>,
    /// Turns with a closed question, the third in a row or later.
    pub closed_run: Vec<u32>,
    /// Turns with a question for personal data.
    pub personal_data: Vec<u32>,
    /// Turns with a question that quotes words the respondent did not say.
    pub words_in_mouth: Vec<u32>,
    /// Number of repeated questions; near repetitions count half.
    pub repeated: f64,
    /// Turns with a question that is repeated or nearly so.
    pub repeats: Vec<u32>,
    /// Mean rung of the three deepest threads, as a share of the ladder.
    pub reached: f64,
    /// Threads that reach a terminal type; none if the methodology has none.
    pub complete_threads: Option<usize>,
    /// Highest rung reached, from 1; 0 without an idea.
    pub highest_rung: u32,
    /// Share of the concept covered, with the requirements of each element.
    pub covered: f64,
    /// Ids of elements that no answer mentions.
    pub unheard: Vec<String>,
    /// Those of them that a question raised.
    pub unanswered: Vec<String>,
    /// Share of questions that repeat a word of the last two answers.
    pub echoes: f64,
    /// Share of answers that are not low in momentum.
    pub engaged: f64,
    /// Share of low answers followed by another subject or the end.
    pub eased: f64,
    /// Turns that stay on the subject after a low answer.
    pub pressed: Vec<u32>,
    /// Median length of a question, in words.
    pub median_words: usize,
    /// Most turns in a row on one focus without a new idea.
    pub dwelt: u32,
    /// Number of turns.
    pub turns: u32,
    /// Answers that can be coded.
    pub extractable: usize,
    /// Turns that continued after a request to stop.
    pub went_on: Vec<u32>,
    /// Ideas that stayed vague.
    pub vague: usize,
    /// Whether one of the last two questions was about the whole.
    pub has_closing_question: bool,
    /// Turns at the end without a new idea.
    pub dry_end: u32,
}

impl Measures {
    /// Computes all figures.
    pub fn of(interview: &InterviewRecord<'_>) -> Self {
        let questions = asked(interview);
        let tokens: Vec<Vec<Token<'_>>> = questions.iter().map(|question| tokens(&question.text)).collect();
        let styles = styles(interview, &questions, &tokens);
        let threads = threads(interview.graph, &interview.study.methodology.ontology);
        let mut measures = Self { questions: styles.len(), ..Self::default() };
        measures.count_wording(&styles);
        measures.count_threads(interview, &threads);
        measures.count_coverage(interview, &questions);
        measures.count_rapport(interview, &tokens);
        measures.count_course(interview, &questions, &styles);
        measures
    }

    /// Whether a question raised an element that no answer mentions.
    pub(super) fn was_raised(&self, element: &str) -> bool {
        self.unanswered.iter().any(|id| id == element)
    }

    fn count_wording(&mut self, styles: &[QuestionStyle]) {
        let open: Vec<bool> = styles.iter().filter_map(|question| question.is_open).collect();
        let turns =
            |is: fn(&QuestionStyle) -> bool| styles.iter().filter(|style| is(style)).map(|style| style.turn).collect();
        let is_known = styles.is_empty() || !open.is_empty();
        self.open = is_known.then(|| share(open.iter().filter(|open| **open).count(), open.len()));
        self.single = share(styles.iter().filter(|style| style.is_single).count(), styles.len());
        self.leading = turns(|style| style.is_leading);
        self.double = turns(|style| !style.is_single);
        self.personal_data = turns(|style| style.asks_for_data);
        self.repeats = turns(|style| style.repeats > 0.0);
        self.repeated = styles.iter().map(|style| style.repeats).sum();
        let mut run = 0;
        for question in styles {
            run = if question.is_open == Some(false) { run + 1 } else { 0 };
            if run >= 3 {
                self.closed_run.push(question.turn);
            }
        }
    }

    fn count_threads(&mut self, interview: &InterviewRecord<'_>, threads: &[Thread]) {
        let ladder = Ladder::of(&interview.study.methodology.ontology);
        let complete = threads.iter().filter(|thread| thread.is_complete).count();
        self.complete_threads = ladder.has_terminal().then_some(complete);
        self.highest_rung = threads.iter().map(|thread| thread.reached).max().unwrap_or(0);
        // "I don't know" closes a thread: the interviewer could not go further.
        let is_closed = |thread: &Thread| {
            !thread.is_complete
                && interview.turns.iter().any(|turn| {
                    let lacks = turn.reading.as_ref().is_some_and(|reading| reading.knowledge_lack);
                    let focus = turn.question.probe.as_ref().and_then(|probe| probe.focus.node());
                    lacks && focus.is_some_and(|focus| thread.nodes.contains(&focus))
                })
        };
        let deepest: Vec<u32> =
            threads.iter().filter(|thread| !is_closed(thread)).take(3).map(|thread| thread.reached).collect();
        let reached: u32 = deepest.iter().sum();
        self.reached = if deepest.is_empty() {
            if threads.is_empty() { 0.0 } else { 1.0 }
        } else {
            f64::from(reached) / (number(deepest.len()) * f64::from(ladder.length().max(1)))
        };
    }

    fn count_coverage(&mut self, interview: &InterviewRecord<'_>, questions: &[&Question]) {
        let elements = &interview.study.concept.elements;
        let coverage = interview.turns.last().map(|turn| &turn.state.coverage);
        let extractions = || interview.turns.iter().filter_map(|turn| turn.extraction.as_ref());
        let reactions: Vec<_> = extractions().flat_map(crate::engine::graph::Extraction::reactions).collect();
        let reacted = |id: &str| reactions.iter().any(|(element, _)| **element == *id);
        let understood = |id: &str| extractions().flat_map(|found| &found.understood).any(|element| **element == *id);
        let mut sum = 0.0;
        for element in elements {
            let is_heard = coverage.is_some_and(|coverage| {
                coverage.elements.iter().any(|covered| covered.element == element.id && covered.covered)
            });
            if !is_heard {
                self.unheard.push(element.id.to_string());
                if questions.iter().any(|question| asks_about(question, element)) {
                    self.unanswered.push(element.id.to_string());
                }
                continue;
            }
            // A reaction or understanding counts as present if the element does not require it.
            let has_reaction = !element.requirements.reaction || reacted(&element.id);
            let is_understood = !element.requirements.comprehension || understood(&element.id);
            sum += 0.4 + 0.3 * f64::from(u8::from(has_reaction)) + 0.3 * f64::from(u8::from(is_understood));
        }
        self.covered = if elements.is_empty() { 1.0 } else { sum / number(elements.len()) };
    }

    /// `questions` holds the tokens of each question.
    fn count_rapport(&mut self, interview: &InterviewRecord<'_>, questions: &[Vec<Token<'_>>]) {
        let (mut followed, mut echoed, mut heard, mut engaged, mut low, mut eased) = (0, 0, 0, 0, 0, 0);
        let mut answers: Vec<WordSet> = Vec::new();
        for (turn, question) in interview.turns.iter().zip(questions) {
            if !answers.is_empty() {
                followed += 1;
                let question = interview.study.pack.content_of(words_of(question));
                echoed += usize::from(answers.iter().rev().take(2).any(|said| !said.is_disjoint(&question)));
            }
            answers.extend(turn.answer.as_deref().map(|answer| interview.study.pack.content(answer)));
            let Some(momentum) = turn.reading.as_ref().and_then(|reading| reading.momentum.as_ref()) else { continue };
            heard += 1;
            if momentum.level != Level::Low {
                engaged += 1;
                continue;
            }
            low += 1;
            if changes_subject(turn) {
                eased += 1;
            } else {
                self.pressed.push(turn.turn + 1);
            }
        }
        self.echoes = share(echoed, followed);
        self.engaged = share(engaged, heard);
        self.eased = share(eased, low);
    }

    fn count_course(&mut self, interview: &InterviewRecord<'_>, questions: &[&Question], styles: &[QuestionStyle]) {
        let turns = interview.turns;
        let mut lengths: Vec<usize> = styles.iter().map(|style| style.length).collect();
        lengths.sort_unstable();
        self.median_words = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        self.turns = turns.last().map_or(0, |turn| turn.turn);
        self.extractable =
            turns.iter().filter(|turn| turn.extraction.as_ref().is_some_and(|found| found.extractable)).count();
        self.vague = interview.graph.active_nodes().filter(|node| node.ambiguous).count();
        self.went_on = turns
            .iter()
            .filter(|turn| turn.next.is_some() && turn.reading.as_ref().is_some_and(|reading| reading.wants_to_stop))
            .map(|turn| turn.turn)
            .collect();
        let mut dwelling = 0;
        let mut before: Option<&Focus> = None;
        for turn in turns {
            let focus = turn.question.probe.as_ref().map(|probe| &probe.focus);
            let is_dry = turn.delta.new_nodes().next().is_none();
            dwelling = match focus {
                Some(focus) if is_dry && !matches!(focus, Focus::Global) => {
                    if before == Some(focus) {
                        dwelling + 1
                    } else {
                        1
                    }
                }
                Some(_) | None => 0,
            };
            self.dwelt = self.dwelt.max(dwelling);
            self.dry_end = if is_dry { self.dry_end + 1 } else { 0 };
            before = focus;
        }
        let is_open_floor =
            |question: &&&Question| question.probe.as_ref().is_some_and(|probe| matches!(probe.focus, Focus::Global));
        self.has_closing_question = questions.iter().rev().take(2).any(|question| is_open_floor(&question))
            || interview.outcome.is_some_and(|outcome| outcome.reason == StopReason::ClosingStrategy);
        self.words_in_mouth = words_in_mouth(interview, questions);
    }
}

/// Whether a question raises an element: its probe is about it, or its text names it.
fn asks_about(question: &Question, element: &Element) -> bool {
    let is_chosen = || question.probe.as_ref().and_then(|probe| probe.focus.element()) == Some(&element.id);
    let is_named = || {
        let text = plain(&question.text);
        element.aliases.iter().chain([&element.label]).any(|name| text.contains(&plain(name)))
    };
    is_chosen() || is_named()
}

/// Every question from the opening on, with an unanswered one at the end.
fn asked<'a>(interview: &InterviewRecord<'a>) -> Vec<&'a Question> {
    let answered = interview.turns.iter().map(|turn| &turn.question);
    answered.chain(interview.turns.last().and_then(|turn| turn.next.as_ref())).collect()
}

/// The style of each question after the opening.
fn styles(interview: &InterviewRecord<'_>, questions: &[&Question], tokens: &[Vec<Token<'_>>]) -> Vec<QuestionStyle> {
    let sets: Vec<WordSet> = tokens.iter().map(|tokens| words_of(tokens).collect()).collect();
    let phrases = StylePhrases::of(&interview.study.pack);
    let after = questions.iter().zip(tokens).zip(&sets).enumerate().skip(1);
    after
        .map(|(at, ((question, tokens), set))| {
            let before = sets.get(..at).unwrap_or_default();
            QuestionStyle::of(question.turn, tokens, set, before, &phrases)
        })
        .collect()
}

/// Whether the next question, if any, has another subject.
fn changes_subject(turn: &Turn) -> bool {
    let Some(next) = &turn.next else { return true };
    let focus = |question: &Question| question.probe.as_ref().map(|probe| probe.focus.clone());
    match focus(next) {
        Some(Focus::Global) => true,
        next => next != focus(&turn.question),
    }
}

/// Turns with a question that quotes other words than those of an answer, an idea, an element, the topic or its focus.
fn words_in_mouth(interview: &InterviewRecord<'_>, questions: &[&Question]) -> Vec<u32> {
    let concept = &interview.study.concept;
    let nodes = interview.graph.nodes().map(|node| node.label.as_str());
    let elements = concept.elements.iter().map(|element| element.label.as_str());
    let names: Vec<&str> = nodes.chain(elements).chain([concept.topic.as_str(), concept.name.as_str()]).collect();
    let said = OnceCell::new();
    let is_said = |quote: &String| {
        // Most quotes are names.
        if names.iter().any(|name| name.eq_ignore_ascii_case(quote)) {
            return true;
        }
        let answers = interview.turns.iter().filter_map(|turn| turn.answer.as_deref());
        let said: &Vec<String> = said.get_or_init(|| answers.chain(names.iter().copied()).map(plain).collect());
        let quote = plain(quote);
        said.iter().any(|said| said.contains(&quote))
    };
    let sums_up = |question: &Question, quote: &String| {
        *quote == question.focus
            && question.probe.as_ref().is_some_and(|probe| matches!(probe.focus, Focus::Nodes { .. }))
    };
    let after = questions.iter().skip(1);
    after
        .filter(|asked| quoted(&asked.text).iter().any(|quote| !is_said(quote) && !sums_up(asked, quote)))
        .map(|question| question.turn)
        .collect()
}

/// The words of a text with a blank around each, for a search of whole words.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len() + 2);
    plain.push(' ');
    for word in words(text) {
        plain.push_str(&word);
        plain.push(' ');
    }
    plain
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 1.0 } else { number(part) / number(of) }
}

#[expect(clippy::cast_precision_loss, reason = "an interview has a few hundred questions at most")]
fn number(count: usize) -> f64 {
    count as f64
}
