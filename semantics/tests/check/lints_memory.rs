//! Lints that follow memory: what was never written, what is never read, what is no block.

use crate::check::lints::{findings, warns};
use semantics::mncore2::check::{Lint, OperandRef, Role};

/// MN-D65: the board starts with zeros, the hardware with anything.
#[test]
fn stale_pe_memories() {
    let warns = |source: &str, expected: &[(u32, &str)]| warns(Lint::StaleInit, source, expected);
    warns("lpassa $lm0v $ln0v", &[(1, "$lm0v")]);
    warns("d set $lm0 4 l1l2l3l4\nlpassa $lm0v $ln0v\nlpassa $ln0v $lr0v", &[]);
    // The last word is missing; once told it is known.
    warns("d set $lm0 3 l1l2l3\nlpassa $lm0v $ln0v\nlpassa $lm0v $lr0v", &[(2, "$lm0v")]);
    warns("zero $r0\nlpassa $r0v $s0v", &[(2, "$r0v")]);
    warns("zero $r0v\nlpassa $r0v $s0v\nlpassa $r3 $s4\nlpassa $r4 $s4", &[(4, "$r4")]);
    warns("zero $lr0\nlpassa $r1 $s0", &[]);
    warns("zero $r0\ndvadd $lr0 $lr0 $ls0", &[(2, "$lr0")]);
    // Only the words that enter the result count.
    warns("zero $lr0v4\nisub $llr0v $llr0v $ls0v", &[]);
    warns("zero $lr0v4\nlpassa $llr0v $lls0v", &[(2, "$llr0v")]);
    warns("zero $lr0v4\nlpassa $llr0v $ls0v\nlpassa $llr0v $t", &[]);
    warns("zero $r0v2\niadd $lr0v $lr0v $s0v\niadd $lr0v $lr0v $ls0v", &[(3, "$lr0v")]);
    // The LSB side of the ALU's first input passes to the result.
    let passes = |dest: &str| format!("zero $lr0v4\nzero $ls0v\niadd $llr0v $ls0v {dest}");
    warns(&passes("$lls8v"), &[(3, "$llr0v")]);
    warns(&passes("$ls8v"), &[]);
    warns("zero $lr0v4\nzero $ls0v\niadd $ls0v $llr0v $lls8v", &[]);
    warns("zero $r0\nzero $lm0v\ndvadd $lm0v $r0e $ln0v", &[]);
    // The step's own write comes too late.
    warns("linc $lr0v $lr0v\nlinc $lr0v $lr0v", &[(1, "$lr0v")]);
    // A mask that leaves cycles out means it; a variable one may write.
    warns("zero $lr0v/1000\nlpassa $lr0v $ls0v", &[]);
    warns("zero $omr1\nzero $lr0v/$imr1\nlpassa $lr0v $ls0v", &[]);
    // The PEs that j moves.
    warns("zero $lm0\nlpassa $lm0j1 $lr0", &[(2, "$lm0j1")]);
    warns("zero $lm0\nzero $lm2\nlpassa $lm0j1 $lr0\nlpassa $lm0j3 $lr0", &[]);
    warns("zero $lm2\nlpassa $lm0j3 $lr0", &[]);
    // Addresses of other memories, and around the end.
    warns("zero $ln0v\nlpassa $lm0v $lr0v", &[(2, "$lm0v")]);
    warns("zero $ls[508,510,0,2]\nlpassa $ls508v $lr0v", &[]);
    // T, masks, forwarding and base address registers.
    warns("lpassa $t $lr0v", &[(1, "$t")]);
    warns("zero $t\nlpassa $t $lr0v", &[]);
    warns("d set $lt 3 l1l2l3\nlpassa $t $lr0v", &[(2, "$t")]);
    warns("zero $lr0v/$imr1", &[(1, "$lr0v/$imr1")]);
    warns("zero $omr2\nzero $lr0v/$imr1", &[(2, "$lr0v/$imr1")]);
    warns("zero/$imr3 $lr0v", &[(1, "/$imr3")]);
    warns("maskr 3\nzero $ls0v\nzero $lr0v\nmask 0", &[(3, "")]);
    warns("lpassa $aluf $lr0v\nlpassa $peid $lr0v", &[]);
    // What is only looked at, and what the host may have loaded.
    warns("d get $lr0 4\nmvp/n64 $p0@0 $d0@0", &[]);
}

