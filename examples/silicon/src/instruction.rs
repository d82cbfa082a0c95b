//! What of `silicon.nvidia.*` a PTX `mma.sync` expresses: the rows, and the instruction of an id.

use softfloat::Format;
use vectors::registry::{Options, Plan};

/// What a device must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Of this compute capability, 10 times, or a later one.
    Least(u32),
    /// Of this major number; the text is for its minor one alone.
    Own(u32),
}

/// Where elements stand in a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Four products of 8x8x4, a pair of quads each.
    QuadPairs,
    /// One product, a row or column a quad.
    Quads,
}

/// Instructions that are alike.
#[derive(Debug)]
struct Row {
    /// The word of the id.
    name: &'static str,
    /// The units of the id, where not all.
    units: &'static [&'static str],
    k: &'static [usize],
    factors: &'static [&'static str],
    results: &'static [&'static str],
    /// Rows and columns.
    shape: (usize, usize),
    /// Between `aligned` and the shape.
    kind: &'static str,
    /// The type of scales.
    scale: Option<&'static str>,
    /// Bits that an element has to itself in a register, where not its own.
    container: Option<u32>,
    /// The first version of PTX that has it.
    version: &'static str,
    target: Target,
    layout: Layout,
}

const PLAIN: Row = Row {
    name: "mma",
    units: &[],
    k: &[],
    factors: &[],
    results: &["f32"],
    shape: (16, 8),
    kind: "",
    scale: None,
    container: None,
    version: "7.0",
    target: Target::Least(80),
    layout: Layout::Quads,
};

const NARROW: &[&str] = &["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"];
const FP8: &[&str] = &["e4m3", "e5m2"];
const BOTH: &[&str] = &["f32", "f16"];
const RTX: &[&str] = &["rtxblackwell"];

/// The first that fits an id is its instruction.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { k: &[4], factors: &["f16"], results: BOTH, shape: (8, 8), version: "6.4", target: Target::Least(70), layout: Layout::QuadPairs, ..PLAIN },
    Row { k: &[8], factors: &["f16"], results: BOTH, version: "6.5", target: Target::Least(75), ..PLAIN },
    Row { k: &[16], factors: &["f16"], results: BOTH, ..PLAIN },
    Row { k: &[8, 16], factors: &["bf16"], ..PLAIN },
    Row { k: &[4, 8], factors: &["tf32"], ..PLAIN },
    Row { units: &["hopper"], k: &[4, 8, 16], factors: &["f64"], results: &["f64"], version: "7.8", target: Target::Least(90), ..PLAIN },
    Row { k: &[4], factors: &["f64"], results: &["f64"], shape: (8, 8), ..PLAIN },
    Row { units: RTX, k: &[32], factors: NARROW, results: BOTH, kind: ".kind::f8f6f4", container: Some(8), version: "8.7", target: Target::Own(12), ..PLAIN },
    Row { k: &[32], factors: FP8, version: "8.4", target: Target::Least(89), ..PLAIN },
    Row { k: &[16, 32], factors: FP8, results: BOTH, version: "8.7", target: Target::Least(89), ..PLAIN },
    Row { name: "mma_mxf8f6f4", k: &[32], factors: NARROW, kind: ".kind::mxf8f6f4.block_scale.scale_vec::1X", scale: Some("ue8m0"), container: Some(8), version: "8.7", target: Target::Own(12), ..PLAIN },
    Row { name: "mma_mxf4", k: &[64], factors: &["e2m1"], kind: ".kind::mxf4.block_scale.scale_vec::2X", scale: Some("ue8m0"), version: "8.7", target: Target::Own(12), ..PLAIN },
    Row { name: "mma_nvf4", k: &[64], factors: &["e2m1"], kind: ".kind::mxf4nvf4.block_scale.scale_vec::4X", scale: Some("ue4m3"), version: "8.7", target: Target::Own(12), ..PLAIN },
    Row { name: "mma_mxf4nvf4", k: &[64], factors: &["e2m1"], kind: ".kind::mxf4nvf4.block_scale.scale_vec::4X", scale: Some("ue8m0"), version: "8.7", target: Target::Own(12), ..PLAIN },
];

/// Instructions that are not expressed, and why.
const REFUSED: &[(&str, &str)] = &[
    ("wgmma", "`wgmma` takes its factors from shared memory, by descriptors"),
    ("tcgen05", "`tcgen05.mma` works on shared and tensor memory, by descriptors"),
];

