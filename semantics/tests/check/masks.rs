//! Masks: one entry and width a step, one zero flush, suffixes.

use crate::check::build::*;
use semantics::mncore2::check::{Misfit, flush_fit, mask_fit};
use semantics::mncore2::isa::*;

use MauKind::Passa;
use Precision::F;

const NONE: [&str; 0] = [];
const MIX: [&str; 1] = ["MN-E-MASK-MIX"];

fn sum(to: &str) -> Expr {
    mau(F, Passa, None, &format!("$t -> {to}"))
}

#[test]
fn one_entry() {
    let two = |a: &str, b: &str| codes(&[alu(&format!("$t $t -> {a}")), sum(b)]);
    assert_eq!(two("$lr0v/$imr1", "$ls0v/$imr1"), NONE);
    assert_eq!(two("$lr0v/$imr1", "$ls0v/$imr2"), MIX);
    assert_eq!(two("$lr0v/$imr1", "$ls0v/1000"), MIX);
    assert_eq!(two("$lr0v/$imr1", "$lls0v/$llimr1"), MIX);
    // The suffix is no difference.
    assert_eq!(two("$lr0v/$llimr1t", "$lls0v/$llimr1"), NONE);
    assert_eq!(two("$lr0v/1000", "$ls0v"), NONE);
    assert_eq!(codes(&[alu("$t $t -> $lr0v/1000 $ls0v/0100")]), MIX);
    let found = violations(&MaskSetting::NONE, &[sum("$lr0v/$imr1"), alu("$t -> $t/0011")]);
    assert_eq!(found[0].exprs, [1, 0]);
    assert!(found[0].message.ends_with("/$imr1 and /0011"), "{}", found[0].message);
}

#[test]
fn zero_flush() {
    let flush = |text| flushed(alu("$t $t -> $lr0v"), text);
    assert_eq!(codes(&[flush("$imr1"), sum("$ls0v/$imr1")]), NONE);
    assert_eq!(codes(&[flush("$imr1"), sum("$ls0v/$imr2")]), MIX);
    assert_eq!(codes(&[flush("ll1000"), sum("$ls0v/1000")]), MIX);
    let second = flushed(sum("$ls0v"), "$imr1");
    assert_eq!(codes(&[flush("$imr1"), second.clone()]), ["MN-E-ZFLUSH"]);
    assert_eq!(codes(&[alu("$t $t -> $lr0v"), second]), NONE);
    // Every unit that can flush.
    for expr in [mread(F, Side::X, "$ls0v"), down(DownKind::Mab, "$lb0", "$ls0v")] {
        assert_eq!(codes(&[flush("$imr1"), flushed(expr, "$imr1")]), ["MN-E-ZFLUSH"]);
    }
}

/// MN-D45: a mask on a destination switches the setting off, a zero flush does not.
#[test]
fn setting() {
    let grf0 = MaskSetting { entry: 1, grf0: true, ..MaskSetting::NONE };
    let step = |expr: Expr| codes_under(&grf0, &[expr]);
    assert_eq!(step(alu("$t $t -> $lr0v")), NONE);
    assert_eq!(step(alu("$t $t -> $lr0v/$imr2")), NONE);
    assert_eq!(step(flushed(alu("$t $t -> $lr0v"), "$imr1")), NONE);
    assert_eq!(step(flushed(alu("$t $t -> $lr0v"), "$imr2")), MIX);
    assert_eq!(step(flushed(alu("$t $t -> $lr0v"), "$llimr1")), MIX);
    // The setting acts on no write of this step.
    assert_eq!(step(flushed(alu("$t $t -> $ls0v"), "$imr2")), NONE);
    assert_eq!(step(flushed(alu("$t $t -> $nowrite"), "$imr2")), NONE);
    // It is switched off.
    let both = flushed(alu("$t $t -> $lr0v/$imr2"), "$imr2");
    assert_eq!(step(both), NONE);
    let wide = MaskSetting { width: MaskWidth::Double, ..grf0 };
    assert_eq!(codes_under(&wide, &[flushed(alu("$t $t -> $lr0v"), "$llimr1")]), NONE);
    assert_eq!(codes_under(&wide, &[flushed(alu("$t $t -> $lr0v"), "$imr1")]), MIX);
}

