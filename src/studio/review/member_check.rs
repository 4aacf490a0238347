//! The member check: the respondent's comments on the summary and the map.

use serde::Serialize;

use crate::engine::{
    id::NodeId,
    interview::Interview,
    session::{Disputed, Input, LogEntry, Session},
};

/// The respondent's comments on the summary and the map. Several remarks are merged: the last rating, and all texts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct MemberCheck {
    /// How well the summary fits, 1 not at all – 4 exactly; none without a rating.
    pub fit: Option<u8>,
    /// Their remarks.
    pub texts: Vec<String>,
    /// Their corrections of the summary.
    pub corrections: Vec<String>,
    /// Ideas and lines that are not what they meant.
    pub disputed: Vec<DisputedItem>,
    /// Time of the last remark, milliseconds since the epoch.
    pub at: u64,
}

/// A disputed idea or line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct DisputedItem {
    /// The idea, if it is on the map.
    pub node: Option<NodeId>,
    /// Index of the line, from 0, if it is in the summary.
    pub line: Option<u32>,
    /// Label of the idea, or labels of the line in order.
    pub was: Vec<String>,
    /// Turn that added the idea, if it is on the map.
    pub turn: Option<u32>,
    /// What they meant; may be empty.
    pub meant: String,
}

pub(super) fn member_check(session: &Session, interview: &Interview) -> Option<MemberCheck> {
    let mut check = None;
    for entry in &session.log {
        let LogEntry::Input(Input::Remark { text, fit, correction, disputed, at }) = entry else { continue };
        let merged = check.get_or_insert_with(MemberCheck::default);
        merged.fit = fit.or(merged.fit);
        merged.at = *at;
        merged.texts.extend(non_blank(text));
        merged.corrections.extend(non_blank(correction));
        merged.disputed.extend(disputed.iter().map(|one| disputed_item(one, interview)));
    }
    check
}

fn non_blank(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

fn disputed_item(disputed: &Disputed, interview: &Interview) -> DisputedItem {
    match disputed {
        Disputed::Node { node, text } => {
            let found = interview.graph().node(*node);
            DisputedItem {
                node: Some(*node),
                line: None,
                was: found.map(|node| node.label.clone()).into_iter().collect(),
                turn: found.map(|node| node.turn),
                meant: text.clone(),
            }
        }
        Disputed::Line { line, text } => {
            let lines = interview.outcome().map(|outcome| outcome.summary.as_slice()).unwrap_or_default();
            let was = usize::try_from(*line).ok().and_then(|line| lines.get(line)).cloned().unwrap_or_default();
            DisputedItem { node: None, line: Some(*line), was, turn: None, meant: text.clone() }
        }
    }
}
