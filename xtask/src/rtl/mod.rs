//! `cargo xtask rtl`: the designs of `examples/rtl`, each without bugs and with each of its bugs, on every bench.

mod designs;
mod kit;
mod process;
mod report;
mod verdict;
mod ways;

use crate::run::{Failure, root};
use designs::{BROKEN, DESIGNS, Design, REFUSED};
use kit::Kit;
use report::{Row, Subject};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use verdict::Verdict;
use ways::{Job, Way};

const HELP: &str = "cargo xtask rtl [--short] [--record] [--way WAY] [DESIGN ...]
  --short    fewer designs, fewer cases of those without bugs, of the slow ways a part of the bugs
  --record   writes what was found into examples/rtl/found.csv and the table of docs/rtl.md
  --way WAY  memh, dpi, cocotb-icarus or cocotb-verilator alone";

/// How it was asked for.
#[derive(Default)]
struct Asked {
    short: bool,
    record: bool,
    ways: Vec<Way>,
    designs: Vec<String>,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let asked = asked(arguments)?;
    if let Some(why) = kit::missing(&asked.ways) {
        return Err(Failure::Missing(why));
    }
    let kit = Kit::ready(&asked.ways, asked.short)?;
    let designs: Vec<&Design> = DESIGNS.iter().filter(|design| asked.takes(design)).collect();
    let (mut tasks, mut left_out) = (Vec::new(), 0);
    for design in designs.iter().copied().chain([&BROKEN]) {
        let cases = kit.generate(design)?;
        let (own, others) = planned(design, &asked, cases)?;
        tasks.extend(own);
        left_out += others;
    }
    let begun = Instant::now();
    let rows = all(&kit, &tasks);
    report::written(&kit.folder.join("results.csv"), &rows)?;
    print!("{}", report::table(&rows));
    eprintln!(
        "{} runs in {} s; results and waveforms lie in {}",
        rows.len(),
        begun.elapsed().as_secs(),
        kit.folder.display()
    );
    if asked.record {
        report::record(&rows)?;
    }
    let wrong: Vec<String> = rows.iter().filter_map(Row::wrong).collect();
    if !wrong.is_empty() {
        return Err(Failure::Steps(format!("RTL FAIL\n{}", wrong.join("\n"))));
    }
    println!("RTL PASS designs={} runs={} left_out={left_out}", designs.len(), rows.len());
    Ok(())
}

/// Why the benches cannot run here, in words.
pub(crate) fn missing() -> Option<String> {
    kit::missing(&Way::ALL)
}

fn asked(arguments: &[String]) -> Result<Asked, Failure> {
    let mut asked = Asked::default();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--short" => asked.short = true,
            "--record" => asked.record = true,
            "--way" => {
                let name = arguments.next().map_or("", String::as_str);
                let way = Way::ALL.into_iter().find(|way| way.name() == name);
                asked
                    .ways
                    .push(way.ok_or_else(|| Failure::Usage(format!("no way `{name}`\n{HELP}")))?);
            }
            name if DESIGNS.iter().any(|design| design.name == name) => {
                asked.designs.push(name.to_owned());
            }
            other => {
                let names = DESIGNS.map(|design| design.name).join(", ");
                return Err(Failure::Usage(format!("no design `{other}`; right: {names}\n{HELP}")));
            }
        }
    }
    if asked.record && asked.short {
        return Err(Failure::Usage("--record wants no --short".to_owned()));
    }
    if asked.ways.is_empty() {
        asked.ways = Way::ALL.to_vec();
    }
    Ok(asked)
}

impl Asked {
    fn takes(&self, design: &Design) -> bool {
        let named = self.designs.iter().any(|name| name == design.name);
        named || (self.designs.is_empty() && (!self.short || design.short.is_some()))
    }

    /// Whether this is run. cocotb in Verilator is there for the bench, not for the bugs: one of each design. The short form leaves
    /// out bugs that were found late, and most of what must be compiled.
    fn tries(&self, way: Way, subject: &Subject, early: bool) -> bool {
        let few =
            matches!(subject, Subject::Clean | Subject::Bug(1, _) | Subject::Broken("DIES", _));
        match way {
            Way::Verilator if self.short => false,
            Way::Verilator => few,
            Way::Memh => !self.short || early,
            Way::Icarus => !self.short || few,
            Way::Dpi if self.short => {
                *subject == Subject::Clean || matches!(subject, Subject::Broken("DIES", _))
            }
            Way::Dpi => true,
        }
    }
}

