//! Every layer of every image, and the engine beside the network.

use xdsa_network::network::{Data, Network, SHARES};
use xdsa_network::{Result, engine, plain};

#[test]
fn layers_are_those_of_a_plain_computation() -> Result<()> {
    let data = Data::stored()?;
    let shares = data.floats("shares")?;
    let mut network = Network::new(&data)?;
    let mut seen = 0;
    for (k, image) in data.images()?.enumerate() {
        let expected = plain::run(&data, image)?;
        network.image(image)?;
        assert_eq!(
            network.small(0x2100, 600),
            expected.conv1.values,
            "image {k}, first convolution"
        );
        assert_eq!(network.small(0x2400, 150), expected.pool1.values, "image {k}, largest");
        assert_eq!(
            network.small(0x2500, 200),
            expected.conv2.values,
            "image {k}, second convolution"
        );
        assert_eq!(network.small(0x2600, 32), expected.pool2.values, "image {k}, average");
        let sums: Vec<i64> =
            network.words32(0x2700, 4).into_iter().map(|word| word.cast_signed().into()).collect();
        assert_eq!(sums, expected.dense, "image {k}, sums");
        let logits: Vec<u32> = expected.logits.iter().map(|value| value.to_bits()).collect();
        assert_eq!(network.words32(0x2720, 4), logits, "image {k}, logits");
        let known: Vec<u32> = shares[4 * k..4 * k + 4].iter().map(|v| v.to_bits()).collect();
        assert_eq!(network.words32(SHARES, 4), known, "image {k}, shares");
        assert!(expected.conv2.values.iter().any(|v| *v > 0), "image {k} says nothing");
        seen += 1;
    }
    assert_eq!(seen, 8);
    Ok(())
}

#[test]
fn classes_are_the_labels() -> Result<()> {
    let data = Data::stored()?;
    for (label, shares) in data.integers("labels")?.iter().zip(engine::run(&data)?) {
        let values: Vec<f32> = shares.into_iter().map(f32::from_bits).collect();
        let best = (0..4_usize).max_by(|a, b| values[*a].total_cmp(&values[*b]));
        assert_eq!(best.map(|class| class as i64), Some(*label), "{values:?}");
    }
    Ok(())
}

#[test]
fn an_engine_beside_the_network_changes_no_bit() -> Result<()> {
    let data = Data::stored()?;
    let known: Vec<u32> = data.floats("shares")?.iter().map(|share| share.to_bits()).collect();
    assert_eq!(engine::run(&data)?.concat(), known);
    Ok(())
}

#[test]
fn a_network_without_an_image_waits_for_its_key() -> Result<()> {
    let mut network = Network::new(&Data::stored()?)?;
    let words = network.words(1);
    let stopped = network.machine.run(&[words]).expect_err("nobody brings an image");
    assert_eq!((stopped.core, stopped.index), (0, 0));
    assert_eq!(stopped.error.kind, semantics::xdsa::Kind::Deadlock);
    Ok(())
}
