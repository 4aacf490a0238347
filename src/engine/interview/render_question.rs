//! Renders a question from the templates of tactics, and the name of its focus.

use super::{
    Interview,
    between::{self, Naming},
    state::TemplateQuestion,
};
use crate::engine::{
    dialogue::{AnswerAct, Focus, Probe},
    graph::SayingForm,
    id::Name,
    language::LanguagePack,
    methodology::{ConversationRule, GlobalFocus, Move, Tactic},
    policy::{
        CLARIFICATION,
        conversation::{EarlierQuestions, UnnamedQuestions, cost_of_more, fit_of, question_keys, takes_up},
    },
    text::lower_first,
    wording::{QuestionTarget, WordedQuestion, WordingRequest, word_question},
};

/// The question for a probe, by a tactic of its strategy; by any other tactic once these are used up.
pub(super) fn render(interview: &Interview, probe: &Probe) -> Option<TemplateQuestion> {
    if let Some(text) = simpler(interview, probe) {
        return Some(TemplateQuestion { text, tactic: Some(CLARIFICATION.into()) });
    }
    let Interview { study, state, .. } = interview;
    let all = study.policy.tactics(&study.methodology);
    let listed = tactic_ids(interview, probe);
    let mut own = listed.iter().filter_map(|id| all.iter().copied().find(|tactic| tactic.id == *id)).collect();
    let strategy = study.policy.strategy(&study.methodology, &probe.strategy);
    if strategy.is_some_and(|strategy| strategy.varies) {
        rotate(&mut own, &state.used_tactics);
    }
    let asks_more = strategy.is_some_and(|strategy| strategy.moves_as == Some(Move::More));
    let more = if asks_more { &*study.pack.talk.more } else { &[] };
    let cost = cost_of_more(more, state.asked.iter().map(|asked| &**asked));
    let closes = |id: &Name| {
        let mut strategies = study.policy.strategies(&study.methodology).iter();
        strategies.any(|strategy| strategy.closes && strategy.tactics.contains(id))
    };
    let others = all.iter().copied().filter(|tactic| !listed.contains(&tactic.id) && !closes(&tactic.id));
    let node = probe.focus.node().and_then(|id| state.graph.node(id));
    let fit = node
        .filter(|_| study.methodology.conversation.has(ConversationRule::Fit))
        .and_then(|node| fit_of(&study.pack, &study.methodology, &state.history, node));
    let sentiment = state.history.last().and_then(|exchange| exchange.reading.as_ref()?.sentiment);
    let that = question_keys(node, sentiment);
    let earlier = EarlierQuestions::new(state.asked.iter().map(String::as_str), &study.pack.talk.kinds);
    let fitting = fit.as_ref().and_then(|fit| {
        let questions = UnnamedQuestions {
            fit,
            tactics: own.clone(),
            that: &that,
            more: (more, cost),
            takes_up: takes_up(&study.methodology.conversation, strategy.and_then(|strategy| strategy.moves_as)),
            earlier: &earlier,
        };
        let (_, text, tactic) = questions.best()?;
        Some(WordedQuestion { text: text.to_owned(), tactic: tactic.clone() })
    });
    let tactics: Vec<_> = own.into_iter().chain(others).collect();
    let focus = focus_name(interview, probe);
    let wording = WordingRequest {
        tactics: &tactics,
        fit: fit.as_ref(),
        focus: &focus,
        about: target(interview, probe),
        topic: &study.concept.topic,
        asked: &state.asked_words,
        that: &that,
        earlier: &earlier,
        used: &state.used_tactics,
    };
    let asked = fitting.or_else(|| word_question(&wording))?;
    let naming = fit.map_or(Naming::Unneeded, |fit| {
        if fit.take_up().iter().any(|(_, text)| *text == asked.text) {
            Naming::Unneeded
        } else if fit.says_back(&asked.text) {
            Naming::SaidBack
        } else if fit.quotes(&asked.text) {
            Naming::Quoted
        } else {
            Naming::Unneeded
        }
    });
    let text = between::before(interview, probe, naming).with(&asked.text, study.pack.keeps_capitals);
    Some(TemplateQuestion { text, tactic: Some(asked.tactic) })
}

