//! One PE statement in one L1B (MN-D52): every read sees the state from before the step, then all
//! units compute, then memories are written cycle by cycle, then forwarding registers, T, base
//! address registers and mask entries take their new values.

use super::access::{self, Gate};
use super::view::View;
use super::{alu, l1bm, mau, port};
use crate::mncore2::account::holds;
use crate::mncore2::isa::{
    AluForm, Bank, Constant, Dest, Expr, Input, Mask, MaskSetting, Source, Step, Target,
};
use crate::mncore2::state::{Block, CYCLES, Flags, LANES, Path, Turnaround};

/// Where an L1B stands in the tree; the constants that programs see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// `2*group + L2B`.
    pub(crate) l2bid: u8,
    /// L1B.
    pub(crate) l1bid: u8,
}

impl Place {
    /// The place of the L1B of this number on the board.
    pub(crate) fn of(block: usize) -> Self {
        Self { l2bid: (block / 8) as u8, l1bid: (block % 8) as u8 }
    }
}

/// What the units of one L1B put out in a step, before it is written anywhere.
pub(crate) struct Outputs {
    inputs: [Path; 3],
    mau: Box<Path>,
    alu: Box<Path>,
    mread: Box<Path>,
    lbf: Box<Path>,
    mau_flags: Flags,
    alu_flags: Flags,
    sent: Turnaround,
    /// Of sides x and y.
    taken: [mau::Taken; 2],
}

impl Outputs {
    /// Room for the outputs of a step.
    pub(crate) fn new() -> Box<Self> {
        let path = Path::ZERO;
        Box::new(Self {
            inputs: [path.clone(), path.clone(), path.clone()],
            mau: Box::new(path.clone()),
            alu: Box::new(path.clone()),
            mread: Box::new(path.clone()),
            lbf: Box::new(path),
            mau_flags: [[0; LANES]; CYCLES],
            alu_flags: [[0; LANES]; CYCLES],
            sent: [[0; LANES]; CYCLES],
            taken: Default::default(),
        })
    }

    /// The next step is another L1B's, or others had a hand in its state since the last one.
    pub(crate) fn begin(&mut self) {
        self.taken.iter_mut().for_each(mau::Taken::forget);
    }
}

/// The flags of a mask entry, 16 + k having bit 3-c of k in cycle c (s. 3.6.2).
fn entry(block: &Block, entry: u8) -> Flags {
    match entry {
        0..=15 => block.masks[usize::from(entry)],
        _ => std::array::from_fn(|c| [if entry >> (3 - c) & 1 == 1 { 15 } else { 0 }; LANES]),
    }
}

/// Reads an operand, unconverted.
pub(crate) fn read(block: &Block, place: Place, source: &Source, bits: u32, out: &mut Path) {
    match source {
        Source::Memory(access) => access::read(block, access, out),
        Source::T(_) => out.clone_from(&block.t),
        Source::Forward(unit) => out.clone_from(block.forward(*unit)),
        Source::Constant(constant) => fill(place, *constant, bits, out),
    }
}

/// A constant at the element width of the operation, repeated over the path (table 3.5).
fn fill(place: Place, constant: Constant, bits: u32, out: &mut Path) {
    let ones = u64::MAX / (u64::MAX >> (64 - bits));
    for lane in 0..LANES {
        let element = match constant {
            Constant::L2bid => u64::from(place.l2bid),
            Constant::L1bid => u64::from(place.l1bid),
            Constant::Mabid => lane as u64 / 4,
            Constant::Peid => lane as u64,
            Constant::Subpeid => lane as u64 % 4,
            Constant::Msb1 => 1 << (bits - 1),
        };
        for c in 0..CYCLES {
            out.hi[c][lane] = element * ones;
            out.lo[c][lane] = element * ones;
        }
    }
}

/// What a source reads: where it lies, or in `room` if it does not lie in rows.
fn view<'a>(
    block: &'a Block,
    place: Place,
    source: &Source,
    bits: u32,
    room: &'a mut Path,
) -> View<'a> {
    let in_place = match source {
        Source::Memory(access) => access::view(block, access),
        Source::T(_) => Some(View::of(&block.t)),
        Source::Forward(unit) => Some(View::of(block.forward(*unit))),
        Source::Constant(_) => None,
    };
    in_place.unwrap_or_else(|| {
        read(block, place, source, bits, room);
        View::of(room)
    })
}

