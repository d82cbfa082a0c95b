use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::Uint8;
use rstest::rstest;

/// Source elements 0, 1, 2, ... at 0200, the results from 0300 on.
fn ramp(name: &str, fields: &str, source: u32, result: u64) -> Result<Vec<f64>, Kind> {
    let mut trial = Trial::default();
    let numbers: Vec<f64> = (0..source).map(f64::from).collect();
    trial.put(0x200, Uint8, &numbers);
    Ok(trial.run(name, &format!("src_unit=uint8 d=0x300 {fields}"))?.get(0x300, Uint8, result))
}

// 2 channels, 2 rows, 3 columns: element (c, h, w) is 6c + 3h + w.
const SIZES: &str = "s=0x200 fc=2 fh=2 fw=3";

#[rstest]
#[case("shift_w=1", &[2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10])]
#[case("shift_w=62", &[2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10])] // -2
#[case("shift_c=31 shift_h=33", &[9, 10, 11, 6, 7, 8, 3, 4, 5, 0, 1, 2])] // 31, -31
fn roll(#[case] shifts: &str, #[case] expected: &[u8]) {
    let found = ramp("base.roll", &format!("{SIZES} {shifts}"), 12, 12).unwrap();
    assert_eq!(found, expected.iter().map(|x| f64::from(*x)).collect::<Vec<_>>());
}
