//! Whether every element has a place of its own.

use super::memory::Geometry;
use super::{Along, Factor, Layout};

impl Layout {
    /// Two indices that live in one place, if there are such: the layout cannot be written.
    ///
    /// ```
    /// use semantics::mncore2::layout::Layout;
    /// let clash = |text| Layout::parse(text).map(|layout| layout.clash());
    /// assert_eq!(clash("(4:2, 2_W:1)@LM0")?, None);
    /// // 3*2 and 1*6
    /// assert_eq!(clash("(4:2, 2:6)@LM0")?, Some([vec![3, 0], vec![0, 1]]));
    /// assert_eq!(clash("(4:0)@LM0")?, Some([vec![0], vec![1]]));
    /// # Ok::<(), semantics::source::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn clash(&self) -> Option<[Vec<u64>; 2]> {
        // Factors that move different coordinates never meet, so it is enough to look at each alone.
        let places = Along::ALL.into_iter().take(5);
        let alone = places.map(|along| self.moves(|f| (f.along == along).then_some(f.stride)));
        let meeting = alone.chain([self.moves(|f| self.bits(f))]).find_map(|moves| meet(&moves));
        meeting.map(|pair| pair.map(|digits| self.indices(&digits)))
    }

    /// What a step of a factor adds inside of a memory, in bits.
    fn bits(&self, factor: &Factor) -> Option<u64> {
        let Geometry { unit, cycle, .. } = Geometry::of(self.memory.store);
        let unit = match factor.along {
            Along::Level(_) => return None,
            Along::Cycle => cycle.unwrap_or(0),
            Along::Address => unit,
            Along::Word => self.element.bits().into(),
        };
        Some(factor.stride * unit)
    }

    fn moves(&self, by: impl Fn(&Factor) -> Option<u64>) -> Vec<Move> {
        let factors = self.factors().enumerate();
        let moves = factors.filter(|(_, f)| f.size > 1);
        moves.filter_map(|(n, f)| Some(Move { factor: n, size: f.size, by: by(&f)? })).collect()
    }

    /// The index of some factors' digits, the others 0.
    fn indices(&self, digits: &[(usize, u64)]) -> Vec<u64> {
        let mut n = 0;
        let of = |n| digits.iter().find(|(m, _)| *m == n).map_or(0, |(_, digit)| *digit);
        let axis = |axis: &Vec<Factor>| {
            axis.iter().fold(0, |index, f| {
                n += 1;
                index * f.size + of(n - 1)
            })
        };
        self.axes.iter().map(axis).collect()
    }
}

/// A factor that moves a coordinate.
#[derive(Clone, Copy, Debug)]
struct Move {
    factor: usize,
    size: u64,
    by: u64,
}

type Digits = Vec<(usize, u64)>;

/// Two lists of digits with one sum.
fn meet(moves: &[Move]) -> Option<[Digits; 2]> {
    if let Some(still) = moves.iter().find(|m| m.by == 0) {
        return Some([0, 1].map(|digit| vec![(still.factor, digit)]));
    }
    let mut sorted = moves.to_vec();
    sorted.sort_unstable_by_key(|m| m.by);
    // Where each factor steps over all that the smaller ones reach, the sums are places of a number
    // system: all different. The factors behind the last that does not need not be tried out.
    let reach = |n: usize| sorted[..n].iter().map(|m| (m.size - 1) * m.by).sum::<u64>();
    let over = |n: &usize| sorted[*n].by > reach(*n);
    let end = (0..sorted.len()).rev().find(|n| !over(n)).map_or(0, |n| n + 1);
    // Nor need the first ones, if what they reach lies below the unit in which all others count.
    let places = (0..end).take_while(over).count();
    let below = |n: &usize| reach(*n) < unit(&sorted[*n..end]);
    let start = (0..=places).rev().find(below).unwrap_or(0);
    try_out(&sorted[start..end.max(start)])
}

/// What all moves are multiples of; without moves 0.
fn unit(moves: &[Move]) -> u64 {
    moves.iter().fold(0, |unit, m| gcd(m.by, unit))
}

/// Counts through all digits and notes the sums.
fn try_out(moves: &[Move]) -> Option<[Digits; 2]> {
    let unit = unit(moves).max(1);
    let sum = |digits: &[u64]| -> u64 {
        moves.iter().zip(digits).map(|(m, digit)| m.by / unit * digit).sum()
    };
    let last: Vec<u64> = moves.iter().map(|m| m.size - 1).collect();
    // The sums lie inside of a memory; so many digits have different ones at most.
    let mut seen = vec![0u64; (sum(&last) / 64 + 1) as usize];
    let mut digits = vec![0; moves.len()];
    loop {
        let at = sum(&digits);
        let (word, bit) = (&mut seen[(at / 64) as usize], 1 << (at % 64));
        if *word & bit != 0 {
            let first = first(moves, |other| sum(other) == at);
            return Some([name(moves, &first), name(moves, &digits)]);
        }
        *word |= bit;
        if !count(moves, &mut digits) {
            return None;
        }
    }
}

/// The first digits that fit.
fn first(moves: &[Move], fits: impl Fn(&[u64]) -> bool) -> Vec<u64> {
    let mut digits = vec![0; moves.len()];
    while !fits(&digits) && count(moves, &mut digits) {}
    digits
}

fn name(moves: &[Move], digits: &[u64]) -> Digits {
    moves.iter().zip(digits).map(|(m, digit)| (m.factor, *digit)).collect()
}

/// The next digits; false behind the last.
fn count(moves: &[Move], digits: &mut [u64]) -> bool {
    for (m, digit) in moves.iter().zip(digits) {
        *digit += 1;
        if *digit < m.size {
            return true;
        }
        *digit = 0;
    }
    false
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
