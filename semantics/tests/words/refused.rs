//! What is not known is refused by name.

use super::step;
use rstest::rstest;
use semantics::mncore2::code::{Trust, Uncovered, Why, encode};
use semantics::mncore2::text::{decode, parse};

fn refusal(text: &str, trust: Trust) -> String {
    encode(&step(text), trust).expect_err(text).to_string()
}

#[rstest]
#[case("iadd $lr0v $ls0v $lm0v", "alu_opcode of `add` was never seen")]
#[case("fmax $lr0v $ls0v $lm0v", "alu_opcode of `max float` was never seen")]
#[case("imax $lr0v $ls0v $lm0v", "alu_opcode of `max integer` was never seen")]
#[case("zero $lm0v", "alu_opcode of `zero` was never seen")]
#[case("lpassa $mauf $lm0v", "alu_in1 of `mauf` was never seen")]
#[case("lpassa $subpeid $lm0", "alu_in1 of `subpeid` was never seen")]
#[case("hbfe/8 $llm0v $nowrite", "alu_in2 of `bfe/8` was never seen")]
#[case("dvadd $lbf $lr0v $ls0v", "mau_in1 of `lbf` was never seen")]
#[case("dvadd $r0ve $ls0v $ln0v", "mau_convert_in1 of `e` was never seen")]
#[case("dvaddr $lr0v $ls0v $ln0v", "no field is known for a shortened result")]
#[case("dvadd/1000 $lr0v $ls0v $ln0v", "no field is known for a zero flush")]
#[case("dvadd $lr0v $ls0v $omr1", "no field is known for a mask register as output")]
#[case("lpassa $lr0v $lmb", "no field is known for a base address register")]
#[case("lpassa $lr0v $ls0v/ll1000t", "no field is known for a mask of 2LW")]
#[case("lpassa $lmt0v $lm0v", "lm0_address_modifiers of `t` was never seen")]
#[case("lpassa $lm0vj2 $lr0v", "lm0_address_modifiers of `j2` was never seen")]
#[case("lpassa $lm[0,4,2,6] $lr0v", "no field is known for a list of addresses")]
#[case("gmread $ly0 $lm0v", "lm0_write_source of `mread` was never seen")]
#[case("l1bmm $lb0 $lm0v", "l1bm_opcode of `l1bmm` was never seen")]
#[case("l1bmm@1 $lm0v $lb0", "l1bm_opcode of `l1bmm@1` was never seen")]
#[case("l1bmm@0 $llm0v $llb0", "l1bm_opcode of `l1bmm@0 2lw` was never seen")]
#[case("l1bmm@0 $lm0v $lbi", "l1bm_opcode of `l1bmm@0 turnaround` was never seen")]
#[case("l1bmm@0 $llm0v $lb0", "no field is known for an operand of L1BM that is no long word")]
#[case("l2bmb $lc0 $lb0", "no field is known for l2bmb")]
#[case("nop; wait i01", "no field is known for wait")]
#[case("noforward; lpassa $lr0v $lm0v", "no field is known for noforward")]
fn unknown(#[case] text: &str, #[case] reason: &str) {
    assert_eq!(refusal(text, Trust::Observed), reason, "{text}");
    assert_eq!(refusal(text, Trust::Inferred), reason, "{text}");
}

