//! TCVT to blocks: property 11, and blocks by their definition. The numbers are cases (`tests/golden/tile/blocks.cases`).

use crate::tile::conversion::{BLOCKS, MODES, OCP, all, masked};
use semantics::tile::exec::convert::Conversion;
use semantics::tile::exec::element::{Codes, Element};
use semantics::tile::exec::mask::Mask;
use softfloat::mx::ScaleRule;

/// Property 11: quantised, read back and quantised again, a block is unchanged (`mxscale` 0).
#[test]
fn blocks_survive_the_way_over_binary32() {
    use seeded::{Draw, Random};
    let mut random = Random::of("tile blocks");
    for element in BLOCKS {
        for codes in [Codes::default(), Codes { mxfp8_table29: true, ..OCP }] {
            let there = Conversion { codes, ..Conversion::new(Element::F32, element) };
            let back = Conversion { codes, ..Conversion::new(element, Element::F32) };
            let values: Vec<u64> = (0..there.elements())
                .map(|i| {
                    let wide = random.next() & 0xffff_ffff;
                    let near = (wide & 0x83ff_ffff) + 0x3c00_0000;
                    if i / 32 % 4 == 0 { wide } else { near }
                })
                .collect();
            let first = all(&there, &values);
            let wide = masked(&back, &first.elements, &first.scales, Mask::ALL);
            let again = all(&there, &wide.elements);
            for block in 0..first.elements.len() / 32 {
                if first.scales[block] == 0xff {
                    assert_eq!(again.scales[block], 0xff);
                    continue;
                }
                let own = block * 32..block * 32 + 32;
                assert_eq!(first.scales[block], again.scales[block], "{element:?} block {block}");
                assert_eq!(first.elements[own.clone()], again.elements[own], "{element:?}");
            }
        }
    }
}

/// Blocks in slices are blocks by the definition: elements, scales, and the flags of one block at a time.
#[test]
fn blocks_are_quantised() {
    use seeded::{Draw, Random};
    use softfloat::block::{BlockFormat, Scale};
    use softfloat::mx::Quantization;
    use softfloat::{Env, StaticFormat, format::E8m0};
    let mut random = Random::of("tile quantised");
    for to in BLOCKS {
        for from in [Element::F32, Element::Bf16, Element::F16] {
            for (turn, rounding) in MODES.into_iter().cycle().take(150).enumerate() {
                let scale = [ScaleRule::Floor, ScaleRule::Ceil, ScaleRule::Even][turn / 5 % 3];
                let codes = Codes { mxfp8_table29: random.below(2) == 1, ..OCP };
                let c = Conversion { rounding, scale, codes, ..Conversion::new(from, to) };
                let format = from.format(codes);
                let body = format.man_bits;
                // Most numbers stand near the largest of their block; some are far below, few are special.
                let block = |random: &mut Random| -> Vec<u64> {
                    let top = 1 + random.below((1 << format.exp_bits) - 2);
                    let number = |random: &mut Random| {
                        let any = random.next() >> (64 - format.width);
                        let (sign, fraction) =
                            (any & 1 << (format.width - 1), any & ((1 << body) - 1));
                        let fraction = [fraction, fraction & !0 << (body - 3), 0, (1 << body) - 1]
                            [random.below(4) as usize];
                        let field = match random.below(40) {
                            0 => 0,
                            1 => top / 2,
                            2 if top > 250 => 255,
                            _ => top.saturating_sub(random.below(8)),
                        };
                        sign | field << body | fraction
                    };
                    (0..32).map(|_| number(random)).collect()
                };
                let values = block(&mut random);
                let at = random.below(c.elements() as u64 / 32) as usize;
                let mut all_values = vec![0; c.elements()];
                all_values[at * 32..at * 32 + 32].copy_from_slice(&values);
                let done = all(&c, &all_values);
                let element = to.format(codes);
                let factor = Scale::Factor(E8m0::FORMAT);
                let format_of = BlockFormat { name: "block", element, len: 32, scale: factor };
                let (rules, env) =
                    (Quantization { scale, ..Quantization::OCP }, Env::IEEE.rounding(rounding));
                let mut right = [0; 32];
                let defined =
                    format_of.quantize(&values, &format, &mut right, rules, &env).unwrap();
                let found = &done.elements[at * 32..at * 32 + 32];
                let what = format!("{c:?} {values:x?}");
                assert_eq!(
                    (u64::from(done.scales[at]), done.flags),
                    (defined.bits, defined.flags),
                    "{what}"
                );
                assert_eq!(found, right, "{what}");
            }
        }
    }
}
