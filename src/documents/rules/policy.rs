//! What must hold between a policy and the methodology of a study: whatever is chosen can be asked.

use crate::{documents::part::Part, methodology::Methodology, policy::Policy};

/// Every strategy of the policy has a question for everything it can be about.
pub(in crate::documents) fn policy_can_ask(policy: &Policy, methodology: &Methodology, part: &mut Part<'_>) {
    let unasked = match policy {
        // The methodology's own strategies are checked with it, arbitration's own tactics as its settings are read.
        Policy::SignalPools(_) | Policy::Arbitration(_) => Vec::new(),
        Policy::TwoTier(config) => config.unasked(methodology),
    };
    for (strategy, kind) in unasked {
        let message =
            format!("no tactic of the strategy `{strategy}` of this policy has questions about {}", kind.about());
        let hint =
            format!("add questions under `{}` to one of its tactics, in the policy or in the methodology", kind.key());
        part.refuse("no_questions", "policy", message, &hint);
    }
}
