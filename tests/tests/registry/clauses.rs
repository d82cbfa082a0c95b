//! `docs/ieee754.md` against the registry, in both directions.

use std::collections::BTreeSet;
use std::path::Path;

/// What stands in a row's first cell, and the ids in its last one.
struct Line {
    clauses: Vec<String>,
    ids: Vec<String>,
}

fn page() -> Vec<Line> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ieee754.md");
    let text = std::fs::read_to_string(&path).expect("the page");
    let cells = |line: &str| -> Option<Vec<String>> {
        let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
        Some(inner.split(" | ").map(str::to_owned).collect())
    };
    let rows = text.lines().filter_map(cells).filter(|cells| cells[0].starts_with(['5', '9']));
    rows.map(|cells| {
        let coded = cells[2].split('`').skip(1).step_by(2);
        let ids = coded.filter(|word| word.contains('.') && !word.contains(['=', ' ']));
        Line {
            clauses: cells[0].split(", ").map(str::to_owned).collect(),
            ids: ids.map(str::to_owned).collect(),
        }
    })
    .collect()
}

/// Whether an id is one that the page's form of it means: `F` a system and a format, other capitals a format.
fn means(form: &str, id: &str) -> bool {
    let systems = ["ieee", "x87", "fp8", "fp6", "fp4"];
    let rest = match form.strip_prefix("F.") {
        Some(rest) => {
            let Some((system, id)) = id.split_once('.') else { return false };
            return systems.contains(&system) && means(&format!("N.{rest}"), id);
        }
        None => form,
    };
    let (parts, own): (Vec<&str>, Vec<&str>) = (rest.split('.').collect(), id.split('.').collect());
    let same = |(part, own): (&&str, &&str)| matches!(*part, "A" | "B" | "N") || part == own;
    parts.len() == own.len() && parts.iter().zip(&own).all(same)
}

/// The clauses of IEEE 754-2019 that an operation cites.
fn cited(section: &str) -> Vec<&str> {
    let own = section.split("; ").filter_map(|source| source.strip_prefix("IEEE 754-2019, "));
    own.flat_map(|list| list.split(", ")).collect()
}

#[test]
fn every_operation_of_the_standard_stands_on_the_page() {
    let page = page();
    let missing: BTreeSet<String> = vectors::operations()
        .all()
        .filter(|op| !cited(&op.section).is_empty())
        .filter(|op| {
            let clauses = cited(&op.section);
            !page.iter().any(|line| {
                line.clauses.iter().any(|clause| clauses.contains(&clause.as_str()))
                    && line.ids.iter().any(|form| means(form, &op.id))
            })
        })
        .map(|op| format!("{} ({})", op.id, op.section))
        .collect();
    assert!(missing.is_empty(), "not in docs/ieee754.md: {missing:#?}");
}

#[test]
fn every_id_on_the_page_is_an_operation_of_its_clause() {
    let mut wrong = Vec::new();
    for line in page() {
        for form in &line.ids {
            let fits = |op: &&vectors::registry::Op| {
                let clauses = cited(&op.section);
                means(form, &op.id) && line.clauses.iter().any(|c| clauses.contains(&c.as_str()))
            };
            if !vectors::operations().all().any(|op| fits(&op)) {
                wrong.push(format!("{form} under {}", line.clauses.join(", ")));
            }
        }
    }
    assert!(wrong.is_empty(), "in docs/ieee754.md, but no operation: {wrong:#?}");
}

#[test]
fn the_page_has_the_22_comparisons() {
    let comparisons: BTreeSet<String> = page()
        .into_iter()
        .filter(|line| line.clauses.iter().any(|clause| clause == "5.6.1"))
        .flat_map(|line| line.ids)
        .collect();
    assert_eq!(comparisons.len(), 22, "{comparisons:?}");
}
