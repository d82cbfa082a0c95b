//! `assay diff`: a design as a child process against the model.

mod corpus;
mod program;

use crate::check::{Checked, Judging, KEPT, Reports};
use crate::design::{self, Child, time};
use crate::failure::Failure;
use crate::operation::{Chosen, Perhaps};
use crate::output::{self, Targets};
use crate::{Remarks, arguments, domain, progress};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vectors::check::Settings;
use vectors::diff::{self, Found, Limits, Questions};
use vectors::generate::{Request, Set};
use vectors::part::{Cover, Covers};
use vectors::waive::Kind;

/// Run a design against the model
///
/// Starts the design as a child of the shell. It reads a case a line, the operands in hex with a blank
/// between, and answers each with a line: the result in hex, and the flags as in testfloat lines; the
/// operands may stand before these. Variables tell it the operation (ASSAY_OP) and the options
/// (ASSAY_OPTIONS). A design that answers only at the end of its input is started for every 65,536 cases.
///
/// Prints what `assay check` prints of the answers, the simplest case that differs, and the cases
/// without an answer: the design ended, was silent, or said what cannot be read. It is started again
/// after that. Exits with 1 where anything is not as it should be, with 3 where no case was answered.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay diff ieee.f32.fma --dut ./design
  assay diff 'ieee.f16.*' --dut './design \"$ASSAY_OP\"' --seconds 60 --seed 7
  assay diff mncore2.mau.fvfma --opt neg=0 --dut ./design --cover corner --junit report.xml
  assay diff f32_mulAdd -rminMag --dut ./design --count 1000000
  assay diff --program --system mncore2 --dut ./emulator --seconds 600 --corpus found

TestFloat's function names are understood, and beside one TestFloat's options, as by `assay gen`.")]
pub(crate) struct Diff {
    /// Operations: ids and patterns with `*` and `?`, separated by commas
    #[arg(
        value_name = "OP[,OP...] [OPTION=VALUE[,VALUE...]]",
        required_unless_present = "program"
    )]
    ops: Vec<String>,
    /// The design is a whole emulator: it is asked random cases of a machine (docs/designs.md)
    #[arg(long, conflicts_with_all = [
        "ops", "cover", "options", "unspecified", "no_flags", "any_nan", "any_invalid_integer",
        "tolerance", "pieces", "waive", "junit", "html", "json",
    ])]
    program: bool,
    /// The machine of --program [default: mncore2]
    #[arg(long, value_name = "SYSTEM", requires = "program")]
    system: Option<String>,
    /// The design, a command of the shell
    #[arg(long, value_name = "COMMAND")]
    dut: String,
    /// How operands are chosen: corner, model (the goals of docs/coverage.md), random or exhaustive, several of them in a
    /// row, or all (corner,model,random)
    #[arg(long, value_name = "COVER,...", default_value = "corner,random")]
    cover: Covers,
    /// Random cases of each operation [default: 65536; of --program 1000; with --seconds, as many as there is time for]
    #[arg(long, value_name = "N", value_parser = arguments::number)]
    count: Option<u64>,
    /// Seed of the random cases [default: 0]
    #[arg(long, value_name = "S", value_parser = arguments::number)]
    seed: Option<u64>,
    /// Stop after so many seconds, shared by the operations
    #[arg(long, value_name = "T", value_parser = arguments::seconds)]
    seconds: Option<Duration>,
    /// Seconds that an answer may take
    #[arg(long, value_name = "T", default_value = "10", value_parser = arguments::seconds)]
    limit: Duration,
    /// Options of the operations that have them, of one or several values or `all` (repeatable; also
    /// without --opt behind the operations) [default: the plainest]
    #[arg(long = "opt", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    perhaps: Perhaps,
    /// Keep the simplest case that is answered wrong in this folder, and ask what it holds first
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    #[command(flatten)]
    judging: Judging,
    #[command(flatten)]
    reports: Reports,
}

