//! Many cases whose operands stand each in an array of its own, as callers with arrays have them.

use super::codes::{Codes, CodesMut, Operands, Results};
use super::{Column, Kernels, Plan, Shape, Typed, UndecidedCase, undecided};

/// Cases that are put into a column together.
const BLOCK: usize = 1024;

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
