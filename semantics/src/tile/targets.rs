//! The state by name, as case files have it (TILE-D82): `t8`, `t8[OFF]`, `ts8`, `v2`, `x5`, `f3`, CSRs, `frm`, `fflags`,
//! `fcsr`, `gmem[ADDR]`, `smem[ADDR]`, `sem[N]`; behind `w3.` of warp 3.

use super::isa::Space;
use super::run::{Tile, WARPS};
use super::state::{NAMES, SCALES, TILE, TRLENB, Thread, VECTOR};
use crate::cores;
use crate::machine::{Shape, Value};
use crate::source::Refusal;
use crate::source::number::{self, c_number};

/// A part of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    warp: usize,
    part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Bytes of a tile register from one on.
    Tile(u8, usize),
    Scales(u8, usize),
    Vector(u8, usize),
    Integer(u8),
    Float(u8),
    Csr(u64),
    Frm,
    Fflags,
    Fcsr,
    Memory(Space, u64),
    Semaphore(u8),
}

impl Target {
    /// Whether it is an integer register.
    pub(super) const fn is_integer(self) -> bool {
        matches!(self.part, Part::Integer(_))
    }
}

impl cores::Part<Tile> for Target {
    fn parse(name: &str) -> Result<Self, Refusal> {
        let wrong = || {
            Refusal::new(format!("`{name}` is no part of the state")).help(
                "t8, t8[0x20], ts8, v2, x5, f3, a CSR, frm, fflags, gmem[0x100], smem[0x100], sem[3]; behind w1. of warp 1",
            )
        };
        let (warp, rest) = match name.strip_prefix('w').and_then(|rest| rest.split_once('.')) {
            Some((warp, rest)) => {
                let warp = decimal(warp, WARPS as u64).ok_or_else(wrong)?;
                (warp as usize, rest)
            }
            None => (0, name),
        };
        Ok(Self { warp, part: part(rest).ok_or_else(wrong)? })
    }

    fn shape(&self) -> Shape {
        let bits = match self.part {
            Part::Tile(..) | Part::Scales(..) | Part::Vector(..) | Part::Memory(..) => {
                return Shape::Image { unit: 1 };
            }
            Part::Csr(TRLENB) => return Shape::Perhaps { bits: 64 },
            Part::Integer(_) | Part::Float(_) | Part::Csr(_) => 64,
            Part::Frm => 3,
            Part::Fflags => 5,
            Part::Fcsr => 8,
            Part::Semaphore(_) => 32,
        };
        Shape::Number { bits }
    }

    fn get(&self, machine: &Tile, units: usize) -> Result<Value, Refusal> {
        let thread = machine.thread(self.warp);
        let bytes = |bytes: &[u8], at: usize| {
            let end = at.checked_add(units).filter(|end| *end <= bytes.len());
            let end = end.ok_or_else(|| beyond(units, at, bytes.len()))?;
            Ok(Value::Image(bytes[at..end].to_vec()))
        };
        let value: u64 = match self.part {
            Part::Tile(n, at) => return bytes(thread.tile(n), at),
            Part::Scales(n, at) => return bytes(thread.scales(n), at),
            Part::Vector(n, at) => return bytes(thread.v(n.into()), at),
            Part::Memory(space, at) => {
                return bytes(
                    machine.cta().memory(space),
                    usize::try_from(at).unwrap_or(usize::MAX),
                );
            }
            Part::Integer(n) => thread.x(n.into()),
            Part::Float(n) => thread.f(n.into()),
            Part::Csr(n) => match thread.csrs.get(n, machine.settings().extended) {
                Some(value) => value,
                None => return Ok(Value::None),
            },
            Part::Frm => thread.frm().into(),
            Part::Fflags => thread.fflags().into(),
            Part::Fcsr => (thread.frm() << 5 | thread.fflags()).into(),
            Part::Semaphore(n) => machine.cta().semaphore(n).into(),
        };
        Ok(match self.shape() {
            Shape::Number { bits } | Shape::Perhaps { bits } => Value::Number(value.into(), bits),
            Shape::Image { .. } => Value::Image(Vec::new()),
        })
    }

    fn set(&self, machine: &mut Tile, value: &Value) -> Result<(), Refusal> {
        match value {
            Value::Image(bytes) => self.write(machine, bytes),
            Value::Number(number, _) => self.assign(machine, *number as u64),
            Value::None => Err(Refusal::new("`none` cannot be written")
                .help("tcsr=3 leaves trlenb without a value")),
        }
    }
}

