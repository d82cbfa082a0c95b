use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{Fp16, Fp32, Fp64, Sint8, Sint32, Uint8};
use rstest::rstest;

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

#[test]
fn lu_exchanges_what_is_left_of_the_diagonal() {
    // Rows of A: 2 0 0; 1 1 1; 1 3 0. Second pivot 3: rows 1 and 2 change, with their multipliers 1/2.
    let [packed, pivots] = factors("base.lu", 3, 3, &[2., 0., 0., 1., 1., 1., 1., 3., 0.], [9, 3]);
    assert_eq!(packed, [2., 0., 0., 0.5, 3., 0., 0.5, 1. / 3., 1.]);
    assert_eq!(pivots, [1., 3., 3.]);
}

#[test]
fn lu_of_no_numbers() {
    let [packed, pivots] = factors("base.lu", 2, 2, &[1., f64::NAN, 2., 3.], [4, 2]);
    assert!(packed.iter().all(|x| x.is_nan()));
    assert_eq!(pivots, [1., 2.]);
}

fn cholesky(matrix: &[f64], upper: u8) -> Vec<f64> {
    let mut trial = Trial::default();
    trial.put(0x200, Fp64, matrix);
    let fields = format!("s=0x200 d=0x1000 i_h=2 i_w=2 src_unit=fp64 upper={upper}");
    trial.run("base.cholesky", &fields).unwrap().get(0x1000, Fp64, 4)
}

#[test]
fn cholesky_reads_one_triangle() {
    assert_eq!(cholesky(&[4., f64::NAN, 2., 5.], 0), [2., 0., 1., 2.]);
    assert_eq!(cholesky(&[4., 2., f64::INFINITY, 5.], 1), [2., 1., 0., 2.]);
    assert_eq!(cholesky(&[2., 0., -1., 3.], 0), [2f64.sqrt(), 0., -0.5f64.sqrt(), 2.5f64.sqrt()]);
    for wrong in [[4., 0., 2., 1.], [-4., 0., 0., 1.], [0., 0., 0., 0.], [4., 0., f64::NAN, 5.]] {
        assert!(cholesky(&wrong, 0).iter().all(|x| x.is_nan()), "{wrong:?}");
    }
}

#[test]
fn qr_of_tall_and_wide() {
    let [q, r] = factors("base.qr", 2, 2, &[3., 5., -4., 0.], [4, 4]);
    assert_eq!((q, r), (vec![0.6, 0.8, -0.8, 0.6], vec![5., 3., 0., 4.]));
    let [q, r] = factors("base.qr", 3, 1, &[0., -3., 4.], [3, 1]);
    assert_eq!((q, r), (vec![0., -0.6, 0.8], vec![5.]));
    let [q, r] = factors("base.qr", 1, 2, &[-2., 6.], [1, 2]);
    assert_eq!((q, r), (vec![-1.], vec![2., -6.]));
    // Powers of two scale R alone.
    let [q, r] = factors("base.qr", 2, 1, &[3. * 0.125, 4. * 0.125], [2, 1]);
    assert_eq!((q, r), (vec![0.6, 0.8], vec![0.625]));
    for dependent in [[1., 2., 2., 4.], [0., 1., 0., 1.], [1., f64::INFINITY, 0., 1.]] {
        let [q, r] = factors("base.qr", 2, 2, &dependent, [4, 4]);
        assert!(q.iter().chain(&r).all(|x| x.is_nan()), "{dependent:?}");
    }
}

#[test]
fn qr_needs_the_first_columns_of_a_wide_matrix() {
    let [q, r] = factors("base.qr", 2, 3, &[1., 2., 0., 2., 4., 1.], [4, 6]);
    assert!(q.iter().chain(&r).all(|x| x.is_nan()));
}

