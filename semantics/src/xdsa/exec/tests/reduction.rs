use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{self, Fp16, Fp32, Fp64, Sint8, Sint64, Uint4, Uint8};
use rstest::rstest;

fn reduced(
    name: &str,
    unit: Unit,
    axis: u8,
    sizes: [u64; 3],
    codes: &[u64],
    count: u64,
) -> Vec<u64> {
    let mut trial = Trial::default();
    trial.put_codes(0x200, unit, codes);
    let [c, h, w] = sizes;
    let fields = format!("s=0x200 d=0x4000 src_unit={unit} axis={axis} fc={c} fh={h} fw={w}");
    trial.run(name, &fields).unwrap().codes(0x4000, unit, count)
}

#[test]
fn axes() {
    let codes: Vec<u64> = (0..12).collect();
    let sum = |axis, count| reduced("base.reduce_sum", Uint8, axis, [2, 3, 2], &codes, count);
    assert_eq!(sum(0, 12), codes);
    assert_eq!(sum(1, 6), [6, 8, 10, 12, 14, 16]);
    assert_eq!(sum(2, 4), [6, 9, 24, 27]);
    assert_eq!(sum(3, 6), [1, 5, 9, 13, 17, 21]);
    assert_eq!(sum(7, 1), [66]);
}

#[rstest]
#[case("base.reduce_sum", Sint8, &[100, 100, 100], 44)]
#[case("base.reduce_prod", Sint8, &[100, 3, 0xff], 0xd4)] // -300
#[case("base.reduce_prod", Uint4, &[7, 5], 3)]
#[case("base.reduce_mean", Sint8, &[0x80, 0x7f], 0)] // -1/2
#[case("base.reduce_mean", Sint8, &[3, 4], 4)]
#[case("base.reduce_var", Sint8, &[1, 2, 3, 4], 1)] // 5/4
#[case("base.reduce_var", Sint8, &[0x80, 0x7f], 0x7f)]
#[case("base.reduce_max", Sint8, &[0x80, 0x7f], 0x7f)]
#[case("base.reduce_min", Uint8, &[0x80, 0x7f], 0x7f)]
#[case("base.reduce_all", Fp16, &[0x7e00, 1], 0x3c00)]
#[case("base.reduce_all", Fp16, &[0x3c00, 0x8000], 0)]
#[case("base.reduce_any", Fp16, &[0, 0x8000], 0)]
#[case("base.reduce_any", Uint4, &[0, 8], 1)]
#[case("base.reduce_max", Fp16, &[0xfc00, 0xfe01, 0x7c00], 0x7e00)]
#[case("base.reduce_max", Fp16, &[0x8000, 0], 0)]
#[case("base.reduce_sum", Fp16, &[0x8000, 0x8000], 0x8000)]
#[case("base.reduce_sum", Fp16, &[0x3c00, 0xbc00, 0x8000], 0)]
#[case("base.reduce_sum", Fp16, &[0x6800, 0x3c00, 0x3c00, 0x3c00], 0x6802)] // 2051 to even
#[case("base.reduce_sum", Fp16, &[0x7c00, 0xfc00], 0x7e00)]
#[case("base.reduce_mean", Fp16, &[0x3c00, 0x3c00, 0], 0x3955)] // 2/3
#[case("base.reduce_mean", Fp16, &[0x7bff, 0x7bff], 0x7bff)]
#[case("base.reduce_var", Fp16, &[0x3c00, 0x3c00], 0)]
#[case("base.reduce_var", Fp16, &[0x3c00, 0x7c00], 0x7e00)]
#[case("base.reduce_prod", Fp16, &[0xc000, 0x8000], 0)]
#[case("base.reduce_prod", Fp16, &[0xc000, 0], 0x8000)]
#[case("base.reduce_prod", Fp16, &[0xc000, 0, 0x7c00], 0x7e00)]
#[case("base.reduce_prod", Fp16, &[0xc000, 0x7c00], 0xfc00)]
#[case("base.reduce_prod", Fp16, &[0x7bff, 0x7bff, 1, 1], 0x100)] // 65504^2 2^-48 = 255.75 2^-24
fn elements(#[case] name: &str, #[case] unit: Unit, #[case] codes: &[u64], #[case] expected: u64) {
    let w = codes.len() as u64;
    assert_eq!(reduced(name, unit, 3, [1, 1, w], codes, 1), [expected]);
}

#[test]
fn one_element_is_still_reduced() {
    let one = |name, code| reduced(name, Fp16, 0, [1, 1, 1], &[code], 1)[0];
    assert_eq!(one("base.reduce_var", 0xc000), 0);
    assert_eq!(one("base.reduce_max", 0xfe01), 0x7e00);
    assert_eq!(one("base.reduce_any", 0xc000), 0x3c00);
    assert_eq!(one("base.reduce_prod", 0x8000), 0x8000);
}

#[test]
fn wide_sums() {
    let codes = [1e308, 1e308, -1e308, 1.0, -1e308].map(f64::to_bits);
    assert_eq!(reduced("base.reduce_sum", Fp64, 7, [1, 1, 5], &codes, 1), [1f64.to_bits()]);
    let codes = [i64::MIN, -1, 3].map(|x| x as u64);
    assert_eq!(
        reduced("base.reduce_sum", Sint64, 7, [1, 1, 3], &codes, 1),
        [(i64::MIN + 2) as u64]
    );
    assert_eq!(reduced("base.reduce_var", Sint64, 7, [1, 1, 2], &codes[..2], 1), [i64::MAX as u64]);
}

#[test]
fn long_products() {
    // (3/2)^80 (2/3 rounded)^80, as an integer over a power of two.
    let (a, b) = (1.5_f32, 2. / 3_f32);
    let codes: Vec<u64> =
        (0..160).map(|i| u64::from(if i % 2 == 0 { a } else { b }.to_bits())).collect();
    let mut whole = num_bigint::BigUint::from(1_u8);
    for _ in 0..80 {
        whole = whole * 3_u8 * u64::from(b.to_bits() & 0x7f_ffff | 0x80_0000);
    }
    // b is m 2^-24, a is 3 / 2: the product is `whole` 2^-2000.
    let top = &whole >> (whole.bits() - 64);
    let top = top.iter_u64_digits().next().unwrap();
    let value = top as f32 * 2_f32.powi(whole.bits() as i32 - 64 - 2000);
    let found = reduced("base.reduce_prod", Fp32, 7, [1, 1, 160], &codes, 1);
    assert_eq!(f32::from_bits(found[0] as u32), value);
}

#[test]
fn errors() {
    let kind = |fields: &str| Trial::default().run("base.reduce_sum", fields).err();
    assert_eq!(kind("fc=1 fh=1 fw=1 axis=4"), Some(Kind::ReservedCode));
    assert_eq!(kind("fc=1 fh=0 fw=1 axis=3"), Some(Kind::BadDimension));
    assert_eq!(kind("fc=4095 fh=4095 fw=4095 axis=3"), Some(Kind::AddressRange));
}
