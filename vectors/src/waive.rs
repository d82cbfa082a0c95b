//! Mismatches and goals that are accepted, each with a reason: a file of waivers.
//!
//! ```text
//! kind,op,what,reason
//! mismatch,ieee.f32.*,+snan*,the unit quiets without a flag (ticket 12)
//! mismatch,ieee.f32.add rm=rup,flags *,flags are not built under this direction
//! mismatch,ieee.f32.sub,7f800001 00000000,a single case
//! goal,ieee.f16.add,B3 sign=+ *,out of the plan
//! ```
//!
//! `op` is an id or pattern, perhaps with options, all of which a case must have. `what` is, of a mismatch, the classes of the operands
//! as reports of mismatches have them, or the operands in hex; behind `flags`, of mismatches in flags alone. Of a goal it is the goal as
//! a hole is reported. `*` and `?` stand for any text and any character.

use crate::registry::{Op, Operations, Options, Plan, names};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use wildmatch::WildMatch;

/// What is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A result or flags that differ.
    Mismatch,
    /// A goal of a coverage model that is not hit.
    Goal,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mismatch => "mismatch",
            Self::Goal => "goal",
        })
    }
}

/// A row of a file of waivers.
#[derive(Debug)]
pub struct Waiver {
    /// The file and the line.
    pub place: String,
    /// What kind of thing is accepted.
    pub kind: Kind,
    /// The operation, as it is written, with its options.
    pub op: String,
    /// Which of them.
    pub what: String,
    /// Why.
    pub reason: String,
    /// The id or pattern in all its spellings.
    ids: Vec<WildMatch>,
    options: Vec<String>,
    /// Whether results have to be right.
    flags: bool,
    pattern: WildMatch,
    /// How often it was used.
    used: AtomicU64,
}

impl Waiver {
    /// How often it was used.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn takes(&self, kind: Kind, plan: &Plan) -> bool {
        let all = plan.options.to_string();
        let own = || all.split(' ');
        let name = |option: &str| option.split('=').next().unwrap_or_default().to_owned();
        // The plainest value of an option is not written.
        let has = |option: &String| match plan.op.parse_options([option.as_str()]) {
            Ok(choice) if choice == Options::NONE => !own().any(|o| name(o) == name(option)),
            Ok(choice) => own().any(|own| own == choice.to_string()),
            Err(_) => false,
        };
        self.kind == kind
            && self.ids.iter().any(|id| id.matches(&plan.op.id))
            && self.options.iter().all(has)
    }
}

impl fmt::Display for Waiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, op, what, reason, .. } = self;
        write!(f, "{kind}  {op}  {what}: {reason}")
    }
}

/// Why a file is none of waivers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{place}: expected {expected}, found `{found}`\n  help: rows are kind,op,what,reason: a mismatch or a goal, \
     an operation or pattern, the classes or the goal, why it is accepted"
)]
pub struct WaiverError {
    /// File, line and field.
    pub place: String,
    /// What would be right.
    pub expected: &'static str,
    /// What stands there.
    pub found: String,
}

/// Waivers of some files.
#[derive(Debug, Default)]
pub struct Waivers(Vec<Waiver>);

