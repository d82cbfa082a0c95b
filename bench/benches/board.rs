//! Whole-board steps of MN-Core 2 a second, on one thread and on all cores, beside plain copies and the scalar forms in the
//! same run; a mixed program; a program of one MAB; statements parsed a second. Measured by criterion.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rayon::ThreadPoolBuilder;
use seeded::{Draw, Random};
use semantics::mncore2::isa::{Bank, Levels};
use semantics::mncore2::{Board, Store, text};
use softfloat::mncore2::{Profile, Single, vector};

/// Steps of a program that is measured.
const STEPS: usize = 64;

/// Numbers in LM0 and LM1 become blocks in GRF0 and the matrix register.
const PREPARE: &str = "\
hbfn/9 $llm0v $llr0v
hbfn/9 $llm16v $llr16v
nop
hmwrite $llr0v $llx0
nop
hmwrite $llr16v $llx8
hbfe/9 $llm32v $lls0v
nop
";

/// Name, step.
const CASES: [(&str, &str); 16] = [
    ("fvfma", "fvfma $lm64v $ln64v $lr0v $ls64v\n"),
    ("hvfma", "hvfma $lm0v $lm0v $lln64v $lls64v\n"),
    ("hvfmar", "hvfmar $lm0v $lm0v $lln64v $ls64v\n"),
    ("hmfma", "hmfma $lx $ls0v $lln64v $llr64v\n"),
    ("gmfma", "gmfma $lx $ls0v $ln64v $lr64v\n"),
    ("fmfma", "fmfma $lx $ls0v $ln64v $lr64v\n"),
    ("dmfmau", "dmfmau $lx $ls0v $ln64v $lr64v\n"),
    ("dvfmau", "dvfmau $lm64v $ln64v $lr0v $ls64v\n"),
    ("lpassa", "lpassa $lm64v $ls64v\n"),
    ("iadd", "iadd $ln64v $lm64v $lr64v\n"),
    ("nop", "nop\n"),
    ("hmread", "hmread $llx0 $lln64v\n"),
    ("hmwrite", "hmwrite $llr0v $llx0\n"),
    ("l1bmrffadd", "l1bmrffadd $lm64v $lb0\n"),
    ("l2bmb", "l2bmb $lc0x40 $lb0x10\n"),
    ("fvfma, iadd", "fvfma $lm64v $ln64v $lr0v $ls64v; iadd $ln64v $lm64v $lr64v\n"),
];

/// A program of many kinds of steps; steps in which nothing happens stand where the next reads what was written.
const PROGRAM: &str = "\
fvfma $lm64v $ln64v $lr0v $ls64v
nop
hmfma $lx $ls0v $lln64v $llr64v
lpassa $lm64v $ls64v
nop
iadd $ln64v $lm64v $lr64v
nop
fvfma $lm64v $ln64v $lr0v $ls64v; iadd $ln64v $lm64v $lr64v
hmread $llx0 $lln64v
nop
l1bmrffadd $lm64v $lb0
nop
l2bmb $lc0x40 $lb0x10
nop
dvfmau $lm64v $ln64v $lr0v $ls64v
nop
imm f\"1.5\" $lr0v/1000
nop
hvfma $lm0v $lm0v $lln64v $lls64v
nop
";

/// Statements of all kinds, each of which can follow each other.
const MIXED: [&str; 10] = [
    "fvfma $lm0v $ln0v -$lr0v $ls0v\n",
    "hmfma $lx $lm0v $lr0ve $llr8v\n",
    "lpassa $llm[0,8,4,12] $lls0v/$llimr3 $t\n",
    "imm f\"1.5\" $lr0v/1000\n",
    "mvp/n1024i01 $d0x100@1 $lc0x40@2.1\n",
    "l2bmb@3/1 $lc0x40 $lb0x10\n",
    "l1bmrffaddr $llr0v $lb0\n",
    "dvfmau $lm0v4j1 $ln16v $t $nowrite; isub $subpeid $aluf $omr1\n",
    "maskrst 3\n",
    "nop/4\n",
];

/// A board whose memories hold finite numbers: halves in the first 32 long words of LM0, then
/// singles in LM0 and LM1.
fn board() -> Board {
    let mut board = Board::new();
    let mut random = Random::new(0x1234_5678_9abc_def0);
    let mut next = || random.next();
    for place in Store::Bank(Bank::Lm0).places(&Levels::default()) {
        let mut words = [[0; 64]; 2];
        for (i, word) in words.iter_mut().flatten().enumerate() {
            *word = if i < 32 {
                next() & 0x8fff_8fff_8fff_8fff | 0x3000_3000_3000_3000
            } else {
                next() & 0x83ff_ffff_83ff_ffff | 0x3c00_0000_3c00_0000
            };
        }
        for (bank, words) in [Bank::Lm0, Bank::Lm1].into_iter().zip(words) {
            board.write_words(place, Store::Bank(bank), 0, &words).expect("words of every PE");
        }
    }
    let prepare = text::parse(PREPARE).expect("statements");
    board.run(&prepare, &mut std::io::sink()).expect("nothing to write");
    board
}

