//! What a signal is: a name, a kind, where its value comes from and what it tells.

use super::Value;

/// A named reading of something seen by the policy, a `View`.
#[derive(Debug)]
pub struct Signal<View> {
    /// Name, as weights write it.
    pub name: &'static str,
    /// Kind, and where its value comes from.
    pub kind: Kind<View>,
    /// What it tells whoever words the question.
    pub meaning: &'static str,
}

/// Kinds of signals. A source that gives nothing leaves the signal absent.
#[derive(Debug)]
pub enum Kind<View> {
    /// A number, taken as a share of its maximum, 0–1.
    Number(Maximum, fn(&View) -> Option<f64>),
    /// Yes or no.
    Flag(fn(&View) -> Option<bool>),
    /// One of a few words, given by its position among them.
    Word(&'static [&'static str], fn(&View) -> Option<usize>),
}

/// Where a number counts as full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Maximum {
    /// At this value.
    Of(f64),
    /// At the number of rungs of the ladder.
    Ladder,
}

/// The value of a signal as ranking works with it: a number 0–1, a flag as 0 or 1, a word as its position.
#[derive(Clone, Copy, Debug)]
pub struct Scalar(f64);

impl Scalar {
    /// No value.
    pub const ABSENT: Self = Self(f64::NAN);

    /// Whether there is no value.
    pub fn is_absent(self) -> bool {
        self.0.is_nan()
    }

    /// The value as a number, if there is one.
    pub(super) fn number(self) -> Option<f64> {
        (!self.is_absent()).then_some(self.0)
    }
}

impl<View> Signal<View> {
    /// Its value for this view, on a ladder of this many rungs.
    #[expect(clippy::cast_precision_loss, reason = "a signal has a handful of words")]
    pub fn read(&self, view: &View, ladder: u32) -> Scalar {
        let value = match &self.kind {
            Kind::Number(maximum, of) => of(view).map(|raw| (raw / maximum.value(ladder)).clamp(0.0, 1.0)),
            Kind::Flag(of) => of(view).map(|flag| f64::from(u8::from(flag))),
            Kind::Word(_, of) => of(view).map(|word| word as f64),
        };
        value.map_or(Scalar::ABSENT, Scalar)
    }

    /// A value as the record of the turn shows it; none if absent.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a scalar of a word is its position")]
    pub fn value(&self, scalar: Scalar) -> Option<Value> {
        if scalar.is_absent() {
            return None;
        }
        match &self.kind {
            Kind::Number(..) => Some(Value::Number(scalar.0)),
            Kind::Flag(_) => Some(Value::Flag(scalar.0 > 0.5)),
            Kind::Word(words, _) => words.get(scalar.0 as usize).map(|word| Value::Word((*word).into())),
        }
    }

    /// A value as ranking works with it; none if it is not of this signal's kind.
    #[expect(clippy::cast_precision_loss, reason = "a signal has a handful of words")]
    pub fn scalar(&self, value: &Value) -> Option<Scalar> {
        match (&self.kind, value) {
            (Kind::Number(..), Value::Number(number)) => number.is_finite().then(|| Scalar(number.clamp(0.0, 1.0))),
            (Kind::Flag(_), Value::Flag(flag)) => Some(Scalar(f64::from(u8::from(*flag)))),
            (Kind::Word(words, _), Value::Word(word)) => {
                words.iter().position(|known| known == word).map(|at| Scalar(at as f64))
            }
            (Kind::Number(..) | Kind::Flag(_) | Kind::Word(..), _) => None,
        }
    }

    /// The test a key's ending stands for: a band of a number, a side of a flag, a word.
    pub(super) fn test(&self, ending: Option<&str>) -> Option<Test> {
        match (&self.kind, ending) {
            (Kind::Number(..), None) | (Kind::Flag(_), None | Some("true")) => Some(Test::Itself),
            (Kind::Number(..), Some("low")) => Some(Test::Low),
            (Kind::Number(..), Some("mid")) => Some(Test::Mid),
            (Kind::Number(..), Some("high")) => Some(Test::High),
            (Kind::Flag(_), Some("false")) => Some(Test::Not),
            (Kind::Word(words, _), Some(word)) => {
                let at = words.iter().position(|known| *known == word)?;
                u8::try_from(at).ok().map(Test::Word)
            }
            (Kind::Number(..) | Kind::Flag(_), Some(_)) | (Kind::Word(..), None) => None,
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

/// Values between two others, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    low: f64,
    high: f64,
}

impl Band {
    /// Whether a value is among them. An absent one never is.
    pub fn contains(self, scalar: Scalar) -> bool {
        self.low <= scalar.0 && scalar.0 <= self.high
    }
}

/// What a key asks of a signal's value.
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
    /// The contrary of a flag.
    Not,
    /// This word.
    Word(u8),
}

impl Test {
    /// Value of the key, 0–1; none if the signal is absent.
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

    /// The values for which the key is 1, where it is 0 for all others.
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
