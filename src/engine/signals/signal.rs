//! The type of a signal: name, kind, source of the value, meaning and labels.

use super::{Label, SignalValue};

/// A named value of a `View`.
#[derive(Debug)]
pub struct Signal<View> {
    /// Name, as weights write it.
    pub name: &'static str,
    /// Kind, with the source of the value.
    pub kind: SignalKind<View>,
    /// Meaning, for the prompt of a question.
    pub meaning: &'static str,
    /// Labels of its keys on the page, by ending. The ending of the signal itself is empty.
    pub labels: &'static [(&'static str, Label)],
}

/// Kinds of signals. The signal is absent if its source gives no value.
#[derive(Debug)]
pub enum SignalKind<View> {
    /// A number as a share of its maximum, 0–1.
    Number(Maximum, fn(&View) -> Option<f64>),
    /// Yes or no.
    Flag(fn(&View) -> Option<bool>),
    /// One of a few words, given by its position.
    Word(&'static [&'static str], fn(&View) -> Option<usize>),
}

/// Maximum of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Maximum {
    /// This value.
    Of(f64),
    /// The number of rungs of the ladder.
    Ladder,
}

/// The value of a signal for a ranking: a number 0–1, a flag as 0 or 1, a word as its position.
#[derive(Clone, Copy, Debug)]
pub struct Scalar(f64);

impl Scalar {
    /// No value.
    pub const ABSENT: Self = Self(f64::NAN);

    /// Whether there is no value.
    pub fn is_absent(self) -> bool {
        self.0.is_nan()
    }
}

impl<View> Signal<View> {
    /// The value for a view. `ladder` is the number of rungs.
    #[expect(clippy::cast_precision_loss, reason = "a signal has a handful of words")]
    pub fn read(&self, view: &View, ladder: u32) -> Scalar {
        let value = match &self.kind {
            SignalKind::Number(maximum, of) => of(view).map(|raw| (raw / maximum.value(ladder)).clamp(0.0, 1.0)),
            SignalKind::Flag(of) => of(view).map(|flag| f64::from(u8::from(flag))),
            SignalKind::Word(_, of) => of(view).map(|word| word as f64),
        };
        value.map_or(Scalar::ABSENT, Scalar)
    }

    /// The value for the record of a turn. None if absent.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a scalar of a word is its position")]
    pub fn value(&self, scalar: Scalar) -> Option<SignalValue> {
        if scalar.is_absent() {
            return None;
        }
        match &self.kind {
            SignalKind::Number(..) => Some(SignalValue::Number(scalar.0)),
            SignalKind::Flag(_) => Some(SignalValue::Flag(scalar.0 > 0.5)),
            SignalKind::Word(words, _) => words.get(scalar.0 as usize).map(|word| SignalValue::Word((*word).into())),
        }
    }

    /// The value for a ranking. None if it is of another kind.
    #[expect(clippy::cast_precision_loss, reason = "a signal has a handful of words")]
    pub fn scalar(&self, value: &SignalValue) -> Option<Scalar> {
        match (&self.kind, value) {
            (SignalKind::Number(..), SignalValue::Number(number)) => {
                number.is_finite().then(|| Scalar(number.clamp(0.0, 1.0)))
            }
            (SignalKind::Flag(_), SignalValue::Flag(flag)) => Some(Scalar(f64::from(u8::from(*flag)))),
            (SignalKind::Word(words, _), SignalValue::Word(word)) => {
                words.iter().position(|known| known == word).map(|at| Scalar(at as f64))
            }
            (SignalKind::Number(..) | SignalKind::Flag(_) | SignalKind::Word(..), _) => None,
        }
    }

    /// The test of a key's ending: a band of a number, a side of a flag, a word.
    pub(super) fn test(&self, ending: Option<&str>) -> Option<Test> {
        match (&self.kind, ending) {
            (SignalKind::Number(..), None) | (SignalKind::Flag(_), None | Some("true")) => Some(Test::Itself),
            (SignalKind::Number(..), Some("low")) => Some(Test::Low),
            (SignalKind::Number(..), Some("mid")) => Some(Test::Mid),
            (SignalKind::Number(..), Some("high")) => Some(Test::High),
            (SignalKind::Flag(_), Some("false")) => Some(Test::Not),
            (SignalKind::Word(words, _), Some(word)) => {
                let at = words.iter().position(|known| *known == word)?;
                u8::try_from(at).ok().map(Test::Word)
            }
            (SignalKind::Number(..) | SignalKind::Flag(_), Some(_)) | (SignalKind::Word(..), None) => None,
        }
    }
}

impl Maximum {
    fn value(self, ladder: u32) -> f64 {
        match self {
            Self::Of(maximum) => maximum,
            Self::Ladder => f64::from(ladder.max(1)),
        }
    }
}

/// An interval of values, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    low: f64,
    high: f64,
}

impl Band {
    /// Whether a value lies in the interval. An absent value never does.
    pub fn contains(self, scalar: Scalar) -> bool {
        self.low <= scalar.0 && scalar.0 <= self.high
    }
}

/// The test that a key applies to the value of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The value itself.
    Itself,
    /// At most a quarter.
    Low,
    /// Between a quarter and three quarters.
    Mid,
    /// At least three quarters.
    High,
    /// The opposite of a flag.
    Not,
    /// This word.
    Word(u8),
}

impl Test {
    /// Value of the key, 0–1. None if the signal is absent.
    pub fn apply(self, scalar: Scalar) -> Option<f64> {
        if scalar.is_absent() {
            return None;
        }
        let of_band = || self.band().map_or(0.0, |band| f64::from(u8::from(band.contains(scalar))));
        Some(match self {
            Self::Itself => scalar.0,
            Self::Not => 1.0 - scalar.0,
            Self::Low | Self::Mid | Self::High | Self::Word(_) => of_band(),
        })
    }

    /// The interval in which the key is 1, if it is 0 everywhere else.
    pub fn band(self) -> Option<Band> {
        let (low, high) = match self {
            Self::Itself | Self::Not => return None,
            Self::Low => (f64::NEG_INFINITY, 0.25),
            Self::Mid => (0.25_f64.next_up(), 0.75_f64.next_down()),
            Self::High => (0.75, f64::INFINITY),
            Self::Word(at) => (f64::from(at), f64::from(at)),
        };
        Some(Band { low, high })
    }
}
