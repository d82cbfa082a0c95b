//! `xdsa-network`: runs the images of `data/` and compares every layer.

use std::process::ExitCode;
use xdsa_network::network::{Data, Network, SHARES};
use xdsa_network::{Result, engine, plain};

/// A layer's place and how many of its elements differ.
fn differences(found: &[i64], expected: &[i64]) -> usize {
    found.iter().zip(expected).filter(|(a, b)| a != b).count()
        + found.len().abs_diff(expected.len())
}

/// Prints a line an image; how many elements differ in all.
fn run() -> Result<usize> {
    let data = Data::stored()?;
    let (labels, shares) = (data.integers("labels")?, data.floats("shares")?);
    let mut network = Network::new(&data)?;
    let mut wrong = 0;
    println!(
        "image  label  class  share      elements that differ: conv1 pool1 conv2 pool2 dense logits softmax"
    );
    for (k, image) in data.images()?.enumerate() {
        let expected = plain::run(&data, image)?;
        network.image(image)?;
        let integers = |words: Vec<u32>| words.into_iter().map(i64::from).collect::<Vec<_>>();
        let signed = |words: Vec<u32>| {
            words.into_iter().map(|w| i64::from(w.cast_signed())).collect::<Vec<_>>()
        };
        let found = network.words32(SHARES, 4);
        let known = &shares[4 * k..4 * k + 4];
        let layers = [
            differences(&network.small(0x2100, 600), &expected.conv1.values),
            differences(&network.small(0x2400, 150), &expected.pool1.values),
            differences(&network.small(0x2500, 200), &expected.conv2.values),
            differences(&network.small(0x2600, 32), &expected.pool2.values),
            differences(&signed(network.words32(0x2700, 4)), &expected.dense),
            differences(
                &integers(network.words32(0x2720, 4)),
                &expected.logits.iter().map(|v| v.to_bits().into()).collect::<Vec<_>>(),
            ),
            differences(
                &integers(found.clone()),
                &known.iter().map(|v| v.to_bits().into()).collect::<Vec<_>>(),
            ),
        ];
        let best =
            (0..4).max_by(|a, b| f32::from_bits(found[*a]).total_cmp(&f32::from_bits(found[*b])));
        let class = best.unwrap_or(0);
        println!(
            "{k:5}  {:5}  {class:5}  {:.7}  {layers:?}",
            labels[k],
            f32::from_bits(found[class])
        );
        wrong += layers.iter().sum::<usize>();
    }
    let piped = engine::run(&data)?;
    let known: Vec<u32> = shares.iter().map(|share| share.to_bits()).collect();
    let apart = piped.concat().iter().zip(&known).filter(|(a, b)| a != b).count();
    println!("with the engine beside the network: {} images, {apart} shares differ", piped.len());
    Ok(wrong + apart)
}

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xdsa-network: {error}");
            ExitCode::FAILURE
        }
    }
}
