//! A small generator of integers: the same seed, the same sequence, on every platform.

/// `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Clone, Copy, Debug)]
pub(super) struct Random(u64);

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The sequence of one turn of a respondent.
    pub(super) fn of_turn(seed: u64, turn: u32) -> Self {
        let mut turns = Self::new(seed);
        // A jump of the whole sequence: equal to drawing `turn` numbers, and the last of them is the seed of the turn.
        turns.0 = turns.0.wrapping_add(STEP.wrapping_mul(u64::from(turn)));
        Self::new(turns.next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound - 1`; 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        let draw = self.next().checked_rem(u64::from(bound)).unwrap_or_default();
        u32::try_from(draw).unwrap_or_default()
    }

    /// True in this many of a hundred draws.
    pub(super) fn percent(&mut self, share: u32) -> bool {
        self.below(100) < share
    }

    /// One of these; none if there are none.
    pub(super) fn one_of<'a>(&mut self, texts: &'a [String]) -> Option<&'a String> {
        let index = self.below(u32::try_from(texts.len()).unwrap_or_default());
        texts.get(index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn a_turn_has_a_sequence_of_its_own() {
        let mut drawn = Random::new(7);
        let third = (0..4).map(|_| drawn.next()).last().unwrap_or_default();
        assert_eq!(Random::of_turn(7, 3).0, third);
        assert_ne!(Random::of_turn(7, 3).next(), Random::of_turn(7, 4).next());
    }
}
