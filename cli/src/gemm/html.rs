//! The page: how results differ, and the error by k. Self-contained, no script.

use super::text::{classes, ordered};
use super::{Report, chart};
use crate::page::{self, escaped};
use std::fmt::Write;
use vectors::explain::value;
use vectors::silicon::Difference;

const STYLE: &str = "\
.bar { fill: #0072b2 }
svg { max-width: 100%; height: auto }
";

/// The page. Writing to a string does not fail, here and below.
pub(super) fn page(report: &Report<'_>) -> String {
    let first = &report.made[0].product;
    let mut body = format!(
        "<h1>assay gemm</h1>\n<p>{} x {} elements of {} products{}</p>\n",
        first.rows(),
        first.columns(),
        first.depth(),
        escaped(&ordered(report.order))
    );
    for made in report.made {
        let plan = made.product.unit().plan();
        let name = escaped(&made.product.unit().name());
        let _ = writeln!(
            body,
            "<p>{name}: {}<br/>{}</p>",
            escaped(&plan.op.summary),
            escaped(&plan.op.section)
        );
    }
    versus(&mut body, report);
    body.push_str("<h2>From the exact product, rounded once</h2>\n");
    for made in report.made {
        if let Some(error) = &made.error {
            let _ = writeln!(
                body,
                "<h3>{}</h3>\n<p>mean {:.6} ulp, largest {} ulp</p>",
                escaped(&made.product.unit().name()),
                error.mean(),
                error.largest
            );
            table(&mut body, error);
        }
    }
    let _ =
        writeln!(body, "<h2>Error by k</h2>\n<div class=\"wide\">{}</div>", chart::picture(report));
    depths(&mut body, report);
    page::whole("assay gemm", STYLE, &body)
}

fn versus(body: &mut String, report: &Report<'_>) {
    let (Some((found, parting)), [one, other]) = (&report.versus, report.made) else { return };
    body.push_str("<h2>How the results differ</h2>\n");
    table(body, found);
    let Some((i, j, distance)) = found.worst else { return };
    let out = one.product.unit().out();
    let far = distance.map_or_else(|| "no distance".to_owned(), |ulp| format!("{ulp} ulp"));
    let [x, y] = [&one.d, &other.d].map(|d| {
        let code = d.at(i, j);
        format!("{} ({})", value::hex(&out, code), value::decimal(&out, code))
    });
    let _ = writeln!(body, "<p>worst: row {i}, column {j}, {far}: {x} and {y}</p>");
    let Some(parting) = parting else { return };
    let _ = writeln!(body, "<p>The sums part after {} products:</p>", parting.products);
    for call in &parting.calls {
        let case = call.unit.plan().case(&call.operands);
        let _ = writeln!(body, "<pre>assay explain {}</pre>", escaped(&case));
    }
}

/// The counts, each with a bar of its share.
fn table(body: &mut String, found: &Difference) {
    body.push_str("<div class=\"wide\"><table>\n");
    for (class, count) in classes(found) {
        let share = count as f64 / found.elements as f64;
        let _ = writeln!(
            body,
            "<tr><td>{class}</td><td class=\"n\">{count}</td><td class=\"n\">{:.4} %</td><td><svg width=\"200\" \
             height=\"10\" role=\"img\" aria-label=\"{class}\"><rect class=\"bar\" width=\"{:.1}\" height=\"10\"/></svg></td></tr>",
            100.0 * share,
            200.0 * share
        );
    }
    body.push_str("</table></div>\n");
}

/// What the picture shows, in numbers.
fn depths(body: &mut String, report: &Report<'_>) {
    body.push_str("<div class=\"wide\"><table>\n<tr><th>k</th>");
    for made in report.made {
        let name = escaped(&made.product.unit().name());
        let _ = write!(body, "<th>{name}: mean</th><th>largest</th>");
    }
    body.push_str("</tr>\n");
    for (k, errors) in &report.depths {
        let _ = write!(body, "<tr><td class=\"n\">{k}</td>");
        for error in errors {
            let (mean, largest) = (error.mean(), error.largest);
            let _ = write!(body, "<td class=\"n\">{mean:.4}</td><td class=\"n\">{largest}</td>");
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</table></div>\n");
}
