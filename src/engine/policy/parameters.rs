//! Parameters of gates and scorers. One definition gives the struct, its defaults, its schema and its catalogue entry.
//!
//! The linter, the documentation, the schema and the console read the catalogue.

use super::Label;

/// A parameter of a gate or scorer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Key in a policy file.
    pub name: &'static str,
    /// Effect of the parameter.
    pub doc: &'static str,
    /// Unit of the value.
    pub unit: &'static str,
    /// Least and greatest value, both included. None for words and flags.
    pub limits: Option<(f64, f64)>,
}

impl Parameter {
    /// Unit and range: `cosine, 0–1`.
    pub fn range(&self) -> String {
        match self.limits {
            None => self.unit.to_owned(),
            Some((low, high)) if high.is_infinite() => format!("{}, ≥ {low}", self.unit),
            Some((low, high)) => format!("{}, {low}–{high}", self.unit),
        }
    }
}

/// A gate or scorer with its parameters.
#[derive(Clone, Copy, Debug)]
pub struct CatalogueEntry {
    /// Id in a policy file.
    pub id: &'static str,
    /// Effect of the gate or scorer.
    pub doc: &'static str,
    /// Name on the page.
    pub label: Label,
    /// Parameters, in order.
    pub parameters: &'static [Parameter],
    defaults: fn() -> serde_json::Value,
}

impl CatalogueEntry {
    /// An entry; `defaults` writes the struct with its defaults.
    pub(crate) const fn new(
        (id, doc): (&'static str, &'static str),
        label: Label,
        parameters: &'static [Parameter],
        defaults: fn() -> serde_json::Value,
    ) -> Self {
        Self { id, doc, label, parameters, defaults }
    }

    /// Default of each parameter, by name.
    pub fn defaults(&self) -> serde_json::Value {
        (self.defaults)()
    }
}

/// Defines a gate or scorer as a struct. Each field is a parameter: type, default, unit, range.
///
/// `#[label(name)]` is the name on the page, `#[label(name, reason)]` adds the clause after "because".
macro_rules! parameters {
    (
        $(#[doc = $about:literal])+
        #[label($label:literal $(, $reason:literal)?)]
        $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $field:ident: $type:ty = $default:expr, $unit:literal
                $(, $low:literal to $high:literal)? $(, at least $least:literal)?;
            )*
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $(
                $(#[doc = $doc])+
                #[doc = concat!(
                    "Unit: ", $unit, $(", ", $low, " to ", $high,)? $(", at least ", $least,)?
                    ". Default: `", stringify!($default), "`."
                )]
                pub $field: $type,
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $( $field: $default, )* }
            }
        }

        impl $name {
            /// Its label on the page. A constant, so that the page's engine need not contain the catalogue.
            pub(crate) const LABEL: crate::engine::policy::Label = crate::engine::policy::Label {
                name: $label,
                reason: crate::engine::policy::parameters::reason!($($reason)?),
            };

            /// Its entry in the catalogue.
            pub(crate) fn entry(id: &'static str) -> crate::engine::policy::parameters::CatalogueEntry {
                use crate::engine::{json, policy::parameters::{CatalogueEntry, Parameter, limits}};
                const PARAMETERS: &[Parameter] = &[$( Parameter {
                    name: stringify!($field),
                    doc: concat!($($doc),+),
                    unit: $unit,
                    limits: limits!($($low to $high)? $(at least $least)?),
                }, )*];
                CatalogueEntry::new((id, concat!($($about),+)), Self::LABEL, PARAMETERS, || {
                    json::value(&Self::default()).unwrap_or_default()
                })
            }
        }
    };
}

/// The reason of a label, if it has one.
macro_rules! reason {
    () => {
        None
    };
    ($reason:literal) => {
        Some($reason)
    };
}

/// Limits of a parameter as numbers.
macro_rules! limits {
    () => {
        None
    };
    ($low:literal to $high:literal) => {
        Some(($low as f64, $high as f64))
    };
    (at least $least:literal) => {
        Some(($least as f64, f64::INFINITY))
    };
}

