//! memh lines, for `$readmemh`: the fields of a case packed into one number, the first in the highest bits.
//!
//! Fields are the operands, the results, the flags (exceptions in the byte that TestFloat has, the mask flag in a
//! bit), and for operations that decisions leave open in some cases a bit that tells whether this is one. Elements
//! stand side by side, element 0 highest. Above the highest field are zeros up to a whole digit.

use super::error::{Fault, What};
use super::packed::{flag_bits, has_open};
use super::reading::{Parsed, Reading};
use super::seal::Seal;
use crate::registry::{FlagKind, Plan, Ran, Shape};
use std::fmt::Write;

/// A field of the packed number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// `in0`, `in1`, ..., `out`, or `out0`, `out1`, ..., `flags`, `open`.
    pub name: String,
    /// What it holds, in words.
    pub holds: String,
    /// The bits of an element.
    pub width: u32,
    /// How many elements.
    pub elements: usize,
}

/// The fields, the highest first.
#[must_use]
pub fn fields(plan: &Plan) -> Vec<Field> {
    let field = |name: String, holds: &str, shape: &Shape| Field {
        name,
        holds: format!("{holds}: {}", shape.format.name),
        width: shape.format.width,
        elements: shape.len,
    };
    let operands = plan.op.operands.iter().zip(&plan.operands).enumerate();
    let mut all: Vec<Field> =
        operands.map(|(i, (name, shape))| field(format!("in{i}"), name, shape)).collect();
    match &plan.results[..] {
        [only] => all.push(field("out".to_owned(), "result", only)),
        several => {
            let own = several.iter().enumerate();
            all.extend(own.map(|(i, shape)| field(format!("out{i}"), "result", shape)));
        }
    }
    let mut bits = |name: &str, holds: &str, width| {
        let (name, holds) = (name.to_owned(), holds.to_owned());
        all.push(Field { name, holds, width, elements: 1 });
    };
    match flag_bits(plan) {
        0 => {}
        1 => bits("flags", "mask flag", 1),
        n => bits("flags", "1 inexact, 2 underflow, 4 overflow, 8 division by zero, 16 invalid", n),
    }
    if has_open(plan) {
        bits("open", "1 where no source determines the result", 1);
    }
    all
}

/// The bits of a case.
#[must_use]
pub fn width(plan: &Plan) -> u32 {
    let shapes = plan.operands.iter().chain(&plan.results);
    let numbers: u32 = shapes.map(|s| s.format.width * s.len as u32).sum();
    numbers + flag_bits(plan) + u32::from(has_open(plan))
}

/// A SystemVerilog header that says where the fields are: parameters and a packed structure, their names
/// beginning with `prefix`.
#[must_use]
pub fn svh(plan: &Plan, prefix: &str, file: &str, cases: u64) -> String {
    let (upper, width) = (prefix.to_uppercase(), width(plan));
    let case = format!("{} {}", plan.op.id, plan.options);
    // A loop that counts in `int` compares with the same width.
    let count = if i32::try_from(cases).is_ok() { "int" } else { "longint" };
    let mut text = format!(
        "// assay {}: {}\n// one case on each line of {file}, for $readmemh:\n\
         //   {prefix}_t mem [0:{upper}_COUNT-1]; {prefix}_t c;\n\
         //   initial begin $readmemh(\"{file}\", mem); c = mem[0]; end\n\
         // (fields of c, not of mem[0]: Icarus Verilog 11 has no others)\n\
         `ifndef {upper}_SVH\n`define {upper}_SVH\n\
         localparam {count} {upper}_COUNT = {cases};\nlocalparam int {upper}_WIDTH = {width};\n",
        env!("CARGO_PKG_VERSION"),
        case.trim_end(),
    );
    let mut structure = "typedef struct packed {\n".to_owned();
    let mut ascending = false;
    let mut above = width;
    // Writing to a string does not fail.
    for Field { name, holds, width, elements } in fields(plan) {
        let (msb, lsb) = (above - 1, above - width * elements as u32);
        let long = name.to_uppercase();
        let _ = writeln!(text, "localparam int {upper}_{long}_MSB = {msb};");
        let _ = writeln!(text, "localparam int {upper}_{long}_LSB = {lsb};");
        let many = if elements > 1 { format!("[0:{}]", elements - 1) } else { String::new() };
        ascending |= elements > 1;
        let _ = writeln!(structure, "  logic {many}[{}:0] {name};  // {holds}", width - 1);
        above = lsb;
    }
    let structure = format!("{structure}}} {prefix}_t;\n");
    // Element 0 is the highest, on purpose.
    let structure = match ascending {
        true => format!(
            "/* verilator lint_off LITENDIAN */\n{structure}/* verilator lint_on LITENDIAN */\n"
        ),
        false => structure,
    };
    text + &structure + "`endif\n"
}

