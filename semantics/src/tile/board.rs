//! What programs see and leave of the machine, by names.

use super::isa::Space;
use super::program::Held;
use super::run::{Stopped, Tile, Words};
use super::state::{NAMES, Thread};
use super::targets::Target;
use super::text;
use crate::cores::{self, Each, Part, State, Stop, hex};
use crate::machine::{
    Difference, Differences, Element, ElementKind, Elements, SaveError, Shape, Value,
};
use crate::source::Refusal;
use crate::source::number::{c_number, decimal};
use std::io::Write;

/// A machine as a board.
pub type Board = cores::Board<Tile, ()>;

impl From<Stopped> for Stop {
    fn from(Stopped { warp, index, fault }: Stopped) -> Self {
        Self { at: [warp, index], name: fault.kind.name(), text: fault.to_string() }
    }
}

impl State for Tile {
    type Word = u64;
    type Held = Held;
    type Kept = ();
    type Part = Target;

    const SHORT: &'static str = "Tile";
    const CORE: &'static str = "warp";
    const BETWEEN: &'static str = ": ";

    fn at_reset(&self) -> Self {
        Self::new(self.settings().clone())
    }

    fn prepare(&mut self, held: &Held, (): &mut ()) -> Result<(), Refusal> {
        held.0.iter().try_for_each(|(target, value)| target.set(self, value))
    }

    fn run(
        &mut self,
        words: &[Words],
        limit: Option<u64>,
        each: &mut Each<'_, ()>,
    ) -> Result<String, Stop> {
        let ran =
            self.run_within(words, limit, &mut |warp, index, _, _| each([warp, index], ()))?;
        Ok(format!("instructions={ran}"))
    }

    fn trace(
        &mut self,
        words: &[Words],
        limit: Option<u64>,
        each: &mut Each<'_, String>,
    ) -> Result<(), Stop> {
        let mut before = self.clone();
        self.run_within(words, limit, &mut |warp, index, instruction, machine| {
            let mut told = text::print(instruction);
            for part in differences(machine, &before, usize::MAX).first {
                told.push_str(&format!("\n  {}={} was {}", part.name, part.own, part.other));
            }
            before.clone_from(machine);
            each([warp, index], told)
        })?;
        Ok(())
    }

    fn differences(&self, other: &Self, most: usize) -> Differences {
        differences(self, other, most)
    }

    /// `t8:bfloat16[16x32]`
    fn elements(&self, (): &(), memory: &str) -> Result<Option<Elements>, Refusal> {
        place(memory)?;
        let array = memory.split_once(':').map(|(_, array)| array).filter(|a| a.ends_with(']'));
        array.map(|array| parse(array).map(Into::into)).transpose()
    }

    /// `gmem@ADDRESS`, `smem@ADDRESS`, `t8`, `ts8`, `v2`
    fn load(&mut self, (): &(), memory: &str, bytes: Vec<u8>) -> Result<(), Refusal> {
        place(memory)?.0.set(self, &Value::Image(bytes))
    }

    /// `gmem@ADDRESS:BYTES`, `smem@ADDRESS:BYTES`, `t8:BYTES`, `ts8:BYTES`, `v2:BYTES`
    fn save(&self, (): &(), memory: &str, out: &mut dyn Write) -> Result<(), SaveError> {
        let (target, bytes) = place(memory)?;
        let bytes = bytes.ok_or_else(|| {
            Refusal::new("how many bytes are saved?").help("gmem@ADDRESS:BYTES, t8:1024")
        })?;
        match target.get(self, usize::try_from(bytes).unwrap_or(usize::MAX))? {
            Value::Image(bytes) => Ok(out.write_all(&bytes)?),
            _ => Err(Refusal::new("this is a number, and no bytes").into()),
        }
    }
}

/// What a memory is called: a part of the state, and behind `:` how many bytes of it, or the array that it holds.
fn place(memory: &str) -> Result<(Target, Option<u64>), Refusal> {
    let wrong = || {
        Refusal::new(format!("`{memory}` is no memory"))
            .help("gmem@ADDRESS, smem@ADDRESS, t8, ts8 or v2, to save with :BYTES or :TYPE[ROWSxCOLUMNS] behind")
    };
    let (name, bytes) = match memory.split_once(':') {
        Some((name, array)) if array.ends_with(']') => (name, Some(parse(array)?.bytes())),
        Some((name, bytes)) => (name, Some(c_number(bytes).ok_or_else(wrong)?)),
        None => (memory, None),
    };
    let (name, address) = match name.split_once('@') {
        Some((name, address)) => (name, Some(c_number(address).ok_or_else(wrong)?)),
        None => (name, matches!(name, "gmem" | "smem").then_some(0)),
    };
    let target = match address {
        Some(address) => format!("{name}[{address}]"),
        None => name.to_owned(),
    };
    let target = Target::parse(&target).map_err(|_| wrong())?;
    match target.shape() {
        Shape::Image { .. } => Ok((target, bytes)),
        _ => Err(wrong()),
    }
}

// What differs between two machines: registers, memories by runs of 16 bytes, semaphores. The shared memories of other PEs have no
// names (TILE-D82), and are not compared.

