//! The instructions that are judged, and the operations that they are.

/// Instructions of each format (`%` its letter, `F` its name), operands in fa0, fa1, fa2, the result in fa0 or t0.
const EACH: [(&str, &str); 18] = [
    ("fadd.% fa0, fa0, fa1", "ieee.F.add"),
    ("fsub.% fa0, fa0, fa1", "ieee.F.sub"),
    ("fmul.% fa0, fa0, fa1", "ieee.F.mul"),
    ("fdiv.% fa0, fa0, fa1", "ieee.F.div"),
    ("fsqrt.% fa0, fa0", "ieee.F.sqrt"),
    ("fmadd.% fa0, fa0, fa1, fa2", "ieee.F.fma"),
    ("fmadd.% fa0, fa0, fa1, fa2, rup", "ieee.F.fma rm=rup"),
    ("fmin.% fa0, fa0, fa1", "ieee.F.riscv_min"),
    ("fmax.% fa0, fa0, fa1", "ieee.F.riscv_max"),
    ("fsgnj.% fa0, fa0, fa1", "ieee.F.copy_sign"),
    ("fsgnj.% fa0, fa0, fa0", "ieee.F.copy"),
    ("fsgnjn.% fa0, fa0, fa0", "ieee.F.negate"),
    ("fsgnjx.% fa0, fa0, fa0", "ieee.F.abs"),
    ("feq.% t0, fa0, fa1", "ieee.F.eq_quiet"),
    ("flt.% t0, fa0, fa1", "ieee.F.lt_signaling"),
    ("fle.% t0, fa0, fa1", "ieee.F.le_signaling"),
    ("fclass.% t0, fa0", "ieee.F.class fclass"),
    ("fadd.% fa0, fa0, fa1, rmm", "ieee.F.add rm=rna"),
];

/// Conversions; x5 is t0 where it is no result.
const CONVERSIONS: [(&str, &str); 15] = [
    ("fcvt.w.s t0, fa0, rtz", "cvt.f32.i32 rm=rtz exact box=64"),
    ("fcvt.w.d t0, fa0, rtz", "cvt.f64.i32 rm=rtz exact box=64"),
    ("fcvt.wu.d t0, fa0, rtz", "cvt.f64.u32 rm=rtz exact box=64"),
    ("fcvt.l.d t0, fa0, rne", "cvt.f64.i64 exact"),
    ("fcvt.lu.d t0, fa0, rup", "cvt.f64.u64 rm=rup exact"),
    ("fcvt.wu.h t0, fa0, rdn", "cvt.f16.u32 rm=rdn exact box=64"),
    ("fcvt.d.s fa0, fa0", "cvt.f32.f64 box=64"),
    ("fcvt.s.d fa0, fa0", "cvt.f64.f32 box=64"),
    ("fcvt.h.s fa0, fa0", "cvt.f32.f16 box=64"),
    ("fcvt.s.h fa0, fa0", "cvt.f16.f32 box=64"),
    ("fcvt.h.d fa0, fa0, rdn", "cvt.f64.f16 rm=rdn box=64"),
    ("fcvt.d.h fa0, fa0", "cvt.f16.f64 box=64"),
    ("fmv.x.d x5, fa0\\nfcvt.s.l fa0, x5, rup\\nli x5, 0", "cvt.i64.f32 rm=rup box=64"),
    ("fmv.x.d x5, fa0\\nfcvt.h.wu fa0, x5\\nli x5, 0", "cvt.u32.f16 box=64"),
    ("fmv.x.d x5, fa0\\nfcvt.d.w fa0, x5\\nli x5, 0", "cvt.i32.f64"),
];

