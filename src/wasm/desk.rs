//! Bindings for the console: one session, looked at.

use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{Problem as Thrown, object, unreadable};
use crate::desk::{self, Problem};

/// A session at a glance, read without replaying it. `file` is the text of a session file or of a record file.
#[wasm_bindgen]
pub fn overview(file: &str) -> Result<JsValue, JsValue> {
    match crate::session::Overview::of(file) {
        Ok(overview) => object(&overview),
        Err(error) => Err(thrown("unreadable", error.to_string())),
    }
}

/// A methods paragraph and a citation for many sessions: `{paragraph, citation}`. `files` are texts of session files or of
/// record files.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "the bindings hand an array over")]
pub fn methods(files: Vec<String>) -> Result<JsValue, JsValue> {
    object(&desk::methods(files.iter().map(String::as_str)).map_err(told)?)
}

/// A session opened for looking at.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Record {
    record: desk::Record,
}

#[wasm_bindgen]
impl Record {
    /// Opens a session. `file` is the text of a session file or of a record file.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &str) -> Result<Record, JsValue> {
        Ok(Self { record: desk::Record::open(file).map_err(told)? })
    }

    /// The session at a glance.
    pub fn overview(&self) -> Result<JsValue, JsValue> {
        object(&self.record.overview().map_err(told)?)
    }

    /// Every turn, as a transcript shows it.
    pub fn turns(&self) -> Result<JsValue, JsValue> {
        object(&self.record.turns())
    }

    /// What the panel of the interview showed after a turn, 0 for the opening question.
    pub fn view_at(&self, turn: u32) -> Result<JsValue, JsValue> {
        object(&self.record.view_at(turn).map_err(told)?)
    }

    /// What the respondent made of the summary and of the map; null if nobody said.
    pub fn member(&self) -> Result<JsValue, JsValue> {
        object(&self.record.member())
    }

    /// Every number of the study that `whatif` may change.
    pub fn keys(&self) -> Result<JsValue, JsValue> {
        object(&self.record.keys())
    }

    /// What would have been chosen under changed values: a JSON array of texts like `limits.max_turns=8`.
    pub fn whatif(&self, settings: &str) -> Result<JsValue, JsValue> {
        let settings: Vec<String> =
            serde_json::from_str(settings).map_err(|error| unreadable("the settings", &error))?;
        object(&self.record.what_if(&settings).map_err(told)?)
    }

    /// The score of the rules: the row of a score without ids and times, with the ceilings that applied and the figures
    /// behind it.
    pub fn score(&self) -> Result<JsValue, JsValue> {
        let score = self.record.score();
        object(&Scored { row: self.record.score_row(), ceilings: &score.ceilings, measures: &score.measures })
    }

    /// What the interview found, without a model.
    pub fn synthesis(&self) -> Result<JsValue, JsValue> {
        object(&self.record.synthesis())
    }

    /// What it found in at most four lines.
    pub fn summary(&self) -> Result<JsValue, JsValue> {
        object(&self.record.summary())
    }

    /// Turns that hold the words of a question, best first, at most 5: `{turn, share}`.
    pub fn search(&self, question: &str) -> Result<JsValue, JsValue> {
        object(&self.record.search(question))
    }

    /// How the answers came about: figures and flags, never a verdict.
    pub fn quality(&self) -> Result<JsValue, JsValue> {
        object(&self.record.quality())
    }

    /// Where each element of the concept stands at the end.
    pub fn elements(&self) -> Result<JsValue, JsValue> {
        object(&self.record.elements())
    }

    /// A methods paragraph and a citation: `{paragraph, citation}`.
    pub fn methods(&self) -> Result<JsValue, JsValue> {
        object(&self.record.methods())
    }

    /// What the calls of models took.
    pub fn costs(&self) -> Result<JsValue, JsValue> {
        object(&self.record.costs())
    }

    /// The session as a file, JSON text.
    pub fn session(&self) -> Result<String, JsValue> {
        serde_json::to_string(self.record.session()).map_err(|error| unreadable("the session", &error))
    }

    /// What the study says in short: concept, elements, methodology, language.
    pub fn study(&self) -> Result<JsValue, JsValue> {
        let study = &self.record.session().study;
        object(&Short {
            id: &study.id,
            title: &study.title,
            version: &study.version,
            language: &study.language,
            concept: &study.concept.name,
            methodology: &study.methodology.name,
            max_turns: study.limits.max_turns,
            models: &study.models,
        })
    }

    /// Stages, executions, calls and scores that the file holds.
    pub fn filed(&self) -> Result<JsValue, JsValue> {
        object(&Filed {
            stages: self.record.stages(),
            executions: self.record.executions(),
            interactions: self.record.interactions(),
            scores: self.record.scores(),
        })
    }
}

#[derive(Serialize)]
struct Short<'a> {
    id: &'a str,
    title: &'a str,
    version: &'a str,
    language: &'a str,
    concept: &'a str,
    methodology: &'a str,
    max_turns: u32,
    models: &'a [String],
}

#[derive(Serialize)]
struct Scored<'a> {
    #[serde(flatten)]
    row: crate::stages::SessionScore,
    ceilings: &'a [crate::stages::scoring::Ceiling],
    measures: &'a crate::stages::scoring::Measures,
}

#[derive(Serialize)]
struct Filed<'a> {
    stages: &'a [crate::stages::Stage],
    executions: &'a [crate::stages::Execution],
    interactions: &'a [crate::stages::Interaction],
    scores: &'a [crate::stages::SessionScore],
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn told(problem: Problem) -> JsValue {
    thrown(problem.code(), problem.to_string())
}

fn thrown(code: &str, message: String) -> JsValue {
    object(&Thrown { code, message }).unwrap_or(JsValue::NULL)
}
