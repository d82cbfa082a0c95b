//! `d get`: the lines of a dump (s. 3.4.3, MN-D66 to D75).

use std::fmt::Write;

use super::machine::{DRAM, L1BM, L2BM, Machine, PDM, word};
use super::number::{Fields, common_exponent, element};
use super::place::{Place, places};
use super::{Stop, illegal};
use semantics::mncore2::isa::{Bank, Dtype, Get, Levels, Memory, Precision, Side, Width};

impl Machine {
    pub(super) fn get(&mut self, get: &Get) -> Result<(), Stop> {
        let text = statement(get);
        let mut lines = String::new();
        for place in places(get.memory, get.levels) {
            if !self.scope.contains(place.element()) {
                return Err(Stop::OutsideScope(place.element()));
            }
            for (index, content) in self.contents(get, &place)? {
                let (label, place) = (label(get.memory), place.label());
                let _ = writeln!(lines, "DEBUG-{label}({place},{index}):{content} #{text}");
            }
        }
        self.dump.push_str(&lines);
        Ok(())
    }

    /// Index and content of each line of a place.
    fn contents(&self, get: &Get, place: &Place) -> Result<Vec<(u64, String)>, Stop> {
        let (first, step, size) = extent(get.memory);
        let end = first + step * u64::from(get.count);
        if end > size {
            return Err(Stop::Range(statement(get)));
        }
        if let Memory::Mask(_) = get.memory {
            // The cycle is outermost.
            let entries = (0..4).flat_map(|cycle| (first..end).map(move |entry| (cycle, entry)));
            return entries
                .map(|(cycle, entry)| {
                    let flags = self.mask_flags(place.number() as u16, entry as u8, cycle);
                    let flags = flags.ok_or(Stop::Range(statement(get)))?;
                    Ok((entry, format!("Mask{{{flags}}}")))
                })
                .collect();
        }
        let precision = precision(get)?;
        (0..u64::from(get.count))
            .map(|k| {
                let words = self.words(get, place, k, precision)?;
                let common = self.commons(get, place, k, precision)?;
                let bits = word_bits(get.memory);
                let text: Vec<String> = words
                    .iter()
                    .enumerate()
                    .map(|(w, &word)| content(get.dtype, precision, word, bits, &common, w))
                    .collect();
                let several = matches!(get.memory, Memory::Matrix(..)) || text.len() > 1;
                let text = text.join(", ");
                Ok((first + step * k, if several { format!("{{{text}}}") } else { text }))
            })
            .collect()
    }

    /// The long words of line `k`; a single word is on the most significant side of its one.
    fn words(
        &self,
        get: &Get,
        place: &Place,
        k: u64,
        precision: Precision,
    ) -> Result<Vec<u64>, Stop> {
        let number = place.number();
        let (first, step, _) = extent(get.memory);
        let at = first + step * k;
        let long = |pe: u16, bank: Bank, address: u64| self.long_word(pe, bank, address as u16);
        let found: Option<Vec<u64>> = match get.memory {
            Memory::Pdm(_) => self.groups.get(&(number as u8)).map(|g| vec![word(&g.pdm, at)]),
            Memory::Dram(_) => self.groups.get(&(number as u8)).map(|g| vec![word(&g.dram, at)]),
            Memory::L2bm(_) => self.l2bm(number as u8, at as u32).map(|word| vec![word]),
            Memory::L1bm(..) => {
                (at..at + step).map(|at| self.l1bm(number as u8, at as u32)).collect()
            }
            Memory::Pe(Width::Single, bank, _) => self
                .single_word(number as u16, bank, at as u16)
                .map(|word| vec![u64::from(word) << 32]),
            Memory::Pe(_, bank, _) => {
                (at..at + step).step_by(2).map(|at| long(number as u16, bank, at)).collect()
            }
            Memory::T(width) => self.t(number as u16, k as usize % 4).map(|t| match width {
                Width::Double => t.to_vec(),
                _ => vec![t[0]],
            }),
            Memory::Matrix(side, _) => {
                let physical = at as usize * 16 / usize::from(precision.matrix_rows());
                self.matrix(number as u16, side, physical).map(|row| row.to_vec())
            }
            Memory::Mask(_) => None,
        };
        found.ok_or_else(|| Stop::Range(statement(get)))
    }

