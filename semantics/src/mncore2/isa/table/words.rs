//! The opcode words: the rows with their families of letters written out.

use super::{Form, L1bmKind, L2bmKind, MvKind, Row, rows, units::RRN};
use crate::mncore2::isa::{AluOp, MauKind, MvOp, Pair, Precision, Rrn, RrnOp};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What an opcode word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opcode {
    /// `quit`
    Quit,
    /// `nop`
    Nop,
    /// `noforward`
    Noforward,
    /// `wait`
    Wait,
    /// `mvnop`
    MvNop,
    /// An MV transfer.
    Mv(MvOp),
    /// An L2BM expression without an operation; both directions of `l2bmd` are `Distribute`.
    L2bm(L2bmKind),
    /// `l2bmrOP`
    L2bmr(Rrn),
    /// `l2bmr2OP`
    L2bmr2(Rrn),
    /// An L1BM expression without an operation, both directions.
    L1bm(L1bmKind),
    /// `l1bmrOP[r]`, `l1bmr4OP[r]`
    L1bmr {
        /// Over each four MABs.
        four: bool,
        /// The operation.
        rrn: Rrn,
        /// `r`
        shorten: bool,
    },
    /// A MAU operation.
    Mau {
        /// The precision.
        precision: Precision,
        /// The operation.
        kind: MauKind,
        /// Whether it takes a matrix.
        matrix: bool,
        /// `u` or `d`
        pair: Option<Pair>,
        /// `r`
        shorten: bool,
    },
    /// A matrix register write.
    Mwrite(Precision),
    /// A transposed read.
    Mread(Precision),
    /// `zero`
    Zero,
    /// `imm`, `immu`
    Imm {
        /// `immu`
        upper: bool,
    },
    /// `msl`
    Msl,
    /// `msr`
    Msr,
    /// An ALU operation on elements.
    Alu {
        /// `u`
        unsigned: bool,
        /// The precision.
        precision: Precision,
        /// The operation.
        op: AluOp,
    },
}

struct Words {
    opcodes: HashMap<&'static str, Opcode>,
    words: HashMap<Opcode, &'static str>,
    rows: HashMap<&'static str, Vec<&'static Row>>,
    sorted: Vec<&'static str>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut all = Words {
        opcodes: HashMap::new(),
        words: HashMap::new(),
        rows: HashMap::new(),
        sorted: Vec::new(),
    };
    for row in rows() {
        for (text, opcode) in expand(row) {
            // Several rows share a word; it is kept once, for the life of the process.
            let word = match all.opcodes.get_key_value(text.as_str()) {
                Some((word, _)) => *word,
                None => text.leak(),
            };
            all.opcodes.insert(word, opcode);
            all.words.insert(opcode, word);
            all.rows.entry(word).or_default().push(row);
        }
    }
    all.sorted = all.opcodes.keys().copied().collect();
    all.sorted.sort_unstable();
    all
});

/// What an opcode word says, looked up whole: it ends before `/`, `@`, `+`, `-` and blanks.
///
/// ```
/// use semantics::mncore2::isa::table::{lookup, word_of};
/// assert_eq!(word_of(lookup("lnot").unwrap()), "lnot");
/// assert_eq!(lookup("gnot"), None);
/// ```
#[must_use]
pub fn lookup(word: &str) -> Option<Opcode> {
    WORDS.opcodes.get(word).copied()
}

/// The word of an opcode; empty for one that does not exist.
#[must_use]
pub fn word_of(opcode: Opcode) -> &'static str {
    WORDS.words.get(&opcode).copied().unwrap_or_default()
}

/// The rows that an opcode word belongs to.
#[must_use]
pub fn rows_of_word(word: &str) -> &'static [&'static Row] {
    WORDS.rows.get(word).map_or(&[], Vec::as_slice)
}

/// Every opcode word, sorted.
#[must_use]
pub fn opcode_words() -> &'static [&'static str] {
    &WORDS.sorted
}

fn expand(row: &Row) -> Vec<(String, Opcode)> {
    let fixed = |opcode| vec![(row.opcode.to_owned(), opcode)];
    match row.form {
        Form::Quit => fixed(Opcode::Quit),
        Form::Nop => fixed(Opcode::Nop),
        Form::Noforward => fixed(Opcode::Noforward),
        Form::Wait => fixed(Opcode::Wait),
        Form::MvNop => fixed(Opcode::MvNop),
        Form::Zero => fixed(Opcode::Zero),
        Form::Imm => fixed(Opcode::Imm { upper: false }),
        Form::Immu => fixed(Opcode::Imm { upper: true }),
        Form::Msl => fixed(Opcode::Msl),
        Form::Msr => fixed(Opcode::Msr),
        Form::Mwrite(precision, _) => fixed(Opcode::Mwrite(precision)),
        Form::Mread(precision) => fixed(Opcode::Mread(precision)),
        Form::Mv { kind, .. } => mv(row, kind),
        Form::L2bm { kind, .. } => l2bm(row, kind),
        Form::L1bm { kind, double, .. } => l1bm(row, kind, double),
        Form::Mau { precision, kind, matrix, suffixes } => {
            suffixes.iter().map(|s| mau(row.opcode, precision, kind, matrix, s)).collect()
        }
        Form::Alu { op, name, unsigned } => alu(row, op, name, unsigned),
        Form::Comment | Form::Get | Form::Set | Form::Mask | Form::Rrn(_) | Form::Operand(_) => {
            Vec::new()
        }
    }
}

