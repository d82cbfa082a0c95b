//! Where columns find the codes of operands, and put those of results.

use super::Shape;
use softfloat::{Bits, Misfit};
use std::any::Any;

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
        whatever!(self, own => own.get(at).map(|code| code.wide() as u64))
    }

    /// The codes from one on, as many as there is room for.
    #[inline]
    pub(super) fn read<T: Bits>(&self, start: usize, room: &mut [T]) {
        whatever!(self, own => {
            let own = &own[start..][..room.len()];
            room.iter_mut().zip(own).for_each(|(to, code)| *to = T::low((*code).into()));
        });
    }

    /// So many codes from one on: where they are as wide, as they lie there.
    #[inline(always)]
    fn block<'r, T: Bits, const BLOCK: usize>(
        &'r self,
        start: usize,
        len: usize,
        room: &'r mut [T; BLOCK],
    ) -> &'r [T] {
        let there = whatever!(self, own => {
            own[start..].first_chunk::<BLOCK>().and_then(|own| (own as &dyn Any).downcast_ref())
        });
        if let Some(own) = there.filter(|_| len == BLOCK) {
            return own as &[T; BLOCK];
        }
        self.read(start, &mut room[..len]);
        &room[..len]
    }

    /// Whether they are codes of an operand's format.
    ///
    /// # Errors
    /// The place of the first that is none, and why.
    pub fn check(&self, operand: usize, shape: &Shape) -> Result<(), (usize, Misfit)> {
        if shape.words_per_element() > 1 {
            let codes: Vec<u64> = (0..self.len()).filter_map(|at| self.get(at)).collect();
            return shape.check(operand, &codes).map_err(|why| match why {
                Misfit::Code { element, .. } => (element * shape.words_per_element(), why),
                _ => (0, why),
            });
        }
        let bits = whatever!(self, own => own.iter().fold(0, |all, code| all | code).wide() as u64);
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

    /// The room from a place on, where codes are as wide.
    #[inline(always)]
    fn there<T: Bits, const BLOCK: usize>(&mut self, start: usize) -> Option<&mut [T; BLOCK]> {
        whatever!(self, own => {
            let own = own[start..].first_chunk_mut::<BLOCK>()?;
            (own as &mut dyn Any).downcast_mut()
        })
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

/// Where a slice form finds the operands of its cases.
#[derive(Clone, Copy)]
pub(crate) enum Operands<'a> {
    /// Case by case.
    Cases(&'a [u64]),
    /// Operand by operand.
    Arrays(&'a [Codes<'a>]),
}

/// Where its results go.
pub(crate) enum Results<'a, 'b> {
    /// A word a case.
    Cases(&'a mut [u64]),
    /// As the caller has them.
    Array(&'a mut CodesMut<'b>),
}

impl<'a> Operands<'a> {
    /// The operands of so many cases from `start` on.
    #[inline(always)]
    pub(super) fn blocks<'r, T: Bits, const N: usize, const BLOCK: usize>(
        self,
        start: usize,
        len: usize,
        room: &'r mut [[T; BLOCK]; N],
    ) -> [&'r [T]; N]
    where
        'a: 'r,
    {
        match self {
            Self::Cases(x) => {
                for (i, case) in x[start * N..][..len * N].chunks_exact(N).enumerate() {
                    for (operand, code) in room.iter_mut().zip(case) {
                        operand[i] = T::low((*code).into());
                    }
                }
                room.each_ref().map(|operand| &operand[..len])
            }
            Self::Arrays(x) => {
                let mut x = x.iter();
                room.each_mut().map(|room| match x.next() {
                    Some(codes) => codes.block(start, len, room),
                    None => &room[..0],
                })
            }
        }
    }
}

impl Results<'_, '_> {
    /// So many results from `start` on, as `make` writes them.
    #[inline(always)]
    pub(super) fn block<T: Bits, const BLOCK: usize>(
        &mut self,
        start: usize,
        room: &mut [T],
        make: impl FnOnce(&mut [T]),
    ) {
        if let Self::Array(out) = self
            && room.len() == BLOCK
            && let Some(own) = out.there::<T, BLOCK>(start)
        {
            return make(own);
        }
        make(room);
        match self {
            Self::Cases(out) => {
                let out = &mut out[start..][..room.len()];
                out.iter_mut().zip(room).for_each(|(out, code)| *out = code.wide() as u64);
            }
            Self::Array(out) => out.write(start, room),
        }
    }
}
