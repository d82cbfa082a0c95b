//! The quire: a fixed-point number of 16 n bits in two's complement whose last place is the square of the least posit of n
//! bits; 10...0 is NaR (Posit standard of 2022, 3.1, 3.4, 5.11; POSIT-D08).

use super::Posits;
use crate::Unrounded;
use crate::sum::Exact;

/// Words of the widest quire.
const MOST: usize = 16;

/// A quire, least significant word first.
///
/// ```
/// use softfloat::posit::{Posits, Quire};
/// let p8 = Posits::new(8, 2)?;
/// let one = Quire::of_posit(&p8, 0x40).unwrap();
/// assert_eq!(one.words(), [1 << 48, 0]);
/// let ten = one.add_product(&p8, 0x48, 0x4a, false); // 1 + 2 * 2.5
/// assert_eq!(ten.posit(&p8), 0x54);
/// # Ok::<(), softfloat::format::PositError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quire {
    words: [u64; MOST],
    len: usize,
}

impl Quire {
    /// Words of 64 bits of a quire of these posits; `None` of those that have none here: posits of the standard of 8, 16,
    /// 32 and 64 bits have one.
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// assert_eq!(Quire::words_of(&p8), Some(2)); // 128 bits
    /// assert_eq!(Quire::words_of(&Posits::new(8, 0)?), None);
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn words_of(posits: &Posits) -> Option<usize> {
        let format = posits.format();
        let standard = format.posit_exponent_bits() == Some(2);
        (standard && [8, 16, 32, 64].contains(&format.width)).then(|| format.width as usize / 4)
    }

    /// A quire from its words, the least significant first; missing ones are 0.
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// let one = Quire::new(&p8, &[1 << 48, 0]).unwrap(); // the last place is 2^-48
    /// assert_eq!(one.posit(&p8), 0x40);
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn new(posits: &Posits, words: &[u64]) -> Option<Self> {
        let len = Self::words_of(posits)?;
        let mut own = [0; MOST];
        own.iter_mut().zip(&words[..words.len().min(len)]).for_each(|(own, word)| *own = *word);
        Some(Self { words: own, len })
    }

    /// The quire of a posit, exactly (pToQ).
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// let two = Quire::of_posit(&p8, 0x48).unwrap();
    /// assert_eq!(two.words(), [2 << 48, 0]);
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn of_posit(posits: &Posits, code: u64) -> Option<Self> {
        Some(Self::new(posits, &[])?.add(posits, code, false))
    }

