//! The state of the machine beside that of the plain interpreter.

use super::MEMORY;
use oracle::plain::tile as plain;
use semantics::tile::isa::Space;
use semantics::tile::state::{Cta, NAMES, Thread};
use vectors::programs::tile::{Init, Program};

/// The machine's state before a program.
///
/// # Panics
/// Where there is no such CSR.
#[must_use]
pub fn start(program: &Program) -> (Thread, Cta) {
    let (mut thread, mut cta) = (Thread::default(), Cta::new(MEMORY, MEMORY));
    for init in &program.init {
        match init {
            Init::X(n, value) => thread.set_x(*n as u64, *value),
            Init::F(n, value) => thread.set_f(*n as u64, *value),
            Init::V(n, bytes) => *thread.v_mut(*n as u64) = *bytes,
            Init::Tile(n, bytes) => *thread.tile_mut(*n as u8) = **bytes,
            Init::Scales(n, bytes) => *thread.scales_mut(*n as u8) = *bytes,
            Init::Csr("frm", value) => thread.set_frm(*value as u8),
            Init::Csr(name, value) => {
                let index = NAMES.iter().find(|row| row.0 == *name).map(|row| row.1);
                let known = index.is_some_and(|index| thread.csrs.place(index, *value));
                assert!(known, "there is no CSR {name}");
            }
            Init::Global(at, bytes) => {
                let memory = cta.memory_mut(Space::Global);
                memory[*at as usize..][..bytes.len()].copy_from_slice(bytes);
            }
            Init::Local(at, bytes) => {
                let memory = cta.memory_mut(Space::Shared);
                memory[*at as usize..][..bytes.len()].copy_from_slice(bytes);
            }
            Init::Semaphore(n, value) => cta.set_semaphore(*n as u8, *value),
        }
    }
    (thread, cta)
}

/// The first place where two byte strings differ.
fn bytes(name: &str, machine: &[u8], judge: &[u8]) -> Option<String> {
    if machine.len() != judge.len() {
        return Some(format!("{name} has {} bytes, the plain one {}", machine.len(), judge.len()));
    }
    let at = machine.iter().zip(judge).position(|(a, b)| a != b)?;
    let part = at / 8 * 8..at / 8 * 8 + 8;
    let (machine, judge) = (&machine[part.clone()], &judge[part.clone()]);
    Some(format!("{name}[{:#x}] is {machine:02x?}, plain {judge:02x?}", part.start))
}

fn number(name: String, machine: u64, judge: u64) -> Option<String> {
    (machine != judge).then(|| format!("{name} is {machine:#x}, plain {judge:#x}"))
}

/// How the two differ in a thread's registers, if they do.
#[must_use]
pub fn registers(machine: &Thread, judge: &plain::Thread) -> Option<String> {
    let numbered = || 0..32_u64;
    let csr = |index| machine.csrs.get(index, false).unwrap_or(u64::MAX);
    let context = (19..30).zip(judge.context);
    let csrs = [(0, judge.start), (1, judge.control), (2, judge.mask)].into_iter().chain(context);
    let tiles = (0..=255_u8).find_map(|n| {
        let own = usize::from(n);
        bytes(&format!("t{n}"), machine.tile(n), &judge.tiles[own])
            .or_else(|| bytes(&format!("ts{n}"), machine.scales(n), &judge.scales[own]))
    });
    tiles
        .or_else(|| {
            numbered().find_map(|n| number(format!("x{n}"), machine.x(n), judge.x[n as usize]))
        })
        .or_else(|| {
            numbered().find_map(|n| number(format!("f{n}"), machine.f(n), judge.f[n as usize]))
        })
        .or_else(|| {
            numbered().find_map(|n| bytes(&format!("v{n}"), machine.v(n), &judge.v[n as usize]))
        })
        .or_else(|| {
            csrs.into_iter().find_map(|(i, value)| number(format!("CSR {i}"), csr(i), value))
        })
        .or_else(|| number("frm".to_owned(), machine.frm().into(), judge.rounding.into()))
        .or_else(|| number("fflags".to_owned(), machine.fflags().into(), judge.flags.into()))
}

/// How the two differ in what a CTA shares, if they do.
#[must_use]
pub fn shared(machine: &Cta, judge: &plain::Shared) -> Option<String> {
    bytes("gmem", machine.memory(Space::Global), &judge.global)
        .or_else(|| {
            (0..4_u8).find_map(|pe| {
                bytes(
                    &format!("smem of PE {pe}"),
                    machine.shared(pe),
                    &judge.local[usize::from(pe)],
                )
            })
        })
        .or_else(|| {
            (0..32_u8).find_map(|n| {
                let plain = judge.semaphores[usize::from(n)];
                number(format!("sem[{n}]"), machine.semaphore(n).into(), plain.into())
            })
        })
}
