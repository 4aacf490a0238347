//! What must hold in a persona: shares that add up, and something to say.

use super::{id, text};
use crate::{documents::part::Part, simulation::Persona};

/// Rules about a persona.
pub(in crate::documents) fn persona(persona: &Persona, part: &mut Part<'_>) {
    id(&persona.id, "id", part);
    text(&persona.name, "name", part);
    super::language(&persona.language, part);
    let shares = persona.response_patterns;
    let sum = u64::from(shares.detailed) + u64::from(shares.medium) + u64::from(shares.brief);
    if sum != 100 {
        let message = format!("the shares add up to {sum}, not to 100");
        part.refuse("out_of_range", "response_patterns", message, "they are percentages of all answers");
    }
    if persona.nothing_left.is_empty() {
        part.refuse("empty", "nothing_left", "there is nothing to say at the end", "add at least one sentence");
    }
    for (concept, lines) in &persona.lines {
        for (index, line) in lines.iter().enumerate() {
            let path = format!("lines.{concept}[{index}].says");
            if line.says.is_empty() {
                part.refuse("empty", &path, "this line says nothing", "add at least one sentence");
            }
            for (position, sentence) in line.says.iter().enumerate() {
                text(sentence, &format!("{path}[{position}]"), part);
            }
        }
    }
}
