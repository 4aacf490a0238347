//! Reads an answer with weights.

use std::ops::Range;

use super::{
    super::{
        MOST_EDGES,
        extractability::{self, Extractability},
        idea::{self, Idea, IdeaFinder, ParsedAnswer},
        link, node,
        read::Ruled,
    },
    answer_features::{AnswerFeatures, DEPTHS, MOMENTA, SENTIMENTS, STOPS_AT, act_at},
    examples::pairs,
    link_features::{LINKS, LinkFeatures},
    phrase_features::PhraseFeatures,
    tagged_answer::TaggedAnswer,
    type_features::{self, IdeaPlace, REACTIONS},
};
use crate::engine::{
    dialogue::{AnswerAct, Depth, Level, Reading, Sentiment},
    graph::{ExtractedNode, Extraction, IdeaKind, Reaction},
    id::Name,
    language::{Family, ReadingModel, WordForm, WordList},
    sort,
    text::TokenKind,
};

/// The kinds, in the order of [`type_features::KINDS`].
const IDEA_KINDS: [IdeaKind; 6] =
    [IdeaKind::Thing, IdeaKind::Action, IdeaKind::State, IdeaKind::Event, IdeaKind::Feeling, IdeaKind::Value];

/// Least probability of a reaction that the rules do not see: a question built on the wrong one does harm.
const LIKELY: f64 = 0.45;

/// Words of an answer whose reaction the rules may tell alone: "The taste, I love it."
const PLAIN: usize = 8;

/// Factor for the probability of a disclosure, an event or a reason.
const MATTERS: f64 = 1.8;
/// Least probability of all protests together: an apology for nothing is odd.
const PROTESTS: f64 = 0.45;
/// Least probability of a question about the interview that has no question mark.
const UNMARKED: f64 = 0.5;
/// Words of an answer that the rules decide.
const WORD_OR_TWO: usize = 2;
/// Most ideas of an answer.
const MOST_IDEAS: usize = 5;
/// Probability that a phrase costs: more likely phrases are ideas.
const PHRASE_COST: f64 = 0.42;
/// Probability from which two ideas are connected.
const CONNECTED: f64 = 0.42;
/// The same for neighbours in an answer to a question without a subject, whose ideas only connect to each other.
const CONNECTED_FREELY: f64 = 0.3;
/// Probability from which an answer holds an idea.
const HOLDS: f64 = 0.5;

/// An answer with what the rules and the first models found.
pub(super) struct Surveyed<'a> {
    pub(super) answer: TaggedAnswer<'a>,
    pub(super) ruled: &'a Ruled,
    /// The phrases that are ideas, with their probabilities.
    pub(super) phrases: Vec<(f64, Range<usize>)>,
    /// For minus against, over all ideas.
    pub(super) lean: f64,
}

