//! When packets issue (s. 5; POD-D64 to D66, D81 to D84).

use semantics::pod::isa::{
    Float, Instruction, Operation, Packet, Source, Space, Strided, Unary, Width,
};
use std::collections::HashMap;

/// What a result may be waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Thing {
    General(u8),
    Xmm(u8),
    Ar(u8),
    /// All four are one operand.
    Flags,
}

/// The issue of packets so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// When the next packet may issue, as far as the issue logic goes.
    next: u64,
    last: Option<u64>,
    stalls: u64,
    ready: HashMap<Thing, u64>,
    divider: u64,
}

impl Clock {
    pub(super) fn cycles(&self) -> u64 {
        self.last.map_or(0, |last| last + 1)
    }

    pub(super) const fn stalls(&self) -> u64 {
        self.stalls
    }

    /// To the array and back: 2 (npeY + f0) cycles, where f0 is half of npeX (POD-D63, D84).
    pub(super) fn round_trip(&mut self, columns: u64, rows: u64) {
        let f0 = (columns / 2).max(1);
        self.next += 2 * (rows + f0);
    }

    /// Issues a packet on an array of so many columns and rows.
    pub(super) fn issue(&mut self, packet: &Packet, columns: u64, rows: u64) {
        let mut at = self.next;
        for x in packet.instructions() {
            for thing in operands(x) {
                at = at.max(self.ready.get(&thing).copied().unwrap_or(0));
            }
            if divides(x).is_some() {
                at = at.max(self.divider);
            }
        }
        self.stalls += at - self.next;
        self.last = Some(at);
        self.next = at + 1;
        for x in packet.instructions() {
            let sweeps = permutation(x, columns, rows);
            if let Some(time) = sweeps {
                self.next = at + time.max(1);
            }
            if let Some(busy) = divides(x) {
                self.divider = at + busy;
            }
            for (thing, latency) in results(x, sweeps) {
                self.ready.insert(thing, at + latency);
            }
        }
    }
}

/// The time of the sweeps of an access to another PE (POD-D66).
fn permutation(x: &Instruction, columns: u64, rows: u64) -> Option<u64> {
    let (space, load, pack) = match x.operation {
        Operation::Load(_, _, space, _) => (space, true, false),
        Operation::Store(_, space, _) => (space, false, false),
        Operation::LoadXmm(_, space, _) => (space, true, false),
        Operation::StoreXmm(width, space, _) => (space, false, width == Width::Pack),
        _ => return None,
    };
    let hops = match space {
        Space::PodAll => columns - 1 + columns * rows - 1,
        Space::PodRow => columns - 1,
        Space::PodCol => rows - 1,
        Space::Local | Space::Sys => return None,
    };
    let sweeps = if load || pack { 2 } else { 1 };
    Some(2 * hops * sweeps)
}

/// How long the divider is busy (POD-D65, D82).
fn divides(x: &Instruction) -> Option<u64> {
    match x.operation {
        Operation::Float(Float::Div, p) => Some(if p.is_double() { 32 } else { 18 }),
        Operation::Unary(Unary::Sqrt | Unary::RcpSqrt, p) => {
            Some(if p.is_double() { 58 } else { 29 })
        }
        _ => None,
    }
}

