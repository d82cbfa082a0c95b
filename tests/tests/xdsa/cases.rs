//! The case files of `tests/golden/xdsa`: the conformance programs, and what ONNX, NumPy and exact numbers of Python decide.

use rstest::rstest;
use semantics::cases;
use std::fs;
use std::path::Path;

#[rstest]
#[case::conformance("conformance", 113)]
#[case::elementwise("onnx-elementwise", 212)]
#[case::moving("onnx-moving", 86)]
#[case::planes("onnx-planes", 37)]
#[case::sums("onnx-sums", 113)]
#[case::others("onnx-others", 93)]
#[case::algebra("onnx-algebra", 69)]
fn cases_hold(#[case] name: &str, #[case] count: usize) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/xdsa");
    let text = fs::read(golden.join(format!("{name}.cases"))).expect("a file");
    let file = cases::read(&*text).expect("cases");
    assert_eq!(file.cases.len(), count);
    let mut wrong = Vec::new();
    for case in &file.cases {
        match case.run(file.machine, None) {
            Ok(found) => wrong.extend(found.iter().map(|m| format!("{}: {m}", case.id))),
            Err(broken) => wrong.push(format!("{}: {broken}", case.id)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
