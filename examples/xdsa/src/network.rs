//! The network on the machine.

use crate::Result;
use crate::npy::Array;
use semantics::xdsa::isa::Word;
use semantics::xdsa::{Program, Settings, Xdsa};

/// The program.
const TEXT: &str = include_str!("../network.xdsa");

macro_rules! data {
    ($($name:literal)*) => {
        /// The files of `data/`.
        const FILES: &[(&str, &[u8])] =
            &[$(($name, include_bytes!(concat!("../data/", $name, ".npy")))),*];
    };
}
data!("conv1" "bias1" "scale1" "shift1" "conv2" "bias2" "scale2" "shift2" "dense" "logits" "images" "labels" "shares");

/// Where the program wants what the host brings.
const PLACES: [(&str, u64); 10] = [
    ("conv1", 0x1000),
    ("bias1", 0x1100),
    ("scale1", 0x1140),
    ("shift1", 0x1180),
    ("conv2", 0x1200),
    ("bias2", 0x1400),
    ("scale2", 0x1440),
    ("shift2", 0x1480),
    ("dense", 0x1500),
    ("logits", 0x1600),
];

/// Where the image lies.
pub const IMAGE: u64 = 0x2000;
/// The bytes of an image.
pub const IMAGE_BYTES: usize = 144;
/// Where the shares of an image lie.
pub const SHARES: u64 = 0x2740;
/// The bytes of the shares of an image.
pub const SHARES_BYTES: usize = 16;

/// Keys of table 0.
pub mod keys {
    /// An image is there.
    pub const FULL: u8 = 0;
    /// The place of the image is free.
    pub const FREE: u8 = 1;
    /// Shares are there.
    pub const DONE: u8 = 2;
    /// The place of the shares is free.
    pub const TAKEN: u8 = 3;
}

/// Weights, images, labels, shares.
#[derive(Clone, Debug)]
pub struct Data {
    arrays: Vec<(&'static str, Array)>,
}

impl Data {
    /// Those of the repository.
    ///
    /// # Errors
    /// A file that is broken.
    pub fn stored() -> Result<Self> {
        let read = |(name, file): &(&'static str, &[u8])| Ok((*name, Array::read(file)?));
        Ok(Self { arrays: FILES.iter().map(read).collect::<Result<_>>()? })
    }

    /// An array.
    ///
    /// # Errors
    /// A name that none has.
    pub fn array(&self, name: &str) -> Result<&Array> {
        let found = self.arrays.iter().find(|(known, _)| *known == name);
        found.map(|(_, array)| array).ok_or_else(|| format!("there is no {name}").into())
    }

    /// The integers of an array.
    ///
    /// # Errors
    /// An array that has none.
    pub fn integers(&self, name: &str) -> Result<Vec<i64>> {
        self.array(name)?.integers()
    }

    /// The numbers of an array.
    ///
    /// # Errors
    /// An array that has none.
    pub fn floats(&self, name: &str) -> Result<Vec<f32>> {
        self.array(name)?.floats()
    }

    /// The images, each as its bytes.
    ///
    /// # Errors
    /// Images that are missing.
    pub fn images(&self) -> Result<impl Iterator<Item = &[u8]>> {
        Ok(self.array("images")?.bytes.chunks(IMAGE_BYTES))
    }
}

/// The machine with the weights in its memory, and the program without its end.
#[derive(Debug)]
pub struct Network {
    /// The machine.
    pub machine: Xdsa,
    body: Vec<Word>,
}

impl Network {
    /// Assembles the program and puts tables and weights into memory.
    ///
    /// # Errors
    /// A text or data that are broken.
    pub fn new(data: &Data) -> Result<Self> {
        let program = Program::read(TEXT)?;
        let mut machine = Xdsa::new(Settings::default());
        for (address, bytes) in program.data() {
            machine.write(address, bytes);
        }
        for (name, address) in PLACES {
            machine.write(address, &data.array(name)?.bytes);
        }
        let mut body = program.words().concat();
        if body.pop() != Some(Word::END) {
            return Err("the program has no end".into());
        }
        Ok(Self { machine, body })
    }

    /// The words for so many images, with an end.
    #[must_use]
    pub fn words(&self, images: usize) -> Vec<Word> {
        let mut words = self.body.repeat(images);
        words.push(Word::END);
        words
    }

    /// Runs one image that the host brings.
    ///
    /// # Errors
    /// What stops the machine.
    pub fn image(&mut self, image: &[u8]) -> Result<()> {
        self.machine.write(IMAGE, image);
        self.machine.preset(0, keys::FULL, 1);
        self.machine.preset(0, keys::TAKEN, 1);
        let words = self.words(1);
        self.machine.run(&[words])?;
        Ok(())
    }

    /// Bytes of memory.
    #[must_use]
    pub fn bytes(&self, address: u64, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.machine.memory().read(address, &mut bytes);
        bytes
    }

    /// Elements of one byte as integers.
    #[must_use]
    pub fn small(&self, address: u64, count: usize) -> Vec<i64> {
        self.bytes(address, count).into_iter().map(|byte| i64::from(byte.cast_signed())).collect()
    }

    /// Elements of four bytes.
    #[must_use]
    pub fn words32(&self, address: u64, count: usize) -> Vec<u32> {
        let bytes = self.bytes(address, 4 * count);
        bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
    }
}
