//! A statement as single reads and writes: a word in a cycle.

use super::acts::Act;
use super::masks::{InCycle, Masks, Written, bank_number};
use semantics::mncore2::isa::{
    Access, Cycles, Dest, Down, DownKind, Expr, L1bSet, L1bmPlace, L2bm, Modifier, Mv, MvOp,
    MvOperand, Source, Step, Target, Up, UpKind, Width,
};

const L2BM_WORDS: u32 = 32_768;
const L1BM_WORDS: u32 = 8192;
const ALL: u8 = 0xff;
const ALWAYS: Written = [[true; 4]; 2];

/// One word, read or written in one cycle of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Touch {
    pub(super) act: Act,
    /// The address, in words of the memory.
    pub(super) word: u32,
    /// Bit b: in L1B b of every L2B.
    pub(super) l1bs: u8,
    /// 0 to 3.
    pub(super) cycle: i64,
}

/// `rate` words a cycle, one behind the other.
fn run(act: Act, first: u16, rate: u32, size: u32, l1bs: u8) -> Vec<Touch> {
    let word = |i: u32| (u32::from(first) + i) % size;
    let cycle = |i: u32| i64::from(i / rate);
    (0..4 * rate).map(|i| Touch { act, word: word(i), l1bs, cycle: cycle(i) }).collect()
}

/// An MV instruction is taken to read all its words at once (s. 3.6.3.1).
pub(super) fn of_mv(mv: &Mv) -> Vec<Touch> {
    let Mv::Transfer(mv) = mv else { return Vec::new() };
    let MvOperand::L2bm { address, .. } = mv.from else { return Vec::new() };
    let act = match mv.op {
        MvOp::R(_) | MvOp::R2(_) | MvOp::R4(_) => Act::MvReducesL2bm,
        _ => Act::MvReadsL2bm,
    };
    let word = |i| (u32::from(address) + i) % L2BM_WORDS;
    // More words than there are are all of them.
    (0..mv.size.min(L2BM_WORDS))
        .map(|i| Touch { act, word: word(i), l1bs: ALL, cycle: 0 })
        .collect()
}

pub(super) fn of_step(step: &Step, masks: &Masks) -> Vec<Touch> {
    let mut touches = Vec::new();
    for expr in &step.exprs {
        for input in expr.inputs() {
            touches.extend(of_source(&input.source));
        }
        for dest in expr.dests() {
            touches.extend(of_dest(dest, masks.written(step, dest), masks.is_fixed(step, dest)));
        }
        touches.extend(match expr {
            Expr::L2bm(l2bm) => of_l2bm(l2bm),
            Expr::Down(down) => of_down(down),
            Expr::Up(up) => of_up(up),
            _ => Vec::new(),
        });
    }
    touches
}

/// The bits of the L1Bs that a test picks.
fn bits(test: impl Fn(u8) -> bool) -> u8 {
    (0..8).filter(|&b| test(b)).map(|b| 1 << b).sum()
}

fn of_set(set: L1bSet) -> u8 {
    bits(|b| set.contains(b))
}

/// Where `l2bmi` writes: wherever the bits of the mode are those of an L1B that sends, except to that
/// one itself (s. 3.6.7.9).
fn multicast_targets(set: L1bSet) -> u8 {
    let sends = |source: &u8| set.contains(*source);
    bits(|b| (0..8).filter(sends).any(|s| s != b && s & set.mode == b & set.mode))
}

fn of_l2bm(l2bm: &L2bm) -> Vec<Touch> {
    use Act::{
        MulticastsToL1bm, ReadsL1bmFromAbove, ReadsL2bm, SendsToL2bm, WritesL1bmFromAbove,
        WritesL2bm,
    };
    let above = |act, lc, rate| run(act, lc, rate, L2BM_WORDS, ALL);
    let below = |act, lb, rate, l1bs| run(act, lb, rate, L1BM_WORDS, l1bs);
    let down = |set, lc, rate, lb, each| {
        let l1bs = of_set(set);
        [above(ReadsL2bm, lc, rate), below(WritesL1bmFromAbove, lb, each, l1bs)].concat()
    };
    let up = |l1bs, lb, each, lc, rate| {
        [below(ReadsL1bmFromAbove, lb, each, l1bs), above(WritesL2bm, lc, rate)].concat()
    };
    match *l2bm {
        L2bm::Broadcast { set, lc, lb } => down(set, lc, 16, lb, 16),
        L2bm::Broadcast2 { set, lc, lb } => down(set, lc, 64, lb, 16),
        L2bm::Distribute { set, lc, lb } => down(set, lc, 64, lb, 8),
        L2bm::Transfer { l1b, lb, lc } => {
            [below(ReadsL1bmFromAbove, lb, 16, 1 << l1b), above(SendsToL2bm, lc, 16)].concat()
        }
        L2bm::Reduce { set, lb, lc, .. } => up(of_set(set), lb, 16, lc, 16),
        L2bm::Reduce2 { lb, lc, .. } => up(ALL, lb, 16, lc, 64),
        L2bm::Gather { lb, lc } => up(ALL, lb, 8, lc, 64),
        L2bm::Multicast { set, from, to } => [
            below(ReadsL1bmFromAbove, from, 16, of_set(set)),
            below(MulticastsToL1bm, to, 16, multicast_targets(set)),
        ]
        .concat(),
        L2bm::Dars { lc, .. } => above(ReadsL2bm, lc, 64),
        L2bm::Darw => Vec::new(),
    }
}

