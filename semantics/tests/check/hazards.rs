//! Hazards between steps (s. 3.6.3): what a violation says, what lies between, and what tests of single
//! rules are made of.

use semantics::mncore2::check::{Checker, OperandRef, Role, Rules, Severity, Violation};
use semantics::mncore2::isa::{MaskSetting, Statement};
use semantics::mncore2::text::{self, Line};

/// The statements of a source that keeps the rules of simultaneous issue.
pub(crate) fn lines(source: &str) -> Vec<Line> {
    let program = text::parse(source).unwrap_or_else(|e| panic!("{source}\n{e}"));
    program.lines().to_vec()
}

/// Everything that a source breaks, with its line.
pub(crate) fn violations(source: &str) -> Vec<(u32, Violation)> {
    let mut rules = Rules::NONE;
    rules.hazards = true;
    let mut checker = Checker::with(rules);
    let mut found = Vec::new();
    for line in lines(source) {
        let needed = checker.nops_before(line.statement());
        let these = checker.statement(line.number, line.statement());
        let errors = these.iter().filter(|v| v.severity == Severity::Error);
        assert_eq!(errors.map(|v| v.nops).max().unwrap_or(0), needed, "line {}", line.number);
        found.extend(these.into_iter().map(|v| (line.number, v)));
    }
    found
}

/// Line, code and missing `nop` of each hazard.
pub(crate) fn hazards(source: &str) -> Vec<(u32, &'static str, u32)> {
    violations(source).iter().map(|(line, v)| (*line, v.code, v.nops)).collect()
}

/// Whether a source keeps all rules.
#[track_caller]
pub(crate) fn free(source: &str) {
    assert_eq!(hazards(source), [], "{source}");
}

/// Whether a hazard between two lines needs exactly so many steps between them, however they come
/// about, and whether the violation leads back to the first line.
#[track_caller]
pub(crate) fn needs(first: &str, second: &str, code: &str, needed: u32) {
    let before = first.lines().count() as u32;
    for steps in 0..needed + 5 {
        let nop = if steps == 0 { "# nothing".to_owned() } else { format!("nop/{steps}") };
        let source = format!("{first}\n{nop}\n{second}");
        let missing = needed.saturating_sub(steps);
        let expected: Vec<_> =
            (missing > 0).then_some((before + 2, code, missing)).into_iter().collect();
        assert_eq!(hazards(&source), expected, "{source}");
        for (_, v) in violations(&source) {
            let earlier = v.earlier.expect("an earlier place");
            assert_eq!(earlier.line, before, "{source}");
            assert!(first.lines().last().unwrap().contains(&earlier.text), "{earlier:?}");
            let nop = if missing == 1 { "nop".to_owned() } else { format!("nop/{missing}") };
            assert_eq!(
                v.help.as_deref().unwrap().split(" before").next(),
                Some(&*format!("insert {nop}"))
            );
        }
    }
    mended(first, second, needed);
}

/// [`Checker::nops`] in place of `nop`.
#[track_caller]
fn mended(first: &str, second: &str, needed: u32) {
    let mut checker = Checker::with(Rules::ASSEMBLER);
    let found: Vec<_> =
        lines(first).iter().map(|l| checker.statement(l.number, l.statement())).collect();
    assert!(found.iter().all(Vec::is_empty), "{found:?}");
    let second = text::parse_line(second).unwrap().unwrap();
    assert_eq!(checker.nops_before(&second), needed);
    for missing in (0..needed).rev() {
        checker.nops(1);
        assert_eq!(checker.nops_before(&second), missing);
    }
    assert_eq!(checker.statement(9, &second), []);
}

/// The places and the help of a violation.
#[test]
fn places() {
    let source = "nop\nlpassa $lr0v $ln8v\nnoforward; lpassa $ln0v $lr8v";
    let (line, v) = violations(source).remove(0);
    assert_eq!((line, v.section, &*v.exprs), (3, "3.6.3.9", &[1][..]));
    assert_eq!(v.operand, Some(OperandRef { expr: 1, role: Role::Input, number: 0 }));
    let earlier = v.earlier.unwrap();
    assert_eq!((earlier.line, &*earlier.text), (2, "$ln8v"));
    let help = "insert nop/2 before this line, or move an independent statement there";
    assert_eq!((v.help.as_deref(), v.nops), (Some(help), 2));

    let (_, v) = violations("l2bm@0 $lb0 $lc0\nmvp/n64 $lc0@.0 $d0").remove(0);
    assert_eq!((v.exprs.len(), v.operand), (0, None));
    let help = "insert nop before this line, or move an independent statement there";
    assert_eq!(v.help.as_deref(), Some(help));
}

