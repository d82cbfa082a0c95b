mod fit;

use super::*;
use crate::family::{operations, silicon::rows};
use crate::registry::{Options, Plan};
use seeded::{Draw, Random};
use softfloat::{Env, Format, Value};

/// Codes of a format: any, and many near 1, where sums don't go astray at once.
fn codes(format: &Format, n: usize, random: &mut Random, tame: bool) -> Vec<u64> {
    let mask = u64::MAX >> (64 - format.width);
    let mut code = || loop {
        let code = random.next() & mask;
        let Some(field) = format.exponent_field(code) else { return code };
        if !tame || (field - format.bias).abs() < 6 {
            return code;
        }
    };
    (0..n).map(|_| code()).collect()
}

fn matrix(format: &Format, size: (usize, usize), random: &mut Random, tame: bool) -> Matrix {
    Matrix::new(size.0, size.1, codes(format, size.0 * size.1, random, tame)).unwrap()
}

/// Operands of a unit, scales among them.
struct Sides {
    a: Matrix,
    b: Matrix,
    c: Matrix,
    scales: Option<[Matrix; 2]>,
}

impl Sides {
    fn of(unit: &Unit, (m, k, n): (usize, usize, usize), random: &mut Random, tame: bool) -> Self {
        let scales = unit.scales().map(|(format, block)| {
            [(m, k / block), (k / block, n)].map(|size| matrix(&format, size, random, tame))
        });
        let a = matrix(&unit.a(), (m, k), random, tame);
        let b = matrix(&unit.b(), (k, n), random, tame);
        Self { a, b, c: matrix(&unit.c(), (m, n), random, tame), scales }
    }

    fn product(&self, unit: &Unit, with_c: bool, order: Order) -> Product<'_> {
        let scales = self.scales.as_ref().map(|[a, b]| [a, b]);
        Product::new(unit.clone(), &self.a, &self.b, with_c.then_some(&self.c), scales, order)
            .unwrap()
    }
}

fn plan(id: &str) -> Plan {
    operations().find(id).unwrap().plan(&Options::NONE)
}

/// A chain by the operation alone, products from `from` to `to`.
fn chained(
    plans: &[Plan; 2],
    sides: &Sides,
    (i, j): (usize, usize),
    (from, to): (usize, usize),
    c: u64,
) -> u64 {
    let k = plans[0].operands[0].len;
    (from..to).step_by(k).fold(c, |c, at| {
        let plan = &plans[usize::from(at > from)];
        let mut x: Vec<u64> = sides.a.row(i)[at..at + k].to_vec();
        x.extend((at..at + k).map(|k| sides.b.at(k, j)));
        x.push(c);
        if let Some([a, b]) = &sides.scales {
            let own = plan.operands[3].len;
            x.extend(&a.row(i)[at / k * own..][..own]);
            x.extend((at / k * own..).take(own).map(|k| b.at(k, j)));
        }
        plan.try_run(&x).unwrap().out()[0]
    })
}

/// The operation, and that which goes on.
fn plans(unit: &rows::Unit) -> [Plan; 2] {
    let next = match unit.c == unit.out {
        true => unit.id.clone(),
        false => unit.id.rsplit_once('.').unwrap().0.to_owned(),
    };
    [plan(&unit.id), plan(&next)]
}