/// An address that only the machine knows stands for any.
#[test]
fn stale_anywhere() {
    let warns = |source: &str, expected: &[(u32, &str)]| warns(Lint::StaleInit, source, expected);
    warns("zero $t\nlpassa $lmt0 $lr0v", &[]);
    warns("lpassa $lmt0 $lr0v", &[(1, "$lmt")]);
    warns("zero $t\nzero $lmt0\nlpassa $lm40v $lr0v\nlpassa $ln40v $lr0v", &[(4, "$ln40v")]);
    warns("zero $mb\nlpassa $lm40v $lr0v\nlpassa $ln40v $lr0v", &[(3, "$ln40v")]);
    warns("zero $lnb\nlpassa $lm40v $lr0v\nlpassa $ln40v $lr0v", &[(2, "$lm40v")]);
    // From the next step on.
    warns("lpassa $lm0v $mb", &[(1, "$lm0v")]);
    warns("zero $mb\nzero $lm0v\nlpassa $lm40v $lr0v", &[]);
}

#[test]
fn stale_upper_memories() {
    let warns = |source: &str, expected: &[(u32, &str)]| warns(Lint::StaleInit, source, expected);
    // A transfer takes padding along: all of it must be stale.
    warns("l1bmm $lb0 $lr0v", &[(1, "$lb0")]);
    warns("d set $lb12n0c0b0 1 l1\nl1bmm $lb0 $lr0v\nl1bmm $lb16 $lr0v", &[(3, "$lb16")]);
    warns("zero $t\nl1bmm@0 $t $lb0\nl2bmrdfadd $lb0 $lc0\nl2bmrdfadd $lb64 $lc0", &[(4, "$lb64")]);
    warns("zero $t\nl1bmm@0 $t $lb0\nl1bmp $lb16 $lr0v", &[(3, "$lb16")]);
    warns("zero $t\nl1bmm@0 $t $lbi\nl1bmm $lbi $lr0v", &[]);
    warns("l2bmb $lc0 $lb0", &[(1, "$lc0")]);
    warns("mvp/n64 $p0@0 $lc0@0.0\nl2bmb $lc0 $lb0\nl1bmd $lb0 $lr0v", &[]);
    warns("mvp/n64 $p0@0 $lc0@0.0\nl2bmb $lc64 $lb0", &[(2, "$lc64")]);
    warns("mvp/n128 $p0@0 $lc0@0.0\nl2bmb $lc64 $lb0", &[]);
    warns("mvp/n128 $p0@0 $lc32704@0.0\nl2bmb $lc0 $lb0", &[]);
    warns("mvp/n64 $lc0@0.0 $p0@0", &[(1, "")]);
    warns("l2bmdars $lc0@.0 $dar0; l2bmdarw", &[(1, "$lc0")]);
    warns("l2bmi@0/1 $lb0 $lb64", &[(1, "$lb0")]);
    warns("d set $lb0 1 l1\nl2bmi@0/1 $lb0 $lb64\nl1bmd $lb64 $lr0v", &[]);
    // The matrix register, by physical rows.
    warns("zero $t\ndmmulu $lx $t $lr0v", &[(2, "$lx")]);
    warns("zero $t\ndmwrite $t $lx0\ndmmulu $lx $t $lr0v\ndmread $lx0 $lr0v", &[]);
    warns("zero $t\ndmwrite $t $lx0\ndmmulu $ly $t $lr0v", &[(3, "$ly")]);
    warns("zero $t\nfmwrite $t $lx0\nfmmul $lx $t $lr0v", &[(3, "$lx")]);
    warns("zero $t\nfmwrite $t $lx0\nfmwrite $t $lx4\nfmmul $lx $t $lr0v", &[]);
    warns("zero $t\nhmwrite $t $llx0\nhmwrite $t $llx8\nhmmulr $lx $t $lr0v", &[]);
    warns("zero $t\nhmwrite $t $llx0\nhmread $llx0 $llr0v", &[(3, "$llx0")]);
}

