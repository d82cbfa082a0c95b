//! Operations by words: over ids, other names of their formats, instructions, summaries and options.

use super::formats::{BLOCKS, general, ocp, others, own};
use super::instructions::{Instruction, instructions};
use crate::registry::Op;

/// What was found.
#[derive(Clone, Copy, Debug)]
pub enum Hit {
    /// An operation.
    Op(&'static Op),
    /// An instruction, whose operation has options.
    Instruction(&'static Instruction),
}

/// Words of users, and those of ids and summaries for them.
const SYNONYMS: [(&str, &[&str]); 38] = [
    ("mac", &["fma", "sum", "dot"]),
    ("multiply", &["mul", "fma", "dot"]),
    ("accumulate", &["fma", "dot"]),
    ("accumulation", &["fma", "dot"]),
    ("fused", &["fma"]),
    ("multiplication", &["mul"]),
    ("addition", &["add"]),
    ("subtract", &["sub"]),
    ("divide", &["div"]),
    ("division", &["div"]),
    ("convert", &["cvt"]),
    ("conversion", &["cvt"]),
    ("cast", &["cvt"]),
    ("stoch", &["sr"]),
    ("stochastic", &["sr"]),
    ("reciprocal", &["recip", "rcp"]),
    ("rcp", &["recip"]),
    ("minimum", &["min"]),
    ("maximum", &["max"]),
    ("roundeven", &["round_to_integral"]),
    ("rint", &["round_to_integral"]),
    ("matmul", &["mma", "dot", "mfma", "mmul"]),
    ("gemm", &["mma", "dot", "mfma"]),
    ("rem", &["remainder", "fmod"]),
    ("exponential", &["exp"]),
    ("logarithm", &["log"]),
    ("requantize", &["quantize"]),
    ("nvfp4", &["nvf4"]),
    ("fp8", &["e4m3", "e5m2"]),
    ("fp6", &["e3m2", "e2m3"]),
    ("fp4", &["e2m1"]),
    ("b200", &["blackwell"]),
    ("v100", &["volta"]),
    ("h100", &["hopper"]),
    ("a100", &["ampere"]),
    ("mi300", &["cdna3"]),
    ("riscv", &["riscv"]),
    ("softmax", &["softmax", "exp"]),
];

/// How well a word fits a part of an id.
fn of_part(word: &str, part: &str) -> u32 {
    match () {
        () if word == part || part.contains('_') && part.replace('_', "") == word => 40,
        () if part.split('_').any(|piece| piece == word) => 30,
        () if part.starts_with(word) && word.len() > 1 => 20,
        () if part.contains(word) && word.len() > 2 => 10,
        // A letter too many, too few or another one.
        () if word.len() > 4 && strsim::damerau_levenshtein(word, part) == 1 => 9,
        () => 0,
    }
}

/// How well a word fits an operation; nothing where it does not.
fn of_op(word: &str, op: &Op) -> u32 {
    let system = op.id.split('.').next().unwrap_or_default();
    let own_name = own(word);
    let in_id = op.id.split(['.', ':', '=']).map(|part| {
        let long = general(system, part);
        let block = |name: &str| BLOCKS.iter().any(|(own, of)| *own == word && *of == name);
        let names = |name: &str| {
            name == word
                || own_name.as_deref() == Some(name)
                || ocp(word) == Some(name)
                || system == "mx" && block(name)
        };
        match names(part) || long.is_some_and(names) || others(part).contains(&word) {
            true => 40,
            false => of_part(word, part),
        }
    });
    let summary = op.summary.to_lowercase();
    let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|own| own == word);
    let in_options = op.options.iter().any(|spec| spec.row.name == word);
    let beside = match () {
        () if words(&summary) => 8,
        () if in_options => 6,
        () if summary.contains(word) && word.len() > 2 => 4,
        () => 0,
    };
    let of_system = if word == system { 45 } else { 0 };
    in_id.max().unwrap_or(0).max(beside).max(of_system)
}

/// How well a word fits an instruction.
fn of_instruction(word: &str, row: &Instruction) -> u32 {
    match () {
        () if row.name == word => 60,
        () if row.name.split(['.', '_']).any(|part| part == word) => 30,
        () if row.name.starts_with(word) && word.len() > 2 => 25,
        () if row.name.contains(word) && word.len() > 3 => 12,
        () if row.set.to_lowercase().split_whitespace().any(|part| part == word) => 10,
        () => 0,
    }
}

/// The best fit of a word or what it stands for; a synonym is a little less.
fn best(word: &str, fits: impl Fn(&str) -> u32) -> u32 {
    let synonyms = SYNONYMS.iter().filter(|(own, _)| *own == word).flat_map(|(_, all)| *all);
    let other = synonyms.map(|other| fits(other).saturating_sub(3)).max();
    fits(word).max(other.unwrap_or(0))
}

/// Systems whose operations are searched for by users of any machine; others come after them.
const GENERAL: [&str; 8] = ["ieee", "cvt", "elem", "mx", "sum", "sr", "fp8", "silicon"];

/// The operations and instructions that all of these words fit, the best first; where there is none, those that most of them fit.
/// Wildcards count as blanks.
///
/// ```
/// use vectors::registry::names::{Hit, search};
/// let found = search(&["fma", "float32"], vectors::operations().all());
/// assert!(matches!(found[0], Hit::Op(op) if op.id == "ieee.f32.fma"));
/// assert!(search(&["no such word"], vectors::operations().all()).is_empty());
/// ```
#[must_use]
pub fn search(words: &[&str], among: impl Iterator<Item = &'static Op>) -> Vec<Hit> {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let words: Vec<&str> = lower
        .iter()
        .flat_map(|word| word.split(|c: char| c.is_whitespace() || "*?,.".contains(c)))
        .filter(|word| !word.is_empty())
        .collect();
    let whole: Vec<&str> = lower.iter().map(String::as_str).collect();
    let ops = among.map(Hit::Op).chain(instructions().iter().map(Hit::Instruction));
    let mut scored: Vec<(u32, u32, usize, Hit)> = Vec::new();
    for hit in ops {
        let fit = |word: &str| match hit {
            Hit::Op(op) => best(word, |word| of_op(word, op)),
            Hit::Instruction(row) => of_instruction(word, row),
        };
        let fits: Vec<u32> = words.iter().map(|word| fit(word)).collect();
        let count = fits.iter().filter(|fit| **fit > 0).count() as u32;
        let exact = match hit {
            Hit::Instruction(row) if whole[..] == [row.name] => 100,
            _ => 0,
        };
        let (length, general) = match hit {
            Hit::Op(op) => (op.id.len(), GENERAL.contains(&op.id.split('.').next().unwrap_or(""))),
            Hit::Instruction(row) => (row.name.len(), true),
        };
        if count > 0 || exact > 0 {
            // Of what fits as well the formats that most are asked for.
            let usual = matches!(hit, Hit::Op(op) if op.id.split('.').any(|part| part == "f32"));
            let sum = fits.iter().sum::<u32>() + exact + 3 * u32::from(general) + u32::from(usual);
            scored.push((count.max(exact), sum, length, hit));
        }
    }
    let most = words.len() as u32;
    if scored.iter().any(|(count, ..)| *count >= most) {
        scored.retain(|(count, ..)| *count >= most);
    } else {
        scored.retain(|(count, ..)| 2 * count > most);
    }
    scored.sort_by_key(|(count, sum, length, _)| (std::cmp::Reverse((*count, *sum)), *length));
    scored.into_iter().map(|(.., hit)| hit).collect()
}