#[test]
fn equations() {
    let mut trial = Trial::default();
    trial.put(0x200, Fp64, &[0., 2., 4., 1.]).put(0x300, Fp64, &[2., 6., 5., 7.]);
    let fields = "unit=fp64 p0=0x200 p1=0x300 p2=0x400 p3=0x500 w0=2 w1=2";
    trial.run("base.solve", fields).unwrap();
    assert_eq!(trial.get(0x400, Fp64, 4), [1., 1., 1., 3.]);
    assert_eq!(trial.get(0x500, Fp64, 4), [4., 1., 0., 2.]);
    trial.run("base.solve", &fields.replace("p3=0x500", "p3=0")).unwrap();
    // Singular: no X, but factors; they do not depend on B.
    trial.put(0x200, Fp64, &[1., 2., 2., 4.]).put(0x300, Fp64, &[f64::NAN]);
    trial.run("base.solve", fields).unwrap();
    assert!(trial.get(0x400, Fp64, 4).iter().all(|x| x.is_nan()));
    assert_eq!(trial.get(0x500, Fp64, 4), [2., 4., 0.5, 0.]);
}

#[rstest]
#[case(2, &[1., 2., 2., 4.], &[f64::NAN; 4])]
#[case(2, &[0., -0.5, 4., 0.], &[0., 0.25, -2., 0.])]
#[case(1, &[3.], &[1. / 3.])]
#[case(1, &[f64::INFINITY], &[f64::NAN])]
fn inverses(#[case] n: u64, #[case] matrix: &[f64], #[case] expected: &[f64]) {
    let mut trial = Trial::default();
    trial.put(0x200, Fp64, matrix);
    trial.run("base.inverse", &format!("s=0x200 d=0x300 i_h={n} i_w={n} src_unit=fp64")).unwrap();
    let found = trial.codes(0x300, Fp64, n * n);
    let expected: Vec<u64> = expected.iter().map(|x| x.to_bits()).collect();
    assert_eq!(found, expected, "zeros are +0");
}

#[rstest]
// A line through (0, 1), (1, 2), (2, 4): 5/6 + 3/2 x.
#[case(3, 2, &[1., 0., 1., 1., 1., 2., 1., 2., 4.], &[5. / 6., 1.5])]
// The shortest x with x0 + 2 x1 = 5.
#[case(1, 2, &[1., 2., 5.], &[1., 2.])]
#[case(2, 1, &[0., 0., 1., 2.], &[f64::NAN])]
#[case(1, 2, &[0., 0., 1.], &[f64::NAN; 2])]
#[case(2, 1, &[1., 1., 2., f64::NAN], &[f64::NAN])]
fn least_squares(
    #[case] m: u64,
    #[case] n: u64,
    #[case] operands: &[f64],
    #[case] expected: &[f64],
) {
    let mut trial = Trial::default();
    trial.put(0x200, Fp64, operands);
    trial.run("base.lstsq", &format!("s=0x200 d=0x300 m={m} n={n} k=1 src_unit=fp64")).unwrap();
    let expected: Vec<u64> = expected.iter().map(|x| x.to_bits()).collect();
    assert_eq!(trial.codes(0x300, Fp64, n), expected);
}

#[test]
fn norms() {
    let mut trial = Trial::default();
    trial.put(0x200, Sint8, &[3., -4., 0., -128.]);
    let mut norm = |kind, axis, count| {
        let fields =
            format!("s=0x200 d=0x300 i_h=2 i_w=2 norm_type={kind} axis={axis} src_unit=sint8");
        trial.run("base.norm", &fields).unwrap().get(0x300, Sint8, count)
    };
    assert_eq!(norm(0, 2, 2), [5., 127.]);
    assert_eq!(norm(0, 1, 2), [3., 127.]);
    assert_eq!(norm(1, 1, 2), [3., 127.]);
    assert_eq!(norm(2, 2, 2), [4., 127.]);
    assert_eq!(norm(3, 1, 2), [0., 4.]);
    assert_eq!(norm(4, 0, 1), [3.]);
}

