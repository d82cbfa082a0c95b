//! What was measured, beside what the report prints.

use crate::host::{Host, Memory, Result};
use crate::kernels::Part;
use crate::paper::{ARRAYS, Cell, MEMORIES};
use crate::suite::Kernel;
use semantics::pod::{Counters, Parameters};
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Instant;

/// A measurement: a kernel on an array with a memory.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// PEs.
    pub pes: u32,
    /// Controllers and GB/s of each.
    pub memory: Memory,
    /// GFLOPS: executed operations over time (POD-D69).
    pub gflops: f64,
    /// Time of one PE over time (POD-D70), where one PE was measured.
    pub normalised: Option<f64>,
    /// Percent of the time in which the links to north, east, west and south were active.
    pub links: [f64; 4],
    /// Cycles in all.
    pub cycles: u64,
    /// Cycles of input, computation and output.
    pub parts: [u64; 3],
    /// Packets.
    pub packets: u64,
    /// Cycles that waited for operands.
    pub stalls: u64,
    /// Cycles that waited for the host: fences and round trips.
    pub host_waits: u64,
    /// Cycles that waited for the remote request queue.
    pub queue_waits: u64,
    /// Executed floating-point operations.
    pub flops: u64,
    /// Bytes to and from system memory.
    pub sys_bytes: u64,
    /// What the report prints: GFLOPS, normalised performance, links.
    pub paper_gflops: f64,
    /// What the report prints.
    pub paper_normalised: f64,
    /// What the report prints.
    pub paper_links: [f64; 4],
}

/// A kernel's measurements.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Its name.
    pub kernel: &'static str,
    /// What is computed.
    pub what: &'static str,
    /// The number of the report's table.
    pub table: u32,
    /// Results of each array that were compared, bit for bit.
    pub compared: usize,
    /// Those of all arrays that differ.
    pub different: usize,
    /// The parameters of the timing model that can be set.
    pub parameters: Vec<(&'static str, u64)>,
    /// The measurements.
    pub rows: Vec<Row>,
}

impl Row {
    fn new(n: u32, memory: Memory, counts: &Counters, paper: &Cell, clock: u64) -> Self {
        let nanoseconds = counts.cycles as f64 * 1000.0 / clock as f64;
        Self {
            pes: n * n,
            memory,
            gflops: counts.flops as f64 / nanoseconds,
            normalised: None,
            links: counts.links.map(|active| 100.0 * active as f64 / counts.cycles as f64),
            cycles: counts.cycles,
            parts: [0; 3],
            packets: counts.packets,
            stalls: counts.stalls,
            host_waits: counts.host_waits,
            queue_waits: counts.queue_waits,
            flops: counts.flops,
            sys_bytes: counts.sys_bytes,
            paper_gflops: paper.gflops,
            paper_normalised: paper.normalised,
            paper_links: paper.links,
        }
    }
}

/// Runs a kernel on arrays of n x n PEs with memories; `tell` hears what begins and what it took,
/// `progress` how many packets a long run has had.
///
/// # Errors
/// What cannot be executed.
pub fn measure(
    kernel: &Kernel,
    arrays: &[u32],
    memories: &[Memory],
    parameters: Parameters,
    mut tell: impl FnMut(&str),
    progress: Option<fn(u64)>,
) -> Result<Report> {
    let set = Parameters::ALL
        .iter()
        .filter(|p| !p.fixed && !["controllers", "controller_line"].contains(&p.name));
    let mut report = Report {
        kernel: kernel.title,
        what: kernel.what,
        table: kernel.table,
        compared: 0,
        different: 0,
        parameters: set.map(|p| (p.name, parameters.get(p.name).unwrap_or(p.value))).collect(),
        rows: Vec::new(),
    };
    for &n in arrays {
        tell(&format!("{} on {} PEs ...", kernel.title, n * n));
        let begin = Instant::now();
        let mut host = Host::square(n, parameters, memories)?;
        host.progress = progress;
        let run = kernel.run(&mut host)?;
        tell(&format!("  {:.1} s", begin.elapsed().as_secs_f64()));
        report.compared = run.compared;
        report.different += run.different;
        let array =
            ARRAYS.iter().position(|a| *a == n).ok_or("an array that the report does not have")?;
        for (number, (memory, counts)) in memories.iter().zip(run.outcome.total()).enumerate() {
            let column = MEMORIES
                .iter()
                .position(|m| m == memory)
                .ok_or("a memory that the report does not have")?;
            let mut row =
                Row::new(n, *memory, &counts, &kernel.paper[array][column], parameters.clock);
            for (part, counts) in &run.outcome.parts {
                row.parts[[Part::Load, Part::Main, Part::Store]
                    .iter()
                    .position(|p| p == part)
                    .unwrap_or(0)] = counts[number].cycles;
            }
            report.rows.push(row);
        }
    }
    let one = |rows: &[Row], memory| {
        rows.iter().find(|r| r.pes == 1 && r.memory == memory).map(|r| r.cycles)
    };
    for at in 0..report.rows.len() {
        let alone = one(&report.rows, report.rows[at].memory);
        report.rows[at].normalised =
            alone.map(|alone| alone as f64 / report.rows[at].cycles as f64);
    }
    Ok(report)
}

fn percent(links: [f64; 4]) -> String {
    links.map(|active| format!("{active:4.1}")).join(" ")
}

impl Report {
    /// As text: ours beside the report's.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{} (Table {}): {}\n", self.kernel, self.table, self.what);
        let verdict = match self.different {
            0 => "all equal those of the plain computation".into(),
            n => format!("{n} DIFFER from those of the plain computation"),
        };
        let _ = writeln!(text, "{} results on each array, {verdict}", self.compared);
        let parameters: Vec<_> =
            self.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let _ = writeln!(text, "free parameters: {}", parameters.join(" "));
        let _ = writeln!(
            text,
            "{:>4} {:>6} {:>8} {:>8} {:>6}  {:>6} {:>6}  {:<19}  {:<19} {:>12} {:>10} {:>12} {:>10}",
            "PEs",
            "memory",
            "GFLOPS",
            "report",
            "ratio",
            "norm.",
            "report",
            "  N    E    W    S %",
            "report",
            "cycles",
            "input",
            "computation",
            "output"
        );
        for row in &self.rows {
            let _ = writeln!(
                text,
                "{:>4} {:>6} {:>8.1} {:>8.1} {:>6.3}  {:>6} {:>6.1}  {:<19}  {:<19} {:>12} {:>10} {:>12} {:>10}",
                row.pes,
                format!("{}x{}", row.memory.0, row.memory.1),
                row.gflops,
                row.paper_gflops,
                row.gflops / row.paper_gflops,
                row.normalised.map_or("-".into(), |n| format!("{n:.1}")),
                row.paper_normalised,
                percent(row.links),
                percent(row.paper_links),
                row.cycles,
                row.parts[0],
                row.parts[1],
                row.parts[2]
            );
        }
        text
    }
}