/// All of a result is overwritten, and nothing has read any of it.
#[test]
fn dead() {
    let warns = |source: &str, expected: &[(u32, &str)]| warns(Lint::Dead, source, expected);
    let found = findings(Lint::Dead, "zero $lr0v\nzero $lr0v");
    let (line, v) = &found[0];
    let earlier = v.earlier.as_ref().expect("the write that was for nothing");
    assert_eq!((*line, earlier.line, earlier.text.as_str()), (2, 1, "$lr0v"));
    assert_eq!((v.exprs.as_slice(), v.operand), (&[0][..], at(Role::Dest)));
    warns("zero $lr0v\nlpassa $lr0v $ls0v\nzero $lr0v", &[]);
    // Reading one word is reading; the end of the program and half of it are no overwriting.
    warns("zero $lr0v\nlpassa $r7 $s0\nzero $lr0v", &[]);
    warns("zero $lr0v\nlpassa $r8 $s0\nzero $lr0v", &[(3, "$lr0v")]);
    warns("zero $lr0v", &[]);
    warns("zero $lr0v\nzero $lr[0,2,4,4]", &[]);
    warns("zero $lr0v\nzero $lr[0,2,4,4]\nzero $r6\nzero $r7", &[(4, "$r7")]);
    warns("zero $r0\nzero $r0", &[(2, "$r0")]);
    warns("zero $lr0v\nzero $ls0v\nzero $lm0v\nzero $ln0v", &[]);
    // Read in the step that overwrites it; d get; by forwarding.
    warns("zero $lr0v\nlinc $lr0v $lr0v", &[]);
    warns("zero $lr0v\nd get $lr0n0c0b0m0p0 1\nzero $lr0v", &[]);
    warns("zero $lr0v\nd get $lr8n0c0b0m0p0 1\nzero $lr0v", &[(3, "$lr0v")]);
    warns("zero $lr0v\nlinc $aluf $lr0v", &[]);
    warns("zero $lr0v\nlinc $mauf $lr0v", &[(2, "$lr0v")]);
    warns("zero $lr0v\nnoforward; zero $ls0v\nlinc $aluf $lr0v", &[]);
    warns("zero $lr0v\nzero $ls0v\nlinc $aluf $lr0v", &[(3, "$lr0v")]);
    // Masks write in part; a fixed one all of its cycles.
    warns("zero $lr0v\nzero $lr0v/$imr1", &[]);
    warns("zero $lr0v/$imr1\nzero $lr0v", &[]);
    warns("zero $lr0v\nzero $lr0v/$imr1\nzero $lr0v", &[(3, "$lr0v")]);
    warns("zero $lr0v\nzero $lr0v/1110", &[]);
    warns("zero $lr0v\nzero $lr0v/1110\nzero $lr0v/0001", &[(3, "$lr0v/0001")]);
    warns("zero $llr0v\nzero $llr0v/0000p", &[]);
    // d set of all PEs overwrites, of one not; it is no result itself.
    warns("zero $lr0v\nd set $lr0 4 l1l2l3l4", &[(2, "")]);
    warns("zero $lr0v\nd set $lr0n0 4 l1l2l3l4", &[]);
    warns("d set $lr0 4 l1l2l3l4\nzero $lr0v", &[]);
    // Unknown addresses: read all, overwrite nothing.
    warns("zero $lm0v\nlpassa $lmt0 $lr0v\nzero $lm0v", &[]);
    warns("zero $lm0v\nlpassa $lr0v $lmt0\nzero $lm0v", &[(3, "$lm0v")]);
    warns("zero $ln0v\nlpassa $lmt0 $lr0v\nzero $ln0v", &[(3, "$ln0v")]);
    warns("zero $mb\nzero $lm0v\nzero $lm0v", &[]);
    // The PEs that j moves write in part.
    warns("zero $lm0j1\nzero $lm0j1\nzero $lm0j3\nzero $lm0j3", &[(4, "$lm0j3")]);
}

