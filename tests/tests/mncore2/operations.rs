//! Random operands of every operation under every choice of options.

use super::reference;
use vectors::registry;

/// The next number of a SplitMix64 stream.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[test]
fn smoke() {
    let mut seed = 1u64;
    let mut n = 0u64;
    let mut bad = 0;
    for op in registry::all() {
        for options in op.option_sets() {
            let plan = op.plan(&options);
            let pairs = options.pairs();
            let pairs: Vec<(&str, &str)> =
                pairs.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            for _ in 0..4000 {
                let mut x = Vec::new();
                let mut operands = Vec::new();
                for s in &plan.operands {
                    let base = next(&mut seed);
                    let own: Vec<u64> = (0..s.len)
                        .map(|_| {
                            let mut v = next(&mut seed);
                            let f = &s.format;
                            if f.exp_bits > 0 {
                                let body = f.man_bits + f.pad;
                                let field = match next(&mut seed) % 8 {
                                    0 => 0,
                                    1 => f.top() as u64,
                                    2 => 1,
                                    3 => f.top() as u64 - 1,
                                    _ => (f.bias as u64) + (base % 8) + next(&mut seed) % 8 - 7,
                                };
                                let man = match next(&mut seed) % 8 {
                                    0 => 0,
                                    1 => u64::MAX,
                                    2 => 1,
                                    _ => v,
                                };
                                v = (man & ((1 << body) - 1))
                                    | (field & f.top() as u64) << body
                                    | (v >> 63) << (f.width - 1);
                            }
                            v & (u64::MAX >> (64 - f.width))
                        })
                        .collect();
                    x.extend(&own);
                    operands.push(own);
                }
                let ours = plan.run(&x);
                let r = reference::evaluate(&op.id, &pairs, &operands);
                n += 1;
                let same = r.as_ref().is_some_and(|r| r.out == ours.out() && r.flag == ours.flag);
                if !same {
                    bad += 1;
                    if bad < 30 {
                        println!(
                            "{} [{options}] {operands:x?}\n   ours {:x?} {:?}\n   ref  {r:x?}",
                            op.id,
                            ours.out(),
                            ours.flag
                        );
                    }
                    break;
                }
            }
        }
    }
    println!("{} ops, {n} cases", registry::all().len());
    assert_eq!(bad, 0);
}
