//! What to write instead of a weight's key that names no signal.

use crate::{
    diagnostic::closest,
    methodology::FocusKind,
    signals::{ELEMENT, Kind, NODE, Signal, globals},
};

/// A signal and what may stand behind its name.
struct Known {
    name: &'static str,
    endings: Vec<&'static str>,
    /// Whether the name alone is a key.
    stands_alone: bool,
}

impl Known {
    fn of<View>(signal: &Signal<View>) -> Self {
        let (endings, stands_alone) = match &signal.kind {
            Kind::Number(..) => (vec!["low", "mid", "high"], true),
            Kind::Flag(_) => (vec!["true", "false"], true),
            Kind::Word(words, _) => (words.to_vec(), false),
        };
        Self { name: signal.name, endings, stands_alone }
    }

    fn keys(&self) -> impl Iterator<Item = String> {
        let alone = self.stands_alone.then(|| self.name.to_owned());
        alone.into_iter().chain(self.endings.iter().map(|ending| format!("{}.{ending}", self.name)))
    }
}

/// Signals a strategy of this focus can see.
fn visible(kind: FocusKind) -> Vec<Known> {
    let mut known: Vec<Known> = globals().map(Known::of).collect();
    match kind {
        FocusKind::Node => known.extend(NODE.iter().map(|signal| Known::of(signal))),
        FocusKind::Element => known.extend(ELEMENT.iter().map(|signal| Known::of(signal))),
        FocusKind::Global => {}
    }
    known
}

/// A hint for a key that names no signal, or no band of its kind.
pub(super) fn instead_of(key: &str, kind: FocusKind) -> String {
    let known = visible(kind);
    let named = known.iter().find(|signal| key == signal.name || key.strip_suffix(ending(key)) == Some(signal.name));
    if let Some(signal) = named {
        let endings: Vec<String> = signal.endings.iter().map(|ending| format!("`.{ending}`")).collect();
        let alone = if signal.stands_alone { " or stands alone" } else { "" };
        return format!("`{}` takes {}{alone}", signal.name, endings.join(", "));
    }
    let keys: Vec<String> = known.iter().flat_map(Known::keys).collect();
    match closest(key, keys.iter().map(String::as_str)) {
        Some(key) => format!("did you mean `{key}`?"),
        None => "keys start with `graph.`, `llm.`, `temporal.` or `meta.` and name a signal".to_owned(),
    }
}

/// The last part of a key with its dot.
fn ending(key: &str) -> &str {
    key.rfind('.').and_then(|dot| key.get(dot..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_close_to_a_known_one_is_suggested() {
        assert_eq!(instead_of("graph.maxdepth.low", FocusKind::Node), "did you mean `graph.max_depth.low`?");
        assert_eq!(instead_of("graph.node.exhasted", FocusKind::Node), "did you mean `graph.node.exhausted`?");
    }

    #[test]
    fn a_known_signal_with_an_unknown_band_names_its_bands() {
        let takes = "`graph.max_depth` takes `.low`, `.mid`, `.high` or stands alone";
        assert_eq!(instead_of("graph.max_depth.medium", FocusKind::Global), takes);
        assert!(instead_of("llm.response_depth", FocusKind::Node).contains("takes `.surface`, `.shallow`"));
    }
}
