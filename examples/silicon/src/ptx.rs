//! The text of a program that loads the registers of each warp, runs one instruction and stores what it gives.

use crate::fragment::Matrix;
use crate::instruction::{Mma, Target};
use std::fmt::Write;

/// The program's entry.
pub const ENTRY: &str = "assay";

/// Parameters: the addresses of D, A, B, C and of the scales of rows and columns.
const MATRICES: [(&str, Matrix); 4] =
    [("d", Matrix::D), ("a", Matrix::A), ("b", Matrix::B), ("c", Matrix::C)];

impl Mma {
    /// The text for a device of a compute capability.
    #[must_use]
    pub fn ptx(&self, (major, minor): (u32, u32)) -> String {
        let target = match self.target {
            Target::Least(least) => format!("sm_{least}"),
            Target::Own(_) => format!("sm_{major}{minor}a"),
        };
        let mut text = format!(
            ".version {}\n.target {target}\n.address_size 64\n\n.visible .entry {ENTRY}(\n    .param .u64 d, .param .u64 a, \
             .param .u64 b, .param .u64 c, .param .u64 rows, .param .u64 columns\n)\n{{\n    .reg .u32 %thread;\n    \
             .reg .u64 %warp, %at;\n",
            self.version
        );
        for (name, matrix) in MATRICES {
            let (_, count) = self.registers(matrix);
            let _ = writeln!(text, "    .reg {} %{name}<{count}>;", self.kind_of(matrix));
        }
        text += "    mov.u32 %thread, %ctaid.x;\n    shl.b32 %thread, %thread, 5;\n    cvt.u64.u32 %warp, %thread;\n    \
                 mov.u32 %thread, %tid.x;\n    cvt.u64.u32 %at, %thread;\n    add.u64 %warp, %warp, %at;\n";
        for (name, matrix) in &MATRICES[1..] {
            self.moves(&mut text, name, *matrix, "ld");
        }
        self.instruction(&mut text);
        self.moves(&mut text, "d", Matrix::D, "st");
        text + "    ret;\n}\n"
    }

    /// The registers of a matrix, from or to memory.
    fn moves(&self, text: &mut String, name: &str, matrix: Matrix, way: &str) {
        let ((bits, count), kind) = (self.registers(matrix), self.kind_of(matrix));
        let size = bits as usize / 8;
        address(text, name, size * count);
        for i in 0..count {
            let (place, register) = (format!("[%at+{}]", i * size), format!("%{name}{i}"));
            let (to, from) = if way == "ld" { (register, place) } else { (place, register) };
            let _ = writeln!(text, "    {way}.global{kind} {to}, {from};");
        }
    }

    fn instruction(&self, text: &mut String) {
        if self.scales.is_some() {
            *text +=
                "    .reg .b32 %rows, %columns;\n    .reg .b16 %first;\n    mov.b16 %first, 0;\n";
            for name in ["rows", "columns"] {
                address(text, name, 4);
                let _ = writeln!(text, "    ld.global.b32 %{name}, [%at];");
            }
        }
        let list = |(name, matrix): &(&str, Matrix)| {
            let registers: Vec<_> =
                (0..self.registers(*matrix).1).map(|i| format!("%{name}{i}")).collect();
            format!("{{{}}}", registers.join(", "))
        };
        let mut operands = MATRICES.iter().map(list).collect::<Vec<_>>().join(", ");
        if self.scales.is_some() {
            operands += ", %rows, {%first, %first}, %columns, {%first, %first}";
        }
        let _ = writeln!(text, "    {}\n        {operands};", self.mnemonic());
    }

    /// The type of a matrix's registers.
    fn kind_of(&self, matrix: Matrix) -> &'static str {
        let sum = matches!(matrix, Matrix::C | Matrix::D);
        match self.elements[matrix as usize].container {
            64 => ".f64",
            32 if sum => ".f32",
            _ => ".b32",
        }
    }
}

/// Where the thread's own bytes are.
fn address(text: &mut String, name: &str, size: usize) {
    let _ =
        writeln!(text, "    ld.param.u64 %at, [{name}];\n    mad.lo.u64 %at, %warp, {size}, %at;");
}
