//! `--load`: a file into a memory.

use crate::failure::Failure;
use crate::input::{ENDLESS, Input};
use crate::{npy, printable};
use semantics::machine::{Board, Memories, Memory};
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::PathBuf;

/// Long words moved at a time.
pub(super) const CHUNK: usize = 1 << 13;

/// Fills the elements of a memory from its file, one after the other.
pub(super) fn load(board: &mut dyn Board, to: &Transfer) -> Result<(), Failure> {
    let wrong = |why: String| Failure::input(format!("{}: {why}", printable::path(&to.file)));
    let input = Input::open(&to.file).map_err(|e| Failure::read(&to.file, &e))?;
    let (size, device) = (input.size(), input.is_device());
    let mut input = BufReader::with_capacity(1 << 16, input);
    if device && !input.fill_buf().map_err(|e| Failure::read(&to.file, &e))?.is_empty() {
        return Err(wrong(ENDLESS.into()));
    }
    let (little, told) = if npy::is_named(&to.file) {
        let head = npy::read(&mut input).map_err(wrong)?;
        if head.size != 8 {
            let why = format!("its type is {}; right: u8, i8 or f8 (64 bits)", head.descr);
            return Err(wrong(why));
        }
        lies_so(&head.shape, to).map_err(wrong)?;
        (head.little, Some(u128::from(head.words) * 8))
    } else {
        (false, size.map(u128::from))
    };
    if let Some(bytes) = told {
        fits(bytes, to).map_err(wrong)?;
    }
    let read = fill(board, to, little, &mut input).map_err(wrong)?;
    // A pipe tells its size by its end, and an NPY file may have another than its head says.
    match told {
        None => fits(read, to).map_err(wrong),
        Some(bytes) if bytes != read => {
            Err(wrong(format!("its head tells {bytes} bytes of numbers, and it has {read}")))
        }
        Some(_) => Ok(()),
    }
}

/// Whether an array for several elements is flat or has their shape: another one, a transposed one
/// say, would put its numbers elsewhere than its axes promise. One element takes any array.
fn lies_so(shape: &[u64], to: &Transfer) -> Result<(), String> {
    let natural: Vec<u64> = to.memory.shape().into_iter().map(|n| n as u64).collect();
    let right = shape.len() <= 1 || to.memory.elements() == 1 || shape == natural;
    right.then_some(()).ok_or_else(|| {
        format!("its shape is {shape:?}; right for {}: {natural:?}, or one axis", to.name)
    })
}

/// Whether so many bytes are the right size.
fn fits(bytes: u128, to: &Transfer) -> Result<(), String> {
    let (name, elements) = (&to.name, to.memory.elements());
    let all = to.words() as u128 * 8;
    if bytes > all {
        Err(format!("its {bytes} bytes are more than {name} has; right: at most {all}"))
    } else if !bytes.is_multiple_of(8) {
        Err(format!("its {bytes} bytes are no whole long words; right: a multiple of 8"))
    } else if elements > 1 && bytes < all {
        Err(format!(
            "its {bytes} bytes are fewer than the {elements} elements of {name} have; right: {all}"
        ))
    } else {
        Ok(())
    }
}

/// Reads to the end of the elements; the bytes read, one more where the file goes on.
fn fill(
    board: &mut dyn Board,
    to: &Transfer,
    little: bool,
    input: &mut impl Read,
) -> Result<u128, String> {
    let mut bytes = vec![0; 8 * CHUNK];
    let mut total = 0;
    let words = to.element();
    for element in 0..to.memory.elements() {
        let mut address = 0;
        while address < words {
            let wanted = 8 * CHUNK.min(words - address);
            let got = read_full(input, &mut bytes[..wanted])?;
            put(board, to, [element, address], &bytes[..got], little)?;
            total += got as u128;
            if got < wanted {
                return Ok(total);
            }
            address += wanted / 8;
        }
    }
    let more = read_full(input, &mut [0])?;
    Ok(total + more as u128)
}

fn put(
    board: &mut dyn Board,
    to: &Transfer,
    [element, address]: [usize; 2],
    bytes: &[u8],
    little: bool,
) -> Result<(), String> {
    let word = |b: &[u8; 8]| if little { u64::from_le_bytes(*b) } else { u64::from_be_bytes(*b) };
    let words: Vec<u64> = bytes.as_chunks().0.iter().map(word).collect();
    to.memory.write(board, element, address, &words).map_err(|e| e.to_string())
}

/// Reads until the buffer is full or the input ends.
pub(crate) fn read_full(input: &mut impl Read, buffer: &mut [u8]) -> Result<usize, String> {
    let mut full = 0;
    while full < buffer.len() {
        match input.read(&mut buffer[full..]) {
            Ok(0) => break,
            Ok(read) => full += read,
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(format!("cannot read: {e}")),
        }
    }
    Ok(full)
}

/// A memory and the file that it is loaded from or saved to.
pub(super) struct Transfer {
    /// The memory as it was written.
    pub(super) name: String,
    pub(super) memory: Box<dyn Memory>,
    pub(super) file: PathBuf,
}

impl Transfer {
    /// Takes `MEM=FILE` apart.
    pub(super) fn parse(argument: &str, of: &dyn Memories) -> Result<Self, String> {
        let Some((name, file)) = argument.split_once('=').filter(|(_, file)| !file.is_empty())
        else {
            return Err(format!("right: MEM=FILE, e.g. {}", of.example()));
        };
        let memory = of.memory(name).map_err(|e| e.to_string())?;
        Ok(Self { name: name.into(), memory, file: file.into() })
    }

    /// Words of an element.
    pub(super) fn element(&self) -> usize {
        self.memory.shape().last().copied().unwrap_or_default()
    }

    /// Words of all elements.
    pub(super) fn words(&self) -> usize {
        self.memory.shape().iter().product()
    }
}
