//! A covergroup.

use super::names::{identifier, unlike};
use crate::cover::bins::{Bins, MODE, Point, Values, list};
use crate::cover::cross::Cross;
use crate::cover::{Model, Status};
use crate::registry::rules::RM;
use softfloat::Rounding;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Models of an operation that differ by the rounding alone.
pub(super) struct Group<'a> {
    pub(super) models: Vec<&'a Model>,
    /// Whether the operation takes a rounding.
    pub(super) rounds: bool,
    /// Names of what is sampled.
    pub(super) arguments: Vec<String>,
}

/// What was said and what was not.
#[derive(Default)]
pub(super) struct Count {
    pub(super) said: usize,
    /// By cross and reason; in the order of the first.
    pub(super) not: Vec<(String, &'static str, usize)>,
    pub(super) never: usize,
}

/// A rounding's number: those of RISC-V, and 5 for rounding to odd.
pub(super) fn number(rounding: Rounding) -> u64 {
    match rounding {
        Rounding::NearestEven => 0,
        Rounding::TowardZero => 1,
        Rounding::Down => 2,
        Rounding::Up => 3,
        Rounding::NearestAway => 4,
        Rounding::ToOdd => 5,
    }
}

/// A coverpoint with the names of its bins.
struct Named<'a> {
    name: String,
    point: &'a Point,
    bins: Vec<String>,
    /// The words of each bin's goals.
    words: Vec<String>,
}

impl Group<'_> {
    fn modes(&self) -> Vec<(u64, String)> {
        let mode = |model: &&Model| {
            let rounding = model.plan().options.get(&RM);
            (number(rounding), format!("{MODE}_{}", RM.word(&rounding)))
        };
        if self.rounds { self.models.iter().map(mode).collect() } else { Vec::new() }
    }

    /// Coverpoints and crosses; nothing where there are none.
    pub(super) fn body(&self, count: &mut Count) -> Option<String> {
        let mut text = String::new();
        if self.rounds {
            text.push_str("    rounding: coverpoint rm {\n        option.weight = 0;\n");
            for (number, name) in self.modes() {
                let _ = writeln!(text, "        bins {name} = {{{number}}};");
            }
            text.push_str("    }\n");
        }
        let mut taken = vec!["rounding".to_owned()];
        let before = count.said;
        for (cross, start) in self.models[0].crosses() {
            self.cross(cross, start, (&mut text, &mut taken), count);
        }
        (count.said > before).then_some(text)
    }

    /// Whether a goal can be reached in each mode.
    fn reachable(&self, goal: usize) -> Vec<bool> {
        let can = |model: &&Model| matches!(model.status(goal), Status::Reachable | Status::Open);
        self.models.iter().map(can).collect()
    }

    fn cross(
        &self,
        cross: &Cross,
        start: usize,
        (text, taken): (&mut String, &mut Vec<String>),
        count: &mut Count,
    ) {
        let goals: Vec<Vec<bool>> = (0..cross.len()).map(|at| self.reachable(start + at)).collect();
        let reachable = goals.iter().flatten().filter(|can| **can).count();
        let points = match &cross.bins {
            Bins::Said(points) => points,
            Bins::Not(why) => {
                if reachable == 0 {
                    return;
                }
                let mut known = count.not.iter_mut();
                match known.find(|(name, own, _)| name == cross.name && own == why) {
                    Some((_, _, count)) => *count += reachable,
                    None => count.not.push((cross.name.to_owned(), why, reachable)),
                }
                return;
            }
        };
        count.never += goals.iter().flatten().filter(|can| !**can).count();
        if reachable == 0 {
            return;
        }
        count.said += reachable;
        let name = match identifier(cross.name) {
            // An argument has the name.
            name if self.arguments.contains(&name) => unlike(format!("{name}_goals"), taken),
            name => unlike(name, taken),
        };
        let _ = writeln!(text, "\n    // {}: {}; goals: {reachable}", cross.name, cross.what);
        let alone = points.len() == 1 && !self.rounds;
        let named = named(cross, points, &name, alone);
        let kept: Vec<Vec<bool>> = (0..named.len()).map(|at| kept(&named, at, &goals)).collect();
        for (named, kept) in named.iter().zip(&kept) {
            named.write(text, kept, if alone { reachable } else { 0 });
        }
        if alone {
            return;
        }
        let mut parts: Vec<&str> = named.iter().map(|n| n.name.as_str()).collect();
        parts.extend(self.rounds.then_some("rounding"));
        let _ = writeln!(text, "    {name}: cross {} {{", parts.join(", "));
        let _ = writeln!(text, "        option.weight = {reachable};");
        self.never(text, &named, &kept, &goals);
        text.push_str("    }\n");
    }

    /// What cannot be reached, beyond bins that are left out.
    fn never(
        &self,
        text: &mut String,
        named: &[Named<'_>],
        kept: &[Vec<bool>],
        goals: &[Vec<bool>],
    ) {
        let modes = self.modes();
        // The places in the points but the last -> the bins of the last one, by the modes in which they are out of reach.
        let mut out: BTreeMap<(Vec<usize>, Vec<bool>), Vec<usize>> = BTreeMap::new();
        for (goal, can) in goals.iter().enumerate() {
            let mut places = places(named, goal);
            let there = places.iter().zip(kept).all(|(at, kept)| kept[*at]);
            if there && can.contains(&false) {
                let last = places.pop().unwrap_or(0);
                out.entry((places, can.clone())).or_default().push(last);
            }
        }
        for (number, ((places, can), last)) in out.into_iter().enumerate() {
            let term = |(named, at): (&Named<'_>, &usize)| {
                format!("binsof({}.{})", named.name, named.bins[*at])
            };
            let mut all: Vec<String> = named.iter().zip(&places).map(term).collect();
            let end = &named[named.len() - 1];
            all.push(either(last.iter().map(|at| term((end, at))).collect()));
            if self.rounds && can.contains(&true) {
                let modes = modes.iter().zip(&can).filter(|(_, can)| !**can);
                all.push(either(
                    modes.map(|((_, m), _)| format!("binsof(rounding.{m})")).collect(),
                ));
            }
            let _ = writeln!(text, "        ignore_bins never_{number} = {};", all.join(" && "));
        }
    }
}