/// A run that is to come: what, and what it must come to.
struct Task<'a> {
    job: Job<'a>,
    subject: Subject,
}

/// What is run of a design, and how many runs are left out.
fn planned<'a>(
    design: &'a Design,
    asked: &Asked,
    cases: u64,
) -> Result<(Vec<Task<'a>>, usize), Failure> {
    let mut subjects = Vec::new();
    if design.name == BROKEN.name {
        subjects.extend(REFUSED.map(|(define, words)| Subject::Broken(define, words)));
    } else {
        subjects.push(Subject::Clean);
        let bugs = designs::bugs(design)?;
        subjects.extend(bugs.into_iter().map(|(number, words)| Subject::Bug(number, words)));
    }
    let late = report::found()?;
    let early = |subject: &Subject| {
        let mut kept =
            late.iter().filter(|found| found.0 == design.name && found.1 == subject.name());
        !matches!(subject, Subject::Bug(..))
            || kept.all(|found| found.2 <= 2 * design.short.unwrap_or(0))
    };
    let mut tasks = Vec::new();
    for &way in &asked.ways {
        for subject in &subjects {
            if asked.tries(way, subject, early(subject)) {
                let most =
                    (asked.short && *subject == Subject::Clean).then_some(design.short).flatten();
                let job = Job { design, way, define: subject.define(), cases, most };
                tasks.push(Task { job, subject: subject.clone() });
            }
        }
    }
    let left_out = asked.ways.len() * subjects.len() - tasks.len();
    Ok((tasks, left_out))
}

/// Runs all, as many at a time as the machine has processors.
fn all(kit: &Kit, tasks: &[Task<'_>]) -> Vec<Row> {
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((place, task)) = {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    tasks.get(place).map(|task| (place, task))
                } {
                    let row = one(kit, task);
                    eprintln!("{row}");
                    if let Ok(mut rows) = rows.lock() {
                        rows.push((place, row));
                    }
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap_or_default();
    rows.sort_by_key(|(place, _)| *place);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn one(kit: &Kit, Task { job, subject }: &Task<'_>) -> Row {
    let name = format!("{}-{}", job.way.name(), subject.name());
    let folder = kit.folder.join(job.design.name).join(name.replace('_', "").to_lowercase());
    let _ = std::fs::remove_dir_all(&folder);
    let mut row = Row {
        design: job.design.name,
        way: job.way,
        subject: subject.clone(),
        verdict: Verdict::Broken("no folder".to_owned()),
        seconds: 0.0,
        waveform: None,
    };
    if let Err(e) = std::fs::create_dir_all(&folder) {
        row.verdict = Verdict::Broken(format!("{}: {e}", folder.display()));
        return row;
    }
    row.verdict = match job.build(kit, &folder) {
        Err(verdict) => verdict,
        Ok(()) => {
            let begun = Instant::now();
            let mut verdict = job.run(kit, &folder, &[]);
            row.seconds = begun.elapsed().as_secs_f64();
            if *subject == Subject::Clean
                && let Err(took) = job.refuses(kit, &folder)
            {
                verdict = took;
            }
            verdict
        }
    };
    if let (Subject::Bug(..), Verdict::Found { case, time, .. }) = (subject, &row.verdict) {
        row.waveform = waveform(kit, job, &folder, *case, *time);
    }
    row
}

/// The same run once more with a waveform of what led to its first finding.
fn waveform(
    kit: &Kit,
    job: &Job<'_>,
    folder: &Path,
    case: u64,
    time: Option<u64>,
) -> Option<PathBuf> {
    let path = folder.join("first.vcd");
    let when = match job.way {
        Way::Memh | Way::Dpi => format!("+until={case}"),
        Way::Icarus => format!("+from={}", time?.saturating_sub(400)),
        Way::Verilator => return None,
    };
    let again = job.run(kit, folder, &[format!("+vcd={}", path.display()), when]);
    let same = matches!(again, Verdict::Found { case: other, .. } if other == case);
    let text = std::fs::read_to_string(&path).ok()?;
    let relative = path.strip_prefix(root()).map(Path::to_path_buf).unwrap_or(path);
    (same && text.contains("$enddefinitions") && text.contains("\n#")).then_some(relative)
}