#[test]
fn dead_elsewhere() {
    let warns = |source: &str, expected: &[(u32, &str)]| warns(Lint::Dead, source, expected);
    warns("zero $t\nzero $t", &[(2, "$t")]);
    warns("zero $t\nlpassa $t $lr0v\nzero $t", &[]);
    warns("zero $t\nlpassa $lmt0 $lr0v\nzero $t", &[]);
    warns("zero $omr1\nzero $omr1", &[(2, "$omr1")]);
    warns("zero $omr1\nzero $lr0v/$imr1\nzero $omr1", &[]);
    warns("zero $omr1\nzero/$imr1 $lr0v\nzero $omr1", &[]);
    warns("zero $omr1\nmaskr 1\nzero $lr0v\nmask 0\nzero $omr1", &[]);
    warns("zero $omr1\nmaskr 1\nzero $ls0v\nmask 0\nzero $omr1", &[(5, "$omr1")]);
    warns("zero $omr1\nzero $omr1/1000", &[(2, "$omr1/1000")]);
    warns("zero $mb\nzero $mb", &[(2, "$mb")]);
    warns("zero $mb\nlpassa $lm0v $lr0v\nzero $mb", &[]);
    warns("dmwrite $t $lx0\ndmwrite $t $lx0", &[(2, "$lx0")]);
    warns("dmwrite $t $lx0\ndmmulu $lx $t $lr0v\ndmwrite $t $lx0", &[]);
    warns("dmwrite $t $lx0\ndmread $ly0 $lr0v\ndmwrite $t $lx0", &[(3, "$lx0")]);
    warns("fmwrite $t $lx0\nfmwrite $t $lx4\nhmwrite $t $lx0\nhmwrite $t $lx4", &[(4, "$lx4")]);
    // L1BM and L2BM.
    warns("l1bmm@0 $t $lb0\nl1bmm@0 $t $lb0", &[(2, "$lb0")]);
    warns("l1bmm@0 $t $lb0\nl1bmp $lb15 $lr0v\nl1bmm@0 $t $lb0", &[]);
    warns("l1bmm@0 $t $lb0\nl1bmp $lb16 $lr0v\nl1bmm@0 $t $lb0", &[(3, "$lb0")]);
    warns("l1bmm@0 $t $lb0\nl1bmm $lbi $lr0v\nl1bmm@0 $t $lb0", &[]);
    warns("l1bmm@0 $t $lb0\nl1bmm@0 $t $lbi\nl1bmm@0 $t $lb0", &[(3, "$lb0")]);
    warns("l2bmb $lc0 $lb0\nl2bmb $lc64 $lb0", &[(2, "$lb0")]);
    warns("l2bmb@0/3 $lc0 $lb0\nl2bmb@4/3 $lc64 $lb0", &[]);
    warns("l2bmb $lc0 $lb0\nl2bmb@4/3 $lc64 $lb0", &[]);
    warns("l2bmrdfadd $lb0 $lc0\nl2bmrdfadd $lb64 $lc0", &[(2, "$lc0")]);
    warns("l2bmrdfadd $lb0 $lc0\nmvp/n64 $lc0@0.0 $p0@0\nl2bmrdfadd $lb64 $lc0", &[]);
    warns("mvb/n64 $p0@0 $lc0\nmvb/n128 $p0@0 $lc0", &[(2, "")]);
    warns("mvb/n128 $p0@0 $lc0\nmvb/n64 $p0@0 $lc0", &[]);
    warns("mvb/n64 $p0@0 $lc0\nmvp/n64 $p0@0 $lc0@0.0", &[]);
    warns("mvb/n64 $p0@0 $lc0\nl2bmb $lc0 $lb0\nmvb/n128 $p0@0 $lc0", &[]);
}

