//! Random programs of xDSA over every instruction that executes.
//!
//! An instruction is drawn with its operands: units, sizes, strides and modes that fit each other, memory with elements of
//! these units, destinations that now and then lie on other operands. Sizes are small, so that a slow judge is quick.
//! Branches go forward. With [`Settings::faults`] a share of the programs has tables or words that are wrong.
//!
//! ```
//! use vectors::programs::Seeded;
//! use vectors::programs::xdsa::{Settings, program};
//! let program = program(&mut Seeded::new(1), &Settings::default());
//! assert!(!program.words()[0].is_empty());
//! ```

mod draw;
mod fault;
mod plain;
mod tensor;
mod text;
mod user;
mod values;
mod window;

use crate::programs::choices::{Choices, Seeded, chance, pick};
use draw::{ALL, Arena, Draw};
use semantics::xdsa::isa::{
    Group, Instruction, Operation, Standing, Sync, TABLE, Table, Unit, Width, Word,
};
use std::ops::RangeInclusive;
use values::{Style, quarter};

/// What programs look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many instructions a core.
    pub instructions: RangeInclusive<u64>,
    /// The most cores.
    pub cores: u64,
    /// How many programs of 8 have faults.
    pub faults: u64,
    /// The only instruction that is drawn.
    pub only: Option<Operation>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { instructions: 1..=3, cores: 3, faults: 2, only: None }
    }
}

/// An instruction with its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it does.
    pub operation: Operation,
    /// The width of addresses.
    pub width: Width,
    /// Keys.
    pub sync: Sync,
    /// The address of the table.
    pub descriptor: u64,
    /// The table, where it lies in memory.
    pub table: Option<(u64, Table)>,
    /// Another word in its place.
    pub raw: Option<Word>,
}

impl Line {
    /// The word.
    #[must_use]
    pub fn word(&self) -> Word {
        let &Self { operation, width, sync, descriptor, .. } = self;
        self.raw.unwrap_or_else(|| Instruction { operation, width, sync, descriptor }.word())
    }
}

/// A random program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Whether the default set is on.
    pub defaults: bool,
    /// Whether reserved bits are ignored.
    pub lenient: bool,
    /// The seed of the machine.
    pub seed: u64,
    /// Keys before the run: table, entry, count.
    pub keys: Vec<(u8, u8, u8)>,
    /// Memory before the run, without tables.
    pub memory: Vec<(u64, Vec<u8>)>,
    /// The instructions of each core. A core whose last line is no END ends without one.
    pub cores: Vec<Vec<Line>>,
}

impl Program {
    /// The words of each core.
    #[must_use]
    pub fn words(&self) -> Vec<Vec<Word>> {
        self.cores.iter().map(|lines| lines.iter().map(Line::word).collect()).collect()
    }

    /// Memory before the run, and the tables that are taken.
    fn bytes(&self, take: impl Fn(&Table) -> bool) -> Vec<(u64, Vec<u8>)> {
        let tables = self.cores.iter().flatten().filter_map(|line| line.table.as_ref());
        let tables = tables.filter(|(_, table)| take(table));
        let tables = tables.map(|(address, table)| (*address, table.bytes()));
        self.memory.iter().cloned().chain(tables).collect()
    }

    /// Everything that stands in memory before the run, the later on top.
    #[must_use]
    pub fn image(&self) -> Vec<(u64, Vec<u8>)> {
        self.bytes(|_| true)
    }
}

/// Every instruction that executes.
#[must_use]
pub fn operations() -> Vec<Operation> {
    let rows = TABLE.iter().filter(|row| row.standing != Standing::Hook);
    rows.map(|row| row.operation).collect()
}

/// A program.
pub fn program(c: &mut dyn Choices, settings: &Settings) -> Program {
    let cores = if chance(c, 1, 4) { 1 + c.below(settings.cores.max(1)) } else { 1 };
    // One choice makes all the data, so that few bytes of a fuzzer go into it.
    let mut data = Seeded::new(c.bits());
    let mut arena = Arena::new(&mut data);
    let mut program = Program {
        defaults: true,
        lenient: chance(c, 1, 16),
        seed: if chance(c, 1, 2) { data.bits() } else { 0 },
        keys: Vec::new(),
        memory: Vec::new(),
        cores: Vec::new(),
    };
    let (least, most) = (*settings.instructions.start(), *settings.instructions.end());
    for core in 0..cores {
        let count = least + c.below(most.saturating_sub(least) + 1);
        let operations = operations();
        arena.core();
        let mut lines = Vec::new();
        for at in 0..count {
            let operation = settings.only.unwrap_or_else(|| pick(c, &operations));
            let mut line = line(&mut data, operation, &mut arena, at + 1..count + 1);
            if cores > 1 && operation != Operation::Exit {
                keys(c, core, cores, &mut line, &mut program);
            }
            lines.push(line);
        }
        lines.push(end());
        program.cores.push(lines);
    }
    program.memory = arena.memory;
    if chance(c, settings.faults, 8) {
        fault::fault(&mut data, &mut program);
    }
    program
}

/// END
fn end() -> Line {
    let (operation, width, sync) = (Operation::Exit, Width::A16, Sync::default());
    Line { operation, width, sync, descriptor: 0, table: None, raw: Some(Word::END) }
}

