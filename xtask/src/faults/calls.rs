//! The commands that write, and how one is drawn.

use super::child::Files;
use super::draw::Random;
use super::kit::Kit;

/// What stands for the folder of outputs in a command's words.
pub(super) const HERE: &str = "{}";

/// A command.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) name: &'static str,
    /// `{}` stands before the names of what is written.
    pub(super) words: Vec<String>,
    /// What it works on in place.
    pub(super) before: Files,
    pub(super) resumes: bool,
    /// Whether the same call makes the same once more over what a disturbed run has left.
    pub(super) again: bool,
}

impl Call {
    /// Its words, with outputs in this folder.
    pub(super) fn with(&self, folder: &str) -> Vec<String> {
        self.words.iter().map(|word| word.replace(HERE, folder)).collect()
    }

    /// Whether it is told to write a file.
    pub(super) fn writes(&self) -> bool {
        self.words.iter().any(|word| word.contains(HERE))
    }

    /// Whether it makes the folder that it is to write into.
    pub(super) fn makes_folders(&self) -> bool {
        ["man", "probe", "diff --corpus", "diff --program"].contains(&self.name)
    }

    /// Its words with a device as its only output.
    pub(super) fn to_device(&self, device: &str) -> Option<Vec<String>> {
        let told = self.words.iter().filter(|word| word.contains(HERE)).count();
        let fits = told == 1
            && !self.resumes
            && self.before.is_empty()
            && !["gen npy", "gen memh", "merge npy", "man", "probe", "identify"]
                .contains(&self.name);
        let put = |word: &String| match word.find(HERE) {
            Some(at) => format!("{}{device}", &word[..at]),
            None => word.clone(),
        };
        fits.then(|| self.words.iter().map(put).collect())
    }
}

/// Commands as they are typed: IN stands before what is read, CASES for golden cases, GOLDEN for a folder of them, DUT for a
/// design that is right, BAD for one that is not.
const FIXED: [(&str, &str); 36] = [
    ("check", "check IN/add.csv --html {}r.html --junit {}r.xml --json {}r.json"),
    ("check", "check IN/wrong.csv --html {}r.html --junit {}r.xml --json {}r.json"),
    ("check", "check IN/wrong.csv --html {}r.html --max-report 100"),
    ("check", "check IN/mul.npy IN/s1.csv --json {}r.json"),
    ("cover", "cover IN/few.csv --html {}r.html --json {}r.json --sv {}r.sv"),
    ("cover", "cover IN/few.csv --holes 1000 --json {}r.json"),
    ("ulp", "ulp elem.f16.exp --count 200 --cover random --seed 3 --dut DUT --svg {}r.svg"),
    ("ulp", "ulp elem.f16.exp --count 200 --cover random --seed 3 --shard 1/2 --dut DUT"),
    (
        "diff",
        "diff ieee.f16.add --opt rm=rne --cover random --count 200 --seed 3 --dut DUT --html {}r.html --junit {}r.xml --json {}r.json",
    ),
    (
        "diff",
        "diff ieee.f16.add --opt rm=rne --cover random --count 200 --seed 3 --dut BAD --html {}r.html --junit {}r.xml --json {}r.json",
    ),
    (
        "diff --corpus",
        "diff ieee.f16.add --opt rm=rne --cover random --count 200 --seed 3 --dut BAD --corpus {}found",
    ),
    (
        "diff --program",
        "diff --program --system pod --count 10 --seed 3 --dut EMULATOR --corpus {}found",
    ),
    ("identify", "identify ieee.f16.mul IN/few.csv --opt rm=rne -o {}r.csv"),
    ("merge", "merge IN/s2.csv IN/s1.csv IN/s3.csv -o {}r.csv"),
    ("merge npy", "merge IN/t2.npy IN/t1.npy -o {}r.npy"),
    ("merge", "merge IN/s2.csv IN/s1.csv IN/s3.csv"),
    ("run", "run IN/program.vsm --dump {}r.dmp"),
    ("run", "run IN/program.vsm --save lmn0c0b0=r.npy"),
    ("trace", "trace IN/program.vsm -o {}r.txt"),
    ("trace", "trace IN/program.vsm --format json -o {}r.jsonl"),
    ("asm", "asm IN/program.vsm -o {}r.asm"),
    ("disasm", "disasm IN/program.asm -o {}r.vsm"),
    ("assemble3", "assemble3 IN/program.vsm -o {}r.asm"),
    ("fmt", "fmt IN/loose.vsm -o {}r.vsm"),
    ("fmt", "fmt {}loose.vsm"),
    ("lint", "lint --fix IN/loose.vsm -o {}r.vsm"),
    ("lint", "lint --fix {}loose.vsm"),
    ("steps", "steps IN/program.vsm --svg {}r.svg --html {}r.html"),
    ("layout", "layout lrn0c0b0m0:f --svg {}r.svg"),
    ("explain", "explain ieee.f16.add 3c00 0001 --svg {}r.svg"),
    ("probe", "probe -o {}probes"),
    ("man", "man {}pages"),
    ("conform", "conform GOLDEN --junit {}r.xml"),
    ("conform", "conform CASES --dut EMULATOR --junit {}r.xml"),
    (
        "gemm",
        "gemm --unit silicon.nvidia.hopper.mma.k16.f16.f16.f32 IN/a.npy IN/b.npy -o {}r.npy --html {}r.html",
    ),
    ("testfloat_gen", "testfloat_gen f16_add"),
];