/// A memory is told of once, with the write that needs most; each rule for itself.
#[test]
fn worst() {
    let source = "lpassa $lr0v $lm0v\nlpassa $lr8v $lm8v\ndvadd $lm0v $lm0v $lr0v";
    let found = violations(source);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].1.nops, found[0].1.earlier.as_ref().unwrap().line), (2, 2));
    let source = "ipassa $r8 $r0/0001\nipassa $r9 $r1/1000\nladd $lr0 $lr0 $ls8";
    let found = violations(source);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].1.nops, found[0].1.earlier.as_ref().unwrap().line), (1, 2));
    let source = "lpassa $lr0v $ls0v $ln0v $lt\nfvfma $ls0v $ln0v $lt $lr8v";
    assert_eq!(
        hazards(source),
        [(2, "MN-E-HAZARD-GRF1", 1), (2, "MN-E-HAZARD-LM1", 2), (2, "MN-E-HAZARD-T", 1)]
    );
}

/// What takes no step, and what makes no hazard.
#[test]
fn between() {
    // MV and control statements are no steps (MN-D82).
    let source = "lpassa $lr0v $lm0v\nmvp/n64 $p0@0 $d0@0\nmask 0\nmvnop\nd get $lm0n0c0b0m0p0 1\n\
                  d set $lm0n0c0b0m0p0 1 l0000000000000000\nlpassa $lm0v $ls0v";
    assert_eq!(hazards(source), [(7, "MN-E-HAZARD-LM0", 2)]);
    // `nop/n` with `wait` takes n (MN-D79).
    free("mvp/n64i01 $p0@0 $d0@0\nlpassa $lr0v $lm0v\nnop/2; wait i01\nlpassa $lm0v $ls0v");
    // Reads, then writes; matrix registers, masks and forwarding registers at once.
    free("lpassa $lm0v $ln0v\nlpassa $ls0v $lm0v");
    free("lpassa $lr0v $ls0v\nlpassa $lt $lr0v");
    free("fmwrite $lr0v $lx\nfmmul $lx $lr8v $ls0v");
    free("fmwrite $lr0v $lx\nfmread $lx $lr8v");
    free("linc $peid $omr1\nlpassa $lr0v $ls0v/$imr1");
    free("lpassa $lr0v $ls0v\nlpassa $aluf $ln0v");
    // Within a step the read sees what was there before.
    free("lpassa $lm0v $lm0v");
    free("ladd $lr0v $lt $lr0v $lt");
}

/// Another program on the board begins when all is in place; nothing is told behind `quit`.
#[test]
fn ends() {
    let mut checker = Checker::with(Rules::ASSEMBLER);
    let (write, read) = ("lpassa $lr0v $lm0v", "lpassa $lm0v $ls0v");
    let of = |text| text::parse_line(text).unwrap().unwrap();
    assert_eq!(checker.statement(1, &of(write)), []);
    assert_eq!(checker.nops_before(&of(read)), 2);
    let mut again = checker.clone();
    again.begin();
    assert_eq!(again.statement(1, &of(read)), []);
    assert_eq!(checker.statement(2, &Statement::Quit), []);
    assert_eq!(checker.nops_before(&of(read)), 0);
    assert_eq!(checker.statement(3, &of(read)), []);
}

/// Without the rules of s. 3.6.3 nothing of it is told, and a `mask` statement is no step.
#[test]
fn rules() {
    let source = "lpassa $lr0v $lm0v\nlpassa $lm0v $ls0v";
    let mut checker = Checker::with(Rules::ISSUE);
    for line in lines(source) {
        assert_eq!(checker.statement(line.number, line.statement()), []);
    }
    let setting = Statement::Mask(MaskSetting::NONE);
    assert_eq!(Checker::with(Rules::ASSEMBLER).nops_before(&setting), 0);
}
