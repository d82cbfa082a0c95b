//! Index -> place, word, bits.

use super::memory::{Geometry, name};
use super::{Along, Factor, Layout};
use crate::mncore2::board::Board;
use crate::mncore2::isa::Levels;
use crate::mncore2::memory::{AccessError, Level, Place, Store};
use crate::mncore2::state::L2BS;
use std::fmt;

/// Where an element lives: some bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The element of the tree.
    pub place: Place,
    /// Its memory.
    pub store: Store,
    /// The word's number.
    pub word: usize,
    /// The element's lowest bit in the word.
    pub shift: u32,
    /// How many bits it has.
    pub bits: u32,
}

impl Spot {
    /// The address as operands count it.
    #[must_use]
    pub fn address(&self) -> u64 {
        let word = self.word as u64;
        match self.store {
            // The single word in which the element begins.
            Store::Bank(_) => 2 * word + u64::from(self.shift + self.bits <= 32),
            Store::Mask | Store::T | Store::Forward(_) | Store::Turnaround => {
                let Geometry { unit, cycle, .. } = Geometry::of(self.store);
                let cycle = cycle.unwrap_or(u64::MAX);
                if cycle < unit { 64 * word / unit } else { 64 * word % cycle / unit }
            }
            _ => word,
        }
    }

    /// The cycle, where words belong to one.
    #[must_use]
    pub fn cycle(&self) -> Option<u64> {
        let Geometry { unit, cycle, .. } = Geometry::of(self.store);
        let cycle = cycle.filter(|_| !matches!(self.store, Store::Bank(_)))?;
        let at = 64 * self.word as u64;
        Some(if cycle < unit { at % unit / cycle } else { at / cycle })
    }

    /// The name of the address: `$lm5`, or `$lt cycle 2 side 1`.
    #[must_use]
    pub fn operand(&self) -> String {
        let (name, address) = (super::memory::operand(self.store), self.address());
        match (self.store, self.cycle()) {
            (Store::T | Store::Forward(_), Some(cycle)) => {
                format!("${name}[{cycle}]{}", if address == 0 { "" } else { ".lsb" })
            }
            (_, Some(cycle)) => format!("${name}{address}[{cycle}]"),
            _ => format!("${name}{address}"),
        }
    }

    /// What stands there.
    ///
    /// # Errors
    ///
    /// A place or a word that does not exist: no spot of a layout.
    pub fn get(&self, board: &Board) -> Result<u64, AccessError> {
        let word = board.read(self.place, self.store, self.word)?;
        Ok(word >> self.shift & self.mask())
    }

    /// Sets it; the rest of its word stays.
    ///
    /// # Errors
    ///
    /// As [`Spot::get`]; a code that is wider; mask entry 0.
    pub fn set(&self, board: &mut Board, code: u64) -> Result<(), AccessError> {
        if code & !self.mask() != 0 {
            return Err(AccessError::Value { store: self.store, value: code });
        }
        let mut word = code << self.shift;
        if self.bits < self.store.bits() {
            let old = board.read(self.place, self.store, self.word)?;
            word |= old & !(self.mask() << self.shift);
        }
        board.write(self.place, self.store, self.word, word)
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }
}

/// `LM0 n1c1b0m0p2 $lm5 31:0`: memory, place, address, bits of the word.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, store, shift, bits, .. } = self;
        let place = place.name(store.level());
        let operand = self.operand();
        write!(f, "{} {place} {operand} {}:{shift}", name(*store), shift + bits - 1)
    }
}

/// The spots of a layout's elements in C order.
#[derive(Clone, Debug)]
pub struct Spots {
    spot: Spot,
    geometry: Geometry,
    /// Their strides count addresses as operands do.
    factors: Vec<Factor>,
    digits: Vec<u64>,
    /// By the number of [`Along`].
    sums: [u64; 8],
    left: u64,
}

impl Spots {
    /// The spot of the present digits.
    fn here(&self) -> Spot {
        let sum = |along: Along| self.sums[along.number()];
        let level = |level| sum(Along::Level(level)) as usize;
        let l2b = level(Level::L2b);
        let place = Place {
            // L2Bs may be numbered through the board.
            group: (level(Level::Group) + l2b / L2BS) as u8,
            l2b: (l2b % L2BS) as u8,
            l1b: level(Level::L1b) as u8,
            mab: level(Level::Mab) as u8,
            pe: level(Level::Pe) as u8,
        };
        let Spot { store, bits, .. } = self.spot;
        let at = sum(Along::Address) * self.geometry.operand
            + sum(Along::Cycle) * self.geometry.cycle.unwrap_or(0)
            + sum(Along::Word) * u64::from(bits);
        let shift = if store.bits() < 64 { 0 } else { 64 - bits - (at % 64) as u32 };
        Spot { place, word: (at / 64) as usize, shift, ..self.spot }
    }

