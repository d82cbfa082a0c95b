//! All pairs of 16-bit numbers, and all binary32 numbers made into these: six directions, both kinds of tininess, the scalar
//! form and that of slices each by itself, against what integers give for all of them at once ([`tests::every`]).

use super::work::Space;
use softfloat::format::{Bf16, Binary16, Binary32};
use softfloat::slice::{LengthError, each};
use softfloat::{Env, Flags, Rounded, StaticFormat, convert, ieee};
use std::ops::Range;
use tests::every::{Answer, BF16, BINARY16, CHOICES, Narrow, choices};

/// Cases that go through a slice form in one go, all with one first operand.
const BLOCK: usize = 1024;

/// Results and flags of a block.
#[derive(Clone)]
struct Block {
    codes: [u16; BLOCK],
    flags: [Flags; BLOCK],
}

impl Block {
    const fn new() -> Self {
        Self { codes: [0; BLOCK], flags: [Flags::NONE; BLOCK] }
    }

    const fn at(&self, at: usize) -> Rounded<u16> {
        Rounded { bits: self.codes[at], flags: self.flags[at] }
    }

    /// The first place where two are not the same.
    fn difference(&self, other: &Self) -> Option<usize> {
        if self.codes == other.codes && self.flags == other.flags {
            return None;
        }
        (0..BLOCK).find(|at| self.at(*at) != other.at(*at))
    }
}

/// Every enumeration.
pub(crate) fn spaces() -> Vec<Space> {
    let mut all = Vec::new();
    of::<Binary16>("f16", BINARY16, &mut all);
    of::<Bf16>("bf16", BF16, &mut all);
    all
}

fn of<F: StaticFormat<Bits = u16>>(name: &str, narrow: Narrow, all: &mut Vec<Space>) {
    macro_rules! pairs {
        ($($id:literal $function:ident $right:expr;)*) => { $(
            all.extend(both(
                format!("ieee.{name}.{} every rm and tininess", $id),
                move |x| $right(narrow, x >> 16, x & 0xffff),
                |x, env| ieee::$function::<F>((x >> 16) as u16, x as u16, env),
                |start, block, env| {
                    let a = [(start >> 16) as u16; BLOCK];
                    let b: [u16; BLOCK] = std::array::from_fn(|at| (start as usize + at) as u16);
                    each::$function::<F>(&a, &b, &mut block.codes, &mut block.flags, env)
                },
            ));
        )* };
    }
    pairs! {
        "add" add |narrow: Narrow, a, b| narrow.sum(a, b, false);
        "sub" sub |narrow: Narrow, a, b| narrow.sum(a, b, true);
        "mul" mul Narrow::product;
        "div" div Narrow::quotient;
    }
    all.extend(both(
        format!("cvt.f32.{name} every rm and tininess"),
        move |x| narrow.of_single(x),
        convert::<Binary32, F>,
        |start, block, env| {
            let x: [u32; BLOCK] = std::array::from_fn(|at| start + at as u32);
            each::convert::<Binary32, F>(&x, &mut block.codes, &mut block.flags, env)
        },
    ));
}

/// All indices of 32 bits, in slices and one by one.
fn both(
    name: String,
    right: impl Fn(u32) -> [Answer; CHOICES] + Copy + Send + Sync + 'static,
    one: impl Fn(u32, &Env) -> Rounded<u16> + Send + Sync + 'static,
    slices: impl Fn(u32, &mut Block, &Env) -> Result<(), LengthError> + Send + Sync + 'static,
) -> [Space; 2] {
    let each = move |start: u32, block: &mut Block, env: &Env| {
        let all = block.codes.iter_mut().zip(&mut block.flags).zip(start..=u32::MAX);
        all.for_each(|((code, flags), x)| Rounded { bits: *code, flags: *flags } = one(x, env));
        Ok(())
    };
    [
        space(format!("{name} in slices"), right, slices),
        space(format!("{name} one by one"), right, each),
    ]
}

fn space(
    name: String,
    right: impl Fn(u32) -> [Answer; CHOICES] + Send + Sync + 'static,
    run: impl Fn(u32, &mut Block, &Env) -> Result<(), LengthError> + Send + Sync + 'static,
) -> Space {
    let environments = choices();
    let judge = move |range: Range<u64>| {
        let (mut block, mut answers) = (Block::new(), vec![Block::new(); CHOICES]);
        range.step_by(BLOCK).find_map(|start| {
            let start = start as u32;
            for (at, x) in (0..BLOCK).zip(start..=u32::MAX) {
                for (answer, (code, flags)) in answers.iter_mut().zip(right(x)) {
                    (answer.codes[at], answer.flags[at]) = (code as u16, flags);
                }
            }
            environments.iter().zip(&answers).find_map(|(env, answer)| {
                run(start, &mut block, env).expect("one length");
                let at = block.difference(answer)?;
                let (x, found, right) = (start + at as u32, block.at(at), answer.at(at));
                Some((x.into(), format!("{x:08x}, {env:?}: {found:x?}, right {right:x?}")))
            })
        })
    };
    Space { name, oracle: "integers", len: 1 << 32, judge: Box::new(judge) }
}
