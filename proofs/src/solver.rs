//! A solver for bit vectors, a program that reads SMT-LIB on its standard input: Z3.

use crate::term::{Node, Op, TRUTH, Term};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running solver.
pub(crate) struct Solver {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What a solver says of a claim.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// Nothing contradicts it.
    Proved,
    /// What does, as the solver says it.
    Refuted(String),
    /// It gave up, or said something else.
    Open(String),
}

impl Solver {
    pub(crate) fn start(program: &str, seconds: u64) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(["-in", "-smt2", &format!("-t:{}", seconds * 1000)]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err(io::Error::other("no pipes"));
        };
        Ok(Self { child, input, output: BufReader::new(output) })
    }

    /// Whether the terms cannot be true together.
    pub(crate) fn excludes(&mut self, terms: &[Term]) -> io::Result<Verdict> {
        let variables = variables(terms);
        let names: Vec<&str> = variables.iter().map(|(name, _)| *name).collect();
        let text = format!("(reset)\n{}(check-sat)\n", script(terms, &variables));
        self.input.write_all(text.as_bytes())?;
        match self.line()?.as_str() {
            "unsat" => Ok(Verdict::Proved),
            "sat" => {
                self.input.write_all(
                    format!("(get-value ({}))\n(echo \"end\")\n", names.join(" ")).as_bytes(),
                )?;
                Ok(Verdict::Refuted(self.until_end()?))
            }
            other => Ok(Verdict::Open(other.to_owned())),
        }
    }

    /// The most memory that it has used, in megabytes.
    pub(crate) fn memory(&mut self) -> io::Result<f64> {
        self.input.write_all(b"(get-info :all-statistics)\n(echo \"end\")\n")?;
        let text = self.until_end()?;
        let words: Vec<&str> =
            text.split([' ', ')', '(']).filter(|word| !word.is_empty()).collect();
        let most = words.windows(2).find(|pair| pair[0] == ":max-memory");
        Ok(most.and_then(|pair| pair[1].parse().ok()).unwrap_or_default())
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.input.flush()?;
        match self.output.read_line(&mut line)? {
            0 => Err(io::Error::other("the solver has ended")),
            _ => Ok(line.trim().to_owned()),
        }
    }

    fn until_end(&mut self) -> io::Result<String> {
        let mut text = String::new();
        loop {
            let line = self.line()?;
            if line == "end" {
                return Ok(text.trim_end().to_owned());
            }
            let _ = write!(text, "{line} ");
        }
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every term that these are made of, parts first.
fn closure(terms: &[Term]) -> BTreeSet<Term> {
    let mut all = BTreeSet::new();
    let mut todo = terms.to_vec();
    while let Some(term) = todo.pop() {
        if all.insert(term) {
            todo.extend(term.node().parts());
        }
    }
    all
}

fn variables(terms: &[Term]) -> Vec<(&'static str, u32)> {
    let named = |term: Term| match term.node() {
        Node { op: Op::Variable(name), width, .. } => Some((name, width)),
        _ => None,
    };
    closure(terms).into_iter().filter_map(named).collect()
}

fn script(terms: &[Term], variables: &[(&str, u32)]) -> String {
    let mut text = "(set-logic QF_BV)\n".to_owned();
    for (name, width) in variables {
        let _ = writeln!(text, "(declare-const {name} (_ BitVec {width}))");
    }
    // Parts have lower numbers.
    for term in closure(terms) {
        let (own, sort) = (expression(term), sort(term.width()));
        let _ = writeln!(text, "(define-fun t{} () {sort} {own})", term.number());
    }
    for term in terms {
        let _ = writeln!(text, "(assert t{})", term.number());
    }
    text
}

fn sort(width: u32) -> String {
    if width == TRUTH { "Bool".to_owned() } else { format!("(_ BitVec {width})") }
}

fn expression(term: Term) -> String {
    let Node { op, width, .. } = term.node();
    let node = term.node();
    let parts: Vec<String> =
        node.parts().iter().map(|part| format!("t{}", part.number())).collect();
    let own = parts.join(" ");
    let truth = width == TRUTH;
    let apply = |name: &str| format!("({name} {own})");
    match op {
        Op::Variable(name) => name.to_owned(),
        Op::Known(value) if truth => (value == 1).to_string(),
        Op::Known(value) => format!("(_ bv{value} {width})"),
        Op::Not => apply(if truth { "not" } else { "bvnot" }),
        Op::And => apply(if truth { "and" } else { "bvand" }),
        Op::Or => apply(if truth { "or" } else { "bvor" }),
        Op::Xor => apply(if truth { "xor" } else { "bvxor" }),
        Op::Plus => apply("bvadd"),
        Op::Minus => apply("bvsub"),
        Op::Left(by) => format!("(bvshl {own} (_ bv{by} {width}))"),
        Op::Right(by) => format!("(bvlshr {own} (_ bv{by} {width}))"),
        Op::Resized => match node.parts()[0].width() {
            from if from < width => format!("((_ zero_extend {}) {own})", width - from),
            _ => format!("((_ extract {} 0) {own})", width - 1),
        },
        Op::Equal => apply("="),
        Op::Less => apply("bvult"),
        Op::Either => apply("ite"),
    }
}
