//! The server of llama.cpp: a schema may also go into a field of its own, which some builds need.

use super::{
    Dialect, Wire,
    chat::{Grammar, Quirks},
    request::KeyPlace,
};

pub(super) const DIALECT: Dialect = Dialect {
    base_url: "http://127.0.0.1:8080/v1",
    key: KeyPlace::BEARER,
    wire: Wire::Chat(Quirks {
        takes_strict: false,
        can_forget: false,
        can_single_tool: false,
        cuts_silently: false,
        grammar: Grammar::JsonSchema,
    }),
};
