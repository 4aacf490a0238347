//! The preview for authors: a study from its documents, and an interview of a persona up to a turn.

use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{ErrorObject, documents, failed, object, parse, small, unreadable};
use crate::{
    engine::interview::Interview,
    engine::json,
    studio::{
        documents as shelf,
        documents::Files,
        personas::FactBank,
        simulation::{SimulatedRespondent, run_interview_until},
    },
};

/// Most turns of a preview.
const FURTHEST: u32 = 1000;

/// The documents of an author.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Preview {
    files: Files,
}

/// A persona in a list.
#[derive(Serialize)]
struct PersonaOption {
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

    /// The readable personas, as an array of `{id, name, description, languages}`.
    pub fn personas(&self) -> Result<JsValue, JsValue> {
        let names = self.files.names().filter(|name| is_in("personas/", name));
        let personas = names.filter_map(|name| shelf::persona(&self.files, name).ok()).map(|persona| PersonaOption {
            id: persona.id.to_string(),
            name: persona.name,
            description: persona.description,
            languages: persona.speech.keys().cloned().collect(),
        });
        object(&personas.collect::<Vec<_>>())
    }

    /// The text of `study.json` for a study's document. Throws all findings, as an array.
    pub fn study(&self, name: &str) -> Result<String, JsValue> {
        let study = shelf::study(&self.files, name).map_err(|findings| listed(&findings))?;
        json::write(&study).map_err(|error| unreadable("the study", &error))
    }

    /// The text of `study.json` with another policy. Throws all findings, as an array.
    pub fn with_policy(&self, study: &str, policy: &str) -> Result<String, JsValue> {
        let study = shelf::with_policy(&self.files, &parse(study)?, policy).map_err(|findings| listed(&findings))?;
        json::write(&study).map_err(|error| unreadable("the study", &error))
    }

    /// The session, as JSON text, with this persona's answers up to the question of `turn`, or to the end of the interview. `study` is the text of `study.json`.
    pub fn session(&self, study: &str, persona: &str, turn: u32, seed: u32) -> Result<String, JsValue> {
        let refused = |message: String| small(&ErrorObject { code: "preview", message }).unwrap_or(JsValue::NULL);
        let study = parse(study)?;
        let persona =
            shelf::persona(&self.files, &format!("personas/{persona}.yaml")).map_err(|findings| listed(&findings))?;
        let facts = shelf::facts(&self.files, &study).map_err(|findings| listed(&findings))?;
        let bank = FactBank::of(&facts, &study.concept, &study.methodology);
        let mut respondent = SimulatedRespondent::new(&persona, &bank, &study, u64::from(seed))
            .map_err(|mute| refused(mute.to_string()))?;
        let fresh = Interview::new(study.clone()).map_err(failed)?;
        let name = format!("preview-{}-{seed}", persona.id);
        let held =
            run_interview_until(fresh, &mut respondent, name, u64::from(seed), turn.min(FURTHEST)).map_err(failed)?;
        json::write(&held.session()).map_err(|error| unreadable("the session", &error))
    }
}

/// Whether a document lies in this folder.
fn is_in(folder: &str, name: &str) -> bool {
    name.strip_prefix(folder).and_then(|rest| rest.strip_suffix(".yaml")).is_some_and(|id| !id.contains(['/', '.']))
}

fn listed(findings: &[crate::engine::diagnostic::Diagnostic]) -> JsValue {
    object(&findings).unwrap_or(JsValue::NULL)
}
