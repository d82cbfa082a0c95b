//! RISC-V's own instructions under QEMU as the outside judge of the operations that stand for them: results, exceptions,
//! NaN boxes. The instructions are those of F, D, Zfh and, where QEMU has it (8.1 and later), Zfa; what QEMU 10.0 made of
//! Zfa's stands in `data/riscv-zfa.csv`, which `BLESS=1` writes from the answers of the QEMU at hand.

mod instructions;

use instructions::{Instruction, plain, zfa};
use seeded::{Kind, seed};
use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Options, Plan};

const COMPILER: &str = "riscv64-linux-gnu-gcc";
const EMULATOR: &str = "qemu-riscv64";

/// A code in a register of 64 bits: numbers that are narrower are boxed.
fn in_register(code: u64, width: u32, float: bool) -> u64 {
    if float && width < 64 { code | u64::MAX << width } else { code }
}

/// The cases of an operation, and what the registry says of each, as registers.
struct Asked {
    plan: Plan,
    operands: Vec<Vec<u64>>,
    records: Vec<[u64; 4]>,
    answers: Vec<[u64; 2]>,
}

/// The plan of an operation with options, as a line names it.
fn plan(id: &str) -> Plan {
    let mut words = id.split(' ');
    let op = vectors::operations().find(words.next().expect("an id")).expect("an operation");
    op.plan(&op.parse_options(words).expect("its options"))
}

/// A result as a register has it.
fn result(plan: &Plan, x: &[u64]) -> [u64; 2] {
    let outcome = plan.run(x);
    let format = plan.result().format;
    let out = in_register(outcome.out()[0], format.width, !format.is_fixed());
    [out, outcome.flag.unwrap_or_default().into()]
}

/// What one of QEMU's answers is: RISC-V extends words of 32 bits by their sign; the low ones are the result.
fn narrowed(instruction: &Instruction, plan: &Plan, answer: &[u64]) -> [u64; 2] {
    let mask = u64::MAX >> (64 - plan.result().format.width);
    [if instruction.is_integer() { answer[0] & mask } else { answer[0] }, answer[1]]
}

fn asked(number: usize, instruction: &Instruction) -> Asked {
    let plan = plan(&instruction.id);
    let mut all = Asked { plan, operands: Vec::new(), records: Vec::new(), answers: Vec::new() };
    for cover in [Cover::Corner, Cover::Random] {
        let request = Request {
            options: Some(all.plan.options),
            count: Kind::Code.cases() / 8,
            seed: seed(),
            ..Request::new(vec![all.plan.op], cover)
        };
        let set = Set::new(&request).expect("a set");
        set.for_each(0..set.len().min(4 * Kind::Code.cases() / 8), |plan, x| {
            if instruction.only.is_some_and(|only| only != x[0] || cover == Cover::Random) {
                return;
            }
            let mut record = [number as u64, 0, 0, 0];
            for ((own, shape), code) in record[1..].iter_mut().zip(&plan.operands).zip(x) {
                *own = in_register(*code, shape.format.width, !shape.format.is_fixed());
            }
            all.operands.push(x.to_vec());
            all.records.push(record);
            all.answers.push(result(plan, x));
        });
    }
    all
}

