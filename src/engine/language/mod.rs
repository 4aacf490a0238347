//! What is known of languages: packs of words, stems, writing systems, names, and the phrase matcher.
//!
//! Invariant: no language is named in code outside [`Stems`]. A new language is a pack and a row of `config/languages.csv`.

mod acts;
mod label_rules;
mod languages;
mod learned_data;
mod lexicon;
mod lists;
mod pack;
mod reading_model;
mod tagger;
mod weights;
mod phrases;
mod safety;
mod stop;
mod script;
mod stems;
mod talk;

pub(in crate::engine) use self::lexicon::{Lexicon, ListSet, MethodIndex, NOT, WordForm};
pub use self::{
    acts::AnswerAct,
    label_rules::LabelRules,
    languages::{language_name, primary_subtag, question_mark},
    learned_data::{LEARNED_FILES, learned, register_learned},
    lists::{PhraseList, QuestionList, WordList},
    pack::{
        Cue, CueNeeds, CuePart, CueRole, Expectation, LanguagePack, Lengths, Linking, MethodWords, TypeWords, english,
    },
    phrases::{PhraseSet, PhraseText},
    reading_model::{ReadingModel, TaggedWord, pack},
    safety::SafetyPatterns,
    script::{WritingSystem, is_written_in},
    stems::Stems,
    stop::{StopWish, stop_decision, stop_words},
    tagger::{PartOfSpeech, Tagger},
    talk::{HeardReply, InterviewReply, QuestionKind, SimplerTexts, StopQuestion, TakeUp, TalkTexts, TonedTexts},
    weights::{Choice, Family, Features, LinearDecision, Weights, key},
};
