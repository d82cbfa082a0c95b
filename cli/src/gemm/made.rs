//! What comes of it: products, their errors, and how two differ.

use crate::{Remarks, progress};
use vectors::silicon::{Difference, Matrix, Order, Parting, Product, Unit, differences};

/// What is multiplied.
pub(super) struct Arrays {
    pub(super) a: Matrix,
    pub(super) b: Matrix,
    pub(super) c: Option<Matrix>,
    pub(super) scales: Option<[Matrix; 2]>,
}

/// A unit's product.
pub(super) struct Made<'a> {
    pub(super) product: Product<'a>,
    pub(super) d: Matrix,
    /// From the exact product, rounded once.
    pub(super) error: Option<Difference>,
}

impl Arrays {
    pub(super) fn product(
        &self,
        unit: Unit,
        order: Order,
    ) -> Result<Product<'_>, vectors::silicon::Error> {
        let scales = self.scales.as_ref().map(|[a, b]| [a, b]);
        Product::new(unit, &self.a, &self.b, self.c.as_ref(), scales, order)
    }

    /// The error of a part of D by k, as far as it goes.
    pub(super) fn depths(&self, made: &[Made<'_>], order: Order) -> Vec<(usize, Vec<Difference>)> {
        let k = self.a.columns();
        // Units' numbers of products are powers of two.
        let step = made.iter().map(|made| made.product.unit().k()).max().unwrap_or(1);
        let doubled = std::iter::successors(Some(step), |k| Some(2 * k));
        let depths = doubled.take_while(|depth| *depth < k).chain([k]);
        let of = |depth: usize| {
            let corner = |side: &Matrix, rows, columns| side.corner(rows, columns);
            let errors = made.iter().filter_map(|made| {
                let unit = made.product.unit();
                let scales = self.scales.as_ref().zip(unit.scales()).map(|([x, y], (_, block))| {
                    [corner(x, SAMPLE, depth / block), corner(y, depth / block, SAMPLE)]
                });
                let sample = Self {
                    a: corner(&self.a, SAMPLE, depth),
                    b: corner(&self.b, depth, SAMPLE),
                    c: self.c.as_ref().map(|c| corner(c, SAMPLE, SAMPLE)),
                    scales,
                };
                let split = order.split.min(depth / unit.k());
                let product = sample.product(unit.clone(), Order { split, ..order }).ok()?;
                let (d, exact) = (product.run(&|_| ()), product.exact(&|_| ()));
                Some(differences(&unit.out(), &d, &exact))
            });
            (depth, errors.collect())
        };
        depths.map(of).collect()
    }
}

/// Rows and columns of D for which the error by k is told.
const SAMPLE: usize = 64;

impl<'a> Made<'a> {
    /// A unit's product, and where it is compared its error.
    pub(super) fn of(product: Product<'a>, compared: bool, remarks: Remarks) -> Self {
        let bar = progress::rows(product.rows() as u64, remarks);
        let d = product.run(&|rows| bar.inc(rows));
        bar.finish_and_clear();
        let error = compared.then(|| {
            let bar = progress::rows(product.rows() as u64, remarks);
            let exact = product.exact(&|rows| bar.inc(rows));
            bar.finish_and_clear();
            differences(&product.unit().out(), &d, &exact)
        });
        Self { product, d, error }
    }
}

/// How the second result differs from the first.
pub(super) fn versus<'a>(made: &'a [Made<'a>]) -> Option<(Difference, Option<Parting<'a>>)> {
    let [one, other] = made else { return None };
    let found = differences(&one.product.unit().out(), &one.d, &other.d);
    let parting =
        found.worst.and_then(|(i, j, _)| Parting::find(&one.product, &other.product, i, j));
    Some((found, parting))
}
