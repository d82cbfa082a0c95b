//! Lints that look at one step: each at its boundary, in both directions.

use semantics::mncore2::check::{Checker, Lint, Rules, Violation};
use semantics::mncore2::isa::*;
use semantics::mncore2::text::{Program, parse};

/// What a lint finds in a program that keeps all rules of simultaneous issue, in the order of lines.
pub(crate) fn findings(lint: Lint, source: &str) -> Vec<(u32, Violation)> {
    let program = parse(source).unwrap_or_else(|e| panic!("{source}\n{e}"));
    let mut checker = Checker::with(Rules::NONE.with(lint));
    let mut found = Vec::new();
    for line in program.lines() {
        found.extend(
            checker.statement(line.number, line.statement()).into_iter().map(|v| (line.number, v)),
        );
    }
    found.extend(checker.finish());
    found.sort_by_key(|(line, _)| *line);
    for (_, v) in &found {
        assert_eq!(v.code, lint.code(), "{source}");
        assert!(!v.section.is_empty() && v.help.is_some() && v.nops == 0, "{source}: {v:?}");
    }
    found
}

/// The text of the operand that a violation of a line names; empty where it names none.
pub(crate) fn operand(program: &Program, line: u32, violation: &Violation) -> String {
    let statement = program.lines().iter().find(|l| l.number == line).map(|l| l.statement());
    let named = violation.operand.map(|operand| {
        let text = statement.and_then(|statement| operand.text(statement));
        text.unwrap_or_else(|| panic!("line {line} has no {operand:?}"))
    });
    named.unwrap_or_default()
}

/// The lines and operands of the findings.
pub(crate) fn places(lint: Lint, source: &str) -> Vec<(u32, String)> {
    let program = parse(source).expect("a program");
    let place = |(line, v): (u32, Violation)| (line, operand(&program, line, &v));
    findings(lint, source).into_iter().map(place).collect()
}

/// Asserts where a lint warns.
#[track_caller]
pub(crate) fn warns(lint: Lint, source: &str, expected: &[(u32, &str)]) {
    let found = places(lint, source);
    let found: Vec<_> = found.iter().map(|(line, operand)| (*line, operand.as_str())).collect();
    assert_eq!(found, expected, "{} on\n{source}", lint.code());
}

/// Off by default.
#[test]
fn off() {
    let source = "lpassa $lr0v $ls0\nhvpassa $lr8v $lm0v\ndvadd $r0v $ls8v $lr0v";
    let program = parse(source).expect("a program");
    assert_eq!(program.warnings, []);
    for rules in [Rules::NONE, Rules::ISSUE, Rules::ASSEMBLER] {
        for lint in Lint::ALL {
            assert!(!rules.has(lint) && rules.with(lint).has(lint));
        }
        let mut checker = Checker::with(rules);
        for line in program.lines() {
            let found = checker.statement(line.number, line.statement());
            assert!(found.iter().all(|v| !v.code.starts_with("MN-W")), "{found:?}");
        }
        assert_eq!(checker.finish(), []);
    }
    // One alone does not bring others.
    assert_eq!(findings(Lint::Dar, source), []);
    assert_eq!(findings(Lint::NoV, source).len(), 1);
}

/// MN-D53: of four results at one address the last stays.
#[test]
fn no_v_of_destinations() {
    let warns = |source: &str, expected: &[(u32, &str)]| warns(Lint::NoV, source, expected);
    warns("lpassa $lm0v $ln0", &[(1, "$ln0")]);
    warns("lpassa $lm0v $ln0v", &[]);
    warns("lpassa $lm0v $ln0v $lr6", &[(1, "$lr6")]);
    warns("lpassa $lm[0,2,4,6] $ln[8,8,8,8]", &[(1, "$ln[8,8,8,8]")]);
    warns("lpassa $lm[0,0,0,2] $ln8", &[(1, "$ln8")]);
    warns("lpassa $lm[0,0,0,0] $ln8", &[]);
    // Nothing strides: the same four times.
    warns("dvadd $lr0 $ls0 $ln8", &[]);
    warns("dvadd $lr0 $ls0v $ln8", &[(1, "$ln8")]);
    warns("imm f\"1.0\" $lr0", &[]);
    warns("lpassa $peid $lr0\nlpassa $aluf $ls0\nlpassa $t $ls2", &[]);
    // One cycle is chosen, or some mask may choose one.
    warns("lpassa $lm0v $ln0/1000", &[]);
    warns("lpassa $lm0v $ln0/0011", &[(1, "$ln0/0011")]);
    warns("lpassa $lm0v $ln0/$imr3", &[]);
    warns("maskn 24\nlpassa $lm0v $ln0\nmask 0", &[]);
    warns("maskn 28\nlpassa $lm0v $ln0\nmask 0", &[(2, "$ln0")]);
    warns("maskm 24\nlpassa $lm0v $ln0\nmask 0", &[(2, "$ln0")]);
    // From L1BM and by transposition come four different words too; T gives each cycle its address.
    warns("l1bmm $lb0 $lr0", &[(1, "$lr0")]);
    warns("l1bmm $lb0 $lr0v", &[]);
    warns("dmread $lx0 $lr0", &[(1, "$lr0")]);
    warns("lpassa $lr0v $lmt0", &[]);
    warns("lpassa $lmt0 $lr0", &[(1, "$lr0")]);
    warns("lpassa $lr0v $lm0j1", &[(1, "$lm0j1")]);
}

