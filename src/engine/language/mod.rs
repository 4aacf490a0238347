//! What is known of languages: packs of words, stems, writing systems, names, and the phrase matcher.
//!
//! Invariant: no language is named in code outside [`Stems`]. A new language is a pack and a row of `config/languages.csv`.

mod label_rules;
mod languages;
mod lexicon;
mod lists;
mod pack;
mod phrases;
mod script;
mod stems;

pub(in crate::engine) use self::lexicon::{Lexicon, ListSet, MethodIndex, NOT, WordForm};
pub use self::{
    label_rules::LabelRules,
    languages::{language_name, primary_subtag, question_mark},
    lists::{PhraseList, WordList},
    pack::{
        Cue, CueNeeds, CuePart, CueRole, Expectation, LanguagePack, Lengths, Linking, MethodWords, TypeWords, english,
    },
    phrases::{PhraseSet, PhraseText},
    script::{WritingSystem, is_written_in},
    stems::Stems,
};