impl Target {
    fn write(self, machine: &mut Tile, new: &[u8]) -> Result<(), Refusal> {
        let (old, at): (&mut [u8], usize) = match self.part {
            Part::Memory(space, at) => {
                let at = usize::try_from(at).unwrap_or(usize::MAX);
                (machine.cta_mut().memory_mut(space), at)
            }
            Part::Tile(n, at) => (machine.thread_mut(self.warp).tile_mut(n), at),
            Part::Scales(n, at) => (machine.thread_mut(self.warp).scales_mut(n), at),
            Part::Vector(n, at) => (machine.thread_mut(self.warp).v_mut(n.into()), at),
            _ => return Err(Refusal::new("bytes are no value of a number")),
        };
        let (length, end) = (old.len(), at.saturating_add(new.len()));
        let place = old.get_mut(at..end).ok_or_else(|| beyond(new.len(), at, length))?;
        place.copy_from_slice(new);
        Ok(())
    }

    fn assign(self, machine: &mut Tile, value: u64) -> Result<(), Refusal> {
        if let Part::Semaphore(n) = self.part {
            machine.cta_mut().set_semaphore(n, value as u32);
            return Ok(());
        }
        let thread: &mut Thread = machine.thread_mut(self.warp);
        match self.part {
            Part::Integer(0) if value != 0 => {
                return Err(Refusal::new("x0 is always 0").help("x1 to x31"));
            }
            Part::Integer(n) => thread.set_x(n.into(), value),
            Part::Float(n) => thread.set_f(n.into(), value),
            Part::Csr(n) => {
                if !thread.csrs.place(n, value) {
                    return Err(Refusal::new("this CSR cannot be written")
                        .help("trstart, tcsr, temask, and those from tid to trbase"));
                }
            }
            Part::Frm => thread.set_frm(value as u8),
            Part::Fflags => thread.set_fflags(value as u8),
            Part::Fcsr => {
                thread.set_frm((value >> 5) as u8);
                thread.set_fflags(value as u8);
            }
            _ => return Err(Refusal::new("a number is no value of bytes")),
        }
        Ok(())
    }
}

fn beyond(bytes: usize, at: usize, length: usize) -> Refusal {
    Refusal::new(format!("{bytes} bytes from {at:#x} on leave the {length} that there are"))
}

fn decimal(text: &str, below: u64) -> Option<u64> {
    number::decimal(text).filter(|n| *n < below)
}

fn part(name: &str) -> Option<Part> {
    let csr = |name: &str| NAMES.iter().find(|(csr, _)| *csr == name).map(|(_, index)| *index);
    match name {
        "frm" => return Some(Part::Frm),
        "fflags" => return Some(Part::Fflags),
        "fcsr" => return Some(Part::Fcsr),
        _ => {}
    }
    if let Some(index) = csr(name) {
        return Some(Part::Csr(index));
    }
    let (name, place) = match name.split_once('[') {
        Some((name, place)) => (name, Some(place.strip_suffix(']')?)),
        None => (name, None),
    };
    let offset = |length: usize| match place {
        None => Some(0),
        Some(place) => c_number(place).filter(|at| *at < length),
    };
    match (name, place) {
        ("gmem", Some(place)) => return c_number(place).map(|at| Part::Memory(Space::Global, at)),
        ("smem", Some(place)) => return c_number(place).map(|at| Part::Memory(Space::Shared, at)),
        ("sem", Some(place)) => return decimal(place, 32).map(|n| Part::Semaphore(n as u8)),
        _ => {}
    }
    let register = |prefix, below| decimal(name.strip_prefix(prefix)?, below).map(|n| n as u8);
    if let Some(n) = register("ts", 256) {
        return Some(Part::Scales(n, offset(SCALES)?));
    }
    if let Some(n) = register("t", 256) {
        return Some(Part::Tile(n, offset(TILE)?));
    }
    if let Some(n) = register("v", 32) {
        return Some(Part::Vector(n, offset(VECTOR)?));
    }
    if place.is_some() {
        return None;
    }
    register("x", 32).map(Part::Integer).or_else(|| register("f", 32).map(Part::Float))
}
