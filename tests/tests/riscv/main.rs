//! RISC-V's own instructions under QEMU as the outside judge of the operations that stand for them: results, exceptions,
//! NaN boxes. The instructions are those of F, D and Zfh; of Zfa there is no judge (QEMU 7.2 lacks it).
//!
//! `ASSAY_CASES` is the number of random cases of each instruction, `ASSAY_SEED` their seed.

use seeded::{cases, seed};
use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Options, Plan};

const COMPILER: &str = "riscv64-linux-gnu-gcc";
const EMULATOR: &str = "qemu-riscv64";

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

/// Conversions, whose operands are boxed before.
const CONVERSIONS: [(&str, &str); 10] = [
    ("fcvt.w.s t0, fa0, rtz", "cvt.f32.i32 rm=rtz exact"),
    ("fcvt.l.d t0, fa0, rne", "cvt.f64.i64 exact"),
    ("fcvt.lu.d t0, fa0, rup", "cvt.f64.u64 rm=rup exact"),
    ("fcvt.wu.h t0, fa0, rdn", "cvt.f16.u32 rm=rdn exact"),
    ("fcvt.d.s fa0, fa0", "cvt.f32.f64"),
    ("fcvt.s.d fa0, fa0", "cvt.f64.f32"),
    ("fcvt.h.s fa0, fa0", "cvt.f32.f16"),
    ("fcvt.s.h fa0, fa0", "cvt.f16.f32"),
    ("fcvt.h.d fa0, fa0, rdn", "cvt.f64.f16 rm=rdn"),
    ("fcvt.d.h fa0, fa0", "cvt.f16.f64"),
];

/// An instruction, and the operation and options that it is.
fn instructions() -> Vec<(String, String)> {
    let formats = [("h", "f16", " box=64"), ("s", "f32", " box=64"), ("d", "f64", "")];
    let each = formats.iter().flat_map(|(letter, name, register)| {
        EACH.iter()
            .map(move |(text, id)| (text.replace('%', letter), id.replace('F', name) + register))
    });
    let others = CONVERSIONS.iter().map(|(text, id)| ((*text).to_owned(), (*id).to_owned()));
    each.chain(others).collect()
}

/// An instruction as a string of the program; the register that is not written is cleared.
fn assembly(text: &str) -> String {
    if text.contains("t0") { format!("{text}\\nfmv.d.x fa0, zero") } else { text.to_owned() }
}

/// A code in a register of 64 bits: numbers that are narrower are boxed.
fn in_register(code: u64, width: u32, float: bool) -> u64 {
    if float && width < 64 { code | u64::MAX << width } else { code }
}

/// The cases of an operation, and what the registry says of each, as registers.
struct Asked {
    plan: Plan,
    records: Vec<[u64; 4]>,
    answers: Vec<[u64; 2]>,
}

fn asked(number: usize, id: &str) -> Asked {
    let mut words = id.split(' ');
    let op = vectors::operations().find(words.next().expect("an id")).expect("an operation");
    let options = op.parse_options(words).expect("its options");
    let plan = op.plan(&options);
    let (mut records, mut answers) = (Vec::new(), Vec::new());
    for cover in [Cover::Corner, Cover::Random] {
        let request = Request {
            options: Some(options),
            count: cases(1 << 11),
            seed: seed(),
            ..Request::new(vec![op], cover)
        };
        let set = Set::new(&request).expect("a set");
        set.for_each(0..set.len().min(4 * cases(1 << 11)), |plan, x| {
            let mut record = [number as u64, 0, 0, 0];
            for ((own, shape), code) in record[1..].iter_mut().zip(&plan.operands).zip(x) {
                *own = in_register(*code, shape.format.width, !shape.format.is_fixed());
            }
            let outcome = plan.run(x);
            let format = plan.result().format;
            let out = in_register(outcome.out()[0], format.width, !format.is_fixed());
            records.push(record);
            answers.push([out, outcome.flag.unwrap_or_default().into()]);
        });
    }
    Asked { plan, records, answers }
}

/// Writes the program with these instructions and makes it: where it stands.
fn program(folder: &Path, instructions: &[(String, String)]) -> String {
    let cases: String =
        instructions.iter().enumerate().fold(String::new(), |mut all, (i, (text, _))| {
            let _ = write!(all, "CASE({i}, \"{}\") ", assembly(text));
            all
        });
    let source = format!("#define INSTRUCTIONS {cases}\n{}", include_str!("program.c"));
    let (from, to) = (folder.join("program.c"), folder.join("program"));
    fs::write(&from, source).expect("the program is written");
    let mut compile = Command::new(COMPILER);
    compile.args(["-O1", "-march=rv64gc", "-mabi=lp64d", "-ffreestanding", "-nostdlib", "-static"]);
    let made = needs::output(compile.arg("-o").arg(&to).arg(&from));
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    to.display().to_string()
}

/// What LLVM, which makes FLI of constants, takes for the table.
#[test]
fn constants_as_llvm_has_them() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/riscv-fli.csv");
    let rows = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path);
    let mut count = 0;
    for row in rows.expect("the words").records() {
        let row = row.expect("a row");
        let hex = |at: usize| u64::from_str_radix(&row[at], 16).expect("hex digits");
        let number: u64 = row[1].parse().expect("a number");
        // FLI: rs1 in bits 15 to 19.
        assert_eq!(hex(3) >> 15 & 31, number, "{row:?}");
        let id = format!("ieee.{}.riscv_fli", &row[0]);
        let op = vectors::operations().find(&id).expect("an operation");
        assert_eq!(op.plan(&Options::NONE).run(&[number]).out(), [hex(2)], "{row:?}");
        count += 1;
    }
    assert_eq!(count, 2 * 32);
}

#[test]
fn instructions_as_qemu_has_them() {
    for tool in [COMPILER, EMULATOR] {
        if !needs::has(tool) {
            return needs::skip_part("riscv: instructions_as_qemu_has_them", tool);
        }
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("riscv");
    fs::create_dir_all(&folder).expect("a folder");
    let instructions = instructions();
    let program = program(&folder, &instructions);
    let all: Vec<Asked> =
        instructions.iter().enumerate().map(|(i, (_, id))| asked(i, id)).collect();
    let records: Vec<u8> = all
        .iter()
        .flat_map(|asked| asked.records.iter().flatten())
        .flat_map(|word| word.to_le_bytes())
        .collect();
    let input = folder.join("records");
    fs::write(&input, records).expect("records are written");
    let mut run = Command::new(EMULATOR);
    run.args(["-cpu", "rv64,Zfh=true", &program]).stdin(File::open(&input).expect("records"));
    let ran = needs::output(&mut run);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let words: Vec<u64> = ran
        .stdout
        .chunks_exact(8)
        .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
        .collect();
    let mut theirs = words.chunks_exact(2);
    for ((text, id), asked) in instructions.iter().zip(&all) {
        for (record, ours) in asked.records.iter().zip(&asked.answers) {
            let theirs = theirs.next().expect("an answer to each record");
            let integer = text.contains("t0");
            // RISC-V extends words of 32 bits by their sign; the low ones are the result.
            let mask = u64::MAX >> (64 - asked.plan.result().format.width);
            let result = if integer { theirs[0] & mask } else { theirs[0] };
            assert_eq!(
                [result, theirs[1]],
                *ours,
                "{text} {:x?}: QEMU on the left, {id} on the right, seed {}",
                &record[1..],
                seed()
            );
        }
    }
    assert!(theirs.next().is_none(), "no answer is left over");
    println!("{} cases of {} instructions", words.len() / 2, instructions.len());
}
