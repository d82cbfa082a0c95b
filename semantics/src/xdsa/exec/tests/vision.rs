use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::Uint8;

#[test]
fn shuffles_are_inverse() {
    // 8 channels of 1 x 2 to 2 channels of 2 x 4; element 10 c + w.
    let map: Vec<f64> = (0..8).flat_map(|c| (0..2).map(move |w| f64::from(10 * c + w))).collect();
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &map);
    let fields = "src_unit=uint8 scale=2";
    let shuffle = format!("{fields} fm=0x200 d=0x300 data_format=1 fc=8 fh=1 fw=2");
    trial.run("ai.pixel_shuffle", &shuffle).unwrap();
    let first = [0., 10., 1., 11., 20., 30., 21., 31.];
    assert_eq!(trial.get(0x300, Uint8, 8), first);
    assert_eq!(trial.get(0x308, Uint8, 8), first.map(|x| x + 40.));
    let back = format!("{fields} fm=0x300 d=0x340 data_format=1 fc=2 fh=2 fw=4");
    assert_eq!(trial.run("ai.pixel_unshuffle", &back).unwrap().get(0x340, Uint8, 16), map);
}
