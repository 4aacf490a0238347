//! OpenAI: the dialect the others are measured by.

use super::{
    Dialect, Wire,
    chat::{Grammar, Quirks},
    request::KeyPlace,
};

pub(super) const DIALECT: Dialect = Dialect {
    base_url: "https://api.openai.com/v1",
    key: KeyPlace::BEARER,
    wire: Wire::Chat(Quirks {
        takes_strict: true,
        can_forget: true,
        can_single_tool: true,
        cuts_silently: false,
        grammar: Grammar::None,
    }),
};
