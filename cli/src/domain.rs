//! What a design is meant for (`--where`), and what is accepted of it (`--waive`): arguments of several commands.

use crate::failure::Failure;
use crate::{Remarks, input, printable};
use std::path::PathBuf;
use std::sync::Arc;
use vectors::domain::Domain;
use vectors::waive::{Kind, Waiver, Waivers};

/// The most bytes of a file of waivers.
const MOST: u64 = 16 << 20;

/// The part of the operands that is meant.
#[derive(Debug, clap::Args)]
pub(crate) struct Where {
    /// Only cases whose operands are so: classes, LOW..HIGH, codes, or no-CLASS, of one operand or, without its
    /// name, of each: no-nan,x=finite,y=1..2 (repeatable)
    #[arg(
        long = "where",
        value_name = "[OPERAND=]CLASS|LOW..HIGH,...",
        allow_hyphen_values = true
    )]
    pieces: Vec<String>,
}

impl Where {
    pub(crate) fn domain(&self) -> Result<Option<Domain>, Failure> {
        if self.pieces.is_empty() {
            return Ok(None);
        }
        Domain::read(self.pieces.iter().map(String::as_str)).map(Some).map_err(Failure::input)
    }
}

/// What is accepted.
#[derive(Debug, clap::Args)]
pub(crate) struct Waived {
    /// Accept the mismatches or goals of this CSV file, whose rows are kind,op,what,reason (repeatable)
    #[arg(long, value_name = "FILE")]
    waive: Vec<PathBuf>,
}

impl Waived {
    /// The files, for what is not to be written over.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.waive
    }

    pub(crate) fn read(&self) -> Result<Arc<Waivers>, Failure> {
        let mut waivers = Waivers::default();
        for path in &self.waive {
            let text = input::text(path, MOST)?;
            waivers
                .read(&printable::path(path), &text, vectors::operations())
                .map_err(Failure::input)?;
        }
        Ok(Arc::new(waivers))
    }
}

/// The waivers of a kind that were used, each with how often; those that were not are warned of.
pub(crate) fn used(waivers: &Waivers, kind: Kind, remarks: Remarks) -> String {
    let own = || waivers.all().iter().filter(|waiver| waiver.kind == kind);
    let (used, unused): (Vec<&Waiver>, Vec<&Waiver>) = own().partition(|own| own.used() > 0);
    for waiver in unused {
        remarks.say(format_args!("{}: unused waiver: {waiver}", waiver.place));
    }
    let lines = used.iter().map(|own| format!("{:>10}  {own} ({})\n", own.used(), own.place));
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("\nwaived:\n{lines}") }
}
