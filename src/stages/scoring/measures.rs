//! The figures an interview is judged by, all of them counted.

use std::cell::OnceCell;

use serde::Serialize;

use super::{
    question::{self, Phrases, Put, words_of},
    threads::{self, Thread},
};
use crate::{
    concept::Element,
    dialogue::{Focus, Level},
    policy::StopReason,
    session::{Question, Turn},
    stages::Investigation,
    state::Ladder,
    text::{Token, WordSet, tokens, words},
};

/// Share of the concept an interview should have heard of, 0–1.
pub const COVERAGE_TARGET: f64 = 0.8;

/// Figures of an interview. Shares are 0–1; a share of nothing counts as 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Measures {
    /// Questions after the opening.
    pub questions: usize,
    /// Share of open ones; none in a language whose forms are unknown.
    pub open: Option<f64>,
    /// Share of those that ask for one thing.
    pub single: f64,
    /// Turns whose question was leading.
    pub leading: Vec<u32>,
    /// Turns whose question asked two things.
    pub double: Vec<u32>,
    /// Turns of closed questions that are the third in a row or later.
    pub closed_run: Vec<u32>,
    /// Turns whose question asked for personal data.
    pub personal_data: Vec<u32>,
    /// Turns whose question quoted what nobody said.
    pub words_in_mouth: Vec<u32>,
    /// Repeated questions; near ones count half.
    pub repeated: f64,
    /// Turns whose question was repeated or nearly so.
    pub repeats: Vec<u32>,
    /// Mean rung reached by the three deepest threads, as a share of the ladder.
    pub reached: f64,
    /// Threads that reach a terminal type; none if the methodology has none.
    pub complete_threads: Option<usize>,
    /// Highest rung reached, from 1; 0 without an idea.
    pub highest_rung: u32,
    /// Share of the concept heard of, with what each element asks for.
    pub covered: f64,
    /// Ids of elements nobody spoke of.
    pub unheard: Vec<String>,
    /// Those of them that were asked about: the answer did not take them up, or there was none.
    pub unanswered: Vec<String>,
    /// Share of questions that take up a word of the last two answers.
    pub echoes: f64,
    /// Share of answers that are not low in momentum.
    pub engaged: f64,
    /// Share of low answers after which the subject changed or the interview ended.
    pub eased: f64,
    /// Turns after a low answer that stayed on the subject.
    pub pressed: Vec<u32>,
    /// Median length of a question, in words.
    pub median_words: usize,
    /// Most turns in a row on one focus that brought no new idea.
    pub dwelt: u32,
    /// Turns.
    pub turns: u32,
    /// Answers that could be coded.
    pub extractable: usize,
    /// Turns that went on although the respondent had asked to stop.
    pub went_on: Vec<u32>,
    /// Ideas that stayed too vague to build on.
    pub vague: usize,
    /// Whether one of the last two questions left the floor to the respondent.
    pub has_closing_question: bool,
    /// Turns at the end that brought nothing new.
    pub dry_end: u32,
}

impl Measures {
    /// Counts everything.
    pub fn of(interview: &Investigation<'_>) -> Self {
        let questions = asked(interview);
        let tokens: Vec<Vec<Token<'_>>> = questions.iter().map(|question| tokens(&question.text)).collect();
        let put = put(interview, &questions, &tokens);
        let threads = threads::of(interview.graph, &interview.study.methodology.ontology);
        let mut measures = Self { questions: put.len(), ..Self::default() };
        measures.count_wording(&put);
        measures.count_threads(interview, &threads);
        measures.count_coverage(interview, &questions);
        measures.count_rapport(interview, &tokens);
        measures.count_course(interview, &questions, &put);
        measures
    }

    /// Whether an element nobody spoke of was asked about.
    pub(super) fn was_raised(&self, element: &str) -> bool {
        self.unanswered.iter().any(|id| id == element)
    }

    fn count_wording(&mut self, put: &[Put]) {
        let open: Vec<bool> = put.iter().filter_map(|question| question.is_open).collect();
        let turns = |is: fn(&Put) -> bool| put.iter().filter(|put| is(put)).map(|put| put.turn).collect();
        let is_known = put.is_empty() || !open.is_empty();
        self.open = is_known.then(|| share(open.iter().filter(|open| **open).count(), open.len()));
        self.single = share(put.iter().filter(|put| put.is_single).count(), put.len());
        self.leading = turns(|put| put.is_leading);
        self.double = turns(|put| !put.is_single);
        self.personal_data = turns(|put| put.asks_for_data);
        self.repeats = turns(|put| put.repeats > 0.0);
        self.repeated = put.iter().map(|put| put.repeats).sum();
        let mut run = 0;
        for question in put {
            run = if question.is_open == Some(false) { run + 1 } else { 0 };
            if run >= 3 {
                self.closed_run.push(question.turn);
            }
        }
    }

