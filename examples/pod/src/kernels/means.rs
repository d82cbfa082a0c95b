//! K-means: the program of appendix D, `k-means.pod`, and the scalar program beside it there.

use super::{Outcome, Part};
use crate::data::Numbers;
use crate::host::{Host, Result, bytes_of};
use semantics::pod::script::Script;
use std::ops::ControlFlow;

/// The program.
pub const SCRIPT: &str = include_str!("../../k-means.pod");
/// Attributes of an object, and with the padding to a multiple of 20.
const ATTRIBUTES: usize = 18;
const PADDED: usize = 20;
/// The objects that are the first centres of 2 to 10 clusters (appendix D).
const START: [&[usize]; 9] = [
    &[1450, 14699],
    &[9626, 15691, 11941],
    &[10060, 7066, 10506, 13653],
    &[15738, 16401, 6821, 15641, 479],
    &[6908, 275, 7087, 8508, 2693, 8400],
    &[14662, 8792, 16509, 16062, 601, 15365, 15634],
    &[5243, 3629, 12618, 9511, 3338, 11411, 2394, 7131],
    &[15739, 11396, 10158, 1394, 5169, 2135, 6704, 13119, 14140],
    &[8207, 3366, 2990, 9660, 3376, 9156, 13510, 17285, 17195, 11572],
];

/// An object.
pub type Object = [f32; ATTRIBUTES];

/// Objects, the first centres of each clustering, and when it ends.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The objects.
    pub objects: Vec<Object>,
    /// Numbers of objects: a clustering with as many clusters each. They grow by one.
    pub starts: Vec<Vec<usize>>,
    /// A clustering ends when at most this part of the objects has moved.
    pub threshold: f32,
}

impl Problem {
    /// 50 objects, three clusters: item T52 of the conformance programs.
    #[must_use]
    pub fn small() -> Self {
        let attribute =
            |i: usize, j: usize| ((7 * i * i + 13 * i + 29 * j + 5 * i * j) % 64) as f32;
        Self {
            objects: (0..50).map(|i| std::array::from_fn(|j| attribute(i, j))).collect(),
            starts: vec![vec![3, 17, 40]],
            threshold: 0.001,
        }
    }

    /// As many objects as the report's data have, about 16 points of whole numbers, so that all sums are exact: their order,
    /// and with it the number of PEs, changes nothing. They lie so close that the nine clusterings take 364 steps: the
    /// report's rates say by their dependence on memory that loading is about a 25th of the time at 8 GB/s.
    #[must_use]
    pub fn full() -> Self {
        let mut numbers = Numbers::new(4);
        let points: [[i32; ATTRIBUTES]; 16] =
            std::array::from_fn(|_| std::array::from_fn(|_| (numbers.bits() % 200) as i32));
        let mut object = || {
            let point = points[(numbers.bits() >> 8) as usize % points.len()];
            point.map(|at| (at + ((numbers.bits() >> 8) % 241) as i32 - 120) as f32)
        };
        Self {
            objects: (0..17695).map(|_| object()).collect(),
            starts: START.iter().map(|start| start.to_vec()).collect(),
            threshold: 0.001,
        }
    }

    /// How many objects may move in the last step: `delta / n > threshold` of the program, solved.
    fn limit(&self) -> usize {
        let all = self.objects.len();
        (0..all).rev().find(|moved| !self.goes_on(*moved)).unwrap_or(0)
    }

    fn goes_on(&self, moved: usize) -> bool {
        moved as f32 / self.objects.len() as f32 > self.threshold
    }

    /// The scalar program: the memberships of each clustering.
    #[must_use]
    pub fn plain(&self) -> Vec<Vec<i32>> {
        self.starts.iter().map(|start| self.clustering(start).0).collect()
    }

    /// `kmeans_clustering` of appendix D: memberships, and how many steps it took.
    #[must_use]
    pub fn clustering(&self, start: &[usize]) -> (Vec<i32>, usize) {
        let mut clusters: Vec<Object> = start.iter().map(|&object| self.objects[object]).collect();
        let mut memberships = vec![-1; self.objects.len()];
        let mut steps = 0;
        loop {
            let mut moved = 0;
            let mut sums = vec![([0f32; ATTRIBUTES], 0); clusters.len()];
            for (object, membership) in self.objects.iter().zip(&mut memberships) {
                let nearest = nearest(object, &clusters);
                moved += usize::from(*membership != nearest as i32);
                *membership = nearest as i32;
                let (sum, members) = &mut sums[nearest];
                *members += 1;
                for (sum, attribute) in sum.iter_mut().zip(object) {
                    *sum += attribute;
                }
            }
            for (cluster, (sum, members)) in clusters.iter_mut().zip(&sums) {
                if *members > 0 {
                    *cluster = sum.map(|sum| sum / *members as f32);
                }
            }
            steps += 1;
            if !self.goes_on(moved) || steps > 500 {
                return (memberships, steps);
            }
        }
    }
}

