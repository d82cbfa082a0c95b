//! The ALU (s. 3.6.12).

use super::block::Block;
use super::machine::Machine;
use super::number::{Options, Path, element, evaluate_one, join, spread};
use super::operand::{At, constant};
use super::output::{Effect, Output, Rules};
use super::{Stop, illegal};
use semantics::mncore2::isa::{Alu, AluForm, AluOp, Convert, Forward, Input, Precision, Source};

/// No flag ever (table 3.11).
const NEVER: u8 = 0;

/// Path and flags for each PE of a MAB.
type Results = [(Path, u8); 4];

impl Machine {
    pub(super) fn alu(
        &self,
        alu: &Alu,
        rules: Rules,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Stop> {
        if alu.inputs.len() != inputs(&alu.form) {
            return illegal(format!("{:?} with {} inputs", alu.form, alu.inputs.len()));
        }
        let output = Output { unit: Forward::Alu, flush: alu.flush.as_ref(), dests: &alu.dests };
        for &mab in self.mabs.keys() {
            for cycle in 0..4 {
                let results = self.alu_results(alu, mab, cycle)?;
                for at in At::pes(mab, cycle) {
                    let (value, flags) = results[at.pe];
                    self.output(at, &output, rules, (value, Some(flags)), effects)?;
                }
            }
        }
        Ok(())
    }

    fn alu_results(&self, alu: &Alu, mab: u16, cycle: usize) -> Result<Results, Stop> {
        let bits = match alu.form {
            AluForm::Element { precision, .. } => precision.bits(),
            // MN-D84
            _ => 64,
        };
        let mut read = Vec::new();
        for (i, input) in alu.inputs.iter().enumerate() {
            read.push(self.alu_input(i, input, bits, mab, cycle)?);
        }
        match &alu.form {
            AluForm::Zero => Ok([([0; 2], NEVER); 4]),
            AluForm::Imm { upper, value } => {
                let word = u64::from(value.word);
                let other = if *upper { 0 } else { word };
                Ok([(join(32, &[word, other, word, other]), NEVER); 4])
            }
            AluForm::Msl => Ok(shifted(&read[0], 3)),
            AluForm::Msr => Ok(shifted(&read[0], 1)),
            AluForm::Element { unsigned: false, precision, op: AluOp::Bfn, bits } => block_float(
                Block { precision: *precision, extended: false, length: *bits },
                alu,
                &read[0],
            ),
            AluForm::Element { unsigned: false, precision, op: AluOp::Bfe, bits } => block_float(
                Block { precision: *precision, extended: true, length: *bits },
                alu,
                &read[0],
            ),
            AluForm::Element { unsigned, precision, op, .. } => {
                let operation = Operation::new(*unsigned, *precision, *op, &alu.inputs)?;
                let mut results = [([0; 2], NEVER); 4];
                for (pe, result) in results.iter_mut().enumerate() {
                    let paths: Vec<Path> = read.iter().map(|paths| paths[pe]).collect();
                    *result = operation.run(&paths)?;
                }
                Ok(results)
            }
        }
    }

    /// An input in the four PEs; constants are first inputs only.
    fn alu_input(
        &self,
        i: usize,
        input: &Input,
        bits: u32,
        mab: u16,
        cycle: usize,
    ) -> Result<[Path; 4], Stop> {
        if input.negate || input.convert == Some(Convert::Extend) {
            return illegal("a minus or an e at an input of the ALU");
        }
        match input.source {
            Source::Constant(named) if i == 0 => {
                Ok(At::pes(mab, cycle).map(|at| constant(at, named, bits)))
            }
            source => self.read_pes(mab, cycle, &source),
        }
    }
}

/// How many inputs a form has (table 3.9).
fn inputs(form: &AluForm) -> usize {
    match form {
        AluForm::Zero | AluForm::Imm { .. } => 0,
        AluForm::Msl | AluForm::Msr => 1,
        AluForm::Element { op, .. } => match op {
            AluOp::Passa
            | AluOp::Inc
            | AluOp::Dec
            | AluOp::Not
            | AluOp::Lnot
            | AluOp::Rsqrt
            | AluOp::Floor
            | AluOp::Ftoi
            | AluOp::Bfn
            | AluOp::Bfe => 1,
            _ => 2,
        },
    }
}

/// PE p gets the MSB-side long word of PE p + `distance` and keeps its other one (MN-D83).
fn shifted(x: &[Path; 4], distance: usize) -> Results {
    [0, 1, 2, 3].map(|pe| ([x[(pe + distance) % 4][0], x[pe][1]], NEVER))
}

/// A conversion to block floating point; the LSB-side long word passes but for half.
fn block_float(block: Block, alu: &Alu, x: &[Path; 4]) -> Result<Results, Stop> {
    let shortened = alu.inputs[0].convert.is_some();
    let converted = block.convert(x, shortened)?;
    Ok(converted.map(|path| (path, NEVER)))
}

/// An operation on the elements of the MSB-side long words.
struct Operation {
    id: String,
    options: Options,
    bits: u32,
    shortened: Vec<bool>,
}

impl Operation {
    fn new(
        unsigned: bool,
        precision: Precision,
        op: AluOp,
        inputs: &[Input],
    ) -> Result<Self, Stop> {
        let u = if unsigned { "u" } else { "" };
        // The opcodes are the names of the variants.
        let opcode = format!("{op:?}").to_lowercase();
        let shortened: Vec<bool> = inputs.iter().map(|input| input.convert.is_some()).collect();
        let list: Vec<String> =
            (0..inputs.len()).filter(|&i| shortened[i]).map(|i| i.to_string()).collect();
        let bits = precision.bits();
        if !list.is_empty() && bits != 16 {
            return illegal("an input shortened to another precision than half");
        }
        let mut options = vec![("short", list.join(","))];
        options.retain(|(_, list)| !list.is_empty());
        Ok(Self { id: format!("alu.{u}{}{opcode}", precision.letter()), options, bits, shortened })
    }

    fn run(&self, paths: &[Path]) -> Result<(Path, u8), Stop> {
        let mut elements = Vec::new();
        let mut flags = Vec::new();
        for k in 0..(64 / self.bits) as usize {
            let operands: Vec<Vec<u64>> = paths
                .iter()
                .zip(&self.shortened)
                .map(|(path, &shortened)| {
                    vec![element(*path, if shortened { 32 } else { self.bits }, k)]
                })
                .collect();
            let (element, flag) = evaluate_one(&self.id, &self.options, &operands)?;
            elements.push(element);
            flags.push(flag);
        }
        // That of the first input passes, or 0 if it was shortened.
        let low = if self.shortened[0] { 0 } else { paths[0][1] };
        Ok(([join(self.bits, &elements)[0], low], spread(&flags)))
    }
}
