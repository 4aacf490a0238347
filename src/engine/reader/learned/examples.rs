//! Turns coded answers into examples, from which weights are fitted.

use std::ops::Range;

use super::{
    super::{
        ReadingContext,
        idea::{Idea, IdeaFinder},
        read::{Ruled, with_rules},
    },
    answer_features::{ANSWERS, AnswerFeatures, DEPTHS, EXTRACTABLE, MOMENTA, SENTIMENTS, act_names, content_act},
    link_features::{LINKS, LinkEnd, LinkFeatures},
    phrase_features::PhraseFeatures,
    read::{Surveyed, survey},
    tagged_answer::TaggedAnswer,
    type_features::{self, IdeaPlace, KINDS, REACTIONS},
};
use crate::engine::{
    id::Name,
    language::{Family, LinearDecision},
};

/// A coded answer.
#[derive(Clone, Debug, Default)]
pub struct CodedAnswer {
    /// Its ideas, in order.
    pub ideas: Vec<CodedIdea>,
    /// Its connections: source, target, and whether it is optional.
    pub links: Vec<(CodedEnd, CodedEnd, bool)>,
    /// What it does.
    pub act: String,
    /// Its tone.
    pub sentiment: String,
    /// Its depth.
    pub depth: String,
    /// Its engagement.
    pub momentum: String,
}

/// A coded idea.
#[derive(Clone, Debug)]
pub struct CodedIdea {
    /// First and last code point.
    pub span: (u32, u32),
    /// Its types, the best first.
    pub types: Vec<Name>,
    /// What its words are.
    pub kind: String,
    /// Its reaction, "" for none.
    pub reaction: String,
    /// Whether another coder could leave it out.
    pub is_optional: bool,
}

/// An end of a coded connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodedEnd {
    /// An idea of the answer, by its number.
    Idea(usize),
    /// A known idea, by its label.
    Known(String),
}

/// A decision with the share that each option should have.
#[derive(Clone, Debug)]
pub struct Example {
    /// The decision.
    pub decision: LinearDecision,
    /// The share of each option, in sum 1.
    pub shares: Vec<f32>,
    /// Its weight.
    pub weight: f32,
}

impl Example {
    fn named(decision: LinearDecision, names: &[&str], name: &str) -> Self {
        let shares = names.iter().map(|known| f32::from(u8::from(*known == name))).collect();
        Self { decision, shares, weight: 1.0 }
    }
}

/// The examples of an answer for these families.
pub fn examples(context: &ReadingContext<'_>, answer: &str, coded: &CodedAnswer, families: &[Family]) -> Vec<Example> {
    let wants = |family: Family| families.contains(&family);
    let Some(model) = context.pack.model() else { return Vec::new() };
    with_rules(context, answer, |parsed, ruled| {
        survey(parsed, model, &ruled, |surveyed| {
            let tagged = surveyed.answer;
            let mut found = Vec::new();
            let spans: Vec<Range<usize>> = coded.ideas.iter().map(|idea| tokens(&tagged, idea.span)).collect();
            if wants(Family::Phrase) {
                phrases(tagged, coded, &spans, &mut found);
            }
            ideas(tagged, coded, &spans, &wants, &mut found);
            if wants(Family::Link) {
                links(tagged, &ruled, coded, &spans, &mut found);
            }
            if wants(Family::Act) {
                whole(&surveyed, coded, &mut found);
            }
            found
        })
    })
}

/// The act of a reply as an example. "answers" stands for every act of an answer with content: which one, the rules tell.
pub fn act_example(context: &ReadingContext<'_>, answer: &str, act: &str) -> Option<Example> {
    let model = context.pack.model()?;
    with_rules(context, answer, |parsed, ruled| {
        let by_rules = ruled.reading.act.filter(|_| act == ANSWERS).and_then(content_act);
        survey(parsed, model, &ruled, |surveyed| {
            let features = AnswerFeatures { surveyed: &surveyed };
            Some(Example::named(features.act(), &act_names(), by_rules.unwrap_or(act)))
        })
    })
}

fn tokens(answer: &TaggedAnswer<'_>, span: (u32, u32)) -> Range<usize> {
    let tokens = &answer.parsed.answer.tokens;
    let start = tokens.iter().position(|token| token.end > span.0).unwrap_or_default();
    let end = tokens.iter().rposition(|token| token.start < span.1).map_or(start, |last| last + 1);
    start..end.max(start)
}

#[expect(clippy::cast_precision_loss, reason = "an answer has far fewer than 2^24 words")]
fn ratio(part: usize, whole: usize) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

/// How well two phrases agree, 0–1, mostly by their words with content.
fn agreement(answer: &TaggedAnswer<'_>, a: &Range<usize>, b: &Range<usize>) -> f32 {
    let common = a.start.max(b.start)..a.end.min(b.end);
    if common.is_empty() {
        return 0.0;
    }
    let said = answer.parsed.answer;
    let share =
        |count: &dyn Fn(Range<usize>) -> usize| 2.0 * ratio(count(common.clone()), count(a.clone()) + count(b.clone()));
    let weight = |range: Range<usize>| range.filter(|&at| said.is_content(at)).count();
    let content = if weight(b.clone()) == 0 { share(&|range| said.words(range)) } else { share(&weight) };
    if content < 0.5 { 0.0 } else { 0.75 * content + 0.25 * share(&|range| said.words(range)) }
}

