//! Bias and variance of conversions by random bits.

use super::dut::{Extent, ask};
use super::{Ulp, json};
use crate::failure::Failure;
use crate::page::object;
use crate::{Remarks, output, printable, vector_file};
use serde::Serialize;
use vectors::accuracy::{self, Bias, Moments, Statistics};
use vectors::registry::{Op, Plan};

impl Ulp {
    /// The operation, where it is such a conversion.
    pub(super) fn stochastic(&self) -> Result<Option<&'static Op>, Failure> {
        let Some(id) = self.op.as_deref().filter(|_| !self.merge) else { return Ok(None) };
        let op = vectors::operations().find(id).map_err(Failure::input)?;
        Ok(Some(op).filter(|op| accuracy::is_stochastic(op)))
    }

    /// The answers of a design or of files, and what is said of them.
    pub(super) fn bias(&self, op: &'static Op, remarks: Remarks) -> Result<(), Failure> {
        let unasked = [
            ("--shard", self.shard.is_some()),
            ("--svg", self.svg.is_some()),
            ("--max-ulp", self.max_ulp.is_some()),
        ];
        if let Some((name, _)) = unasked.iter().find(|(_, given)| *given) {
            return Err(Failure::input(format!(
                "{name} is of functions, and {} rounds by random bits\n  right: without it",
                op.id
            )));
        }
        let (all, extent) = match &self.dut {
            Some(command) => {
                let (bias, extent) = self.answers(command, op, remarks)?;
                (vec![bias], extent)
            }
            None => (self.recorded(op)?, Extent::default()),
        };
        let all: Vec<(Plan, Statistics)> =
            all.into_iter().map(|bias| (bias.plan().clone(), bias.summary())).collect();
        match self.json {
            true => output::print(&json::whole(all.iter().map(operation).collect(), extent)?),
            false => {
                let each = all.iter().map(|(plan, found)| found.report(plan));
                output::print(&(each.collect::<Vec<_>>().join("\n") + &extent.line()))
            }
        }
    }

    /// Those of a design.
    fn answers(
        &self,
        command: &str,
        op: &'static Op,
        remarks: Remarks,
    ) -> Result<(Bias, Extent), Failure> {
        let (set, _, options) = self.drawn(op)?;
        let mut bias = Bias::new(&op.plan(&options)).expect("a conversion by random bits");
        let cases = 0..set.len();
        let extent = ask(self.asked(command), &set, cases, remarks, &mut |_, x, found| {
            bias.take(x, found[0]);
            Ok(())
        })?;
        Ok((bias, extent))
    }

    /// Those of files, a choice of options after the other.
    fn recorded(&self, op: &'static Op) -> Result<Vec<Bias>, Failure> {
        let mut all: Vec<Bias> = Vec::new();
        for path in &self.files {
            let fail = |e| Failure::vectors(&printable::path(path), &e);
            let format = vector_file::format(self.format, path)?;
            let plan = self.lines_of(format, Some(op))?;
            let (input, _) = vector_file::open(path, format, plan.clone()).map_err(fail)?;
            let read = accuracy::each(input, format, vectors::operations(), plan, |_, case| {
                if !std::ptr::eq(case.plan.op, op) {
                    return Ok(());
                }
                let own = all.iter().position(|b| b.plan().options == case.plan.options);
                let at = own.unwrap_or(all.len());
                if at == all.len() {
                    all.extend(Bias::new(case.plan));
                }
                all[at].take(case.x, case.out[0]);
                Ok(())
            });
            read.map_err(fail)?;
        }
        match all.is_empty() {
            false => Ok(all),
            true => Err(Failure::input(format!(
                "there is no case of {}\n  right: results of that operation",
                op.id
            ))),
        }
    }
}

fn operation((plan, found): &(Plan, Statistics)) -> impl Serialize {
    let moments = |m: &Moments| {
        object! {
            measured: m.count(),
            bias: m.mean(),
            bias_of_magnitudes: m.outward(),
            variance: m.variance(),
            largest: m.largest(),
            standard_error: m.standard_error(),
        }
    };
    object! {
        op: &plan.op.id,
        opts: plan.options.to_string(),
        answers: found.answers,
        numbers: found.numbers,
        right: found.right,
        // NaN and infinities where the number is in range.
        specials: found.specials,
        found: moments(&found.found),
        due: moments(&found.due),
    }
}