/// By analogy: refused unless analogies count, and told as such when read back.
#[rstest]
#[case("lpassa $ls0v $lr0v", "alu_in1 of `grf1` is only inferred")]
#[case("dvmuld $lr0v $ls0v $lm0v", "mau_half_or_matrix_2lw of `d` is only inferred")]
#[case("hvadd $lr0v $lls0v $llm0v", "mau_precision of `h` is only inferred")]
#[case("gmfma $lx $lr0v $ls0v $lm0v", "mau_precision of `g` is only inferred")]
#[case("fmmul $lx $r0v $ls0v", "mau_precision of `f` is only inferred")]
#[case("dmmulu $ly $lr0v $ls0v", "matrix_side of `y` is only inferred")]
#[case("dmread $lx0 $nowrite", "matrix_side of `x` is only inferred")]
#[case("lpassa $lr0v $lt/1000", "mask_enable_t of `on` is only inferred")]
#[case("lpassa $lr0v $ls0v/0100", "mask_entry of `0100` is only inferred")]
#[case("lpassa $lr0v $ls0v/$imr3", "mask_entry of `imr3` is only inferred")]
#[case("fvpassa $r0v $ln0v", "grf0_read_width of `single` is only inferred")]
#[case("fvpassa $llr0v $ln0v", "grf0_read_width of `double` is only inferred")]
#[case("lpassa $aluf $lr0v4", "grf0_write_stride of `2` is only inferred")]
#[case("fvpassa $ln64v $lr0v", "lm1_address of `64` is only inferred")]
#[case("l1bmm@0 $lm0v $lb512", "l1bm_address of `512` is only inferred")]
#[case("l1bmm@0 $lr0v $lb0", "l1bm_pe_operand of `grf0` is only inferred")]
#[case("hbfn/9 $llm0v $nowrite", "alu_in2 of `bfn/9` is only inferred")]
fn inferred(#[case] text: &str, #[case] reason: &str) {
    let word = encode(&step(text), Trust::Inferred).expect(text);
    assert!(decode(&word).is_ok(), "{text}");
    assert_eq!(refusal(text, Trust::Observed), reason, "{text}");
    let program = parse(&word.to_string()).unwrap();
    let codes: Vec<&str> = program.warnings.iter().map(|w| w.code).collect();
    assert_eq!(codes[0], "MN-W-INFERRED", "{text}");
}

/// `a` and `b` want different values of one field.
#[test]
fn conflict() {
    let refused =
        encode(&step("dmfmad $lx $lr0v $ls0v $ln0v; dmwrite $lr0v $ly0"), Trust::Inferred);
    let value = "1 and 0".to_owned();
    let field = semantics::mncore2::code::Field::of_name("mau_half_or_matrix_2lw");
    assert_eq!(refused, Err(Uncovered { field, value, why: Why::Conflict }));
}

/// A line of assembled text: its statement, or what is wrong with it and where.
#[test]
fn lines() {
    let word = encode(&step("fvadd $lr0v $ls0v $lr8v"), Trust::Observed).unwrap();
    let program = parse(&format!("  {word} ; # a sum\n")).unwrap();
    assert_eq!(program.lines()[0].statement().to_string(), "fvadd $lr0v $ls0v $lr8v");
    assert!(program.warnings.is_empty());
    let wrong = |text: &str| {
        let found = parse(text).unwrap_err().diagnostics;
        assert_eq!(found.len(), 1, "{found:?}");
        (found[0].column, found[0].length, found[0].message.clone())
    };
    let text = word.to_string();
    assert_eq!(wrong(&text[..293]), (3, 291, "the machine word has 291 digits".into()));
    assert_eq!(wrong(&format!("{text}0")), (3, 293, "the machine word has 293 digits".into()));
    assert_eq!(wrong("i 1"), (3, 1, "the machine word has 1 digits".into()));
    assert_eq!(wrong(&format!("i {}", "0".repeat(73))).2, "the machine word has 73 digits");
    let mut digits = text.clone();
    digits.replace_range(102..103, "2");
    assert_eq!(wrong(&digits), (103, 1, "`2` is no binary digit".into()));
    assert_eq!(wrong(&format!("{text} x")).0, 296);
    // Offset 14 is column 17.
    let unknown = word.with(14, 8, 5).to_string();
    let message = "the machine word is not known: unknown offsets 14-21 is 5: it was 0 in every word \
                   that was seen";
    assert_eq!(wrong(&unknown), (17, 8, message.into()));
    let opcode = encode(&step("lpassa $lr0v $lm0v"), Trust::Observed).unwrap().with(201, 5, 7);
    let message = "the machine word is not known: alu_opcode is 7: no statement with this value was \
                   seen";
    assert_eq!(wrong(&opcode.to_string()), (204, 5, message.into()));
    assert!(parse("j 01").unwrap_err().to_string().contains("nobody knows"));
}

/// A copy of another precision whose code nobody has seen is no copy of one that was seen.
#[rstest]
#[case("ipassa $lm0v $lr0v", "alu_precision of `i` is only inferred", "fpassa $lm0v $lr0v")]
#[case("spassa $lm0v $lr0v", "alu_precision of `s` is only inferred", "hpassa $lm0v $lr0v")]
fn precisions_of_copies(#[case] text: &str, #[case] reason: &str, #[case] read: &str) {
    assert_eq!(refusal(text, Trust::Observed), reason);
    let word = encode(&step(text), Trust::Inferred).expect("inferred");
    assert_eq!(decode(&word), Ok(step(read)));
}
