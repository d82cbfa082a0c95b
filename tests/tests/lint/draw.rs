//! Random programs that crowd the boundaries: few addresses, many masks, short distances.

use seeded::{Draw, Random};
use semantics::mncore2::isa::Statement;
use semantics::mncore2::text::parse_line;

/// What a program is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// PE memories and masks.
    Pe,
    /// L2BM, L1BM, MV.
    Blocks,
    /// Both.
    All,
}

/// The lines of a seed.
pub(crate) fn lines(seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let about = *random.pick(&[About::Pe, About::Pe, About::Blocks, About::All]);
    let count = 2 + random.below(9);
    (0..count).map(|_| statement(&mut random, about)).collect()
}

/// The statements of a seed. The few lines that the language does not have are left out.
pub(crate) fn program(seed: u64) -> Vec<Statement> {
    lines(seed).iter().filter_map(|line| parse_line(line).ok().flatten()).collect()
}

fn statement(random: &mut Random, about: About) -> String {
    match random.below(12) {
        0..=1 => match *random.pick(&["nop", "nop", "nop/2", "nop/3", "mvnop"]) {
            "mvnop" if about == About::Pe => "noforward".to_owned(),
            nop => nop.to_owned(),
        },
        2 if about != About::Blocks => mask_setting(random),
        3 if about != About::Pe => mv(random),
        _ => step(random, about),
    }
}

fn step(random: &mut Random, about: About) -> String {
    let mut free: Vec<char> = vec!['m', 'n', 'r', 's'];
    let mut mask = Mask::draw(random);
    let mut exprs = Vec::new();
    let blocks = match about {
        About::Pe => false,
        About::Blocks => true,
        About::All => random.one_in(2),
    };
    if blocks {
        match random.below(6) {
            0..=2 => exprs.push(l2bm(random)),
            3..=4 => exprs.push(l1bm(random, &mut free, &mut mask)),
            _ => exprs.extend([l2bm(random), l1bm(random, &mut free, &mut mask)]),
        }
    }
    if !blocks || random.one_in(4) {
        exprs.push(alu(random, &mut free, &mut mask));
    }
    exprs.join("; ")
}

/// One mask for all destinations of a step that have one.
struct Mask {
    entry: Option<String>,
    wide: bool,
}

impl Mask {
    fn draw(random: &mut Random) -> Self {
        let wide = random.one_in(4);
        let ll = if wide { "ll" } else { "" };
        let patterns = ["1000", "0100", "0010", "0001", "1100", "0011", "0000", "1111", "1001"];
        let entry = match random.below(5) {
            0..=1 => Some(format!("{ll}{}", *random.pick(&patterns))),
            2 => Some(format!("${ll}imr{}", 1 + random.below(2))),
            _ => None,
        };
        Self { entry, wide }
    }

    /// With the suffix that a destination of this width needs.
    fn on(&self, random: &mut Random, width: &str) -> String {
        let Some(entry) = self.entry.as_ref().filter(|_| random.below(4) > 0) else {
            return String::new();
        };
        let fit = match (self.wide, width) {
            (true, "" | "l") => "t",
            (false, "ll") => "p",
            _ => "",
        };
        format!("/{entry}{fit}")
    }
}

fn mask_setting(random: &mut Random) -> String {
    if random.one_in(3) {
        return "mask 0".to_owned();
    }
    let letters: String =
        ["r", "s", "t", "m", "n", "k"].into_iter().filter(|_| random.one_in(2)).collect();
    let entry = *random.pick(&["1", "2", "17", "18", "20", "24", "16", "31"]);
    format!("mask{letters} {entry}")
}

/// Takes a memory of a step: no other operand has it.
fn take(random: &mut Random, free: &mut Vec<char>) -> Option<char> {
    if free.is_empty() {
        return None;
    }
    let index = random.below(free.len() as u64) as usize;
    Some(free.swap_remove(index))
}

/// `$lr0v`: within the first words, near the end, or in lists.
fn access(random: &mut Random, bank: char, width: &str) -> String {
    let words = [("", 1), ("l", 2), ("ll", 4)].iter().find(|w| w.0 == width).map_or(1, |w| w.1);
    let end = if matches!(bank, 'm' | 'n') { 4096 } else { 512 };
    let near = |random: &mut Random| match random.below(8) {
        0 => end - words * (1 + random.below(3)),
        _ => words * random.below(10 / words + 1),
    };
    let first = near(random);
    if bank == 'm' && random.one_in(5) {
        return format!("${width}mt{first}");
    }
    let run = match random.below(6) {
        0..=2 => format!("{first}v"),
        3 => format!("{first}v{}", words * random.below(4)),
        4 => format!("{first}"),
        _ => {
            let list: Vec<String> = (0..4).map(|_| near(random).to_string()).collect();
            format!("[{}]", list.join(","))
        }
    };
    format!("${width}{bank}{run}")
}

fn input(random: &mut Random, free: &mut Vec<char>) -> String {
    match random.below(6) {
        0 => (*random.pick(&["$t", "$lt", "$llt"])).to_owned(),
        1 => "$aluf".to_owned(),
        _ => match take(random, free) {
            Some(bank) => {
                let width = *random.pick(&["", "l", "l", "ll"]);
                access(random, bank, width)
            }
            None => "$aluf".to_owned(),
        },
    }
}

