//! Steps from little text: the parser is tested elsewhere.

use semantics::mncore2::check::{Checker, Violation, step};
use semantics::mncore2::isa::*;

/// `$lm0v`, `-$llr0v8e`, `$lmt0v`, `$ln4j0`, `$lm[0,2,4,6]`, `$t`, `$aluf`, `$peid`.
pub(crate) fn input(text: &str) -> Input {
    let (negate, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (convert, text) = match (named(text), text.strip_suffix('e'), text.strip_suffix('r')) {
        (None, Some(rest), _) => (Some(Convert::Extend), rest),
        (None, _, Some(rest)) => (Some(Convert::Shorten), rest),
        _ => (None, text),
    };
    let source = named(text).unwrap_or_else(|| Source::Memory(access(text)));
    Input { negate, source, convert }
}

fn named(text: &str) -> Option<Source> {
    Some(match text {
        "$t" => Source::T(Width::Single),
        "$lt" => Source::T(Width::Long),
        "$llt" => Source::T(Width::Double),
        "$mauf" => Source::Forward(Forward::Mau),
        "$aluf" => Source::Forward(Forward::Alu),
        "$mreadf" => Source::Forward(Forward::Mread),
        "$lbf" => Source::Forward(Forward::L1bm),
        "$peid" => Source::Constant(Constant::Peid),
        _ => return None,
    })
}

fn access(text: &str) -> Access {
    let text = text.strip_prefix('$').expect("an operand");
    let letters = text.len() - text.trim_start_matches('l').len();
    let width = [Width::Single, Width::Long, Width::Double][letters];
    let mut rest = text[letters..].chars();
    let bank = match rest.next() {
        Some('m') => Bank::Lm0,
        Some('n') => Bank::Lm1,
        Some('r') => Bank::Grf0,
        Some('s') => Bank::Grf1,
        other => panic!("{other:?}"),
    };
    let (indirect, rest) = match rest.as_str().strip_prefix('t') {
        Some(rest) => (true, rest),
        None => (false, rest.as_str()),
    };
    let (rest, within) = match rest.split_once('j') {
        Some((rest, k)) => (rest, Some(k.parse().expect("a PE"))),
        None => (rest, None),
    };
    let number = |text: &str| if text.is_empty() { 0 } else { text.parse().expect("an address") };
    let cycles = if let Some(list) = rest.strip_prefix('[') {
        let list: Vec<u16> = list.trim_end_matches(']').split(',').map(number).collect();
        Cycles::Flat([list[0], list[1], list[2], list[3]])
    } else {
        match rest.split_once('v') {
            None => Cycles::Stride { start: number(rest), increment: 0 },
            Some((start, "")) => Cycles::Stride { start: number(start), increment: width.words() },
            Some((start, by)) => Cycles::Stride { start: number(start), increment: number(by) },
        }
    };
    let modifier = match (within, indirect) {
        (Some(k), _) => Modifier::Within(k),
        (None, true) => Modifier::Indirect,
        (None, false) => Modifier::None,
    };
    Access { bank, width, cycles, modifier }
}

/// `$lr0v`, `$lr0v/1000`, `$llr0v/$llimr3`, `$mb`, `$omr1`, `$nowrite`.
pub(crate) fn dest(text: &str) -> Dest {
    let (text, mask) = match text.split_once('/') {
        Some((text, mask)) => (text, Some(mask)),
        None => (text, None),
    };
    let target = match text {
        "$nowrite" => Target::Nowrite,
        "$mb" => Target::Bar(Bank::Lm0, Width::Single),
        "$lnb" => Target::Bar(Bank::Lm1, Width::Long),
        "$t" => Target::T(Width::Single),
        "$llt" => Target::T(Width::Double),
        _ => match text.strip_prefix("$omr") {
            Some(entry) => Target::Mask(entry.parse().expect("an entry")),
            None => Target::Memory(access(text)),
        },
    };
    Dest { target, mask: mask.map(self::mask) }
}

/// `1000`, `ll1000`, `$imr1`, `$llimr1t`.
pub(crate) fn mask(text: &str) -> Mask {
    let (text, fit) = match (text.strip_suffix('t'), text.strip_suffix('p')) {
        (Some(rest), _) => (rest, Some(MaskFit::Truncate)),
        (_, Some(rest)) => (rest, Some(MaskFit::Pad)),
        _ => (text, None),
    };
    let width = if text.contains("ll") { MaskWidth::Double } else { MaskWidth::Long };
    let entry = match text.split_once("imr") {
        Some((_, entry)) => entry.parse().expect("an entry"),
        None => 16 + u8::from_str_radix(text.trim_start_matches('l'), 2).expect("a pattern"),
    };
    Mask { width, entry, fit }
}

/// `a b -> c d`
fn sides(text: &str) -> (Vec<Input>, Vec<Dest>) {
    let (from, to) = text.split_once("->").expect("inputs -> outputs");
    (from.split_whitespace().map(input).collect(), to.split_whitespace().map(dest).collect())
}

/// `lxor` or another operation of two inputs: the rules do not look at it.
pub(crate) fn alu(operands: &str) -> Expr {
    let (inputs, dests) = sides(operands);
    let form =
        AluForm::Element { unsigned: false, precision: Precision::L, op: AluOp::Xor, bits: 0 };
    Expr::Alu(Alu { form, flush: None, inputs, dests })
}

/// `imm`
pub(crate) fn imm(dest_text: &str) -> Expr {
    let value = Immediate { kind: ImmediateKind::Ui, text: "1".into(), word: 1 };
    let form = AluForm::Imm { upper: false, value };
    Expr::Alu(Alu { form, flush: None, inputs: Vec::new(), dests: vec![dest(dest_text)] })
}

/// A MAU operation on vectors, or on a side of the matrix register.
pub(crate) fn mau(
    precision: Precision,
    kind: MauKind,
    matrix: Option<Side>,
    operands: &str,
) -> Expr {
    let (inputs, dests) = sides(operands);
    let (pair, shorten, flush) = (None, false, None);
    Expr::Mau(Mau { precision, kind, matrix, pair, shorten, flush, inputs, dests })
}

/// A matrix register write.
pub(crate) fn mwrite(precision: Precision, from: &str, side: Side) -> Expr {
    let to = MatrixAccess { side, width: Width::Long, index: 0 };
    Expr::Mwrite(Mwrite { precision, from: input(from), to })
}

/// A transposed read.
pub(crate) fn mread(precision: Precision, side: Side, to: &str) -> Expr {
    let from = MatrixAccess { side, width: Width::Long, index: 0 };
    Expr::Mread(Mread { precision, flush: None, from, dests: vec![dest(to)] })
}

/// `$lb8`, `$llb0`, `$lbi`.
fn l1bm(text: &str) -> L1bmOperand {
    let place = text.trim_start_matches("$").trim_start_matches('l').trim_start_matches('b');
    let place = match place {
        "i" => L1bmPlace::Turnaround,
        address => L1bmPlace::At(address.parse().expect("an address")),
    };
    L1bmOperand { double: text.starts_with("$ll"), place }
}

/// L1BM to PEs.
pub(crate) fn down(kind: DownKind, from: &str, to: &str) -> Expr {
    Expr::Down(Down { kind, flush: None, from: l1bm(from), dests: vec![dest(to)] })
}

/// PEs to L1BM.
pub(crate) fn up(kind: UpKind, from: &str, to: &str) -> Expr {
    Expr::Up(Up { kind, from: input(from), to: l1bm(to) })
}

/// `l1bmrdfadd`
pub(crate) const SUM: UpKind =
    UpKind::Reduce { rrn: Rrn { precision: Precision::D, op: RrnOp::Fadd }, shorten: false };

/// The expression with a zero flush.
pub(crate) fn flushed(mut expr: Expr, text: &str) -> Expr {
    let flush = match &mut expr {
        Expr::Alu(alu) => &mut alu.flush,
        Expr::Mau(mau) => &mut mau.flush,
        Expr::Mread(mread) => &mut mread.flush,
        Expr::Down(down) => &mut down.flush,
        other => panic!("{other:?} has no zero flush"),
    };
    *flush = Some(mask(text));
    expr
}

/// The codes that one line breaks.
pub(crate) fn codes(exprs: &[Expr]) -> Vec<&'static str> {
    codes_under(&MaskSetting::NONE, exprs)
}