/// A clarification in the words of the language: a short apology, and the same question in simpler words.
fn simpler(interview: &Interview, probe: &Probe) -> Option<String> {
    let Interview { study, state, .. } = interview;
    let texts = &study.pack.talk.simpler;
    let is_repair = study.methodology.conversation.has(ConversationRule::Repair) && &*probe.strategy == CLARIFICATION;
    let act = state.history.last().and_then(|exchange| exchange.reading.as_ref()?.act).filter(|_| is_repair)?;
    if let Some(wish) = between::wish(interview).filter(|_| act == AnswerAct::Redirects) {
        return Some(wish);
    }
    if let Some(choice) =
        between::choice(interview).filter(|_| act == AnswerAct::AsksBack || act == AnswerAct::Confused)
    {
        return Some(choice);
    }
    let node = probe.focus.node().and_then(|id| state.graph.node(id));
    let question = if let Some(saying) = node.and_then(|node| node.saying.as_ref()) {
        let pool = if saying.form == SayingForm::Phrase { &texts.idea } else { &texts.said };
        between::fill(&between::least_used(interview, pool)?, &saying.text)
    } else if node.is_some() && !texts.answer.is_empty() {
        between::least_used(interview, &texts.answer)?
    } else if probe.focus.element().is_some() {
        between::least_used(interview, &texts.element)?.replace("{element}", &focus_name(interview, probe))
    } else {
        between::least_used(interview, &texts.topic)?.replace("{topic}", &study.concept.topic)
    };
    let sentence = between::repair(interview, act);
    Some(sentence.into_iter().chain([question]).collect::<Vec<_>>().join(" "))
}

/// The pool of questions for a probe's focus.
pub(super) fn target<'a>(interview: &'a Interview, probe: &Probe) -> QuestionTarget<'a> {
    match &probe.focus {
        Focus::Node { node } => {
            let node = interview.state.graph.node(*node);
            node.map_or(QuestionTarget::Global, |node| QuestionTarget::Node(&node.node_type))
        }
        Focus::Nodes { .. } => QuestionTarget::Node(""),
        Focus::Pair { .. } => QuestionTarget::Pair,
        Focus::Gap { .. } | Focus::Element { .. } => QuestionTarget::Element,
        Focus::Global => QuestionTarget::Global,
    }
}

/// Ids of the tactics of a probe's strategy. A clarification is a strategy without a list: its id is that of its tactic.
pub(super) fn tactic_ids<'a>(interview: &'a Interview, probe: &'a Probe) -> &'a [Name] {
    let strategy = interview.study.policy.strategy(&interview.study.methodology, &probe.strategy);
    strategy.map_or(std::slice::from_ref(&probe.strategy), |strategy| &strategy.tactics)
}

/// Orders the tactics of a strategy that varies: the first one every other time, and in between each of the others in turn.
fn rotate(tactics: &mut Vec<&Tactic>, used: &[Name]) {
    let count = used.iter().filter(|used| tactics.iter().any(|tactic| tactic.id == **used)).count();
    if count % 2 == 1 && tactics.len() > 1 {
        let others = tactics.len() - 1;
        tactics.rotate_left(1);
        tactics.get_mut(..others).unwrap_or_default().rotate_left(count / 2 % others);
    }
}

/// The name of a focus in a question. Empty for a look back at the whole interview.
pub(super) fn focus_name(interview: &Interview, probe: &Probe) -> String {
    let Interview { study, state, .. } = interview;
    let graph = &state.graph;
    match &probe.focus {
        Focus::Node { node } => graph.label(*node),
        Focus::Nodes { nodes } => nodes.iter().map(|node| graph.label(*node)).collect::<Vec<_>>().join(", "),
        Focus::Pair { a, b, .. } => format!("{}” / “{}", graph.label(*a), graph.label(*b)),
        Focus::Element { element } | Focus::Gap { element, .. } => {
            let found = study.concept.element(element);
            found.map_or_else(
                || element.to_string(),
                |element| element.say.clone().unwrap_or_else(|| in_sentence(&element.label, &study.pack)),
            )
        }
        Focus::Global => {
            let strategy = study.policy.strategy(&study.methodology, &probe.strategy);
            let is_summary = strategy.is_some_and(|strategy| strategy.focus.say == GlobalFocus::Summary);
            if is_summary && graph.node_count() > 0 { String::new() } else { study.concept.topic.clone() }
        }
    }
}

/// A label inside a sentence: "Creamy texture" becomes "creamy texture". "DNA test" stays, and so does a German label.
fn in_sentence(label: &str, pack: &LanguagePack) -> String {
    if pack.keeps_capitals { label.to_owned() } else { lower_first(label) }
}
