//! The question rules: what each looks for, what it says and how many points it takes or gives.

mod unreadable_quote;
mod missed_disclosure;
mod missed_lead;
mod no_repair;
mod misquote;
mod jump;
mod goes_back;
mod list_item;
mod list_run;
mod asks_again;
mod repeats;
mod asks_after_nothing;
mod template_misfit;
mod stiff;
mod asks_meaning;
mod survey;
mod closed;
mod double;
mod either_or;
mod leading;
mod jargon;
mod praise;
mod long;
mod same_form;
mod why_again;
mod no_acknowledgement;
mod never_said_back;
mod merits;

use serde::{Deserialize, Serialize};

use super::{context::JudgedTurn, hit::Hit};

/// Defines the rules: variant, id, points, function, what is so, what would be better.
macro_rules! rules {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $id:literal, $points:literal, $check:path, $better:literal; )+) => {
        /// A rule about one question.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum QuestionRule {
            $( $(#[doc = $doc])+ #[serde(rename = $id)] $variant, )+
        }

        impl QuestionRule {
            /// Every rule: first faults, then good signs.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Its id: `missed_disclosure`.
            pub fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            /// Points that a full hit adds; negative for a fault.
            pub fn points(self) -> f64 {
                match self { $( Self::$variant => $points, )+ }
            }

            /// What is so, one sentence.
            pub fn says(self) -> &'static str {
                match self { $( Self::$variant => concat!($($doc),+).trim_ascii(), )+ }
            }

            /// The kind of question that would have been better; empty for a good sign.
            pub fn better(self) -> &'static str {
                match self { $( Self::$variant => $better, )+ }
            }

            /// Rules of one group see the same fault from several sides: only the largest counts in full.
            pub(super) fn group(self) -> Option<u8> {
                match self {
                    Self::MissedDisclosure
                    | Self::MissedLead
                    | Self::Jump
                    | Self::GoesBack
                    | Self::ListItem
                    | Self::ListRun
                    | Self::Survey => Some(0),
                    Self::UnreadableQuote | Self::Misquote | Self::AsksMeaning | Self::AsksAgain => Some(1),
                    Self::Stiff | Self::TemplateMisfit | Self::Jargon | Self::Long => Some(2),
                    _ => None,
                }
            }

            /// Applies the rule.
            pub(super) fn check(self, situation: &JudgedTurn<'_>) -> Option<Hit> {
                match self { $( Self::$variant => $check(situation), )+ }
            }
        }
    };
}

rules! {
    /// The answer disclosed something, and the question does not take it up.
    MissedDisclosure = "missed_disclosure", -27.0, missed_disclosure::check, "Stay with it: what happened, how it was, what it means.";
    /// The answer named a feeling or a value, and the question passes over it.
    MissedLead = "missed_lead", -15.0, missed_lead::check, "Ask about the feeling or the value that was named.";
    /// The respondent was confused, corrected the question or had said it already, and there is no repair.
    NoRepair = "no_repair", -33.0, no_repair::check, "Admit it in half a sentence, then ask more simply or move on.";
    /// The quotation cannot be read back.
    UnreadableQuote = "unreadable_quote", -22.0, unreadable_quote::check, "Ask without a quotation, or say it in a whole phrase.";
    /// The quotation is not what was said.
    Misquote = "misquote", -22.0, misquote::check, "Use the respondent's own words.";
    /// The question leaves an answer that offered something new.
    Jump = "jump", -15.0, jump::check, "Take up what was just said, or announce the change of subject.";
    /// The question goes back to an older answer although the last one offered something new.
    GoesBack = "goes_back", -5.0, goes_back::check, "Follow the last answer first.";
    /// The question is an item of a list, in words that the respondent did not use.
    ListItem = "list_item", -20.0, list_item::check, "Raise it when a line has come to its end, in words that leave room for a no.";
    /// The question is the next item of a list, right after another one.
    ListRun = "list_run", -13.0, list_run::check, "Follow an answer between two items.";
    /// The question asks what was asked or answered before.
    AsksAgain = "asks_again", -24.0, asks_again::check, "Go on from the answer that was given.";
    /// The question was asked before, word for word.
    Repeats = "repeats", -60.0, repeats::check, "Never ask the same again; move on.";
    /// The question asks on although the answer had nothing to add.
    AsksAfterNothing = "asks_after_nothing", -11.0, asks_after_nothing::check, "Let it go, and say that the subject changes.";
    /// The question presumes what the answer did not say.
    TemplateMisfit = "template_misfit", -16.0, template_misfit::check, "Ask openly what it was like.";
    /// The wording is not that of a conversation.
    Stiff = "stiff", -8.0, stiff::check, "Ask as one would aloud: what does that do for you, what happened then.";
    /// The question asks what plain words mean.
    AsksMeaning = "asks_meaning", -10.0, asks_meaning::check, "Ask for an example, or what it leads to.";
    /// The question is one of a questionnaire.
    Survey = "survey", -14.0, survey::check, "Ask for an occasion and what mattered in it.";
    /// The question can be answered with yes or no.
    Closed = "closed", -8.0, closed::check, "Begin with what or how.";
    /// The question asks two things.
    Double = "double", -12.0, double::check, "Ask one thing.";
    /// The question offers two answers.
    EitherOr = "either_or", -9.0, either_or::check, "Ask openly.";
    /// The question suggests its answer.
    Leading = "leading", -19.0, leading::check, "Ask without an opinion of your own.";
    /// The question uses terms of the trade.
    Jargon = "jargon", -19.0, jargon::check, "Use everyday words.";
    /// The question praises.
    Praise = "praise", -12.0, praise::check, "React to what was said, without a judgement.";
    /// The question has more than 25 words.
    Long = "long", -10.0, long::check, "Ask in one short sentence.";
    /// The question begins like one of the two before it.
    SameForm = "same_form", -6.0, same_form::check, "Vary the form.";
    /// The question asks why, right after another why.
    WhyAgain = "why_again", -10.0, why_again::check, "Ask what or how instead.";
    /// The answer disclosed something, and no human word acknowledges it.
    NoAcknowledgement = "no_acknowledgement", -4.0, no_acknowledgement::check, "Acknowledge it in a few words first.";
    /// No question so far said back what was heard.
    NeverSaidBack = "never_said_back", -3.0, never_said_back::check, "Say back in one line what was heard, and ask whether it is right.";
    /// The question takes up the newest words.
    TakesUp = "takes_up", 8.0, merits::takes_up, "";
    /// The question takes up what is most personal.
    TakesUpPersonal = "takes_up_personal", 8.0, merits::takes_up_personal, "";
    /// The question asks for an occasion.
    AsksOccasion = "asks_occasion", 4.0, merits::asks_occasion, "";
    /// The question asks what happened.
    AsksNext = "asks_next", 4.0, merits::asks_next, "";
    /// The question asks how it was or what it means.
    AsksFeeling = "asks_feeling", 5.0, merits::asks_feeling, "";
    /// The question is short.
    Brief = "brief", 2.0, merits::is_brief, "";
    /// The question acknowledges what was disclosed.
    Acknowledges = "acknowledges", 7.0, merits::acknowledges, "";
    /// The question says back what was heard.
    SaysBack = "says_back", 6.0, merits::says_back, "";
    /// The question lets an exhausted subject go.
    LetsGo = "lets_go", 6.0, merits::lets_go, "";
}