/// The same under a `mask` setting.
pub(crate) fn codes_under(setting: &MaskSetting, exprs: &[Expr]) -> Vec<&'static str> {
    violations(setting, exprs).iter().map(|v| v.code).collect()
}

/// What one line breaks.
pub(crate) fn violations(setting: &MaskSetting, exprs: &[Expr]) -> Vec<Violation> {
    step(&Step { exprs: exprs.to_vec() }, setting)
}

/// A step of a program.
pub(crate) fn line(exprs: &[Expr]) -> Statement {
    Statement::Step(Step { exprs: exprs.to_vec() })
}

/// An MV statement with a tag.
pub(crate) fn mv(tag: Option<u8>) -> Statement {
    let [from, to] = [0, 64].map(|address| MvOperand::Pdm { address, group: Some(0) });
    let tag = tag.map(Tag);
    let transfer = MvTransfer { op: MvOp::P, size: 64, tag, priority: None, run: None, from, to };
    Statement::Mv(Mv::Transfer(transfer))
}

/// The codes of a program, each with its line, from 1.
pub(crate) fn program(lines: &[Statement]) -> Vec<(u32, &'static str)> {
    let mut checker = Checker::new();
    let mut found = Vec::new();
    for (number, statement) in (1..).zip(lines) {
        found.extend(checker.statement(number, statement).iter().map(|v| (number, v.code)));
    }
    found.extend(checker.finish().iter().map(|(number, v)| (*number, v.code)));
    found
}
