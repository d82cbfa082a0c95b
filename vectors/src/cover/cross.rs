//! A cross: goals that are all combinations of the values of some axes.

use super::bins::Bins;
use super::exact::Real;
use super::subject::{Scene, Subject};
use crate::draw::rng::Rng;

/// Crosses that are asked for by their names: where terms meet, what a product omits, classes of results, the place of rounding.
pub(crate) const ALIGN: &str = "align";
pub(crate) const OMITS: &str = "omitted";
pub(crate) const RESULTS: &str = "results";
pub(crate) const ROUND: &str = "round";

/// What a goal says about one thing.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) name: &'static str,
    pub(crate) values: Vec<String>,
}

impl Axis {
    pub(crate) fn new(name: &'static str, values: &[&str]) -> Self {
        Self { name, values: values.iter().map(|v| (*v).to_owned()).collect() }
    }

    /// Whole numbers from `first` to `last`.
    pub(crate) fn range(name: &'static str, first: i64, last: i64) -> Self {
        Self { name, values: (first..=last).map(|n| n.to_string()).collect() }
    }

    pub(crate) fn sign(name: &'static str) -> Self {
        Self::new(name, &["+", "-"])
    }

    pub(crate) fn bit(name: &'static str) -> Self {
        Self::new(name, &["0", "1"])
    }
}

/// What a directed case is to be.
#[derive(Clone, Debug)]
pub(crate) enum Aim {
    /// These operands.
    Operands([u64; 3]),
    /// These elements of all operands.
    Elements(Vec<u64>),
    /// Anything that the family draws.
    Any,
    /// Operands whose result is this number before it is rounded, or ends in its last bits, or comes
    /// as near to it as the operation allows.
    Result(Real),
}

/// One lane of a case, and the elements of all lanes.
pub(crate) struct View<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) scene: &'a Scene,
    pub(crate) elements: &'a [u64],
    /// The results' elements.
    pub(crate) results: &'a [u64],
}

/// Tells the goals that a case hits.
pub(crate) type Hits = Box<dyn Fn(&View<'_>, &mut dyn FnMut(&[usize])) + Send + Sync>;

/// Draws what a case that hits a goal is to be; nothing where there is no such case.
pub(crate) type Aims = Box<dyn Fn(&Subject, &[usize], &mut Rng) -> Option<Aim> + Send + Sync>;

/// Why no case can hit a goal.
pub(crate) type Never = Box<dyn Fn(&Subject, &[usize]) -> Option<&'static str> + Send + Sync>;

/// A cross of a model.
pub(crate) struct Cross {
    /// Its name: `B3`.
    pub(crate) name: &'static str,
    /// How its goals are said as bins.
    pub(crate) bins: Bins,
    /// What it looks at.
    pub(crate) what: &'static str,
    pub(crate) axes: Vec<Axis>,
    pub(crate) hits: Hits,
    pub(crate) aims: Aims,
    pub(crate) never: Never,
}

impl std::fmt::Debug for Cross {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cross").field("name", &self.name).field("axes", &self.axes).finish()
    }
}

impl Cross {
    /// The number of goals.
    pub(crate) fn len(&self) -> usize {
        self.axes.iter().map(|a| a.values.len()).product()
    }

    /// The place of a goal; `None` beyond the axes.
    #[inline]
    pub(crate) fn place(&self, goal: &[usize]) -> Option<usize> {
        let mut place = 0;
        for (axis, &at) in self.axes.iter().zip(goal) {
            if at >= axis.values.len() {
                return None;
            }
            place = place * axis.values.len() + at;
        }
        Some(place)
    }

    /// The goal at a place.
    pub(crate) fn goal(&self, mut place: usize) -> Vec<usize> {
        let mut goal = vec![0; self.axes.len()];
        for (at, axis) in goal.iter_mut().zip(&self.axes).rev() {
            *at = place % axis.values.len();
            place /= axis.values.len();
        }
        goal
    }

    /// The values of a goal: `sign=+ lsb=0 guard=1`.
    pub(crate) fn text(&self, place: usize) -> String {
        let words = self.axes.iter().zip(self.goal(place));
        let words: Vec<String> =
            words.map(|(axis, at)| format!("{}={}", axis.name, axis.values[at])).collect();
        words.join(" ")
    }
}

/// No goal is beyond reach.
pub(crate) fn always() -> Never {
    Box::new(|_, _| None)
}