/// Long words that a cycle moves for so many MABs.
fn rate(mabs: u32, double: bool) -> u32 {
    4 * mabs * if double { 2 } else { 1 }
}

fn of_down(down: &Down) -> Vec<Touch> {
    let L1bmPlace::At(lb) = down.from.place else { return Vec::new() };
    let double = down.from.double;
    let a_cycle = match down.kind {
        DownKind::Mab => rate(1, double),
        DownKind::Mab4 => rate(4, double),
        DownKind::Distribute(_) => rate(16, false),
        DownKind::Pe => return of_l1bmp(lb, double),
    };
    run(Act::ReadsL1bmToPe, lb, a_cycle, L1BM_WORDS, ALL)
}

/// `l1bmp` reads one long word a cycle, of `$llb` one more four words on (s. 3.6.8.7).
fn of_l1bmp(lb: u16, double: bool) -> Vec<Touch> {
    let mut touches = run(Act::ReadsL1bmToPe, lb, 1, L1BM_WORDS, ALL);
    if double {
        touches.extend(run(Act::ReadsL1bmToPe, lb + 4, 1, L1BM_WORDS, ALL));
    }
    touches
}

fn of_up(up: &Up) -> Vec<Touch> {
    let L1bmPlace::At(lb) = up.to.place else { return Vec::new() };
    let mabs = match up.kind {
        UpKind::Mab(_) | UpKind::Reduce { .. } => 1,
        UpKind::Mab4(_) | UpKind::Reduce4 { .. } => 4,
        UpKind::Gather(_) => 16,
    };
    run(Act::WritesL1bmFromPe, lb, rate(mabs, up.to.double), L1BM_WORDS, ALL)
}

fn of_source(source: &Source) -> Vec<Touch> {
    match source {
        Source::Memory(access) if access.bank.is_lm() => {
            of_lm(access, Act::ReadsLm(bank_number(access.bank) as u8))
        }
        Source::Memory(access) => of_grf(access, Act::ReadsGrf, ALWAYS),
        Source::T(_) => of_t(Act::ReadsT, ALWAYS),
        Source::Forward(_) | Source::Constant(_) => Vec::new(),
    }
}

fn of_dest(dest: &Dest, written: Written, fixed: bool) -> Vec<Touch> {
    match dest.target {
        Target::Memory(access) if access.bank.is_lm() => {
            let number = bank_number(access.bank) as u8;
            let parts = if access.width == Width::Double { 2 } else { 1 };
            let never = written[..parts].iter().flatten().all(|on| !on);
            let skips = fixed && never;
            of_lm(&access, if skips { Act::SkipsLm(number) } else { Act::WritesLm(number) })
        }
        Target::Memory(access) => of_grf(&access, Act::WritesGrf, written),
        Target::T(_) => of_t(Act::WritesT, written),
        Target::Bar(bank, _) => each(written[0], Act::WritesBar(bank_number(bank) as u8)),
        Target::Mask(_) | Target::Nowrite => Vec::new(),
    }
}

/// A touch of word 0 in some cycles.
fn each(cycles: InCycle, act: Act) -> Vec<Touch> {
    let on = (0..).zip(cycles).filter(|(_, on)| *on);
    on.map(|(cycle, _)| Touch { act, word: 0, l1bs: ALL, cycle }).collect()
}

/// T has two long words a cycle.
fn of_t(act: Act, parts: Written) -> Vec<Touch> {
    let mut touches = Vec::new();
    for (part, cycles) in (0..).zip(parts) {
        for mut touch in each(cycles, act) {
            touch.word = 2 * touch.cycle as u32 + part;
            touches.push(touch);
        }
    }
    touches
}

/// LM0 or LM1: their rule does not look at addresses, nor at masks (MN-D80).
fn of_lm(access: &Access, act: Act) -> Vec<Touch> {
    let mut touches = each([true; 4], act);
    touches.extend(each([true; 4], Act::AddressesLm(bank_number(access.bank) as u8)));
    if access.modifier == Modifier::Indirect {
        // The MSB-side long word (MN-D48).
        touches.extend(of_t(Act::ReadsT, [[true; 4], [false; 4]]));
    }
    touches
}

/// GRF0 or GRF1, single word by single word: two of them are the MSB-side long word.
fn of_grf(access: &Access, act: fn(u8) -> Act, parts: Written) -> Vec<Touch> {
    let act = act(bank_number(access.bank) as u8 - 2);
    let mut touches = Vec::new();
    for cycle in 0..4_u16 {
        let first = match access.cycles {
            Cycles::Stride { start, increment } => start + increment * cycle,
            Cycles::Flat(list) => list[usize::from(cycle)],
        };
        for i in 0..access.width.words() {
            if parts[usize::from(i / 2)][usize::from(cycle)] {
                let word = u32::from(first + i) % u32::from(access.bank.words());
                touches.push(Touch { act, word, l1bs: ALL, cycle: cycle.into() });
            }
        }
    }
    touches
}