    /// Its words.
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// let minus = Quire::of_posit(&p8, 0xff).unwrap(); // -2^-24, so -2^24 last places
    /// assert_eq!(minus.words(), [-(1i64 << 24) as u64, u64::MAX]);
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words[..self.len]
    }

    /// Whether it is NaR.
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// assert!(Quire::of_posit(&p8, p8.nar()).unwrap().is_nar());
    /// assert!(!Quire::of_posit(&p8, 0x40).unwrap().is_nar()); // 1
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn is_nar(&self) -> bool {
        let (last, rest) = (self.words[self.len - 1], &self.words[..self.len - 1]);
        last == 1 << 63 && rest.iter().all(|word| *word == 0)
    }

    fn nar(self) -> Self {
        let mut words = [0; MOST];
        words[self.len - 1] = 1 << 63;
        Self { words, ..self }
    }

    /// The exponent of the last place.
    const fn unit(&self) -> i32 {
        16 - 32 * self.len as i32
    }

    /// Its value; `None` of NaR.
    fn exact(&self) -> Option<Exact> {
        let mut exact = Exact::new();
        self.gather(&mut exact, false);
        (!self.is_nar()).then_some(exact)
    }

    /// Adds its value to a sum, or with `minus` subtracts it: word by word, the top bit with its own weight.
    fn gather(&self, exact: &mut Exact, minus: bool) {
        for (place, word) in (0..).zip(self.words()) {
            exact.add(Unrounded::exact(minus, self.unit() + 64 * place, *word));
        }
        if self.is_negative() {
            exact.sub(Unrounded::exact(minus, self.unit() + 64 * self.len as i32, 1u64));
        }
    }

    const fn is_negative(&self) -> bool {
        self.words[self.len - 1] >> 63 == 1
    }

    /// What a quire becomes; beyond its ends NaR.
    fn with(self, change: impl FnOnce(&mut Exact) -> Option<()>) -> Self {
        let changed = self.exact().and_then(|mut exact| change(&mut exact).map(|()| exact));
        let Some(mut exact) = changed else { return self.nar() };
        if exact.limit(self.unit(), 64 * self.len as u32, false) {
            return self.nar();
        }
        let place = (self.unit() - Exact::<70>::MIN_EXPONENT) as usize;
        let (limb, up) = (place / 64, (place % 64) as u32);
        let limbs = exact.limbs();
        let at = |i: usize| limbs.get(limb + i).copied().unwrap_or(0);
        let mut words = [0; MOST];
        for (i, word) in words[..self.len].iter_mut().enumerate() {
            *word = at(i) >> up | at(i + 1) << 1 << (63 - up);
        }
        Self { words, ..self }
    }

    /// It and a posit, or with `minus` less it (qAddP, qSubP).
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// let one = Quire::of_posit(&p8, 0x40).unwrap();
    /// assert_eq!(one.add(&p8, 0x48, false).posit(&p8), 0x4c); // 1 + 2
    /// assert_eq!(one.add(&p8, 0x48, true).posit(&p8), 0xc0); // 1 - 2
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn add(self, posits: &Posits, code: u64, minus: bool) -> Self {
        self.with(|exact| {
            let u = posits.number(code)?;
            exact.add(Unrounded { sign: u.sign != minus, ..u });
            Some(())
        })
    }

    /// It and a product, or with `minus` less it (qMulAdd, qMulSub).
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// let one = Quire::of_posit(&p8, 0x40).unwrap();
    /// assert_eq!(one.add_product(&p8, 0x48, 0x4c, false).posit(&p8), 0x56); // 1 + 2 * 3
    /// assert_eq!(one.add_product(&p8, 0x48, 0x4a, true).posit(&p8), 0xb0); // 1 - 2 * 2.5
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn add_product(self, posits: &Posits, a: u64, b: u64, minus: bool) -> Self {
        self.with(|exact| {
            let (a, b) = (posits.number(a)?, posits.number(b)?);
            exact.add_product(Unrounded { sign: a.sign != minus, ..a }, b);
            Some(())
        })
    }

    /// The sum of two, or with `minus` the difference (qAddQ, qSubQ).
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// let [one, two] = [0x40, 0x48].map(|code| Quire::of_posit(&p8, code).unwrap());
    /// assert_eq!(one.add_quire(&two, false).posit(&p8), 0x4c); // 1 + 2
    /// assert_eq!(one.add_quire(&two, true).posit(&p8), 0xc0); // 1 - 2
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn add_quire(self, other: &Self, minus: bool) -> Self {
        self.with(|exact| {
            if other.is_nar() {
                return None;
            }
            other.gather(exact, minus);
            Some(())
        })
    }

    /// `-q` (qNegate).
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// let one = Quire::of_posit(&p8, 0x40).unwrap();
    /// assert_eq!(one.negate().posit(&p8), 0xc0); // -1
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn negate(self) -> Self {
        let zero = Self { words: [0; MOST], ..self };
        zero.add_quire(&self, true)
    }

    /// `|q|` (qAbs).
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// let minus_one = Quire::of_posit(&p8, 0xc0).unwrap();
    /// assert_eq!(minus_one.abs().posit(&p8), 0x40); // 1
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn abs(self) -> Self {
        if self.is_negative() { self.negate() } else { self }
    }

    /// The nearest posit (qToP).
    ///
    /// ```
    /// use softfloat::posit::{Posits, Quire};
    /// let p8 = Posits::new(8, 2)?;
    /// assert_eq!(Quire::of_posit(&p8, 0x4a).unwrap().posit(&p8), 0x4a); // 2.5
    /// // 2^-48: the least posit, 2^-24, and not 0.
    /// assert_eq!(Quire::new(&p8, &[1]).unwrap().posit(&p8), 0x01);
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn posit(&self, posits: &Posits) -> u64 {
        self.exact().map_or(posits.nar(), |exact| posits.rounded(&exact))
    }
}
