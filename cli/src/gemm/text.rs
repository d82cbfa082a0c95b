//! What was found, as text.

use super::{Report, made::Made};
use std::fmt::Write;
use vectors::explain::value;
use vectors::silicon::{Difference, Order, Parting};

/// Writing to a string does not fail, here and below.
pub(super) fn report(report: &Report<'_>) -> String {
    let mut text = String::new();
    let first = &report.made[0].product;
    let (m, n, k) = (first.rows(), first.columns(), first.depth());
    let _ = writeln!(text, "{m} x {n} elements of {k} products{}", ordered(report.order));
    if let Some((found, parting)) = &report.versus {
        differ(&mut text, report.made, found, parting.as_ref());
    }
    let _ = writeln!(text, "from the exact product, rounded once");
    for made in report.made {
        if let Some(error) = &made.error {
            let _ = writeln!(text, "  {}", made.product.unit().name());
            counts(&mut text, error);
            let _ = writeln!(text, "    mean       {:.6} ulp", error.mean());
        }
    }
    text
}

/// What is done beside going upwards.
pub(super) fn ordered(order: Order) -> String {
    let mut text = String::new();
    if order.split > 1 {
        let _ = write!(text, ", k in {} parts", order.split);
    }
    if let Some(products) = order.promote {
        let _ = write!(text, ", taken out after {products}");
    }
    if order.addend != vectors::silicon::Addend::First {
        text.push_str(", C last");
    }
    text
}

fn differ(text: &mut String, made: &[Made<'_>], found: &Difference, parting: Option<&Parting<'_>>) {
    for (word, made) in ["unit", "versus"].into_iter().zip(made) {
        let _ = writeln!(text, "{word:<6}  {}", made.product.unit().name());
    }
    counts(text, found);
    let (Some((i, j, distance)), [one, other]) = (found.worst, made) else { return };
    let out = one.product.unit().out();
    let far = distance.map_or_else(|| "no distance".to_owned(), |ulp| format!("{ulp} ulp"));
    let _ = writeln!(text, "worst: row {i}, column {j}, {far}");
    for d in [&one.d, &other.d] {
        let code = d.at(i, j);
        let _ = writeln!(text, "  {}  {}", value::hex(&out, code), value::decimal(&out, code));
    }
    let Some(parting) = parting else {
        let _ = writeln!(text, "the sums part outside of instructions");
        return;
    };
    let _ = writeln!(text, "the sums part after {} products:", parting.products);
    for call in &parting.calls {
        let case = call.unit.plan().case(&call.operands);
        let _ = writeln!(text, "  assay explain {case}");
    }
}

/// The rows of a table.
pub(super) fn classes(found: &Difference) -> Vec<(String, u64)> {
    let far = found.histogram.iter().map(|(class, count)| (distances(*class), *count));
    let mut rows = vec![("equal".to_owned(), found.equal)];
    rows.extend(far);
    let rest = [("NaN words", found.nan), ("NaN or inf", found.special)];
    rows.extend(rest.into_iter().filter(|(_, n)| *n > 0).map(|(word, n)| (word.to_owned(), n)));
    rows
}

/// The distances of a class.
fn distances(class: Option<u32>) -> String {
    match class {
        None => "sign of 0".to_owned(),
        Some(class @ 0..=1) => format!("{} ulp", class + 1),
        Some(class) => format!("{}..{} ulp", (1u128 << (class - 1)) + 1, 1u128 << class),
    }
}

fn counts(text: &mut String, found: &Difference) {
    for (class, count) in classes(found) {
        let share = 100.0 * count as f64 / found.elements as f64;
        let _ = writeln!(text, "    {class:<14} {count:>10}  {share:>8.4} %");
    }
}
