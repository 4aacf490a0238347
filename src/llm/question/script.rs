//! Which letters a language is written with.

/// Ways of writing that can be told apart by their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Devanagari,
    Thai,
    Hangul,
    /// Chinese characters and the two Japanese syllabaries.
    Han,
    Other,
}

impl Script {
    /// Script of a letter; none if the character is not a letter.
    pub(super) fn of(letter: char) -> Option<Self> {
        letter.is_alphabetic().then_some(match u32::from(letter) {
            0x0041..=0x02AF | 0x1E00..=0x1EFF => Self::Latin,
            0x0370..=0x03FF | 0x1F00..=0x1FFF => Self::Greek,
            0x0400..=0x052F => Self::Cyrillic,
            0x0590..=0x05FF => Self::Hebrew,
            0x0600..=0x06FF | 0x0750..=0x077F | 0xFB50..=0xFDFF | 0xFE70..=0xFEFF => Self::Arabic,
            0x0900..=0x097F => Self::Devanagari,
            0x0E00..=0x0E7F => Self::Thai,
            0x1100..=0x11FF | 0xAC00..=0xD7AF => Self::Hangul,
            0x3005..=0x30FF | 0x3400..=0x9FFF => Self::Han,
            _ => Self::Other,
        })
    }

    /// Script of a language, by its BCP 47 tag. A subtag for the script wins: `sr-Latn`. Default Latin.
    pub(super) fn of_language(tag: &str) -> Self {
        let mut parts = tag.split('-');
        let language = parts.next().unwrap_or_default().to_lowercase();
        match parts.next().map(str::to_lowercase).as_deref() {
            Some("latn") => return Self::Latin,
            Some("cyrl") => return Self::Cyrillic,
            _ => {}
        }
        match language.as_str() {
            "el" => Self::Greek,
            "ru" | "uk" | "bg" | "sr" | "mk" | "be" | "kk" | "ky" | "mn" => Self::Cyrillic,
            "he" | "yi" => Self::Hebrew,
            "ar" | "fa" | "ur" | "ps" => Self::Arabic,
            "hi" | "mr" | "ne" => Self::Devanagari,
            "th" => Self::Thai,
            "ko" => Self::Hangul,
            "zh" | "ja" => Self::Han,
            _ => Self::Latin,
        }
    }

    /// Whether so many languages share it that letters alone do not tell one from another.
    pub(super) fn is_shared(self) -> bool {
        matches!(self, Self::Latin | Self::Cyrillic)
    }

    /// Whether words stand apart by blanks.
    pub(super) fn has_blanks(self) -> bool {
        !matches!(self, Self::Han | Self::Thai)
    }
}

/// Least share of letters in the script of the language, in percent: names and quotes may be in another one.
const OWN_LETTERS: usize = 60;

/// Whether a text is written in the script of a language, with no word that mixes scripts as a forgery would.
pub(in crate::llm) fn fits(text: &str, language: &str) -> bool {
    let script = Script::of_language(language);
    let scripts: Vec<Script> = text.chars().filter_map(Script::of).collect();
    let own = scripts.iter().filter(|found| **found == script).count();
    own * 100 >= scripts.len() * OWN_LETTERS && !(script.has_blanks() && text.split_whitespace().any(mixes))
}

fn mixes(word: &str) -> bool {
    let mut scripts = word.chars().filter_map(Script::of);
    let first = scripts.next();
    scripts.any(|script| Some(script) != first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_written_in_the_letters_of_its_language() {
        assert!(fits("Was fällt Ihnen zuerst ein?", "de"));
        assert!(fits("Что для вас важно?", "ru-RU"));
        assert!(fits("オーツミルクと聞いて何を思い浮かべますか？", "ja"));
        assert!(fits("Шта вам то значи?", "sr") && fits("Šta vam to znači?", "sr-Latn"));
        assert!(!fits("What matters to you?", "ru"));
        assert!(!fits("Что для вас важно?", "en"));
    }

    #[test]
    fn a_name_in_another_script_is_no_other_language() {
        assert!(fits("Что для вас значит Oatly?", "ru"));
    }

    #[test]
    fn a_word_that_mixes_scripts_is_a_forgery() {
        assert!(!fits("What is your p\u{0430}ssword for the shop?", "en"));
    }
}
