//! `assay layout`: where the elements of an array live.

mod svg;

use crate::Remarks;
use crate::failure::Failure;
use crate::output::{self, Targets};
use crate::run::words::told;
use semantics::mncore2::layout::Layout as Placement;
use semantics::source::Diagnostic;
use std::fmt::Write;
use std::path::PathBuf;

/// Show which index of an array lives where, and whether each has a place of its own
///
/// Exit code 1 where two indices live in one place.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
EXPR is (axis, ...)@MEMORY+ADDRESS:TYPE. An axis is a factor or (factor, ...), the last the
fastest; a factor is size_LEVEL:stride with LEVEL one of Group, L2B, L1B, MAB, PE, Cycle, W (words
of the type in a long word), or size:stride by long words. `; B@[LEVEL, ...]` behind the axes: the
same in all elements of these levels. MEMORY is one of PDM, DRAM, L2BM, L1BM, LM0, LM1, GRF0, GRF1,
T, OMR, MRx, MRy and others, with numbers of levels as in LM0n0c1; its name alone is the whole of
it. TYPE is one of u64, u32, u16, u8 (bits), d, f, h (floating point), l, i, s (signed integers).

Examples:
  assay layout '((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0:f'
  assay layout '(16_MAB:1, 4_PE:1; B@[L1B])@GRF0+8:d' --svg grf0.svg
  assay layout lmn0c0b0m0:h")]
pub(crate) struct Layout {
    /// The layout, or a whole memory
    #[arg(value_name = "EXPR")]
    expression: String,
    /// Elements that are listed
    #[arg(long, value_name = "N", default_value_t = 16)]
    rows: u64,
    /// Draw a picture, which appears when it is complete
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Layout {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let layout = Placement::parse(&self.expression).map_err(|e| {
            Failure::input(format!("EXPR: {}\n{}", told(&e), mark(&self.expression, &e)))
        })?;
        let picture = self.svg.as_ref().map(|file| Ok((file, svg::draw(&layout)?)));
        if let Some((file, picture)) = picture
            .transpose()
            .map_err(|why: String| Failure::input(format!("--svg {}: {why}", self.expression)))?
        {
            Targets::new(remarks).open(Some(file))?.whole(&picture)?;
        }
        let clash = layout.clash();
        output::print(&report(&layout, clash.as_ref(), self.rows))?;
        if clash.is_some() { Err(Failure::Told(1)) } else { Ok(()) }
    }
}

/// The expression with its wrong part marked.
fn mark(expression: &str, error: &Diagnostic) -> String {
    let (space, mark) = (" ".repeat(error.column as usize - 1), "^".repeat(error.length as usize));
    format!("    {expression}\n    {space}{mark}")
}

/// What there is to say, then a line an element.
fn report(layout: &Placement, clash: Option<&[Vec<u64>; 2]>, rows: u64) -> String {
    let (elements, element) = (layout.elements(), layout.element());
    let bits = element.bits();
    let mut text = format!(
        "layout     {layout}\nshape      {:?}\nelements   {elements} of {element}, {bits} bits each\n",
        layout.shape()
    );
    // Writing to a string does not fail.
    if let Some(first) = layout.spots().next().filter(|_| !layout.copied().is_empty()) {
        let _ = writeln!(text, "copies     {} of each", layout.copies(&first).count());
    }
    let _ = match clash {
        None => writeln!(text, "bijection  yes"),
        Some([one, other]) => writeln!(text, "bijection  no: {one:?} and {other:?} are one place"),
    };
    let store = layout.memory().store;
    let table = layout.spots().take(usize::try_from(rows).unwrap_or(usize::MAX)).enumerate();
    let lines: Vec<[String; 4]> = table
        .map(|(n, spot)| {
            let bits = format!("{}:{}", spot.shift + spot.bits - 1, spot.shift);
            let index = format!("{:?}", layout.index(n as u64));
            [index, spot.place.name(store.level()), spot.operand(), bits]
        })
        .collect();
    let wide = |n: usize| lines.iter().map(|line| line[n].len()).max().unwrap_or(0);
    let widths = [wide(0), wide(1), wide(2)];
    for [index, place, operand, bits] in &lines {
        let [a, b, c] = widths;
        let _ = writeln!(text, "{index:a$}  {place:b$}  {operand:c$}  {bits}");
    }
    if elements > rows {
        let _ = writeln!(text, "... {} more", elements - rows);
    }
    text
}