impl Waivers {
    /// Takes the rows of a file of this name, on operations among these.
    ///
    /// ```
    /// use vectors::waive::Waivers;
    /// let mut waivers = Waivers::default();
    /// let all = vectors::operations();
    /// waivers.read("w.csv", "kind,op,what,reason\nmismatch,ieee.f32.add,+snan*,ticket 12\n", all).unwrap();
    /// let plan = all.find("ieee.f32.add").unwrap().plan(&Default::default());
    /// assert!(waivers.mismatch(&plan, &[0x7f80_0001, 0], "+snan*+zero", false));
    /// assert!(!waivers.mismatch(&plan, &[0x7fc0_0000, 0], "+qnan*+zero", false));
    /// assert_eq!(waivers.all()[0].used(), 1);
    /// ```
    ///
    /// # Errors
    /// The first row that is none.
    pub fn read(
        &mut self,
        name: &str,
        text: &str,
        among: &'static Operations,
    ) -> Result<(), WaiverError> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let mut head = false;
        for (at, record) in reader.records().enumerate() {
            let fault = |line: u64, field: &str, expected, found: &str| WaiverError {
                place: format!("{name}:{line}{field}"),
                expected,
                found: found.to_owned(),
            };
            let record = record.map_err(|e| {
                let line = e.position().map_or(at as u64 + 1, csv::Position::line);
                fault(line, "", "a row of UTF-8 text", &e.to_string())
            })?;
            // A record begins behind the blank lines before it.
            let start = record.position().map_or(0, |place| place.byte() as usize);
            let blank = text[start..].len() - text[start..].trim_start_matches(['\r', '\n']).len();
            let line = 1 + text[..start + blank].matches('\n').count() as u64;
            let fields: Vec<&str> = record.iter().map(str::trim).collect();
            let whole = fields.join(",");
            if !head {
                head = true;
                match fields[..] == ["kind", "op", "what", "reason"] {
                    true => continue,
                    false => {
                        return Err(fault(line, "", "the header kind,op,what,reason", &whole));
                    }
                }
            }
            let [kind, op, what, reason] = fields[..] else {
                return Err(fault(line, "", "four fields", &whole));
            };
            let kind = match kind {
                "mismatch" => Kind::Mismatch,
                "goal" => Kind::Goal,
                _ => return Err(fault(line, ": kind", "mismatch or goal", kind)),
            };
            let filled = [("op", op), ("what", what), ("reason", reason)];
            if let Some((field, _)) = filled.iter().find(|(_, text)| text.is_empty()) {
                return Err(fault(line, &format!(": {field}"), "some text", ""));
            }
            let mut words = op.split_whitespace().map(str::to_owned);
            let id = words.next().unwrap_or_default();
            let options: Vec<String> = words.collect();
            let ops = named(&id, among);
            if ops.is_empty() {
                return Err(fault(line, ": op", "an operation or a pattern of operations", &id));
            }
            let foreign = |option: &&String| {
                !ops.iter().any(|op| op.parse_options([option.as_str()]).is_ok())
            };
            if let Some(option) = options.iter().find(foreign) {
                let expected = "an option that the operation takes";
                return Err(fault(line, ": op", expected, option));
            }
            let (flags, pattern) = match what.strip_prefix("flags ") {
                Some(pattern) if kind == Kind::Mismatch => (true, pattern.trim()),
                _ => (false, what),
            };
            self.0.push(Waiver {
                place: format!("{name}:{line}"),
                kind,
                op: op.to_owned(),
                what: what.to_owned(),
                reason: reason.to_owned(),
                ids: spelled(&id, &ops).iter().map(|id| WildMatch::new(id)).collect(),
                options,
                flags,
                pattern: WildMatch::new(&parted(pattern)),
                used: AtomicU64::new(0),
            });
        }
        if head {
            return Ok(());
        }
        let place = format!("{name}:1");
        Err(WaiverError { place, expected: "the header kind,op,what,reason", found: String::new() })
    }

    /// Every row, in order.
    #[must_use]
    pub fn all(&self) -> &[Waiver] {
        &self.0
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a mismatch is accepted; `class` are the classes of its operands. The first waiver that takes it is used.
    pub fn mismatch(&self, plan: &Plan, x: &[u64], class: &str, flags_alone: bool) -> bool {
        let mut of_op = self
            .0
            .iter()
            .filter(|own| own.takes(Kind::Mismatch, plan) && (flags_alone || !own.flags));
        let (operands, class) = (plan.texts(x).join(" "), class.replace('*', SEPARATOR));
        let fits = |own: &&Waiver| own.pattern.matches(&class) || own.pattern.matches(&operands);
        of_op.find(fits).is_some_and(count)
    }

    /// Whether a goal, `B3 sign=+ lsb=0`, is accepted. The first waiver that takes it is used.
    pub fn goal(&self, plan: &Plan, goal: &str) -> bool {
        let mut of_op = self.0.iter().filter(|own| own.takes(Kind::Goal, plan));
        of_op.find(|own| own.pattern.matches(goal)).is_some_and(count)
    }
}

/// What stands between the classes of operands where patterns are compared: `*` stands for any text there.
const SEPARATOR: &str = "\u{1}";

/// A pattern in which `*` between a class and the sign of the next one is what parts them: `+pow2*+zero`.
fn parted(pattern: &str) -> String {
    let mut text = String::with_capacity(pattern.len());
    for (at, c) in pattern.char_indices() {
        let before = pattern[..at].ends_with(|c: char| c.is_alphanumeric() || c == '~');
        let behind = pattern[at + c.len_utf8()..].starts_with(['+', '-']);
        match c == '*' && before && behind {
            true => text.push_str(SEPARATOR),
            false => text.push(c),
        }
    }
    text
}

