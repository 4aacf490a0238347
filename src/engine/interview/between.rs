//! What is said before a question: a repair, an acknowledgement, a change of subject, the name of what it is about.

use super::{Interview, state::SessionState};
use crate::engine::{
    dialogue::{AnswerAct, Focus, POINT, Probe, Sentiment},
    graph::{Node, Saying, SayingForm, Span},
    id::NodeId,
    language::{InterviewReply, PhraseSet, PhraseText},
    methodology::{ConversationRule, Move},
    policy::conversation::Talk,
    reader::Sayings,
    study::Study,
    text::{lower_first, lowercase},
};

/// Fewest words of a phrase that asks about the interview wherever it stands.
const PLAIN_WORDS: usize = 4;
/// Earlier questions whose words before the question are not used again.
const RECENT: usize = 3;
/// Questions of which at most one quotes.
const QUOTES_ONE_IN: usize = 3;

/// How the idea of a question is named before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// It is clear what the question is about.
    Unneeded,
    /// In the words of the interviewer.
    SaidBack,
    /// In those of the respondent.
    Quoted,
}

/// What is said before a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Before {
    /// A sentence of its own.
    pub(super) sentence: Option<String>,
    /// Names what the question is about.
    pub(super) name: Option<String>,
}

impl Before {
    /// The question with everything before it.
    pub(super) fn with(&self, question: &str, keeps_capitals: bool) -> String {
        let mut text = String::new();
        // A question that quotes says itself what it is about.
        let names_itself = |name: &String| question.contains('“') || question.to_lowercase().contains(&*bare(name));
        let name = self.name.as_ref().filter(|name| !names_itself(name));
        for part in self.sentence.iter().chain(name) {
            text.push_str(part);
            text.push(' ');
        }
        let goes_on = name.is_some_and(|name| name.ends_with(':'));
        text.push_str(&if goes_on && !keeps_capitals { lower_first(question) } else { question.to_owned() });
        text
    }
}

/// What is said before a question that puts a probe.
pub(super) fn before(interview: &Interview, probe: &Probe, naming: Naming) -> Before {
    let Interview { study, state, .. } = interview;
    let conversation = &study.methodology.conversation;
    if conversation.rules.is_empty() {
        return Before::default();
    }
    let situation = state.situation(study, state.last_turn(), interview.trace);
    let strategies = study.policy.strategies(&study.methodology);
    let talk = Talk::of(&situation, strategies, study.policy.tactics(&study.methodology));
    let newest: &[NodeId] = talk.as_ref().map_or(&[], Talk::newest);
    let moves = study.policy.strategy(&study.methodology, &probe.strategy).and_then(|strategy| strategy.moves_as);
    if moves == Some(Move::Close) {
        return Before::default();
    }
    let node = probe.focus.node().and_then(|id| state.graph.node(id));
    let leaves = node.map_or(probe.focus != Focus::Global, |node| !newest.contains(&node.id));
    Before {
        sentence: sentence(interview, leaves),
        name: node.and_then(|node| name(interview, node, talk.as_ref()?, naming)),
    }
}

/// The sentence before a question.
fn sentence(interview: &Interview, leaves: bool) -> Option<String> {
    let Interview { study, state, .. } = interview;
    let conversation = &study.methodology.conversation;
    let texts = &study.pack.talk;
    let last = state.history.last()?;
    let reading = last.reading.as_ref()?;
    let act = reading.act?;
    if conversation.has(ConversationRule::Acknowledge)
        && let Some(condolence) = condolence(interview)
    {
        return Some(condolence);
    }
    if conversation.has(ConversationRule::Repair)
        && let Some(repair) = repair(interview, act)
    {
        return Some(repair);
    }
    if act.is_protest() {
        return None;
    }
    if act.lets_go() && leaves && conversation.has(ConversationRule::LetGo) {
        return least_used(interview, &texts.let_go);
    }
    // Thanks for a trifle would sound like a form. Without a tone it may be an aside or a joke.
    let is_trifle = !last.interest.is_empty() && last.interest.iter().all(|(_, interest)| *interest < POINT);
    let acknowledges = conversation.has(ConversationRule::Acknowledge) && act == AnswerAct::Discloses && !is_trifle;
    let pool = match reading.sentiment {
        Some(Sentiment::Negative) => &texts.acknowledge.negative,
        Some(Sentiment::Positive) => &texts.acknowledge.positive,
        Some(Sentiment::Neutral) | None => return None,
    };
    let all = || {
        let toned = &texts.acknowledge;
        toned.negative.iter().chain(&toned.positive)
    };
    let recent = state.asked.iter().rev().take(RECENT - 1).any(|asked| all().any(|text| asked.starts_with(&**text)));
    if acknowledges && !recent { least_used(interview, pool) } else { None }
}

/// What is said after news of a death or a grave illness, once in an interview.
fn condolence(interview: &Interview) -> Option<String> {
    let texts = &interview.study.pack.talk.condolence;
    let answer = PhraseText::of(interview.state.history.last()?.answer.as_deref()?);
    let was_said = texts.says.iter().any(|text| interview.state.asked.iter().any(|asked| asked.starts_with(&**text)));
    (!was_said && holds(&answer, &texts.hears)).then(|| least_used(interview, &texts.says)).flatten()
}

/// The sentences of an answer that ask.
fn questions_of(answer: &str) -> impl Iterator<Item = &str> {
    let sentences = answer.split_inclusive(['.', '!', '?', '؟', '\n']);
    sentences.filter(|sentence| sentence.trim_end().ends_with(['?', '؟']))
}

/// Whether a text holds one of some phrases.
fn holds(text: &PhraseText<'_>, phrases: &[String]) -> bool {
    text.contains(&PhraseSet::from_iter(phrases))
}

