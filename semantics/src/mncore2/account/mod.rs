//! What an expression reads and writes: the one account that check, steps, trace and words go by.
//!
//! An account is a list of entries, one for each memory that an operand or the unit itself touches.
//! It is an iterator, so that nothing is allocated. Which words of L1BM and L2BM a transfer touches is
//! tested against what transfers do ([`stretch`]); addresses of PE memories that hang on values (T,
//! base address registers) are named, not known.

mod reference;
mod stretch;
mod unit;

pub use reference::{OperandRef, Role};
pub(crate) use stretch::{L1BM_WORDS, L2BM_WORDS, Run, Stretch, Traffic, mv_reads_l2bm, shared};
pub(crate) use unit::Unit;

use super::isa::{
    Access, Bank, Dest, Expr, Input, L1bmOperand, L2bmWay, Mask, MaskSetting, MatrixAccess,
    Modifier, Precision, Side, Source, Target, Width,
};
use super::memory::Store;

/// Whether an entry takes from a memory or gives to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It is read.
    Read,
    /// It is written.
    Written,
}

/// The operand of an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand<'a> {
    /// An input from the PE, with its number among the inputs.
    Input(usize, &'a Input),
    /// An output to the PE, with its number among the outputs.
    Dest(usize, &'a Dest),
    /// A zero flush.
    Flush(&'a Mask),
    /// The matrix of a product.
    Side(Side),
    /// The matrix operand of a write or a transposed read.
    Matrix(MatrixAccess),
    /// L1BM or the turnaround register.
    L1bm(L1bmOperand),
    /// An address of L2BM.
    L2bm(u16),
    /// What the unit does without an operand that says so.
    Unit,
}

/// What of a memory is touched.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent<'a> {
    /// All of it.
    All,
    /// Words of a PE memory.
    Access(&'a Access),
    /// An entry of the mask registers.
    Entry(u8),
    /// Rows of a matrix register; behind the last comes the first.
    Rows(Rows),
    /// Columns of a matrix register, of all rows.
    Columns(Rows),
    /// Long words of L1BM or L2BM, and of which: bit `b` for L1B `b`, bit `2 * group + L2B`.
    Words(Stretch, u8),
}

/// Rows or columns of a matrix register, in those of a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    pub(crate) precision: Precision,
    pub(crate) first: u8,
    pub(crate) count: u8,
}

/// One memory that an expression touches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    /// Read or written.
    pub(crate) way: Way,
    /// The memory.
    pub(crate) store: Store,
    /// By which operand.
    pub(crate) operand: Operand<'a>,
    /// How much at a time. Of T two long words as an operand, one for an address.
    pub(crate) width: Width,
    /// What of it.
    pub(crate) extent: Extent<'a>,
}

impl<'a> Entry<'a> {
    const fn new(way: Way, store: Store, operand: Operand<'a>, width: Width) -> Self {
        Self { way, store, operand, width, extent: Extent::All }
    }

    const fn with(self, extent: Extent<'a>) -> Self {
        Self { extent, ..self }
    }

    /// The words of a PE memory.
    pub(crate) const fn access(&self) -> Option<&'a Access> {
        match self.extent {
            Extent::Access(access) => Some(access),
            _ => None,
        }
    }

    /// The output that this is about, where it is one.
    pub(crate) const fn dest(&self) -> Option<&'a Dest> {
        match self.operand {
            Operand::Dest(_, dest) => Some(dest),
            _ => None,
        }
    }

    /// The operand by reference, of expression `i` of its step; none where the unit does it by
    /// itself.
    pub(crate) const fn place(&self, i: usize, expr: &Expr) -> Option<OperandRef> {
        let (role, number) = match self.operand {
            Operand::Input(n, _) => (Role::Input, n),
            Operand::Dest(n, _) => (Role::Dest, n),
            Operand::Flush(_) => (Role::Flush, 0),
            Operand::Side(_) | Operand::Matrix(_) => (Role::Matrix, 0),
            // Between L1BMs the first operand is read and the second written.
            Operand::L1bm(_) => match (expr, self.way) {
                (Expr::L2bm(l2bm), Way::Written) => {
                    (Role::L1bm, matches!(l2bm.way(), L2bmWay::Beside) as usize)
                }
                _ => (Role::L1bm, 0),
            },
            Operand::L2bm(_) => (Role::L2bm, 0),
            Operand::Unit => return None,
        };
        Some(OperandRef::new(i, role, number))
    }
}

/// The account of an expression: inputs, outputs, the zero flush, then what its unit touches beside
/// these.
pub(crate) fn of<'a>(expr: &'a Expr, masks: Masking<'a>) -> impl Iterator<Item = Entry<'a>> {
    let inputs = expr.inputs().iter().enumerate();
    let inputs = inputs.flat_map(|(n, input)| self::input(n, input));
    let dests = expr.dests().iter().enumerate();
    let dests = dests.flat_map(move |(n, dest)| self::dest(n, dest, masks));
    let flush = expr.flush().map(|mask| {
        Entry::new(Way::Read, Store::Mask, Operand::Flush(mask), Width::Single)
            .with(Extent::Entry(mask.entry))
    });
    inputs.chain(dests).chain(flush).chain(unit::entries(expr))
}

