//! Programs built from Rust.

mod dynamics;
mod manual;
mod places;
use semantics::mncore2::build::*;
use semantics::mncore2::isa::{Alu, Mask, Statement};

/// Suffixes of masks that the builder finds by itself, and the zero flush.
fn text(expr: Alu) -> String {
    let mut b = Builder::new();
    b.add(expr);
    b.build().unwrap_or_else(|error| panic!("{error}")).text()
}

#[test]
fn the_suffix_fits_the_destination() {
    let copy = |to: Masked| text(lpassa(lm(0).v(), to));
    let all: [(Mask, Masked, &str); 7] = [
        (pattern(3), n(0).mask(pattern(3)), "$n0/0011"),
        (pattern(3), ln(0).v().mask(pattern(3)), "$ln0v/0011"),
        (pattern(3), lln(0).v().mask(pattern(3)), "$lln0v/0011p"),
        (llpattern(3), n(0).mask(llpattern(3)), "$n0/ll0011t"),
        (llimr(3), lln([0, 4, 8, 12]).mask(llimr(3)), "$lln[0,4,8,12]/$llimr3"),
        (imr(3), llt().mask(imr(3)), "$llt/$imr3p"),
        (llimr(3), lnb().mask(llimr(3)), "$lnb/$llimr3t"),
    ];
    for (mask, to, expected) in all {
        assert_eq!(copy(to), format!("lpassa $lm0v {expected}\n"), "{mask:?}");
    }
}

#[test]
fn flags_and_the_zero_flush_take_no_suffix() {
    let expr = lpassa(lm(0).v(), (ln(0).v(), omr(2).mask(llimr(1)))).flush(llimr(1));
    assert_eq!(text(expr), "lpassa/$llimr1 $lm0v $ln0v $omr2/$llimr1\n");
}

#[test]
fn settings_name_their_memories() {
    let all = mask(llimr(4)).grf0().grf1().t().lm0().lm1().masks();
    assert_eq!(Statement::Mask(all).to_string(), "maskllrstmnk 4");
    assert_eq!(Statement::Mask(mask(pattern(1)).lm1()).to_string(), "maskn 17");
    assert_eq!(Statement::Mask(unmask()).to_string(), "mask 0");
}

#[test]
#[should_panic(expected = "a bit for each of 4 cycles")]
fn a_pattern_has_four_bits() {
    let _ = pattern(16);
}
