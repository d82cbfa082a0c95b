//! Operations under a choice of options.

use crate::arrays::{Held, Room, cases, run};
use crate::{design, report, wrong};
use numpy::IntoPyArray;
use pyo3::prelude::*;
use vectors::accuracy::Run;
use vectors::cover::{Measure, report as told};
use vectors::explain::explain;
use vectors::generate::{self, Request, Set};
use vectors::identify;
use vectors::part::Shard;
use vectors::registry::{self, FlagKind, Options, Shape, Wanted, undecided};
use vectors::silicon::format_name;

/// An operation under a choice of options.
#[pyclass(frozen)]
pub(crate) struct Plan {
    pub(crate) plan: registry::Plan,
    /// The options that were given; others are open where a datapath is looked for.
    wanted: Wanted,
    /// In what the instruction that it was opened by differs from it; empty where it was not, or does not.
    note: &'static str,
}

/// Name, format, bits of an element, elements.
type Told = (String, &'static str, u32, usize);

/// Results an operand at a time, and their flags.
type Answered<'py> = (Vec<Bound<'py, PyAny>>, Bound<'py, PyAny>);

/// Title and labelled lines.
type Step = (String, Vec<(String, String)>);

/// Of a format of more than 64 bits the words of its elements, the lowest first.
fn told(name: &str, shape: &Shape) -> Told {
    if shape.words_per_element() > 1 {
        return (name.to_owned(), format_name(&shape.format), 64, shape.words());
    }
    (name.to_owned(), format_name(&shape.format), shape.format.width, shape.len)
}

#[pymethods]
impl Plan {
    #[new]
    fn new(id: &str, words: Vec<String>) -> PyResult<Self> {
        let called = vectors::operations().called(id).map_err(wrong)?;
        let words = || called.options().iter().copied().chain(words.iter().map(String::as_str));
        let options = called.op.parse_options(words()).map_err(wrong)?;
        let wanted = Wanted::read(words()).map_err(wrong)?;
        let note = called.instruction.map_or("", |row| row.note);
        Ok(Self { plan: called.op.plan(&options), wanted, note })
    }

    /// What to say of names in the id that stand for another format elsewhere, and of the instruction.
    #[getter]
    fn notes(&self) -> Vec<String> {
        let mut notes = registry::names::notes(&self.plan.op.id);
        notes.extend((!self.note.is_empty()).then(|| self.note.to_owned()));
        notes
    }

    #[getter]
    fn id(&self) -> &str {
        &self.plan.op.id
    }

    #[getter]
    fn summary(&self) -> &str {
        &self.plan.op.summary
    }

    #[getter]
    fn section(&self) -> &str {
        &self.plan.op.section
    }

    #[getter]
    fn options(&self) -> String {
        self.plan.options.to_string()
    }

    #[getter]
    fn decisions(&self) -> Vec<&'static str> {
        self.plan.op.decisions.clone()
    }

    #[getter]
    fn flags(&self) -> &'static str {
        match self.plan.op.flags {
            FlagKind::None => "none",
            FlagKind::Mask => "mask",
            FlagKind::Exceptions => "exceptions",
        }
    }

    #[getter]
    fn operands(&self) -> Vec<Told> {
        let names = self.plan.op.operands.iter();
        names.zip(&self.plan.operands).map(|(name, shape)| told(name, shape)).collect()
    }

    #[getter]
    fn results(&self) -> Vec<Told> {
        match &self.plan.results[..] {
            [one] => vec![told("out", one)],
            all => all.iter().enumerate().map(|(i, s)| told(&format!("out{i}"), s)).collect(),
        }
    }

    /// Results and flags of cases.
    fn run<'py>(&self, py: Python<'py>, x: Vec<Held<'py>>) -> PyResult<Answered<'py>> {
        let x = cases(&x, &self.plan.operands, "operand")?;
        let (out, flags) = py.detach(|| run(&self.plan, &x)).map_err(wrong)?;
        let out = out.into_iter().map(|room| room.into_array(py)).collect();
        Ok((out, flags.into_pyarray(py).into_any()))
    }

    /// How the result of a case comes about: text, heading, steps.
    fn explain(&self, x: Vec<u64>) -> PyResult<(String, String, Vec<Step>)> {
        self.plan.check(&x).map_err(wrong)?;
        undecided(&self.plan, &x, self.plan.run(&x).ran()).map_err(wrong)?;
        let explained = explain(&self.plan, &x);
        let text = explained.to_string();
        let steps = explained.steps.into_iter().map(|step| {
            (step.title, step.lines.into_iter().map(|line| (line.label, line.text)).collect())
        });
        Ok((text, explained.heading, steps.collect()))
    }

    /// The open decisions on which each case hangs.
    fn open(&self, py: Python<'_>, x: Vec<Held<'_>>) -> PyResult<Vec<Vec<&'static str>>> {
        let x = cases(&x, &self.plan.operands, "operand")?;
        py.detach(|| {
            let mut case = Vec::new();
            let each = (0..x.count).map(|at| {
                x.case(&self.plan.operands, at, &mut case);
                undecided(&self.plan, &case, self.plan.run(&case).ran())?;
                Ok(self.plan.provenance(&case).open())
            });
            each.collect::<Result<_, registry::UndecidedCase>>()
        })
        .map_err(wrong)
    }

    /// Results of a design against the right ones: counts, texts, findings, whose cases count from `first`.
    #[pyo3(signature = (x, out, flags, policy, any_nan, any_integer, max_report, first = 0))]
    #[allow(clippy::too_many_arguments)]
    fn check(
        &self,
        py: Python<'_>,
        x: Vec<Held<'_>>,
        out: Vec<Held<'_>>,
        flags: Option<Vec<Held<'_>>>,
        policy: &str,
        any_nan: bool,
        any_integer: bool,
        max_report: usize,
        first: u64,
    ) -> PyResult<report::Told> {
        let x = cases(&x, &self.plan.operands, "operand")?;
        let out = cases(&out, &self.plan.results, "result")?;
        let byte = [Shape::one(flag_format()?)];
        let flags = flags.as_deref().map(|flags| cases(flags, &byte, "flag")).transpose()?;
        let settings = report::settings(&self.plan, policy, any_nan, any_integer, max_report)?;
        py.detach(|| report::checked(&self.plan, &x, &out, flags.as_ref(), settings, first))
            .map_err(wrong)
    }

    /// The operands of the cases that `assay gen` would write.
    fn generate<'py>(
        &self,
        py: Python<'py>,
        cover: &str,
        count: u64,
        seed: u64,
        shard: &str,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let set = self.set(cover, count, seed)?;
        let shard: Shard =
            if shard.is_empty() { Shard::WHOLE } else { shard.parse().map_err(wrong)? };
        let rooms = py.detach(|| {
            let range = set.shard(shard);
            let cases = range.end - range.start;
            let cases = usize::try_from(cases).ok().filter(|n| *n <= 1 << 30).ok_or_else(|| {
                format!("{cases} cases\n  right: at most {} in arrays; shards take parts", 1 << 30)
            })?;
            let mut rooms = Room::all(&self.plan.operands, cases);
            let mut at = 0;
            set.for_each(range, |_, x| {
                let own = registry::split(&self.plan.operands, x);
                for (room, (shape, own)) in rooms.iter_mut().zip(own) {
                    let start = at * shape.words();
                    own.iter().enumerate().for_each(|(i, code)| room.set(start + i, *code));
                }
                at += 1;
            });
            Ok::<_, String>(rooms)
        });
        let rooms = rooms.map_err(wrong)?;
        Ok(rooms.into_iter().map(|room| room.into_array(py)).collect())
    }

    /// What cases cover: hit, reachable, the report of `assay cover`.
    fn cover(
        &self,
        py: Python<'_>,
        x: Vec<Held<'_>>,
        holes: usize,
    ) -> PyResult<(usize, usize, String)> {
        let x = cases(&x, &self.plan.operands, "operand")?;
        Ok(py.detach(|| {
            let (mut measure, mut case) = (Measure::default(), Vec::new());
            for at in 0..x.count {
                x.case(&self.plan.operands, at, &mut case);
                measure.case(&self.plan, &case);
            }
            let covered = measure.covered();
            let (hit, reachable) = told::totals(&covered);
            (hit, reachable, told::report(&covered, holes))
        }))
    }

    /// How far results of a function are from the exact values: answers, correctly rounded ones, special ones that are not right,
    /// the largest error and the mean as text, the report.
    fn ulp(
        &self,
        py: Python<'_>,
        x: Vec<Held<'_>>,
        out: Vec<Held<'_>>,
        most: usize,
    ) -> PyResult<report::Errors> {
        let x = cases(&x, &self.plan.operands, "operand")?;
        let out = cases(&out, &self.plan.results, "result")?;
        py.detach(|| report::measured(&self.plan, &x, &out, most, 0).map(report::errors))
            .map_err(wrong)
    }

    /// The same of the cases of a shard, as text for `measurement`; `asked` are who answered, cover, count, seed and shard.
    fn part(
        &self,
        py: Python<'_>,
        x: Vec<Held<'_>>,
        out: Vec<Held<'_>>,
        most: usize,
        asked: (String, String, u64, u64, String),
    ) -> PyResult<String> {
        let (dut, cover, count, seed, shard) = asked;
        let (set, shard) = (self.set(&cover, count, seed)?, shard.parse().map_err(wrong)?);
        let x = cases(&x, &self.plan.operands, "operand")?;
        let out = cases(&out, &self.plan.results, "result")?;
        let (assay, op) = (env!("CARGO_PKG_VERSION").to_owned(), self.plan.op.id.clone());
        let run = Run { assay, dut, op, opts: self.options(), cover, count, seed, most };
        let first = set.shard(shard).start + 1;
        py.detach(|| {
            let accuracy = report::measured(&self.plan, &x, &out, most, first)?;
            report::part(run, shard, &accuracy)
        })
        .map_err(wrong)
    }

    /// How many cases a set has.
    fn count(&self, cover: &str, count: u64, seed: u64) -> PyResult<u64> {
        Ok(self.set(cover, count, seed)?.len())
    }

    /// How many codes of the results' format lie between two, `None` where one is NaN.
    fn distance(
        &self,
        py: Python<'_>,
        a: Vec<Held<'_>>,
        b: Vec<Held<'_>>,
    ) -> PyResult<Vec<Option<u64>>> {
        let a = cases(&a, &self.plan.results, "result")?;
        let b = cases(&b, &self.plan.results, "result")?;
        if a.count != b.count {
            return Err(wrong(format!("{} and {} results\n  right: as many", a.count, b.count)));
        }
        let format = self.plan.result().format;
        Ok(py.detach(|| {
            let pairs = (0..a.count * self.plan.result().words())
                .filter_map(|at| Some((a.codes[0].get(at)?, b.codes[0].get(at)?)));
            pairs.map(|(a, b)| format.distance(a, b)).collect()
        }))
    }

    /// A callable as a design, against the right results.
    #[allow(clippy::too_many_arguments)]
    fn diff(
        &self,
        py: Python<'_>,
        design: Py<PyAny>,
        cover: &str,
        count: u64,
        seed: u64,
        policy: &str,
        any_nan: bool,
        any_integer: bool,
        max_report: usize,
    ) -> PyResult<report::Told> {
        let set = self.set(cover, count, seed)?;
        let settings = report::settings(&self.plan, policy, any_nan, any_integer, max_report)?;
        py.detach(|| design::diff(design, &[set], settings))
    }

    /// Which datapath a callable is: whether it is named, candidates, how many are left.
    fn identify(
        &self,
        py: Python<'_>,
        design: Py<PyAny>,
        seed: u64,
        random: u64,
        any_nan: bool,
        family: Option<String>,
    ) -> PyResult<design::Named> {
        let settings = design::settings(&self.wanted, any_nan, family).map_err(wrong)?;
        let settings = identify::Settings { seed, random, ..settings };
        py.detach(|| design::identified(&self.plan, design, &settings))
    }

    /// The same of results that were recorded.
    fn recorded(
        &self,
        py: Python<'_>,
        x: Vec<Held<'_>>,
        out: Vec<Held<'_>>,
        flags: Option<Vec<Held<'_>>>,
        any_nan: bool,
        family: Option<String>,
    ) -> PyResult<design::Named> {
        let x = cases(&x, &self.plan.operands, "operand")?;
        let out = cases(&out, &self.plan.results, "result")?;
        let byte = [Shape::one(flag_format()?)];
        let flags = flags.as_deref().map(|flags| cases(flags, &byte, "flag")).transpose()?;
        let settings = design::settings(&self.wanted, any_nan, family).map_err(wrong)?;
        py.detach(|| design::recorded(&self.plan, [&x, &out], flags.as_ref(), &settings))
            .map_err(wrong)
    }
}

impl Plan {
    fn set(&self, cover: &str, count: u64, seed: u64) -> PyResult<Set> {
        let (cover, domain) = generate::covered(cover).map_err(wrong)?;
        let options: Option<Options> = Some(self.plan.options);
        let request =
            Request { seed, count, options, domain, ..Request::new(vec![self.plan.op], cover) };
        Set::new(&request).map_err(wrong)
    }
}

/// What flags come in: bytes.
fn flag_format() -> PyResult<softfloat::Format> {
    softfloat::Format::integer(8, false).map_err(wrong)
}
