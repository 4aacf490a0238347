//! Reads the documents a study is made from: YAML files in, a checked [`crate::study::Study`] or every finding at once out.
