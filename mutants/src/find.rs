//! The mutants of a source: small changes that a test should see.

mod built;
mod operators;
mod values;

pub(crate) use built::left_out;

use built::is_built;
use operators::{operator, others};
use proc_macro2::Span;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ImplItemFn, ItemFn, Lit, UnOp};

/// A part of what stands in the place of a mutated piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    /// What stands there in the source.
    Source(Range<usize>),
}

/// Where and how a source is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// An expression becomes another.
    Expression { range: Range<usize>, pieces: Vec<Piece> },
    /// A function returns this at once: behind the brace of its body.
    Return { at: usize, value: String },
    /// An arm is never taken: behind its pattern, or around its guard.
    Arm { at: usize, guard: Option<Range<usize>> },
}

/// One change.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) function: String,
    /// `- instead of +`.
    pub(crate) what: String,
    pub(crate) change: Change,
}

/// Every mutant of a source, in its order.
///
/// # Errors
/// Where the source is no Rust.
pub(crate) fn find(source: &str) -> Result<Vec<Mutant>, String> {
    let file = syn::parse_file(source).map_err(|e| e.to_string())?;
    let mut finder = Finder { source, function: Vec::new(), found: Vec::new() };
    finder.visit_file(&file);
    finder.found.sort_by_key(|mutant| (mutant.line, mutant.column));
    Ok(finder.found)
}

struct Finder<'a> {
    source: &'a str,
    /// The functions around.
    function: Vec<String>,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn add(&mut self, span: Span, what: String, change: Change) {
        let Some(function) = self.function.last() else { return };
        let (start, function) = (span.start(), function.clone());
        let (line, column) = (start.line, start.column + 1);
        self.found.push(Mutant { line, column, function, what, change });
    }

    fn text(&self, range: Range<usize>) -> String {
        let words: Vec<&str> = self.source[range].split_whitespace().collect();
        let text = words.join(" ");
        if text.chars().count() <= 40 {
            text
        } else {
            text.chars().take(37).collect::<String>() + "..."
        }
    }

    fn instead(&mut self, whole: &Expr, span: Span, new: &str, old: &str, pieces: Vec<Piece>) {
        let change = Change::Expression { range: whole.span().byte_range(), pieces };
        self.add(span, format!("{new} instead of {old}"), change);
    }

    fn function(&mut self, name: String, output: &syn::ReturnType, block: &syn::Block) {
        self.function.push(name);
        let at = block.brace_token.span.open().byte_range().end;
        if !block.stmts.is_empty() {
            for value in values::of(output) {
                let old = self.text(block.span().byte_range());
                if old == format!("{{ {value} }}") {
                    continue;
                }
                let what = format!("{} at once", if value.is_empty() { "nothing" } else { &value });
                self.add(block.span(), what, Change::Return { at, value });
            }
        }
        visit::visit_block(self, block);
        self.function.pop();
    }

    fn condition(&mut self, condition: &Expr) {
        if has_let(condition) || matches!(condition, Expr::Lit(_)) {
            return;
        }
        let old = self.text(condition.span().byte_range());
        for value in ["true", "false"] {
            let pieces = vec![Piece::Text(value.to_owned())];
            self.instead(condition, condition.span(), value, &old, pieces);
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if is_built(&item.attrs) {
            self.function(item.sig.ident.to_string(), &item.sig.output, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if is_built(&item.attrs) {
            self.function(item.sig.ident.to_string(), &item.sig.output, &item.block);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default
            && is_built(&item.attrs)
        {
            self.function(item.sig.ident.to_string(), &item.sig.output, block);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if is_built(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if is_built(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    // What the compiler evaluates has no switch.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_path_arguments(&mut self, _: &'ast syn::PathArguments) {}
    fn visit_expr_repeat(&mut self, item: &'ast syn::ExprRepeat) {
        self.visit_expr(&item.expr);
    }
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_expr_if(&mut self, item: &'ast syn::ExprIf) {
        self.condition(&item.cond);
        visit::visit_expr_if(self, item);
    }

    fn visit_expr_match(&mut self, item: &'ast syn::ExprMatch) {
        let rest = item.arms.last().filter(|arm| arm.guard.is_none());
        let rest = rest.is_some_and(|arm| takes_all(&arm.pat));
        for (place, arm) in item.arms.iter().enumerate() {
            let guard = arm.guard.as_ref().map(|(_, guard)| &**guard);
            if guard.is_some_and(has_let) {
                continue;
            }
            if let Some(guard) = guard {
                self.condition(guard);
            }
            if rest && place + 1 < item.arms.len() {
                let pattern = arm.pat.span();
                let what = format!("no arm {}", self.text(pattern.byte_range()));
                let guard = guard.map(|guard| guard.span().byte_range());
                self.add(pattern, what, Change::Arm { at: pattern.byte_range().end, guard });
            }
        }
        visit::visit_expr_match(self, item);
    }

    fn visit_expr_binary(&mut self, item: &'ast syn::ExprBinary) {
        let (left, right) = (item.left.span().byte_range(), item.right.span().byte_range());
        let (old, whole) = (operator(&item.op), Expr::Binary(item.clone()));
        if !has_let(&whole) {
            for new in others(&item.op) {
                let operator = Piece::Text(format!(" {new} "));
                let pieces =
                    vec![Piece::Source(left.clone()), operator, Piece::Source(right.clone())];
                self.instead(&whole, item.op.span(), new, old, pieces);
            }
        }
        visit::visit_expr_binary(self, item);
    }

    fn visit_expr_unary(&mut self, item: &'ast syn::ExprUnary) {
        let old = match item.op {
            UnOp::Not(_) => "!",
            UnOp::Neg(_) => "-",
            _ => return visit::visit_expr_unary(self, item),
        };
        let pieces = vec![Piece::Source(item.expr.span().byte_range())];
        self.instead(&Expr::Unary(item.clone()), item.op.span(), "nothing", old, pieces);
        visit::visit_expr_unary(self, item);
    }

    fn visit_expr_lit(&mut self, item: &'ast syn::ExprLit) {
        let Lit::Int(number) = &item.lit else { return };
        let Ok(value) = number.base10_parse::<u128>() else { return };
        let whole = Expr::Lit(item.clone());
        for new in [value.checked_add(1), value.checked_sub(1)].into_iter().flatten() {
            let pieces = vec![Piece::Text(format!("{new}{}", number.suffix()))];
            self.instead(&whole, number.span(), &new.to_string(), &value.to_string(), pieces);
        }
    }
}

/// Whether a pattern takes what no other took: `_`, or a name, which begins with a small letter.
fn takes_all(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Wild(_) => true,
        syn::Pat::Ident(name) => {
            name.subpat.is_none() && name.ident.to_string().starts_with(|c: char| c.is_lowercase())
        }
        _ => false,
    }
}

/// Whether an expression binds names.
fn has_let(expression: &Expr) -> bool {
    struct Lets(bool);
    impl<'ast> Visit<'ast> for Lets {
        fn visit_expr_let(&mut self, _: &'ast syn::ExprLet) {
            self.0 = true;
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_block(&mut self, _: &'ast syn::Block) {}
    }
    let mut lets = Lets(false);
    lets.visit_expr(expression);
    lets.0
}