/// Instructions of Zfa of each format (`$` its two bits beside the five of funct7), which no assembler of Debian 12 knows.
const ZFA: [(&str, u32, &str, &str); 12] = [
    ("fminm.%", 0b00101, "2, $, fa0, fa0, fa1", "ieee.F.minimum"),
    ("fmaxm.%", 0b00101, "3, $, fa0, fa0, fa1", "ieee.F.maximum"),
    ("fleq.%", 0b10100, "4, $, t0, fa0, fa1", "ieee.F.le_quiet"),
    ("fltq.%", 0b10100, "5, $, t0, fa0, fa1", "ieee.F.lt_quiet"),
    ("fround.% rne", 0b01000, "0, $, fa0, fa0, f4", "ieee.F.round_to_integral"),
    ("fround.% rtz", 0b01000, "1, $, fa0, fa0, f4", "ieee.F.round_to_integral rm=rtz"),
    ("fround.% rdn", 0b01000, "2, $, fa0, fa0, f4", "ieee.F.round_to_integral rm=rdn"),
    ("fround.% rup", 0b01000, "3, $, fa0, fa0, f4", "ieee.F.round_to_integral rm=rup"),
    ("fround.% rmm", 0b01000, "4, $, fa0, fa0, f4", "ieee.F.round_to_integral rm=rna"),
    ("froundnx.% rne", 0b01000, "0, $, fa0, fa0, f5", "ieee.F.round_to_integral exact"),
    ("froundnx.% rup", 0b01000, "3, $, fa0, fa0, f5", "ieee.F.round_to_integral rm=rup exact"),
    ("froundnx.% rmm", 0b01000, "4, $, fa0, fa0, f5", "ieee.F.round_to_integral rm=rna exact"),
];

/// Formats: letter, bits in funct7, name, the option of their registers.
const FORMATS: [(&str, u32, &str, &str); 3] =
    [("h", 2, "f16", " box=64"), ("s", 0, "f32", " box=64"), ("d", 1, "f64", "")];

/// An instruction, and the operation and options that it is.
pub(crate) struct Instruction {
    pub(crate) name: String,
    pub(crate) assembly: String,
    pub(crate) id: String,
    /// The one operand that it stands for, of a constant.
    pub(crate) only: Option<u64>,
}

impl Instruction {
    fn new(name: &str, text: &str, id: &str) -> Self {
        // The register that is not written is cleared.
        let clear = if text.contains("t0") { "\\nfmv.d.x fa0, zero" } else { "" };
        let [name, id] = [name, id].map(str::to_owned);
        Self { name, assembly: format!("{text}{clear}"), id, only: None }
    }

    pub(crate) fn is_integer(&self) -> bool {
        self.assembly.contains("t0")
    }
}

/// Those of Zfa.
pub(crate) fn zfa() -> Vec<Instruction> {
    let mut all = Vec::new();
    for (letter, bits, format, register) in FORMATS {
        for (name, function, fields, id) in ZFA {
            let fields = fields.replace('$', &(function << 2 | bits).to_string());
            let id = id.replace('F', format) + register;
            let text = format!(".insn r 0x53, {fields}");
            all.push(Instruction::new(&name.replace('%', letter), &text, &id));
        }
        all.extend((0..32).map(|number| Instruction {
            only: Some(number),
            ..Instruction::new(
                &format!("fli.{letter}"),
                &format!(".insn r 0x53, 0, {}, fa0, f{number}, f1", 0b11110 << 2 | bits),
                &format!("ieee.{format}.riscv_fli"),
            )
        }));
    }
    let modulo = ".insn r 0x53, 1, 0x61, t0, fa0, f8";
    all.push(Instruction::new("fcvtmod.w.d", modulo, "cvt.f64.i32 rm=rtz int=wrap exact"));
    all
}

/// Those of F, D and Zfh.
pub(crate) fn plain() -> Vec<Instruction> {
    let each = FORMATS.iter().flat_map(|(letter, _, name, register)| {
        EACH.iter().map(move |(text, id)| {
            let text = text.replace('%', letter);
            Instruction::new(&text, &text, &(id.replace('F', name) + register))
        })
    });
    each.chain(CONVERSIONS.iter().map(|(text, id)| Instruction::new(text, text, id))).collect()
}
