//! The functions are the opcode words, all of them.

use super::*;
use crate::mncore2::isa::table::{Opcode, lookup, opcode_words, word_of};

/// Every function of one opcode word, with what it makes.
fn made() -> Vec<(&'static str, Expr)> {
    let alu = [alu::of_one_input(), alu::of_two_inputs()].concat();
    let mau = [
        mau::of_three(),
        mau::of_two(),
        mau::of_one(),
        mau::of_matrix_and_two(),
        mau::of_matrix_and_one(),
    ]
    .concat();
    let out = || ln(0);
    let mut made: Vec<_> = alu.into_iter().map(|(name, e)| (name, e.expr())).collect();
    made.extend(mau.into_iter().map(|(name, e)| (name, e.expr())));
    made.extend([
        ("hbfn", hbfn(6, lm(0), out()).expr()),
        ("hbfe", hbfe(9, lm(0), out()).expr()),
        ("zero", zero(out()).expr()),
        ("msl", msl(lm(0), out()).expr()),
        ("msr", msr(lm(0), out()).expr()),
        ("imm", imm(1.5, out()).expr()),
        ("immu", immu(1.5, out()).expr()),
        ("dmwrite", dmwrite(lm(0), lx(0)).expr()),
        ("fmwrite", fmwrite(lm(0), lx(0)).expr()),
        ("gmwrite", gmwrite(lm(0), ly(0)).expr()),
        ("hmwrite", hmwrite(llm(0), llx(0)).expr()),
        ("dmread", dmread(lx(0), out()).expr()),
        ("fmread", fmread(lx(0), out()).expr()),
        ("gmread", gmread(ly(0), out()).expr()),
        ("hmread", hmread(lly(0), out()).expr()),
    ]);
    made
}

#[test]
fn every_word_of_the_mau_and_the_alu_is_a_function() {
    let mut names: Vec<_> = made().iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    let of_pe = |word: &&str| {
        use Opcode::{Alu, Imm, Mau, Mread, Msl, Msr, Mwrite, Zero};
        matches!(
            lookup(word),
            Some(Alu { .. } | Imm { .. } | Mau { .. } | Mread(_) | Msl | Msr | Mwrite(_) | Zero)
        )
    };
    let words: Vec<_> = opcode_words().iter().copied().filter(|w| of_pe(w)).collect();
    assert_eq!(names, words);
}

#[test]
fn a_function_makes_the_expression_of_its_name() {
    for (name, expr) in made() {
        let text = expr.to_string();
        let word = text.split([' ', '/']).next();
        assert_eq!(word, Some(name), "{text}");
        let mut b = Builder::new();
        b.add(expr);
        let built = b.build().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(built.text(), text + "\n");
    }
}

#[test]
fn every_reduction_is_a_constant_of_its_name() {
    let mut words: Vec<_> = opcode_words().iter().filter_map(|w| w.strip_prefix("mvr")).collect();
    words.retain(|word| !word.starts_with(['2', '4']));
    let mut names: Vec<_> =
        transfer::REDUCTIONS.iter().map(|(name, _)| name.to_lowercase()).collect();
    names.sort_unstable();
    assert_eq!(names, words);
    for (name, rrn) in transfer::REDUCTIONS {
        let word = word_of(Opcode::Mv(crate::mncore2::isa::MvOp::R(*rrn)));
        assert_eq!(word, format!("mvr{}", name.to_lowercase()));
    }
}
