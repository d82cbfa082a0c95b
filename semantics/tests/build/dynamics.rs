//! The example of molecular dynamics makes the golden program's steps.

use semantics::mncore2::build::Builder;

#[allow(dead_code, reason = "what the example does with the steps is its own affair")]
#[path = "../../examples/dynamics.rs"]
mod example;

#[test]
fn the_loops_make_the_steps_of_the_golden_program() {
    let path = "../tests/golden/mncore2/board/dynamics-double.vsm";
    let golden = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut steps = golden.split("# time step ").skip(1);
    let first = steps.next().expect("a first step").lines().skip(1);
    let mut b = Builder::new();
    example::time_step(&mut b);
    let built = b.build().unwrap_or_else(|error| panic!("{error}")).text();
    let built = built.replace("nop/2", "nop\nnop");
    // What stands behind the zeroing of the accelerations prepares the dumps.
    let first: Vec<_> = first.take_while(|line| !line.starts_with("dpackbit")).collect();
    assert_eq!(built.lines().collect::<Vec<_>>(), first);
}
