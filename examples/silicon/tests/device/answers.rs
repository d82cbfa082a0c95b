//! Answers through the driver of the tests: library, program, launch, copies and lines.

use crate::{driver, with_driver};
use silicon_device::instruction::{Mma, all};
use silicon_device::trial::integer;
use std::fmt::Write;

/// Numbers that look random.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

/// Lines of a case each, and what the model answers to them.
fn lines(mma: &Mma, cases: usize, mut code: impl FnMut(&softfloat::Format) -> u64) -> [String; 2] {
    let (mut lines, mut right) = (String::new(), String::new());
    for _ in 0..cases {
        let shapes = mma.plan.operands.iter();
        let x: Vec<u64> = shapes
            .flat_map(|shape| vec![shape.format; shape.len])
            .map(|format| code(&format))
            .collect();
        let _ = writeln!(lines, "{}", mma.plan.texts(&x).join(" "));
        let ran = mma.plan.run(&x);
        right += &silicon_device::case::write(&mma.plan, ran.out()[0]);
    }
    [lines, right]
}

/// The capability of a device that has the instruction of a unit.
fn capability(mma: &Mma) -> &'static str {
    match &*mma.unit {
        "volta" => "70",
        "turing" => "75",
        "ampere" => "86",
        "ada" => "89",
        "hopper" => "90",
        "blackwell" => "100",
        _ => "120",
    }
}

/// More cases than a tile holds, of small integers, of which every order of addition has the same sum: each comes back in its line,
/// and is what the model says.
#[test]
fn every_instruction_answers_small_integers_as_the_model() {
    let Some(library) = driver() else { return };
    let mut draw = Draw(7);
    for (id, mma) in all() {
        let Ok(mma) = mma else { continue };
        let cases = 8 * mma.copies() + 3;
        let [lines, right] = lines(&mma, cases, |format| match format.man_bits {
            0 => integer(1 + draw.next() % 2, format),
            _ => integer(draw.next() % 3, format),
        });
        let device = [("ASSAY_OP", id), ("FAKE_CAPABILITY", capability(&mma))];
        let output = with_driver(library, &[], &device, &lines);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, "", "{id}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), right, "{id}\n{lines}");
        assert!(output.status.success(), "{id}");
    }
}

/// Binary64 is a chain of fused multiply-adds in the driver of the tests, too: numbers of every size, to the last bit.
#[test]
fn binary64_answers_every_number_as_the_model() {
    let Some(library) = driver() else { return };
    let mut draw = Draw(11);
    for k in ["k4", "k8", "k16"] {
        let mma =
            Mma::of(&format!("silicon.nvidia.hopper.mma.{k}.f64.f64.f64")).expect("expressed");
        // Exponents near that of 1.
        let number = |_: &softfloat::Format| {
            let fraction = (draw.next() << 31 ^ draw.next()) & ((1 << 52) - 1);
            (draw.next() % 2) << 63 | (1003 + draw.next() % 40) << 52 | fraction
        };
        let [lines, right] = lines(&mma, 5000, number);
        let output = with_driver(library, &[&mma.plan.op.id], &[("FAKE_CAPABILITY", "90")], &lines);
        assert!(String::from_utf8_lossy(&output.stdout) == right, "{k}");
        assert!(output.status.success());
    }
}

#[test]
fn the_list_says_what_the_device_offers() {
    let Some(library) = driver() else { return };
    let output = with_driver(library, &["--list"], &[("FAKE_CAPABILITY", "86")], "");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("a device for tests, compute capability 8.6, ampere\n"), "{text}");
    assert_eq!(text.lines().count(), 1 + all().count());
    let line =
        |id: &str| text.lines().find(|line| line.starts_with(&format!("silicon.nvidia.{id}  ")));
    let said = |id: &str| line(id).expect("a line").split_once("  ").expect("two parts").1;
    assert_eq!(
        said("turing.mma.k8.f16.f16.f32"),
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"
    );
    assert_eq!(
        said("ada.mma.k32.e4m3.e4m3.f32"),
        "no: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 needs compute capability 8.9 or later"
    );
    assert!(said("rtxblackwell.mma.k32.e4m3.e4m3.f32").ends_with("needs compute capability 12.x"));
    assert!(said("hopper.wgmma.k8.tf32.tf32.f32").starts_with("no: `wgmma` takes its factors"));
}

/// A device of another unit is asked all the same, and that is said.
#[test]
fn the_instruction_of_another_unit_is_run() {
    let Some(library) = driver() else { return };
    let id = "silicon.nvidia.ampere.mma.k4.f64.f64.f64";
    let one = "3ff0000000000000";
    let line = format!("{one}_{one}_{one}_{one} {one}_{one}_{one}_{one} {one}\n");
    let output = with_driver(library, &[id], &[("FAKE_CAPABILITY", "90")], &line);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "4014000000000000\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains(
            "is asked of another unit: a device for tests, compute capability 9.0, hopper"
        ),
        "{said}"
    );
}

#[test]
fn the_trial_runs_every_instruction_that_the_device_has() {
    let Some(library) = driver() else { return };
    for (capability, right) in [("70", 3), ("75", 5), ("80", 12), ("90", 31), ("121", 109)] {
        let output = with_driver(library, &["--self-test"], &[("FAKE_CAPABILITY", capability)], "");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.lines().all(|line| line.ends_with("elements are right")), "{text}");
        assert!(output.status.success());
        assert_eq!(text.lines().count(), right, "{capability}");
    }
}
