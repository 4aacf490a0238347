//! Embeddings, as OpenAI and most who speak its dialect have them.

use serde_json::{Value, json};

use super::gather::Gathered;
use crate::llm::settings::ModelRecord;

pub(super) const PATH: &str = "/embeddings";

/// The body of a request. Dimensions are checked, not asked for: few servers take the field.
pub(super) fn body(texts: &[String], record: &ModelRecord) -> Value {
    json!({"model": record.model, "input": texts, "encoding_format": "float"})
}

/// The vectors of a reply, in the order of the texts. False if they are not as many, or not as long, as expected.
pub(super) fn read(body: &Value, texts: usize, dimensions: u32, gathered: &mut Gathered) -> bool {
    let entries = body.get("data").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut vectors: Vec<Vec<f32>> = vec![Vec::new(); texts];
    for (position, entry) in entries.iter().enumerate() {
        let index = entry.get("index").and_then(Value::as_u64).and_then(|index| usize::try_from(index).ok());
        let Some(place) = vectors.get_mut(index.unwrap_or(position)) else { return false };
        let numbers = entry.get("embedding").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        #[expect(clippy::cast_possible_truncation, reason = "vectors are of single precision")]
        place.extend(numbers.iter().filter_map(Value::as_f64).map(|number| number as f32));
    }
    let is_whole = entries.len() == texts && vectors.iter().all(|vector| u32::try_from(vector.len()) == Ok(dimensions));
    if is_whole {
        gathered.vectors = vectors;
    }
    is_whole
}
