//! PE instruction expressions (s. 3.6): one step is a line of them.

use super::element::{Precision, Rrn};
use super::operand::{Dest, Input, Mask, MatrixAccess, Side};

/// A tag `i00` to `iff`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u8);

/// A PE instruction statement: expressions issued together, as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// At least one.
    pub exprs: Vec<Expr>,
}

/// One expression of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// `nop/n`: n steps that do nothing.
    Nop(u32),
    /// `noforward`: forwarding and turnaround registers keep their values.
    Noforward,
    /// `wait iTT`
    Wait(Tag),
    /// Between L2BM and L1BM, and to the DAR.
    L2bm(L2bm),
    /// From L1BM to PEs.
    Down(Down),
    /// From PEs to L1BM.
    Up(Up),
    /// A MAU operation.
    Mau(Mau),
    /// A matrix register write.
    Mwrite(Mwrite),
    /// A transposed matrix register read.
    Mread(Mread),
    /// An ALU operation.
    Alu(Alu),
}

/// A set of L1Bs `b0/i`: b is in it where `b & (7 ^ i) == b0 & (7 ^ i)` (s. 3.6.7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct L1bSet {
    /// `b0`, 0 to 7.
    pub base: u8,
    /// `i`, 0 to 7.
    pub mode: u8,
}

impl L1bSet {
    /// All eight.
    pub const ALL: Self = Self { base: 0, mode: 7 };

    /// Whether L1B `b` is in the set.
    #[must_use]
    pub const fn contains(self, b: u8) -> bool {
        b & (7 ^ self.mode) == self.base & (7 ^ self.mode)
    }
}

/// An L2BM instruction expression (s. 3.6.7). Addresses in long words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum L2bm {
    /// `l2bmb[@S] $lcC $lbB`: broadcast.
    Broadcast {
        /// Which L1Bs are written.
        set: L1bSet,
        /// L2BM address.
        lc: u16,
        /// L1BM address.
        lb: u16,
    },
    /// `l2bmb2[@S] $lcC $lbB`: distributing broadcast.
    Broadcast2 {
        /// Which L1Bs are written.
        set: L1bSet,
        /// L2BM address.
        lc: u16,
        /// L1BM address.
        lb: u16,
    },
    /// `l2bmd[@S] $lcC $lbB`: distribution.
    Distribute {
        /// Which L1Bs are written.
        set: L1bSet,
        /// L2BM address.
        lc: u16,
        /// L1BM address.
        lb: u16,
    },
    /// `l2bm@b $lbB $lcC`: transfer from one L1B.
    Transfer {
        /// The L1B, 0 to 7.
        l1b: u8,
        /// L1BM address.
        lb: u16,
        /// L2BM address.
        lc: u16,
    },
    /// `l2bmrOP[@S] $lbB $lcC`: reduction.
    Reduce {
        /// The operation.
        rrn: Rrn,
        /// Which L1Bs take part; the others send the identity.
        set: L1bSet,
        /// L1BM address.
        lb: u16,
        /// L2BM address.
        lc: u16,
    },
    /// `l2bmr2OP $lbB $lcC`: combining reduction of pairs.
    Reduce2 {
        /// The operation.
        rrn: Rrn,
        /// L1BM address.
        lb: u16,
        /// L2BM address.
        lc: u16,
    },
    /// `l2bmd $lbB $lcC`: gather.
    Gather {
        /// L1BM address.
        lb: u16,
        /// L2BM address.
        lc: u16,
    },
    /// `l2bmi@S $lbA $lbB`: inter-L1B multicast; `set.mode` is not 7.
    Multicast {
        /// The sending L1Bs.
        set: L1bSet,
        /// L1BM address read.
        from: u16,
        /// L1BM address written.
        to: u16,
    },
    /// `l2bmdars $lcC@.l $darD`: L2BM to DARBUF.
    Dars {
        /// L2BM address.
        lc: u16,
        /// The L2B whose L2BM is read, 0 or 1.
        l2b: u8,
        /// The DAR entry where writing starts.
        dar: u16,
    },
    /// `l2bmdarw`: four entries from DARBUF to DAR.
    Darw,
}

/// The L1BM operand of an L1BM expression: its rate and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct L1bmOperand {
    /// `$llb`: two long words a PE and cycle (`Double`), else `Long`. Never `Single`.
    pub double: bool,
    /// The address, or the turnaround register.
    pub place: L1bmPlace,
}

/// Where in the L1B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum L1bmPlace {
    /// An address in long words.
    At(u16),
    /// `i`: the turnaround register.
    Turnaround,
}

/// How a transfer from L1BM spreads over the PEs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DownKind {
    /// `l1bmp`: the same to all PEs.
    Pe,
    /// `l1bmm`: the same to all MABs.
    Mab,
    /// `l1bmm4`: four MABs side by side, four groups.
    Mab4,
    /// `l1bmd[+k]`: to MAB (m + k) mod 16 what lies at m; `-k` is `+(16-k)`.
    Distribute(u8),
}

/// L1BM to PEs (s. 3.6.8).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Down {
    /// The form.
    pub kind: DownKind,
    /// Zero flush.
    pub flush: Option<Mask>,
    /// What is read.
    pub from: L1bmOperand,
    /// Where to.
    pub dests: Vec<Dest>,
}