fn either(all: Vec<String>) -> String {
    if all.len() == 1 { all.concat() } else { format!("({})", all.join(" || ")) }
}

/// The points with their names.
fn named<'a>(cross: &Cross, points: &'a [Point], name: &str, alone: bool) -> Vec<Named<'a>> {
    let mut axes = &cross.axes[..];
    let mut taken = Vec::new();
    let point = |point: &'a Point| {
        let (own, rest) = axes.split_at(point.axes);
        axes = rest;
        let mut words = vec![String::new()];
        for axis in own {
            let with = |word: &String| -> Vec<String> {
                axis.values.iter().map(|v| format!("{word} {}={v}", axis.name)).collect()
            };
            words = words.iter().flat_map(with).collect();
        }
        let words: Vec<String> = words.iter().map(|word| word.trim().to_owned()).collect();
        let mut bins = Vec::new();
        for word in &words {
            unlike(identifier(&word.replace('=', " ")), &mut bins);
        }
        let axes: Vec<&str> = own.iter().map(|axis| axis.name).collect();
        let own = unlike(format!("{name}_{}", identifier(&axes.join("_"))), &mut taken);
        Named { name: if alone { name.to_owned() } else { own }, point, bins, words }
    };
    points.iter().map(point).collect()
}

/// The places of a goal's bins in the points.
fn places(named: &[Named<'_>], mut goal: usize) -> Vec<usize> {
    let mut places = vec![0; named.len()];
    for (at, named) in places.iter_mut().zip(named).rev() {
        *at = goal % named.bins.len();
        goal /= named.bins.len();
    }
    places
}

/// The bins of a point that some goal that can be reached has.
fn kept(named: &[Named<'_>], point: usize, goals: &[Vec<bool>]) -> Vec<bool> {
    let mut kept = vec![false; named[point].bins.len()];
    for (goal, can) in goals.iter().enumerate() {
        kept[places(named, goal)[point]] |= can.contains(&true);
    }
    kept
}

impl Named<'_> {
    fn write(&self, text: &mut String, kept: &[bool], weight: usize) {
        let Point { of, width, when, .. } = self.point;
        let iff = match when[..] {
            [] => String::new(),
            _ => format!(" iff ({})", when.join(" && ")),
        };
        let _ = writeln!(text, "    {}: coverpoint {of}{iff} {{", self.name);
        let _ = writeln!(text, "        option.weight = {weight};");
        let all = self.bins.iter().zip(&self.words).zip(&self.point.bins).zip(kept);
        for (((name, words), values), kept) in all {
            let (kind, values) = match values {
                Values::Spans(spans) if spans.is_empty() => continue,
                Values::Spans(spans) => ("bins", list(*width, spans)),
                Values::Pattern(bits) => ("wildcard bins", format!("{width}'b{bits}")),
            };
            if *kept {
                let _ = writeln!(text, "        {kind} {name} = {{{values}}}; // {words}");
            }
        }
        text.push_str("    }\n");
    }
}
