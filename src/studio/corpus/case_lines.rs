//! Files of the corpus with one case a line, as JSON.

use serde::de::{DeserializeOwned, Error};

/// The cases of a file. `problem` says what is wrong with a case that has the right form.
///
/// # Errors
/// A line of another form or with a problem, by its number.
pub(super) fn cases<T: DeserializeOwned>(
    text: &str,
    problem: impl Fn(&T) -> Option<String>,
) -> Result<Vec<T>, serde_json::Error> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    let parsed = lines.map(|(at, line)| {
        let wrong = |problem: String| serde_json::Error::custom(format!("line {}: {problem}", at + 1));
        let case: T = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        problem(&case).map_or(Ok(case), |problem| Err(wrong(problem)))
    });
    parsed.collect()
}
