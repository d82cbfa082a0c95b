//! `assay diff 'silicon.nvidia.hopper.mma.*' --dut silicon-device`: NVIDIA's instructions on the device of this machine.

use clap::Parser;
use silicon_device::device::{Device, Loaded};
use silicon_device::instruction::{Mma, all};
use silicon_device::{case, driver, trial};
use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, sync_channel};

/// Cases of a launch, at most.
const BATCH: usize = 4096;

/// A device's matrix instructions behind the protocol of `assay diff`
#[derive(Debug, Parser)]
#[command(
    name = "silicon-device",
    after_help = "Example: assay diff silicon.nvidia.ampere.mma.k16.f16.f16.f32 --dut silicon-device"
)]
struct Arguments {
    /// The operation; that of the variable ASSAY_OP without it
    operation: Option<String>,
    /// Print the PTX text of the operation; no device is needed
    #[arg(long)]
    ptx: bool,
    /// List the operations of NVIDIA's units, and which of them the device can be asked
    #[arg(long, conflicts_with = "ptx")]
    list: bool,
    /// Have the device multiply small integers, of the operation or of all that it has, and end
    #[arg(long, conflicts_with_all = ["ptx", "list"])]
    self_test: bool,
    /// The driver's library
    #[arg(long, value_name = "FILE", default_value = driver::NAME)]
    library: String,
}

impl Arguments {
    fn run(&self) -> Result<(), String> {
        if self.list {
            return self.print_list();
        }
        let told = std::env::var("ASSAY_OP").ok();
        let Some(id) = self.operation.as_ref().or(told.as_ref()) else {
            return match self.self_test {
                true => self.try_all(),
                false => Err("no operation\n  right: its id as an argument, or in ASSAY_OP as `assay diff` sets it".into()),
            };
        };
        let options = std::env::var("ASSAY_OPTIONS").unwrap_or_default();
        if !options.trim().is_empty() {
            return Err(format!("`{options}`: these instructions have no options"));
        }
        let mma = Mma::of(id)?;
        if self.ptx {
            return print(&mma.ptx((12, 0)));
        }
        let device = Device::open(&self.library)?;
        let loaded = device.load(&mma)?;
        let right = trial::run(&loaded)?;
        if self.self_test {
            return print(&format!("{}: {right} elements are right\n", mma.mnemonic()));
        }
        if device.unit() != Some(&*mma.unit) {
            eprintln!("silicon-device: {id} is asked of another unit: {}", device.described());
        }
        answer(&loaded)
    }

    /// Each operation: what it is in PTX, and whether the device has it.
    fn print_list(&self) -> Result<(), String> {
        let device = Device::open(&self.library)?;
        print(&format!("{}\n", device.described()))?;
        for (id, mma) in all() {
            let told = match mma.map(|mma| (device.offers(&mma), mma)) {
                Ok((Ok(()), mma)) => mma.mnemonic(),
                Ok((Err(why), _)) => format!("no: {why}"),
                Err(why) => format!("no: {}", why.rsplit("here: ").next().unwrap_or(&why)),
            };
            print(&format!("{id}  {told}\n"))?;
        }
        Ok(())
    }

    /// Every instruction that the device has, once.
    fn try_all(&self) -> Result<(), String> {
        let device = Device::open(&self.library)?;
        let (mut seen, mut wrong) = (BTreeSet::new(), 0);
        for mma in all().filter_map(|(_, mma)| mma.ok()) {
            if device.offers(&mma).is_err() || !seen.insert(mma.mnemonic()) {
                continue;
            }
            match device.load(&mma).and_then(|loaded| trial::run(&loaded)) {
                Ok(right) => print(&format!("{}: {right} elements are right\n", mma.mnemonic()))?,
                Err(why) => {
                    eprintln!("{why}");
                    wrong += 1;
                }
            }
        }
        match wrong {
            0 => Ok(()),
            _ => Err(format!("{wrong} of {} instructions failed", seen.len())),
        }
    }
}

/// Answers the lines of standard input, as many at once as are there.
fn answer(loaded: &Loaded<'_>) -> Result<(), String> {
    let (tell, told) = sync_channel(BATCH);
    std::thread::spawn(move || {
        let lines = std::io::stdin().lock().lines();
        // Nobody reads any more where a line was wrong.
        lines.map_while(|line| tell.send(line).ok()).for_each(drop);
    });
    let mut number = 0;
    while let Some(lines) = batch(&told) {
        let (mut cases, mut wrong) = (Vec::new(), None);
        for line in lines {
            number += 1;
            let fault = |e: std::io::Error| format!("standard input:{number}: {e}");
            let read = line.map_err(fault);
            match read.and_then(|line| case::read(&loaded.mma.plan, number, &line)) {
                Ok(case) => cases.push(case),
                Err(why) => {
                    wrong = Some(why);
                    break;
                }
            }
        }
        let results = loaded.answers(&cases)?;
        let text: String =
            results.iter().map(|bits| case::write(&loaded.mma.plan, *bits)).collect();
        print(&text)?;
        if let Some(why) = wrong {
            return Err(why);
        }
    }
    Ok(())
}

type Line = std::io::Result<String>;

/// The next line, and those that are there already.
fn batch(told: &Receiver<Line>) -> Option<Vec<Line>> {
    let first = told.recv().ok()?;
    Some(std::iter::once(first).chain(told.try_iter().take(BATCH - 1)).collect())
}

fn print(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|e| format!("standard output: {e}"))
}

fn main() -> ExitCode {
    match Arguments::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("silicon-device: {why}");
            ExitCode::from(2)
        }
    }
}
