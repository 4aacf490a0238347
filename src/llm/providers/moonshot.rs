//! Moonshot's Kimi: tools take no `strict`, balance trouble comes as 403, overload as 429.

use super::{
    Dialect, Wire,
    chat::{Grammar, Quirks},
    request::KeyPlace,
};

pub(super) const DIALECT: Dialect = Dialect {
    base_url: "https://api.moonshot.ai/v1",
    key: KeyPlace::BEARER,
    wire: Wire::Chat(Quirks {
        takes_strict: false,
        can_forget: false,
        can_single_tool: false,
        cuts_silently: false,
        grammar: Grammar::None,
    }),
};
