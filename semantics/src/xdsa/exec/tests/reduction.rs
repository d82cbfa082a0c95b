use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{self, Uint8};

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
