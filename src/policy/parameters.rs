//! Parameters of gates and scorers: their fields, documented once for readers of the code, the linter and the console.

/// A parameter as the linter, the console and the README show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its key.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Unit and range.
    pub range: &'static str,
}

/// A gate or scorer as the linter, the console and the README show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its id.
    pub id: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Its parameters, in order.
    pub parameters: &'static [Parameter],
    /// Their defaults.
    pub defaults: serde_json::Value,
}

/// Defines a gate or scorer: a struct whose fields are its parameters, with their ranges and defaults.
macro_rules! parameters {
    (
        $(#[doc = $about:literal])+
        $name:ident {
            $( $(#[doc = $doc:literal])+ $field:ident: $type:ty = $default:expr, $range:literal; )*
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $( $(#[doc = $doc])+ #[doc = concat!("Range: ", $range, ". Default: `", stringify!($default), "`.")] pub $field: $type, )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $( $field: $default, )* }
            }
        }

        impl $name {
            /// What it does, for readers who never see the code.
            pub(crate) const ABOUT: &'static str = concat!($($about),+);
            /// Its parameters, in order.
            pub(crate) const PARAMETERS: &'static [crate::policy::parameters::Parameter] = &[
                $( crate::policy::parameters::Parameter {
                    name: stringify!($field), doc: concat!($($doc),+), range: $range,
                }, )*
            ];
        }
    };
}

/// Writes the registry of gates or scorers: the enum, names, reading of parameters, catalogue.
macro_rules! registry {
    ($(#[doc = $about:literal])+ $registry:ident { $( $id:literal => $module:ident::$name:ident, )+ }) => {
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

            /// Reads one by id, with the parameters that differ from the default.
            ///
            /// # Errors
            /// Says which id is unknown, or which parameter is unknown or of another type.
            pub fn read(id: &str, parameters: serde_json::Value) -> Result<Self, String> {
                match id {
                    $( $id => crate::json::read_value(parameters).map(Self::$name).map_err(|error| format!("`{}`: {error}", $id)), )+
                    unknown => Err(format!("`{unknown}` is unknown; known are {}", [$($id),+].join(", "))),
                }
            }

            /// Its parameters, all of them.
            pub fn parameters(&self) -> serde_json::Value {
                match self {
                    $( Self::$name(entry) => crate::json::value(entry).unwrap_or_default(), )+
                }
            }

            /// Everything there is, for the linter, the console and the README.
            pub fn catalogue() -> Vec<crate::policy::parameters::Entry> {
                vec![ $( crate::policy::parameters::Entry {
                    id: $id,
                    doc: $module::$name::ABOUT,
                    parameters: $module::$name::PARAMETERS,
                    defaults: Self::$name($module::$name::default()).parameters(),
                }, )+ ]
            }

            /// Everything there is, each with the form of its parameters.
            #[cfg(not(target_arch = "wasm32"))]
            fn forms(
                generator: &mut schemars::SchemaGenerator,
            ) -> Vec<(crate::policy::parameters::Entry, schemars::Schema)> {
                let parameters = [ $( <$module::$name as schemars::JsonSchema>::json_schema(generator), )+ ];
                Self::catalogue().into_iter().zip(parameters).collect()
            }
        }
    };
}

pub(crate) use {parameters, registry};
