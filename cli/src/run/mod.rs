//! `assay run`: a program on a board.

mod bytes;
mod elements;
mod json;
pub(crate) mod words;

use crate::failure::Failure;
use crate::source::{self, Source};
use crate::system::{self, Model, System};
use crate::{Remarks, arguments, output};
use semantics::machine::{Checks, How, Machine, Ran};
use std::path::PathBuf;

/// Run a program and print its dumps
///
/// The program is read to its end first. If it has errors, all of them are told and nothing runs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
MEM is a memory as an operand names it, without address: p@0 or pn0 (PDM of group 0), d@3 (DRAM of
group 3), lc@1.0 or lcn1c0 (L2BM of group 1, L2B 0), lbn0c1b3 (L1BM), lmn0c0b0m0p0, ln, lr, ls (LM0,
LM1, GRF0, GRF1 of a PE). Levels left out: all elements, one after the other in the order n, c, b,
m, p, the last fastest. A FILE ending in .npy is NPY; any other is raw: long words, big-endian, from
word 0 on.

Of POD, MEM is sys@ADDRESS, mem@ADDRESS (of all PEs) or pe3.mem@ADDRESS, from 0 on without
@ADDRESS; to save, :BYTES follows (of an SRAM else the rest of it). A FILE is bytes as they
are. What differs from the reset state is dumped, with counters and parameters.

Of xDSA, MEM is mem@ADDRESS, to save with :BYTES, or TABLE.FIELD, the elements of an operand. Of
Tile, it is gmem@ADDRESS, smem@ADDRESS, t8, ts8 or v2, to save with :BYTES behind.

LAYOUT says which index of an array lives where: ((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0:f has 32 by
8 numbers of single precision; its row goes through 8 L2Bs and 4 long words, its column through 4
PEs and the 2 single words of a long word. A factor is size_LEVEL:stride, without _LEVEL by long
words. The name of a memory alone (lmn0c0:f) is the whole of it. `assay layout` shows where
each index lives. FILE ends in .npy, .csv or .json.

Examples:
  assay run program.vsm
  assay run program.vsm --dump program.dmp --steps
  assay run program.vsm --load p@0=input.bin --save lmn0c0b0=result.npy
  assay run program.vsm --import '(4_PE:1)@LM0:d=a.npy' --export lrn0c0b0m0:f=b.csv
  assay run program.pod --set array=4x4 --load sys@0x1000=in.bin --save pe3.mem@0x100:64=out.bin
  echo 'd get $lm0n0c0b0m0p0 1' | assay run -")]
pub(crate) struct Run {
    /// The program, `.vsm`, assembled text `.asm`, `.pod`, `.xdsa` or `.tile`; `-` is standard input
    #[arg(value_name = "PROGRAM")]
    pub(crate) program: PathBuf,
    /// Write the dumps to this file, which appears when it is complete [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) dump: Option<PathBuf>,
    /// Fill a memory from a file before the first statement (repeatable)
    #[arg(long = "load", value_name = "MEM=FILE")]
    pub(crate) loads: Vec<String>,
    /// Write a memory to a file after the last statement (repeatable); raw files of one element end
    /// with its last word that is not zero
    #[arg(long = "save", value_name = "MEM=FILE")]
    pub(crate) saves: Vec<String>,
    /// Fill the places of a layout from an array, behind all --load (repeatable)
    #[arg(long = "import", value_name = "LAYOUT=FILE")]
    pub(crate) imports: Vec<String>,
    /// Round values of --import that the type does not hold, to nearest even, instead of refusing them
    #[arg(long, requires = "imports")]
    pub(crate) round: bool,
    /// Write the array of a layout to a file after the last statement (repeatable)
    #[arg(long = "export", value_name = "LAYOUT=FILE")]
    pub(crate) exports: Vec<String>,
    /// The most steps that are executed, one more is the error StepLimit [default: 4000000 of POD,
    /// 10000000 of xDSA; programs of MN-Core 2 and Tile have nothing that goes back]
    #[arg(long, value_name = "N", value_parser = arguments::number)]
    pub(crate) max_steps: Option<u64>,
    /// Print how many steps the program has
    #[arg(long)]
    pub(crate) steps: bool,
    /// Print the dumps and how many steps there were as one JSON object
    #[arg(long, conflicts_with_all = ["steps", "dump"])]
    json: bool,
    #[command(flatten)]
    pub(crate) model: Model,
    #[command(flatten)]
    system: System,
    /// PDM and DRAM begin with words deadbeef instead of zeros
    #[arg(long, conflicts_with = "offchip_memory_init")]
    pub(crate) dirty: bool,
    /// What PDM and DRAM begin with: zero
    #[arg(long, value_name = "VALUE", value_parser = ["zero"])]
    offchip_memory_init: Option<String>,
    /// Warnings are errors
    #[arg(long)]
    pub(crate) strict: bool,
    /// Run in spite of hazards and of what cannot be issued in one step. Every step sees the memories
    /// as if the steps before were long done, and reads before it writes; where two expressions of a
    /// step share a unit, the last one's result goes to the destinations of both
    #[arg(long)]
    pub(crate) no_check: bool,
}

impl Run {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let machine = self.system.machine(&self.program)?;
        if self.json {
            return json::run(self, machine, remarks);
        }
        let ran = self.on(machine, remarks)?;
        if self.steps { output::print(&format!("{}\n", ran.counts)) } else { Ok(()) }
    }

    /// Runs on a board of this machine.
    fn on(&self, machine: &'static dyn Machine, remarks: Remarks) -> Result<Ran, Failure> {
        match machine.memories() {
            Some(memories) => {
                let set = !self.model.is_empty() && !machine.facts().is_set;
                system::refuse(machine, &[("--set", set)])?;
                words::run(self, machine, memories, remarks)
            }
            None => bytes::run(self, machine, remarks),
        }
    }

    fn source<'a>(&'a self, machine: &'a dyn Machine, remarks: Remarks) -> Source<'a> {
        let checks =
            source::checks(machine, Checks::Assembler, self.no_check, &self.program, remarks);
        Source::of(machine, &self.program, How { checks, ..How::default() })
    }
}
