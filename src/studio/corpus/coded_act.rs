//! Replies coded only by what they do: protests, questions back and goodbyes are rare in coded interviews.

use serde::{Deserialize, Serialize};

use super::case_lines::cases;
use crate::engine::{
    id::Name,
    language::LanguagePack,
    methodology::Ontology,
    reader::{
        labelled::LabelledAnswer,
        learned::{Example, act_example, act_of_corpus},
    },
};

/// The methodology as which replies are read: what a reply does is not for a method to say.
const METHODOLOGY: &str = "means_end_chain";

/// The act of an answer that asks to stop, in the words of the corpus.
pub const STOPS: &str = "stops";

/// A reply with what it does.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodedAct {
    /// What the interview is about.
    pub topic: String,
    /// The question.
    pub asked: String,
    /// The reply.
    pub answer: String,
    /// What it does, in the words of the corpus.
    pub act: String,
}

impl CodedAct {
    /// The replies of a file, one a line.
    ///
    /// # Errors
    /// A line of another form, or an act that the corpus does not know.
    pub fn parse(text: &str) -> Result<Vec<Self>, serde_json::Error> {
        cases(text, |coded: &Self| {
            let is_unknown = act_of_corpus(&coded.act).is_none();
            is_unknown.then(|| format!("no act is named “{}”; see tests/corpus/README.md", coded.act))
        })
    }

    /// The reply, for the reader.
    pub fn answer(&self) -> LabelledAnswer {
        LabelledAnswer {
            id: String::new(),
            methodology: Name::from(METHODOLOGY),
            concept: self.topic.clone(),
            elements: Vec::new(),
            question: self.asked.clone(),
            focus: None,
            existing_nodes: Vec::new(),
            answer: self.answer.clone(),
        }
    }

    /// The reply as an example for fitting.
    pub fn example(&self, pack: &LanguagePack, ontology: &dyn Fn(&str) -> Option<Ontology>) -> Option<Example> {
        let answer = self.answer();
        answer.with_context(pack, &ontology(METHODOLOGY)?, |context| act_example(context, &self.answer, &self.act))
    }
}
