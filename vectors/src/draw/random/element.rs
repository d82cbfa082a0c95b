//! One element, by class: without branches, since no processor could predict them.

use crate::draw::code::Float;
use crate::draw::rng::Rng;
use crate::registry::Shape;

/// What drawing the elements of an operand takes.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) width: u32,
    pub(crate) len: usize,
    /// `None` for integers.
    pub(crate) float: Option<Float>,
    corners: Vec<u64>,
    /// Exponent fields by class: the least, and how many from there on.
    fields: [(i64, u64); 16],
}

impl Operand {
    pub(crate) fn new(shape: &Shape, corners: Vec<u64>) -> Self {
        let float = Float::of(&shape.format);
        let fields = float.as_ref().map_or([(0, 1); 16], fields);
        Self { width: shape.format.width, len: shape.len, float, corners, fields }
    }

    /// The corner code that 16 random bits choose.
    #[inline(always)]
    pub(crate) fn corner(&self, random: u64) -> u64 {
        let at = ((random & 0xffff) * self.corners.len() as u64) >> 16;
        self.corners.get(at as usize).copied().unwrap_or(0)
    }

    /// An element of any class.
    #[inline(always)]
    pub(crate) fn element(&self, rng: &mut Rng) -> u64 {
        match &self.float {
            Some(f) => self.number(f, rng),
            None => self.integer(rng),
        }
    }

    #[inline(always)]
    fn number(&self, f: &Float, rng: &mut Rng) -> u64 {
        let r = rng.next();
        let (least, count) = self.fields[(r & 15) as usize];
        let field = least + (((r >> 8 & 0xffff) * count) >> 16) as i64;
        let code = f.code(r >> 63 == 1, field, mantissa(f, rng));
        let corner = self.corner(r >> 24);
        if r & 0x70 == 0 { corner } else { code }
    }

    fn integer(&self, rng: &mut Rng) -> u64 {
        let mask = u64::MAX >> (64 - self.width);
        let bits = rng.next() & mask;
        let run = mask >> rng.below(self.width.into());
        match rng.below(8) {
            0..3 => bits,
            3 => bits & run,
            4 => bits | (mask ^ run),
            // Shift amounts.
            5 => rng.below(2 * u64::from(self.width) + 2) & mask,
            _ => self.corner(rng.next()),
        }
    }

    /// An element related to another of the same width: equal, of the other sign, or near.
    pub(crate) fn like(&self, rng: &mut Rng, code: u64) -> u64 {
        let mask = u64::MAX >> (64 - self.width);
        let sign = rng.next() << (self.width - 1) & mask;
        let near = match &self.float {
            Some(f) => f.stepped(code, rng.around(2)),
            None => code.wrapping_add(rng.around(2) as u64) & mask,
        };
        near ^ sign
    }
}

/// Near the bias; any; at the lower and at the upper end.
fn fields(f: &Float) -> [(i64, u64); 16] {
    // Formats of few exponents have no others than those near the bias.
    let low = (f.bias - 8).max(0);
    let near = (low, ((f.bias + 8).min(f.top) - low + 1) as u64);
    let any = (0, f.top as u64 + 1);
    let (low, high) = ((0, 4), (f.top - 3, 4));
    let near8 = [near; 8];
    let any5 = [any; 5];
    let mut all = [low; 16];
    all[..8].copy_from_slice(&near8);
    all[8..13].copy_from_slice(&any5);
    all[13] = high;
    all[14] = (f.bias - 2, 5);
    all
}

/// What becomes of a mantissa: masks of what is kept of the random bits, and of what is set by a run
/// of ones from the low end, by its complement, and by its top bit.
#[derive(Clone, Copy)]
struct Pattern {
    /// Of the bits within the run, beyond the run.
    keep: [u64; 2],
    /// The run, beyond the run, the run's top bit.
    set: [u64; 3],
}

const ON: u64 = u64::MAX;

const PATTERNS: [Pattern; 16] = {
    let any = Pattern { keep: [ON, ON], set: [0; 3] };
    let mut all = [any; 16];
    // Ones and zeros at the low end, at the high end.
    all[8] = Pattern { keep: [ON, ON], set: [ON, 0, 0] };
    all[9] = Pattern { keep: [0, ON], set: [0; 3] };
    all[10] = Pattern { keep: [ON, ON], set: [0, ON, 0] };
    all[11] = Pattern { keep: [ON, 0], set: [0; 3] };
    // Runs alone; one bit and the bits above it, for ties; nothing.
    all[12] = Pattern { keep: [0, 0], set: [ON, 0, 0] };
    all[13] = Pattern { keep: [0, 0], set: [0, ON, 0] };
    all[14] = Pattern { keep: [0, ON], set: [0, 0, ON] };
    all[15] = Pattern { keep: [0, 0], set: [0; 3] };
    all
};

/// A mantissa field: any, none, or runs of ones and zeros.
#[inline(always)]
pub(crate) fn mantissa(f: &Float, rng: &mut Rng) -> u64 {
    let r = rng.next();
    // The high bits are the mantissa's; 10 low ones are left of double's.
    let bits = r >> (64 - f.body);
    let run = f.ones() >> (((r & 63) * u64::from(f.body)) >> 6);
    let Pattern { keep, set } = &PATTERNS[(r >> 6 & 15) as usize];
    let kept = bits & (run & keep[0] | !run & keep[1]);
    kept | run & set[0] | !run & set[1] | (run ^ run >> 1) & set[2]
}