/// Writes the program with these instructions and makes it: where it stands.
fn program(folder: &Path, instructions: &[Instruction]) -> String {
    let cases: String =
        instructions.iter().enumerate().fold(String::new(), |mut all, (i, instruction)| {
            let _ = write!(all, "CASE({i}, \"{}\") ", instruction.assembly);
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

/// Why QEMU can't be asked.
fn missing(part: &str) -> bool {
    let missing = [COMPILER, EMULATOR].into_iter().find(|tool| !needs::has(tool));
    if let Some(tool) = missing {
        needs::skip_part(part, tool);
    }
    missing.is_some()
}

/// QEMU's processor with these extensions, given these records; `None` where it knows no such extension.
fn answers(cpu: &str, folder: &Path, program: &str, all: &[Asked]) -> Option<Vec<[u64; 2]>> {
    let words = all.iter().flat_map(|asked| asked.records.iter().flatten());
    let input = folder.join("records");
    fs::write(&input, words.flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>())
        .expect("records are written");
    let mut run = Command::new(EMULATOR);
    run.args(["-cpu", cpu, program]).stdin(File::open(&input).expect("records"));
    let ran = needs::output(&mut run);
    let said = String::from_utf8_lossy(&ran.stderr);
    if said.contains("Property") && said.contains("not found") {
        return None;
    }
    assert!(ran.status.success(), "{said}");
    let word = |at: &[u8]| u64::from_le_bytes(at.try_into().expect("eight bytes"));
    Some(ran.stdout.chunks_exact(16).map(|b| [word(&b[..8]), word(&b[8..])]).collect())
}

/// Puts the instructions' cases to QEMU; each answer with its instruction, operands and plan goes to `told`.
fn judge(
    cpu: &str,
    instructions: &[Instruction],
    mut told: impl FnMut(&Instruction, &Plan, &[u64], [u64; 2]),
) -> bool {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("riscv").join(cpu);
    fs::create_dir_all(&folder).expect("a folder");
    let program = program(&folder, instructions);
    let all: Vec<Asked> = instructions.iter().enumerate().map(|(i, one)| asked(i, one)).collect();
    let Some(answers) = answers(cpu, &folder, &program, &all) else { return false };
    assert_eq!(answers.len(), all.iter().map(|asked| asked.records.len()).sum::<usize>());
    let mut answers = answers.iter();
    for (one, asked) in instructions.iter().zip(&all) {
        assert!(!asked.operands.is_empty(), "{}: cases", one.name);
        for (x, ours) in asked.operands.iter().zip(&asked.answers) {
            let theirs = answers.next().expect("an answer to each record");
            let theirs = narrowed(one, &asked.plan, theirs);
            let (name, id) = (&one.name, &one.id);
            assert_eq!(theirs, *ours, "{name} {x:x?}: QEMU, {id}, seed {}", seed());
            told(one, &asked.plan, x, theirs);
        }
    }
    true
}

#[test]
fn instructions_as_qemu_has_them() {
    const PART: &str = "riscv: instructions_as_qemu_has_them";
    if missing(PART) {
        return;
    }
    let mut count = 0;
    assert!(judge("rv64,Zfh=true", &plain(), |_, _, _, _| count += 1), "Zfh");
    println!("{count} cases of F, D and Zfh");
}

const OBSERVED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/riscv-zfa.csv");

#[test]
fn zfa_as_qemu_has_it() {
    const PART: &str = "riscv: zfa_as_qemu_has_it";
    const KEPT: usize = 48;
    if missing(PART) {
        return;
    }
    let instructions = zfa();
    let mut cases: Vec<Vec<String>> = vec![Vec::new(); instructions.len()];
    let known = judge("rv64,Zfh=true,zfa=true", &instructions, |one, _, x, [result, flags]| {
        let at = instructions.iter().position(|i| std::ptr::eq(i, one)).expect("one of them");
        let hex: Vec<String> = x.iter().map(|code| format!("{code:x}")).collect();
        let x = hex.join(" ");
        cases[at].push(format!("{},{},{x},{result:x},{flags:x}\n", one.name, one.id));
    });
    if !known {
        // Debian 12 has none that does: there what QEMU 10.0 answered is the judge.
        println!("no Zfa in the QEMU at hand, which 8.1 and later have; its kept answers stand in");
        return;
    }
    println!("{} cases of Zfa", cases.iter().map(Vec::len).sum::<usize>());
    if std::env::var_os("BLESS").is_some() {
        let version = needs::output(Command::new(EMULATOR).arg("--version"));
        let version = String::from_utf8_lossy(&version.stdout);
        let version = version.lines().next().unwrap_or_default().replace(" version", "");
        let mut file = format!(
            "# What {version} makes of instructions of RISC-V's Zfa.\ninstruction,id,operands,result,flags\n"
        );
        for own in &cases {
            let step = own.len().div_ceil(KEPT).max(1);
            file.extend(own.iter().step_by(step).map(String::as_str));
        }
        fs::write(OBSERVED, file).expect("observations are written");
    }
}

/// What a QEMU with Zfa answered, wherever this runs.
#[test]
fn zfa_as_it_was_observed() {
    let rows = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(OBSERVED);
    let hex = |text: &str| u64::from_str_radix(text, 16).expect("hex digits");
    let mut names = std::collections::BTreeSet::new();
    for row in rows.expect("the observations").records() {
        let row = row.expect("a row");
        let x: Vec<u64> = row[2].split(' ').map(hex).collect();
        assert_eq!(result(&plan(&row[1]), &x), [hex(&row[3]), hex(&row[4])], "{row:?}");
        names.insert(row[0].to_owned());
    }
    // Of each format the twelve of the table and FLI; FCVTMOD.
    assert_eq!(names.len(), 3 * 13 + 1, "{names:?}");
}
