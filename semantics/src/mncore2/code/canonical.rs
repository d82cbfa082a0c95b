//! The statement of a word: what the text says and the word does not, in one way.

use crate::mncore2::isa::{
    Access, Alu, AluForm, AluOp, Bank, Cycles, Dest, Expr, Immediate, ImmediateKind, Precision,
    Source, Step, Target, Width,
};

/// The step as its word would read. Not in the word, and here in one way: the spelling of an
/// immediate (`ui"0x..."`), the order of expressions and of outputs, the written width of T
/// (`$lt`), `relu0` for `relu`, whether an operation without regard to the type of its elements is
/// one of floating-point numbers or integers (`lpassa`, `fpassa`, `hpassa`), a list of addresses in
/// even steps for a stride (MN-D77), how many steps a `nop` has.
///
/// ```
/// use semantics::mncore2::{isa::Statement, text::parse_line, code::canonical};
/// let text = |text: &str| match parse_line(text) {
///     Ok(Some(Statement::Step(step))) => canonical(&step).to_string(),
///     _ => unreachable!(),
/// };
/// assert_eq!(text("imm f\"0.1\" $ln0 $lr2v $t"), "imm ui\"0x3dcccccd\" $lt $lr2v $ln0");
/// assert_eq!(text("dpassa $lm[0,4,8,12] $ls0"), "lpassa $lm0v4 $ls0");
/// ```
#[must_use]
pub fn canonical(step: &Step) -> Step {
    let mut step = spelled(step);
    for expr in &mut step.exprs {
        if let Expr::Alu(Alu { form: AluForm::Element { op, precision, .. }, .. }) = expr
            && matches!(op, AluOp::Passa | AluOp::Packbit)
        {
            *precision = one_of(*precision);
        }
    }
    step
}

/// The canonical statement, but for precisions that words may not tell apart: whether they do, a
/// table says.
pub(in crate::mncore2) fn spelled(step: &Step) -> Step {
    let mut exprs: Vec<Expr> = step.exprs.clone();
    exprs.iter_mut().for_each(expression);
    exprs.sort_by_key(unit);
    Step { exprs }
}

/// The order of the units.
const fn unit(expr: &Expr) -> u8 {
    match expr {
        Expr::Mau(_) => 0,
        Expr::Mwrite(_) => 1,
        Expr::Mread(_) => 2,
        Expr::Alu(_) => 3,
        Expr::Down(_) => 4,
        Expr::Up(_) => 5,
        Expr::L2bm(_) => 6,
        Expr::Noforward => 7,
        Expr::Nop(_) => 8,
        Expr::Wait(_) => 9,
    }
}

/// Even lists of addresses as strides.
pub(in crate::mncore2) fn strides(expr: &mut Expr) {
    for input in expr.inputs_mut() {
        if let Source::Memory(access) = &mut input.source {
            cycles(access);
        }
    }
    for dest in expr.dests_mut() {
        if let Target::Memory(access) = &mut dest.target {
            cycles(access);
        }
    }
}

fn expression(expr: &mut Expr) {
    strides(expr);
    match expr {
        Expr::Nop(steps) => *steps = 1,
        Expr::Alu(alu) => form(alu),
        _ => {}
    }
    expr.inputs_mut().iter_mut().for_each(|input| source(&mut input.source));
    outputs(expr.dests_mut());
}

fn source(source: &mut Source) {
    match source {
        Source::T(width) => *width = Width::Long,
        Source::Memory(_) | Source::Forward(_) | Source::Constant(_) => {}
    }
}

fn outputs(dests: &mut [Dest]) {
    for dest in dests.iter_mut() {
        match &mut dest.target {
            Target::T(width) => {
                *width = Width::Long;
                fit(dest);
            }
            Target::Memory(_) | Target::Bar(..) | Target::Mask(_) | Target::Nowrite => {}
        }
    }
    dests.sort_by_key(|dest| match dest.target {
        Target::T(_) => 0,
        Target::Memory(Access { bank: Bank::Grf0, .. }) => 1,
        Target::Memory(Access { bank: Bank::Grf1, .. }) => 2,
        Target::Memory(Access { bank: Bank::Lm0, .. }) => 3,
        Target::Memory(Access { bank: Bank::Lm1, .. }) => 4,
        Target::Bar(..) => 5,
        Target::Mask(_) => 6,
        Target::Nowrite => 7,
    });
}

/// The suffix of a mask follows from the widths.
fn fit(dest: &mut Dest) {
    let Some(mask) = &mut dest.mask else { return };
    mask.fit = super::fit(mask.width, &dest.target);
}

/// An even list of addresses as a stride.
fn cycles(access: &mut Access) {
    if let Some((start, increment)) = access.stride() {
        access.cycles = Cycles::Stride { start, increment };
    }
}

/// The spelling of an immediate in the canonical statement.
pub(super) fn immediate(word: u32) -> Immediate {
    Immediate { kind: ImmediateKind::Ui, text: format!("0x{word:08x}").into(), word }
}

fn form(alu: &mut Alu) {
    match &mut alu.form {
        AluForm::Imm { value, .. } => *value = immediate(value.word),
        AluForm::Element { op, .. } if *op == AluOp::Relu0 => *op = AluOp::Relu,
        AluForm::Element { .. } | AluForm::Zero | AluForm::Msl | AluForm::Msr => {}
    }
}

/// Of two precisions of one width, the one that words of `passa` and `packbit` are read as.
pub(super) const fn one_of(precision: Precision) -> Precision {
    match precision {
        Precision::D | Precision::L => Precision::L,
        Precision::I | Precision::F | Precision::G => Precision::F,
        Precision::S | Precision::H => Precision::H,
    }
}
