//! What is verified: the designs of `examples/rtl`, and those that no bench may let pass. Plain data.

use crate::run::{Failure, root};

/// A design under one choice of parameters, and the operation that it must be.
pub(super) struct Design {
    pub(super) name: &'static str,
    /// Below `examples/rtl`: the design, and what shows it to the benches.
    pub(super) source: &'static str,
    pub(super) wrapper: &'static str,
    pub(super) defines: &'static [&'static str],
    pub(super) operation: &'static str,
    /// Options beside the rounding direction, `name=value` with blanks.
    pub(super) options: &'static str,
    /// Whether `--short` takes it, and how many cases a design without bugs is asked there: Icarus is slow with blocks.
    pub(super) short: Option<u64>,
}

const F16: &[&str] = &["EXP=5", "MAN=10"];
const BF16: &[&str] = &["EXP=8", "MAN=7"];
const DOT: &str = "sum.own:x=e4m3fn:y=e4m3fn:terms=4:order=all:alignment=field.24";

pub(super) const DESIGNS: [Design; 6] = [
    Design {
        name: "fadd.f16",
        source: "fadd.sv",
        wrapper: "bench/fadd.sv",
        defines: F16,
        operation: "ieee.f16.add",
        options: "nan=riscv",
        short: Some(6000),
    },
    Design {
        name: "fadd.bf16",
        source: "fadd.sv",
        wrapper: "bench/fadd.sv",
        defines: BF16,
        operation: "ieee.bf16.add",
        options: "nan=riscv",
        short: None,
    },
    Design {
        name: "ffma.f16",
        source: "ffma.sv",
        wrapper: "bench/ffma.sv",
        defines: F16,
        operation: "ieee.f16.fma",
        options: "nan=riscv",
        short: Some(6000),
    },
    Design {
        name: "ffma.bf16",
        source: "ffma.sv",
        wrapper: "bench/ffma.sv",
        defines: BF16,
        operation: "ieee.bf16.fma",
        options: "nan=riscv",
        short: None,
    },
    Design {
        name: "fdot4",
        source: "fdot4.sv",
        wrapper: "bench/fdot4.sv",
        defines: &[],
        operation: DOT,
        options: "nan=riscv",
        short: Some(6000),
    },
    Design {
        name: "mxquant",
        source: "mxquant.sv",
        wrapper: "bench/mxquant.sv",
        defines: &[],
        operation: "mx.fp8e4m3.quantize",
        options: "",
        short: Some(600),
    },
];

/// fdot4 behind a port that does wrong, by one define each.
pub(super) const BROKEN: Design = Design {
    name: "broken",
    source: "fdot4.sv",
    wrapper: "bench/fdot4.sv",
    defines: &[],
    operation: DOT,
    options: "nan=riscv",
    short: Some(600),
};

/// What of it every bench must say; empty where a simulator without X says something else than one that has it.
pub(super) const REFUSED: [(&str, &str); 8] = [
    ("DEAD", "no answer for 1000 cycles"),
    ("DIES", "without a verdict"),
    ("UNKNOWN", ""),
    ("UNREADY", ""),
    ("TWICE", ""),
    ("LOSES", ""),
    ("TAKES_BACK", "the answer is taken back in a stall"),
    ("CHANGES", "the answer changes in a stall"),
];

/// An operation that is none of the designs': its words have other widths. A bench that is told its operation must refuse it, in
/// these words.
pub(super) const OTHER: (&str, &str) = ("ieee.f64.add", "right is an operation of the design's");

/// Of a design's bugs the number and what is wrong: its head lists them, and each stands behind its `BUG_n`.
pub(super) fn bugs(design: &Design) -> Result<Vec<(u32, String)>, Failure> {
    let path = root().join("examples/rtl").join(design.source);
    let text = std::fs::read_to_string(&path)
        .map_err(|e| Failure::Start(path.display().to_string(), e))?;
    listed(&text).map_err(|why| Failure::Steps(format!("{}: {why}", path.display())))
}

fn listed(text: &str) -> Result<Vec<(u32, String)>, String> {
    let mut bugs: Vec<(u32, String)> = Vec::new();
    for line in text.lines() {
        let Some((number, words)) =
            line.strip_prefix("//   BUG_").and_then(|rest| rest.split_once(": "))
        else {
            continue;
        };
        let number = number.parse().map_err(|_| format!("`{line}` names no bug"))?;
        bugs.push((number, words.to_owned()));
    }
    let named = |line: &str| line.trim().split_once("def BUG_").and_then(|(_, n)| n.parse().ok());
    let used: Vec<u32> = text.lines().filter_map(named).collect();
    for number in &used {
        if !bugs.iter().any(|(listed, _)| listed == number) {
            return Err(format!("BUG_{number} is not in the list at the head"));
        }
    }
    for (number, _) in &bugs {
        if !used.contains(number) {
            return Err(format!("BUG_{number} of the list at the head changes nothing"));
        }
    }
    Ok(bugs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bugs_are_listed_and_there() {
        for design in &DESIGNS {
            assert!(bugs(design).unwrap().len() >= 6, "{}", design.name);
        }
        let one = "//   BUG_1: a\n`ifdef BUG_1\n";
        assert_eq!(listed(one), Ok(vec![(1, "a".to_owned())]));
        assert!(listed(&format!("{one}`ifndef BUG_2\n")).unwrap_err().contains("BUG_2 is not"));
        assert!(listed("//   BUG_1: a\n").unwrap_err().contains("changes nothing"));
    }
}
