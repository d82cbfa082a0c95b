//! L1BM expressions (s. 3.6.8): between the L1BM and the 64 PEs of an L1B.

#[cfg(test)]
mod tests;

use super::rrn;
use super::view::View;
use crate::mncore2::isa::{
    Convert, Down, DownKind, L1bmOperand, L1bmPlace, Precision, Rrn, Up, UpKind,
};
use crate::mncore2::state::{L1bmWords, LANES, MABS, PES, Path, Row, Turnaround};
use softfloat::mncore2::{Half, Profile, Single, extend};
use std::array::from_fn;

/// MABs that share words in 4x4 mode.
const MABS4: usize = 4;

/// How the words of one cycle lie in L1BM (table 3.8, s. 3.6.8.1): as an array
/// `[MABS / span][rate][PES]`. Both directions have the same layouts.
#[derive(Clone, Copy)]
struct Layout {
    /// Successive MABs that share words.
    span: usize,
    /// Long words of a PE.
    rate: usize,
}

impl Layout {
    fn down(e: &Down) -> Self {
        let (span, rate) = match e.kind {
            DownKind::Pe | DownKind::Mab => (MABS, rate(&e.from)),
            DownKind::Mab4 => (MABS4, rate(&e.from)),
            DownKind::Distribute(_) => (1, 1),
        };
        Self { span, rate }
    }

    fn up(e: &Up) -> Self {
        let shortened = Circuit::of(e.kind).is_some_and(|circuit| circuit.shorten);
        let rate = if shortened { 1 } else { rate(&e.to) };
        let (span, rate) = match e.kind {
            UpKind::Mab(_) | UpKind::Reduce { .. } => (MABS, rate),
            UpKind::Mab4(_) | UpKind::Reduce4 { .. } => (MABS4, rate),
            UpKind::Gather(_) => (1, 1),
        };
        Self { span, rate }
    }

    /// Words of a cycle.
    fn words(self) -> usize {
        MABS / self.span * self.rate * PES
    }

    /// The place of PE 0's `k`-th word of a group of MABs.
    fn at(self, group: usize, k: usize) -> usize {
        (group * self.rate + k) * PES
    }
}

/// Long words of a PE and cycle.
fn rate(operand: &L1bmOperand) -> usize {
    if operand.double { 2 } else { 1 }
}

/// The rotation of MAB numbers as a rotation of words, to higher numbers.
fn rotation(mabs: u8) -> usize {
    usize::from(mabs) % MABS * PES
}

/// From L1BM, or from the turnaround register, to PEs.
pub(super) fn down(e: &Down, l1bm: &L1bmWords, turnaround: &Turnaround, out: &mut Path) {
    let layout = Layout::down(e);
    let to_all = e.kind == DownKind::Pe;
    let step = if to_all { 1 } else { layout.words() };
    for (c, register) in turnaround.iter().enumerate() {
        let mut words = *register;
        if let L1bmPlace::At(address) = e.from.place {
            l1bm.read(usize::from(address) + step * c, &mut words);
        }
        let word = |lane: usize, k: usize| {
            let pe = if to_all { 0 } else { lane % PES };
            words[layout.at(lane / PES / layout.span, k) + pe]
        };
        out.hi[c] = from_fn(|lane| word(lane, 0));
        out.lo[c] = if layout.rate == 2 { from_fn(|lane| word(lane, 1)) } else { [0; LANES] };
        if let DownKind::Distribute(mabs) = e.kind {
            out.hi[c].rotate_right(rotation(mabs));
        }
    }
}

/// From PEs: what is sent in the order of L1BM addresses, MABs not yet rotated.
pub(super) fn up(e: &Up, input: &View<'_>, sent: &mut Turnaround) {
    let layout = Layout::up(e);
    let circuit = Circuit::of(e.kind);
    let extended = e.from.convert == Some(Convert::Extend) || circuit.is_some_and(|c| c.extend);
    let rate = if circuit.is_some_and(|c| c.shorten) { 2 } else { layout.rate };
    for (c, out) in sent.iter_mut().enumerate() {
        let wide;
        let rows = if extended {
            wide = extend_row(input.hi[c]);
            wide.each_ref()
        } else {
            [input.hi[c], input.lo[c]]
        };
        let rows = &rows[..rate];
        match (e.kind, circuit) {
            (UpKind::Reduce { .. }, Some(circuit)) => reduce::<4, 4>(circuit, rows, out),
            (UpKind::Reduce4 { .. }, Some(circuit)) => reduce::<1, MABS4>(circuit, rows, out),
            (UpKind::Mab(mab) | UpKind::Mab4(mab), _) => pick(layout, mab, rows, out),
            _ => *out = *rows[0],
        }
    }
}

