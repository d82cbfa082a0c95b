//! The report as text.

use super::finding::{Finding, Verdict};
use super::report::Report;
use crate::explain::value::describe_elements;
use crate::file::sealed_class;
use crate::registry::{FlagKind, Shape, split};
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

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

    /// What the causes are headed by, and each in words: without a design that could be asked they are hypotheses.
    #[must_use]
    pub fn told_causes(&self) -> (String, Vec<String>) {
        let by = "by the first mismatches of each group";
        let heading = match self.probes {
            Some(0) => format!("likely causes, {by}"),
            Some(asked) => {
                format!("likely causes, {by} and {asked} cases asked to tell them apart")
            }
            None => format!("hypotheses about the cause, {by} (`assay diff` would ask the design)"),
        };
        let told = self.causes.iter().map(|cause| match self.probes {
            Some(_) => cause.to_string(),
            None => format!("{cause}, and none of {} right cases speaks against it", cause.right),
        });
        (heading, told.collect())
    }
}

struct Details<'a>(&'a Report);

impl Display for Details<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Report { counts, groups, findings, found, unexplained, .. } = self.0;
        let all = groups.rarest_first();
        if let Some(parts) = counts.parts() {
            writeln!(f, "{parts}")?;
        }
        if !all.is_empty() {
            writeln!(f, "\nmismatches by operation and classes of operands:")?;
        }
        for group in all.iter().take(GROUPS) {
            let super::Group { op, class, count, first, noun, .. } = group;
            writeln!(f, "{count:>10}  {op}  {class}  first in {noun} {first}")?;
        }
        let rest: u64 = all.iter().skip(GROUPS).map(|g| g.count).sum::<u64>() + groups.others;
        if rest > 0 {
            writeln!(f, "{rest:>10}  in {} or more other groups", all.len() - GROUPS)?;
        }
        let (heading, told) = self.0.told_causes();
        if !told.is_empty() {
            writeln!(f, "\n{heading}:")?;
        }
        for cause in told {
            writeln!(f, "  {cause}")?;
        }
        let open = *unexplained;
        if open > 0 {
            let (is, first) = if open == 1 { ("is", "it comes") } else { ("are", "they come") };
            writeln!(f, "  {open} {is} explained by none of them; {first} first")?;
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
        let (noun, number) = (self.noun, self.line);
        writeln!(f, "{noun} {number}: {}{gap}{options}: {reason}", self.plan.op.id)?;
        let operands = split(&self.plan.operands, &self.x);
        for (name, (shape, own)) in self.plan.op.operands.iter().zip(operands) {
            let texts = describe_elements(&shape.format, own);
            let elements: Vec<&[u64]> = shape.each(own).collect();
            for run in runs(shape.len, |i| elements[i]) {
                let i = run.start;
                line(f, &numbered(name, shape, &run), &shape.hex(elements[i]), &texts[i])?;
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
        let several = self.plan.op.flags == FlagKind::Exceptions;
        match (self.verdict, self.out_differs(), self.flag_differs()) {
            (Verdict::Altered, ..) => {
                "altered: the seal does not fit op, opts, operands, class and unspecified"
            }
            (Verdict::Decisions, ..) => "unspecified does not name the decisions it hangs on",
            (Verdict::Unspecified, ..) => "differs, but hangs on an open decision",
            (Verdict::Differs, true, true) if several => "result and flags differ",
            (Verdict::Differs, false, _) if several => "flags differ",
            (Verdict::Differs, true, true) => "result and flag differ",
            (Verdict::Differs, true, false) => "result differs",
            (Verdict::Differs, false, _) => "flag differs",
        }
    }

    /// Expected and found; of several elements those that differ.
    fn results(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let several = self.plan.results.iter().map(|shape| shape.len).sum::<usize>() > 1;
        let kind = self.plan.op.flags;
        let flags = |flags: Option<u8>| match flags {
            Some(flags) if !several => format!("  {} {}", kind.name(), kind.text(flags)),
            _ => String::new(),
        };
        let texts = (flags(self.expected.flag), flags(self.found.flag));
        let (mut expected, mut found) = (self.expected.out(), self.found.out());
        for shape in &self.plan.results {
            let own = (&expected[..shape.words()], &found[..shape.words()]);
            (expected, found) = (&expected[shape.words()..], &found[shape.words()..]);
            result(f, shape, own, (&texts.0, &texts.1), several)?;
        }
        if several && self.flag_differs() {
            let text = |flag: Option<u8>| flag.map_or("none".to_owned(), |f| kind.text(f));
            let (expected, found) = (text(self.expected.flag), text(self.found.flag));
            writeln!(f, "  {:<8}  expected {expected}, found {found}", kind.name())?;
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

/// Expected and found elements of one result, with the flags; where there are several elements,
/// those that differ.
fn result(
    f: &mut Formatter<'_>,
    shape: &Shape,
    (expected, found): (&[u64], &[u64]),
    flags: (&str, &str),
    several: bool,
) -> fmt::Result {
    let texts = |codes: &[u64]| describe_elements(&shape.format, codes);
    let (right, wrong) = (texts(expected), texts(found));
    let words = shape.words_per_element();
    let element = |codes: &'_ [u64], i: usize| codes[i * words..][..words].to_vec();
    for run in runs(shape.len, |i| (element(expected, i), element(found, i))) {
        let i = run.start;
        let (e, w) = (element(expected, i), element(found, i));
        if e == w && several {
            continue;
        }
        let name = |name| numbered(name, shape, &run);
        line(f, &name("expected"), &(shape.hex(&e) + flags.0), &right[i])?;
        line(f, &name("found"), &(shape.hex(&w) + flags.1), &wrong[i])?;
        if e != w {
            let xor: Vec<u64> = e.iter().zip(&w).map(|(e, w)| e ^ w).collect();
            line(f, &name("xor"), &shape.hex(&xor), &distance(shape, &e, &w))?;
        }
    }
    Ok(())
}

/// How far two codes are from each other, in words.
fn distance(shape: &Shape, a: &[u64], b: &[u64]) -> String {
    let bits = a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
    let plural = if bits == 1 { "" } else { "s" };
    let ulps = match (a, b) {
        (&[a], &[b]) => shape.format.distance(a, b),
        _ => None,
    };
    let ulps = ulps.map_or(String::new(), |n| format!(", {n} ulp"));
    format!("{bits} bit{plural}{ulps}")
}

/// The runs of elements that are alike.
fn runs<T: PartialEq>(len: usize, element: impl Fn(usize) -> T) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for i in 0..len {
        match runs.last_mut() {
            Some(run) if element(run.start) == element(i) => run.end = i + 1,
            _ => runs.push(i..i + 1),
        }
    }
    runs
}

/// A named line: name, code, meaning.
fn line(f: &mut Formatter<'_>, name: &str, code: &str, text: &str) -> fmt::Result {
    writeln!(f, "  {name:<8}  {code}  {text}")
}

/// The name of elements: `x`, `x[3]`, `x[4-15]`, as wide as the longest where there are several.
fn numbered(name: &str, shape: &Shape, run: &Range<usize>) -> String {
    let (first, last) = (run.start, run.end - 1);
    match shape.len {
        1 => name.to_owned(),
        _ if first == last => format!("{:<15}", format!("{name}[{first}]")),
        _ => format!("{:<15}", format!("{name}[{first}-{last}]")),
    }
}
