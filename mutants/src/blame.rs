//! Which mutants an error of the compiler speaks of: those that stand where it points, by line and column of the copy.

use proc_macro2::{LineColumn, Span};
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprIf, ExprMatch, Lit};

/// Why mutants are taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Out {
    /// They do not compile.
    Broken,
    /// The compiler evaluates where they stand.
    Constant,
}

type At = (usize, usize);

/// From a line and column to another, both from 1, the end excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) start: At,
    pub(crate) end: At,
}

impl Place {
    fn of(span: Span) -> Self {
        let at = |own: LineColumn| (own.line, own.column + 1);
        Self { start: at(span.start()), end: at(span.end()) }
    }

    fn has(&self, other: &Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// An error, with the places of files that it names.
#[derive(Clone, Debug)]
pub(crate) struct Complaint {
    pub(crate) out: Out,
    /// Where it says the fault is.
    pub(crate) first: Vec<(String, Place)>,
    /// What it says besides: calls that led there, expansions of macros, declarations.
    pub(crate) besides: Vec<(String, Place)>,
    /// As the compiler prints it.
    pub(crate) text: String,
}

/// The mutants at fault; `read` gives a file of the copy.
pub(crate) fn blamed(
    complaints: &[Complaint],
    read: impl Fn(&str) -> Option<String>,
) -> BTreeMap<u32, Out> {
    let mut files: BTreeMap<String, Vec<Sleeper>> = BTreeMap::new();
    let mut all = BTreeMap::new();
    for complaint in complaints {
        for (file, _) in complaint.first.iter().chain(&complaint.besides) {
            let own = || read(file).map(|text| sleepers(&text)).unwrap_or_default();
            files.entry(file.clone()).or_insert_with(own);
        }
        let of = |places: &[(String, Place)], how: How| -> BTreeSet<u32> {
            places.iter().flat_map(|(file, place)| how(&files[file], place)).collect()
        };
        let ways: &[(&[_], How)] = match complaint.out {
            // The calls that led to the switch name it exactly.
            Out::Constant => &[(&complaint.besides, calls), (&complaint.first, calls)],
            Out::Broken => &[
                (&complaint.first, around),
                (&complaint.first, within),
                (&complaint.besides, around),
                (&complaint.besides, within),
            ],
        };
        let mut found = ways.iter().map(|(places, how)| of(places, *how));
        let found = found.find(|found| !found.is_empty()).unwrap_or_default();
        for number in found {
            all.entry(number).or_insert(complaint.out);
        }
    }
    all
}

/// How mutants are found by a place.
type How = fn(&[Sleeper], &Place) -> BTreeSet<u32>;

/// A mutant in a source of the copy.
struct Sleeper {
    number: u32,
    /// What asks whether it is awake.
    call: Place,
    /// What is done where it is, or the match whose arm it takes away.
    reach: Place,
}

/// Those asked for by exactly this call.
fn calls(all: &[Sleeper], place: &Place) -> BTreeSet<u32> {
    all.iter().filter(|own| own.call == *place).map(|own| own.number).collect()
}

/// The innermost around a place.
fn around(all: &[Sleeper], place: &Place) -> BTreeSet<u32> {
    let around: Vec<&Sleeper> = all.iter().filter(|own| own.reach.has(place)).collect();
    let is_innermost = |own: &&&Sleeper| {
        !around.iter().any(|other| own.reach != other.reach && own.reach.has(&other.reach))
    };
    around.iter().filter(is_innermost).map(|own| own.number).collect()
}

/// All in a place.
fn within(all: &[Sleeper], place: &Place) -> BTreeSet<u32> {
    all.iter().filter(|own| place.has(&own.call)).map(|own| own.number).collect()
}

fn sleepers(text: &str) -> Vec<Sleeper> {
    let Ok(file) = syn::parse_file(text) else { return by_line(text) };
    let mut seeker = Seeker(Vec::new());
    seeker.visit_file(&file);
    seeker.0
}

/// Of what is no Rust at all: each reaches over its line.
fn by_line(text: &str) -> Vec<Sleeper> {
    let lines = (1..).zip(text.lines());
    let own = lines.flat_map(|(line, text)| {
        let reach = Place { start: (line, 1), end: (line, usize::MAX) };
        let parts = text.split("mutant_switch::on(").skip(1);
        let numbers = parts.filter_map(|rest| rest.split(')').next()?.parse().ok());
        numbers.map(move |number| Sleeper { number, call: reach, reach })
    });
    own.collect()
}

struct Seeker(Vec<Sleeper>);

impl<'ast> Visit<'ast> for Seeker {
    fn visit_expr_if(&mut self, item: &'ast ExprIf) {
        if let Some((number, call)) = asked(&item.cond) {
            let reach = Place::of(item.then_branch.span());
            self.0.push(Sleeper { number, call, reach });
        }
        visit::visit_expr_if(self, item);
    }

    fn visit_expr_match(&mut self, item: &'ast ExprMatch) {
        for (_, guard) in item.arms.iter().filter_map(|arm| arm.guard.as_ref()) {
            let mut guard = &**guard;
            while let Expr::Binary(both) = guard {
                guard = &both.left;
            }
            if let Expr::Unary(not) = guard
                && let Some((number, call)) = asked(&not.expr)
            {
                self.0.push(Sleeper { number, call, reach: Place::of(item.expr.span()) });
            }
        }
        visit::visit_expr_match(self, item);
    }
}

/// The number in `crate::mutant_switch::on(NUMBER)`.
fn asked(expression: &Expr) -> Option<(u32, Place)> {
    let Expr::Call(ExprCall { func, args, .. }) = expression else { return None };
    let Expr::Path(path) = &**func else { return None };
    let is_switch = path.path.segments.iter().any(|part| part.ident == "mutant_switch");
    match args.first() {
        Some(Expr::Lit(own)) if is_switch => match &own.lit {
            Lit::Int(number) => Some((number.base10_parse().ok()?, Place::of(expression.span()))),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::find;
    use crate::rewrite::rewrite;

    const SOURCE: &str = "fn f(a: u32, b: Option<u32>) -> u32 {\n    match (b) {\n        Some(c) => a + c * 2,\n        _ => 0,\n    }\n}\n";

    fn place(text: &str, part: &str) -> Place {
        let at = text.find(part).unwrap();
        let line = text[..at].matches('\n').count() + 1;
        let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
        Place { start: (line, column), end: (line, column + part.len()) }
    }

    fn of(out: Out, part: &str, is_first: bool) -> Vec<String> {
        let mutants = find(SOURCE).unwrap();
        let numbered: Vec<_> = (0..).zip(&mutants).collect();
        let text = rewrite(SOURCE, &numbered);
        let places = vec![("f.rs".to_owned(), place(&text, part))];
        let (first, besides) = if is_first { (places, vec![]) } else { (vec![], places) };
        let complaint = Complaint { out, first, besides, text: String::new() };
        let all = blamed(&[complaint], |_| Some(text.clone()));
        all.keys().map(|number| mutants[*number as usize].what.clone()).collect()
    }

    #[test]
    fn an_error_is_the_innermost_mutants() {
        assert_eq!(of(Out::Broken, "fn f", true), Vec::<String>::new());
        assert_eq!(of(Out::Broken, "return 1", true), ["1 at once"]);
        assert_eq!(of(Out::Broken, "{ 3 }", true), ["3 instead of 2"]);
    }

    #[test]
    fn what_a_match_lacks_is_an_arm_that_a_mutant_takes() {
        assert_eq!(of(Out::Broken, "(b)", true), ["no arm Some(c)"]);
    }

    #[test]
    fn a_constant_is_known_by_the_call() {
        let mutants = find(SOURCE).unwrap();
        let number = mutants.iter().position(|own| own.what == "- instead of +").unwrap();
        let call = format!("crate::mutant_switch::on({number})");
        assert_eq!(of(Out::Constant, &call, false), ["- instead of +"]);
    }
}
