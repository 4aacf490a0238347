//! Providers of models: how a request is written for each, and how its reply, stream or error is read. No network here.
//!
//! ```text
//! Ask + ModelRecord → encode → WireRequest ⇒ (somebody sends it) ⇒ head, push, push, … → Decoder → Decoded | Failed
//! ```
//!
//! A provider is one file with its [`Dialect`] and one line in the registry below. Invariant: no key passes through here;
//! a request says where one belongs, and whoever sends it puts it there.

mod anthropic;
mod chat;
mod decode;
mod deepseek;
mod embeddings;
mod errors;
mod gather;
mod json;
mod listing;
mod llama_cpp;
mod loops;
mod moonshot;
mod ollama;
mod openai;
mod request;
mod sse;
mod vllm;

use serde::{Deserialize, Serialize};

use self::{chat::Quirks, request::KeyPlace};
pub use self::{
    decode::{Decoder, Event, Head},
    errors::{Failed, Field},
    gather::Decoded,
    listing::{Unlisted, listing_request, read_listing, unlisted},
    request::{Ask, Credential, Delivery, Dropped, Method, Refusal, WireRequest, encode, estimate},
};

/// What is particular to a provider.
#[derive(Clone, Copy, Debug)]
struct Dialect {
    /// Address its paths stand below, without a slash at the end.
    base_url: &'static str,
    /// Where the key goes.
    key: KeyPlace,
    /// The wire format.
    wire: Wire,
}

/// The wire formats there are.
#[derive(Clone, Copy, Debug)]
enum Wire {
    /// Anthropic's messages.
    Messages,
    /// OpenAI's chat completions, which most others speak with differences.
    Chat(Quirks),
}

/// Writes the registry: the kinds of providers with their words and dialects.
macro_rules! providers {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $id:literal => $module:ident; )+) => {
        /// Whose wire format a provider speaks. A new one is a file and a line here.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        pub enum Kind {
            $( $(#[doc = $doc])+ #[serde(rename = $id)] $variant, )+
        }

        impl Kind {
            /// Every kind, in order.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Its word: `anthropic`.
            pub fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            /// What it is, one sentence.
            pub fn doc(self) -> &'static str {
                match self { $( Self::$variant => concat!($($doc),+), )+ }
            }

            fn dialect(self) -> Dialect {
                match self { $( Self::$variant => $module::DIALECT, )+ }
            }
        }
    };
}

providers! {
    /// Anthropic's messages, and whoever else speaks them.
    Anthropic = "anthropic" => anthropic;
    /// OpenAI's chat completions, and whoever speaks them without differences.
    OpenAi = "openai" => openai;
    /// Moonshot's Kimi models.
    Moonshot = "moonshot" => moonshot;
    /// DeepSeek's models.
    DeepSeek = "deepseek" => deepseek;
    /// Ollama, on a computer of one's own.
    Ollama = "ollama" => ollama;
    /// The server of llama.cpp, on a computer of one's own.
    LlamaCpp = "llama_cpp" => llama_cpp;
    /// vLLM, on servers of one's own.
    Vllm = "vllm" => vllm;
}

impl Kind {
    /// The provider's own address, without a slash at the end.
    pub fn base_url(self) -> &'static str {
        self.dialect().base_url
    }

    /// Whether it holds a model to plain JSON without a schema.
    pub fn has_object_mode(self) -> bool {
        matches!(self.dialect().wire, Wire::Chat(_))
    }

    /// Whether it has a field of its own that holds a model to a schema.
    pub fn has_grammar(self) -> bool {
        match self.dialect().wire {
            Wire::Messages => false,
            Wire::Chat(quirks) => quirks.has_grammar(),
        }
    }
}