/// Writes the registry of gates or scorers: an enum with one variant each, and access to all of them as `dyn $rule`.
macro_rules! registry {
    ($(#[doc = $about:literal])+ $registry:ident: $rule:ident { $( $id:literal => $module:ident::$name:ident, )+ }) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq)]
        pub enum $registry {
            $( #[doc = concat!("`", $id, "`.")] $name($module::$name), )+
        }

        impl $registry {
            /// Its id.
            pub fn id(&self) -> &'static str {
                match self {
                    $( Self::$name(_) => $id, )+
                }
            }

            /// Reads the parameters of `id`. Absent parameters keep their default.
            ///
            /// # Errors
            /// Names an unknown id, an unknown parameter or a parameter of another type.
            pub fn read(id: &str, parameters: serde_json::Value) -> Result<Self, String> {
                use crate::engine::json::read_value;
                match id {
                    $( $id => read_value(parameters).map(Self::$name).map_err(|error| format!("`{}`: {error}", $id)), )+
                    unknown => Err(format!("`{unknown}` is unknown; known are {}", [$($id),+].join(", "))),
                }
            }

            /// All parameters with their values.
            pub fn parameters(&self) -> serde_json::Map<String, serde_json::Value> {
                let parameters = match self {
                    $( Self::$name(entry) => crate::engine::json::value(entry), )+
                };
                parameters.ok().and_then(|value| value.as_object().cloned()).unwrap_or_default()
            }

            /// The label of `id` on the page.
            pub fn label(id: &str) -> Option<crate::engine::policy::Label> {
                match id {
                    $( $id => Some($module::$name::LABEL), )+
                    _ => None,
                }
            }

            /// The catalogue: every entry of the registry, in order.
            pub fn catalogue() -> Vec<crate::engine::policy::parameters::CatalogueEntry> {
                vec![ $( $module::$name::entry($id), )+ ]
            }

            fn rule(&self) -> &dyn $rule {
                match self {
                    $( Self::$name(rule) => rule, )+
                }
            }

            /// The catalogue with the schema of each entry's parameters.
            #[cfg(not(target_arch = "wasm32"))]
            fn schemas(
                generator: &mut schemars::SchemaGenerator,
            ) -> Vec<(crate::engine::policy::parameters::CatalogueEntry, schemars::Schema)> {
                let parameters = [ $( <$module::$name as schemars::JsonSchema>::json_schema(generator), )+ ];
                Self::catalogue().into_iter().zip(parameters).collect()
            }
        }
    };
}

pub(crate) use {limits, parameters, reason, registry};

/// The schema of a list entry `{id, enabled, params}`, one shape for each id.
///
/// `common` holds parameters of every shape, `beside` holds keys beside `params`.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn one_of(
    entries: Vec<(CatalogueEntry, schemars::Schema)>,
    common: &serde_json::Value,
    beside: &serde_json::Value,
) -> schemars::Schema {
    use serde_json::{Map, Value, json};
    fn extend(table: Option<&mut Map<String, Value>>, with: &Value) {
        if let (Some(table), Some(with)) = (table, with.as_object()) {
            table.extend(with.clone());
        }
    }
    let shape = |(entry, params): (CatalogueEntry, schemars::Schema)| {
        let mut params = params.to_value();
        extend(params.get_mut("properties").and_then(Value::as_object_mut), common);
        if let Some(params) = params.as_object_mut() {
            params.remove("description");
        }
        let mut properties = json!({
            "id": {"const": entry.id, "description": entry.doc},
            "enabled": {"type": "boolean", "default": true, "description": "Whether the study uses it."},
            "params": params,
        });
        extend(properties.as_object_mut(), beside);
        json!({
            "type": "object",
            "description": entry.doc,
            "properties": properties,
            "required": ["id"],
            "additionalProperties": false,
        })
    };
    let mut schema = schemars::Schema::default();
    schema.insert("oneOf".to_owned(), entries.into_iter().map(shape).collect::<Vec<Value>>().into());
    schema
}