/// Each letter of `mask` and the memories that it stands for.
#[test]
fn letters() {
    let base = MaskSetting { entry: 1, ..MaskSetting::NONE };
    let settings = [
        MaskSetting { grf0: true, ..base },
        MaskSetting { grf1: true, ..base },
        MaskSetting { t: true, ..base },
        MaskSetting { lm0: true, ..base },
        MaskSetting { lm1: true, ..base },
        MaskSetting { masks: true, ..base },
    ];
    let dests: [&[&str]; 6] =
        [&["$lr0v"], &["$ls0v"], &["$t"], &["$lm0v", "$mb"], &["$ln0v", "$lnb"], &["$omr1"]];
    for (i, setting) in settings.iter().enumerate() {
        for (j, dests) in dests.iter().enumerate() {
            for dest in *dests {
                let expr = flushed(alu(&format!("$t $t -> {dest}")), "$imr2");
                let expected: &[&str] = if i == j { &MIX } else { &NONE };
                assert_eq!(codes_under(setting, &[expr]), expected, "{setting:?} {dest}");
            }
        }
    }
}

/// A setting is that of the last `mask` statement before the step.
#[test]
fn in_a_program() {
    let grf0 = MaskSetting { entry: 1, grf0: true, ..MaskSetting::NONE };
    let flush = || line(&[flushed(alu("$t $t -> $lr0v"), "$imr2")]);
    let lines = [
        flush(),
        Statement::Mask(grf0),
        flush(),
        Statement::Mask(MaskSetting { entry: 2, ..grf0 }),
        flush(),
        Statement::Mask(MaskSetting::NONE),
        flush(),
    ];
    assert_eq!(program(&lines), [(3, "MN-E-MASK-MIX")]);
    assert_eq!(program(&lines[3..5]), [(1, "MN-W-MASK-LEFT")]);
    assert_eq!(program(&[Statement::Mask(MaskSetting { entry: 0, ..grf0 })]), []);
    assert_eq!(program(&[Statement::Quit, Statement::Mask(grf0)]), []);
}

/// Suffixes: `t` for a 2LW mask on a narrower destination, `p` the other way round (s. 3.6.2.1).
#[test]
fn suffixes() {
    use Misfit::{NeedsPad, NeedsTruncate, Superfluous};
    let fit = |text: &str| mask_fit(&dest(text));
    for (narrow, wide) in [("$lr0v", "$llr0v"), ("$r0v", "$llm0v"), ("$t", "$llt")] {
        let with = |memory: &str, suffix| fit(&format!("{memory}/{suffix}"));
        assert_eq!(with(narrow, "1000"), Ok(()));
        assert_eq!(with(narrow, "1000t"), Err(Superfluous));
        assert_eq!(with(narrow, "1000p"), Err(Superfluous));
        assert_eq!(with(narrow, "ll1000"), Err(NeedsTruncate));
        assert_eq!(with(narrow, "ll1000t"), Ok(()));
        assert_eq!(with(narrow, "$llimr1p"), Err(NeedsTruncate));
        assert_eq!(with(wide, "ll1000"), Ok(()));
        assert_eq!(with(wide, "ll1000t"), Err(Superfluous));
        assert_eq!(with(wide, "1000"), Err(NeedsPad));
        assert_eq!(with(wide, "1000p"), Ok(()));
        assert_eq!(with(wide, "$imr1t"), Err(NeedsPad));
    }
    assert_eq!((fit("$mb/1000"), fit("$lnb/ll1000t")), (Ok(()), Ok(())));
    assert_eq!((fit("$mb/1000p"), fit("$lnb/ll1000")), (Err(Superfluous), Err(NeedsTruncate)));
    for mask in ["1000", "ll1000", "1000p", "ll1000t"] {
        assert_eq!(fit(&format!("$omr1/{mask}")), Ok(()));
    }
    assert_eq!(fit("$lr0v"), Ok(()));
    assert_eq!(flush_fit(&mask("ll1000")), Ok(()));
    assert_eq!(flush_fit(&mask("ll1000t")), Err(Superfluous));
    assert_eq!(flush_fit(&mask("1000p")), Err(Superfluous));
}
