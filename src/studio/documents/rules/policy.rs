//! Rules about a policy together with the methodology of a study: every strategy has questions.

use crate::{
    engine::{methodology::Methodology, policy::Policy},
    studio::documents::part::Part,
};

/// Checks that every strategy of the policy has a question for every kind of focus it can have.
pub(in crate::studio::documents) fn policy_can_ask(policy: &Policy, methodology: &Methodology, part: &mut Part<'_>) {
    let unworded = match policy {
        // The checks of the methodology and of the arbitration settings cover these.
        Policy::SignalPools(_) | Policy::Arbitration(_) => Vec::new(),
        Policy::TwoTier(config) => config.unworded(methodology),
    };
    for (strategy, kind) in unworded {
        let message =
            format!("no tactic of the strategy `{strategy}` of this policy has questions about {}", kind.in_words());
        let hint =
            format!("add questions under `{}` to one of its tactics, in the policy or in the methodology", kind.key());
        part.refuse("no_questions", "policy", message, &hint);
    }
}
