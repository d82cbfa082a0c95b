//! The table of units: what an id says, and the parameters of its sum.

use super::truncated::{Out, Truncated};
use crate::reference::engine::Facts;
use crate::reference::silicon::operand::format;

/// An instruction on numbers of certain formats.
pub(super) struct Unit {
    pub(super) k: usize,
    pub(super) a: &'static Facts,
    pub(super) b: &'static Facts,
    pub(super) c: &'static Facts,
    pub(super) path: Path,
    pub(super) sum: Truncated,
}

/// How the products of an instruction are added.
#[derive(Clone, Copy)]
pub(super) enum Path {
    /// In groups of so many, 0 of all, each one T that keeps F bits.
    Groups(usize, i32),
    /// SIL-D13.
    Halves,
    /// SIL-D14.
    Scaled,
    /// SIL-D15.
    Blocks(Blocks),
    /// SIL-D16.
    Chain,
}

/// The scales of four bits.
#[derive(Clone, Copy)]
pub(super) struct Blocks {
    /// Whether they are e8m0, else ue4m3.
    pub(super) powers: bool,
    pub(super) size: usize,
}

/// The formats of both factors.
enum Factors {
    /// One for both.
    Same(&'static [&'static str]),
    /// In any mix.
    Mixed(&'static [&'static str]),
}

/// Instructions, K, factors, results.
type Row = (&'static [&'static str], &'static [usize], Factors, &'static [&'static str], Path);

use Factors::{Mixed, Same};
use Path::{Chain, Groups, Halves, Scaled};

const F16: Factors = Same(&["f16"]);
const BF16: Factors = Same(&["bf16"]);
const TF32: Factors = Same(&["tf32"]);
const F64: Factors = Same(&["f64"]);
const F4: Factors = Same(&["e2m1"]);
const F8: Factors = Mixed(&["e4m3", "e5m2"]);
const F8F6F4: Factors = Mixed(&["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"]);
const BOTH: &[&str] = &["f32", "f16"];
const MIXED_C: &[&str] = &["f32", "f16", "f32.f16"];
const AMPERE: &[&str] = &["ampere.mma", "ada.mma"];
const HOPPER: &[&str] = &["hopper.mma", "blackwell.mma", "rtxblackwell.mma"];
const POWERS: Path = Path::Blocks(Blocks { powers: true, size: 32 });
const NUMBERS: Path = Path::Blocks(Blocks { powers: false, size: 16 });
const SHORT: Path = Path::Blocks(Blocks { powers: true, size: 16 });

/// Section 1's table.
const ROWS: &[Row] = &[
    (&["volta.mma"], &[4], F16, MIXED_C, Groups(4, 23)),
    (&["turing.mma"], &[8], F16, BOTH, Groups(8, 24)),
    (&["turing.mma"], &[4], F16, MIXED_C, Groups(4, 23)),
    (AMPERE, &[16, 8], F16, BOTH, Groups(8, 24)),
    (AMPERE, &[16, 8], BF16, &["f32"], Groups(8, 24)),
    (AMPERE, &[8, 4], TF32, &["f32"], Groups(4, 24)),
    (&["ada.mma"], &[32, 16], F8, BOTH, Groups(16, 13)),
    (HOPPER, &[16, 8], F16, BOTH, Groups(0, 25)),
    (HOPPER, &[16, 8], BF16, &["f32"], Groups(0, 25)),
    (HOPPER, &[8, 4], TF32, &["f32"], Groups(0, 25)),
    (&["hopper.wgmma"], &[16], F16, BOTH, Groups(0, 25)),
    (&["hopper.wgmma"], &[16], BF16, &["f32"], Groups(0, 25)),
    (&["hopper.wgmma"], &[8], TF32, &["f32"], Groups(0, 25)),
    (&["hopper.wgmma"], &[32], F8, BOTH, Groups(0, 13)),
    (&["hopper.mma", "blackwell.mma"], &[32], F8, BOTH, Halves),
    (&["blackwell.tcgen05"], &[16], Mixed(&["f16", "bf16"]), &["f32"], Groups(0, 25)),
    (&["blackwell.tcgen05"], &[16], F16, &["f16"], Groups(0, 25)),
    (&["blackwell.tcgen05"], &[8], TF32, &["f32"], Groups(0, 25)),
    (&["blackwell.tcgen05", "rtxblackwell.mma"], &[32], F8F6F4, BOTH, Groups(0, 25)),
    (&["rtxblackwell.mma"], &[16], F8, BOTH, Groups(0, 25)),
    (&["blackwell.tcgen05_mxf8f6f4", "rtxblackwell.mma_mxf8f6f4"], &[32], F8F6F4, &["f32"], Scaled),
    (&["blackwell.tcgen05_mxf4", "rtxblackwell.mma_mxf4"], &[64], F4, &["f32"], POWERS),
    (&["blackwell.tcgen05_nvf4", "rtxblackwell.mma_nvf4"], &[64], F4, &["f32"], NUMBERS),
    (&["blackwell.tcgen05_mxf4nvf4", "rtxblackwell.mma_mxf4nvf4"], &[64], F4, &["f32"], SHORT),
    (AMPERE, &[4], F64, &["f64"], Chain),
    (HOPPER, &[4], F64, &["f64"], Chain),
    (&["hopper.mma"], &[8, 16], F64, &["f64"], Chain),
];

impl Factors {
    fn hold(&self, a: &str, b: &str) -> bool {
        match self {
            Same(list) => a == b && list.contains(&a),
            Mixed(list) => list.contains(&a) && list.contains(&b),
        }
    }
}

impl Unit {
    /// The unit of an id such as `ampere.mma.k16.f16.f16.f32`; Volta's has no K in it, which is 4.
    pub(super) fn of(operation: &str) -> Option<Self> {
        let (family, rest) = operation.split_once('.')?;
        let (name, formats) = rest.split_once('.')?;
        let instruction = format!("{family}.{name}");
        let (k, formats) = match family {
            "volta" => (4, formats),
            _ => {
                let (k, formats) = formats.strip_prefix('k')?.split_once('.')?;
                (k.parse().ok()?, formats)
            }
        };
        let (a, rest) = formats.split_once('.')?;
        let (b, results) = rest.split_once('.')?;
        let &(_, _, _, _, path) = ROWS.iter().find(|(instructions, ks, factors, outs, _)| {
            instructions.contains(&&*instruction)
                && ks.contains(&k)
                && factors.hold(a, b)
                && outs.contains(&results)
        })?;
        let (out, c) = results.split_once('.').unwrap_or((results, results));
        let kept = if let Groups(_, kept) = path { kept } else { 25 };
        let half = matches!(path, Halves) || (a, b) == ("f16", "f16");
        let sum = Truncated {
            kept,
            least: least(
                if k == 4 && family == "turing" { "volta" } else { family },
                out == "f16" && half,
            ),
            out: match (out, kept) {
                ("f16", _) => Out::F16,
                (_, 13) => Out::E8m13,
                _ => Out::F32,
            },
        };
        Some(Self { k, a: format(a)?, b: format(b)?, c: format(c)?, path, sum })
    }
}

/// E0, of sums of binary16 factors into binary16 or of others.
fn least(family: &str, half: bool) -> Option<i32> {
    match family {
        "volta" => half.then_some(-19),
        "turing" | "ampere" | "ada" => Some(if half { -20 } else { -132 }),
        _ => Some(if half { -21 } else { -133 }),
    }
}
