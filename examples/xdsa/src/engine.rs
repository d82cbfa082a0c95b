//! A domain of its own (XDSA-D03): an engine that follows a script. It holds images and brings them into the memory of the Unity
//! domain, and it fetches shares from there; with keys it runs beside the network like a second core.
//!
//! Its payload is a step: what to do, in byte 0, and for which image, in byte 1.

use crate::network::{IMAGE, IMAGE_BYTES, Network, SHARES, SHARES_BYTES, keys};
use crate::{Result, network::Data};
use semantics::xdsa::isa::Word;
use semantics::xdsa::{DomainHandler, Error, Handled, Kind, Shared};

/// The engine's domain, one of those that are free.
pub const DOMAIN: u8 = 0x80;
/// Where shares lie in the engine's memory; images lie from 0 on.
const STORE: u64 = 0x1_0000;

const BRING: u8 = 1;
const TAKE: u8 = 2;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engine;

impl DomainHandler for Engine {
    fn execute(
        &mut self,
        payload: &[u8; 16],
        shared: &mut Shared<'_>,
    ) -> std::result::Result<Handled, Error> {
        let [step, image, ..] = *payload;
        let (wanted, given) = match step {
            BRING => (keys::FREE, keys::FULL),
            TAKE => (keys::DONE, keys::TAKEN),
            _ => {
                return Err(Error::new(
                    Kind::ReservedCode,
                    format!("the engine has no step {step}"),
                ));
            }
        };
        if !shared.keys.try_fetch(0, wanted, 1) {
            return Ok(Handled::Waits);
        }
        if step == BRING {
            let mut bytes = [0; IMAGE_BYTES];
            shared.own.read(u64::from(image) * IMAGE_BYTES as u64, &mut bytes);
            shared.unity.write(IMAGE, &bytes);
        } else {
            let mut bytes = [0; SHARES_BYTES];
            shared.unity.read(SHARES, &mut bytes);
            shared.own.write(STORE + u64::from(image) * SHARES_BYTES as u64, &bytes);
        }
        if !shared.keys.deposit(0, given) {
            return Err(Error::new(Kind::KeyOverflow, format!("key 0,{given} is at 255")));
        }
        Ok(Handled::Done)
    }
}

/// The engine's program: the next image comes as soon as its place is free, shares leave when they are there.
#[must_use]
pub fn script(images: u8) -> Vec<Word> {
    let step = |what, image| {
        let mut payload = [0; 16];
        payload[0] = what;
        payload[1] = image;
        Word { did: DOMAIN, payload }
    };
    let mut words: Vec<Word> = (0..images.min(1)).map(|first| step(BRING, first)).collect();
    for image in 0..images {
        if image + 1 < images {
            words.push(step(BRING, image + 1));
        }
        words.push(step(TAKE, image));
    }
    words.push(Word::END);
    words
}

/// Runs all images: core 0 has the network, core 1 the engine's script. The shares of each image.
///
/// # Errors
/// What stops the machine.
pub fn run(data: &Data) -> Result<Vec<Vec<u32>>> {
    let mut network = Network::new(data)?;
    let images = &data.array("images")?.bytes;
    let count = u8::try_from(images.len() / IMAGE_BYTES)?;
    network.machine.handle(DOMAIN, Box::new(Engine))?;
    network.machine.domain_mut(DOMAIN).write(0, images);
    network.machine.preset(0, keys::FREE, 1);
    network.machine.preset(0, keys::TAKEN, 1);
    let programs = [network.words(count.into()), script(count)];
    network.machine.run(&programs)?;
    let mut found = vec![0; usize::from(count) * SHARES_BYTES];
    network.machine.domain_mut(DOMAIN).read(STORE, &mut found);
    let words = |bytes: &[u8]| bytes.as_chunks().0.iter().map(|w| u32::from_le_bytes(*w)).collect();
    Ok(found.chunks(SHARES_BYTES).map(words).collect())
}