/// An input at one address is a constant, unless the rest of a vector is never looked at.
#[test]
fn no_v_of_inputs() {
    let warns = |source: &str, expected: &[u32]| {
        let found = findings(Lint::NoV, source);
        let lines: Vec<_> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, expected, "{source}");
        found
    };
    let made = "lpassa $lm0v $lr0v\nnop/2\n";
    let with = |rest: &str| format!("{made}{rest}");
    let found = warns(&with("dvadd $lr0 $ls0v $ln0v"), &[3]);
    let earlier = found[0].1.earlier.as_ref().expect("where the vector was made");
    assert_eq!((earlier.line, earlier.text.as_str()), (1, "$lr0v"));
    assert!(found[0].1.message.contains("$lr0 is read"), "{}", found[0].1.message);
    warns(&with("lpassa $lr0 $ln0v"), &[3]);
    warns(&with("l1bmm@0 $lr0 $lb0"), &[3]);
    warns(&with("dmwrite $lr0 $lx0"), &[3]);
    warns(&with("dvadd $lr0v $ls0v $ln0v"), &[]);
    // Told once, though the vector is overwritten.
    warns(&with("lpassa $lr0 $ln0v\nlpassa $lr0 $ln0v\nzero $lr0v\nlpassa $lr0 $ln0v"), &[3]);
    // Something reads another word, or d get, or somebody through T, or the next step as a whole.
    for rest in ["lpassa $lr6 $ls0v", "d get $lr2n0c0b0m0p0 1", "lpassa $lr0v $ls0v"] {
        warns(&with(&format!("lpassa $lr0 $ln0v\n{rest}")), &[]);
        warns(&with(&format!("{rest}\nlpassa $lr0 $ln0v")), &[]);
    }
    warns("lpassa $lm0v $lr0v\nlpassa $aluf $ls0v\nlpassa $lr0 $ln0v", &[]);
    warns("lpassa $ln0v $lm0v\nlpassa $lm0 $ls0v\nlpassa $lmt0 $ls0v", &[]);
    // Used as one word, where nothing strides.
    warns(&with("lpassa $lr0 $ln0v\ndvadd $lr0 $ls0 $ln8"), &[]);
    // Another word of the vector alone: element by element.
    warns(&with("lpassa $lr2 $ln0v"), &[]);
    // A constant: made at one address, by a mask, of constants, or set.
    warns("lpassa $lm0 $lr0\nnop/2\ndvadd $lr0 $ls0v $ln0v", &[]);
    warns("lpassa $lm0v $lr0v/1000\nnop/2\ndvadd $lr0 $ls0v $ln0v", &[]);
    warns("imm f\"1.0\" $lr0v\nnop/2\ndvadd $lr0 $ls0v $ln0v", &[]);
    warns("d set $lr0 4 l1l2l3l4\ndvadd $lr0 $ls0v $ln0v", &[]);
    // The vector is another one by now.
    warns(&with("lpassa $lr0 $ln0v\nzero $lr0v\nlpassa $lr0v $ls0v"), &[3]);
}

