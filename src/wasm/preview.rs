//! The preview for authors: a study as its documents make it, and an interview in it that a persona has held up to a turn.

use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{Problem, documents, failed, object, parse, small, unreadable};
use crate::{
    documents::{self as shelf, Files},
    interview::Interview,
    simulation::{Bank, Respondent, hold_until},
};

/// Most turns an interview is held up to; a study of more turns is previewed to here.
const FURTHEST: u32 = 1000;

/// The documents of an author.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Preview {
    files: Files,
}

/// A persona to choose.
#[derive(Serialize)]
struct Offer {
    id: String,
    name: String,
    description: String,
    /// Languages it speaks.
    languages: Vec<String>,
}

#[wasm_bindgen]
impl Preview {
    /// `files` is a JSON object of names and texts, `studies/x.yaml` beside `concepts/…`.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &str) -> Result<Preview, JsValue> {
        Ok(Self { files: documents(files)? })
    }

    /// Names of the documents that are studies.
    pub fn studies(&self) -> Vec<String> {
        self.files.names().filter(|name| is_in("studies/", name)).map(str::to_owned).collect()
    }

    /// Ids of the policies a study can be asked with.
    pub fn policies(&self) -> Vec<String> {
        shelf::policy_ids(&self.files)
    }

    /// The personas that can be read, as an array of `{id, name, description, languages}`.
    pub fn personas(&self) -> Result<JsValue, JsValue> {
        let names = self.files.names().filter(|name| is_in("personas/", name));
        let personas = names.filter_map(|name| shelf::persona(&self.files, name).ok()).map(|persona| Offer {
            id: persona.id.to_string(),
            name: persona.name,
            description: persona.description,
            languages: persona.speech.keys().cloned().collect(),
        });
        object(&personas.collect::<Vec<_>>())
    }

    /// The text of `study.json` for a study's document. Throws every finding at once, as an array.
    pub fn study(&self, name: &str) -> Result<String, JsValue> {
        let study = shelf::study(&self.files, name).map_err(|findings| listed(&findings))?;
        serde_json::to_string(&study).map_err(|error| unreadable("the study", &error))
    }

    /// The text of `study.json` with another policy. Throws every finding at once, as an array.
    pub fn with_policy(&self, study: &str, policy: &str) -> Result<String, JsValue> {
        let study = shelf::with_policy(&self.files, &parse(study)?, policy).map_err(|findings| listed(&findings))?;
        serde_json::to_string(&study).map_err(|error| unreadable("the study", &error))
    }

    /// The session, as JSON text, in which this persona has answered every question before the one of `turn`; it ends
    /// earlier if the interview does. `study` is the text of `study.json`.
    pub fn session(&self, study: &str, persona: &str, turn: u32, seed: u32) -> Result<String, JsValue> {
        let refused = |message: String| small(&Problem { code: "preview", message }).unwrap_or(JsValue::NULL);
        let study = parse(study)?;
        let persona =
            shelf::persona(&self.files, &format!("personas/{persona}.yaml")).map_err(|findings| listed(&findings))?;
        let facts = shelf::facts(&self.files, &study).map_err(|findings| listed(&findings))?;
        let bank = Bank::of(&facts, &study.concept, &study.methodology);
        let mut respondent =
            Respondent::new(&persona, &bank, &study, u64::from(seed)).map_err(|mute| refused(mute.to_string()))?;
        let fresh = Interview::new(study.clone()).map_err(failed)?;
        let name = format!("preview-{}-{seed}", persona.id);
        let held = hold_until(fresh, &mut respondent, name, u64::from(seed), turn.min(FURTHEST)).map_err(failed)?;
        serde_json::to_string(&held.session()).map_err(|error| unreadable("the session", &error))
    }
}

/// Whether a document lies in this folder.
fn is_in(folder: &str, name: &str) -> bool {
    name.strip_prefix(folder).and_then(|rest| rest.strip_suffix(".yaml")).is_some_and(|id| !id.contains(['/', '.']))
}

fn listed(findings: &[crate::diagnostic::Diagnostic]) -> JsValue {
    object(&findings).unwrap_or(JsValue::NULL)
}