/// An operand as a unit gets it through its port.
fn operand<'a>(
    block: &'a Block,
    place: Place,
    input: &Input,
    bits: u32,
    room: &'a mut Path,
    port: impl FnOnce(&mut Path),
) -> View<'a> {
    if input.convert.is_none() && !input.negate {
        return view(block, place, &input.source, bits, room);
    }
    read(block, place, &input.source, bits, room);
    port(room);
    View::of(room)
}

/// Whether a unit's flags go anywhere.
fn stores_flags(dests: &[Dest]) -> bool {
    dests.iter().any(|d| matches!(d.target, Target::Mask(_)))
}

/// Reads and computes: everything of a step that looks at the state. `out` may serve one step after the
/// other of an L1B; what else there is begins with [`Outputs::begin`].
pub(crate) fn compute(block: &Block, place: Place, step: &Step, out: &mut Outputs) {
    for expr in &step.exprs {
        match expr {
            Expr::Alu(e) => {
                let bits = match e.form {
                    AluForm::Element { precision, .. } => precision.bits(),
                    _ => 64,
                };
                let mut views = [View::NOTHING; 3];
                for ((view, input), room) in views.iter_mut().zip(&e.inputs).zip(&mut out.inputs) {
                    let port = |path: &mut Path| port::alu_input(input, path);
                    *view = operand(block, place, input, bits, room, port);
                }
                let flags = stores_flags(&e.dests).then_some(&mut out.alu_flags);
                alu::run(e, &views, &mut out.alu, flags);
                flush(block, e.flush, &mut out.alu);
            }
            Expr::Mau(e) => {
                let mut views = [View::NOTHING; 3];
                let rooms = views.iter_mut().zip(&mut out.inputs);
                for (n, (input, (view, room))) in e.inputs.iter().zip(rooms).enumerate() {
                    let port = |path: &mut Path| port::mau_input(e, n, input, path);
                    *view = operand(block, place, input, 64, room, port);
                }
                let taken = &mut out.taken;
                let matrix = e.matrix.map(|side| (block.side(side), &mut taken[side as usize]));
                let flags = stores_flags(&e.dests).then_some(&mut out.mau_flags);
                mau::run(e, matrix, &views, &mut out.mau, flags);
                flush(block, e.flush, &mut out.mau);
            }
            Expr::Mread(e) => {
                mau::matrix::read(e, block.side(e.from.side), &mut out.mread);
                flush(block, e.flush, &mut out.mread);
            }
            Expr::Down(e) => {
                l1bm::down(e, &block.l1bm, &block.turnaround, &mut out.lbf);
                flush(block, e.flush, &mut out.lbf);
            }
            Expr::Up(e) => {
                let view = view(block, place, &e.from.source, 64, &mut out.inputs[0]);
                l1bm::up(e, &view, &mut out.sent);
            }
            Expr::Mwrite(_) | Expr::L2bm(_) | Expr::Nop(_) | Expr::Noforward | Expr::Wait(_) => {}
        }
    }
}

fn flush(block: &Block, mask: Option<Mask>, path: &mut Path) {
    if let Some(mask) = mask {
        let flags = entry(block, mask.entry);
        access::flush(path, Gate { flags: &flags, width: mask.width });
    }
}

/// The mask of every destination of a step (MN-D45): the `mask` setting, off where some destination
/// has a mask of its own.
pub(crate) struct Masks {
    setting: Option<MaskSetting>,
    /// The one variable or fixed entry of the step.
    flags: Flags,
}

impl Masks {
    /// The masks of a step.
    pub(crate) fn new(block: &Block, step: &Step, setting: &MaskSetting) -> Self {
        let own = step.exprs.iter().flat_map(Expr::dests).find_map(|d| d.mask);
        match own {
            Some(mask) => Self { setting: None, flags: entry(block, mask.entry) },
            None => Self { setting: Some(*setting), flags: entry(block, setting.entry) },
        }
    }