impl Diff {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        if self.program {
            return program::run(&self.asked(), remarks);
        }
        arguments::drawn(&self.cover, self.count, self.seed)?;
        let runs =
            self.settings(&Chosen::read(&self.ops, &self.perhaps.beside(&self.options), remarks)?)?;
        let mut targets = Targets::new(remarks);
        targets.reads(self.judging.files().to_vec());
        let reports = self.reports.open(&mut targets)?;
        let taken = reports.take_stdout()?;
        if self.cover.draws() {
            remarks.say(format_args!("seed {}", self.seed.unwrap_or(0)));
        }
        let mut all = Vec::with_capacity(runs.len());
        let mut sum = Sum::default();
        let begun = Instant::now();
        for (done, settings) in (1_u32..).zip(&runs) {
            let share = self.seconds.map(|all| all * done / runs.len() as u32);
            let until = share.map(|share| begun + share);
            let found = self.one(settings, &self.sets(settings)?, until, remarks)?;
            let name = settings.op.map_or("", |op| &op.id);
            let name = format!("{name} {}", settings.options);
            let name = name.trim_end();
            let head = if runs.len() > 1 { format!("{name}\n") } else { String::new() };
            if !taken && found.asked > 0 {
                self.print(&head, &found)?;
            }
            sum.take(&found);
            all.push(Checked {
                name: format!("{} {name}", self.dut),
                trouble: trouble(&found),
                result: Ok(found.report),
            });
        }
        if sum.cases == 0 && sum.unasked > 0 {
            return Err(design::unasked(&self.dut, self.seconds));
        }
        Failure::unread(reports.write(&all))?;
        let waived = runs.first().map_or_else(String::new, |settings| {
            domain::used(&settings.waivers, Kind::Mismatch, remarks)
        });
        if !taken {
            output::print(&format!("{waived}{}", sum.line()))?;
        }
        if sum.agrees && sum.unasked == 0 { Ok(()) } else { Err(Failure::Told(1)) }
    }

    /// What is asked of an emulator.
    fn asked(&self) -> program::Asked<'_> {
        program::Asked {
            dut: &self.dut,
            system: self.system.as_deref(),
            count: self.count,
            seconds: self.seconds,
            seed: self.seed.unwrap_or(0),
            limit: self.limit,
            max_report: self.judging.max_report,
            corpus: self.corpus.as_deref(),
        }
    }

    /// How each operation is judged, under which options.
    fn settings(&self, chosen: &Chosen) -> Result<Vec<Settings>, Failure> {
        // The first is made simpler even where none is printed.
        let kept = if self.reports.are_asked() { KEPT } else { 1 };
        let limits = self.judging.limits()?;
        let mut all = Vec::with_capacity(chosen.ops.len());
        for op in &chosen.ops {
            for options in chosen.of(op)? {
                all.push(self.judging.settings(Some(op), options, kept, &limits)?);
            }
        }
        Ok(all)
    }

    /// What is asked of an operation.
    fn sets(&self, settings: &Settings) -> Result<Vec<Set>, Failure> {
        let set = |cover: &Cover| {
            let plain = Request::new(settings.op.into_iter().collect(), *cover);
            let most = if self.seconds.is_some() { 1 << 62 } else { plain.count };
            let (count, seed) = (self.count.unwrap_or(most), self.seed.unwrap_or(0));
            let options = Some(settings.options);
            let domain = settings.domain.as_deref().cloned();
            Set::new(&Request { options, count, seed, domain, ..plain }).map_err(Failure::input)
        };
        let sets = self.cover.all().iter().map(set).collect::<Result<Vec<Set>, Failure>>()?;
        match sets.iter().all(Set::is_empty) {
            true => Err(Failure::input("--count is 0\n  right: at least one case")),
            false => Ok(sets),
        }
    }

    /// Asks the cases of one operation.
    fn one(
        &self,
        settings: &Settings,
        sets: &[Set],
        until: Option<Instant>,
        remarks: Remarks,
    ) -> Result<Found, Failure> {
        let mut child = Child::new(&self.dut, self.limit, remarks);
        let cases = sets.iter().map(Set::len).fold(0, u64::saturating_add);
        let bar = progress::cases(cases, remarks);
        let limits = Limits { until, simpler: time::simpler(self.seconds), ..Limits::default() };
        let mut advance = |asked| bar.set_position(asked);
        let op = settings.op.ok_or_else(|| Failure::input("no operation"))?;
        let plan = op.plan(&settings.options);
        let mut kept =
            self.corpus.as_deref().map(|dir| corpus::Questions::open(dir, op)).transpose()?;
        let first = kept.as_ref().map_or_else(Vec::new, |kept| kept.of(&plan));
        let questions = Questions { first: &first, sets };
        let found = diff::diff(&mut child, &questions, settings, &limits, &mut advance);
        bar.finish_and_clear();
        if let Some(failure) = child.failure() {
            return Err(failure);
        }
        let found = found.map_err(Failure::input)?;
        if found.asked > 0 && found.failed == found.asked {
            let why = found.failings.first().map_or_else(String::new, |f| f.why.to_string());
            return Err(Failure::Environment(format!(
                "`{}` answered none of {} cases of {}: {why}\n  right: a line for each case, the result in hex \
                 and the flags",
                self.dut, found.asked, op.id
            )));
        }
        if let (Some(kept), Some(simplest)) = (&mut kept, &found.simplest) {
            kept.add(&plan, &simplest.x, &mut Targets::new(remarks))?;
        }
        if child.answers_at_end() {
            remarks.say(
                "the design answers at the end of its input: it is started for every 65,536 cases",
            );
        }
        Ok(found)
    }

    /// Prints what was found, without the findings that are kept for the reports alone.
    fn print(&self, head: &str, found: &Found) -> Result<(), Failure> {
        let mut found = found.clone();
        found.report.findings.truncate(self.judging.max_report);
        found.failings.truncate(self.judging.max_report);
        output::print(&format!("{head}{found}"))
    }
}

