//! The functions of the library and of the reference, side by side.

use functions::{Row, Undecided};
use oracle::Rational;
use oracle::reference::elem;
use oracle::reference::ieee::Exact as Theirs;
use softfloat::ieee::Exact as Ours;
use softfloat::{Env, Rounding, Tininess, Unrounded};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tests::bridge::{Pair, rounded, rules};

/// Every direction with both kinds of tininess under rules that are else these.
pub(crate) fn directions(env: Env) -> Vec<Env> {
    let each = |tininess| Rounding::ALL.map(|r| Env { tininess, ..env }.rounding(r));
    [Tininess::After, Tininess::Before].into_iter().flat_map(each).collect()
}

/// What differs at a function of one or two numbers under some of these rules.
pub(crate) fn differ(row: &Row, f: &Pair, x: &[u64], environments: &[Env]) -> Option<String> {
    let mut by_daz = [None, None];
    environments.iter().find_map(|env| {
        let theirs = by_daz[usize::from(env.daz)].get_or_insert_with(|| theirs(row, f, x, env));
        let want = rounded(theirs.round(&f.facts, &rules(env)));
        let got = caught(|| functions::evaluate(row.function, &f.format, x, env));
        (got != Ok(want)).then(|| told(row, f, format!("{x:x?}"), env, &got, &want))
    })
}

/// The same under all rules of rounding, but looked for without rounding where both results are numbers:
/// with as many bits as the middle between two numbers has, and what lies behind them, both are the
/// same. So they are alike in every direction; one is rounded, too.
pub(crate) fn differ_quickly(row: &Row, f: &Pair, x: &[u64], env: &Env) -> Option<String> {
    let theirs = theirs(row, f, x, env);
    let ours = caught(|| functions::exact(row.function, &f.format, x, env));
    let alike = match (&theirs, &ours) {
        (Theirs::Number { sign, magnitude }, Ok(Ours::Unrounded(u))) => {
            *sign == u.sign && cut(f, magnitude) == cut_own(f, u)
        }
        _ => false,
    };
    if !alike {
        return differ(row, f, x, &directions(*env));
    }
    let want = rounded(theirs.round(&f.facts, &rules(env)));
    let got = caught(|| functions::evaluate(row.function, &f.format, x, env));
    (got != Ok(want)).then(|| told(row, f, format!("{x:x?}"), env, &got, &want))
}

/// What differs at a function of blocks.
pub(crate) fn differ_blocks(
    row: &Row,
    f: &Pair,
    blocks: &[&[u64]],
    environments: &[Env],
) -> Option<String> {
    let mut by_daz = [None, None];
    environments.iter().find_map(|env| {
        let theirs = by_daz[usize::from(env.daz)].get_or_insert_with(|| {
            elem::exact_blocks(row.name, &f.facts, blocks, &rules(env))
                .expect("a function of blocks")
        });
        let want: Vec<_> = theirs.iter().map(|e| rounded(e.round(&f.facts, &rules(env)))).collect();
        let got = caught(|| functions::exact_blocks(row.function, &f.format, blocks, env));
        let got: Result<Vec<_>, _> =
            got.map(|all| all.into_iter().map(|e| e.round(&f.format, env)).collect());
        (got.as_ref() != Ok(&want)).then(|| told(row, f, format!("{blocks:x?}"), env, &got, &want))
    })
}

fn theirs(row: &Row, f: &Pair, x: &[u64], env: &Env) -> Theirs {
    elem::exact(row.name, &f.facts, x, &rules(env)).expect("a function of so many numbers")
}

/// The library's result; a panic is none.
fn caught<T>(call: impl FnOnce() -> Result<T, Undecided>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result.map_err(|why| why.to_string()),
        Err(_) => Err("a panic".to_owned()),
    }
}

fn told(
    row: &Row,
    f: &Pair,
    operands: String,
    env: &Env,
    got: &impl std::fmt::Debug,
    want: &impl std::fmt::Debug,
) -> String {
    let (name, format, seed) = (row.name, &f.facts.name, crate::random::seed());
    format!(
        "{name} of {format} {operands}: {got:x?}, by the reference {want:x?}; {env:?}, seed {seed}"
    )
}

/// The exponent of the leading bit, the bits to the middle between two numbers, and whether any follow.
type Cut = (i32, u128, bool);

fn cut(f: &Pair, v: &Rational) -> Cut {
    let exponent = v.floor_log2();
    let (rest, bits) = (v >> (exponent - f.facts.precision() - 1)).fract_floor();
    (exponent, bits.to_u128_wrapping(), rest != 0)
}

fn cut_own(f: &Pair, u: &Unrounded<u128>) -> Cut {
    let kept = f.facts.precision() + 2;
    let length = 128 - u.significand.leading_zeros() as i32;
    let exponent = u.exponent + length - 1;
    if length <= kept {
        // Bits that are not there are not known to be 0 where something follows.
        let unknown = u.sticky && length < kept;
        return (exponent, if unknown { 0 } else { u.significand << (kept - length) }, u.sticky);
    }
    let behind = (length - kept) as u32;
    let bits = u.significand >> behind;
    (exponent, bits, u.sticky || bits << behind != u.significand)
}

/// The differences that were found, the first few of each function.
#[derive(Default)]
pub(crate) struct Differences {
    found: Vec<(&'static str, String)>,
    count: u64,
    cases: u64,
}

impl Differences {
    /// Notes the outcome of a case.
    pub(crate) fn note(&mut self, row: &Row, difference: Option<String>) {
        self.cases += 1;
        let Some(difference) = difference else { return };
        self.count += 1;
        if self.found.iter().filter(|(name, _)| *name == row.name).count() < 3 {
            self.found.push((row.name, difference));
        }
    }

    /// Fails if there are any.
    #[track_caller]
    pub(crate) fn assert_none(self) {
        let lines: Vec<String> = self.found.into_iter().map(|(_, line)| line).collect();
        assert!(self.count == 0, "{} of {}:\n{}", self.count, self.cases, lines.join("\n"));
        println!("{} cases", self.cases);
    }
}
