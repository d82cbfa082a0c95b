//! Programs of several warps in round robin, which meet at barriers and semaphores and race for memory.

use tests::budget::Budget;
use tests::tile::warps::{difference, meet};
use vectors::programs::tile::{Settings, program};
use vectors::programs::{Choices, Seeded};

#[test]
fn warps_agree() {
    Budget::of("ASSAY_TILE_WARPS", 100, 0).run("programs of several warps", |seed| {
        let mut choices = Seeded::of_case(seed, 1);
        let settings = Settings { steps: 0, faults: 1, ..Settings::default() };
        let warps = 2 + choices.below(3);
        let mut programs: Vec<_> = (0..warps).map(|_| program(&mut choices, &settings)).collect();
        meet(&mut choices, &mut programs);
        let cases = || programs.iter().map(|program| program.case("T")).collect::<String>();
        assert_eq!(difference(&programs), None, "seed {seed}\n{}", cases());
    });
}
