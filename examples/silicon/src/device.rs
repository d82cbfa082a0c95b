//! A device, and runs of one instruction on it.

use crate::driver::{Driver, Program};
use crate::fragment::{Matrix, Tile};
use crate::instruction::{Mma, Target};
use crate::ptx::ENTRY;

/// Units by their compute capability: of the same major number, and of minor ones from this on.
const UNITS: &[((u32, u32), &str)] = &[
    ((7, 0), "volta"),
    ((7, 5), "turing"),
    ((8, 0), "ampere"),
    ((8, 9), "ada"),
    ((9, 0), "hopper"),
    ((10, 0), "blackwell"),
    ((12, 0), "rtxblackwell"),
];

/// A device.
#[derive(Debug)]
pub struct Device {
    driver: Driver,
    /// Its name.
    pub name: String,
    /// Its compute capability.
    pub capability: (u32, u32),
}

/// An instruction, loaded.
#[derive(Debug)]
pub struct Loaded<'d> {
    /// The instruction.
    pub mma: &'d Mma,
    driver: &'d Driver,
    program: Program<'d>,
}

impl Device {
    /// The first device of a driver.
    ///
    /// # Errors
    /// Words, where there is none.
    pub fn open(library: &str) -> Result<Self, String> {
        let driver = Driver::open(library)?;
        let (name, capability) = driver.device(0)?;
        Ok(Self { driver, name, capability })
    }

    /// Its unit's name in ids, where it is one of them.
    #[must_use]
    pub fn unit(&self) -> Option<&'static str> {
        let own = |((major, minor), _): &&((u32, u32), _)| {
            *major == self.capability.0 && *minor <= self.capability.1
        };
        UNITS.iter().rfind(own).map(|(_, unit)| *unit)
    }

    /// Its name, capability and unit.
    #[must_use]
    pub fn described(&self) -> String {
        let (major, minor) = self.capability;
        let unit = self.unit().unwrap_or("no unit that `assay` knows");
        format!("{}, compute capability {major}.{minor}, {unit}", self.name)
    }

    /// Whether it has an instruction.
    ///
    /// # Errors
    /// What it would need.
    pub fn offers(&self, mma: &Mma) -> Result<(), String> {
        let (major, minor) = self.capability;
        let (has, right) = match mma.target {
            Target::Least(least) => (
                10 * major + minor >= least,
                format!("compute capability {}.{} or later", least / 10, least % 10),
            ),
            Target::Own(own) => (major == own, format!("compute capability {own}.x")),
        };
        if has { Ok(()) } else { Err(format!("{} needs {right}", mma.mnemonic())) }
    }

    /// Loads an instruction.
    ///
    /// # Errors
    /// What the device lacks, or the driver says.
    pub fn load<'d>(&'d self, mma: &'d Mma) -> Result<Loaded<'d>, String> {
        self.offers(mma).map_err(|why| format!("{why}; this is {}", self.described()))?;
        let program = self.driver.load(&mma.ptx(self.capability), ENTRY);
        let program = program.map_err(|why| format!("{}: {why}", mma.mnemonic()))?;
        Ok(Loaded { mma, driver: &self.driver, program })
    }
}

impl Loaded<'_> {
    /// D of each tile.
    ///
    /// # Errors
    /// What the driver says.
    pub fn run(&self, tiles: &[Tile]) -> Result<Vec<Vec<u64>>, String> {
        let mma = self.mma;
        if tiles.is_empty() {
            return Ok(Vec::new());
        }
        let packed = |pack: &dyn Fn(&Tile) -> Vec<u32>| {
            self.driver.upload(&tiles.iter().flat_map(pack).collect::<Vec<u32>>())
        };
        let a = packed(&|tile| mma.pack(Matrix::A, &tile.a))?;
        let b = packed(&|tile| mma.pack(Matrix::B, &tile.b))?;
        let c = packed(&|tile| mma.pack(Matrix::C, &tile.c))?;
        let rows = packed(&|tile| mma.pack_scales(Matrix::A, &tile.row_scales))?;
        let columns = packed(&|tile| mma.pack_scales(Matrix::B, &tile.column_scales))?;
        let (bits, count) = mma.registers(Matrix::D);
        let words = bits as usize / 32 * count * crate::fragment::LANES;
        let d = self.driver.allocate(words * tiles.len())?;
        let blocks = u32::try_from(tiles.len()).map_err(|e| e.to_string())?;
        self.program.launch(blocks, &[&d, &a, &b, &c, &rows, &columns])?;
        Ok(d.words()?.chunks_exact(words).map(|own| mma.unpack(own)).collect())
    }

    /// The result of each case: operands as the operation has them. Case `i` of a tile is row `i` of A by column `i` of B.
    ///
    /// # Errors
    /// What the driver says.
    pub fn answers(&self, cases: &[Vec<u64>]) -> Result<Vec<u64>, String> {
        let (m, n, k) = self.mma.shape;
        let side = m.min(n);
        let count = self.mma.scales.as_ref().map_or(0, |scales| scales.count);
        let tile = |cases: &[Vec<u64>]| {
            let mut tile = Tile::empty(self.mma);
            for (at, case) in cases.iter().enumerate() {
                let (copy, i) = (at / side, at % side);
                for (p, (a, b)) in case[..k].iter().zip(&case[k..2 * k]).enumerate() {
                    tile.a[(copy * m + i) * k + p] = *a;
                    tile.b[(copy * k + p) * n + i] = *b;
                }
                tile.c[(copy * m + i) * n + i] = case[2 * k];
                let (rows, columns) = case[2 * k + 1..].split_at(count);
                tile.row_scales[i * count..][..count].copy_from_slice(rows);
                tile.column_scales[i * count..][..count].copy_from_slice(columns);
            }
            tile
        };
        let each = side * self.mma.copies();
        let tiles: Vec<Tile> = cases.chunks(each).map(tile).collect();
        let results = self.run(&tiles)?;
        let place = |at: usize| {
            let (copy, i) = (at % each / side, at % side);
            results[at / each][(copy * m + i) * n + i]
        };
        Ok((0..cases.len()).map(place).collect())
    }
}