/// MN-D88: as many bits as the destination takes results.
#[test]
fn narrow() {
    let warns = |source: &str, expected: &[(u32, &str)]| warns(Lint::Narrow, source, expected);
    // Double: a long word, with e a single word.
    warns("dvadd $lm0v $r0v $ln0v", &[(1, "$r0v")]);
    warns("dvadd $lm0v $r0ve $ln0v", &[]);
    warns("dvpassar $m0v $r0v", &[(1, "$m0v")]);
    // Single: a word for each that is kept.
    warns("fvadd $m0v $r0v $n0v", &[]);
    warns("fvadd $m0v $lr0v $ln0v", &[(1, "$m0v")]);
    warns("fvadd $m0v $lr0v $nowrite", &[]);
    warns("fvadd $m0ve $lr0v $ln0v", &[]);
    // Half: factors of a half word for each single result, addends of a single word.
    warns("hvfma $lm0v $lr0v $lls0v $lln0v", &[]);
    warns("hvfma $m0v $lr0v $lls0v $lln0v", &[(1, "$m0v")]);
    warns("hvfma $lm0v $lr0v $ls0v $lln0v", &[(1, "$ls0v")]);
    warns("hvfma $lm0v $lr0v $ls0ve $lln0v", &[]);
    warns("hvfma $m0v $r0v $ls0v $ln0v", &[]);
    warns("hvmulr $lm0vr $lr0v $ln0v", &[(1, "$lm0vr")]);
    warns("hvmulr $llm0vr $lr0v $ln0v", &[]);
    // Matrix products take whole blocks, single ones of single words.
    warns("fmfma $lx $m0v $lr0v $ln0v", &[]);
    warns("gmfma $lx $m0v $lr0v $n0v", &[(1, "$m0v")]);
    warns("hmmulr $lx $m0v $n0v", &[(1, "$m0v")]);
    warns("hmfma $lx $lm0v $lr0v $lln0v", &[(1, "$lr0v")]);
    warns("dmfmau $lx $lm0v $r0v $ln0v", &[(1, "$r0v")]);
    warns("dmfmau $lx $lm0v $r0ve $ln0v", &[]);
    // Matrix writes: single words are a form of f and g.
    warns("dmwrite $m0v $lx0", &[(1, "$m0v")]);
    warns("fmwrite $m0v $lx0\ngmwrite $m0v $lx0\ndmwrite $m0ve $lx0", &[]);
    // ALU.
    warns("iadd $r0v $s0v $r8v", &[]);
    warns("iadd $r0v $ls0v $lr8v", &[(1, "$r0v")]);
    warns("isub $s264 $aluf $omr1/1000", &[]);
    warns("ladd $r0v $ls0v $r8v", &[(1, "$r0v")]);
    warns("lpassa $r0v $s0v\nlxor $r0v $s0v $r8v\nlpassa $r0v $t", &[]);
    warns("lpassa $r0v $ls0v", &[(1, "$r0v")]);
    warns("lpassa $lr0v $lls0v", &[(1, "$lr0v")]);
    warns("lpassa $lr0v $llt", &[(1, "$lr0v")]);
    warns("iadd $lr0v $ls0v $lls8v", &[]);
    warns("hbfn/9 $lr0v $lls0v", &[(1, "$lr0v")]);
    warns("hbfn/9 $lr0v $ls0v\nhbfn/9 $llr0v $lls0v", &[]);
    warns("gbfn $r0v $ls0v", &[(1, "$r0v")]);
    warns("msl $r0v $ls0v", &[(1, "$r0v")]);
    // To L1BM go long words.
    warns("l1bmm@0 $r0v $lb0", &[(1, "$r0v")]);
    warns("l1bmm@0 $lr0v $lb0\nl1bmrdfadd $t $lb16", &[]);
    // The help widens, and keeps the alignment.
    let help = |source| findings(Lint::Narrow, source)[0].1.help.clone().expect("a help");
    assert_eq!(help("dvadd $lm0v -$r1v $ln0v"), "read 64 bits, as -$lr0v");
    assert_eq!(help("dvadd $lm0v $r4v3 $ln0v"), "read 64 bits, as $lr4v4");
    let or = "read 128 bits, as $llm0, or write a destination as wide as $m3";
    assert_eq!(help("lpassa $m3 $llr0v"), or);
}