/// `find_nearest_point` of appendix D.
fn nearest(object: &Object, clusters: &[Object]) -> usize {
    let distance = |cluster: &Object| {
        object.iter().zip(cluster).fold(0f32, |sum, (a, b)| sum + (a - b) * (a - b))
    };
    let mut best = (f32::MAX, 0);
    for (number, cluster) in clusters.iter().enumerate() {
        let distance = distance(cluster);
        if distance < best.0 {
            best = (distance, number);
        }
    }
    best.1
}

fn row(object: &Object) -> Vec<u8> {
    let mut row = object.to_vec();
    row.resize(PADDED, 0.0);
    bytes_of(&row)
}

/// Puts a problem where the program looks for it; where each clustering's memberships will be, and how many words they are.
fn load(host: &mut Host, problem: &Problem) -> Result<(Vec<u64>, usize)> {
    let padded = problem.objects.len().next_multiple_of(5 * host.pes());
    let padding = padded - problem.objects.len();
    if padding > padded / host.pes() {
        let (objects, pes) = (problem.objects.len(), host.pes());
        return Err(format!("{objects} objects on {pes} PEs: the last PE alone masks padding (POD-D62), and {padding} are more than it has").into());
    }
    let bytes = 4 * PADDED as u64;
    let objects = host.sys_alloc(padded as u64 * bytes)?;
    for (number, object) in problem.objects.iter().enumerate() {
        host.sys_write(objects + number as u64 * bytes, &row(object));
    }
    let word =
        |host: &mut Host, at: u64, value: u64| host.sys_write(at, &(value as u32).to_le_bytes());
    let mut memberships = Vec::new();
    for start in &problem.starts {
        let centres = host.sys_alloc(start.len() as u64 * bytes)?;
        for (number, object) in start.iter().enumerate() {
            host.sys_write(centres + number as u64 * bytes, &row(&problem.objects[*object]));
        }
        let result = host.sys_alloc(4 * padded as u64)?;
        word(host, 0x1040 + 4 * start.len() as u64, centres);
        word(host, 0x1080 + 4 * start.len() as u64, result);
        memberships.push(result);
    }
    let clusters = |start: Option<&Vec<usize>>| start.map_or(0, Vec::len) as u64;
    let limit = (problem.limit() as f32).to_bits().into();
    let words = [
        problem.objects.len() as u64,
        ATTRIBUTES as u64,
        clusters(problem.starts.first()),
        clusters(problem.starts.last()),
        limit,
        objects,
    ];
    for (number, value) in (0..).zip(words) {
        word(host, 0x1000 + 4 * number, value);
    }
    Ok((memberships, padded))
}

/// Runs the program on a problem: the memberships of each clustering, and what was counted.
///
/// # Errors
/// What cannot be executed.
pub fn run(host: &mut Host, problem: &Problem) -> Result<(Vec<Vec<i32>>, Outcome)> {
    let (places, padded) = load(host, problem)?;
    let mut outcome = Outcome::begin(host);
    script(host)?;
    outcome.part(host, Part::Main);
    let read = |place: &u64| {
        let mut bytes = vec![0; 4 * padded];
        host.sys_read(*place, &mut bytes);
        let words = bytes.chunks_exact(4).map(|c| i32::from_le_bytes([c[0], c[1], c[2], c[3]]));
        words.take(problem.objects.len()).collect()
    };
    Ok((places.iter().map(read).collect(), outcome))
}

fn script(host: &mut Host) -> Result<()> {
    const EVERY: u64 = 10_000_000;
    let tell = host.progress.unwrap_or(|_| ());
    let mut packets = 0u64;
    Script::read(SCRIPT)?.watch(host.pod(), Some(u64::MAX), &mut |pod, _, packet| {
        pod.issue(packet)?;
        packets += 1;
        if packets.is_multiple_of(EVERY) {
            tell(packets);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(())
}