    fn count_threads(&mut self, interview: &Investigation<'_>, threads: &[Thread]) {
        let ladder = Ladder::of(&interview.study.methodology.ontology);
        let complete = threads.iter().filter(|thread| thread.is_complete).count();
        self.complete_threads = ladder.has_terminal().then_some(complete);
        self.highest_rung = threads.iter().map(|thread| thread.reached).max().unwrap_or(0);
        // "I don't know" closes a thread: what the respondent cannot say is not the interviewer's fault.
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

    fn count_coverage(&mut self, interview: &Investigation<'_>, questions: &[&Question]) {
        let elements = &interview.study.concept.elements;
        let coverage = interview.turns.last().map(|turn| &turn.state.coverage);
        let extractions = || interview.turns.iter().filter_map(|turn| turn.extraction.as_ref());
        let reactions: Vec<_> = extractions().flat_map(crate::graph::Extraction::reactions).collect();
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
            // What an element does not ask for is not missing.
            let has_reaction = !element.requirements.reaction || reacted(&element.id);
            let is_understood = !element.requirements.comprehension || understood(&element.id);
            sum += 0.4 + 0.3 * f64::from(u8::from(has_reaction)) + 0.3 * f64::from(u8::from(is_understood));
        }
        self.covered = if elements.is_empty() { 1.0 } else { sum / number(elements.len()) };
    }

    /// `questions` are the tokens of the questions that were asked.
    fn count_rapport(&mut self, interview: &Investigation<'_>, questions: &[Vec<Token<'_>>]) {
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

    fn count_course(&mut self, interview: &Investigation<'_>, questions: &[&Question], put: &[Put]) {
        let turns = interview.turns;
        let mut lengths: Vec<usize> = put.iter().map(|put| put.length).collect();
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

/// Whether a question brings up an element: it is chosen for it, or names it.
fn asks_about(question: &Question, element: &Element) -> bool {
    let is_chosen = || question.probe.as_ref().and_then(|probe| probe.focus.element()) == Some(&element.id);
    let is_named = || {
        let text = plain(&question.text);
        element.aliases.iter().chain([&element.label]).any(|name| text.contains(&plain(name)))
    };
    is_chosen() || is_named()
}

/// Every question, the opening first, one that was never answered last.
fn asked<'a>(interview: &Investigation<'a>) -> Vec<&'a Question> {
    let answered = interview.turns.iter().map(|turn| &turn.question);
    answered.chain(interview.turns.last().and_then(|turn| turn.next.as_ref())).collect()
}

/// How the questions after the opening were put.
fn put(interview: &Investigation<'_>, questions: &[&Question], tokens: &[Vec<Token<'_>>]) -> Vec<Put> {
    let sets: Vec<WordSet> = tokens.iter().map(|tokens| words_of(tokens).collect()).collect();
    let phrases = Phrases::of(&interview.study.pack);
    let after = questions.iter().zip(tokens).zip(&sets).enumerate().skip(1);
    after
        .map(|(at, ((question, tokens), set))| {
            let before = sets.get(..at).unwrap_or_default();
            Put::of(question.turn, tokens, set, before, &phrases)
        })
        .collect()
}

/// Whether the question that followed, if any, was about something else.
fn changes_subject(turn: &Turn) -> bool {
    let Some(next) = &turn.next else { return true };
    let focus = |question: &Question| question.probe.as_ref().map(|probe| probe.focus.clone());
    match focus(next) {
        Some(Focus::Global) => true,
        next => next != focus(&turn.question),
    }
}

/// Turns whose question quotes what is neither in an answer before it nor an idea, an element, the topic or a list of the ideas
/// it sums up.
fn words_in_mouth(interview: &Investigation<'_>, questions: &[&Question]) -> Vec<u32> {
    let concept = &interview.study.concept;
    let nodes = interview.graph.nodes().map(|node| node.label.as_str());
    let elements = concept.elements.iter().map(|element| element.label.as_str());
    let names: Vec<&str> = nodes.chain(elements).chain([concept.topic.as_str(), concept.name.as_str()]).collect();
    let said = OnceCell::new();
    let is_said = |quote: &String| {
        // A question mostly quotes a name as it stands.
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
        .filter(|asked| question::quoted(&asked.text).iter().any(|quote| !is_said(quote) && !sums_up(asked, quote)))
        .map(|question| question.turn)
        .collect()
}

/// The words of a text with a blank around each, so that whole words are looked for in it.
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
