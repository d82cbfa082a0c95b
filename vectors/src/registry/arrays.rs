//! Many cases whose operands stand each in an array of its own, as callers with arrays have them.

use super::column::{Operands, Results};
use super::{Column, Kernels, Plan, Shape, Typed, UndecidedCase, undecided};
use softfloat::{Bits, Misfit};

/// Cases that are put into a column together.
const BLOCK: usize = 1024;

/// Codes of an operand, one behind the other: case by case the elements that its shape has.
#[derive(Clone, Copy, Debug)]
pub enum Codes<'a> {
    /// In bytes.
    U8(&'a [u8]),
    /// In 16 bits.
    U16(&'a [u16]),
    /// In 32 bits.
    U32(&'a [u32]),
    /// In 64 bits.
    U64(&'a [u64]),
}

/// Room for codes of a result.
#[derive(Debug)]
pub enum CodesMut<'a> {
    /// In bytes.
    U8(&'a mut [u8]),
    /// In 16 bits.
    U16(&'a mut [u16]),
    /// In 32 bits.
    U32(&'a mut [u32]),
    /// In 64 bits.
    U64(&'a mut [u64]),
}

/// Does the same whatever the codes stand in.
macro_rules! whatever {
    ($codes:expr, $own:ident => $what:expr) => {
        match $codes {
            Self::U8($own) => $what,
            Self::U16($own) => $what,
            Self::U32($own) => $what,
            Self::U64($own) => $what,
        }
    };
}

impl Codes<'_> {
    /// How many.
    #[must_use]
    pub const fn len(&self) -> usize {
        whatever!(self, own => own.len())
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A code.
    #[must_use]
    #[inline]
    pub fn get(&self, at: usize) -> Option<u64> {
        whatever!(self, own => own.get(at).map(|code| u64::from(*code)))
    }

    /// The codes from one on, as many as there is room for.
    #[inline]
    pub(super) fn read<T: Bits>(&self, start: usize, room: &mut [T]) {
        whatever!(self, own => {
            let own = &own[start..][..room.len()];
            room.iter_mut().zip(own).for_each(|(to, code)| *to = T::low((*code).into()));
        });
    }

    /// Whether they are codes of an operand's format.
    ///
    /// # Errors
    /// The place of the first that is none, and why.
    pub fn check(&self, operand: usize, shape: &Shape) -> Result<(), (usize, Misfit)> {
        let bits = whatever!(self, own => own.iter().fold(0, |all, code| all | code).into());
        if u64::MAX >> (64 - shape.format.width) & bits == bits && shape.format.holds(bits) {
            return Ok(());
        }
        let codes = (0..self.len()).filter_map(|at| self.get(at).map(|code| (at, code)));
        let mut wrong =
            codes.filter_map(|(at, code)| Some((at, shape.format.check(operand, &[code]).err()?)));
        wrong.next().map_or(Ok(()), Err)
    }
}

impl CodesMut<'_> {
    /// How many there is room for.
    #[must_use]
    pub const fn len(&self) -> usize {
        whatever!(self, own => own.len())
    }

    /// Whether there is room for none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts codes there, from a place on.
    #[inline]
    pub(super) fn write<T: Bits>(&mut self, start: usize, codes: &[T]) {
        whatever!(self, own => {
            let own = &mut own[start..][..codes.len()];
            own.iter_mut().zip(codes).for_each(|(to, code)| *to = code.wide() as _);
        });
    }
}

impl Plan {
    /// The results of as many cases as there are bytes of flags, as [`Plan::run`] has them: operands and results each in an
    /// array of its own. Codes are not looked at ([`Codes::check`] does).
    ///
    /// ```
    /// use vectors::registry::{Codes, CodesMut, Options};
    /// let plan = vectors::operations().find("ieee.f16.add").unwrap().plan(&Options::NONE);
    /// let (a, b) = ([0x3c00, 0x7bff], [0x3c00, 0x7bff]);
    /// let (mut out, mut flags) = ([0; 2], [0; 2]);
    /// plan.run_arrays(&[Codes::U16(&a), Codes::U16(&b)], &mut [CodesMut::U16(&mut out)], &mut flags).unwrap();
    /// assert_eq!((out, flags), ([0x4000, 0x7c00], [0, 5]));
    /// ```
    ///
    /// # Errors
    /// The first case that no enclosure decides. What stands in front of its block is done.
    ///
    /// # Panics
    /// Where an array is not as long as its shape and the number of cases ask for.
    pub fn run_arrays(
        &self,
        x: &[Codes<'_>],
        out: &mut [CodesMut<'_>],
        flags: &mut [u8],
    ) -> Result<(), UndecidedCase> {
        let cases = flags.len();
        let asked = |shapes: &[Shape]| shapes.iter().map(|s| s.words() * cases).collect::<Vec<_>>();
        let lens = (x.iter().map(Codes::len), out.iter().map(CodesMut::len));
        assert_eq!(asked(&self.operands), lens.0.collect::<Vec<_>>(), "operands");
        assert_eq!(asked(&self.results), lens.1.collect::<Vec<_>>(), "results");
        match (&self.kernels, &mut *out) {
            (Kernels::Number(env, Typed { column: Some(all), .. }), [one]) => {
                all(env, Operands::Arrays(x), Results::Array(one), flags);
                Ok(())
            }
            _ => self.by_columns(x, out, flags),
        }
    }

    fn by_columns(
        &self,
        x: &[Codes<'_>],
        out: &mut [CodesMut<'_>],
        flags: &mut [u8],
    ) -> Result<(), UndecidedCase> {
        let mut case = vec![0; self.elements()];
        for (block, flags) in flags.chunks_mut(BLOCK).enumerate() {
            let start = block * BLOCK;
            let mut column = Column::new(self);
            for at in start..start + flags.len() {
                let mut rest = &mut case[..];
                for (codes, shape) in x.iter().zip(&self.operands) {
                    let (own, others) = rest.split_at_mut(shape.words());
                    codes.read(at * own.len(), own);
                    rest = others;
                }
                column.push(&case);
            }
            self.run_column(&mut column);
            for (i, flag) in flags.iter_mut().enumerate() {
                let (x, ran) = column.case(i);
                undecided(self, x, ran)?;
                *flag = ran.flag.unwrap_or(0);
                let mut rest = ran.out;
                for (codes, shape) in out.iter_mut().zip(&self.results) {
                    let (own, others) = rest.split_at(shape.words());
                    codes.write((start + i) * own.len(), own);
                    rest = others;
                }
            }
        }
        Ok(())
    }
}