/// The reductions of the rows that pass a test, each behind a prefix.
fn reductions(
    prefix: &str,
    test: impl Fn(Precision, RrnOp) -> bool,
    opcode: impl Fn(Rrn) -> Opcode,
) -> Vec<(String, Opcode)> {
    let mut words = Vec::new();
    for row in RRN {
        let Form::Rrn(op) = row.form else { continue };
        for precision in row.letters().filter(|p| test(*p, op)) {
            let word = format!("{prefix}{}{}", precision.letter(), row.opcode);
            words.push((word, opcode(Rrn { precision, op })));
        }
    }
    words
}

fn mv(row: &Row, kind: MvKind) -> Vec<(String, Opcode)> {
    let op = match kind {
        MvKind::P => MvOp::P,
        MvKind::B => MvOp::B,
        MvKind::B2 => MvOp::B2,
        MvKind::B4 => MvOp::B4,
        MvKind::D => MvOp::D,
        MvKind::R => return reductions("mvr", |_, _| true, |rrn| Opcode::Mv(MvOp::R(rrn))),
        MvKind::R2 => return reductions("mvr2", |_, _| true, |rrn| Opcode::Mv(MvOp::R2(rrn))),
        MvKind::R4 => return reductions("mvr4", |_, _| true, |rrn| Opcode::Mv(MvOp::R4(rrn))),
    };
    vec![(row.opcode.to_owned(), Opcode::Mv(op))]
}

fn l2bm(row: &Row, kind: L2bmKind) -> Vec<(String, Opcode)> {
    let word = row.opcode.split('@').next().unwrap_or_default();
    let kind = match kind {
        L2bmKind::Reduce => return reductions("l2bmr", |_, _| true, Opcode::L2bmr),
        L2bmKind::Reduce2 => return reductions("l2bmr2", |_, _| true, Opcode::L2bmr2),
        L2bmKind::Gather => L2bmKind::Distribute,
        kind => kind,
    };
    vec![(word.to_owned(), Opcode::L2bm(kind))]
}

fn l1bm(row: &Row, kind: L1bmKind, double: bool) -> Vec<(String, Opcode)> {
    let (prefix, four) = match kind {
        L1bmKind::R => ("l1bmr", false),
        L1bmKind::R4 => ("l1bmr4", true),
        _ => {
            let word = row.opcode.split('@').next().unwrap_or_default();
            return vec![(word.to_owned(), Opcode::L1bm(kind))];
        }
    };
    let plain = |rrn| Opcode::L1bmr { four, rrn, shorten: false };
    if !double {
        return reductions(prefix, |_, _| true, plain);
    }
    // Two long words a PE: few operations, and those whose results may be shortened (s. 3.6.8.5).
    let float = |p, op: RrnOp| p == Precision::F && op.is_float();
    let mut words = reductions(prefix, |p, op| float(p, op) || op == RrnOp::Bor, plain);
    let short = reductions(prefix, float, |rrn| Opcode::L1bmr { four, rrn, shorten: true });
    words.extend(short.into_iter().map(|(word, opcode)| (word + "r", opcode)));
    words
}

fn mau(
    name: &str,
    precision: Precision,
    kind: MauKind,
    matrix: bool,
    suffix: &str,
) -> (String, Opcode) {
    let pair = match suffix.as_bytes().first() {
        Some(b'u') => Some(Pair::Upper),
        Some(b'd') => Some(Pair::Lower),
        _ => None,
    };
    let shorten = suffix.ends_with('r');
    (format!("{name}{suffix}"), Opcode::Mau { precision, kind, matrix, pair, shorten })
}

fn alu(row: &Row, op: AluOp, name: &str, unsigned: &str) -> Vec<(String, Opcode)> {
    let mut words = Vec::new();
    for precision in row.letters() {
        let word = format!("{}{name}", precision.letter());
        if unsigned.contains(precision.letter()) {
            words.push((format!("u{word}"), Opcode::Alu { unsigned: true, precision, op }));
        }
        words.push((word, Opcode::Alu { unsigned: false, precision, op }));
    }
    words
}