/// MN-D32, as far as it can be told without values.
#[test]
fn block() {
    let warns = |source: &str, expected: &[(u32, &str)]| warns(Lint::Block, source, expected);
    let found = findings(Lint::Block, "dvadd $lm0v $lr0v $ls0v\nnop\ndmmulu $lx $ls0v $ln0v");
    let (line, v) = &found[0];
    let earlier = v.earlier.as_ref().expect("where the numbers come from");
    assert_eq!((*line, earlier.line, earlier.text.as_str()), (3, 1, "$ls0v"));
    assert_eq!(v.operand, at(Role::Input));
    // One word of the vector is enough; others do not matter.
    let made = |product: &str| format!("dvadd $lm0v $lr0v $ls0v\nnop\n{product} $lr8v");
    warns(&made("dmmulu $lx $ls6v"), &[(3, "$ls6v")]);
    warns(&made("dmmulu $lx $ls8v"), &[]);
    warns(&made("dmfmau $lx $lm0v $ls0v"), &[]);
    // Made blocks, of this precision or another.
    for (make, use_, fits) in [
        ("dbfn", "dmmulu", true),
        ("dbfn", "fmmul", false),
        ("fbfn", "fmmul", true),
        ("fbfn", "gmmul", false),
        ("gbfn", "gmmul", true),
        ("gbfn", "fmmul", true),
        ("gbfn", "hmmulr", false),
        ("hbfn/9", "hmmulr", true),
        ("hbfe/9", "hmmulr", true),
        ("drsqrt", "dmmulu", false),
        ("dfloor", "dmmulu", false),
        ("lnot", "dmmulu", true),
    ] {
        let source = format!("{make} $lm0v $ls0v\nnop\n{use_} $lx $ls0v $ln0v");
        let expected: &[_] = if fits { &[] } else { &[(3, "$ls0v")] };
        warns(&source, expected);
        let forwarded = format!("{make} $lm0v $ls0v\n{use_} $lx $aluf $ln0v");
        let expected: &[_] = if fits { &[] } else { &[(2, "$aluf")] };
        warns(&forwarded, expected);
        // Through the matrix register.
        let letter = use_.chars().next().expect("a letter");
        let matrix =
            format!("{make} $lm0v $ls0v\nnop\n{letter}mwrite $ls0v $lx0\n{use_} $lx $lm0v $ln0v");
        let expected: &[_] = if fits { &[] } else { &[(4, "$lx")] };
        warns(&matrix, expected);
    }
    // Copies keep what they are; T as well.
    warns("dvadd $lm0v $lr0v $t\nlpassa $t $ls0v\nnop\ndmmulu $lx $ls0v $ln0v", &[(4, "$ls0v")]);
    warns("dvadd $lm0v $lr0v $nowrite\ndmmulu $lx $mauf $ln0v", &[(2, "$mauf")]);
    warns("dvadd $lm0v $lr0v $t\nnop\ndmmulu $lx $t $ln0v", &[(3, "$t")]);
    // Transposed numbers are numbers, transposed blocks unknown.
    let turned = "nop\ndmwrite $ls0v $lx0\ndmread $lx0 $lr0v\nnop\ndmmulu $ly $lr0v $ln0v";
    warns(&format!("dvadd $lm0v $lr0v $ls0v\n{turned}"), &[(6, "$lr0v")]);
    warns(&format!("dbfn $lm0v $ls0v\n{turned}"), &[]);
    // Overwritten, in full or in part, or anywhere; set from outside; of a shorter word.
    warns(&made("dbfn $lm0v $ls0v\nnop\ndmmulu $lx $ls0v"), &[]);
    warns(&made("zero $ls0v/$imr1\nnop\ndmmulu $lx $ls0v"), &[]);
    // In part, then in full.
    let again = "dbfn $lm0v $ls0v\nzero $ls0v/$imr1\ndvadd $lm0v $lr0v $ls0v\nnop";
    warns(&format!("{again}\ndmmulu $lx $ls0v $ln0v"), &[(5, "$ls0v")]);
    warns(&made("d set $ls0n0 4 l1l2l3l4\ndmmulu $lx $ls0v"), &[]);
    warns("dvadd $lr0v $ls0v $lm0v\nzero $lmt0\nnop/2\ndmmulu $lx $lm0v $ln0v", &[]);
    warns("dvadd $lr0v $ls0v $lm0v\nzero $mb\nnop/2\ndmmulu $lx $lm0v $ln0v", &[]);
    warns("d set $lm0 4 l1l2l3l4\ndmmulu $lx $lm0v $ln0v", &[]);
}

/// The first operand of a role in the first expression.
fn at(role: Role) -> Option<OperandRef> {
    Some(OperandRef { expr: 0, role, number: 0 })
}