/// Draws a command.
pub(super) fn draw(random: &mut Random, kit: &Kit) -> Call {
    if random.below(5) < 2 {
        return generate(random);
    }
    let (mut name, mut line) = random.one(&FIXED);
    // Some seconds each: it thinks, or brings a thousand files to the disk.
    while ["identify", "probe"].contains(&name) && random.once_in(2) {
        (name, line) = random.one(&FIXED);
    }
    let inputs = kit.inputs.to_string_lossy();
    let golden =
        kit.cases.parent().and_then(|pod| pod.parent()).map(|all| all.join("mncore2/manual"));
    let put = |word: &str| match word {
        "DUT" => "\"$ASSAY\" eval \"$ASSAY_OP\" $ASSAY_OPTIONS - --plain".to_owned(),
        "BAD" => "\"$ASSAY\" eval \"$ASSAY_OP\" $ASSAY_OPTIONS - --plain | sed -u 's/^[0-3]/4/'"
            .to_owned(),
        "EMULATOR" => "\"$ASSAY\" emulate --system pod".to_owned(),
        "CASES" => kit.cases.to_string_lossy().into_owned(),
        "GOLDEN" => golden.clone().unwrap_or_default().to_string_lossy().into_owned(),
        word => match word.strip_prefix("IN/") {
            Some(own) => format!("{inputs}/{own}"),
            // A memory's file has its name behind its place.
            None => word.replace("=r.npy", "={}r.npy"),
        },
    };
    let words: Vec<String> = line.split(' ').map(put).collect();
    let mut before = Files::new();
    if words.iter().any(|word| word == "{}loose.vsm") {
        let text = std::fs::read(kit.inputs.join("loose.vsm")).unwrap_or_default();
        before.insert("loose.vsm".to_owned(), text);
    }
    let again = !words.iter().any(|word| word == "--corpus");
    Call { name, words, before, resumes: false, again }
}

/// Draws a call of `gen`.
fn generate(random: &mut Random) -> Call {
    const FORMATS: [(&str, &str, &str, &str); 6] = [
        ("gen csv", "csv", "r.csv", "ieee.f16.add,ieee.f32.fma"),
        ("gen jsonl", "jsonl", "r.jsonl", "ieee.f32.div"),
        ("gen testfloat", "testfloat", "r.tv", "ieee.f32.mul rm=rtz"),
        ("gen fptest", "fptest", "r.fptest", "ieee.f32.add rm=rup"),
        ("gen memh", "memh", "r.memh", "ieee.f16.mul rm=rne"),
        ("gen npy", "npy", "r.npy", "ieee.f16.mul rm=rne"),
    ];
    let (mut name, format, file, op) = random.one(&FORMATS);
    let resumes = random.once_in(3);
    let most = if resumes { 300_000 } else { 40_000 };
    let (count, seed) = (1 + random.below(most), random.below(1 << 32));
    let cover = format!("--cover random --count {count} --seed {seed}");
    let threads = random.one(&["", " --threads 1", " --threads 3"]);
    let shard = random.one(&["", " --shard 2/3", " --shard 1/2"]);
    let to = match (resumes, random.below(5)) {
        (true, _) => format!(" -o {{}}{file} --resume"),
        (false, 0) if format != "npy" && format != "memh" => String::new(),
        (false, _) => format!(" -o {{}}{file}"),
    };
    if resumes {
        name = "gen --resume";
    }
    let line = format!("gen {op} --format {format} {cover}{threads}{shard}{to}");
    let words = line.split(' ').map(str::to_owned).collect();
    Call { name, words, before: Files::new(), resumes, again: true }
}
