//! Whole-board steps of MN-Core 2 a second, on one thread and on all cores, and statements parsed a
//! second, measured by criterion.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rayon::ThreadPoolBuilder;
use seeded::{Draw, Random};
use semantics::mncore2::isa::{Bank, Levels};
use semantics::mncore2::{Board, Store, text};

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
    ("l1bmrffadd", "l1bmrffadd $lr64v $lb0\n"),
    ("l2bmb", "l2bmb $lc0x40 $lb0x10\n"),
    ("fvfma, iadd", "fvfma $lm64v $ln64v $lr0v $ls64v; iadd $ln64v $lm64v $lr64v\n"),
];

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
    let mut board = board();
    for (name, step) in CASES {
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
    targets = steps, parse
}
criterion_main!(benches);
