//! The fields of the MAU and the matrix registers as expressions.

use super::read::{LETTERS, Reader, Res, Written, dests};
use crate::mncore2::code::field::Field;
use crate::mncore2::code::setting::{mau_context, mau_slot, skips, slots};
use crate::mncore2::isa::{
    Input, MatrixAccess, Mau, MauKind, Mread, Mwrite, Pair, Precision, Side, Width,
};

const KINDS: [MauKind; 4] = [MauKind::Fma, MauKind::Mul, MauKind::Add, MauKind::Passa];
const SIDES: [(&str, Side); 2] = [("x", Side::X), ("y", Side::Y)];

impl Reader<'_> {
    fn mau_input(&self, slot: usize, context: &str) -> Res<Input> {
        let [source, negate, convert] = mau_slot(slot);
        let source = self.source(source)?;
        let negate = self.says(negate, "", "minus")?;
        Ok(Input { negate, source, convert: self.convert(convert, context)? })
    }

    fn precision(&self, context: &str) -> Res<Precision> {
        let letters = Precision::ALL.map(|p| (LETTERS[p as usize], p));
        self.one(Field::MauPrecision, context, &letters)
    }

    pub(super) fn mau(&self, writes: &mut Vec<Written>) -> Res<Mau> {
        let matrix = self.code(Field::MauMatrixVector, "")? == "matrix";
        let stages = [self.code(Field::MauSkipMultiply, "")?, self.code(Field::MauSkipAdd, "")?];
        let Some(kind) = KINDS.into_iter().find(|k| skips(*k) == stages) else {
            return self.odd(Field::MauSkipAdd, "there is no such operation");
        };
        if matrix && matches!(kind, MauKind::Add | MauKind::Passa) {
            return self.odd(Field::MauMatrixVector, "the operation takes no matrix");
        }
        let precision = self.precision(mau_context(kind, matrix))?;
        let context = if matrix { "matrix" } else { "vector" };
        let product = matches!(kind, MauKind::Fma | MauKind::Mul);
        let pair = if precision == Precision::D && product {
            let codes = [("u", Pair::Upper), ("d", Pair::Lower)];
            Some(self.one(Field::MauHalfOrMatrix2lw, context, &codes)?)
        } else {
            None
        };
        let side = if matrix { Some(self.one(Field::MatrixSide, "calc", &SIDES)?) } else { None };
        let inputs = slots(kind, matrix)
            .iter()
            .map(|slot| self.mau_input(*slot, context))
            .collect::<Res<_>>()?;
        let dests = dests(writes, "mau");
        let (matrix, shorten, flush) = (side, false, None);
        Ok(Mau { precision, kind, matrix, pair, shorten, flush, inputs, dests })
    }

    fn matrix(&self, context: &str, precision: Precision, width: Width) -> Res<MatrixAccess> {
        let side = self.one(Field::MatrixSide, context, &SIDES)?;
        let index = self.get(Field::MatrixRow) as u8;
        if index >= precision.matrix_rows() {
            return self.odd(Field::MatrixRow, "the matrix has fewer rows");
        }
        if width == Width::Double && !index.is_multiple_of(2) {
            return self.odd(Field::MatrixRow, "two rows a cycle begin with an even one");
        }
        Ok(MatrixAccess { side, width, index })
    }

    pub(super) fn mwrite(&self) -> Res<Mwrite> {
        let precision = self.precision("mwrite")?;
        let widths = [("long", Width::Long), ("double", Width::Double)];
        let width = self.one(Field::MauHalfOrMatrix2lw, "mwrite", &widths)?;
        if width == Width::Double && precision != Precision::H {
            return self.odd(Field::MauHalfOrMatrix2lw, "only hmwrite takes two long words");
        }
        let to = self.matrix("mwrite", precision, width)?;
        Ok(Mwrite { precision, from: self.mau_input(2, "mwrite")?, to })
    }

    pub(super) fn mread(&self, writes: &mut Vec<Written>) -> Res<Mread> {
        let precision = self.precision("mread")?;
        let width = if precision == Precision::H { Width::Double } else { Width::Long };
        let from = self.matrix("mread", precision, width)?;
        Ok(Mread { precision, flush: None, from, dests: dests(writes, "mread") })
    }
}