    fn advance(&mut self) {
        for (factor, digit) in self.factors.iter().zip(&mut self.digits).rev() {
            let sum = &mut self.sums[factor.along.number()];
            *digit += 1;
            if *digit < factor.size {
                *sum += factor.stride;
                return;
            }
            *sum -= (factor.size - 1) * factor.stride;
            *digit = 0;
        }
    }
}

impl Iterator for Spots {
    type Item = Spot;

    fn next(&mut self) -> Option<Spot> {
        self.left = self.left.checked_sub(1)?;
        let spot = self.here();
        self.advance();
        Some(spot)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Spots {}

/// Copies of an element that are not alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differ {
    /// Two of them, and what stands there.
    pub copies: [(Spot, u64); 2],
}

impl fmt::Display for Differ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(one, a), (other, b)] = &self.copies;
        let (digits, other) =
            (one.bits.div_ceil(4) as usize, other.place.name(other.store.level()));
        write!(f, "{one} has {a:0digits$x}, and its copy in {other} {b:0digits$x}")
    }
}

impl Layout {
    /// Where all elements live, in C order.
    #[must_use]
    pub fn spots(&self) -> Spots {
        let store = self.memory.store;
        let spot = Spot {
            place: Place::default(),
            store,
            word: 0,
            shift: 0,
            bits: self.element.bits().min(store.bits()),
        };
        let scaled =
            |f: Factor| Factor { stride: f.stride.saturating_mul(self.scale(f.along)), ..f };
        let factors: Vec<Factor> = self.factors().map(scaled).collect();
        Spots {
            spot,
            geometry: Geometry::of(store),
            digits: vec![0; factors.len()],
            factors,
            sums: Along::ALL.map(|along| self.start(along)),
            left: self.elements(),
        }
    }

    /// Where an element lives; of copies, the first.
    #[must_use]
    pub fn at(&self, index: &[u64]) -> Option<Spot> {
        let inside = index.len() == self.axes.len()
            && index.iter().zip(self.shape()).all(|(&index, size)| index < size);
        if !inside {
            return None;
        }
        let mut spots = self.spots();
        let mut factor = spots.factors.len();
        for (axis, &index) in self.axes.iter().zip(index).rev() {
            let mut rest = index;
            for f in axis.iter().rev() {
                factor -= 1;
                spots.digits[factor] = rest % f.size;
                spots.sums[f.along.number()] += rest % f.size * spots.factors[factor].stride;
                rest /= f.size;
            }
        }
        spots.next()
    }

    /// The spot and its copies.
    pub fn copies(&self, spot: &Spot) -> impl Iterator<Item = Spot> + use<> {
        // L2Bs without a group are all eight.
        let groups = self.copied.contains(&Level::L2b) && self.counts_l2bs();
        let number = |level| {
            let number = spot.place.numbers()[level as usize];
            let all = self.copied.contains(&level) || level == Level::Group && groups;
            Some(number).filter(|_| !all)
        };
        let levels = Levels {
            group: number(Level::Group),
            l2b: number(Level::L2b),
            l1b: number(Level::L1b),
            mab: number(Level::Mab),
            pe: number(Level::Pe),
        };
        let spot = *spot;
        spot.store.places(&levels).map(move |place| Spot { place, ..spot })
    }

    /// What stands at a spot of the layout and, the same, at its copies.
    ///
    /// # Errors
    ///
    /// Copies that are not alike.
    pub fn read(&self, board: &Board, spot: &Spot) -> Result<u64, Differ> {
        // The spots of a layout are on the board.
        let get = |spot: &Spot| spot.get(board).unwrap_or_default();
        let code = get(spot);
        if !self.copied.is_empty() {
            for copy in self.copies(spot) {
                let other = get(&copy);
                if other != code {
                    return Err(Differ { copies: [(*spot, code), (copy, other)] });
                }
            }
        }
        Ok(code)
    }

    /// Sets a spot and its copies.
    ///
    /// # Errors
    ///
    /// As [`Spot::set`].
    pub fn write(&self, board: &mut Board, spot: &Spot, code: u64) -> Result<(), AccessError> {
        if self.copied.is_empty() {
            return spot.set(board, code);
        }
        self.copies(spot).try_for_each(|copy| copy.set(board, code))
    }
}
