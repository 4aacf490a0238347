//! DeepSeek: JSON without a schema, now and then empty; under load it holds the line open with comments.

use super::{
    Dialect, Wire,
    chat::{Grammar, Quirks},
    request::KeyPlace,
};

pub(super) const DIALECT: Dialect = Dialect {
    base_url: "https://api.deepseek.com",
    key: KeyPlace::BEARER,
    wire: Wire::Chat(Quirks {
        takes_strict: false,
        can_forget: false,
        can_single_tool: false,
        cuts_silently: false,
        grammar: Grammar::None,
    }),
};
