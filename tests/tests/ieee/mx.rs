//! MX blocks: random values and blocks of every element format under every rule for the scale.

use crate::ieee::known::any;
use crate::random::{Codes, Draw, Random, cases, seed};
use oracle::reference::mx::{self, Quantization, ScaleRule};
use softfloat::block::BlockFormat;
use softfloat::mx::{self as ours, Block, SpecialRule};
use softfloat::{Env, NanRule, Underflow};
use tests::bridge::{Pair, rounded, rules};

/// The block formats, and their elements in the facts table.
const FORMATS: [(&str, &str); 7] = [
    ("mxfp8_e4m3", "fp8_e4m3_ocp"),
    ("mxfp8_e5m2", "fp8_e5m2_ocp"),
    ("mxfp6_e3m2", "fp6_e3m2"),
    ("mxfp6_e2m3", "fp6_e2m3"),
    ("mxfp4_e2m1", "fp4_e2m1"),
    ("mxint8", "mxint8_elem"),
    ("mxint4", "mxint4_elem"),
];

const SCALES: [(ours::ScaleRule, ScaleRule); 4] = [
    (ours::ScaleRule::Floor, ScaleRule::Floor),
    (ours::ScaleRule::Ceil, ScaleRule::Ceil),
    (ours::ScaleRule::Even, ScaleRule::Even),
    (ours::ScaleRule::Nearest, ScaleRule::Nearest),
];

fn formats() -> Vec<(&'static BlockFormat, Pair)> {
    let both = |(block, element)| {
        (BlockFormat::by_name(block).expect("a block format"), Pair::named(element))
    };
    FORMATS.into_iter().map(both).collect()
}

/// Rules that blocks know: NaN is the canonical one, elements underflow gradually.
fn env(random: &mut Random) -> Env {
    Env { nan: NanRule::Canonical, underflow: Underflow::Gradual, ..any(random) }
}

/// Numbers of close exponents, now and then zeros and anything else.
fn values(random: &mut Random, f: &Pair) -> Vec<u64> {
    let place = f.format.man_bits + f.format.pad;
    let middle = random.next() % (f.format.top() as u64);
    let any = random.below(8) == 0;
    let value = |random: &mut Random| match random.below(12) {
        0 => random.next() << (f.format.width - 1),
        1 if any => random.next(),
        _ => {
            let field = (middle + random.next() % 12).saturating_sub(6) % f.format.top() as u64;
            let ones = u64::MAX << random.below(place.into());
            let keep = !(u64::MAX << place) | 1 << (f.format.width - 1);
            random.next() & *random.pick(&[u64::MAX, ones]) & keep | field << place
        }
    };
    let mask = u64::MAX >> (64 - f.format.width);
    (0..32).map(|_| value(random) & mask).collect()
}

fn scale(random: &mut Random) -> u64 {
    let near = random.next() % 40;
    *random.pick(&[near, 254 - near, 107 + near, 255, 127, 127])
}

fn elements(random: &mut Random, e: &Pair) -> Vec<u64> {
    let special = random.below(8) == 0;
    let finite = |code| special || code & !e.facts.sign_bit() <= e.facts.max_finite;
    let mut draw = || loop {
        let code = random.next() & u64::MAX >> (64 - e.format.width);
        if finite(code) {
            return code;
        }
    };
    (0..32).map(|_| draw()).collect()
}

#[test]
fn quantisation() {
    let mut random = Random::of_run();
    let sources = ["ieee_binary32", "bf16", "ieee_binary16"].map(Pair::named);
    for (block, e) in formats() {
        for _ in 0..cases() / 32 {
            let (f, env) = (random.pick(&sources).clone(), env(&mut random));
            let x = values(&mut random, &f);
            let (rule, theirs) = *random.pick(&SCALES);
            let (by_element, saturate) = (random.below(2) == 0, random.below(4) != 0);
            let special = if by_element { SpecialRule::Element } else { SpecialRule::Block };
            let how = ours::Quantization { scale: rule, special, saturate };
            let mut own = [0; 32];
            let r = block.quantize(&x, &f.format, &mut own, how, &env).expect("a scale");
            let how = Quantization { scale: theirs, by_element, saturate };
            let (scale, codes, flags) = mx::quantize(&f.facts, &e.facts, &x, how, &rules(&env));
            let theirs = (rounded((scale, flags)), codes);
            let name = &e.facts.name;
            assert_eq!((r, own.to_vec()), theirs, "{name} {x:x?} {how:?} {env:?} seed {}", seed());
        }
    }
}

#[test]
fn values_of_blocks() {
    let mut random = Random::of_run();
    let targets = ["ieee_binary32", "bf16", "ieee_binary16"].map(Pair::named);
    for (block, e) in formats() {
        for _ in 0..cases() / 32 {
            let (f, env) = (random.pick(&targets).clone(), env(&mut random));
            let (scale, x) = (scale(&mut random), elements(&mut random, &e));
            let mut own = [0; 32];
            let flags = block.dequantize(scale, &x, &f.format, &mut own, &env);
            let (codes, raised) = mx::dequantize(&e.facts, &f.facts, scale, &x, &rules(&env));
            let theirs = (codes, rounded((0, raised)).flags);
            let name = &e.facts.name;
            assert_eq!((own.to_vec(), flags), theirs, "{name} {scale:x} {x:x?} {env:?}");
        }
    }
}

#[test]
fn products_of_blocks() {
    let mut random = Random::of_run();
    let f = Pair::named("ieee_binary32");
    for (block_a, a) in formats() {
        for (block_b, b) in formats() {
            for _ in 0..cases() / 256 {
                let env = env(&mut random);
                let (scale_a, x) = (scale(&mut random), elements(&mut random, &a));
                let (scale_b, mut y) = (scale(&mut random), elements(&mut random, &b));
                // Few terms, so that large ones cancel and zeros stay.
                if random.below(4) == 0 {
                    y[2..].fill(0);
                }
                let addend = random.code(&f.format, &f.format);
                let own = Block { format: block_a, scale: scale_a, elements: &x };
                let other = Block { format: block_b, scale: scale_b, elements: &y };
                let own = own.dot(&other, addend, &f.format, &env).expect("scales");
                let (x, y) = ((&a.facts, scale_a, &x[..]), (&b.facts, scale_b, &y[..]));
                let theirs = rounded(mx::dot(x, y, &f.facts, addend, &rules(&env)));
                assert_eq!(own, theirs, "{x:x?} {y:x?} {addend:x} {env:?} seed {}", seed());
            }
        }
    }
}
