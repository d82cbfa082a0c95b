//! A callable of Python's as a design: it is given operands as arrays of codes, and gives back results and perhaps flags.

use crate::arrays::{Cases, Held, Room, cases};
use crate::report::{self, Told};
use crate::wrong;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use vectors::check::Settings;
use vectors::diff::{Answer, Design, Limits, Questions};
use vectors::generate::Set;
use vectors::identify::{self, Asked, Source, identify};
use vectors::registry::{FlagKind, Plan, Shape, Wanted};

/// Whether it is named, the candidates, those left, the first of them, the nearest.
pub(crate) type Named = (bool, u64, u64, Vec<String>, Option<String>);

struct Callable {
    call: Py<PyAny>,
    /// What it raised first. Nothing is asked after it.
    raised: Option<PyErr>,
    /// Whether answers had flags.
    flagged: bool,
}

impl Callable {
    fn new(call: Py<PyAny>) -> Self {
        Self { call, raised: None, flagged: false }
    }

    fn lines(&mut self, plan: &Plan, x: &[u64]) -> PyResult<Vec<Answer>> {
        let count = x.len() / plan.elements().max(1);
        let mut rooms = Room::all(&plan.operands, count);
        for (at, case) in x.chunks_exact(plan.elements().max(1)).enumerate() {
            let own = vectors::registry::split(&plan.operands, case);
            for (room, (shape, own)) in rooms.iter_mut().zip(own) {
                let start = at * shape.words();
                own.iter().enumerate().for_each(|(i, code)| room.set(start + i, *code));
            }
        }
        Python::attach(|py| {
            let arrays: Vec<_> = rooms.into_iter().map(|room| room.into_array(py)).collect();
            let answer = self.call.call1(py, (arrays,))?;
            type Given<'py> = (Vec<Held<'py>>, Option<Vec<Held<'py>>>);
            let (out, flags): Given<'_> = answer.extract(py)?;
            let out = cases(&out, &plan.results, "result")?;
            let byte = [Shape::one(softfloat::Format::integer(8, false).map_err(wrong)?)];
            let flags = flags.as_deref().map(|own| cases(own, &byte, "flag")).transpose()?;
            let flags = flags.filter(|_| plan.op.flags != FlagKind::None);
            let found = flags.as_ref().map_or(out.count, |flags| flags.count);
            if out.count != count || found != count {
                let found = out.count.min(found);
                return Err(wrong(format!(
                    "the design gave {found} results for {count} cases\n  right: one for each"
                )));
            }
            self.flagged = flags.is_some();
            let mut own = Vec::new();
            let lines = (0..count).map(|at| {
                out.case(&plan.results, at, &mut own);
                let mut line = vectors::explain::value::results(plan, &own);
                if let Some(flag) = flags.as_ref().and_then(|flags| flags.codes[0].get(at)) {
                    let text = plan.op.flags.text(flag as u8);
                    line += &format!(" {}", text.split(' ').next().unwrap_or_default());
                }
                Answer::Line(line)
            });
            Ok(lines.collect())
        })
    }
}

impl Design for Callable {
    fn ask(&mut self, plan: &Plan, x: &[u64]) -> Vec<Answer> {
        let count = x.len() / plan.elements().max(1);
        let ended = |why: &str| vec![Answer::Ended(why.to_owned()); count];
        if self.raised.is_some() {
            return ended("it raised an exception");
        }
        self.lines(plan, x).unwrap_or_else(|raised| {
            self.raised = Some(raised);
            ended("it raises an exception")
        })
    }
}

pub(crate) fn diff(call: Py<PyAny>, sets: &[Set], settings: Settings) -> PyResult<Told> {
    let mut design = Callable::new(call);
    let questions = Questions { first: &[], sets };
    let limits = Limits { failings: 1, ..Limits::default() };
    let found = vectors::diff::diff(&mut design, &questions, &settings, &limits, &mut |_| {});
    if let Some(raised) = design.raised {
        return Err(raised);
    }
    let found = found.map_err(wrong)?;
    if found.failed > 0 {
        return Err(PyRuntimeError::new_err(found.to_string()));
    }
    let mut told = report::told(
        found.agrees() && found.report.counts.compared > 0,
        &found.report,
        found.to_string(),
    );
    // Answers count from 1.
    told.5.iter_mut().for_each(|(case, _)| *case = case.saturating_sub(1));
    Ok(told)
}

/// What is known of a datapath that is looked for.
pub(crate) fn settings(
    wanted: &Wanted,
    any_nan: bool,
    family: Option<String>,
) -> Result<identify::Settings, String> {
    let all: Vec<&str> = vectors::operations().families().collect();
    if let Some(family) = family.as_deref().filter(|own| !all.contains(own)) {
        let all = all.join(", ");
        return Err(format!("there is no family `{family}`\n  right: one of {all}"));
    }
    let fixed = wanted.clone();
    Ok(identify::Settings { fixed, any_nan, family, ..identify::Settings::default() })
}

fn named(found: &identify::Identified) -> Named {
    let left = found.left.iter().map(ToString::to_string).collect();
    let nearest = found.nearest.as_ref().map(|nearest| nearest.name.to_string());
    (found.is_named(), found.candidates, found.count, left, nearest)
}

pub(crate) fn identified(
    plan: &Plan,
    call: Py<PyAny>,
    settings: &identify::Settings,
) -> PyResult<Named> {
    let mut design = Callable::new(call);
    let found = identify(plan.op, settings, Source::Design(&mut design), &mut |_| {});
    if let Some(raised) = design.raised {
        return Err(raised);
    }
    let found = found.map_err(wrong)?;
    if found.asked > 0 && found.failed == found.asked {
        let why = found.why.as_deref().unwrap_or_default();
        return Err(PyRuntimeError::new_err(format!("the design answered no case: {why}")));
    }
    Ok(named(&found))
}

pub(crate) fn recorded(
    plan: &Plan,
    [x, out]: [&Cases<'_>; 2],
    flags: Option<&Cases<'_>>,
    settings: &identify::Settings,
) -> Result<Named, String> {
    if x.count == 0 || out.count != x.count || flags.is_some_and(|flags| flags.count != x.count) {
        return Err(format!("{} cases have {} results\n  right: one for each", x.count, out.count));
    }
    let flags = flags.filter(|_| plan.op.flags != FlagKind::None);
    let each = (0..x.count).map(|at| {
        let mut asked = Asked { x: Vec::new(), out: Vec::new(), flag: None };
        x.case(&plan.operands, at, &mut asked.x);
        out.case(&plan.results, at, &mut asked.out);
        asked.flag = flags.and_then(|own| own.codes[0].get(at)).map(|flag| flag as u8);
        asked
    });
    let source = Source::Recorded(each.collect());
    let found = identify(plan.op, settings, source, &mut |_| {}).map_err(|why| why.to_string())?;
    Ok(named(&found))
}
