//! vLLM: since 0.12 a schema may also go into `structured_outputs`.

use super::{
    Dialect, Wire,
    chat::{Grammar, Quirks},
    request::KeyPlace,
};

pub(super) const DIALECT: Dialect = Dialect {
    base_url: "http://127.0.0.1:8000/v1",
    key: KeyPlace::BEARER,
    wire: Wire::Chat(Quirks {
        takes_strict: false,
        can_forget: false,
        can_single_tool: true,
        cuts_silently: false,
        grammar: Grammar::StructuredOutputs,
    }),
};
