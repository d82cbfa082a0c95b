//! The list of forms against the published one (appendix E, one row a form).

use semantics::pod::isa::{Form, forms};
use std::collections::BTreeSet;

/// Rows of `forms.csv`: 563 of appendix E and four that only appendix D uses; shuffles are one of them.
const ROWS: &str = include_str!("forms.csv");

fn row(form: &Form) -> [String; 6] {
    let mut decisions = form.decisions.clone();
    decisions.sort_unstable();
    [
        form.mnemonic.clone(),
        format!("{:?}", form.slot),
        form.operands.clone(),
        form.flags.into(),
        form.section.into(),
        decisions.join(" "),
    ]
}

#[test]
fn forms_are_those_of_the_report() {
    let mut reader = csv::Reader::from_reader(ROWS.as_bytes());
    let mut expected = BTreeSet::new();
    for record in reader.records() {
        let record = record.unwrap();
        let mut decisions: Vec<&str> = record[5].split_whitespace().collect();
        decisions.sort_unstable();
        let row =
            [&record[0], &record[1], &record[2], &record[3], &record[4], &decisions.join(" ")];
        assert!(expected.insert(row.map(String::from)), "{row:?} twice");
    }
    assert_eq!(expected.len(), 567);
    let found: BTreeSet<_> = forms()
        .iter()
        .filter(|form| !form.mnemonic.starts_with("pfpshuffle") || form.mnemonic.ends_with("abcd"))
        .map(row)
        .map(|[mnemonic, rest @ ..]| {
            let letters =
                if mnemonic.starts_with("pfpshuffle") { " (four letters a-d)" } else { "" };
            let [slot, operands, flags, section, decisions] = rest;
            // What a word or a status bit hangs on beyond the row.
            let decisions = decisions.replace(" POD-D80", "");
            [mnemonic + letters, slot, operands, flags, section, decisions]
        })
        .collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let added: Vec<_> = found.difference(&expected).collect();
    assert!(missing.is_empty() && added.is_empty(), "missing {missing:#?}\nadded {added:#?}");
    assert_eq!(forms().len(), 567 + 255);
}

/// Registers that a form names are in its fields, and words tell all forms of a slot apart.
#[test]
fn words_tell_forms_apart() {
    for form in forms().iter().filter(|form| !form.mnemonic.starts_with("nop")) {
        let found = Form::of_code(form.slot, form.code).unwrap();
        assert_eq!((&found.mnemonic, &found.operands), (&form.mnemonic, &form.operands));
        assert!(form.code > 0 && form.code < 1 << 15, "{form}");
    }
}