/// The account of an input; a constant has none. Its own entry is the first.
pub(crate) fn input(n: usize, input: &Input) -> impl Iterator<Item = Entry<'_>> {
    let operand = Operand::Input(n, input);
    let new = |store, width| Entry::new(Way::Read, store, operand, width);
    let [own, t, bar] = match &input.source {
        Source::Memory(access) => accessed(Way::Read, operand, access),
        Source::T(_) => [Some(new(Store::T, Width::Double)), None, None],
        Source::Forward(unit) => [Some(new(Store::Forward(*unit), Width::Double)), None, None],
        Source::Constant(_) => [None; 3],
    };
    [own, t, bar].into_iter().flatten()
}

/// The account of an output; `$nowrite` writes nothing. Its own entry is the first that is written.
pub(crate) fn dest<'a>(
    n: usize,
    dest: &'a Dest,
    masks: Masking<'_>,
) -> impl Iterator<Item = Entry<'a>> {
    let operand = Operand::Dest(n, dest);
    let new = |store, width| Some(Entry::new(Way::Written, store, operand, width));
    let [own, t, bar] = match &dest.target {
        Target::Memory(access) => accessed(Way::Written, operand, access),
        Target::Bar(bank, width) => [new(Store::Bar(*bank), *width), None, None],
        Target::T(_) => [new(Store::T, Width::Double), None, None],
        Target::Mask(entry) => {
            let own = new(Store::Mask, Width::Single).map(|e| e.with(Extent::Entry(*entry)));
            [own, None, None]
        }
        Target::Nowrite => [None; 3],
    };
    let mask = masks.on(dest).map(|mask| {
        Entry::new(Way::Read, Store::Mask, operand, Width::Single).with(Extent::Entry(mask.entry))
    });
    [own, t, bar, mask].into_iter().flatten()
}

/// An access of a PE memory, and what enters its address: T, and the base address register of an LM.
fn accessed<'a>(way: Way, operand: Operand<'a>, access: &'a Access) -> [Option<Entry<'a>>; 3] {
    let own = Entry::new(way, Store::Bank(access.bank), operand, access.width);
    let address = |store, width| Entry::new(Way::Read, store, operand, width);
    let t = access.modifier == Modifier::Indirect;
    [
        Some(own.with(Extent::Access(access))),
        t.then(|| address(Store::T, Width::Long)),
        access.bank.is_lm().then(|| address(Store::Bar(access.bank), Width::Single)),
    ]
}

/// Every access of a PE memory of a step and its place: inputs, then outputs.
pub(crate) fn accesses(exprs: &[Expr]) -> impl Iterator<Item = (OperandRef, &Access)> {
    let read = inputs(exprs).filter_map(|(i, x)| Some((i, x.source.access()?)));
    read.chain(dests(exprs).filter_map(|(i, x)| Some((i, x.target.access()?))))
}

/// Every input of a step and its place.
pub(crate) fn inputs(exprs: &[Expr]) -> impl Iterator<Item = (OperandRef, &Input)> {
    exprs.iter().enumerate().flat_map(|(i, e)| {
        let place = move |n| OperandRef::new(i, Role::Input, n);
        e.inputs().iter().enumerate().map(move |(n, x)| (place(n), x))
    })
}

/// Every output of a step and its place.
pub(crate) fn dests(exprs: &[Expr]) -> impl Iterator<Item = (OperandRef, &Dest)> {
    exprs.iter().enumerate().flat_map(|(i, e)| {
        let place = move |n| OperandRef::new(i, Role::Dest, n);
        e.dests().iter().enumerate().map(move |(n, x)| (place(n), x))
    })
}

/// Whether forwarding and turnaround registers keep their values (s. 3.6.6).
pub(crate) fn holds(exprs: &[Expr]) -> bool {
    exprs.iter().any(|e| matches!(e, Expr::Noforward | Expr::Nop(_)))
}

// Which mask acts on an output (s. 3.6.2, MN-D45).

/// The masks of a step: those that its outputs have themselves, else the setting. One on an output
/// switches the setting off for all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masking<'a>(Option<&'a MaskSetting>);

impl<'a> Masking<'a> {
    /// No setting: only what is written at the outputs.
    pub(crate) const OWN: Self = Self(None);

    /// The masks of a step under the setting in force there; entry 0 holds nothing back.
    pub(crate) fn of(exprs: &[Expr], setting: &'a MaskSetting) -> Self {
        let own = || exprs.iter().flat_map(Expr::dests).any(|dest| dest.mask.is_some());
        Self((setting.entry != 0 && !own()).then_some(setting))
    }

    /// The mask of an output.
    pub(crate) fn on(self, dest: &Dest) -> Option<Mask> {
        let by_setting = || self.0.filter(|s| listed(s, &dest.target)).map(of_setting);
        dest.mask.or_else(by_setting)
    }
}

/// Whether the `mask` setting acts on a write.
pub(crate) const fn listed(setting: &MaskSetting, target: &Target) -> bool {
    let bank = match target {
        Target::Memory(access) => access.bank,
        Target::Bar(bank, _) => *bank,
        Target::T(_) => return setting.t,
        Target::Mask(_) => return setting.masks,
        Target::Nowrite => return false,
    };
    match bank {
        Bank::Lm0 => setting.lm0,
        Bank::Lm1 => setting.lm1,
        Bank::Grf0 => setting.grf0,
        Bank::Grf1 => setting.grf1,
    }
}

/// The mask that a `mask` setting puts on writes.
pub(crate) const fn of_setting(setting: &MaskSetting) -> Mask {
    Mask { width: setting.width, entry: setting.entry, fit: None }
}
