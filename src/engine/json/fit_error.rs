//! Why a JSON value does not fit a type.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

/// A value does not fit a type. The messages are those of `serde_json`, without its code for printing numbers.
#[derive(Debug)]
pub struct FitError(Box<str>);

impl FitError {
    #[cold]
    fn of(message: &dyn fmt::Display) -> Self {
        Self(message.to_string().into())
    }
}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FitError {}

impl de::Error for FitError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::of(&message)
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of(&format_args!("invalid type: {}, expected {expected}", Found(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of(&format_args!("invalid value: {}, expected {expected}", Found(found)))
    }
}

impl From<FitError> for serde_json::Error {
    fn from(error: FitError) -> Self {
        de::Error::custom(error)
    }
}

/// What was found, in the words of serde.
struct Found<'a>(Unexpected<'a>);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Unexpected::Bool(flag) => write!(f, "boolean `{flag}`"),
            Unexpected::Unsigned(number) => write!(f, "integer `{number}`"),
            Unexpected::Signed(number) => write!(f, "integer `{number}`"),
            Unexpected::Float(number) => {
                write!(f, "floating point `{}`", zmij::Buffer::new().format(number))
            }
            Unexpected::Str(text) => write!(f, "string {text:?}"),
            Unexpected::Unit => f.write_str("null"),
            Unexpected::Seq => f.write_str("sequence"),
            Unexpected::Map => f.write_str("map"),
            Unexpected::UnitVariant => f.write_str("unit variant"),
            _ => f.write_str("value"),
        }
    }
}