fn steps(criterion: &mut Criterion) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut threads = vec![1, cores];
    threads.dedup();
    for (name, step) in CASES {
        let mut board = board();
        let program = text::parse(&step.repeat(STEPS)).expect("a step");
        let mut group = criterion.benchmark_group(format!("board/{name}"));
        group.throughput(Throughput::Elements(STEPS as u64));
        for &threads in &threads {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            group.bench_function(BenchmarkId::new("threads", threads), |bencher| {
                pool.install(|| {
                    bencher.iter(|| board.run(&program, &mut std::io::sink()).expect("steps"));
                });
            });
        }
    }
}

/// The kinds of steps in turn; all L1Bs differ.
fn program(criterion: &mut Criterion) {
    let mut board = board();
    let program = text::parse(&PROGRAM.repeat(100)).expect("steps");
    let mut group = criterion.benchmark_group("board/program");
    group.throughput(Throughput::Elements(100 * PROGRAM.lines().count() as u64));
    group.bench_function("mixed", |bencher| {
        bencher.iter(|| board.run(&program, &mut std::io::sink()).expect("steps"));
    });
}

/// A step of a board of which one MAB holds something, and of one whose L1Bs all differ.
fn one_mab(criterion: &mut Criterion) {
    let mut one = Board::new();
    let place = Store::Bank(Bank::Lm0).places(&Levels::default()).next().expect("a PE");
    one.write_words(place, Store::Bank(Bank::Lm0), 64, &[0x3f80_0000_4000_0000]).expect("a word");
    let program = text::parse(&CASES[0].1.repeat(STEPS)).expect("a step");
    let mut group = criterion.benchmark_group("board/fvfma of");
    group.throughput(Throughput::Elements(STEPS as u64));
    for (name, mut board) in [("one MAB", one), ("all MABs", board())] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| board.run(&program, &mut std::io::sink()).expect("steps"));
        });
    }
}

/// What a whole-board step of `fvfma` is on one thread without a board: its operands copied, and its results by the scalar form.
fn yardsticks(criterion: &mut Criterion) {
    const WORDS: usize = 4096 * 4;
    let mut random = Random::new(0x0fed_cba9_8765_4321);
    let operands: [Vec<u64>; 3] = std::array::from_fn(|_| {
        (0..WORDS).map(|_| random.next() & 0x83ff_ffff_83ff_ffff | 0x3c00_0000_3c00_0000).collect()
    });
    let mut copies: [Vec<u64>; 4] = std::array::from_fn(|_| vec![0; WORDS]);
    let mut group = criterion.benchmark_group("yardstick/fvfma");
    group.throughput(Throughput::Elements(1));
    group.bench_function("copies of three operands and a result", |bencher| {
        bencher.iter(|| {
            for (copy, operand) in copies.iter_mut().zip(operands.iter().cycle()) {
                copy.copy_from_slice(operand);
            }
            std::hint::black_box(&mut copies);
        });
    });
    let scalar = |x: u64, y: u64, z: u64| {
        let [x, y, z] = [x, y, z].map(|code| code as u32);
        u64::from(vector::fma::<Single, Single>(&Profile::DECIDED, x, y, z).bits)
    };
    group.bench_function("scalar form", |bencher| {
        bencher.iter(|| {
            let [x, y, z] = &operands;
            for (((out, x), y), z) in copies[0].iter_mut().zip(x).zip(y).zip(z) {
                *out = scalar(x >> 32, y >> 32, z >> 32) << 32 | scalar(*x, *y, *z);
            }
            std::hint::black_box(&mut copies);
        });
    });
}

fn parse(criterion: &mut Criterion) {
    let source = MIXED.concat().repeat(10_000);
    let statements = source.lines().count();
    let mut group = criterion.benchmark_group("text");
    group.sample_size(10);
    group.throughput(Throughput::Elements(statements as u64));
    group.bench_function("parse", |bencher| {
        bencher.iter(|| text::parse(&source).expect("statements"));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = steps, program, one_mab, yardsticks, parse
}
criterion_main!(benches);