/// Writes to L1BM what was sent.
pub(super) fn store(e: &Up, sent: &Turnaround, l1bm: &mut L1bmWords) {
    let L1bmPlace::At(address) = e.to.place else { return };
    let words = Layout::up(e).words();
    for (c, row) in sent.iter().enumerate() {
        let mut row = *row;
        if let UpKind::Gather(mabs) = e.kind {
            row.rotate_right(rotation(mabs));
        }
        l1bm.write(usize::from(address) + words * c, &row[..words]);
    }
}

/// Writes to the turnaround register what was sent; MABs are not rotated (s. 3.6.8.21).
pub(super) fn remember(e: &Up, sent: &Turnaround, turnaround: &mut Turnaround) {
    let words = Layout::up(e).words();
    for (register, row) in turnaround.iter_mut().zip(sent) {
        register[..words].copy_from_slice(&row[..words]);
        register[words..].fill(0);
    }
}

/// The words of one MAB of each group.
fn pick(layout: Layout, mab: u8, rows: &[&Row], out: &mut Row) {
    for group in 0..MABS / layout.span {
        let mab = group * layout.span + usize::from(mab) % layout.span;
        for (k, row) in rows.iter().enumerate() {
            out[layout.at(group, k)..][..PES].copy_from_slice(&row[mab * PES..][..PES]);
        }
    }
}

/// A reduction as the circuits do it: those of half precision are those of single precision with
/// extended inputs and a shortened result (s. 3.6.8.5).
#[derive(Clone, Copy)]
struct Circuit {
    rrn: Rrn,
    extend: bool,
    shorten: bool,
}

impl Circuit {
    fn of(kind: UpKind) -> Option<Self> {
        let (UpKind::Reduce { rrn, shorten } | UpKind::Reduce4 { rrn, shorten }) = kind else {
            return None;
        };
        let float = rrn.op.is_float();
        Some(match rrn.precision {
            Precision::H if float => Self {
                rrn: Rrn { precision: Precision::F, op: rrn.op },
                extend: true,
                shorten: true,
            },
            precision => {
                let shorten = shorten && float && precision == Precision::F;
                Self { rrn, extend: false, shorten }
            }
        })
    }
}

/// Reduces over groups of `STAGES * SIZE` MABs, PE by PE.
fn reduce<const STAGES: usize, const SIZE: usize>(circuit: Circuit, rows: &[&Row], out: &mut Row) {
    let span = STAGES * SIZE;
    let layout = Layout { span, rate: if circuit.shorten { 1 } else { rows.len() } };
    for group in 0..MABS / span {
        let mut results = [[0; PES]; 2];
        for (row, result) in rows.iter().zip(&mut results) {
            let mab = |n: usize| &row[(group * span + n) * PES..][..PES];
            let sources = from_fn::<_, STAGES, _>(|k| from_fn::<_, SIZE, _>(|i| mab(SIZE * k + i)));
            if circuit.shorten {
                rrn::reduce_shortened(circuit.rrn.op, &sources, result);
            } else {
                rrn::reduce(circuit.rrn, &sources, result);
            }
        }
        if circuit.shorten {
            results[0] = from_fn(|pe| pack([results[0][pe], results[1][pe]]));
        }
        for (k, result) in results.iter().enumerate().take(layout.rate) {
            out[layout.at(group, k)..][..PES].copy_from_slice(result);
        }
    }
}

/// Four halves of a PE as four singles in two long words, in order (s. 3.6.8.4).
fn extend_row(row: &Row) -> [Row; 2] {
    let single = |word: u64, n: u32| {
        u64::from(extend::<Half, Single>(&Profile::DECIDED, (word >> (48 - 16 * n)) as u16))
    };
    [0, 2].map(|n| row.map(|word| single(word, n) << 32 | single(word, n + 1)))
}

/// Four shortened results, each in the low half of its single word, in one long word, in order: the
/// inverse of the extension's arrangement (s. 3.6.8.5, MN-D26).
fn pack(words: [u64; 2]) -> u64 {
    words.into_iter().fold(0, |packed, w| packed << 32 | (w >> 32 & 0xffff) << 16 | w & 0xffff)
}
