use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::Uint8;

fn planes(side: &str, planes: u32, rows: u32, width: u32) -> String {
    format!("{side}_num_trans={planes} {side}_trans_size={} {side}_width={width} ", rows * width)
}

fn moved(fields: &str, result: u64) -> Result<Vec<f64>, Kind> {
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &(1..=24).map(f64::from).collect::<Vec<_>>());
    let fields = format!("s=0x200 d=0x300 data_unit=uint8 {fields}");
    Ok(trial.run("base.data_move", &fields)?.get(0x300, Uint8, result))
}

#[test]
fn strides_of_rows_and_planes() {
    let shape = planes("src", 2, 2, 2) + &planes("des", 2, 2, 2);
    let from = |strides: &str| moved(&format!("{shape} {strides}"), 8).unwrap();
    assert_eq!(from("src_line_stride=3"), [1., 2., 4., 5., 7., 8., 10., 11.]);
    assert_eq!(from("src_surface_stride=5"), [1., 2., 3., 4., 6., 7., 8., 9.]);
    assert_eq!(
        from("src_line_stride=1 src_surface_stride=10"),
        [1., 2., 2., 3., 11., 12., 12., 13.]
    );
    assert_eq!(from("des_line_stride=3"), [1., 2., 0., 3., 4., 0., 5., 6.]);
    // Rows that overlap in the destination: the later one wins.
    assert_eq!(from("des_line_stride=1")[..5], [1., 3., 5., 7., 8.]);
}
