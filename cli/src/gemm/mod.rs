//! `assay gemm`: whole products on units of shipping processors.

mod arrays;
mod chart;
mod fit;
mod html;
mod json;
mod made;
mod text;

use crate::failure::Failure;
use crate::output::{self, Output, Targets};
use crate::{Remarks, arguments};
use made::Made;
use softfloat::Format;
use std::path::PathBuf;
use vectors::silicon::{Addend, Difference, Order, Parting, Unit};

/// Multiply matrices as a processor's unit does
///
/// D = A B + C, bit for bit as an instruction of `assay ops --system silicon` gives it, again and again: each instruction
/// takes its number of products, and its result is the addend of the next. A is m x k, B k x n, C and D m x n. Where an
/// instruction's C has another format than its D, only the first of a chain takes it, and the others are the same unit's
/// with both alike.
///
/// Arrays are NPY files in either order of axes and of bytes: f2, f4, f8, i1, i2, i4 where the unit has these numbers, and
/// of every format its codes as unsigned integers (bf16 as u2; FP8, FP6 and FP4 as u1, a code a byte).
///
/// With --versus, --json or --html the result is compared with that of another unit, and with the exact product rounded
/// once.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Order of sums:
  without options   k upwards in one chain that begins with C, or +0
  --split-k N       N parts of k, as even as instructions allow, the last perhaps shorter
                    than the others; added in order
  --promote N       a chain ends after N products, and is added to those before it in its part
  --addend last     chains begin with +0, and C is added to their sum
Additions outside of the unit round to nearest even in the format of D (integers wrap); their NaN
is the unit's.

Examples:
  assay gemm --unit silicon.nvidia.hopper.wgmma.k16.f16.f16.f32 a.npy b.npy -o d.npy
  assay gemm --unit h100 --format e4m3 a.npy b.npy --promote 128 -o d.npy
  assay gemm --unit silicon.nvidia.ampere.mma.k16.f16.f16.f32 a.npy b.npy \\
    --versus silicon.amd.cdna3.mfma.k16.f16.f16.f32
  assay gemm --unit silicon.nvidia.blackwell.tcgen05_nvf4.k64.e2m1.e2m1.f32 a.npy b.npy \\
    --scales x.npy y.npy -o d.npy")]
pub(crate) struct Gemm {
    /// The unit, perhaps with options behind its id: 'silicon.arm.bfdot_ebf rm=rup'; or a product, whose unit for the
    /// formats of --format (else f16) is told and taken: h100, b200, rtx4090, mi300
    #[arg(long, value_name = "UNIT")]
    unit: String,
    /// Arrays: A and B, and perhaps C
    #[arg(value_name = "FILE", num_args = 2..=3, required = true)]
    files: Vec<PathBuf>,
    /// Where D goes; `-` is standard output; needed but with --versus, --json or --html
    #[arg(short, long, value_name = "FILE", required_unless_present_any = ["versus", "json", "html"])]
    output: Option<PathBuf>,
    /// Another unit on the same operands; tells how its result differs
    #[arg(long, value_name = "UNIT")]
    versus: Option<String>,
    /// What the codes of A and B are, as a check against the unit; two names where the formats differ: e4m3,e5m2
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', num_args = 1)]
    format: Vec<String>,
    /// Block scales of A (m x k/block) and of B (k/block x n)
    #[arg(long, value_names = ["A", "B"], num_args = 2)]
    scales: Vec<PathBuf>,
    /// Parts of k that are summed apart
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = arguments::size)]
    split_k: usize,
    /// Products after which a sum is taken out of the unit
    #[arg(long, value_name = "N", value_parser = arguments::size)]
    promote: Option<usize>,
    /// Where C comes in: first, as the first instruction's addend, or last, added to the sum
    #[arg(long, value_name = "WHERE", default_value = "first")]
    addend: Addend,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
    /// Also make a page of it
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// What is told.
struct Report<'a> {
    order: Order,
    made: &'a [Made<'a>],
    /// How the second unit's result differs, and where they part in the worst element.
    versus: Option<(Difference, Option<Parting<'a>>)>,
    /// The error by k: of each k, of each unit.
    depths: Vec<(usize, Vec<Difference>)>,
}

impl Gemm {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let factors = self.factors()?;
        let unit = |text: &String| unit(text, factors, remarks);
        let mut units = vec![unit(&self.unit)?];
        units.extend(self.versus.as_ref().map(unit).transpose()?);
        self.alike(&units)?;
        self.named(&units[0], factors)?;
        let mut targets = Targets::new(remarks);
        targets.reads(self.files.iter().chain(&self.scales));
        let told = self.versus.is_some() || self.json;
        let output = self.output.as_deref().map(|path| targets.open(Some(path))).transpose()?;
        let page = self.html.as_deref().map(|path| targets.open(Some(path))).transpose()?;
        if told && matches!(output, Some(Output::Stdout(_))) {
            return Err(Failure::input(
                "both D and the report would go to standard output\n  right: -o FILE, or neither --versus nor --json",
            ));
        }
        if matches!(page, Some(Output::Stdout(_)))
            && (told || matches!(output, Some(Output::Stdout(_))))
        {
            return Err(Failure::input(
                "the page and another output would go to standard output\n  right: --html FILE, or nothing else there",
            ));
        }
        let arrays = self.arrays(&units[0])?;
        let order = Order { split: self.split_k, promote: self.promote, addend: self.addend };
        let products = units.into_iter().map(|unit| {
            arrays.product(unit, order).map_err(|e| {
                let name = e.operand().map(|operand| self.file(operand));
                Failure::input(name.map_or_else(|| e.to_string(), |name| format!("{name}: {e}")))
            })
        });
        let products = products.collect::<Result<Vec<_>, _>>()?;
        let compared = told || page.is_some();
        let made: Vec<Made<'_>> =
            products.into_iter().map(|product| Made::of(product, compared, remarks)).collect();
        if let Some(output) = output {
            let bytes = arrays::write(&made[0].d, &made[0].product.unit().out());
            output.whole(bytes.map_err(|e| Failure::Environment(e.to_string()))?)?;
        }
        if !compared {
            return Ok(());
        }
        let depths = if page.is_some() || self.json { arrays.depths(&made, order) } else { vec![] };
        let report = Report { order, versus: made::versus(&made), made: &made, depths };
        if let Some(page) = page {
            page.whole(html::page(&report))?;
        }
        match (told, self.json) {
            (false, _) => Ok(()),
            (true, true) => output::print(&json::report(&report)?),
            (true, false) => output::print(&text::report(&report)),
        }
    }
}

/// The unit of an id or of a product, and the options behind it.
fn unit(text: &str, factors: Option<[Format; 2]>, remarks: Remarks) -> Result<Unit, Failure> {
    let words = || text.split([' ', ',']).filter(|word| !word.is_empty());
    // Names of products have blanks: `RTX 4090`.
    let options: Vec<&str> = words().skip(1).filter(|word| word.contains('=')).collect();
    let name: Vec<&str> = words().filter(|word| !options.contains(word)).collect();
    let name = name.join(" ");
    let unit = Unit::find_for(&name, &options, factors).map_err(Failure::input)?;
    if vectors::operations().find(&name).is_err() {
        remarks.say(format_args!("{name} is {}", unit.name()));
    }
    Ok(unit)
}
