//! The report as text.

use super::finding::{Finding, Verdict, ulps};
use super::report::Report;
use crate::explain::value::describe_elements;
use crate::file::sealed_class;
use crate::registry::{Outcome, Shape};
use std::fmt::{self, Display, Formatter};

/// The most groups told.
const GROUPS: usize = 20;

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.counts)?;
        write!(f, "{}", self.details())
    }
}

impl Report {
    /// The groups, then the findings; nothing where all is well.
    #[must_use]
    pub fn details(&self) -> impl Display + '_ {
        Details(self)
    }
}

struct Details<'a>(&'a Report);

impl Display for Details<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Report { groups, findings, found, .. } = self.0;
        let all = groups.by_count();
        if !all.is_empty() {
            writeln!(f, "\nmismatches by operation and classes of operands:")?;
        }
        for group in all.iter().take(GROUPS) {
            let super::Group { op, class, count, first } = group;
            writeln!(f, "{count:>10}  {op}  {class}  first in line {first}")?;
        }
        let rest: u64 = all.iter().skip(GROUPS).map(|g| g.count).sum::<u64>() + groups.others;
        if rest > 0 {
            writeln!(f, "{rest:>10}  in {} or more other groups", all.len() - GROUPS)?;
        }
        for finding in findings {
            write!(f, "\n{finding}")?;
        }
        let kept = findings.len() as u64;
        if kept > 0 && *found > kept {
            writeln!(f, "\n{} more are not shown", found - kept)?;
        }
        Ok(())
    }
}

/// Displays in several lines.
impl Display for Finding {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let options = self.plan.options.to_string();
        let gap = if options.is_empty() { "" } else { " " };
        let reason = self.reason();
        writeln!(f, "line {}: {}{gap}{options}: {reason}", self.line, self.plan.op.id)?;
        let mut rest = &self.x[..];
        for (name, shape) in self.plan.op.operands.iter().zip(&self.plan.operands) {
            let (own, others) = rest.split_at(shape.len);
            rest = others;
            for (i, text) in describe_elements(&shape.format, own).into_iter().enumerate() {
                line(f, &numbered(name, shape, i), &hex(shape, own[i]), &text)?;
            }
        }
        self.results(f)?;
        if self.verdict == Verdict::Altered {
            self.alteration(f)?;
        }
        let open = self.open.open().join(" ");
        if !open.is_empty() || !self.unspecified.is_empty() {
            let none =
                |ids: &str| if ids.is_empty() { "nothing".to_owned() } else { ids.to_owned() };
            write!(f, "  hangs on  {}", none(&open))?;
            match open == self.unspecified {
                true => writeln!(f)?,
                false => writeln!(f, "; the file says {}", none(&self.unspecified))?,
            }
        }
        for switch in self.alternatives() {
            writeln!(f, "  matches if {}={} ({})", switch.name, switch.value, switch.decision)?;
        }
        writeln!(f, "  {}", self.command())
    }
}

impl Finding {
    /// Why it is a finding, in words.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match (self.verdict, self.out_differs(), self.flag_differs()) {
            (Verdict::Altered, ..) => {
                "altered: the seal does not fit op, opts, operands, class and unspecified"
            }
            (Verdict::Decisions, ..) => "unspecified does not name the decisions it hangs on",
            (Verdict::Unspecified, ..) => "differs, but hangs on an open decision",
            (Verdict::Differs, true, true) => "result and flag differ",
            (Verdict::Differs, true, false) => "result differs",
            (Verdict::Differs, false, _) => "flag differs",
        }
    }

    /// Expected and found; of several elements those that differ.
    fn results(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let shape = &self.plan.result;
        let (expected, found) = (self.expected.out(), self.found.out());
        let texts = |codes: &[u64]| describe_elements(&shape.format, codes);
        let (right, wrong) = (texts(expected), texts(found));
        let flag =
            |o: &Outcome| o.flag.map_or(String::new(), |bit| format!("  flag {}", u8::from(bit)));
        for i in (0..shape.len).filter(|&i| shape.len == 1 || expected[i] != found[i]) {
            let (e, w) = (expected[i], found[i]);
            line(
                f,
                &numbered("expected", shape, i),
                &(hex(shape, e) + &flag(&self.expected)),
                &right[i],
            )?;
            line(
                f,
                &numbered("found", shape, i),
                &(hex(shape, w) + &flag(&self.found)),
                &wrong[i],
            )?;
            if e != w {
                let bits = (e ^ w).count_ones();
                let plural = if bits == 1 { "" } else { "s" };
                let ulps =
                    ulps(&shape.format, e, w).map_or(String::new(), |n| format!(", {n} ulp"));
                line(
                    f,
                    &numbered("xor", shape, i),
                    &hex(shape, e ^ w),
                    &format!("{bits} bit{plural}{ulps}"),
                )?;
            }
        }
        Ok(())
    }

    /// What an altered line was, as far as it can be told.
    fn alteration(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(repair) = self.repair() {
            let super::Repair { field, found, right } = repair;
            return writeln!(f, "  altered   one bit of {field}: {found}, written was {right}");
        }
        let right = sealed_class(&self.plan, &self.x, &self.open.open());
        writeln!(f, "  class     {}, a case of these operands has {right}", self.class)
    }
}

/// A named line: name, code, meaning.
fn line(f: &mut Formatter<'_>, name: &str, code: &str, text: &str) -> fmt::Result {
    writeln!(f, "  {name:<8}  {code}  {text}")
}

/// The name of an element.
fn numbered(name: &str, shape: &Shape, i: usize) -> String {
    if shape.len > 1 { format!("{name}[{i}]") } else { name.to_owned() }
}

fn hex(shape: &Shape, code: u64) -> String {
    format!("{code:0w$x}", w = shape.digits())
}
