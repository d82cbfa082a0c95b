//! Memories of machines as arrays: those of words, those of bytes or of elements that the machine knows, and arrays that live
//! somewhere, as a layout says it.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use semantics::machine::{Board, ElementKind, Elements, Given, Layout, Machine, Memory};
use std::fmt::Display;
use std::io::{self, Write};

/// The most bytes of an array.
const MOST: u64 = 1 << 32;

/// Words that are taken at a time.
const CHUNK: usize = 1 << 13;

/// Numbers little-endian, one behind the other.
pub(crate) struct Numbers {
    pub(crate) bytes: Vec<u8>,
    /// `u`, `i`, `f`, or `V` of codes that have a name.
    pub(crate) kind: char,
    /// Bytes of a number.
    pub(crate) size: usize,
    pub(crate) shape: Vec<u64>,
    /// The name of codes of ml_dtypes.
    pub(crate) named: Option<String>,
}

/// Bytes, kind and bytes of an element, its name, shape.
pub(crate) type Array<'py> = (Bound<'py, PyBytes>, char, usize, Option<String>, Vec<u64>);

impl Numbers {
    pub(crate) fn told(self, py: Python<'_>) -> Array<'_> {
        (PyBytes::new(py, &self.bytes), self.kind, self.size, self.named, self.shape)
    }

    fn count(&self) -> usize {
        self.bytes.len() / self.size.max(1)
    }

    /// A number's bits.
    fn bits(&self, at: usize) -> u64 {
        let mut image = [0; 8];
        image[..self.size].copy_from_slice(&self.bytes[at * self.size..][..self.size]);
        u64::from_le_bytes(image)
    }

    fn dtype(&self) -> String {
        self.named.clone().unwrap_or_else(|| format!("{}{}", self.kind, self.size))
    }
}

const fn letter(kind: ElementKind) -> char {
    match kind {
        ElementKind::Unsigned => 'u',
        ElementKind::Signed => 'i',
        ElementKind::Float => 'f',
    }
}

/// What a name stands for.
enum Place {
    Layout(Box<dyn Layout>),
    Words(Box<dyn Memory>),
    /// The board knows it.
    Named,
}

fn place(machine: &dyn Machine, name: &str) -> Result<Place, String> {
    if let Some(layouts) = machine.layouts()
        && name.starts_with('(')
    {
        let read = layouts.layout(name).map(Place::Layout);
        return read.map_err(|e| {
            let help = e.help.as_deref().unwrap_or_default();
            format!("column {}: {}\n  right: {help}", e.column, e.message)
        });
    }
    match machine.memories() {
        Some(memories) => memories.memory(name).map(Place::Words).map_err(text),
        None => Ok(Place::Named),
    }
}

fn text(why: impl Display) -> String {
    why.to_string()
}

/// Room for an array: nothing is asked of the system that it cannot give.
fn room(shape: &[u64], size: usize) -> Result<Vec<u8>, String> {
    let all = shape.iter().fold(size as u64, |all, axis| all.saturating_mul(*axis));
    let mut room = Vec::new();
    match all <= MOST && room.try_reserve_exact(all as usize).is_ok() {
        true => Ok(room),
        false => Err(format!("{all} bytes\n  right: a part of at most {MOST}")),
    }
}

/// Takes what a memory holds.
struct Taken(Vec<u8>);

impl Write for Taken {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let more = (self.0.len() + bytes.len()) as u64 > MOST;
        if more || self.0.try_reserve(bytes.len()).is_err() {
            return Err(io::Error::other(format!("right: a part of at most {MOST} bytes")));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The array that a name stands for.
pub(crate) fn read(
    machine: &dyn Machine,
    board: &dyn Board,
    name: &str,
) -> Result<Numbers, String> {
    match place(machine, name)? {
        Place::Layout(layout) => laid_out(board, &*layout),
        Place::Words(memory) => words(board, &*memory),
        Place::Named => named(board, name),
    }
}

fn laid_out(board: &dyn Board, layout: &dyn Layout) -> Result<Numbers, String> {
    let (element, shape) = (layout.element(), layout.shape());
    let number = element.number();
    let mut bytes = room(&shape, number.bytes)?;
    layout.agree(board).map_err(|(at, differ)| {
        format!(
            "element {at}: {differ}\n  right: copies that are alike, or a layout without B@[..]"
        )
    })?;
    let each = layout.each(board, &mut |code, _| {
        let bits = match element.float(code) {
            Some(value) if number.bytes == 8 => value.to_bits(),
            Some(value) => u64::from((value as f32).to_bits()),
            None => code,
        };
        bytes.extend_from_slice(&bits.to_le_bytes()[..number.bytes]);
        Ok(())
    });
    each.map_err(text)?;
    Ok(Numbers { bytes, kind: letter(number.kind), size: number.bytes, shape, named: None })
}

fn words(board: &dyn Board, memory: &dyn Memory) -> Result<Numbers, String> {
    memory.is_saved().map_err(text)?;
    let shape: Vec<u64> = memory.shape().into_iter().map(|axis| axis as u64).collect();
    let mut bytes = room(&shape, 8)?;
    let own = memory.shape().last().copied().unwrap_or_default();
    let mut chunk = vec![0; CHUNK];
    for element in 0..memory.elements() {
        for address in (0..own).step_by(CHUNK) {
            let part = &mut chunk[..CHUNK.min(own - address)];
            memory.read(board, element, address, part).map_err(text)?;
            bytes.extend(part.iter().flat_map(|word| word.to_le_bytes()));
        }
    }
    Ok(Numbers { bytes, kind: 'u', size: 8, shape, named: None })
}

fn named(board: &dyn Board, name: &str) -> Result<Numbers, String> {
    let found = board.elements(name).map_err(text)?;
    if let Some(Elements { element, shape }) = &found {
        room(shape, element.bytes)?;
    }
    let mut taken = Taken(Vec::new());
    board.save(name, &mut taken).map_err(text)?;
    let Taken(bytes) = taken;
    let (kind, size, named, shape) = match found {
        Some(Elements { element, shape }) => {
            let named = element.named.map(str::to_owned);
            (letter(element.kind), element.bytes, named, shape)
        }
        None => ('u', 1, None, vec![bytes.len() as u64]),
    };
    Ok(Numbers { bytes, kind, size, shape, named })
}

/// Fills what a name stands for.
pub(crate) fn write(
    machine: &dyn Machine,
    board: &mut dyn Board,
    name: &str,
    numbers: &Numbers,
    round: bool,
) -> Result<(), String> {
    match place(machine, name)? {
        Place::Layout(layout) => lay_out(board, &*layout, numbers, round),
        Place::Words(memory) => fill(board, &*memory, name, numbers),
        Place::Named => load(board, name, numbers),
    }
}

/// Whether an array has a shape, or one axis of as many numbers.
fn suits(numbers: &Numbers, shape: &[u64], name: &str) -> Result<(), String> {
    let count: u64 = shape.iter().product();
    if numbers.shape == shape || numbers.shape.len() == 1 && numbers.count() as u64 == count {
        return Ok(());
    }
    let or = if shape.len() == 1 { "" } else { ", or one axis" };
    Err(format!("the array's shape is {:?}\n  right for {name}: {shape:?}{or}", numbers.shape))
}

fn lay_out(
    board: &mut dyn Board,
    layout: &dyn Layout,
    numbers: &Numbers,
    round: bool,
) -> Result<(), String> {
    if let Some([one, other]) = layout.clash() {
        return Err(format!(
            "the indices {one:?} and {other:?} live in one place\n  right: a layout with a place for each"
        ));
    }
    suits(numbers, &layout.shape(), &layout.to_string())?;
    let element = layout.element();
    let floats = element.number().kind == ElementKind::Float;
    if numbers.kind == 'V' || floats != (numbers.kind == 'f') {
        let right = if floats { "floating-point numbers" } else { "integers" };
        return Err(format!("the array is {}\n  right for {element}: {right}", numbers.dtype()));
    }
    let above = 64 - 8 * numbers.size as u32;
    // All of them are looked at before the first is put.
    let mut codes = Vec::with_capacity(numbers.count());
    for at in 0..numbers.count() {
        let bits = numbers.bits(at);
        let given = match (numbers.kind, numbers.size) {
            ('f', 4) => Given::Float(f32::from_bits(bits as u32).into()),
            ('f', _) => Given::Float(f64::from_bits(bits)),
            ('i', _) => Given::Integer(((bits << above) as i64 >> above).into()),
            _ => Given::Integer(bits.into()),
        };
        codes.push(element.code(given, round).map_err(|why| format!("element {at}: {why}"))?);
    }
    layout.fill(board, &mut |at, put| put(codes[at as usize]))
}

fn fill(
    board: &mut dyn Board,
    memory: &dyn Memory,
    name: &str,
    numbers: &Numbers,
) -> Result<(), String> {
    if numbers.size != 8 || numbers.kind == 'V' {
        return Err(format!("the array is {}\n  right: numbers of 64 bits", numbers.dtype()));
    }
    let shape: Vec<u64> = memory.shape().into_iter().map(|axis| axis as u64).collect();
    suits(numbers, &shape, name)?;
    let all: Vec<u64> = (0..numbers.count()).map(|at| numbers.bits(at)).collect();
    let own = all.len() / memory.elements().max(1);
    for (element, words) in all.chunks(own.max(1)).enumerate() {
        memory.write(board, element, 0, words).map_err(text)?;
    }
    Ok(())
}

fn load(board: &mut dyn Board, name: &str, numbers: &Numbers) -> Result<(), String> {
    match board.elements(name).map_err(text)? {
        Some(Elements { element, shape }) => {
            let same = match (&numbers.named, element.named) {
                (Some(own), right) => Some(&**own) == right,
                (None, Some(_)) => numbers.kind == 'u',
                (None, None) => letter(element.kind) == numbers.kind,
            };
            if element.bytes != numbers.size || !same {
                let or = element.named.map_or_else(String::new, |name| format!(", or {name}"));
                return Err(format!(
                    "the array is {}\n  right: {}{}{or}",
                    numbers.dtype(),
                    letter(element.kind),
                    element.bytes
                ));
            }
            suits(numbers, &shape, name)?;
        }
        None if numbers.dtype() != "u1" => {
            return Err(format!("the array is {}\n  right: bytes, u1", numbers.dtype()));
        }
        None => {
            let told = name.rsplit_once(':').and_then(|(_, bytes)| bytes.parse::<usize>().ok());
            if let Some(right) = told.filter(|right| *right != numbers.bytes.len()) {
                return Err(format!("{} bytes\n  right for {name}: {right}", numbers.bytes.len()));
            }
        }
    }
    board.load(name, &mut &*numbers.bytes).map_err(text)
}