/// MN-D87, s. 3.6.9.26, s. 3.6.8.3.
#[test]
fn dropped() {
    let warns = |source: &str, expected: &[(u32, &str)]| warns(Lint::Drop, source, expected);
    warns("hvadd $lm0v $llr0v $ln0v", &[(1, "$ln0v")]);
    warns("hvaddr $lm0v $llr0v $ln0v", &[]);
    warns("hvadd $lm0v $llr0v $lln0v", &[]);
    warns("hvadd $lm0v $llr0v $t", &[]);
    warns("hvadd $lm0v $llr0v $ln0v $llr0v", &[]);
    warns("hvadd $lm0v $llr0v $nowrite", &[]);
    warns("hvadd $lm0v $llr0v $omr1", &[]);
    // Two half words make two results.
    warns("hvpassa $m0v $ln0v", &[]);
    warns("hvpassa $m0v $n0v", &[(1, "$n0v")]);
    warns("hmmul $lx $lm0v $ln0v", &[(1, "$ln0v")]);
    warns("hmmulr $lx $lm0v $ln0v\nhmmul $lx $lm0v $llr0v", &[]);
    warns("fmmul $lx $m0v $ln0v\ndmmulu $lx $lm0v $ln0v", &[]);
    warns("hmread $llx0 $lr0v", &[(1, "$lr0v")]);
    warns("hmread $llx0 $llr0v\nfmread $lx0 $lr0v", &[]);
    // To L1BM: one long word of two, unless the read serves another expression.
    warns("l1bmm@0 $llm0v $lb0", &[(1, "$llm0v")]);
    warns("l1bmm@0 $llm0v $llb0\nl1bmrffaddr $llm0v $lb0\nl1bmm@0 $t $lb0", &[]);
    warns("l1bmm@0 $llm0v $lb0; lpassa $llm0v $lls0v", &[]);
    // A wider operand than the operation takes is a matter of ports (s. 3.7.2).
    warns("isub $llm0v $llr0v $ln0v\nlpassa $llm0v $ln0v", &[]);
}

/// Statements that no text makes are walked too.
#[test]
fn anything_goes() {
    let access = |bank| Access {
        bank,
        width: Width::Double,
        cycles: Cycles::Stride { start: u16::MAX, increment: u16::MAX },
        modifier: Modifier::Within(255),
    };
    let input = Input::plain(Source::Memory(access(Bank::Lm0)));
    let to = MatrixAccess { side: Side::Y, width: Width::Double, index: 255 };
    let at = L1bmOperand { double: true, place: L1bmPlace::At(u16::MAX) };
    let mask = Some(Mask { width: MaskWidth::Long, entry: 255, fit: None });
    let dests = |mask| {
        let targets = [Target::Mask(255), Target::Bar(Bank::Grf1, Width::Double)];
        let memories = Bank::ALL.map(|bank| Target::Memory(access(bank)));
        targets.into_iter().chain(memories).map(move |target| Dest { target, mask }).collect()
    };
    let mut exprs = Vec::new();
    for precision in Precision::ALL {
        exprs.push(Expr::Mwrite(Mwrite { precision, from: input, to }));
        let from = to;
        exprs.push(Expr::Mread(Mread { precision, flush: mask, from, dests: dests(None) }));
    }
    let set = L1bSet { base: 255, mode: 255 };
    let (lc, lb, l1b, dar) = (u16::MAX, u16::MAX, 255, u16::MAX);
    exprs.push(Expr::L2bm(L2bm::Distribute { set, lc, lb }));
    exprs.push(Expr::L2bm(L2bm::Transfer { l1b, lb, lc }));
    exprs.push(Expr::L2bm(L2bm::Dars { lc, l2b: 255, dar }));
    exprs.push(Expr::L2bm(L2bm::Darw));
    let kind = DownKind::Distribute(255);
    exprs.push(Expr::Down(Down { kind, flush: None, from: at, dests: dests(mask) }));
    exprs.push(Expr::Up(Up { kind: UpKind::Gather(255), from: input, to: at }));
    let mut checker = Checker::with(Rules::NONE.with_lints());
    let mut walk = |statement: &Statement| drop(checker.statement(u32::MAX, statement));
    let sizes = [0, 1, 64, u32::MAX];
    for size in sizes {
        let group = Some(255);
        let from = MvOperand::Indirect { entry: u16::MAX, group };
        let to = MvOperand::L2bm { address: u16::MAX, group, l2b: group };
        for op in [MvOp::P, MvOp::B, MvOp::B4, MvOp::D] {
            for (from, to) in [(from, to), (to, from), (to, to)] {
                let (tag, priority, run) = (Some(Tag(255)), None, Some(0));
                let mv = MvTransfer { op, size, tag, priority, run, from, to };
                walk(&Statement::Mv(Mv::Transfer(mv)));
            }
        }
        for expr in &exprs {
            walk(&Statement::Step(Step { exprs: vec![expr.clone()] }));
        }
        walk(&Statement::Step(Step { exprs: exprs.clone() }));
        let at = u32::MAX;
        let memories = [
            Memory::L2bm(at),
            Memory::L1bm(Width::Double, at),
            Memory::Pe(Width::Double, Bank::Grf0, at),
            Memory::T(Width::Long),
            Memory::Matrix(Side::X, at),
            Memory::Mask(at),
        ];
        for memory in memories {
            let get = Get { dtype: Dtype::Raw, memory, levels: Levels::default(), count: size };
            walk(&Statement::Get(get));
        }
    }
    drop(checker.finish());
}
