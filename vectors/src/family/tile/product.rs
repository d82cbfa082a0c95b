//! One element of D: the products of a slice of K, and its old value (TILE-D34 to D36, D38, D40, D83, D84).

use super::function::options;
use super::{FAMILY, NAME};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::mx::{MxOperation, corner as blocks, random as block_random};
use crate::family::number::explain::operand::{self, Operand as Shown};
use crate::family::number::explain::{Work, account};
use crate::family::operations::link;
use crate::family::sum::{corner as sums, explain as sum, random as sum_random};
use crate::registry::{
    Evaluate, FlagKind, Group, Kernels, Op, Options, Plan, Resolved, Shape, Terms,
};
use semantics::tile::element::{Codes, Element};
use semantics::tile::exec::product::{self, Line, Product};
use semantics::tile::isa::{Kind as Of, Row};
use softfloat::format::E8m0;
use softfloat::sum::{Datapath, tile};
use softfloat::{Env, Flags, Rounding, StaticFormat};
use std::sync::Arc;

/// Matrix product of a slice.
#[derive(Debug)]
struct Matrix(Product);

impl Matrix {
    /// Elements of a slice; integers, which have none, as many as FP8.
    const fn terms(&self) -> usize {
        if self.is_integer() { 32 } else { self.0.kind.slice() }
    }

    const fn is_block(&self) -> bool {
        self.0.kind.a.is_block()
    }

    const fn is_integer(&self) -> bool {
        self.0.kind.a.is_integer()
    }

    fn shapes(&self) -> Vec<Shape> {
        let Product { kind, codes, .. } = self.0;
        let (n, scale) = (self.terms(), Shape::one(E8m0::FORMAT));
        let [a, b] = [kind.a, kind.b].map(|side| Shape::many(side.format(codes), n));
        let d = Shape::one(kind.d.format(codes));
        if self.is_block() { vec![scale, a, scale, b, d] } else { vec![a, b, d] }
    }

    /// Row, column and old value of a case.
    fn lines<'x>(&self, x: &'x [u64]) -> (Line<'x>, Line<'x>, u64) {
        let (n, scales) = (self.terms(), usize::from(self.is_block()));
        let (a, rest) = x.split_at((n + scales).min(x.len()));
        let (b, d) = rest.split_at((n + scales).min(rest.len()));
        let line = |x: &'x [u64]| {
            let (scales, codes) = x.split_at(scales.min(x.len()));
            Line { codes, scales }
        };
        (line(a), line(b), d.first().copied().unwrap_or(0))
    }

    /// The datapath of the terms, under a direction.
    fn datapath(&self, rounding: Rounding) -> Datapath {
        let Product { kind, codes, saturate, .. } = self.0;
        if self.is_integer() {
            return tile::integer(kind.a.format(codes), kind.b.format(codes), saturate);
        }
        Product { rounding, ..self.0 }.datapath()
    }
}

impl Evaluate for Matrix {
    fn resolve(&self, o: &Options) -> Resolved {
        let rounding = o.env().rounding;
        let matrix = Self(Product { rounding, ..self.0 });
        let env = if self.is_integer() {
            self.datapath(rounding).result.env
        } else {
            Env::IEEE.rounding(rounding)
        };
        let shapes = self.shapes();
        let results = shapes.last().copied().into_iter().collect();
        let kernel = move |_: &Env, x: &[u64], out: &mut [u64]| {
            let (a, b, d) = matrix.lines(x);
            let sum = product::element(&matrix.0, a, b, d);
            out.iter_mut().take(1).for_each(|out| *out = sum.bits);
            if matrix.is_integer() { Flags::NONE } else { sum.flags }
        };
        Resolved { operands: shapes, results, kernels: Kernels::Dynamic(env, Arc::new(kernel)) }
    }
}

impl Draw for Matrix {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        if self.is_block() {
            blocks::directed(plan, MxOperation::Dot, cases);
        } else {
            sums::directed(plan, cases);
        }
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        if self.is_block() {
            block_random::draw(rng, operands, MxOperation::Dot, x);
        } else {
            sum_random::draw(rng, operands, x);
        }
    }
}

impl Explain for Matrix {
    /// Elements of blocks with their scales, then the steps of a sum.
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        account(steps, plan, x, |work, operands| {
            operand::show_elements(work, operands);
            let datapath = self.datapath(work.env.rounding);
            let mut terms =
                if self.is_block() { self.scaled(work, x, &datapath) } else { operands.to_vec() };
            vec![sum::code(work, &datapath, self.terms(), &mut terms)]
        })
    }
}

impl Modelled for Matrix {
    /// Those of integers, whose accumulator may be too narrow.
    fn terms(&self, _: &Plan) -> Option<Terms> {
        self.is_integer().then(|| Terms::plain(self.terms(), true, true))
    }

    fn group(&self, _: &Plan) -> Option<Group> {
        self.is_block().then_some(Group::Dot)
    }
}

impl Matrix {
    /// The factors with their scales, and D.
    fn scaled(&self, work: &mut Work<'_>, x: &[u64], datapath: &Datapath) -> Vec<Shown> {
        let (a, b, d) = self.lines(x);
        let formats = match datapath.term {
            softfloat::sum::Term::Product { a, b, .. } => [*a.format(), *b.format()],
            softfloat::sum::Term::Element(format) => [format; 2],
        };
        let mut shown = Vec::new();
        for ((name, format), codes) in
            ["a", "b"].into_iter().zip(formats).zip(product::terms(&self.0, a, b))
        {
            let own = codes.iter().enumerate();
            shown.extend(
                own.map(|(k, &code)| Shown::of(format!("{name}[{k}] * scale"), &format, code)),
            );
        }
        work.steps.begin("elements times 2^(scale - 127)");
        operand::table(work.steps, &shown);
        shown.push(Shown::of("d", &datapath.addend_format, d));
        shown
    }
}

/// An instruction in every choice of codes and of saturation.
pub(super) fn operations(row: &Row, kind: Of) -> Vec<Op> {
    let plain = Product::new(kind);
    let other = match kind.a {
        Element::E4m3 | Element::E5m2 => {
            let codes = Codes { fp8_ocp: true, ..Codes::default() };
            Some((".ocp", Product { codes, ..plain }))
        }
        Element::MxE4m3 | Element::MxE5m2 => {
            let codes = Codes { mxfp8_table29: true, ..Codes::default() };
            Some((".t29", Product { codes, ..plain }))
        }
        a if a.is_integer() => Some((".sat", Product { saturate: true, ..plain })),
        _ => None,
    };
    let all = [Some(("", plain)), other].into_iter().flatten();
    all.map(|(end, product)| op(&row.mnemonic, end, product)).collect()
}

fn op(name: &str, end: &str, product: Product) -> Op {
    let matrix = Matrix(product);
    let (options, senseless) = options(!matrix.is_integer());
    Op {
        id: format!("{NAME}.{name}{end}"),
        summary: format!("a . b + d of {} elements, exact, rounded once", matrix.terms()),
        operands: if matrix.is_block() {
            &["a_scale", "a", "b_scale", "b", "d"]
        } else {
            &["a", "b", "d"]
        },
        flags: if matrix.is_integer() { FlagKind::None } else { FlagKind::Exceptions },
        options,
        section: if matrix.is_integer() { "TILE-D38" } else { "TILE-D34, D36, D40, D83, D84" }
            .to_owned(),
        decisions: Vec::new(),
        senseless,
        link: link(&FAMILY, matrix),
    }
}
