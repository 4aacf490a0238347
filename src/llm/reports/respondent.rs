//! The answer of a made-up respondent.

use super::{Drops, Unusable, tidy};

/// Most characters of an answer.
const MOST: usize = 1_000;

/// Labels models put before an answer.
const LABELS: [&str; 5] = ["response", "answer", "respondent", "me", "reply"];

/// Cleans an answer: without fence, triple quotes, quotes around all of it, a label before it, and blanks in a row.
///
/// # Errors
/// [`Unusable::Nothing`] if nothing is left.
pub fn respondent(reply: &str) -> Result<String, Unusable> {
    let mut text = tidy::unfenced(reply);
    for _ in 0..4 {
        let before = text;
        for quote in ["\"\"\"", "'''", "\"", "“"] {
            let end = if quote == "“" { "”" } else { quote };
            let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(end));
            text = inner.filter(|inner| !inner.contains(quote)).unwrap_or(text).trim();
        }
        if let Some((label, rest)) = text.split_once(':')
            && LABELS.contains(&label.trim_matches(['*', ' ']).to_lowercase().as_str())
        {
            text = rest.trim_start_matches(['*', ' ']).trim();
        }
        if text == before {
            break;
        }
    }
    let answer = tidy::line(text, MOST, &mut Drops::default());
    if answer.is_empty() { Err(Unusable::Nothing) } else { Ok(answer) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_answer_is_left() {
        for reply in [
            "Response: It  is \n creamy.",
            "\"\"\"It is creamy.\"\"\"",
            "**Answer:** \"It is creamy.\"",
            "```\nIt is creamy.\n```",
            "\"Response: It is creamy.\"",
        ] {
            assert_eq!(respondent(reply).as_deref(), Ok("It is creamy."), "{reply}");
        }
        assert_eq!(respondent("\"\""), Err(Unusable::Nothing));
        assert_eq!(respondent("\"It\" is a \"word\"").as_deref(), Ok("\"It\" is a \"word\""));
    }
}
