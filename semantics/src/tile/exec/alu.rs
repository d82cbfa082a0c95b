//! TALU: functions of every element of tiles in vector view (Tile, s. 2.2; TILE-D52 to D59, D83, D97), and transposes.
//!
//! The functions here take bytes; what the mask does not let through is left as it is and signals nothing.

use super::element::{Codes, Element, pack, unpack};
use super::mask::Mask;
use super::typed::{bytes as write, codes as read, first, negate};
use crate::tile::error::{Fault, Kind};
use crate::tile::isa::{Field, Instruction};
use crate::tile::state::{TILE, Thread};
use functions::{Evaluator, Function, Undecided, evaluate};
use softfloat::format::{Bf16, Binary16, Binary32};
use softfloat::ieee::MinMax;
use softfloat::{Bits, Env, Flags, Rounded, Rounding, StaticFormat, slice};
use std::collections::HashMap;
use std::sync::LazyLock;

pub use crate::tile::isa::{Arithmetic, Special, TRANSPOSES, Transpose};

/// A tile that is read, and whether its elements change their sign first (TILE-D56).
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The tile.
    pub tile: &'a [u8; 1024],
    /// `negN`.
    pub negate: bool,
}

// Functions of every element of tiles.

impl Arithmetic {
    /// The operation on one element, which those on tiles do on each.
    #[must_use]
    pub fn of(self, element: Element, [a, b, c]: [u64; 3], env: &Env) -> Rounded<u64> {
        let format = element.format(Codes::default());
        match self {
            Self::Add => format.add(a, b, env),
            Self::Multiply => format.mul(a, b, env),
            Self::Minimum => format.min_max(MinMax::RiscVMin, a, b, env),
            Self::Maximum => format.min_max(MinMax::RiscVMax, a, b, env),
            Self::Fused => format.fma(a, b, c, env),
        }
    }
}

/// A function of every element.
///
/// # Errors
/// Where no enclosure decides a value ([`Undecided`]); `out` is then as it was.
pub fn special(
    special: Special,
    element: Element,
    source: Source<'_>,
    env: &Env,
    mask: Mask,
    out: &mut [u8; 1024],
) -> Result<Flags, Undecided> {
    let (width, mut flags, mut done) = (element.width(), Flags::NONE, *out);
    let sign = u64::from(source.negate) << (width - 1);
    for run in mask.runs(out.len()) {
        let mut codes = Vec::with_capacity(512);
        unpack(width, source.tile.get(run.clone()).unwrap_or(&[]), |code| codes.push(code ^ sign));
        for code in &mut codes {
            let rounded = special.of(element, *code, env)?;
            *code = rounded.bits;
            flags |= rounded.flags;
        }
        pack(width, &codes, done.get_mut(run).unwrap_or(&mut []));
    }
    *out = done;
    Ok(flags)
}

