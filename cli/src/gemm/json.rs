//! What was found, as JSON.

use super::{Report, made::Made};
use crate::failure::Failure;
use crate::page::{self, object};
use serde::Serialize;
use vectors::explain::value;
use vectors::silicon::{Difference, Parting, format_name};

/// The version of the report's form.
const SCHEMA: &str = "assay.gemm.1";

/// The report.
pub(super) fn report(report: &Report<'_>) -> Result<String, Failure> {
    let first = &report.made[0].product;
    let units: Vec<_> = report.made.iter().map(unit).collect();
    let depths = report.depths.iter().map(|(k, errors)| {
        let errors: Vec<_> = errors.iter().map(counts).collect();
        object! { k: k, errors: errors }
    });
    page::json(&object! {
        schema: SCHEMA,
        assay: env!("CARGO_PKG_VERSION"),
        m: first.rows(),
        n: first.columns(),
        k: first.depth(),
        order: object! {
            split_k: report.order.split,
            promote: report.order.promote,
            addend: report.order.addend.word(),
        },
        units: units,
        // How the second unit's result differs from the first's.
        versus: report.versus.as_ref().map(|(found, parting)| versus(report.made, found, parting.as_ref())),
        // Of the first rows and columns, the first products.
        error_by_k: depths.collect::<Vec<_>>(),
    })
}

fn unit(made: &Made<'_>) -> impl Serialize {
    let unit = made.product.unit();
    let plan = unit.plan();
    object! {
        unit: &plan.op.id,
        opts: plan.options.to_string(),
        section: &plan.op.section,
        k: unit.k(),
        formats: [unit.a(), unit.b(), unit.c(), unit.out()].map(|format| format_name(&format)),
        // From the exact product, rounded once.
        error: made.error.as_ref().map(counts),
    }
}

/// Distances are in numbers of the format; those of a class are at most `ulp`, and more than those of the class before.
fn counts(found: &Difference) -> impl Serialize {
    let classes = found.histogram.iter().map(|(class, count)| {
        object! { ulp: class.map_or(0, |class| 1u128 << class).to_string(), elements: count }
    });
    object! {
        elements: found.elements,
        equal: found.equal,
        nan_words: found.nan,
        special: found.special,
        histogram: classes.collect::<Vec<_>>(),
        mean: found.mean(),
        largest: found.largest,
        worst: found.worst.map(|(i, j, _)| [i, j]),
    }
}

fn versus(made: &[Made<'_>], found: &Difference, parting: Option<&Parting<'_>>) -> impl Serialize {
    let out = made[0].product.unit().out();
    let results = found.worst.map(|(i, j, _)| {
        made.iter().map(|made| value::hex(&out, made.d.at(i, j))).collect::<Vec<_>>()
    });
    let parting = parting.map(|parting| {
        let explain = parting
            .calls
            .iter()
            .map(|call| format!("assay explain {}", call.unit.plan().case(&call.operands)));
        object! { products: parting.products, explain: explain.collect::<Vec<_>>() }
    });
    object! { counts: counts(found), results: results, parting: parting }
}
