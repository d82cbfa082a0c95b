//! The conformance programs as case files.

use semantics::{cases, machines};

const CONFORMANCE: &str = include_str!("../../../tests/golden/pod/conformance.cases");

#[test]
fn conformance_programs() {
    let file = cases::read(CONFORMANCE.as_bytes()).unwrap();
    assert_eq!(file.machine.name(), "pod");
    let mut wrong = Vec::new();
    for case in &file.cases {
        match case.run(machines::named("pod").unwrap(), Some(10_000)) {
            Ok(found) => wrong.extend(found.iter().map(|m| format!("{}: {m}", case.id))),
            Err(e) => wrong.push(format!("{}: {e}", case.id)),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(file.cases.len(), 67);
}

/// The golden scripts of POD-T52 are the program of appendix D between its data and what is expected.
#[test]
fn golden_scripts_hold_the_program() {
    let program = include_str!("../../../examples/pod/k-means.pod");
    for golden in [
        include_str!("../../../tests/golden/pod/POD-T52-1x1.pod"),
        include_str!("../../../tests/golden/pod/POD-T52-2x2.pod"),
    ] {
        assert!(golden.contains(program), "examples/pod/k-means.pod is another program");
    }
}