/// An element of a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Its type in PTX.
    pub word: String,
    /// Its format.
    pub format: Format,
    /// Bits that it has to itself in a register.
    pub container: u32,
    /// Its lowest bit there.
    pub shift: u32,
}

/// Scales of a row or a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scales {
    /// Their type in PTX.
    pub word: &'static str,
    /// Their format.
    pub format: Format,
    /// How many there are along K.
    pub count: usize,
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Mma {
    /// The operation that it answers.
    pub plan: Plan,
    /// The unit of the id: `hopper`.
    pub unit: String,
    /// Rows, columns and products.
    pub shape: (usize, usize, usize),
    /// The matrices' elements: A, B, C, D.
    pub elements: [Element; 4],
    /// Scales of a row and of a column, where there are any.
    pub scales: Option<Scales>,
    /// Where elements stand.
    pub layout: Layout,
    /// The version of PTX.
    pub version: &'static str,
    /// What the device must be.
    pub target: Target,
    kind: &'static str,
}

impl Mma {
    /// The instruction of an operation.
    ///
    /// # Errors
    /// Words, where there is no such operation, or PTX does not express it as an `mma`.
    pub fn of(id: &str) -> Result<Self, String> {
        let op = vectors::operations().find(id).map_err(|e| e.to_string())?;
        let words: Vec<&str> = op.id.split('.').collect();
        let ["silicon", "nvidia", unit, name, rest @ ..] = &words[..] else {
            return Err(format!(
                "`{id}` is no operation of NVIDIA's units\n  right: one of `assay ops 'silicon.nvidia.*'`"
            ));
        };
        let plan = op.plan(&Options::NONE);
        let k = plan.operands[0].len;
        let formats = &rest[usize::from(rest.len() > 3 && rest[0].starts_with('k'))..];
        let [a, b, d, c @ ..] = formats else {
            return Err(format!("`{id}` is not expressed here: it names no formats"));
        };
        let fits = |row: &&Row| {
            row.name == *name
                && (row.units.is_empty() || row.units.contains(unit))
                && row.k.contains(&k)
                && row.factors.contains(a)
                && row.factors.contains(b)
                && row.results.contains(d)
        };
        let Some(row) = ROWS.iter().find(fits) else {
            return Err(format!("`{id}` is not expressed here: {}", why(name)));
        };
        let c = c.first().unwrap_or(d);
        let element = |word: &str, format: Format, container: Option<u32>| {
            let container = container.unwrap_or(format.width);
            // Beside wider ones four bits stand in the middle of their byte, six at its low end.
            let shift = if container == 8 && format.width == 4 { 2 } else { 0 };
            Element { word: word.to_owned(), format, container, shift }
        };
        let format = |i: usize| plan.operands[i].format;
        let scales =
            row.scale.map(|word| Scales { word, format: format(3), count: plan.operands[3].len });
        let elements = [
            element(a, format(0), row.container),
            element(b, format(1), row.container),
            element(c, format(2), None),
            element(d, plan.results[0].format, None),
        ];
        let (m, n) = row.shape;
        let Row { layout, version, target, kind, .. } = *row;
        let (unit, shape) = ((*unit).to_owned(), (m, n, k));
        Ok(Self { unit, shape, elements, scales, layout, version, target, kind, plan })
    }

    /// Its name in PTX.
    #[must_use]
    pub fn mnemonic(&self) -> String {
        let ((m, n, k), [a, b, c, d]) = (self.shape, &self.elements);
        let scale =
            self.scales.as_ref().map_or(String::new(), |scales| format!(".{}", scales.word));
        format!(
            "mma.sync.aligned{}.m{m}n{n}k{k}.row.col.{}.{}.{}.{}{scale}",
            self.kind, d.word, a.word, b.word, c.word
        )
    }

    /// Products of this shape that one instruction makes.
    #[must_use]
    pub const fn copies(&self) -> usize {
        match self.layout {
            Layout::QuadPairs => 4,
            Layout::Quads => 1,
        }
    }
}

/// Why an instruction is not expressed.
fn why(name: &str) -> &'static str {
    let mut known = REFUSED.iter().filter(|(begin, _)| name.starts_with(begin));
    known.next_back().map_or("no `mma` of PTX has this shape and these formats", |(_, why)| why)
}

/// Every operation of NVIDIA's units, with its instruction or why there is none.
pub fn all() -> impl Iterator<Item = (&'static str, Result<Mma, String>)> {
    let ids = vectors::operations().all().map(|op| op.id.as_str());
    ids.filter(|id| id.starts_with("silicon.nvidia.")).map(|id| (id, Mma::of(id)))
}