    /// For block types, the common exponent of the block that each element of a line belongs to, by
    /// word and by element in it. Blocks lie over the four PEs (MN-D73), so also in a matrix row,
    /// where they are side by side.
    fn commons(
        &self,
        get: &Get,
        place: &Place,
        k: u64,
        precision: Precision,
    ) -> Result<Vec<Vec<u64>>, Stop> {
        if !is_block(get.dtype) {
            return Ok(Vec::new());
        }
        let mut pes: Vec<Vec<u64>> = Vec::new();
        match get.memory {
            Memory::Matrix(..) => {
                pes.extend(
                    self.words(get, place, k, precision)?.into_iter().map(|word| vec![word]),
                );
            }
            Memory::Pe(..) | Memory::T(_) => {
                for pe in place.siblings() {
                    pes.push(self.words(get, &pe, k, precision)?);
                }
            }
            _ => return illegal(format!("{}: a block needs four PEs", statement(get))),
        }
        let count = (word_bits(get.memory) / precision.bits()) as usize;
        let per_word = |w: usize| {
            let common = |elements: Vec<usize>| {
                let of_pe = |words: &Vec<u64>| {
                    elements
                        .iter()
                        .map(|&e| element([words[w], 0], precision.bits(), e))
                        .collect::<Vec<_>>()
                };
                let block: Vec<u64> = pes.iter().flat_map(of_pe).collect();
                common_exponent(precision, &block).ok_or_else(|| Stop::InvalidBlock(statement(get)))
            };
            // In single each element has its own block, else a word is in one.
            let shared = precision != Precision::F;
            (0..count)
                .map(|e| common(if shared { (0..count).collect() } else { vec![e] }))
                .collect()
        };
        let blocks = (0..pes[0].len()).map(per_word).collect::<Result<Vec<Vec<u64>>, Stop>>()?;
        // A matrix row has the words of all four PEs in one line.
        Ok(match get.memory {
            Memory::Matrix(..) => vec![blocks[0].clone(); 4],
            _ => blocks,
        })
    }
}

/// First index, step of a line, and size of the memory, for T and masks in entries.
fn extent(memory: Memory) -> (u64, u64, u64) {
    match memory {
        Memory::Pdm(address) => (address.into(), 1, PDM),
        Memory::Dram(address) => (address.into(), 1, DRAM),
        Memory::L2bm(address) => (address.into(), 1, L2BM.into()),
        // MN-D67
        Memory::L1bm(width, address) => (address.into(), u64::from(width.words() / 2), L1BM.into()),
        Memory::Pe(width, bank, address) => {
            (address.into(), width.words().into(), bank.words().into())
        }
        // MN-D71
        Memory::T(_) => (0, 1, u64::MAX),
        // Rows end where those of the precision end: `words` sees that (MN-D72).
        Memory::Matrix(_, row) => (row.into(), 1, 16),
        Memory::Mask(entry) => (entry.into(), 1, 16),
    }
}

fn label(memory: Memory) -> &'static str {
    match memory {
        Memory::Pdm(_) => "PDM",
        Memory::Dram(_) => "DRAM",
        Memory::L2bm(_) => "L2BM",
        Memory::L1bm(..) => "L1BM",
        Memory::Pe(_, Bank::Lm0, _) => "LM0",
        Memory::Pe(_, Bank::Lm1, _) => "LM1",
        Memory::Pe(_, Bank::Grf0, _) => "GREG0",
        Memory::Pe(_, Bank::Grf1, _) => "GREG1",
        Memory::T(_) => "TREG",
        Memory::Matrix(Side::X, _) => "MRx",
        Memory::Matrix(Side::Y, _) => "MRy",
        Memory::Mask(_) => "OMR",
    }
}