/// The operations of an id, an alias or a pattern.
fn named(id: &str, among: &'static Operations) -> Vec<&'static Op> {
    match id.contains(['*', '?']) {
        true => among.select(id).unwrap_or_default(),
        false => among.find(id).into_iter().collect(),
    }
}

/// An id and its operation's own, a pattern in all spellings of its formats.
fn spelled(id: &str, ops: &[&'static Op]) -> Vec<String> {
    let own = std::iter::once(id.to_owned());
    match id.contains(['*', '?']) {
        true => own.chain(names::spellings(id)).collect(),
        false => own.chain(ops.iter().map(|op| op.id.clone())).collect(),
    }
}

fn count(waiver: &Waiver) -> bool {
    waiver.used.fetch_add(1, Ordering::Relaxed);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Waivers, String> {
        let mut waivers = Waivers::default();
        waivers
            .read("w.csv", text, crate::operations())
            .map(|()| waivers)
            .map_err(|e| e.to_string())
    }

    #[test]
    fn rows_that_are_none_are_named() {
        for (text, right) in [
            ("", "w.csv:1: expected the header kind,op,what,reason, found ``"),
            (
                "kind,op,what\n",
                "w.csv:1: expected the header kind,op,what,reason, found `kind,op,what`",
            ),
            (
                "kind,op,what,reason\nbug,a,b,c\n",
                "w.csv:2: kind: expected mismatch or goal, found `bug`",
            ),
            ("kind,op,what,reason\ngoal,a,b\n", "w.csv:2: expected four fields, found `goal,a,b`"),
            (
                "kind,op,what,reason\ngoal,ieee.f32.ad,b,c\n",
                "w.csv:2: op: expected an operation or a pattern of operations, found `ieee.f32.ad`",
            ),
            (
                "kind,op,what,reason\ngoal,ieee.f99.*,b,c\n",
                "w.csv:2: op: expected an operation or a pattern of operations, found `ieee.f99.*`",
            ),
            (
                "kind,op,what,reason\ngoal,ieee.f32.add rm=rxx,b,c\n",
                "w.csv:2: op: expected an option that the operation takes, found `rm=rxx`",
            ),
            (
                "kind,op,what,reason\n\ngoal,a,b, \n",
                "w.csv:3: reason: expected some text, found ``",
            ),
        ] {
            let found = read(text).unwrap_err();
            assert_eq!(found.lines().next(), Some(right));
        }
    }

    #[test]
    fn a_waiver_takes_what_it_says_and_no_more() {
        let op = crate::operations().find("ieee.f32.add").unwrap();
        let plain = op.plan(&Options::NONE);
        let up = op.plan(&op.parse_options(["rm=rup"]).unwrap());
        let waivers = read(
            "kind,op,what,reason\nmismatch,ieee.f32.* rm=rup,+zero*-zero,a\nmismatch,ieee.f32.add,flags *,b\n\
             mismatch,ieee.f32.add,3f800000 00000000,c\ngoal,ieee.f32.add,B3 sign=+ *,d\n",
        )
        .unwrap();
        let x = [0, 0x8000_0000];
        assert!(waivers.mismatch(&up, &x, "+zero*-zero", false));
        assert!(!waivers.mismatch(&plain, &x, "+zero*-zero", false));
        assert!(waivers.mismatch(&plain, &x, "+zero*-zero", true));
        assert!(!waivers.mismatch(&up, &x, "+zero*+zero", false));
        assert!(waivers.mismatch(&plain, &[0x3f80_0000, 0], "+pow2*+zero", false));
        assert!(
            waivers.goal(&plain, "B3 sign=+ lsb=0") && !waivers.goal(&plain, "B3 sign=- lsb=0")
        );
        let other = crate::operations().find("ieee.f16.add").unwrap().plan(&Options::NONE);
        assert!(!waivers.mismatch(&other, &x, "+zero*-zero", true));
        let nearest = read("kind,op,what,reason\nmismatch,* rm=rne,*,a\n").unwrap();
        assert!(nearest.mismatch(&plain, &x, "", false) && !nearest.mismatch(&up, &x, "", false));
        // Formats by their other names.
        for op in ["ieee.binary32.add", "ieee.float32.*", "ieee.FP32.a?d"] {
            let alias = read(&format!("kind,op,what,reason\nmismatch,{op},*,a\n")).unwrap();
            assert!(alias.mismatch(&plain, &x, "", false), "{op}");
            assert!(!alias.mismatch(&other, &x, "", false), "{op}");
        }
        // A class that is written out is that class alone.
        let exact = read("kind,op,what,reason\nmismatch,*,+pow2*+zero,a\n").unwrap();
        assert!(exact.mismatch(&plain, &x, "+pow2*+zero", false));
        for class in ["+pow2*+snan*+zero", "+pow2*+zero~", "+pow2|+snan*+zero"] {
            assert!(!exact.mismatch(&plain, &x, class, false), "{class}");
        }
        let used: Vec<u64> = waivers.all().iter().map(Waiver::used).collect();
        assert_eq!(used, [1, 1, 1, 1]);
    }
}
