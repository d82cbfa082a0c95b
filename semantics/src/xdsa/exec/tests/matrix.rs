use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{Fp64, Sint32};

/// Two destinations of a matrix at 0200.
fn factors(name: &str, rows: u64, columns: u64, matrix: &[f64], counts: [u64; 2]) -> [Vec<f64>; 2] {
    let mut trial = Trial::default();
    trial.put(0x200, Fp64, matrix);
    let fields = format!("s=0x200 d0=0x1000 d1=0x2000 i_h={rows} i_w={columns} src_unit=fp64");
    trial.run(name, &fields).unwrap();
    let second = if name == "base.lu" { Sint32 } else { Fp64 };
    [trial.get(0x1000, Fp64, counts[0]), trial.get(0x2000, second, counts[1])]
}

#[test]
fn lu_of_odd_shapes() {
    // Ties: the first row; a column of zeros is skipped.
    let [packed, pivots] = factors("base.lu", 3, 3, &[0., 2., 1., 0., -2., 1., 0., 4., 0.], [9, 3]);
    // Column 0 is zero; column 1 from row 1: 4 is the largest of -2, 4.
    assert_eq!(packed, [0., 2., 1., 0., 4., 0., 0., -0.5, 1.]);
    assert_eq!(pivots, [1., 3., 3.]);
    let [packed, pivots] = factors("base.lu", 2, 3, &[3., 1., 2., -3., 1., 5.], [6, 2]);
    assert_eq!(packed, [3., 1., 2., -1., 2., 7.]);
    assert_eq!(pivots, [1., 2.]);
    let [packed, pivots] = factors("base.lu", 3, 1, &[1., -4., 2.], [3, 1]);
    assert_eq!((packed, pivots), (vec![-4., -0.25, -0.5], vec![2.]));
}
