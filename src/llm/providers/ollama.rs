//! Ollama: cuts prompts beyond its context without a word, so the tokens it read are held against our estimate.

use super::{
    Dialect, Wire,
    chat::{Grammar, Quirks},
    request::KeyPlace,
};

pub(super) const DIALECT: Dialect = Dialect {
    base_url: "http://localhost:11434/v1",
    key: KeyPlace::BEARER,
    wire: Wire::Chat(Quirks {
        takes_strict: false,
        can_forget: false,
        can_single_tool: false,
        cuts_silently: true,
        grammar: Grammar::None,
    }),
};