/// Appends the digits of a case.
pub(super) fn push(plan: &Plan, x: &[u64], ran: Ran<'_>, open: bool, out: &mut Vec<u8>) {
    let mut digits = Digits { out, waiting: 0, bits: 0 };
    let width = width(plan);
    digits.push(0, width.next_multiple_of(4) - width);
    let mut each = |shapes: &[Shape], codes: &[u64]| {
        let mut rest = codes;
        for shape in shapes {
            let (own, others) = rest.split_at(shape.words());
            shape.each(own).for_each(|element| digits.push_element(shape, element));
            rest = others;
        }
    };
    each(&plan.operands, x);
    each(&plan.results, ran.out);
    digits.push(ran.flag.unwrap_or(0).into(), flag_bits(plan));
    if has_open(plan) {
        digits.push(open.into(), 1);
    }
}

/// Bits that become digits.
struct Digits<'a> {
    out: &'a mut Vec<u8>,
    /// Fewer than four bits that are no digit yet.
    waiting: u128,
    bits: u32,
}

impl Digits<'_> {
    /// The words from the highest on.
    fn push_element(&mut self, shape: &Shape, element: &[u64]) {
        let below = 64 * (element.len() as u32 - 1);
        let widths = std::iter::once(shape.format.width - below).chain(std::iter::repeat(64));
        element.iter().rev().zip(widths).for_each(|(word, width)| self.push(*word, width));
    }

    fn push(&mut self, code: u64, width: u32) {
        self.waiting = self.waiting << width | u128::from(code);
        self.bits += width;
        while self.bits >= 4 {
            self.bits -= 4;
            let nibble = (self.waiting >> self.bits) as u8 & 15;
            self.out.push(b"0123456789abcdef"[usize::from(nibble)]);
        }
        self.waiting &= (1 << self.bits) - 1;
    }
}

/// Reads a line.
pub(super) fn read(p: &mut Reading, line: &str) -> Result<Parsed, Box<Fault>> {
    let Some(entry) = p.plans.last() else {
        return Err(Box::new(What::NoOperation.at(0)));
    };
    let plan = &entry.plan;
    let width = width(plan);
    let mut bits = Bits::of(line, width)?;
    let mut each = |shapes: &[Shape], codes: &mut [u64], name: &str| -> Result<(), Box<Fault>> {
        let mut rest = codes;
        for shape in shapes {
            let (own, others) = rest.split_at_mut(shape.words());
            for element in own.chunks_exact_mut(shape.words_per_element()) {
                bits.take_element(shape, element);
                if shape.check(0, element).is_err() {
                    let (found, bits) = (shape.hex(element), shape.format.width);
                    let what = What::Wide { field: name.to_owned(), found, bits };
                    return Err(Box::new(what.at(0)));
                }
            }
            rest = others;
        }
        Ok(())
    };
    each(&plan.operands, &mut p.x, "the operands")?;
    each(&plan.results, &mut p.out, "the results")?;
    let flag = (plan.op.flags != FlagKind::None).then(|| bits.take(flag_bits(plan)) as u8);
    if let Some(flag @ 32..) = flag {
        let (found, right) = (format!("{flag:02x}"), plan.op.flags.syntax());
        return Err(Box::new(What::Flag { found, right }.at(0)));
    }
    Ok(Parsed { seal: Seal::Placeless, ..p.finish(flag, "", "") })
}