/// All that the result depends on (POD-D81).
fn operands(x: &Instruction) -> Vec<Thing> {
    use Operation as O;
    use semantics::pod::isa::Arithmetic::{Adc, Sbb};
    let (r, xmm) = (Thing::General, Thing::Xmm);
    let b = match x.b {
        Source::Register(n) => Some(n),
        Source::Immediate(_) => None,
    };
    let general = |first: u8| [Some(first), b].into_iter().flatten().map(Thing::General).collect();
    let address = |increment: bool| if increment { general(x.a) } else { vec![r(x.a)] };
    let blocks = |strided: Strided| {
        let mut all = vec![r(x.d), r(x.a), r(x.b_register())];
        if strided != Strided::No {
            all.extend([Thing::Ar(10), Thing::Ar(11)]);
        }
        all
    };
    match x.operation {
        O::Nop(_) | O::MoveLong | O::PopMask => vec![],
        O::Arithmetic(Adc | Sbb, ..) | O::ConditionalMove(_) => {
            [general(x.a), vec![Thing::Flags]].concat()
        }
        O::Not if b.is_none() => vec![],
        O::Not | O::BitTest | O::Transfer(_) | O::ToBuffer | O::ToAr => vec![r(x.a)],
        O::Arithmetic(..)
        | O::Compare(_)
        | O::Multiply
        | O::Logic(_)
        | O::Shift(_)
        | O::ShiftAdd(_) => general(x.a),
        O::Float(_, p) | O::FloatCompare(_, p) => {
            let kept = p.is_scalar().then_some(xmm(x.d));
            [xmm(x.a), xmm(x.b_register())].into_iter().chain(kept).collect()
        }
        O::Fused(..) => vec![xmm(x.d), xmm(x.a), xmm(x.b_register())],
        O::Unary(_, p) => {
            let kept = p.is_scalar().then_some(xmm(x.d));
            [xmm(x.a)].into_iter().chain(kept).collect()
        }
        O::HorizontalAdd(_)
        | O::Integer(..)
        | O::IntegerCompare(..)
        | O::PackedLogic(_)
        | O::Shuffle(_) => vec![xmm(x.a), xmm(x.b_register())],
        O::PackedNot | O::PackedShift(..) | O::TransferXmm(_) => vec![xmm(x.a)],
        O::Load(.., increment) | O::LoadXmm(.., increment) => address(increment),
        O::Store(.., increment) => [address(increment), vec![r(x.d)]].concat(),
        O::StoreXmm(.., increment) => [address(increment), vec![xmm(x.d)]].concat(),
        O::CopyBlock { strided, .. } | O::TransferBlock(_, strided) => blocks(strided),
        O::FromAr if x.a == 1 => vec![Thing::Flags],
        O::FromAr => vec![Thing::Ar(x.a)],
        O::PushMask { .. } | O::SetTopMask { .. } => vec![Thing::Flags],
    }
}

/// What is written, and after how many cycles it may be used.
fn results(x: &Instruction, sweeps: Option<u64>) -> Vec<(Thing, u64)> {
    use Operation as O;
    let (r, xmm) = (Thing::General(x.d), Thing::Xmm(x.d));
    // A local load takes 3 cycles; a load from another PE is there when the sweeps are over, but not before.
    let load = sweeps.unwrap_or(0).max(3);
    let incremented = x.operation.increments().then_some((Thing::General(x.a), 1));
    let mut all = match x.operation {
        O::Arithmetic(..) | O::Logic(_) | O::Shift(_) => vec![(r, 1), (Thing::Flags, 1)],
        O::Compare(_) | O::BitTest => vec![(Thing::Flags, 1)],
        O::Multiply => vec![(r, 2), (Thing::Flags, 2)],
        O::Not | O::ShiftAdd(_) | O::ConditionalMove(_) | O::MoveLong | O::FromAr => vec![(r, 1)],
        O::Transfer(_) => vec![(r, 2)],
        O::TransferXmm(_) => vec![(xmm, 2)],
        O::FloatCompare(..) => vec![(xmm, 4)],
        O::Load(..) => vec![(r, load)],
        O::LoadXmm(..) => vec![(xmm, load)],
        O::ToAr if x.d == 1 => vec![(Thing::Flags, 1)],
        O::ToAr => vec![(Thing::Ar(x.d), 1)],
        operation if operation.slot() == semantics::pod::isa::Slot::X => match operation {
            O::Nop(_) => vec![],
            _ => vec![(xmm, divides(x).unwrap_or(5))],
        },
        _ => vec![],
    };
    all.extend(incremented);
    all
}