    /// The mask of a destination.
    pub(crate) fn gate(&self, dest: &Dest) -> Gate<'_> {
        let width = match (&self.setting, dest.mask) {
            (None, Some(mask)) => Some(mask.width),
            (Some(setting), _) => covers(setting, &dest.target).then_some(setting.width),
            (None, None) => None,
        };
        width.map_or(Gate::OPEN, |width| Gate { flags: &self.flags, width })
    }
}

/// Whether a `mask` setting acts on writes to a target.
fn covers(setting: &MaskSetting, target: &Target) -> bool {
    match target {
        Target::Memory(access) => match access.bank {
            Bank::Lm0 => setting.lm0,
            Bank::Lm1 => setting.lm1,
            Bank::Grf0 => setting.grf0,
            Bank::Grf1 => setting.grf1,
        },
        Target::Bar(Bank::Lm0, _) => setting.lm0,
        Target::Bar(_, _) => setting.lm1,
        Target::T(_) => setting.t,
        Target::Mask(_) => setting.masks,
        Target::Nowrite => false,
    }
}

/// Writes what [`compute`] left in `out`.
pub(crate) fn commit(
    block: &mut Block,
    place: Place,
    step: &Step,
    setting: &MaskSetting,
    out: &mut Outputs,
) {
    // A matrix write looks at operands from before the step, so it goes first; nothing of the step
    // that still reads looks at the matrix.
    for expr in &step.exprs {
        if let Expr::Mwrite(e) = expr {
            read(block, place, &e.from.source, 64, &mut out.inputs[0]);
            port::mwrite_input(e, &mut out.inputs[0]);
            mau::matrix::write(e, &out.inputs[0], &mut block.matrix[e.to.side as usize]);
            out.taken[e.to.side as usize].forget();
        }
    }
    let masks = Masks::new(block, step, setting);
    let outputs = |expr: &Expr| match expr {
        Expr::Alu(_) => Some((&out.alu, &out.alu_flags)),
        Expr::Mau(_) => Some((&out.mau, &out.mau_flags)),
        Expr::Mread(_) => Some((&out.mread, &out.mau_flags)),
        Expr::Down(_) => Some((&out.lbf, &out.mau_flags)),
        _ => None,
    };
    for expr in &step.exprs {
        let Some((path, _)) = outputs(expr) else { continue };
        for dest in expr.dests() {
            if let Target::Memory(access) = &dest.target {
                access::write(block, access, path, masks.gate(dest));
            }
        }
    }
    for expr in &step.exprs {
        let Some((path, flags)) = outputs(expr) else { continue };
        for dest in expr.dests() {
            late(block, dest, path, flags, masks.gate(dest));
        }
    }
    forward(block, step, out);
}

/// Writes what takes effect after the memories: T, base address registers, mask entries.
fn late(block: &mut Block, dest: &Dest, path: &Path, flags: &Flags, gate: Gate<'_>) {
    match dest.target {
        Target::T(_) => access::write_t(block, path, gate),
        Target::Bar(bank, width) => access::write_bar(block, bank, width, path, gate),
        Target::Mask(entry) => {
            // Flags and mask, bit by bit, whatever the width (MN-D47).
            let entry = &mut block.masks[usize::from(entry)];
            for c in 0..CYCLES {
                for lane in 0..LANES {
                    entry[c][lane] = flags[c][lane] & gate.flags[c][lane];
                }
            }
        }
        Target::Memory(_) | Target::Nowrite => {}
    }
}

/// Forwarding registers, turnaround register, L1BM.
fn forward(block: &mut Block, step: &Step, out: &mut Outputs) {
    let holds = holds(&step.exprs);
    for expr in &step.exprs {
        let (unit, path) = match expr {
            Expr::Mau(_) => (0, &mut out.mau),
            Expr::Alu(_) => (1, &mut out.alu),
            Expr::Mread(_) => (2, &mut out.mread),
            Expr::Down(_) => (3, &mut out.lbf),
            Expr::Up(e) => {
                l1bm::store(e, &out.sent, &mut block.l1bm);
                if !holds {
                    l1bm::remember(e, &out.sent, &mut block.turnaround);
                }
                continue;
            }
            _ => continue,
        };
        if !holds {
            // The next step writes over all of what comes back.
            std::mem::swap(&mut block.forward[unit], path);
        }
    }
}
