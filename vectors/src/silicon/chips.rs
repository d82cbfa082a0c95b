//! Units by the name of the product that has them.

use crate::family::silicon::rows;
use softfloat::Format;
use softfloat::StaticFormat;
use softfloat::format::Binary16;

/// Products as they are sold, and how the ids of their units begin, those first that libraries use.
const CHIPS: &[(&[&str], &[&str])] = &[
    (&["v100", "titanv", "volta"], &["silicon.nvidia.volta.mma"]),
    (
        &["t4", "turing", "rtx2060", "rtx2070", "rtx2080", "rtx2080ti"],
        &["silicon.nvidia.turing.mma"],
    ),
    (
        &[
            "a100", "ampere", "a30", "a2", "a10", "a40", "a6000", "rtx3060", "rtx3070", "rtx3080",
            "rtx3090",
        ],
        &["silicon.nvidia.ampere.mma"],
    ),
    (
        &["l4", "ada", "l40", "l40s", "rtx4060", "rtx4070", "rtx4080", "rtx4090", "rtx6000ada"],
        &["silicon.nvidia.ada.mma"],
    ),
    (
        &["h100", "hopper", "h200", "h800", "h20", "gh200"],
        &["silicon.nvidia.hopper.wgmma", "silicon.nvidia.hopper.mma"],
    ),
    (
        &["b200", "blackwell", "b100", "gb200", "b300", "gb300"],
        &["silicon.nvidia.blackwell.tcgen05", "silicon.nvidia.blackwell.mma"],
    ),
    (
        &["rtx5090", "rtxblackwell", "rtx5060", "rtx5070", "rtx5080", "rtxpro6000"],
        &["silicon.nvidia.rtxblackwell.mma"],
    ),
    (&["mi100", "cdna1"], &["silicon.amd.cdna1.mfma"]),
    (
        &["mi250", "cdna2", "mi200", "mi210", "mi250x"],
        &["silicon.amd.cdna2.mfma_1k", "silicon.amd.cdna2.mfma"],
    ),
    (&["mi300", "cdna3", "mi300a", "mi300x", "mi325x"], &["silicon.amd.cdna3.mfma"]),
];

/// A product as its makers call it: `H100`, `RTX 4090`, `MI300X`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chip {
    units: &'static [&'static str],
}

impl Chip {
    pub(super) fn named(name: &str) -> Option<Self> {
        let plain = |c: &char| !matches!(c, ' ' | '-' | '_');
        let name: String = name.to_ascii_lowercase().chars().filter(plain).collect();
        let name = ["nvidia", "amd", "instinct", "geforce"]
            .iter()
            .fold(name.as_str(), |name, maker| name.strip_prefix(maker).unwrap_or(name));
        // Ids of a generation's units begin so: `silicon.nvidia.hopper`.
        let begins = |unit: &&str| unit.rsplit_once('.').is_some_and(|(begin, _)| begin == name);
        let row = CHIPS
            .iter()
            .find(|(names, units)| names.contains(&name) || units.first().is_some_and(begins));
        row.map(|(_, units)| Self { units })
    }

    /// A product of each generation.
    pub(super) fn some() -> String {
        CHIPS.iter().map(|(names, _)| names[0]).collect::<Vec<_>>().join(", ")
    }

    /// Its units without scales, those first that libraries use, of each the longest rows, and results of binary32.
    fn all(&self) -> Vec<rows::Unit> {
        let rank = |unit: &rows::Unit| {
            let begins =
                |own: &&str| unit.id.strip_prefix(own).is_some_and(|rest| rest.starts_with('.'));
            self.units.iter().position(begins)
        };
        let mut all: Vec<_> = rows::units()
            .filter(|unit| unit.scales == 0)
            .filter_map(|unit| Some((rank(&unit)?, unit)))
            .collect();
        all.sort_by_key(|(rank, unit)| {
            (*rank, std::cmp::Reverse((unit.out.width, unit.a.1)), unit.c != unit.out)
        });
        all.into_iter().map(|(_, unit)| unit).collect()
    }

    /// The id of the unit that multiplies these formats, of binary16 where none are said.
    ///
    /// # Errors
    /// The ids that there are, one of each pair of formats.
    pub(super) fn unit(&self, factors: Option<[Format; 2]>) -> Result<String, Vec<String>> {
        let all = self.all();
        let [a, b] = factors.unwrap_or([Binary16::FORMAT; 2]);
        if let Some(unit) = all.iter().find(|unit| unit.a.0 == a && unit.b.0 == b) {
            return Ok(unit.id.clone());
        }
        let mut ids: Vec<(Format, Format, String)> = Vec::new();
        for unit in all {
            if !ids.iter().any(|(a, b, _)| *a == unit.a.0 && *b == unit.b.0) {
                ids.push((unit.a.0, unit.b.0, unit.id));
            }
        }
        Err(ids.into_iter().map(|(_, _, id)| id).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use softfloat::format::{Binary64, Fp8E4m3Ocp};

    #[test]
    fn every_product_has_units() {
        for (names, units) in CHIPS {
            for name in *names {
                let chip = Chip::named(name).expect("a product");
                assert!(chip.unit(None).is_ok(), "{name}");
                for unit in *units {
                    assert!(chip.all().iter().any(|own| own.id.starts_with(unit)), "{unit}");
                }
            }
        }
    }

    #[test]
    fn products_have_the_units_that_libraries_use() {
        let id = |name: &str, factors| Chip::named(name).map(|chip| chip.unit(factors));
        let plain = |id: &str| Some(Ok(id.to_owned()));
        assert_eq!(id("H100", None), plain("silicon.nvidia.hopper.wgmma.k16.f16.f16.f32"));
        let fp8 = Some([Fp8E4m3Ocp::FORMAT; 2]);
        assert_eq!(id("NVIDIA H100", fp8), plain("silicon.nvidia.hopper.wgmma.k32.e4m3.e4m3.f32"));
        assert_eq!(id("RTX 4090", fp8), plain("silicon.nvidia.ada.mma.k32.e4m3.e4m3.f32"));
        assert_eq!(id("mi300", None), plain("silicon.amd.cdna3.mfma.k16.f16.f16.f32"));
        let f64s = Some([Binary64::FORMAT; 2]);
        assert_eq!(id("h100", f64s), plain("silicon.nvidia.hopper.mma.k16.f64.f64.f64"));
        assert!(id("v100", fp8).is_some_and(|unit| unit.is_err()));
        let hopper = plain("silicon.nvidia.hopper.wgmma.k16.f16.f16.f32");
        assert_eq!(id("hopper", None), hopper);
        assert_eq!(id("silicon.nvidia.hopper", None), hopper);
        for none in ["h101", "silicon.amd.hopper", "silicon.nvidia"] {
            assert_eq!(id(none, None), None, "{none}");
        }
    }
}