/// The bits of a word that a line prints.
fn word_bits(memory: Memory) -> u32 {
    if matches!(memory, Memory::Pe(Width::Single, ..)) { 32 } else { 64 }
}

fn is_block(dtype: Dtype) -> bool {
    matches!(dtype, Dtype::Bd | Dtype::Bf | Dtype::Bg | Dtype::Bh)
}

/// The precision of the elements; a type must fit the access, and a matrix must have one (MN-D74).
fn precision(get: &Get) -> Result<Precision, Stop> {
    let precision = match get.dtype {
        Dtype::Raw | Dtype::D | Dtype::Bd => Precision::D,
        Dtype::F | Dtype::Bf => Precision::F,
        Dtype::Bg => Precision::G,
        Dtype::H | Dtype::Bh => Precision::H,
    };
    let untyped = matches!(get.memory, Memory::Matrix(..)) && get.dtype == Dtype::Raw;
    match untyped || precision.bits() > word_bits(get.memory) {
        true => illegal(format!("{}: the type does not fit", statement(get))),
        false => Ok(precision),
    }
}

/// A long word, or its upper single word, as text.
fn content(
    dtype: Dtype,
    precision: Precision,
    word: u64,
    bits: u32,
    commons: &[Vec<u64>],
    w: usize,
) -> String {
    let elements =
        |width: u32| (0..(bits / width) as usize).map(move |k| element([word, 0], width, k));
    if dtype == Dtype::Raw {
        let h: Vec<String> = elements(16).map(|h| format!("0x{h:X}")).collect();
        let f = Fields::read(Precision::D, word).number();
        return format!("(f:{f}, i:{{{{{},{}}},{{{},{}}}}}, v:0x{word:X})", h[0], h[1], h[2], h[3]);
    }
    let number = |(e, bits): (usize, u64)| {
        let fields = Fields::read(precision, bits);
        match commons.get(w) {
            Some(blocks) => fields.in_block(blocks[e]),
            None => fields.number(),
        }
    };
    let numbers: Vec<String> = elements(precision.bits()).enumerate().map(number).collect();
    let digits = precision.bits() as usize / 4;
    let patterns: Vec<String> =
        elements(precision.bits()).map(|bits| format!("0x{bits:0digits$x}")).collect();
    format!("({}) ({})", numbers.join(", "), patterns.join(", "))
}

/// The statement in its canonical form (MN-D70).
pub(super) fn statement(get: &Get) -> String {
    let dtype = match get.dtype {
        Dtype::Raw => "",
        Dtype::D => "d",
        Dtype::Bd => "bd",
        Dtype::F => "f",
        Dtype::Bf => "bf",
        Dtype::Bg => "bg",
        Dtype::H => "h",
        Dtype::Bh => "bh",
    };
    let Levels { group, l2b, l1b, mab, pe } = get.levels;
    let levels: String = "ncbmp"
        .chars()
        .zip([group, l2b, l1b, mab, pe])
        .filter_map(|(letter, n)| n.map(|n| format!("{letter}{n}")))
        .collect();
    format!("d get{dtype} {}{levels} {}", operand(get.memory), get.count)
}

fn operand(memory: Memory) -> String {
    match memory {
        Memory::Pdm(address) => format!("$p{address}"),
        Memory::Dram(address) => format!("$d{address}"),
        Memory::L2bm(address) => format!("$lc{address}"),
        Memory::L1bm(width, address) => format!("${}b{address}", width.prefix()),
        Memory::Pe(width, bank, address) => {
            format!("${}{}{address}", width.prefix(), bank.letter())
        }
        Memory::T(Width::Double) => "$llt".to_owned(),
        Memory::T(_) => "$lt".to_owned(),
        Memory::Matrix(side, row) => format!("$l{}{row}", side.letter()),
        Memory::Mask(entry) => format!("$omr{entry}"),
    }
}
