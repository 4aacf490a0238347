//! A study about labelled answers, for commands that measure reading and asking.

use anyhow::{Result, anyhow};
use querent_engine::{
    engine::{concept::Element, study::Study},
    studio::documents::{self, Files},
};

/// What the answers are about, and how they are read and asked on.
pub(super) struct LabelledStudy<'a> {
    pub(super) topic: &'a str,
    pub(super) elements: &'a [Element],
    pub(super) methodology: &'a str,
    pub(super) policy: &'a str,
    pub(super) language: &'a str,
}

impl<'a> LabelledStudy<'a> {
    /// A study without a concept, for its ontology and its language pack.
    pub(super) fn of_methodology(methodology: &'a str, language: &'a str) -> Self {
        Self { topic: "it", elements: &[], methodology, policy: "signal_pools", language }
    }

    /// Creates the study from the documents.
    pub(super) fn create(&self, files: &mut Files) -> Result<Study> {
        let name = "studies/labelled_answers.yaml";
        let document = serde_json::json!({
            "id": "labelled_answers",
            "language": self.language,
            "title": "Labelled answers",
            "concept": { "id": "labelled", "name": "Labelled answers", "topic": self.topic, "elements": self.elements },
            "methodology": self.methodology,
            "policy": self.policy,
            "limits": { "max_turns": 14, "min_turns": 6, "shallow": 10 },
            "texts": {
                "intro": { "title": "Labelled answers", "lead": "Not shown." },
                "opening": ["What comes to mind first?"],
                "thanks": "Thank you.",
                "goodbye": "Goodbye.",
                "safety": "Not shown.",
            },
        });
        files.insert(name, document.to_string());
        documents::study(files, name).map_err(|findings| {
            let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
            anyhow!("answers of the methodology `{}` cannot be read:\n{}", self.methodology, found.join("\n"))
        })
    }
}
