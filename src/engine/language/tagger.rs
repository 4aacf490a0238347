//! Parts of speech: a word list, endings for unknown words, and patches by context (the method of Brill).
//!
//! The data is a text with one entry a line: `ending TAG LETTERS`, `words TAG WORD …`, and `patch FROM TO CRITERION & …`.

use crate::engine::text::WordMap;

/// A part of speech of Universal Dependencies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the standard")]
pub enum PartOfSpeech {
    Adj,
    Adp,
    Adv,
    Aux,
    Cconj,
    Det,
    Intj,
    #[default]
    Noun,
    Num,
    Part,
    Pron,
    Propn,
    Punct,
    Sconj,
    Verb,
}

/// All tags with their names.
const NAMES: [(&str, PartOfSpeech); 15] = [
    ("ADJ", PartOfSpeech::Adj),
    ("ADP", PartOfSpeech::Adp),
    ("ADV", PartOfSpeech::Adv),
    ("AUX", PartOfSpeech::Aux),
    ("CCONJ", PartOfSpeech::Cconj),
    ("DET", PartOfSpeech::Det),
    ("INTJ", PartOfSpeech::Intj),
    ("NOUN", PartOfSpeech::Noun),
    ("NUM", PartOfSpeech::Num),
    ("PART", PartOfSpeech::Part),
    ("PRON", PartOfSpeech::Pron),
    ("PROPN", PartOfSpeech::Propn),
    ("PUNCT", PartOfSpeech::Punct),
    ("SCONJ", PartOfSpeech::Sconj),
    ("VERB", PartOfSpeech::Verb),
];

impl PartOfSpeech {
    /// Its name in the standard.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, tag)| *tag == self).map_or("NOUN", |(name, _)| name)
    }

    /// The tag with this name.
    pub fn parse(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, tag)| *tag)
    }
}

/// What must hold around a word for a patch.
#[derive(Clone, Debug)]
enum Criterion {
    /// The word at a distance.
    Word(isize, String),
    /// The tag at a distance.
    Tag(isize, PartOfSpeech),
    /// The tag of any word up to a distance.
    Near(isize, PartOfSpeech),
    /// The tags of both neighbours.
    Between(PartOfSpeech, PartOfSpeech),
}

#[derive(Clone, Debug)]
struct Patch {
    from: PartOfSpeech,
    to: PartOfSpeech,
    criteria: Vec<Criterion>,
}

/// Tags the words of a language.
#[derive(Clone, Debug, Default)]
pub struct Tagger {
    words: WordMap<PartOfSpeech>,
    endings: Vec<(String, PartOfSpeech)>,
    patches: Vec<Patch>,
}

/// Fewest letters before an ending.
const LEAST_STEM: usize = 3;

impl Tagger {
    /// Reads one line of data; others are ignored.
    pub fn add_line(&mut self, line: &str) {
        let mut parts = line.split(' ');
        match (parts.next(), parts.next().and_then(PartOfSpeech::parse)) {
            (Some("words"), Some(tag)) => self.words.extend(parts.map(|word| (word.to_owned(), tag))),
            (Some("ending"), Some(tag)) => self.endings.extend(parts.map(|ending| (ending.to_owned(), tag))),
            (Some("patch"), Some(from)) => {
                let to = parts.next().and_then(PartOfSpeech::parse);
                let rest: Vec<&str> = parts.collect();
                let criteria: Option<Vec<Criterion>> = rest.split(|part| *part == "&").map(criterion).collect();
                self.patches.extend(to.zip(criteria).map(|(to, criteria)| Patch { from, to, criteria }));
            }
            _ => {}
        }
    }

    /// Whether a word has its own entry or an ending that tells its part of speech.
    pub fn knows(&self, word: &str) -> bool {
        self.words.contains_key(word) || self.ending(word).is_some()
    }

    /// The tags of the words of a text, in order. Words are in lower case; marks have one sign.
    pub fn tags(&self, words: &[&str]) -> Vec<PartOfSpeech> {
        let mut tags: Vec<PartOfSpeech> = words.iter().map(|word| self.base(word)).collect();
        for patch in &self.patches {
            for at in 0..tags.len() {
                if tags.get(at) == Some(&patch.from) && patch.fits(words, &tags, at) {
                    tags.get_mut(at).into_iter().for_each(|tag| *tag = patch.to);
                }
            }
        }
        tags
    }

    fn base(&self, word: &str) -> PartOfSpeech {
        if let Some(tag) = self.words.get(word) {
            return *tag;
        }
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if first.is_ascii_digit() => return PartOfSpeech::Num,
            Some(first) if !first.is_alphanumeric() => return PartOfSpeech::Punct,
            _ => {}
        }
        self.ending(word).unwrap_or_default()
    }

    fn ending(&self, word: &str) -> Option<PartOfSpeech> {
        let fits = |ending: &str| word.strip_suffix(ending).is_some_and(|stem| stem.len() >= LEAST_STEM);
        self.endings.iter().find(|(ending, _)| fits(ending)).map(|(_, tag)| *tag)
    }
}

impl Patch {
    fn fits(&self, words: &[&str], tags: &[PartOfSpeech], at: usize) -> bool {
        let place = |distance: isize| at.checked_add_signed(distance);
        let tag = |distance: isize| place(distance).and_then(|at| tags.get(at)).copied();
        self.criteria.iter().all(|criterion| match criterion {
            Criterion::Word(distance, word) => place(*distance).and_then(|at| words.get(at)) == Some(&word.as_str()),
            Criterion::Tag(distance, expected) => tag(*distance) == Some(*expected),
            Criterion::Near(distance, expected) => place(*distance).is_some_and(|far| {
                let near = far.min(at)..far.max(at).min(tags.len());
                tags.get(near).unwrap_or_default().contains(expected)
            }),
            Criterion::Between(before, after) => tag(-1) == Some(*before) && tag(1) == Some(*after),
        })
    }
}

fn criterion(parts: &[&str]) -> Option<Criterion> {
    let [kind, first, second] = parts else { return None };
    match *kind {
        "word" => Some(Criterion::Word(first.parse().ok()?, (*second).to_owned())),
        "tag" => Some(Criterion::Tag(first.parse().ok()?, PartOfSpeech::parse(second)?)),
        "near" => Some(Criterion::Near(first.parse().ok()?, PartOfSpeech::parse(second)?)),
        "between" => Some(Criterion::Between(PartOfSpeech::parse(first)?, PartOfSpeech::parse(second)?)),
        _ => None,
    }
}
