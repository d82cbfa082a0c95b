//! The page: every cross of every operation as heat maps. Self-contained, no script.

use super::map;
use crate::page::{self, escaped};
use std::fmt::Write;
use vectors::cover::report::{self, counts, name, totals};
use vectors::cover::{CLASSES, Covered};

const STYLE: &str = "\
td, text { font-size: 11px }
.map { display: inline-block; max-width: 100%; margin-right: 1em; vertical-align: bottom }
.key span { display: inline-block; width: 1em; height: 1em; vertical-align: middle; margin: 0 .3em 0 1em }
";

/// The page of these operations.
pub(super) fn page(all: &[Covered]) -> String {
    let (hit, reachable) = totals(all);
    let class = if hit == reachable { "well" } else { "ill" };
    let mut body = format!(
        "<h1>assay cover</h1>\n<p class=\"{class}\">{hit} of {reachable} goals, {}</p>\n\
         <p class=\"key\">",
        report::share(hit, reachable)
    );
    // Writing to a string does not fail, here and below.
    for (colour, what) in map::key() {
        let _ = write!(body, "<span style=\"background:{colour}\"></span>{what}");
    }
    body.push_str("</p>\n");
    body.push_str(&page::classes(CLASSES));
    for covered in all {
        operation(&mut body, covered);
    }
    page::whole("assay cover", STYLE, &body)
}

fn operation(body: &mut String, covered: &Covered) {
    let _ = writeln!(
        body,
        "<h2>{}</h2>\n<p>{} cases, {} of {} goals</p>",
        escaped(&name(&covered.model)),
        covered.cases,
        covered.hit(),
        covered.reachable()
    );
    for lack in covered.model.lacks() {
        let (models, why) = (escaped(lack.models), escaped(lack.why));
        let _ = writeln!(body, "<p class=\"ill\">lacks {models}: {why}</p>");
    }
    for table in covered.model.tables() {
        let (hit, reachable) = counts(covered, &table);
        let (name, what) = (table.name, escaped(table.what));
        let _ = writeln!(body, "<h3>{name}: {what}</h3>\n<p>{hit} of {reachable}</p>");
        for map in map::all(covered, &table) {
            let _ = writeln!(body, "<div class=\"wide map\">{map}</div>");
        }
    }
}