/// Keys that go from a core to the next one.
fn keys(c: &mut dyn Choices, core: u64, cores: u64, line: &mut Line, program: &mut Program) {
    let (bar, next) = (c.below(4) as u8, ((core + 1) % cores) as u8);
    if chance(c, 1, 2) {
        line.sync = line.sync.depositing(bar, next);
    }
    if chance(c, 1, 3) {
        let wanted = 1 + c.below(3) as u8;
        line.sync = line.sync.fetching(bar, core as u8, wanted);
        if core == 0 || chance(c, 3, 4) {
            let old = program.keys.iter_mut().find(|key| (key.0, key.1) == (bar, core as u8));
            match old {
                Some(key) => key.2 += wanted,
                None => program.keys.push((bar, core as u8, wanted)),
            }
        }
    }
    if chance(c, 1, 4) {
        line.sync = line.sync.blocking();
    }
}

/// An instruction with its operands.
fn line(
    c: &mut dyn Choices,
    operation: Operation,
    arena: &mut Arena,
    targets: std::ops::Range<u64>,
) -> Line {
    if operation == Operation::Exit {
        return Line { raw: None, ..end() };
    }
    let width = pick(c, &Width::ALL);
    let style = match c.below(8) {
        0..=2 => Style::Tame,
        3..=5 => Style::Mixed,
        _ => Style::Wild,
    };
    let table = Table::new(operation.layout(), width);
    let mut d = Draw { c: &mut *c, operation, table, arena: &mut *arena, style };
    operands(&mut d, targets);
    let table = d.table;
    let size = operation.layout().bytes(width) as u64;
    let descriptor = arena.table(c, width, size);
    let table = Some((descriptor, table));
    Line { operation, width, sync: Sync::default(), descriptor, table, raw: None }
}

fn operands(d: &mut Draw<'_>, targets: std::ops::Range<u64>) {
    let name = d.operation.layout().name;
    match d.operation.row().group {
        Group::Branch => branch(d, targets),
        Group::Reduction => tensor::reduction(d),
        Group::Matrix if d.operation != Operation::MatrixMul => tensor::linear(d),
        Group::Matrix | Group::Convolution => window::convolution(d),
        Group::Pooling => window::pooling(d),
        _ => match name {
            "L-BIN" => plain::binary(d),
            "L-UN" | "L-CLIP" => plain::unary(d),
            "L-TRI" => plain::ternary(d),
            "L-LOG" => plain::logic(d),
            "L-SRT" => plain::sort(d),
            "L-SGN" => plain::signs(d),
            "L-ACT" | "L-ELU" | "L-ACT2" => plain::activation(d),
            "L-PRELU" => plain::prelu(d),
            "L-ELE" => plain::quantised(d),
            "L-FILL" | "L-RNG" | "L-RAND" => plain::create(d),
            "L-CAT" => tensor::concat(d),
            "L-GAT" => tensor::gather(d),
            "L-SCAT" => tensor::scatter(d),
            "UD-4-4" => tensor::scatter_nd(d),
            "L-SPL" => tensor::split(d),
            "L-TRN" | "L-STK" => tensor::shape(d),
            "L-DMV" => tensor::data_move(d),
            "L-RSZ" | "L-PIX" => tensor::image(d),
            "L-SMX" | "L-BN" | "L-NORM" => tensor::norm(d),
            "L-DROP" => tensor::dropout(d),
            _ => user::user(d),
        },
    }
}

/// The random programs of xDSA.
pub const PROGRAMS: super::Programs = super::Programs { system: "xdsa", text, case: Some(case) };

/// A program as assembly text. Keys before the run have no place there, so it is of one core.
fn text(c: &mut dyn Choices) -> String {
    program(c, &Settings { cores: 1, faults: 0, ..Settings::default() }).script()
}

/// A case.
fn case(c: &mut dyn Choices, id: &str) -> super::Draft {
    let program = program(c, &Settings::default());
    super::Draft { text: program.case(id), decisions: Vec::new(), also: &[] }
}

// Branches, forward only, so that every program comes to its end.

/// A branch to one of these instructions.
fn branch(d: &mut Draw<'_>, targets: std::ops::Range<u64>) {
    let unit = d.unit("unit", ALL);
    let target = |d: &mut Draw<'_>| targets.start + d.c.below(targets.end - targets.start);
    let listed = matches!(d.operation, Operation::Case | Operation::SwitchCase);
    if !listed {
        for name in ["w0", "w1"] {
            let target = target(d);
            d.set(name, target);
        }
        let predicate = predicate(d, unit);
        d.given("p0", unit, &[predicate]);
        return;
    }
    let n = d.length("w0", 3);
    let list: Vec<u64> = (0..=n).map(|_| target(d)).collect();
    d.given("p1", Unit::Uint32, &list);
    let predicates: Vec<u64> = match d.operation {
        Operation::Case => (0..n).map(|_| predicate(d, unit)).collect(),
        _ if chance(d.c, 1, 4) => vec![d.element(unit)],
        _ if unit.is_float() => vec![quarter(unit, 4 * d.c.below(n + 1) as i64)],
        _ => vec![d.c.below(n + 1)],
    };
    d.given("p0", unit, &predicates);
}

fn predicate(d: &mut Draw<'_>, unit: Unit) -> u64 {
    if chance(d.c, 1, 2) { 0 } else { d.element(unit) }
}