/// Tags an answer and finds its phrases.
pub(super) fn survey<R>(
    parsed: ParsedAnswer<'_>,
    model: &ReadingModel,
    ruled: &Ruled,
    then: impl FnOnce(Surveyed<'_>) -> R,
) -> R {
    let forms = parsed.answer.forms(0).iter();
    let words = model.tag(forms.map(|form: &WordForm<'_>| (&*form.text, form.stem())));
    // The rules stop at an answer that they do not code; here their ideas are evidence.
    let open = Extractability { closed: None, ..parsed.extractability.clone() };
    let reopened = parsed.extractability.closed.map(|_| idea::ideas(ParsedAnswer { extractability: &open, ..parsed }));
    let ideas = reopened.as_deref().unwrap_or(&ruled.ideas);
    let answer = TaggedAnswer { parsed, model, words: &words, ruled: ideas };
    let fitted = model.weights.tables.contains_key(&Family::Phrase);
    let phrases = if fitted { phrases(answer) } else { Vec::new() };
    let lean = phrases.iter().map(|(_, range)| lean(answer, range)).sum();
    then(Surveyed { answer, ruled, phrases, lean })
}

/// Reads an answer with the weights of its language.
pub(in crate::engine::reader) fn read(
    parsed: ParsedAnswer<'_>,
    model: &ReadingModel,
    ruled: &Ruled,
) -> (Extraction, Reading) {
    survey(parsed, model, ruled, |surveyed| {
        let whole = AnswerFeatures { surveyed: &surveyed };
        let mut reading = ruled.reading.clone();
        tones(model, &whole, &mut reading);
        let holds = model.weights.probabilities(&whole.extractable()).get(1).copied().unwrap_or_default();
        let closed = parsed.extractability.closed;
        let must_close = reading.distress
            || reading.wants_to_stop
            || matches!(closed, Some(extractability::WORDLESS | extractability::GENERAL));
        // A word or two give the weights nothing to go by: "Coffee." names what comes to mind.
        let is_word = !must_close && parsed.answer.words(parsed.answer.all()) <= WORD_OR_TWO;
        if is_word && ruled.extraction.extractable && (surveyed.phrases.is_empty() || holds < HOLDS) {
            return (ruled.extraction.clone(), reading);
        }
        if must_close || surveyed.phrases.is_empty() || holds < HOLDS {
            let reason = closed.unwrap_or("nothing to code").to_owned();
            return (Extraction { reason: Some(reason), ..Extraction::default() }, reading);
        }
        let ideas = typed(surveyed.answer, &surveyed.phrases);
        (extraction(surveyed.answer, ruled, &ideas), reading)
    })
}

/// The phrases that are ideas, in order, with their probabilities: those without a common word and the highest sum.
fn phrases(answer: TaggedAnswer<'_>) -> Vec<(f64, Range<usize>)> {
    let features = PhraseFeatures { answer };
    let weights = &answer.model.weights;
    let mut candidates: Vec<(f64, Range<usize>)> = features
        .candidates()
        .into_iter()
        .map(|range| (weights.probabilities(&features.decision(&range)).get(1).copied().unwrap_or_default(), range))
        .collect();
    candidates.retain(|(probability, _)| *probability > PHRASE_COST);
    let end = answer.parsed.answer.all().end;
    // The best choice of phrases in the words up to each place.
    let mut best: Vec<(f64, Option<usize>)> = vec![(0.0, None); end + 1];
    let mut by_end: Vec<Vec<usize>> = vec![Vec::new(); end + 1];
    for (number, (_, range)) in candidates.iter().enumerate() {
        by_end.get_mut(range.end).into_iter().for_each(|list| list.push(number));
    }
    for at in 1..=end {
        let mut here = (best.get(at - 1).map_or(0.0, |(sum, _)| *sum), None);
        for &number in by_end.get(at).map(Vec::as_slice).unwrap_or_default() {
            let Some((probability, range)) = candidates.get(number) else { continue };
            let sum = best.get(range.start).map_or(0.0, |(sum, _)| *sum) + probability - PHRASE_COST;
            if sum > here.0 + 1e-9 {
                here = (sum, Some(number));
            }
        }
        best.get_mut(at).into_iter().for_each(|place| *place = here);
    }
    let mut chosen = Vec::new();
    let mut at = end;
    while at > 0 {
        match best.get(at).and_then(|(_, number)| *number).and_then(|number| candidates.get(number)) {
            Some(phrase) => {
                at = phrase.1.start;
                chosen.push(phrase.clone());
            }
            None => at -= 1,
        }
    }
    sort::by(&mut chosen, |a, b| b.0.total_cmp(&a.0));
    chosen.truncate(MOST_IDEAS);
    sort::by_key(&mut chosen, |(_, range)| range.start);
    chosen
}

/// An idea with what the models say of it.
struct TypedIdea {
    idea: Idea,
    /// The likeliest reaction and its probability.
    reaction: Option<(Reaction, f64)>,
    kind: Option<IdeaKind>,
}

/// The ideas of the phrases, with types, kinds and reactions.
fn typed(answer: TaggedAnswer<'_>, chosen: &[(f64, Range<usize>)]) -> Vec<TypedIdea> {
    let weights = &answer.model.weights;
    let mut finder = IdeaFinder::new(answer.parsed);
    let mut before: Vec<Name> = Vec::new();
    let mut said = Vec::new();
    for (_, range) in chosen {
        let place = IdeaPlace { range, before: &before, count: chosen.len() };
        let decision = type_features::node_type(&answer, &finder.judge, &place, &finder.found);
        let best = decision.and_then(|decision| weights.best(&decision));
        let Some(node) = best.and_then(|best| answer.parsed.context.ontology.nodes.get(best)) else { continue };
        if !finder.push_range(range.clone(), node.id.clone()) {
            continue;
        }
        let kind = weights.best(&type_features::kind(&answer, &place)).and_then(|best| IDEA_KINDS.get(best)).copied();
        said.push((reaction(&weights.probabilities(&type_features::reaction(&answer, &place))), kind));
        before.push(node.id.clone());
    }
    let ideas = finder.found.into_iter().zip(said);
    ideas.map(|(idea, (reaction, kind))| TypedIdea { idea, reaction, kind }).collect()
}

/// How far an idea is for or against, by its reaction.
fn lean(answer: TaggedAnswer<'_>, range: &Range<usize>) -> f64 {
    let place = IdeaPlace { range, before: &[], count: 0 };
    let probabilities = answer.model.weights.probabilities(&type_features::reaction(&answer, &place));
    probability(&REACTIONS, &probabilities, "positive") - probability(&REACTIONS, &probabilities, "negative")
}

/// The probability of a named option.
fn probability(names: &[&str], probabilities: &[f64], name: &str) -> f64 {
    let at = names.iter().position(|known| *known == name);
    at.and_then(|at| probabilities.get(at)).copied().unwrap_or_default()
}

/// The likeliest reaction and its probability.
fn reaction(probabilities: &[f64]) -> Option<(Reaction, f64)> {
    let most = (0..probabilities.len()).max_by(|&a, &b| {
        probabilities.get(a).partial_cmp(&probabilities.get(b)).unwrap_or(std::cmp::Ordering::Equal)
    })?;
    let found = match REACTIONS.get(most).copied()? {
        "" => return None,
        "positive" => Reaction::Positive,
        "negative" => Reaction::Negative,
        "skeptical" => Reaction::Skeptical,
        "curious" => Reaction::Curious,
        _ => Reaction::Neutral,
    };
    Some((found, probabilities.get(most).copied()?))
}

/// The act of an answer. What matters to a conversation needs less than what is usual: to overlook it costs more. Protests
/// count together: that there is one is surer than which.
fn act(probabilities: &[f64], asks: bool) -> Option<AnswerAct> {
    let acts = || probabilities.iter().enumerate().filter_map(|(at, sure)| Some((act_at(at)?, *sure)));
    let protests: f64 = acts().filter(|(act, _)| act.is_protest()).map(|(_, sure)| sure).sum();
    let is_protest = protests >= PROTESTS;
    let is_heard = |(act, sure): &(AnswerAct, f64)| {
        act.is_protest() == is_protest && (asks || *act != AnswerAct::AsksAboutInterview || *sure >= UNMARKED)
    };
    let rated = acts().filter(is_heard).map(|(act, sure)| (act, sure * if act.matters() { MATTERS } else { 1.0 }));
    let order = |a: &(AnswerAct, f64), b: &(AnswerAct, f64)| a.1.partial_cmp(&b.1).unwrap_or(std::cmp::Ordering::Equal);
    rated.max_by(order).map(|(act, _)| act)
}

fn tones(model: &ReadingModel, whole: &AnswerFeatures<'_>, reading: &mut Reading) {
    let best = |decision| model.weights.best(&decision);
    reading.sentiment = best(whole.sentiment()).and_then(|at| SENTIMENTS.get(at)).map(|name| match *name {
        "positive" => Sentiment::Positive,
        "negative" => Sentiment::Negative,
        _ => Sentiment::Neutral,
    });
    reading.response_depth = best(whole.depth()).and_then(|at| DEPTHS.get(at)).map(|name| match *name {
        "surface" => Depth::Surface,
        "shallow" => Depth::Shallow,
        "moderate" => Depth::Moderate,
        _ => Depth::Deep,
    });
    let mut acts = model.weights.probabilities(&whole.act());
    // A wish to stop is heard elsewhere, by weights of its own.
    if let Some(stops) = acts.get_mut(STOPS_AT).filter(|_| !reading.wants_to_stop) {
        *stops = 0.0;
    }
    // The phrases of a protest say more than the weights, which see few of them.
    if !reading.act.is_some_and(AnswerAct::is_protest) {
        let answer = whole.surveyed.answer.parsed.answer;
        let asks = answer.all().any(|at| answer.kind(at) == Some(TokenKind::Question));
        reading.act = act(&acts, asks).or(reading.act);
    }
    if let Some(momentum) = &mut reading.momentum {
        momentum.level = match best(whole.momentum()).and_then(|at| MOMENTA.get(at)).copied() {
            Some("low") => Level::Low,
            Some("high") => Level::High,
            _ => Level::Neutral,
        };
    }
}

/// Whether an idea stands beside the subject: "anyway my neighbour had the same".
fn is_aside(answer: TaggedAnswer<'_>, idea: &Idea) -> bool {
    let said = answer.parsed.answer;
    let Some(sentence) = answer.parsed.sentences.get(idea.sentence) else { return false };
    let before = said.tokens.iter().take_while(|token| token.end <= idea.phrase.quote.start).count();
    said.any(sentence.range.start..before, WordList::Aside)
}

fn extraction(answer: TaggedAnswer<'_>, ruled: &Ruled, read: &[TypedIdea]) -> Extraction {
    let context = answer.parsed.context;
    let ideas: Vec<Idea> = read.iter().map(|said| said.idea.clone()).collect();
    let features = LinkFeatures { answer, count: ideas.len(), ruled: &ruled.extraction.edges };
    let mut edges = link::EdgeBuilder::new(context);
    for (first, second) in pairs(&answer, &ideas) {
        if first.label == second.label {
            continue;
        }
        let probabilities = answer.model.weights.probabilities(&features.decision(first, second));
        let likely = |name: &str| probability(&LINKS, &probabilities, name);
        let (onward, back) = (likely("onward"), likely("back"));
        let is_free = context.focus.is_none()
            && first.idea.is_some_and(|(at, _)| second.idea.is_some_and(|(to, _)| to == at + 1));
        let connected = if is_free { CONNECTED_FREELY } else { CONNECTED };
        if onward + back < connected || edges.found.len() >= MOST_EDGES {
            continue;
        }
        let Some(quote) = second.idea.map(|(_, idea)| idea.phrase.quote) else { continue };
        let (source, target) = if onward >= back { (first, second) } else { (second, first) };
        edges.connect((source.label, source.node_type), (target.label, target.node_type), quote, onward + back);
    }
    edges.revisions(answer.parsed, &ideas);
    let mut nodes: Vec<ExtractedNode> = node::nodes(answer.parsed, &ideas, &Reading::default());
    for node in &mut nodes {
        let said = read.iter().find(|said| said.idea.label() == node.label);
        // The rules and the weights together are sure enough of what neither is alone.
        let reaction = said.and_then(|said| said.reaction);
        let sure = reaction.filter(|(found, probability)| *probability >= LIKELY || node.reaction == Some(*found));
        let plain = node.reaction.filter(|_| answer.parsed.answer.words(answer.parsed.answer.all()) <= PLAIN);
        node.reaction = sure.map(|(found, _)| found).or(plain);
        node.kind = said.and_then(|said| said.kind);
        node.is_ambiguous |= said.is_some_and(|said| is_aside(answer, &said.idea));
    }
    nodes.splice(..0, node::element_asked(answer.parsed, &ideas, &nodes, &edges.found));
    Extraction { extractable: true, reason: None, nodes, edges: edges.found, understood: node::understood(&ideas) }
}