fn output(random: &mut Random, free: &mut Vec<char>, mask: &mut Mask) -> Option<String> {
    if random.one_in(6) {
        let width = *random.pick(&["", "ll"]);
        return Some(format!("${width}t{}", mask.on(random, width)));
    }
    let bank = take(random, free)?;
    let width = *random.pick(&["", "l", "l", "ll"]);
    if matches!(bank, 'm' | 'n') && random.one_in(4) && width != "ll" {
        return Some(format!("${width}{bank}b{}", mask.on(random, width)));
    }
    // Indirection is for reads too: `$lmt0` as output reads T.
    Some(access(random, bank, width) + &mask.on(random, width))
}

fn alu(random: &mut Random, free: &mut Vec<char>, mask: &mut Mask) -> String {
    let inputs = [input(random, free), input(random, free)];
    let mut outputs = Vec::new();
    if random.one_in(4) {
        let width = if mask.wide { "ll" } else { "l" };
        outputs.push(format!("$omr{}{}", 1 + random.below(2), mask.on(random, width)));
    }
    for _ in 0..=random.below(2) {
        let next = output(random, free, mask);
        // T once.
        outputs.extend(next.filter(|n| !outputs.iter().any(|o: &String| is_t(o) && is_t(n))));
    }
    if outputs.is_empty() {
        outputs.push("$nowrite".to_owned());
    }
    format!("lxor {} {}", inputs.join(" "), outputs.join(" "))
}

fn is_t(operand: &str) -> bool {
    operand.split('/').next().is_some_and(|o| o.ends_with('t'))
}

/// An address of L1BM near the others, a multiple of `unit`.
fn lb(random: &mut Random, unit: u64) -> u64 {
    let near = match random.below(10) {
        0 => 8192 - 64 + random.below(64),
        _ => random.below(160),
    };
    near / unit * unit
}

fn l1bm(random: &mut Random, free: &mut Vec<char>, mask: &mut Mask) -> String {
    let down = random.one_in(2);
    let (word, unit) = match (down, random.below(8)) {
        (true, 0..=2) => ("l1bmm $lb", 4),
        (true, 3) => ("l1bmm $llb", 8),
        (true, 4) => ("l1bmm4 $lb", 16),
        (true, 5) => ("l1bmp $lb", 1),
        (true, 6) => ("l1bmp $llb", 8),
        (true, _) => ("l1bmd+3 $lb", 64),
        (false, 0..=1) => ("l1bmm@3", 4),
        (false, 2) => ("l1bmm@0", 8),
        (false, 3) => ("l1bmrdfadd", 4),
        (false, 4) => ("l1bmr4dfadd", 16),
        (false, 5) => ("l1bmm4@1", 32),
        (false, 6) => ("l1bmm4@2", 16),
        (false, _) => ("l1bmd-1", 64),
    };
    let place = if random.one_in(10) { "i".to_owned() } else { lb(random, unit).to_string() };
    if down {
        let place = if word.starts_with("l1bmp") { lb(random, unit).to_string() } else { place };
        let wide = word.contains("$llb");
        let bank = take(random, free).unwrap_or('s');
        let width = if wide { "ll" } else { "l" };
        let to = access(random, bank, width) + &mask.on(random, width);
        return format!("{word}{place} {to}");
    }
    let wide = word == "l1bmm@0" || word == "l1bmm4@1";
    let bank = take(random, free).unwrap_or('s');
    let from = access(random, bank, if wide { "ll" } else { "l" });
    format!("{word} {from} {}{place}", if wide { "$llb" } else { "$lb" })
}

fn l2bm(random: &mut Random) -> String {
    let sets = ["", "@0", "@1", "@2/1", "@0/3", "@5/2", "@7"];
    let set = *random.pick(&sets);
    let lc = |random: &mut Random, unit: u64| random.below(8) * 64 / unit * unit;
    let (lb16, lb8) = (lb(random, 16), lb(random, 8));
    match random.below(12) {
        0..=1 => format!("l2bmb{set} $lc{} $lb{lb16}", lc(random, 16)),
        2 => format!("l2bmb2{set} $lc{} $lb{lb16}", lc(random, 64)),
        3 => format!("l2bmd{set} $lc{} $lb{lb8}", lc(random, 64)),
        4..=5 => format!("l2bm@{} $lb{lb16} $lc{}", random.below(3), lc(random, 16)),
        6 => format!("l2bmriadd{set} $lb{lb16} $lc{}", lc(random, 16)).replace("riadd", "rliadd"),
        7 => format!("l2bmr2dfadd $lb{lb16} $lc{}", lc(random, 64)),
        8 => format!("l2bmd $lb{lb8} $lc{}", lc(random, 64)),
        9 => format!("l2bmdars $lc{}@.{} $dar0", lc(random, 64), random.below(2)),
        _ => {
            let set = *random.pick(&["@0/0", "@1", "@0/6", "@1/4", "@3/2", "@2/1", "@0/3"]);
            format!("l2bmi{set} $lb{lb16} $lb{}", lb(random, 16))
        }
    }
}

fn mv(random: &mut Random) -> String {
    let (lc, size) = (64 * random.below(8), 64 * (1 + random.below(3)));
    match random.below(6) {
        0..=1 => format!("mvp/n{size} $lc{lc}@0.1 $p0@0"),
        2 => format!("mvd/n{size} $lc{lc} $p0@0"),
        3 => format!("mvrdfadd/n{size} $lc{lc} $p0@0"),
        4 => format!("mvr2dfadd/n{size} $lc{lc} $d0"),
        _ => format!("mvb/n{size} $p0@0 $lc{lc}"),
    }
}
