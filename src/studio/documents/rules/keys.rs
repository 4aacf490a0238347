//! Hints for weight keys that name no signal.

use crate::engine::{
    diagnostic::closest_name,
    methodology::FocusKind,
    signals::{ELEMENT, NODE, Signal, SignalKind, globals},
};

/// A signal with the endings of its keys.
struct SignalKeys {
    name: &'static str,
    endings: Vec<&'static str>,
    /// Whether the name is also a key without ending.
    is_key: bool,
}

impl SignalKeys {
    fn of<View>(signal: &Signal<View>) -> Self {
        let (endings, is_key) = match &signal.kind {
            SignalKind::Number(..) => (vec!["low", "mid", "high"], true),
            SignalKind::Flag(_) => (vec!["true", "false"], true),
            SignalKind::Word(words, _) => (words.to_vec(), false),
        };
        Self { name: signal.name, endings, is_key }
    }

    fn keys(&self) -> impl Iterator<Item = String> {
        let alone = self.is_key.then(|| self.name.to_owned());
        alone.into_iter().chain(self.endings.iter().map(|ending| format!("{}.{ending}", self.name)))
    }
}

/// Returns the signals that a strategy with this kind of focus can use.
fn visible(kind: FocusKind) -> Vec<SignalKeys> {
    let mut known: Vec<SignalKeys> = globals().map(SignalKeys::of).collect();
    match kind {
        FocusKind::Node => known.extend(NODE.iter().map(SignalKeys::of)),
        FocusKind::Element => known.extend(ELEMENT.iter().map(SignalKeys::of)),
        FocusKind::Global => {}
    }
    known
}

/// Returns the hint for a key that names no signal or no band.
pub(super) fn instead_of(key: &str, kind: FocusKind) -> String {
    let known = visible(kind);
    let named = known.iter().find(|signal| key == signal.name || key.strip_suffix(ending(key)) == Some(signal.name));
    if let Some(signal) = named {
        let endings: Vec<String> = signal.endings.iter().map(|ending| format!("`.{ending}`")).collect();
        let alone = if signal.is_key { " or no ending" } else { "" };
        return format!("`{}` takes {}{alone}", signal.name, endings.join(", "));
    }
    let keys: Vec<String> = known.iter().flat_map(SignalKeys::keys).collect();
    match closest_name(key, keys.iter().map(String::as_str)) {
        Some(key) => format!("did you mean `{key}`?"),
        None => "keys start with `graph.`, `llm.`, `temporal.` or `meta.` and name a signal".to_owned(),
    }
}

/// Returns the last part of a key, with its dot.
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
        let takes = "`graph.max_depth` takes `.low`, `.mid`, `.high` or no ending";
        assert_eq!(instead_of("graph.max_depth.medium", FocusKind::Global), takes);
        assert!(instead_of("llm.response_depth", FocusKind::Node).contains("takes `.surface`, `.shallow`"));
    }
}