/// The half-sentence after an answer about the question, or the reply to a question about the interview.
pub(super) fn repair(interview: &Interview, act: AnswerAct) -> Option<String> {
    let usual = || least_used(interview, interview.study.pack.talk.repair.get(&act)?);
    reply_about_interview(interview).or_else(usual)
}

/// The reply to a question about the interview in the last answer, whatever else the answer does.
fn reply_about_interview(interview: &Interview) -> Option<String> {
    let exchange = interview.state.history.last()?;
    let answer = exchange.answer.as_deref()?;
    let asks = exchange.reading.as_ref()?.act == Some(AnswerAct::AsksAboutInterview);
    let heard: String = if asks { answer.to_owned() } else { questions_of(answer).collect() };
    let (heard, answer) = (PhraseText::of(&heard), PhraseText::of(answer));
    // Few people put a question mark: what is clearly a question about the interview is one without.
    let is_asked = |reply: &&InterviewReply| {
        reply.asks.iter().any(|phrase| {
            let is_clear = phrase.matches(' ').count() + 1 >= PLAIN_WORDS;
            holds(if is_clear { &answer } else { &heard }, std::slice::from_ref(phrase))
        })
    };
    let fitting = interview.study.pack.talk.about_interview.iter().find(is_asked)?;
    let left = interview.study.limits.max_turns.saturating_sub(interview.state.last_turn() + 1);
    let says = if left == 0 && !fitting.says_last.is_empty() { &fitting.says_last } else { &fitting.says };
    least_used(interview, says).map(|text| text.replace("{left}", &left.to_string()))
}

/// The reply to a question which of two things is meant.
pub(super) fn choice(interview: &Interview) -> Option<String> {
    let texts = &interview.study.pack.talk.simpler.choice;
    let answer = interview.state.history.last()?.answer.as_deref()?;
    holds(&PhraseText::of(answer), &texts.hears).then(|| least_used(interview, &texts.says)).flatten()
}

/// The question about what the respondent wishes to speak about: "ask me about the lad on the bus".
pub(super) fn wish(interview: &Interview) -> Option<String> {
    let texts = &interview.study.pack.talk.simpler.wish;
    let wished = wished(&interview.study, &interview.state)?;
    least_used(interview, &texts.says).map(|text| fill(&text, &wished.text))
}

/// What the respondent wishes to speak about.
pub(super) fn wished(study: &Study, state: &SessionState) -> Option<Saying> {
    let texts = &study.pack.talk.simpler.wish;
    let answer = state.history.last()?.answer.as_deref()?;
    let lower = lowercase(answer);
    let opened = texts.hears.iter().filter_map(|opens| {
        let at = lower.find(&**opens)? + opens.len();
        u32::try_from(lower.get(..at)?.chars().count()).ok()
    });
    Sayings::of(&study.pack, answer).phrase_after(opened.max()?)
}

/// Names the idea of a question: one of an earlier answer always; a statement of the last answer where "that" could be
/// anything. Interviewers rejected four of five noun phrases that were said back.
fn name(interview: &Interview, node: &Node, talk: &Talk<'_>, naming: Naming) -> Option<String> {
    let Interview { study, state, .. } = interview;
    let texts = &study.pack.talk;
    let newest = talk.newest();
    if naming == Naming::Quoted && newest.contains(&node.id) {
        return quoted(interview, node);
    }
    let saying = node.saying.as_ref()?;
    if !newest.contains(&node.id) {
        let turn = if saying.form == SayingForm::Phrase { &texts.turn } else { &texts.turn_said };
        return least_used(interview, turn).map(|text| fill(&text, &saying.text));
    }
    let last = state.history.last();
    let is_sore = last.and_then(|exchange| exchange.reading.as_ref()?.act).is_some_and(AnswerAct::is_protest);
    // Without weights nothing tells which questions are clear without a name.
    let is_unclear =
        || naming == Naming::SaidBack || study.pack.model().is_none() && (newest.len() > 1 || talk.is_long());
    let named = if saying.form == SayingForm::Phrase { &texts.name } else { &texts.said };
    // In turn: a form that returns each time sounds like a form.
    let text = named.get(state.asked.len().checked_rem(named.len())?)?;
    (is_sore || is_unclear()).then(|| fill(text, &saying.text))
}

/// Quotes the words of the last answer around an idea, now and then.
fn quoted(interview: &Interview, node: &Node) -> Option<String> {
    let Interview { study, state, .. } = interview;
    let last = state.history.last()?;
    let quote = node.quotes.iter().rfind(|quote| quote.turn == last.turn)?;
    let is_soon = state.asked.iter().rev().take(QUOTES_ONE_IN - 1).any(|asked| asked.contains('“'));
    let sayings = Sayings::of(&study.pack, last.answer.as_deref()?);
    let words = sayings.quotation(Span { start: quote.start, end: quote.end }).filter(|_| !is_soon)?;
    least_used(interview, &study.pack.talk.quoted).map(|text| fill(&text, words))
}

/// The text that stood least often in earlier questions; the first of several.
pub(super) fn least_used(interview: &Interview, texts: &[String]) -> Option<String> {
    let asked = &interview.state.asked;
    let times = |text: &String| {
        let stem = text.split('{').next().unwrap_or_default().trim();
        asked.iter().filter(|asked| !stem.is_empty() && asked.contains(stem)).count()
    };
    texts.iter().min_by_key(|text| times(text)).cloned()
}

/// The idea in a text that is nothing else but the idea and a mark.
fn bare(name: &str) -> String {
    name.trim_end_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase()
}

/// Fills the slots of an idea.
pub(super) fn fill(text: &str, saying: &str) -> String {
    text.replace("{Idea}", &upper_first(saying)).replace("{idea}", saying)
}

fn upper_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
