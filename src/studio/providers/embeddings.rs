//! Embeddings in OpenAI's format.

use serde_json::{Value, json};

use super::reply::PartialReply;
use crate::studio::settings::ModelRecord;

pub(super) const PATH: &str = "/embeddings";

/// The body of a request. It does not ask for dimensions: few servers accept the field.
pub(super) fn body(texts: &[String], record: &ModelRecord) -> Value {
    json!({"model": record.model, "input": texts, "encoding_format": "float"})
}

/// Reads the vectors in the order of the texts. Returns false if their number or length is wrong.
pub(super) fn read(body: &Value, texts: usize, dimensions: u32, reply: &mut PartialReply) -> bool {
    let entries = body.get("data").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut vectors: Vec<Vec<f32>> = vec![Vec::new(); texts];
    for (position, entry) in entries.iter().enumerate() {
        let index = entry.get("index").and_then(Value::as_u64).and_then(|index| usize::try_from(index).ok());
        let Some(vector) = vectors.get_mut(index.unwrap_or(position)) else { return false };
        let numbers = entry.get("embedding").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        #[expect(clippy::cast_possible_truncation, reason = "vectors have single precision")]
        vector.extend(numbers.iter().filter_map(Value::as_f64).map(|number| number as f32));
    }
    let is_complete =
        entries.len() == texts && vectors.iter().all(|vector| u32::try_from(vector.len()) == Ok(dimensions));
    if is_complete {
        reply.vectors = vectors;
    }
    is_complete
}
