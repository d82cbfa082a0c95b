//! Steps and their expressions.

use crate::mncore2::isa::table::{L1bmKind, L2bmKind, Opcode, word_of};
use crate::mncore2::isa::{
    Alu, AluForm, AluOp, Dest, Down, DownKind, Expr, Immediate, ImmediateKind, L1bSet, L2bm, Mask,
    Mau, Mread, Mwrite, Precision, Step, Up, UpKind,
};
use core::fmt::{self, Display, Formatter};

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, expr) in self.exprs.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            expr.fmt(f)?;
        }
        Ok(())
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nop(1) => f.write_str(word_of(Opcode::Nop)),
            Self::Nop(steps) => write!(f, "{}/{steps}", word_of(Opcode::Nop)),
            Self::Noforward => f.write_str(word_of(Opcode::Noforward)),
            Self::Wait(tag) => write!(f, "{} {tag}", word_of(Opcode::Wait)),
            Self::L2bm(l2bm) => l2bm.fmt(f),
            Self::Down(down) => down.fmt(f),
            Self::Up(up) => up.fmt(f),
            Self::Mau(mau) => mau.fmt(f),
            Self::Mwrite(mwrite) => mwrite.fmt(f),
            Self::Mread(mread) => mread.fmt(f),
            Self::Alu(alu) => alu.fmt(f),
        }
    }
}

/// ` a b c`
fn list<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> fmt::Result {
    items.iter().try_for_each(|item| write!(f, " {item}"))
}

/// `/mask`
fn flush(f: &mut Formatter<'_>, mask: Option<&Mask>) -> fmt::Result {
    mask.into_iter().try_for_each(|mask| write!(f, "/{mask}"))
}

/// The set behind an opcode; all eight are not written.
struct At(L1bSet);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.mode == 7 { Ok(()) } else { write!(f, "@{}", self.0) }
    }
}

impl Display for L2bm {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = |kind| word_of(Opcode::L2bm(kind));
        match *self {
            Self::Broadcast { set, lc, lb } => {
                write!(f, "{}{} $lc{lc} $lb{lb}", word(L2bmKind::Broadcast), At(set))
            }
            Self::Broadcast2 { set, lc, lb } => {
                write!(f, "{}{} $lc{lc} $lb{lb}", word(L2bmKind::Broadcast2), At(set))
            }
            Self::Distribute { set, lc, lb } => {
                write!(f, "{}{} $lc{lc} $lb{lb}", word(L2bmKind::Distribute), At(set))
            }
            Self::Transfer { l1b, lb, lc } => {
                write!(f, "{}@{l1b} $lb{lb} $lc{lc}", word(L2bmKind::Transfer))
            }
            Self::Reduce { rrn, set, lb, lc } => {
                write!(f, "{}{} $lb{lb} $lc{lc}", word_of(Opcode::L2bmr(rrn)), At(set))
            }
            Self::Reduce2 { rrn, lb, lc } => {
                write!(f, "{} $lb{lb} $lc{lc}", word_of(Opcode::L2bmr2(rrn)))
            }
            Self::Gather { lb, lc } => {
                write!(f, "{} $lb{lb} $lc{lc}", word(L2bmKind::Distribute))
            }
            Self::Multicast { set, from, to } => {
                write!(f, "{}@{set} $lb{from} $lb{to}", word(L2bmKind::Multicast))
            }
            Self::Dars { lc, l2b, dar } => {
                write!(f, "{} $lc{lc}@.{l2b} $dar{dar}", word(L2bmKind::Dars))
            }
            Self::Darw => f.write_str(word(L2bmKind::Darw)),
        }
    }
}

/// `+k`, nothing for 0.
fn rotation(f: &mut Formatter<'_>, by: u8) -> fmt::Result {
    if by == 0 { Ok(()) } else { write!(f, "+{by}") }
}

impl Display for Down {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = |kind| word_of(Opcode::L1bm(kind));
        match self.kind {
            DownKind::Pe => f.write_str(word(L1bmKind::P))?,
            DownKind::Mab => f.write_str(word(L1bmKind::M))?,
            DownKind::Mab4 => f.write_str(word(L1bmKind::M4))?,
            DownKind::Distribute(by) => {
                f.write_str(word(L1bmKind::D))?;
                rotation(f, by)?;
            }
        }
        flush(f, self.flush.as_ref())?;
        write!(f, " {}", self.from)?;
        list(f, &self.dests)
    }
}

impl Display for Up {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = |kind| word_of(Opcode::L1bm(kind));
        match self.kind {
            UpKind::Mab(m) => write!(f, "{}@{m}", word(L1bmKind::M))?,
            UpKind::Mab4(k) => write!(f, "{}@{k}", word(L1bmKind::M4))?,
            UpKind::Reduce { rrn, shorten } => {
                f.write_str(word_of(Opcode::L1bmr { four: false, rrn, shorten }))?;
            }
            UpKind::Reduce4 { rrn, shorten } => {
                f.write_str(word_of(Opcode::L1bmr { four: true, rrn, shorten }))?;
            }
            UpKind::Gather(by) => {
                f.write_str(word(L1bmKind::D))?;
                rotation(f, by)?;
            }
        }
        write!(f, " {} {}", self.from, self.to)
    }
}

impl Display for Mau {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { precision, kind, pair, shorten, .. } = *self;
        let matrix = self.matrix.is_some();
        f.write_str(word_of(Opcode::Mau { precision, kind, matrix, pair, shorten }))?;
        flush(f, self.flush.as_ref())?;
        self.matrix.iter().try_for_each(|side| write!(f, " $l{}", side.letter()))?;
        list(f, &self.inputs)?;
        list(f, &self.dests)
    }
}

impl Display for Mwrite {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", word_of(Opcode::Mwrite(self.precision)), self.from, self.to)
    }
}

impl Display for Mread {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(word_of(Opcode::Mread(self.precision)))?;
        flush(f, self.flush.as_ref())?;
        write!(f, " {}", self.from)?;
        list::<Dest>(f, &self.dests)
    }
}

impl ImmediateKind {
    /// The letters before the quotes.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        match self {
            Self::F => "f",
            Self::H => "h",
            Self::I => "i",
            Self::S => "s",
            Self::Ui => "ui",
            Self::Us => "us",
        }
    }
}

impl Display for Immediate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}\"{}\"", self.kind.letters(), self.text)
    }
}

impl Display for Alu {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(word_of(match self.form {
            AluForm::Zero => Opcode::Zero,
            AluForm::Imm { upper, .. } => Opcode::Imm { upper },
            AluForm::Msl => Opcode::Msl,
            AluForm::Msr => Opcode::Msr,
            AluForm::Element { unsigned, precision, op, .. } => {
                Opcode::Alu { unsigned, precision, op }
            }
        }))?;
        if let AluForm::Element {
            precision: Precision::H, op: AluOp::Bfn | AluOp::Bfe, bits, ..
        } = self.form
        {
            write!(f, "/{bits}")?;
        }
        flush(f, self.flush.as_ref())?;
        if let AluForm::Imm { value, .. } = &self.form {
            write!(f, " {value}")?;
        }
        list(f, &self.inputs)?;
        list(f, &self.dests)
    }
}
