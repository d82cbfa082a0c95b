//! How many steps use each unit and port.

use super::lanes::{LANES, Lane, Use, Uses};

/// Room for every use: a set of them has 64 bits.
const USES: usize = 64;

/// Counts of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupancy {
    lanes: [u64; LANES.len()],
    uses: [u64; USES],
    sets: [Uses; LANES.len()],
}

impl Default for Occupancy {
    fn default() -> Self {
        Self { lanes: [0; LANES.len()], uses: [0; USES], sets: LANES.map(|lane| lane.set()) }
    }
}

impl Occupancy {
    /// Counts a step.
    pub fn add(&mut self, used: Uses) {
        if used.is_empty() {
            return;
        }
        for (i, lane) in LANES.iter().enumerate() {
            if used.meets(self.sets[i]) {
                self.lanes[i] += 1;
                for (one, ..) in lane.uses {
                    self.uses[*one as usize] += u64::from(used.has(*one));
                }
            }
        }
    }

    /// Each unit and port, and how many steps use it.
    pub fn lanes(&self) -> impl Iterator<Item = (&'static Lane, u64)> + '_ {
        LANES.iter().zip(self.lanes)
    }

    /// How many steps have this use.
    #[must_use]
    pub const fn of(&self, one: Use) -> u64 {
        self.uses[one as usize]
    }
}
