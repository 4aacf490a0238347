//! Words, sentences and likeness of texts.