#[test]
fn norms_of_floats() {
    let mut trial = Trial::default();
    let mut norm = |codes: &[u64], kind: u8| {
        trial.put_codes(0x200, Fp16, codes);
        let fields =
            format!("s=0x200 d=0x300 i_h=1 i_w={} norm_type={kind} src_unit=fp16", codes.len());
        trial.run("base.norm", &fields).unwrap().codes(0x300, Fp16, 1)[0]
    };
    assert_eq!([0, 1, 2, 3].map(|kind| norm(&[0x8000, 0x8000], kind)), [0; 4]);
    assert_eq!(
        [0, 1, 2, 3].map(|kind| norm(&[0xfc00, 0x3c00], kind)),
        [0x7c00, 0x7c00, 0x7c00, 0x3c00]
    );
    assert_eq!(
        [0, 1, 2, 3, 4].map(|kind| norm(&[0xfe01, 0], kind)),
        [0x7e00, 0x7e00, 0x7e00, 0x7e00, 0x3c00]
    );
    // sqrt(2) and the least number twice: sqrt(2) 2^-24 is nearest to the least number.
    assert_eq!([norm(&[0x3c00, 0x3c00], 0), norm(&[1, 1], 0)], [0x3da8, 1]);
}

#[test]
fn diagonals_and_gaps() {
    let mut trial = Trial::default();
    trial.put_codes(0x200, Fp16, &[0xfe01, 0x8000]);
    trial.run("base.create_from_diag", "unit=fp16 p0=0x200 p1=0x300 w0=2").unwrap();
    assert_eq!(trial.codes(0x300, Fp16, 4), [0xfe01, 0, 0, 0x8000]);
    assert_eq!(trial.get(0x308, Uint8, 1), [0.]);
}

#[rstest]
#[case("base.lu", "i_h=2 i_w=2 src_unit=sint32", Kind::UnitNotAllowed)]
#[case("base.lu", "i_h=0 i_w=2 src_unit=fp32", Kind::BadDimension)]
#[case("base.lu", "i_h=65 i_w=2 src_unit=fp32", Kind::TooLarge)]
#[case("base.inverse", "i_h=1 i_w=2 src_unit=fp32", Kind::BadDimension)]
#[case("base.cholesky", "i_h=1 i_w=2 src_unit=fp32", Kind::BadDimension)]
#[case("base.cholesky", "i_h=1 i_w=1 src_unit=fp32 upper=2", Kind::ReservedCode)]
#[case("base.norm", "i_h=1 i_w=2 norm_type=5", Kind::ReservedCode)]
#[case("base.norm", "i_h=1 i_w=2 axis=3", Kind::ReservedCode)]
#[case("base.lstsq", "m=2 n=1 src_unit=fp32", Kind::BadDimension)]
#[case("base.lstsq", "m=2 n=65 k=1 src_unit=fp32", Kind::TooLarge)]
#[case("base.solve", "w0=1 unit=fp32", Kind::BadDimension)]
#[case("base.create_from_diag", "unit=fp32", Kind::BadDimension)]
#[case("base.create_from_diag", "unit=fp32 w0=4294967295", Kind::AddressRange)]
fn errors(#[case] name: &str, #[case] fields: &str, #[case] kind: Kind) {
    assert_eq!(Trial::default().run(name, fields).err(), Some(kind));
}

/// `Q R` gives the matrix back, and `A X = B`, within a few last places.
#[test]
fn factors_of_larger_matrices() {
    let n = 12;
    let mut state = 5;
    let matrix = super::naive::random(&mut state, n * n, 1000);
    let mut trial = Trial::default();
    trial.put(0x200, Fp32, &matrix);
    trial.run("base.inverse", "s=0x200 d=0x2000 i_h=12 i_w=12 src_unit=fp32").unwrap();
    let inverse = trial.get(0x2000, Fp32, 144);
    for i in 0..n {
        for j in 0..n {
            let sum: f64 = (0..n).map(|k| matrix[i * n + k] * inverse[k * n + j]).sum();
            assert!((sum - f64::from(u8::from(i == j))).abs() < 1e-3, "{i} {j} {sum}");
        }
    }
}
