//! Which questions fit what was said.

use crate::engine::{
    dialogue::{Exchange, Sentiment},
    graph::{IdeaKind, Node, Span},
    language::LanguagePack,
    methodology::{Methodology, Tactic},
    reader::{QuestionFit, Sayings},
};

/// The answer that voiced an idea last, as questions about the idea are held against it. None where the language has no weights.
pub fn fit_of<'a>(
    pack: &'a LanguagePack,
    methodology: &Methodology,
    history: &'a [Exchange],
    node: &Node,
) -> Option<QuestionFit<'a>> {
    let quote = node.quotes.last()?;
    let answer = history.iter().find(|exchange| exchange.turn == quote.turn)?.answer.as_deref()?;
    let asked = history.last().map_or("", |exchange| &exchange.question);
    QuestionFit::of(&Sayings::of(pack, answer), &methodology.id, asked, Span { start: quote.start, end: quote.end })
}

/// Keys of the questions that do not name an idea: its kind, its type, any; `negative` first where the idea, or the last
/// answer, is bad for the respondent.
pub fn question_keys(node: Option<&Node>, sentiment: Option<Sentiment>) -> Vec<&str> {
    let kind = node.and_then(|node| node.kind).map(IdeaKind::as_str);
    // After something sad, "what do you get out of that?" hurts.
    let after_sad = |stance: i8| stance == 0 && sentiment == Some(Sentiment::Negative);
    let is_bad =
        node.is_some_and(|node| (node.stance < 0 || after_sad(node.stance)) && node.kind != Some(IdeaKind::Feeling));
    let negative = is_bad.then_some("negative").into_iter();
    negative.chain(kind).chain(node.map(|node| &*node.node_type)).chain(["any"]).collect()
}

/// How well the best question of some tactics fits, 0–1. None if they have no question that does not name the idea.
pub(super) fn best<'a>(fit: &QuestionFit<'_>, tactics: impl Iterator<Item = &'a Tactic>, keys: &[&str]) -> Option<f64> {
    let rated =
        tactics.flat_map(|tactic| tactic.questions.unnamed(keys).map(|text| fit.probability(text)).collect::<Vec<_>>());
    rated.reduce(f64::max)
}
