//! What the respondent made of the summary and of the map on the last screen.

use serde::Serialize;

use crate::{
    id::NodeId,
    interview::Interview,
    session::{Disputed, Entry, Input, Session},
};

/// What the respondent made of the summary and of the map. Several remarks are one: the last rating, all words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Member {
    /// How well the summary describes them, 1 not at all – 4 exactly; none if they did not say.
    pub fit: Option<u8>,
    /// What they added, in their own words.
    pub texts: Vec<String>,
    /// What they would put differently.
    pub corrections: Vec<String>,
    /// What is not what they meant.
    pub disputed: Vec<DisputedThing>,
    /// When they last said something, milliseconds since the epoch.
    pub at: u64,
}

/// "That is not what I meant."
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DisputedThing {
    /// The idea, if it is one of the map.
    pub node: Option<NodeId>,
    /// Place of the line, from 0, if it is one of the summary.
    pub line: Option<u32>,
    /// The idea, or the ideas of the line in order.
    pub was: Vec<String>,
    /// Turn that brought the idea, if it is one of the map.
    pub turn: Option<u32>,
    /// What they meant; may be empty.
    pub meant: String,
}

pub(super) fn member(session: &Session, interview: &Interview) -> Option<Member> {
    let mut member = None;
    for entry in &session.log {
        let Entry::Input(Input::Remark { text, fit, correction, disputed, at }) = entry else { continue };
        let told = member.get_or_insert_with(Member::default);
        told.fit = fit.or(told.fit);
        told.at = *at;
        told.texts.extend(said(text));
        told.corrections.extend(said(correction));
        told.disputed.extend(disputed.iter().map(|one| thing(one, interview)));
    }
    member
}

fn said(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

fn thing(disputed: &Disputed, interview: &Interview) -> DisputedThing {
    match disputed {
        Disputed::Node { node, text } => {
            let found = interview.graph().node(*node);
            DisputedThing {
                node: Some(*node),
                line: None,
                was: found.map(|node| node.label.clone()).into_iter().collect(),
                turn: found.map(|node| node.turn),
                meant: text.clone(),
            }
        }
        Disputed::Line { line, text } => {
            let lines = interview.investigation().outcome.map(|outcome| outcome.summary.as_slice()).unwrap_or_default();
            let was = usize::try_from(*line).ok().and_then(|line| lines.get(line)).cloned().unwrap_or_default();
            DisputedThing { node: None, line: Some(*line), was, turn: None, meant: text.clone() }
        }
    }
}
