//! Whether a reply gives away what the model was told.

use std::{borrow::Cow, collections::BTreeSet};

use super::Prompt;

/// Words in a row that are no accident.
const RUN: usize = 8;

/// Whether a reply repeats eight or more words in a row of the prompt's system text. For whoever holds the prompt: the
/// page does not.
pub fn leaks(reply: &str, prompt: &Prompt) -> bool {
    let (said, told) = (words(reply), words(&prompt.system));
    let runs: BTreeSet<&[String]> = told.windows(RUN).collect();
    said.windows(RUN).any(|run| runs.contains(run))
}

fn words(text: &str) -> Vec<String> {
    crate::text::words(text).map(Cow::into_owned).collect()
}