/// What all operations come to.
struct Sum {
    cases: u64,
    mismatches: u64,
    waived: u64,
    failures: u64,
    agrees: bool,
    /// Operations of which no case was asked.
    unasked: u64,
    /// Cases that a limit of time left.
    left: u64,
}

impl Default for Sum {
    fn default() -> Self {
        Self { cases: 0, mismatches: 0, waived: 0, failures: 0, agrees: true, unasked: 0, left: 0 }
    }
}

impl Sum {
    fn take(&mut self, found: &Found) {
        self.cases += found.asked;
        self.mismatches += found.report.counts.mismatched;
        self.waived += found.report.counts.waived;
        self.failures += found.failures();
        self.agrees &= found.agrees();
        self.unasked += u64::from(found.asked == 0);
        self.left += found.wanted.saturating_sub(found.asked);
    }

    /// The last line, which logs are searched for.
    fn line(&self) -> String {
        let word = match (self.agrees, self.unasked) {
            (false, _) => "FAIL",
            (true, 0) => "PASS",
            (true, _) => "INCONCLUSIVE",
        };
        let Self { cases, mismatches, failures, .. } = self;
        let of = time::of(*cases, cases + self.left);
        let waived =
            if self.waived > 0 { format!(" waived={}", self.waived) } else { String::new() };
        format!(
            "ASSAY {word} cases={cases}{of} mismatches={mismatches}{waived} failures={failures}\n"
        )
    }
}

/// What is wrong with a design beside wrong answers.
fn trouble(found: &Found) -> Option<String> {
    let first = found
        .failings
        .first()
        .map(|f| format!("{} of {} cases without an answer; {f}", found.failed, found.asked));
    let none = || (found.asked == 0).then(|| "no case was asked: the time was over".to_owned());
    first.or_else(none).or_else(|| found.complaints.first().map(|c| format!("the design {c}")))
}
