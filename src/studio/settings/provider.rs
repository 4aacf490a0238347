//! The providers of models: one table row each, with the address and the wire format.

use serde::{Deserialize, Serialize};

/// A wire format.
#[derive(Clone, Copy, Debug)]
pub(in crate::studio) enum WireFormat {
    /// Anthropic's messages.
    Messages,
    /// OpenAI's chat completions, with the provider's differences.
    Chat(ChatDialect),
}

/// What a provider accepts beside the common part of OpenAI's chat completions.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one flag for each optional field")]
pub(in crate::studio) struct ChatDialect {
    /// `strict` in tools and schemas.
    pub(in crate::studio) strict: bool,
    /// `store: false`.
    pub(in crate::studio) store: bool,
    /// `parallel_tool_calls: false`.
    pub(in crate::studio) single_tool: bool,
    /// The server truncates a prompt that is too long, without an error.
    pub(in crate::studio) truncates_silently: bool,
    /// The server's own field for a schema.
    pub(in crate::studio) grammar: Option<GrammarField>,
}

/// A server's own field for a schema.
#[derive(Clone, Copy, Debug)]
pub(in crate::studio) enum GrammarField {
    /// `json_schema`, never beside `response_format`.
    JsonSchema,
    /// `structured_outputs: {json: …}`, since vLLM 0.12.
    StructuredOutputs,
}

/// Chat completions without any optional field.
const PLAIN: ChatDialect =
    ChatDialect { strict: false, store: false, single_tool: false, truncates_silently: false, grammar: None };

/// Defines the kinds of providers: variant, id, default address without a final slash, wire format.
macro_rules! providers {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $id:literal, $url:literal, $format:expr; )+) => {
        /// The API that a provider implements.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        pub enum ProviderKind {
            $( $(#[doc = $doc])+ #[serde(rename = $id)] $variant, )+
        }

        impl ProviderKind {
            /// Every kind, in order.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Id in files: `anthropic`.
            pub fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            /// Description in one sentence.
            pub fn doc(self) -> &'static str {
                match self { $( Self::$variant => concat!($($doc),+), )+ }
            }

            /// Default address, without a final slash.
            pub fn base_url(self) -> &'static str {
                match self { $( Self::$variant => $url, )+ }
            }

            pub(in crate::studio) fn format(self) -> WireFormat {
                match self { $( Self::$variant => $format, )+ }
            }
        }
    };
}

providers! {
    /// Anthropic's messages API, and compatible servers.
    Anthropic = "anthropic", "https://api.anthropic.com", WireFormat::Messages;
    /// OpenAI's chat completions API, and compatible servers.
    OpenAi = "openai", "https://api.openai.com/v1",
        WireFormat::Chat(ChatDialect { strict: true, store: true, single_tool: true, ..PLAIN });
    /// Moonshot's Kimi models.
    Moonshot = "moonshot", "https://api.moonshot.ai/v1", WireFormat::Chat(PLAIN);
    /// DeepSeek's models.
    DeepSeek = "deepseek", "https://api.deepseek.com", WireFormat::Chat(PLAIN);
    /// Ollama, on your own computer.
    Ollama = "ollama", "http://localhost:11434/v1",
        WireFormat::Chat(ChatDialect { truncates_silently: true, ..PLAIN });
    /// The server of llama.cpp, on your own computer.
    LlamaCpp = "llama_cpp", "http://127.0.0.1:8080/v1",
        WireFormat::Chat(ChatDialect { grammar: Some(GrammarField::JsonSchema), ..PLAIN });
    /// vLLM, on your own servers.
    Vllm = "vllm", "http://127.0.0.1:8000/v1",
        WireFormat::Chat(ChatDialect { single_tool: true, grammar: Some(GrammarField::StructuredOutputs), ..PLAIN });
}

impl ProviderKind {
    /// Whether it can restrict output to JSON without a schema.
    pub fn has_object_mode(self) -> bool {
        matches!(self.format(), WireFormat::Chat(_))
    }

    /// Whether it has a field of its own for a schema.
    pub fn has_grammar(self) -> bool {
        matches!(self.format(), WireFormat::Chat(ChatDialect { grammar: Some(_), .. }))
    }
}

/// A provider of models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// The API it implements.
    pub kind: ProviderKind,
    /// Address above its paths. Default: the provider's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// Environment variable that overrides the address. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url_env: Option<String>,
    /// Environment variable that holds the key. Default none: the server needs no key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
}

impl Provider {
    /// The address above its paths, without a final slash. `env` reads an environment variable.
    pub fn address(&self, env: impl Fn(&str) -> Option<String>) -> String {
        let configured = || self.base_url.clone().unwrap_or_else(|| self.kind.base_url().to_owned());
        let from_env = self.base_url_env.as_deref().and_then(env).filter(|address| !address.trim().is_empty());
        from_env.unwrap_or_else(configured).trim().trim_end_matches('/').to_owned()
    }

    /// Whether it needs no key, or its key is set. `env` reads an environment variable.
    pub fn is_usable(&self, env: impl Fn(&str) -> Option<String>) -> bool {
        self.key_env.as_deref().is_none_or(|name| env(name).is_some_and(|key| !key.trim().is_empty()))
    }
}
