//! The preset `matrix`: values of keys that a configuration leaves out.
//!
//! Used only where documents are read. A resolved study has every key.

use serde::de::DeserializeOwned;

/// The value given, or that of the preset.
#[cfg(feature = "studio")]
pub(super) fn given_or<T: DeserializeOwned>(given: Option<T>, key: &str) -> Result<T, String> {
    given.map_or_else(
        || crate::engine::json::read_value(matrix(key)).map_err(|error| format!("preset `matrix`: {error}")),
        Ok,
    )
}

/// The value given. A resolved study has all values.
#[cfg(not(feature = "studio"))]
pub(super) fn given_or<T: DeserializeOwned>(given: Option<T>, key: &str) -> Result<T, String> {
    given.ok_or_else(|| format!("`{key}` is missing; resolve the study before it is loaded"))
}

/// A key of the preset as written.
#[cfg(feature = "studio")]
pub(super) fn matrix(key: &str) -> serde_json::Value {
    static MATRIX: std::sync::LazyLock<serde_json::Value> = std::sync::LazyLock::new(|| {
        serde_yaml::from_str(include_str!("../../../../config/policies/two_tier.yaml")).unwrap_or_default()
    });
    let mut value = MATRIX.get(key).cloned().unwrap_or_default();
    // The preset has questions in English. Those of another language come with the documents of a study.
    for tactic in value.as_array_mut().into_iter().flatten() {
        if let Some(english) = tactic.pointer("/questions/en").cloned() {
            tactic["questions"] = english;
        }
    }
    value
}

#[cfg(all(test, feature = "studio"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use crate::engine::policy::two_tier::TwoTierConfig;

    #[test]
    fn an_empty_configuration_is_the_shipped_one() {
        let empty: TwoTierConfig = serde_json::from_str("{}").unwrap();
        let mut shipped: serde_json::Value =
            serde_yaml::from_str(include_str!("../../../../config/policies/two_tier.yaml")).unwrap();
        shipped.as_object_mut().unwrap().remove("policy");
        shipped.as_object_mut().unwrap().remove("tactics");
        let shipped: TwoTierConfig = serde_json::from_value(shipped).unwrap();
        assert_eq!(empty, shipped);
        assert_eq!(shipped.strategies.len(), 9);
        let written = serde_json::to_string(&shipped).unwrap();
        assert_eq!(serde_json::from_str::<TwoTierConfig>(&written).unwrap(), shipped);
    }
}
