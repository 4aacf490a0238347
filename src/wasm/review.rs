//! Bindings of the console: the review of one session.

use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{ErrorObject, object, unreadable};
use crate::engine::json;
use crate::studio::{
    review::{self, ReviewError, SessionReview},
    scoring::{Ceiling, Measures, QuestionScores},
    stages::SessionScore,
};

/// The overview of a session, read without a replay. `file` is the text of a session file or a record file.
#[wasm_bindgen]
pub fn overview(file: &str) -> Result<JsValue, JsValue> {
    match crate::engine::session::Overview::of(file) {
        Ok(overview) => object(&overview),
        Err(error) => Err(thrown("unreadable", error.to_string())),
    }
}

/// A methods paragraph and a citation for many sessions: `{paragraph, citation}`. `files` are texts of session files or record
/// files.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "the bindings hand an array over")]
pub fn methods(files: Vec<String>) -> Result<JsValue, JsValue> {
    object(&review::methods(files.iter().map(String::as_str)).map_err(failed)?)
}

/// A session opened for review.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Record {
    review: SessionReview,
}

#[wasm_bindgen]
impl Record {
    /// Opens a session. `file` is the text of a session file or a record file.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &str) -> Result<Record, JsValue> {
        Ok(Self { review: SessionReview::open(file).map_err(failed)? })
    }

    /// The overview of the session.
    pub fn overview(&self) -> Result<JsValue, JsValue> {
        object(&self.review.overview().map_err(failed)?)
    }

    /// Every turn, for the transcript.
    pub fn turns(&self) -> Result<JsValue, JsValue> {
        object(&self.review.turns())
    }

    /// The interview's panel after a turn, 0 for the opening question.
    pub fn view_at(&self, turn: u32) -> Result<JsValue, JsValue> {
        object(&self.review.view_at(turn).map_err(failed)?)
    }

    /// The respondent's comments on the summary and the map; null without comments.
    pub fn member(&self) -> Result<JsValue, JsValue> {
        object(&self.review.member())
    }

    /// Every number of the study that `whatif` may change.
    pub fn keys(&self) -> Result<JsValue, JsValue> {
        object(&self.review.numbers())
    }

    /// The choices under changed values. `settings` is a JSON array of texts like `limits.max_turns=8`.
    pub fn whatif(&self, settings: &str) -> Result<JsValue, JsValue> {
        let settings: Vec<String> =
            serde_json::from_str(settings).map_err(|error| unreadable("the settings", &error))?;
        object(&self.review.what_if(&settings).map_err(failed)?)
    }

    /// The score by rules: a row without ids and times, with ceilings, measures and the score of each question.
    pub fn score(&self) -> Result<JsValue, JsValue> {
        let score = self.review.score();
        object(&ScoreObject {
            row: self.review.score_row(),
            ceilings: &score.ceilings,
            measures: &score.measures,
            questions: &score.questions,
        })
    }

    /// The synthesis, without a model.
    pub fn synthesis(&self) -> Result<JsValue, JsValue> {
        object(&self.review.synthesis())
    }

    /// The executive summary, at most four lines.
    pub fn summary(&self) -> Result<JsValue, JsValue> {
        object(&self.review.summary())
    }

    /// Turns with the words of a question, best first, at most 5: `{turn, share}`.
    pub fn search(&self, question: &str) -> Result<JsValue, JsValue> {
        object(&self.review.search(question))
    }

    /// The data quality: figures and flags, never a verdict.
    pub fn quality(&self) -> Result<JsValue, JsValue> {
        object(&self.review.quality())
    }

    /// The status of each element at the end.
    pub fn elements(&self) -> Result<JsValue, JsValue> {
        object(&self.review.elements())
    }

    /// A methods paragraph and a citation: `{paragraph, citation}`.
    pub fn methods(&self) -> Result<JsValue, JsValue> {
        object(&self.review.methods())
    }

    /// Costs of the model calls.
    pub fn costs(&self) -> Result<JsValue, JsValue> {
        object(&self.review.costs())
    }

    /// The session as a file, JSON text.
    pub fn session(&self) -> Result<String, JsValue> {
        json::write(self.review.session()).map_err(|error| unreadable("the session", &error))
    }

    /// The study in short: concept, methodology, language, models.
    pub fn study(&self) -> Result<JsValue, JsValue> {
        let study = &self.review.session().study;
        object(&StudyObject {
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

    /// The stage records of the file: stages, executions, interactions and scores.
    pub fn filed(&self) -> Result<JsValue, JsValue> {
        object(self.review.records())
    }
}

#[derive(Serialize)]
struct StudyObject<'a> {
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
struct ScoreObject<'a> {
    #[serde(flatten)]
    row: SessionScore,
    ceilings: &'a [Ceiling],
    measures: &'a Measures,
    questions: &'a QuestionScores,
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn failed(error: ReviewError) -> JsValue {
    thrown(error.code(), error.to_string())
}

fn thrown(code: &str, message: String) -> JsValue {
    object(&ErrorObject { code, message }).unwrap_or(JsValue::NULL)
}
