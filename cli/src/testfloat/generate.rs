//! `assay testfloat_gen`: test cases as Berkeley TestFloat's program of that name writes them.

use super::{Words, plan, read, wrong};
use crate::Remarks;
use crate::failure::Failure;
use crate::output::Output;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use vectors::file::Format;
use vectors::generate::{Job, Request, Set};
use vectors::part::{Cover, Shard};
use vectors::registry::{Plan, split};
use vectors::testfloat::{Function, Type};

const PROGRAM: &str = "testfloat_gen";

/// Random cases of `-level 2` behind the directed ones.
const LEVEL_2: u64 = 1 << 20;

/// Cases that are generated at once where there is no end.
const ROUND: u64 = 1 << 20;

/// Generate test cases as Berkeley TestFloat's testfloat_gen does
///
/// Takes that program's options, types and functions, and writes its lines: operands, result and
/// exceptions in upper-case hex. The format is Berkeley's, the sequence of cases our own, whatever the
/// seed: that of `assay gen`, with -level 1 codes at
/// the limits of the formats and operands directed at the rules of the operation, with -level 2 random
/// ones behind them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Types, of which operands alone are written: ui32, ui64, i32, i64; f16, bf16, f32, f64, extF80 and
f128, with the number of operands (1 to 3, of extF80 to 2) behind them. float16, float32, float64,
floatx80, float128, int32, int64, uint32 and uint64 are the same types, also in functions.

Functions: INT_to_FLOAT, FLOAT_to_INT, FLOAT_to_FLOAT, FLOAT_roundToInt, FLOAT_ with add, sub, mul,
mulAdd (but extF80), div, rem, sqrt, eq, le, lt, eq_signaling, le_quiet or lt_quiet; of functions to
integers also with a rounding mode and exactness, as in f32_to_i32_r_minMag, f32_to_i32_rx_minMag.

Options:
  -rnear_even, -rnear_maxMag, -rminMag, -rmin, -rmax, -rodd   [default: -rnear_even]
  -tininessbefore, -tininessafter                             [default: -tininessafter]
  -precision32, -precision64, -precision80 (of extF80)        [default: -precision80]
  -exact, -notexact                                           [default: -notexact]
  -level 1 or 2 (also -level1, -level2)    -n N (of so many cases; negative: no end)    -seed N
  -forever         -prefix TEXT
  NAME=VALUE       one of ours, such as nan=sse or int=x86: TestFloat fixes these when it is built

Examples:
  assay testfloat_gen -rminMag f32_add | head
  assay testfloat_gen -n 1000 f64 2 | ./design | assay testfloat_ver f64_mul")]
pub(crate) struct TestfloatGen {
    /// Options, and a function or a type
    #[arg(
        value_name = "OPTION|FUNCTION|TYPE",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true
    )]
    words: Vec<String>,
}

/// Where the cases of a run come from.
struct Source {
    directed: Set,
    plan: Plan,
    seed: u64,
    /// How many cases there are; `None` for no end.
    cases: Option<u64>,
}

impl TestfloatGen {
    pub(crate) fn run(self, _: Remarks) -> Result<(), Failure> {
        let words = read(PROGRAM, &self.words)?;
        let (plan, results) = what(&words)?;
        let source = Source::new(&words, plan)?;
        let mut output = Output::stdout()?;
        if let Some(prefix) = &words.settings.prefix {
            writeln!(output, "{prefix}").map_err(|e| output.failure(&e))?;
        }
        let written = match results {
            true => source.cases(&mut Upper(&mut output)),
            false => source.operands(&mut output),
        };
        written.map_err(|e| output.failure(&e))?;
        output.finish()
    }
}

/// The operation, and whether its results are wanted.
fn what(words: &Words) -> Result<(Plan, bool), Failure> {
    let number = |text: &str| text.parse::<u64>().unwrap_or(0);
    let ty = match &words.rest[..] {
        [name] => Type::find(name, 1),
        [name, n] => match Type::find(name, number(n)) {
            None => {
                return Err(wrong(
                    PROGRAM,
                    format!(
                        "`{name} {n}` is no type with a number of operands\n  right: f16, bf16, f32, \
                         f64 or f128 with 1, 2 or 3; extF80 with 1 or 2; ui32, ui64, i32 or i64 alone"
                    ),
                ));
            }
            ty => ty,
        },
        rest => {
            let found = rest.len();
            return Err(wrong(
                PROGRAM,
                format!("{found} functions or types are given\n  right: one"),
            ));
        }
    };
    match ty {
        Some(ty) => {
            let op = vectors::operations().find(&ty.id).map_err(Failure::input)?;
            let options = op.parse_options([]).map_err(Failure::input)?;
            Ok((op.plan(&options), false))
        }
        None => {
            let function = Function::find(&words.rest[0]).map_err(|e| wrong(PROGRAM, e))?;
            Ok((plan(words, &function)?, true))
        }
    }
}

impl Source {
    fn new(words: &Words, plan: Plan) -> Result<Self, Failure> {
        let settings = &words.settings;
        let request =
            Request { options: Some(plan.options), ..Request::new(vec![plan.op], Cover::Corner) };
        let directed = Set::new(&request).map_err(Failure::input)?;
        let cases = match (settings.forever, settings.count, settings.level) {
            (true, ..) => None,
            (false, Some(count), _) => Some(count),
            (false, None, 2) => Some(directed.len() + LEVEL_2),
            (false, None, _) => Some(directed.len()),
        };
        Ok(Self { directed, plan, seed: settings.seed, cases })
    }

    /// Calls `part` with the directed cases, then with random ones, to the end.
    fn each(&self, mut part: impl FnMut(&Set, u64) -> io::Result<()>) -> io::Result<()> {
        let mut left = self.cases.unwrap_or(u64::MAX);
        let directed = left.min(self.directed.len());
        part(&self.directed, directed)?;
        left -= directed;
        let mut seed = self.seed;
        while left > 0 {
            let request = Request {
                options: Some(self.plan.options),
                seed,
                count: left.min(ROUND),
                ..Request::new(vec![self.plan.op], Cover::Random)
            };
            let set = Set::new(&request).map_err(io::Error::other)?;
            part(&set, set.len())?;
            left -= if self.cases.is_some() { set.len() } else { 0 };
            seed = seed.wrapping_add(1 << 32);
        }
        Ok(())
    }

    fn cases(&self, out: &mut dyn Write) -> io::Result<()> {
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.each(|set, count| {
            let job = Job { range: 0..count, threads, ..set.job(Shard::WHOLE, Format::TestFloat) };
            set.write(&job, out, &mut |_| {})
        })
    }

    fn operands(&self, out: &mut dyn Write) -> io::Result<()> {
        self.each(|set, count| {
            let mut x = vec![0; set.elements()];
            for index in 0..count {
                let Some(plan) = set.case(index, &mut x) else { break };
                for (i, (shape, own)) in split(&plan.operands, &x).enumerate() {
                    let gap = if i > 0 { " " } else { "" };
                    write!(out, "{gap}{}", shape.hex(own).to_uppercase())?;
                }
                out.write_all(b"\n")?;
            }
            Ok(())
        })
    }
}

/// Writes in upper case, as TestFloat does.
struct Upper<'a>(&'a mut Output);

impl Write for Upper<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(&bytes.to_ascii_uppercase())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
