//! Named readings of the graph, the last answer and the course of the interview, with what each tells.

mod value;

pub use self::value::Value;
