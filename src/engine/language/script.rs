//! The writing systems of languages.

use super::languages;

/// A writing system that is recognised by its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WritingSystem {
    /// Latin letters.
    Latin,
    /// Greek letters.
    Greek,
    /// Cyrillic letters.
    Cyrillic,
    /// Hebrew letters.
    Hebrew,
    /// Arabic letters.
    Arabic,
    /// Devanagari, as in Hindi.
    Devanagari,
    /// Thai letters.
    Thai,
    /// Hangul, as in Korean.
    Hangul,
    /// Chinese characters and the two Japanese syllabaries.
    Han,
    /// Any other letters.
    Other,
}

impl WritingSystem {
    /// The writing system of a letter; none if the character is not a letter.
    fn of(letter: char) -> Option<Self> {
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

    /// The writing system of a language tag (BCP 47). A script subtag decides: `sr-Latn`. Default Latin.
    pub fn of_language(tag: &str) -> Self {
        let subtag = tag.split('-').nth(1).map(str::to_lowercase);
        let name = match subtag.as_deref() {
            Some("latn") => "latin",
            Some("cyrl") => "cyrillic",
            Some(_) | None => languages::find(tag).map_or("", |language| language.script),
        };
        match name {
            "greek" => Self::Greek,
            "cyrillic" => Self::Cyrillic,
            "hebrew" => Self::Hebrew,
            "arabic" => Self::Arabic,
            "devanagari" => Self::Devanagari,
            "thai" => Self::Thai,
            "hangul" => Self::Hangul,
            "han" => Self::Han,
            _ => Self::Latin,
        }
    }

    /// Whether so many languages share it that letters do not tell one language from another.
    pub fn is_shared(self) -> bool {
        matches!(self, Self::Latin | Self::Cyrillic)
    }

    /// Whether blanks separate words.
    pub fn has_blanks(self) -> bool {
        !matches!(self, Self::Han | Self::Thai)
    }
}

/// Least share of letters in the writing system of the language, in percent: names and quotes may use another one.
const OWN_LETTERS: usize = 60;

/// Whether a text is in the writing system of a language, and no word mixes two systems as a forged word does.
pub fn is_written_in(text: &str, language: &str) -> bool {
    let system = WritingSystem::of_language(language);
    let systems: Vec<WritingSystem> = text.chars().filter_map(WritingSystem::of).collect();
    let own = systems.iter().filter(|found| **found == system).count();
    own * 100 >= systems.len() * OWN_LETTERS && !(system.has_blanks() && text.split_whitespace().any(is_mixed))
}

fn is_mixed(word: &str) -> bool {
    let mut systems = word.chars().filter_map(WritingSystem::of);
    let first = systems.next();
    systems.any(|system| Some(system) != first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_written_in_the_letters_of_its_language() {
        assert!(is_written_in("Was fällt Ihnen zuerst ein?", "de"));
        assert!(is_written_in("Что для вас важно?", "ru-RU"));
        assert!(is_written_in("オーツミルクと聞いて何を思い浮かべますか？", "ja"));
        assert!(is_written_in("Шта вам то значи?", "sr") && is_written_in("Šta vam to znači?", "sr-Latn"));
        assert!(!is_written_in("What matters to you?", "ru"));
        assert!(!is_written_in("Что для вас важно?", "en"));
    }

    #[test]
    fn a_name_in_another_writing_system_is_allowed() {
        assert!(is_written_in("Что для вас значит Oatly?", "ru"));
    }

    #[test]
    fn a_word_of_two_writing_systems_is_a_forgery() {
        assert!(!is_written_in("What is your p\u{0430}ssword for the shop?", "en"));
    }
}