/// How many parts differ, and the first `most` of them.
pub(super) fn differences(own: &Tile, other: &Tile, most: usize) -> Differences {
    let (mut found, both) = (Differences::keeping(most), [own, other]);
    let fresh = Thread::default();
    for warp in 0..own.warps().max(other.warps()) {
        let prefix = if warp == 0 { String::new() } else { format!("w{warp}.") };
        let [a, b] = both.map(|machine| match warp < machine.warps() {
            true => machine.thread(warp),
            false => &fresh,
        });
        if a != b {
            registers(&prefix, [a, b], &mut found);
        }
    }
    for (name, space) in [("gmem", Space::Global), ("smem", Space::Shared)] {
        let bytes = both.map(|machine| machine.cta().memory(space));
        found.bytes(bytes, |at| format!("{name}[{at:#x}]"), hex);
    }
    for n in 0..32 {
        let values = both.map(|machine| machine.cta().semaphore(n).into());
        found.part(values, || format!("sem[{n}]"), number);
    }
    found
}

fn registers(prefix: &str, both: [&Thread; 2], found: &mut Differences) {
    for n in 0..=255 {
        found.bytes(both.map(|t| &t.tile(n)[..]), |at| format!("{prefix}t{n}[{at:#x}]"), hex);
        found.bytes(both.map(|t| &t.scales(n)[..]), |at| format!("{prefix}ts{n}[{at:#x}]"), hex);
    }
    for n in 0..32 {
        found.part(both.map(|t| t.x(n)), || format!("{prefix}x{n}"), number);
        found.part(both.map(|t| t.f(n)), || format!("{prefix}f{n}"), number);
        found.bytes(both.map(|t| &t.v(n)[..]), |at| format!("{prefix}v{n}[{at:#x}]"), hex);
    }
    for (csr, index) in NAMES {
        let values = both.map(|t| t.csrs.get(index, false));
        found.part(values, || format!("{prefix}{csr}"), |n| n.map_or("none".into(), number));
    }
    found.part(both.map(|t| t.frm().into()), || format!("{prefix}frm"), number);
    found.part(both.map(|t| t.fflags().into()), || format!("{prefix}fflags"), number);
    if !both[0].queue.waiting().eq(both[1].queue.waiting()) {
        let [own, other] = both.map(|t| format!("{} waiting", t.queue.len()));
        found.push(|| Difference { name: format!("{prefix}queue"), own, other });
    }
}

fn number(value: u64) -> String {
    format!("{value:#x}")
}

// Arrays in memories and tile registers: a type by the name that NumPy or ml_dtypes has for it, and the sizes of the axes, the last one the fastest.

/// An array: `bfloat16[16x32]`.
#[derive(Debug)]
pub(super) struct Array {
    element: Element,
    shape: Vec<u64>,
}

const fn plain(kind: ElementKind, bytes: usize) -> Element {
    Element { kind, bytes, named: None }
}

const fn code(name: &'static str, bytes: usize) -> Element {
    Element { kind: ElementKind::Unsigned, bytes, named: Some(name) }
}

/// Types whose elements are whole bytes.
const TYPES: [(&str, Element); 18] = [
    ("float64", plain(ElementKind::Float, 8)),
    ("float32", plain(ElementKind::Float, 4)),
    ("float16", plain(ElementKind::Float, 2)),
    ("uint64", plain(ElementKind::Unsigned, 8)),
    ("uint32", plain(ElementKind::Unsigned, 4)),
    ("uint16", plain(ElementKind::Unsigned, 2)),
    ("uint8", plain(ElementKind::Unsigned, 1)),
    ("int64", plain(ElementKind::Signed, 8)),
    ("int32", plain(ElementKind::Signed, 4)),
    ("int16", plain(ElementKind::Signed, 2)),
    ("int8", plain(ElementKind::Signed, 1)),
    ("bfloat16", code("bfloat16", 2)),
    ("float8_e4m3", code("float8_e4m3", 1)),
    ("float8_e4m3fn", code("float8_e4m3fn", 1)),
    ("float8_e4m3fnuz", code("float8_e4m3fnuz", 1)),
    ("float8_e5m2", code("float8_e5m2", 1)),
    ("float8_e5m2fnuz", code("float8_e5m2fnuz", 1)),
    ("float8_e8m0fnu", code("float8_e8m0fnu", 1)),
];

/// Reads `TYPE[SIZExSIZE...]`.
pub(super) fn parse(text: &str) -> Result<Array, Refusal> {
    let wrong = |what: String| {
        Refusal::new(what).help("TYPE[ROWSxCOLUMNS], such as float32[8x32] or bfloat16[16x32]")
    };
    let parts = text.strip_suffix(']').and_then(|text| text.split_once('['));
    let (name, sizes) = parts.ok_or_else(|| wrong(format!("`{text}` is no array")))?;
    let Some((_, element)) = TYPES.iter().find(|(known, _)| *known == name) else {
        let known: Vec<&str> = TYPES.iter().map(|(known, _)| *known).collect();
        return Err(Refusal::new(format!("there is no type `{name}`")).help(known.join(", ")));
    };
    let size = |text: &str| decimal(text).filter(|size: &u64| (1..=1 << 32).contains(size));
    let shape: Option<Vec<u64>> = sizes.split('x').map(size).collect();
    let shape = shape.ok_or_else(|| wrong(format!("`[{sizes}]` are no sizes")))?;
    let array = Array { element: *element, shape };
    match array.bytes() {
        0..=0x1_0000_0000 => Ok(array),
        _ => Err(wrong(format!("`{text}` has more than 2^32 bytes"))),
    }
}

impl Array {
    /// All of its bytes.
    pub(super) fn bytes(&self) -> u64 {
        let bytes = self.element.bytes as u64;
        self.shape.iter().fold(bytes, |all, size| all.saturating_mul(*size))
    }
}

impl From<Array> for Elements {
    fn from(Array { element, shape }: Array) -> Self {
        Self { element, shape }
    }
}