/// How a transfer to L1BM collects from the PEs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpKind {
    /// `l1bmm@m`: MAB m of 16.
    Mab(u8),
    /// `l1bmm4@k`: MAB k of each four.
    Mab4(u8),
    /// `l1bmrOP[r]`: reduction over 16 MABs.
    Reduce {
        /// The operation. `h` on a `$lb` operand is an alias of `f` with `e` and `r`.
        rrn: Rrn,
        /// `r`: the results shortened to half.
        shorten: bool,
    },
    /// `l1bmr4OP[r]`: reduction over each four MABs.
    Reduce4 {
        /// The operation.
        rrn: Rrn,
        /// `r`: the results shortened to half.
        shorten: bool,
    },
    /// `l1bmd[+k]`: MAB m to place (m + k) mod 16.
    Gather(u8),
}

/// PEs to L1BM (s. 3.6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Up {
    /// The form.
    pub kind: UpKind,
    /// What is sent; `convert` is `Extend` or nothing, `negate` is false.
    pub from: Input,
    /// Where to.
    pub to: L1bmOperand,
}

/// What a MAU operation computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MauKind {
    /// `fma`: product plus addend.
    Fma,
    /// `mul`: product.
    Mul,
    /// `add`: sum (vector only).
    Add,
    /// `passa`: copy (vector only).
    Passa,
}

/// Which half of the PEs or rows a double-precision product works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pair {
    /// `u`: PEs, rows 0 and 1.
    Upper,
    /// `d`: PEs, rows 2 and 3.
    Lower,
}

/// A MAU operation (s. 3.6.9).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mau {
    /// d, f, g (matrix only), h.
    pub precision: Precision,
    /// What is computed.
    pub kind: MauKind,
    /// The matrix, for matrix-vector products.
    pub matrix: Option<Side>,
    /// `u` or `d`: on d forms with a product, and only there.
    pub pair: Option<Pair>,
    /// `r`: the result shortened (d, h).
    pub shorten: bool,
    /// Zero flush.
    pub flush: Option<Mask>,
    /// x, y, z as the form has them, without the matrix.
    pub inputs: Vec<Input>,
    /// Where to.
    pub dests: Vec<Dest>,
}

/// A matrix register write (s. 3.6.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mwrite {
    /// d, f, g, h.
    pub precision: Precision,
    /// What is written.
    pub from: Input,
    /// First row.
    pub to: MatrixAccess,
}

/// A transposed matrix register read (s. 3.6.11).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mread {
    /// d, f, g, h.
    pub precision: Precision,
    /// Zero flush.
    pub flush: Option<Mask>,
    /// First column.
    pub from: MatrixAccess,
    /// Where to.
    pub dests: Vec<Dest>,
}

/// An ALU operation on elements (table 3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AluOp {
    /// `passa`
    Passa,
    /// `inc`
    Inc,
    /// `dec`
    Dec,
    /// `not`
    Not,
    /// `lnot`
    Lnot,
    /// `rsqrt`
    Rsqrt,
    /// `floor`
    Floor,
    /// `ftoi`
    Ftoi,
    /// `bfn`; for half with its mantissa length, 6 to 9.
    Bfn,
    /// `bfe`, half only, with its mantissa length.
    Bfe,
    /// `max`
    Max,
    /// `min`
    Min,
    /// `packbit`
    Packbit,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `add`
    Add,
    /// `sub`
    Sub,
    /// `lsl`
    Lsl,
    /// `lsr`
    Lsr,
    /// `bsl`
    Bsl,
    /// `bsr`
    Bsr,
    /// `relu`, the same as `relu0`
    Relu,
    /// `relu0`
    Relu0,
    /// `relu1`
    Relu1,
    /// `relu2`
    Relu2,
    /// `relu3`
    Relu3,
    /// `lrelud`
    Lrelud,
    /// `lreluo`
    Lreluo,
    /// `ilrelud`
    Ilrelud,
}

/// The type letters of an immediate (s. 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImmediateKind {
    /// `f`: single-precision number.
    F,
    /// `h`: half-precision number, twice.
    H,
    /// `i`: signed 32-bit integer.
    I,
    /// `s`: signed 16-bit integer, twice.
    S,
    /// `ui`: unsigned 32-bit integer.
    Ui,
    /// `us`: unsigned 16-bit integer, twice.
    Us,
}

/// An immediate: its text and the word that it makes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Immediate {
    /// The type.
    pub kind: ImmediateKind,
    /// What stands between the quotes.
    pub text: Box<str>,
    /// The single word.
    pub word: u32,
}

/// What an ALU expression does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AluForm {
    /// `zero`
    Zero,
    /// `imm`: the word four times; `immu` (`upper`): in the first and third place, else 0.
    Imm {
        /// `immu`.
        upper: bool,
        /// The payload.
        value: Immediate,
    },
    /// `msl`: each PE gets the long word of PE p-1.
    Msl,
    /// `msr`: each PE gets the long word of PE p+1.
    Msr,
    /// `[u]<precision><op>[/n]`
    Element {
        /// `u`: the unsigned option.
        unsigned: bool,
        /// The precision.
        precision: Precision,
        /// The operation.
        op: AluOp,
        /// `/6` to `/9` of `hbfn`, `hbfe`; else 0.
        bits: u8,
    },
}

/// An ALU expression (s. 3.6.12).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Alu {
    /// What it does.
    pub form: AluForm,
    /// Zero flush.
    pub flush: Option<Mask>,
    /// None, one or two; never negated, `convert` is `Shorten` or nothing.
    pub inputs: Vec<Input>,
    /// Where to.
    pub dests: Vec<Dest>,
}