/// Arithmetic on every element; of three sources two have a third that is not looked at.
pub fn arithmetic(
    operation: Arithmetic,
    element: Element,
    sources: [Source<'_>; 3],
    env: &Env,
    mask: Mask,
    out: &mut [u8; 1024],
) -> Flags {
    match element {
        Element::Bf16 => runs::<Bf16>(operation, sources, env, mask, out),
        Element::F16 => runs::<Binary16>(operation, sources, env, mask, out),
        _ => runs::<Binary32>(operation, sources, env, mask, out),
    }
}

fn runs<F: StaticFormat>(
    operation: Arithmetic,
    sources: [Source<'_>; 3],
    env: &Env,
    mask: Mask,
    out: &mut [u8; 1024],
) -> Flags {
    let mut flags = Flags::NONE;
    for run in mask.runs(out.len()) {
        let operand = |source: Source<'_>| {
            let mut codes = read::<F>(source.tile.get(run.clone()).unwrap_or(&[]));
            if source.negate {
                negate::<F>(&mut codes);
            }
            codes
        };
        let [a, b] = [operand(sources[0]), operand(sources[1])];
        let mut results = vec![F::Bits::ZERO; a.len()];
        let raised = match operation {
            Arithmetic::Add => slice::add::<F>(&a, &b, &mut results, env),
            Arithmetic::Multiply => slice::mul::<F>(&a, &b, &mut results, env),
            Arithmetic::Minimum => slice::min_max::<F>(&a, &b, &mut results, MinMax::RiscVMin, env),
            Arithmetic::Maximum => slice::min_max::<F>(&a, &b, &mut results, MinMax::RiscVMax, env),
            Arithmetic::Fused => slice::fma::<F>(&a, &b, &operand(sources[2]), &mut results, env),
        };
        // Slices of one length always agree.
        flags |= raised.unwrap_or(Flags::NONE);
        write::<F>(&results, out.get_mut(run.clone()).unwrap_or(&mut []));
    }
    flags
}

// Special functions, correctly rounded in the format of their elements (TILE-D52 to D54, D83).

impl Special {
    /// The function; nothing of the square root, which is arithmetic.
    const fn function(self) -> Option<Function> {
        Some(match self {
            Self::Sigmoid => Function::Sigmoid,
            Self::Sine => Function::Sin,
            Self::Cosine => Function::Cos,
            Self::Exp2 => Function::Exp2,
            Self::Log2 => Function::Log2,
            Self::Exp => Function::Exp,
            Self::Reciprocal => Function::Rcp,
            Self::SquareRoot => return None,
            Self::ReciprocalRoot => Function::Rsqrt,
            Self::Tanh => Function::Tanh,
        })
    }

    /// The function of a code.
    ///
    /// # Errors
    /// Where no enclosure decides ([`Undecided`]).
    pub fn of(self, element: Element, x: u64, env: &Env) -> Result<Rounded<u64>, Undecided> {
        let format = element.format(Codes::default());
        match (self.function(), EVALUATORS.get(&(self, element))) {
            (Some(_), Some(evaluator)) => evaluator.evaluate(&[x], env),
            (Some(function), None) => evaluate(function, &format, &[x], env),
            (None, _) => Ok(format.sqrt(x, env)),
        }
    }
}

/// Evaluators remember tables of narrow formats.
static EVALUATORS: LazyLock<HashMap<(Special, Element), Evaluator>> = LazyLock::new(|| {
    let elements = [Element::F32, Element::Bf16, Element::F16];
    let every = Special::ALL.iter().flat_map(|&f| elements.map(|element| (f, element)));
    let evaluator = |(special, element): (Special, Element)| {
        let function = special.function()?;
        Some(((special, element), Evaluator::new(function, element.format(Codes::default()))))
    };
    every.filter_map(evaluator).collect()
});

// TALU instructions on the registers of a warp.

/// A function of one source.
///
/// # Errors
/// `Illegal` where `frm` is reserved; `Undecided` where no enclosure decides a value.
pub fn function(
    thread: &mut Thread,
    i: &Instruction,
    of: Special,
    element: Element,
) -> Result<(), Fault> {
    let env = env(thread, i)?;
    let tile = tile(first(thread, i, element, 1));
    let source = Source { tile: &tile, negate: i.flag(Field::Neg1) };
    let mut out = *thread.tile(destination(i));
    let flags =
        special(of, element, source, &env, mask(thread, i), &mut out).map_err(|undecided| {
            Fault::new(Kind::Undecided, format!("{}: {undecided}", i.row().mnemonic))
        })?;
    *thread.tile_mut(destination(i)) = out;
    thread.accrue(flags);
    Ok(())
}

/// Arithmetic of two or three sources.
///
/// # Errors
/// `Illegal` where `frm` is reserved and results are rounded (TILE-D97).
pub fn computation(
    thread: &mut Thread,
    i: &Instruction,
    operation: Arithmetic,
    element: Element,
) -> Result<(), Fault> {
    let env = match operation {
        Arithmetic::Minimum | Arithmetic::Maximum => Env::IEEE,
        _ => env(thread, i)?,
    };
    let other = |field: Field| *thread.tile(i.field(field) as u8);
    let tiles = [tile(first(thread, i, element, 1)), other(Field::Src2), other(Field::Src3)];
    let signs = [Field::Neg1, Field::Neg2, Field::Neg3].map(|field| i.flag(field));
    let sources = [0, 1, 2].map(|at| Source { tile: &tiles[at], negate: signs[at] });
    let mut out = *thread.tile(destination(i));
    let flags = arithmetic(operation, element, sources, &env, mask(thread, i), &mut out);
    *thread.tile_mut(destination(i)) = out;
    thread.accrue(flags);
    Ok(())
}

/// A transpose.
pub fn transposition(thread: &mut Thread, i: &Instruction, transpose: Transpose) {
    let out = transpose.of(thread.tile(i.field(Field::Src1) as u8));
    *thread.tile_mut(destination(i)) = out;
}

fn destination(i: &Instruction) -> u8 {
    i.field(Field::Dst) as u8
}

fn mask(thread: &Thread, i: &Instruction) -> Mask {
    if i.flag(Field::Tm) { Mask(thread.mask()) } else { Mask::ALL }
}

/// The rules of results: the direction of `frm` (TILE-D54).
fn env(thread: &Thread, i: &Instruction) -> Result<Env, Fault> {
    let rounding: Option<Rounding> = thread.rounding();
    rounding.map(|rounding| Env::IEEE.rounding(rounding)).ok_or_else(|| {
        let (name, frm) = (&i.row().mnemonic, thread.frm());
        Fault::illegal(format!("{name} with `frm` {frm}; right is 0 to 4 (TILE-D54)"))
    })
}

/// The bytes of one register.
fn tile(bytes: Vec<u8>) -> [u8; TILE] {
    let mut tile = [0; TILE];
    tile.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
    tile
}

// Transposes of whole tiles: bits move, nothing is read as a number (TILE-D57).

impl Transpose {
    /// The transposed tile.
    #[must_use]
    pub fn of(self, tile: &[u8; 1024]) -> [u8; 1024] {
        let mut out = [0; 1024];
        for (at, element) in tile.chunks_exact(self.size).enumerate() {
            let (row, column) = (at / self.columns, at % self.columns);
            let to = (column * self.rows + row) * self.size;
            out[to..to + self.size].copy_from_slice(element);
        }
        out
    }
}