fn phrases(answer: TaggedAnswer<'_>, coded: &CodedAnswer, spans: &[Range<usize>], found: &mut Vec<Example>) {
    let features = PhraseFeatures { answer };
    for range in features.candidates() {
        let best =
            spans.iter().zip(&coded.ideas).map(|(span, idea)| (agreement(&answer, &range, span), idea.is_optional));
        let (share, optional) = best.fold((0.0, false), |best, next| if next.0 > best.0 { next } else { best });
        let decision = features.decision(&range);
        found.push(Example { decision, shares: vec![1.0 - share, share], weight: if optional { 0.3 } else { 1.0 } });
    }
}

fn ideas(
    answer: TaggedAnswer<'_>,
    coded: &CodedAnswer,
    spans: &[Range<usize>],
    wants: &dyn Fn(Family) -> bool,
    found: &mut Vec<Example>,
) {
    let mut finder = IdeaFinder::new(answer.parsed);
    let mut before: Vec<Name> = Vec::new();
    for (range, idea) in spans.iter().zip(&coded.ideas) {
        let place = IdeaPlace { range, before: &before, count: spans.len() };
        if wants(Family::Kind) {
            found.push(Example::named(type_features::kind(&answer, &place), &KINDS, &idea.kind));
        }
        if wants(Family::Reaction) {
            found.push(Example::named(type_features::reaction(&answer, &place), &REACTIONS, &idea.reaction));
        }
        if wants(Family::NodeType)
            && let Some(decision) = type_features::node_type(&answer, &finder.judge, &place, &finder.found)
        {
            let nodes = &answer.parsed.context.ontology.nodes;
            let main = if idea.types.len() > 1 { 0.7 } else { 1.0 };
            let rest = (1.0 - main) * ratio(1, idea.types.len().max(2) - 1);
            let share = |id: &Name| {
                idea.types.iter().position(|known| known == id).map_or(0.0, |at| if at == 0 { main } else { rest })
            };
            found.push(Example { shares: nodes.iter().map(|node| share(&node.id)).collect(), decision, weight: 1.0 });
        }
        let node_type = idea.types.first().cloned().unwrap_or_else(|| "".into());
        before.push(node_type.clone());
        finder.push_range(range.clone(), node_type);
    }
}

fn links(
    answer: TaggedAnswer<'_>,
    ruled: &Ruled,
    coded: &CodedAnswer,
    spans: &[Range<usize>],
    found: &mut Vec<Example>,
) {
    let mut finder = IdeaFinder::new(answer.parsed);
    let mut numbers: Vec<usize> = Vec::new();
    for (number, (range, idea)) in spans.iter().zip(&coded.ideas).enumerate() {
        if let Some(node_type) = idea.types.first()
            && finder.push_range(range.clone(), node_type.clone())
        {
            numbers.push(number);
        }
    }
    let features = LinkFeatures { answer, count: finder.found.len(), ruled: &ruled.extraction.edges };
    for (first, second) in pairs(&answer, &finder.found) {
        let end = |end: &LinkEnd<'_>| match end.idea {
            Some((at, _)) => CodedEnd::Idea(numbers.get(at).copied().unwrap_or_default()),
            None => CodedEnd::Known(end.label.to_owned()),
        };
        let (a, b) = (end(&first), end(&second));
        let onward = coded.links.iter().find(|(from, to, _)| (from, to) == (&a, &b));
        let back = coded.links.iter().find(|(from, to, _)| (from, to) == (&b, &a));
        let name = if onward.is_some() {
            "onward"
        } else if back.is_some() {
            "back"
        } else {
            ""
        };
        let optional = onward.or(back).is_some_and(|(.., optional)| *optional);
        let mut example = Example::named(features.decision(first, second), &LINKS, name);
        example.weight = if optional { 0.3 } else { 1.0 };
        found.push(example);
    }
}

/// The pairs of ideas that may be connected: each idea with the focus, with the newest known ideas, and with those before.
pub(super) fn pairs<'a>(answer: &TaggedAnswer<'a>, ideas: &'a [Idea]) -> Vec<(LinkEnd<'a>, LinkEnd<'a>)> {
    let context = answer.parsed.context;
    let mut found = Vec::new();
    let end = |at: usize, idea: &'a Idea| LinkEnd {
        label: idea.label(),
        node_type: &idea.node_type,
        idea: Some((at, idea)),
        is_focus: false,
    };
    for (at, idea) in ideas.iter().enumerate() {
        let here = end(at, idea);
        if let (Some(label), Some(node_type)) = (context.focus, super::super::classification::focus_type(context)) {
            found.push((LinkEnd { label, node_type, idea: None, is_focus: true }, here));
        }
        let others = context.known.iter().rev().filter(|known| context.focus != Some(known.label)).take(3);
        found.extend(others.map(|known| {
            (LinkEnd { label: known.label, node_type: known.node_type, idea: None, is_focus: false }, here)
        }));
        found.extend(
            ideas
                .iter()
                .enumerate()
                .take(at)
                .skip(at.saturating_sub(3))
                .map(|(before, other)| (end(before, other), here)),
        );
    }
    found
}

fn whole(surveyed: &Surveyed<'_>, coded: &CodedAnswer, found: &mut Vec<Example>) {
    let features = AnswerFeatures { surveyed };
    found.push(Example::named(features.act(), &act_names(), &coded.act));
    let sentiment = if coded.sentiment == "neutral" { "" } else { &coded.sentiment };
    found.push(Example::named(features.sentiment(), &SENTIMENTS, sentiment));
    found.push(Example::named(features.depth(), &DEPTHS, &coded.depth));
    let momentum = if coded.momentum == "neutral" { "" } else { &coded.momentum };
    found.push(Example::named(features.momentum(), &MOMENTA, momentum));
    let holds = if coded.ideas.iter().any(|idea| !idea.is_optional) { "yes" } else { "" };
    found.push(Example::named(features.extractable(), &EXTRACTABLE, holds));
}
