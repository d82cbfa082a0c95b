use crate::silicon::{Matrix, Order, Product, Unit};

#[test]
fn what_does_not_fit_is_refused() {
    let find = |id, options: &[&str]| Unit::find(id, options).unwrap_err().to_string();
    assert!(
        find("silicon.nvidia.hoper.wgmma.k16.f16.f16.f32", &[])
            .contains("nearest: silicon.nvidia.hopper.wgmma.k16")
    );
    assert!(find("ieee.f32.add", &[]).contains("no unit that sums products"));
    assert!(find("silicon.arm.bfmlal", &[]).contains("no unit that sums products"));
    assert!(find("silicon.arm.bfdot", &["rm=rup"]).contains("rm"));
    let full =
        |rows, columns, code| Matrix::new(rows, columns, vec![code; rows * columns]).unwrap();
    let refused = |id: &str,
                   [a, b]: [&Matrix; 2],
                   c: Option<&Matrix>,
                   scales: Option<[&Matrix; 2]>,
                   order: Order| {
        Product::new(Unit::find(id, &[]).unwrap(), a, b, c, scales, order).unwrap_err().to_string()
    };
    let (hopper, scaled) = (
        "silicon.nvidia.hopper.wgmma.k16.f16.f16.f32",
        "silicon.nvidia.blackwell.tcgen05_nvf4.k64.e2m1.e2m1.f32",
    );
    let (a, b) = (full(2, 32, 0), full(32, 3, 0));
    let plain = Order::default();
    assert!(
        refused(hopper, [&a, &full(16, 3, 0)], None, None, plain)
            .starts_with("B is 16 x 3\n  right: 32 rows")
    );
    assert!(
        refused(hopper, [&full(2, 24, 0), &full(24, 3, 0)], None, None, plain)
            .contains("a multiple of 16 columns")
    );
    assert!(
        refused(hopper, [&full(2, 0, 0), &full(0, 3, 0)], None, None, plain)
            .contains("at least one")
    );
    assert!(
        refused(hopper, [&a, &b], Some(&full(3, 2, 0)), None, plain)
            .starts_with("C is 3 x 2\n  right: 2 x 3")
    );
    assert!(
        refused(hopper, [&a, &full(32, 3, 0x1_0000)], None, None, plain)
            .contains("the code of B is 10000 in row 0, column 0")
    );
    assert!(refused(hopper, [&a, &b], None, Some([&a, &b]), plain).contains("takes no scales"));
    let (a, b) = (full(2, 128, 0), full(128, 3, 0));
    assert!(refused(scaled, [&a, &b], None, None, plain).contains("a scale for each block of 16"));
    let (x, y) = (full(2, 8, 0), full(8, 3, 0));
    assert!(
        refused(scaled, [&a, &b], None, Some([&full(2, 4, 0), &y]), plain)
            .contains("the scales of A are 2 x 4\n  right: 2 x 8")
    );
    assert!(
        refused(scaled, [&a, &b], None, Some([&x, &full(4, 3, 0)]), plain).contains("right: 8 x 3")
    );
    for split in [0, 3] {
        assert!(
            refused(scaled, [&a, &b], None, Some([&x, &y]), Order { split, ..plain })
                .contains("right: 1 to 2")
        );
    }
    for promote in [0, 96] {
        let order = Order { promote: Some(promote), ..plain };
        assert!(
            refused(scaled, [&a, &b], None, Some([&x, &y]), order).contains("a multiple of 64")
        );
    }
    assert!(Matrix::new(2, 2, vec![0; 3]).is_err());
}

#[test]
fn a_result_beyond_memory_is_refused() {
    let unit = Unit::find("silicon.nvidia.hopper.wgmma.k16.f16.f16.f32", &[]).unwrap();
    let long = 1 << 15;
    let a = Matrix::new(long, 16, vec![0; long * 16]).unwrap();
    let b = Matrix::new(16, long, vec![0; long * 16]).unwrap();
    let why = Product::new(unit, &a, &b, None, None, Order::default()).unwrap_err().to_string();
    assert_eq!(
        why,
        "B is 16 x 32768\n  right: 16384 columns at most, so that D has at most 536870912 elements"
    );
}

/// An axis without elements may be as long as it likes.
#[test]
fn nothing_is_turned_at_once() {
    let empty = Matrix::new(0, usize::MAX, Vec::new()).unwrap().transposed();
    assert_eq!((empty.rows(), empty.columns()), (usize::MAX, 0));
}
