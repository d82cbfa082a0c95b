//! MV statements in flight against a model that goes cycle by cycle.

use semantics::machine::steps::Move;
use semantics::mncore2::steps::{Model, survey};
use semantics::mncore2::text;

/// Some numbers, the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn source(numbers: &mut Numbers) -> String {
    let mut source = String::new();
    for _ in 0..3 + numbers.below(30) {
        let [g, h, l, p] = [4, 4, 2, 4].map(|n| numbers.below(n));
        let n = 64 * (1 + numbers.below(6));
        source += &match numbers.below(8) {
            0 => format!("mvp/n{n}p{p} $p0@{g} $d0@{h}\n"),
            1 => format!("mvp/n{n}p{p} $lc0@{g}.{l} $p0@{h}\n"),
            2 => format!("mvb/n{n}p{p} $p0@{g} $lc0\n"),
            3 => format!("mvr2lbor/n{n}p{p} $lc0@{g} $p0@{g}\n"),
            4 => format!("mvd/n{n}p{p} $p0@{g} $d0\n"),
            5 => format!("mvp/n{n}p{p} $d0 $lc0@.{l}\n"),
            _ => format!("nop/{}\n", 1 + numbers.below(9)),
        };
    }
    source
}

/// Start and end of each, found one cycle after the other.
fn plain(moves: &[Move], latency: u64) -> Vec<[u64; 2]> {
    let mut left: Vec<u64> = moves.iter().map(Move::cycles).collect();
    let mut times = vec![[u64::MAX, 0]; moves.len()];
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|&i| (3 - moves[i].priority, i));
    let mut cycle = 0;
    while left.iter().any(|&l| l > 0) {
        let mut taken = 0;
        for &i in &order {
            let one = &moves[i];
            if one.issue <= cycle && left[i] > 0 && taken & one.memories == 0 {
                taken |= one.memories;
                left[i] -= 1;
                times[i] = [times[i][0].min(cycle), cycle + 1 + latency];
            }
        }
        cycle += 1;
    }
    times
}

#[test]
fn flights_are_those_of_a_model_that_counts_cycles() {
    let mut numbers = Numbers(1);
    let mut contended = 0;
    for round in 0..500 {
        let source = source(&mut numbers);
        let model = Model { latency: round % 3, ..Model::default() };
        let moves = survey(&text::parse(&source).unwrap(), &model).moves;
        let found: Vec<_> = moves.iter().map(|m| [m.start, m.end]).collect();
        assert_eq!(found, plain(&moves, model.latency), "{source}");
        contended += moves.iter().filter(|m| m.end - m.issue > m.cycles() + model.latency).count();
    }
    assert!(contended > 1000, "only {contended} had to share");
}
