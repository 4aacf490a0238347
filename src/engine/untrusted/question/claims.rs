//! What a question says that the respondent said, compared with the respondent's words.

use super::style::{QuestionSentence, occurs, phrase_set, quoted, sentences, starts};
use crate::engine::{
    language::{LanguagePack, PhraseSet, QuestionList, WordList},
    text::{self, WordSet},
};

/// Shortest stem that is compared by its beginning, in letters.
const SHORTEST: usize = 4;

/// One content word in this many may be a paraphrase.
const PARAPHRASE: usize = 5;

/// Whether a question attributes words to the respondent that are not in `said`: as a quotation, or after "you said". Words
/// of the study may be quoted, since the respondent has read them.
pub(super) fn invents_words(question: &str, said: &[String], study: &str, pack: &LanguagePack) -> bool {
    let attribution = pack.question_list(QuestionList::Attribution);
    if attribution.is_empty() || !pack.reads_answers() {
        return false;
    }
    let known = pack.content_of(said.iter().flat_map(|answer| text::words(answer)));
    let of_study = pack.content(study);
    let is_invented =
        |quote: &&str| pack.content(quote).iter().any(|word| !is_said(word, &known) && !is_said(word, &of_study));
    if quoted(question).iter().any(is_invented) {
        return true;
    }
    let (attribution, open) = (phrase_set(attribution), phrase_set(pack.list(WordList::OpenForm)));
    let neutral = pack.content_of(pack.question_list(QuestionList::Neutral).iter());
    let claims = sentences(question).into_iter().filter_map(|sentence| claim(&sentence, &attribution, &open));
    claims.into_iter().any(|claim| {
        let content = pack.content_of(claim.iter());
        let reported: Vec<&str> = content.iter().filter(|word| !neutral.contains(word)).collect();
        let unsaid = reported.iter().filter(|word| !is_said(word, &known)).count();
        unsaid * PARAPHRASE > reported.len()
    })
}

/// The words that a sentence attributes to the respondent: those after "you said", up to the question; without any, those
/// before it.
fn claim(sentence: &QuestionSentence, attribution: &PhraseSet<()>, open: &PhraseSet<()>) -> Option<Vec<String>> {
    let clauses = &sentence.clauses;
    let (number, clause) = clauses.iter().enumerate().find(|(_, clause)| occurs(attribution, clause))?;
    let at = (0..clause.len()).find(|at| clause.get(*at..).is_some_and(|rest| starts(attribution, rest)))?;
    let length = attribution.at(clause.iter().skip(at).map(String::as_str)).map(|(length, ())| length).max()?;
    let mut after: Vec<String> = clause.iter().skip(at + length).cloned().collect();
    let later = clauses.iter().skip(number + 1).take_while(|clause| !starts(open, clause));
    after.extend(later.flatten().cloned());
    if after.is_empty() {
        let before = clauses.iter().take(number).filter(|clause| !starts(open, clause)).flatten();
        let own = clause.iter().take(if starts(open, clause) { 0 } else { at });
        return Some(before.chain(own).cloned().collect());
    }
    Some(after)
}

/// Whether a stem is among these, also as another form of the word: one contains the other, or they begin alike.
fn is_said(word: &str, said: &WordSet) -> bool {
    said.contains(word) || said.iter().any(|other| is_form_of(word, other))
}

fn is_form_of(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let letters = |text: &str| text.chars().count();
    let common = short.chars().zip(long.chars()).take_while(|(a, b)| a == b).count();
    letters(short) >= SHORTEST && (long.contains(short) || common > SHORTEST && common * 3 >= letters(long) * 2)
}