/// The bits of a line, from the highest on.
struct Bits {
    nibbles: Vec<u8>,
    at: u32,
}

impl Bits {
    /// The bits of a line of this width; single `_` between digits are skipped.
    fn of(line: &str, width: u32) -> Result<Self, Box<Fault>> {
        let right = width.div_ceil(4) as usize;
        let mut nibbles = Vec::with_capacity(right);
        for (at, c) in line.char_indices().filter(|(_, c)| *c != '_') {
            match c.to_digit(16) {
                Some(digit) => nibbles.push(digit as u8),
                None => {
                    let field = "the line".to_owned();
                    return Err(Box::new(What::Digit { field, found: c }.at(at)));
                }
            }
        }
        let above = width.next_multiple_of(4) - width;
        let zeros = nibbles.first().is_none_or(|n| u32::from(*n) >> (4 - above) == 0);
        let field = "the line".to_owned();
        if nibbles.len() != right {
            return Err(Box::new(What::Width { field, found: nibbles.len(), right }.at(0)));
        }
        if !zeros {
            let found = line.chars().take(20).collect();
            return Err(Box::new(What::Wide { field, found, bits: width }.at(0)));
        }
        Ok(Self { nibbles, at: above })
    }

    /// The words from the highest on.
    fn take_element(&mut self, shape: &Shape, element: &mut [u64]) {
        let below = 64 * (element.len() as u32 - 1);
        let widths = std::iter::once(shape.format.width - below).chain(std::iter::repeat(64));
        element.iter_mut().rev().zip(widths).for_each(|(word, width)| *word = self.take(width));
    }

    fn take(&mut self, width: u32) -> u64 {
        (0..width).fold(0, |code, _| {
            let nibble = self.nibbles.get(self.at as usize / 4).copied().unwrap_or(0);
            let bit = nibble >> (3 - self.at % 4) & 1;
            self.at += 1;
            code << 1 | u64::from(bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Options;

    /// The bits of a line, one after another, against the fields that the header tells.
    #[test]
    fn fields_stand_where_the_header_says() {
        for id in ["ieee.f32.fma", "mncore2.mau.hmfma", "ieee.e3m2.mul", "mncore2.alu.iadd"] {
            let plan = crate::operations().find(id).expect("listed").plan(&Options::NONE);
            let x: Vec<u64> = (0..plan.elements() as u64).map(|i| 1 + i % 5).collect();
            let outcome = plan.run(&x);
            let mut line = Vec::new();
            push(&plan, &x, outcome.ran(), true, &mut line);
            let digit = |d: &u8| (*d as char).to_digit(16).expect("a digit");
            let bits: Vec<u32> =
                line.iter().flat_map(|d| (0..4).rev().map(move |i| digit(d) >> i & 1)).collect();
            let own = &bits[bits.len() - width(&plan) as usize..];
            assert!(bits[..bits.len() - own.len()].iter().all(|b| *b == 0), "{id}");
            let mut codes = x.iter().chain(outcome.out()).copied().collect::<Vec<u64>>();
            codes.extend(outcome.flag.map(u64::from));
            codes.extend(has_open(&plan).then_some(1));
            let text = svh(&plan, "v", "v.memh", 1);
            let mut codes = codes.into_iter();
            for Field { name, width, elements, .. } in fields(&plan) {
                let line = format!("localparam int V_{}_MSB = ", name.to_uppercase());
                let after = text.split(&line).nth(1).expect("told");
                let msb: usize =
                    after.split(';').next().and_then(|n| n.parse().ok()).expect("a number");
                let mut at = own.len() - 1 - msb;
                for _ in 0..elements {
                    let code =
                        own[at..at + width as usize].iter().fold(0, |c, b| c << 1 | u64::from(*b));
                    assert_eq!(Some(code), codes.next(), "{id} {name}");
                    at += width as usize;
                }
            }
            assert_eq!(codes.next(), None);
        }
    }
}
