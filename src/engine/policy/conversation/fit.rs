//! Which questions fit what was said.

use crate::engine::{
    dialogue::{Exchange, Sentiment},
    graph::{IdeaKind, Node, Span},
    language::LanguagePack,
    methodology::{Conversation, ConversationRule, Methodology, Move},
    reader::{QuestionFit, Sayings},
};

/// How much one of the last questions that only asked for more takes from the next, newest first: it nearly always fits, and
/// is a refrain.
const MORE_COSTS: [f64; 3] = [0.35, 0.15, 0.1];

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

/// Whether a strategy with this move takes up words of the answer.
pub fn takes_up(conversation: &Conversation, moves_as: Option<Move>) -> bool {
    conversation.has(ConversationRule::TakeUp) && matches!(moves_as, Some(Move::More | Move::Up | Move::Next))
}

/// How much worse a question for more fits after some earlier ones, 0–1.
pub fn cost_of_more<'b>(more: &[String], earlier: impl DoubleEndedIterator<Item = &'b str>) -> f64 {
    let asks_more = |asked: &str| more.iter().any(|text| asked.ends_with(&**text));
    earlier.rev().zip(MORE_COSTS).filter(|(asked, _)| asks_more(asked)).map(|(_, cost)| cost).sum()
}
