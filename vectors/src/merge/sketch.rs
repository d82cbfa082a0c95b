//! The difference of two multisets of hashes, in bounded memory (an invertible Bloom lookup table).

/// Cells of each of three parts; a hash lies in one cell of each. Differences of up to as many hashes are read, but for
/// bad luck.
const CELLS: usize = 1 << 14;

/// What lies in a cell: how many, the sum of their hashes, and the sum of a second hash of each.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Cell {
    count: i64,
    sum: i128,
    check: i128,
}

/// Hashes, each so many times more in one multiset than in the other.
pub(super) struct Sketch(Vec<Cell>);

impl Sketch {
    pub(super) fn new() -> Self {
        Self(vec![Cell::default(); 3 * CELLS])
    }

    /// Adds a hash so many times.
    pub(super) fn take(&mut self, hash: u64, times: i64) {
        for at in places(hash) {
            let cell = &mut self.0[at];
            cell.count += times;
            cell.sum += i128::from(hash) * i128::from(times);
            cell.check += i128::from(mixed(hash)) * i128::from(times);
        }
    }

    /// The hashes that do not cancel and how often each is there; nothing where there are too many.
    pub(super) fn read(mut self) -> Option<Vec<(u64, i64)>> {
        let mut found = Vec::new();
        let mut waiting: Vec<usize> = (0..self.0.len()).collect();
        while let Some(at) = waiting.pop() {
            if let Some((hash, times)) = self.0[at].single() {
                self.take(hash, -times);
                found.push((hash, times));
                waiting.extend(places(hash));
            }
        }
        self.0.iter().all(|cell| *cell == Cell::default()).then_some(found)
    }
}

impl Cell {
    /// The only hash that lies here, however often.
    fn single(&self) -> Option<(u64, i64)> {
        let count = i128::from(self.count);
        if count == 0 || self.sum % count != 0 {
            return None;
        }
        let hash = u64::try_from(self.sum / count).ok()?;
        (self.check == i128::from(mixed(hash)) * count).then_some((hash, self.count))
    }
}

/// Another hash, of a hash.
fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}

/// The cells of a hash, one in each part.
fn places(hash: u64) -> [usize; 3] {
    let mixed = mixed(hash.wrapping_add(0x9e37_79b9_7f4a_7c15));
    [0, 1, 2].map(|part| part * CELLS + (mixed >> (20 * part)) as usize % CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_have_cancels() {
        let mut sketch = Sketch::new();
        let hash = |n: u64| mixed(n.wrapping_mul(77));
        for n in 0..100_000 {
            sketch.take(hash(n), 2);
        }
        for n in (0..100_000).rev() {
            // Some are missing once or twice, some stand there too often.
            let times = match n % 100 {
                1 => 0,
                2 => 1,
                3 => 5,
                _ => 2,
            };
            sketch.take(hash(n), -times);
        }
        let mut found = sketch.read().expect("few enough");
        found.sort_unstable();
        let differ = |n: u64| Some((hash(n), [2, 1, -3][(n % 100).checked_sub(1)? as usize % 97]));
        let mut right: Vec<_> =
            (0..100_000).filter(|n| (1..=3).contains(&(n % 100))).filter_map(differ).collect();
        right.sort_unstable();
        assert_eq!(found, right);
    }

    #[test]
    fn too_many_are_not_read() {
        let mut sketch = Sketch::new();
        (0..200_000).for_each(|n| sketch.take(mixed(n), 1));
        assert_eq!(sketch.read(), None);
    }
}