#[test]
fn products_are_chains_of_the_operation_on_every_unit() {
    let mut random = Random::new(38);
    let mut seen = 0;
    for row in rows::units() {
        let unit = Unit::find(&row.id, &[]).unwrap();
        let plans = plans(&row);
        for tame in [false, true] {
            let (m, k, n) = (2, 3 * unit.k(), 3);
            let sides = Sides::of(&unit, (m, k, n), &mut random, tame);
            for with_c in [false, true] {
                let product = sides.product(&unit, with_c, Order::default());
                let d = product.run(&|_| ());
                for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    let c = if with_c { sides.c.at(i, j) } else { 0 };
                    let right = chained(&plans, &sides, (i, j), (0, k), c);
                    assert_eq!(d.at(i, j), right, "{} {i} {j}", row.id);
                    let calls = product.calls(i, j).concat();
                    assert_eq!((calls.len(), calls[2].result), (3, right), "{}", row.id);
                    let last = calls[2].unit.plan().try_run(&calls[2].operands).unwrap();
                    assert_eq!(last.out()[0], right, "{}", row.id);
                }
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 345, "units that sum products");
}

/// Ordinary sums of finite numbers; NaN is that of the unit.
#[test]
fn split_and_promoted_sums_are_added_in_order() {
    let mut random = Random::new(39);
    let units = [
        "silicon.nvidia.hopper.wgmma.k32.e4m3.e5m2.f32",
        "silicon.nvidia.volta.mma.f16.f16.f32.f16",
        "silicon.nvidia.ampere.mma.k8.f16.f16.f16",
        "silicon.amd.cdna3.mfma.k8.bf16.bf16.f32",
        "silicon.nvidia.blackwell.mma.k4.f64.f64.f64",
    ];
    for id in units {
        let row = rows::units().find(|row| row.id == id).unwrap();
        let unit = Unit::find(id, &[]).unwrap();
        let plans = plans(&row);
        let step = unit.k();
        let sides = Sides::of(&unit, (2, 7 * step, 40), &mut random, true);
        let add = |x, y| {
            let sum = unit.out().add(x, y, &Env::IEEE).bits;
            assert!(matches!(unit.out().decode::<u64>(sum), Value::Finite(_)));
            sum
        };
        for addend in [Addend::First, Addend::Last] {
            // Seven instructions in three parts are 3, 3 and 1.
            let order = Order { split: 3, promote: Some(2 * step), addend };
            let d = sides.product(&unit, true, order).run(&|_| ());
            for (i, j) in [(0, 0), (1, 31), (1, 32), (0, 39)] {
                let c = sides.c.at(i, j);
                let first = if addend == Addend::First { c } else { 0 };
                let chain =
                    |from, to, c| chained(&plans, &sides, (i, j), (from * step, to * step), c);
                let one = add(chain(0, 2, first), chain(2, 3, 0));
                let two = add(chain(3, 5, 0), chain(5, 6, 0));
                let mut right = add(add(one, two), chain(6, 7, 0));
                if addend == Addend::Last {
                    right = add(
                        right,
                        softfloat::convert_any(&unit.c(), &unit.out(), &Env::IEEE, c).bits,
                    );
                }
                assert_eq!(d.at(i, j), right, "{id} {addend:?} {i} {j}");
            }
        }
    }
}

#[test]
fn nan_of_an_addition_is_the_units() {
    for (id, infinity, right) in [
        ("silicon.nvidia.hopper.wgmma.k16.f16.f16.f32", 0x7c00, 0x7fff_ffff),
        ("silicon.nvidia.hopper.wgmma.k16.f16.f16.f16", 0x7c00, 0x7fff),
        ("silicon.amd.cdna2.mfma.k16.f16.f16.f32", 0x7c00, 0x7fc0_0000),
    ] {
        let unit = Unit::find(id, &[]).unwrap();
        let mut a = vec![0x3c00; 32];
        (a[0], a[16]) = (infinity, infinity | 0x8000);
        let [a, b] = [(1, 32, a), (32, 1, vec![0x3c00; 32])]
            .map(|(rows, columns, codes)| Matrix::new(rows, columns, codes).unwrap());
        let order = Order { split: 2, ..Order::default() };
        let product = Product::new(unit, &a, &b, None, None, order).unwrap();
        assert_eq!(product.run(&|_| ()).codes(), [right], "{id}");
    }
}

#[test]
fn integers_wrap_where_parts_meet() {
    let unit = Unit::find("silicon.x86.vpdpbusds", &[]).unwrap();
    let a = Matrix::new(1, 8, vec![1; 8]).unwrap();
    let b = Matrix::new(8, 1, vec![1; 8]).unwrap();
    let c = Matrix::new(1, 1, vec![0x7fff_fffe]).unwrap();
    let of = |split, addend| {
        let order = Order { split, addend, ..Order::default() };
        let product = Product::new(unit.clone(), &a, &b, Some(&c), None, order).unwrap();
        (product.run(&|_| ()).at(0, 0), product.exact(&|_| ()).at(0, 0))
    };
    assert_eq!(of(1, Addend::First), (0x7fff_ffff, 0x7fff_ffff));
    assert_eq!(of(2, Addend::First), (0x8000_0003, 0x7fff_ffff));
    assert_eq!(of(1, Addend::Last), (0x8000_0006, 0x7fff_ffff));
}

/// On every unit: where all numbers are small integers nothing is lost, and units are exact.
#[test]
fn small_integers_are_exact_on_every_unit() {
    for row in rows::units() {
        let unit = Unit::find(&row.id, &[]).unwrap();
        let one = |format: &Format| match format.is_integer() {
            true => 1,
            false => {
                format
                    .encode::<u64>(
                        &Env::IEEE,
                        Value::Finite(softfloat::Unrounded::exact(false, 0, 1)),
                    )
                    .bits
            }
        };
        let k = unit.k();
        let of = |rows, columns, format: &Format| {
            Matrix::new(rows, columns, vec![one(format); rows * columns]).unwrap()
        };
        let (a, b, c) = (of(1, k, &unit.a()), of(k, 1, &unit.b()), of(1, 1, &unit.c()));
        let scales = unit
            .scales()
            .map(|(format, block)| [of(1, k / block, &format), of(k / block, 1, &format)]);
        let scales = scales.as_ref().map(|[a, b]| [a, b]);
        let product =
            Product::new(unit.clone(), &a, &b, Some(&c), scales, Order::default()).unwrap();
        let right = unit
            .out()
            .round_pack::<u64>(&Env::IEEE, softfloat::Unrounded::exact(false, 0, k as u64 + 1))
            .bits;
        assert_eq!(
            (product.exact(&|_| ()).at(0, 0), product.run(&|_| ()).at(0, 0)),
            (right, right),
            "{}",
            row.id
        );
    }
}

#[test]
fn exact_products_have_special_values_and_one_rounding() {
    let unit = Unit::find("silicon.nvidia.ampere.mma.k8.f16.f16.f32", &[]).unwrap();
    let exact = |a: &[u64], c: u64| {
        let mut all = a.to_vec();
        all.resize(8, 0);
        let a = Matrix::new(1, 8, all).unwrap();
        let b = Matrix::new(8, 1, vec![0x3c00; 8]).unwrap();
        let c = Matrix::new(1, 1, vec![c]).unwrap();
        Product::new(unit.clone(), &a, &b, Some(&c), None, Order::default())
            .unwrap()
            .exact(&|_| ())
            .at(0, 0)
    };
    assert_eq!(exact(&[0x7c00], 0), 0x7f80_0000);
    assert_eq!(exact(&[0x7c00, 0xfc00], 0), 0x7fc0_0000);
    assert_eq!(exact(&[0x7c00], 0xff80_0000), 0x7fc0_0000);
    assert_eq!(exact(&[0x3c00], 0xff80_0000), 0xff80_0000);
    assert_eq!(exact(&[0x7e00], 0), 0x7fc0_0000);
    // 1 + 2^-24 is a tie, 2^-24 more of it is not; the unit would cut.
    assert_eq!(exact(&[0x3c00, 1], 0), 0x3f80_0000);
    assert_eq!(exact(&[0x3c00, 1], 1), 0x3f80_0001);
}

#[test]
fn differences_are_counted_and_the_place_of_parting_is_found() {
    let mut random = Random::new(40);
    let [one, two] = ["hopper", "ampere"].map(|name| {
        Unit::find(&format!("silicon.nvidia.{name}.mma.k16.f16.f16.f32"), &[]).unwrap()
    });
    let sides = Sides::of(&one, (4, 64, 40), &mut random, true);
    let [x, y] = [&one, &two].map(|unit| sides.product(unit, true, Order::default()));
    let [d, e] = [&x, &y].map(|product| product.run(&|_| ()));
    let found = differences(&one.out(), &d, &e);
    let counted = found.equal + found.nan + found.special + found.histogram.values().sum::<u64>();
    assert_eq!((found.elements, counted), (160, 160));
    let (i, j, distance) = found.worst.unwrap();
    assert_eq!(distance, one.out().distance(d.at(i, j), e.at(i, j)));
    let parting = Parting::find(&x, &y, i, j).unwrap();
    let [own, other] = &parting.calls;
    assert_eq!(own.products.end, other.products.end);
    // Before it both had the same sum.
    assert_eq!(own.operands[32], other.operands[32]);
    assert_ne!(own.result, other.result);
    assert!(Parting::find(&x, &x, i, j).is_none());
    let f32 = one.out();
    let mut found = Difference::default();
    for (x, y) in
        [(0, 0x8000_0000), (1, 2), (1, 4), (1, 9), (0x7fc0_0000, 0x7fc0_0001), (0x7f80_0000, 1)]
    {
        found.take(&f32, (0, 0), x, y);
    }
    // What has no distance is worst, and hides none.
    assert_eq!((found.largest, found.sum), (8, 12));
    let classes: Vec<_> = found.histogram.into_iter().collect();
    assert_eq!(classes, [(None, 1), (Some(0), 1), (Some(2), 1), (Some(3), 1)]);
    assert_eq!((found.equal, found.nan, found.special, found.worst), (0, 1, 1, Some((0, 0, None))));
}

#[test]
fn formats_have_the_names_of_ids() {
    for row in rows::units() {
        let unit = Unit::find(&row.id, &[]).unwrap();
        let scales = unit.scales().map(|(format, _)| format);
        for own in [unit.a(), unit.b(), unit.c(), unit.out()].into_iter().chain(scales) {
            assert_eq!(format(format_name(&own)), Some(own), "{}", row.id);
        }
    }
    let same = |x, y| assert_eq!(format(x), format(y));
    same("e4m3", "e4m3fn");
    same("xf32", "f32");
    assert_eq!(format("e9m9"), None);
}
