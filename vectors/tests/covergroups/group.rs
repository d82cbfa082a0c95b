//! A covergroup as its text has it, sampled as IEEE 1800 says.

use crate::covergroups::expression::{Argument, Arguments, Expression, spans};
use std::collections::{HashMap, HashSet};

/// An argument's declaration: name, bits of an element, elements of an array.
type Declared = (String, u32, Option<usize>);

#[derive(Debug)]
struct Bin {
    name: String,
    wildcard: bool,
    values: String,
    spans: Vec<(u128, u128)>,
    words: String,
}

#[derive(Debug)]
struct Point {
    name: String,
    of: Expression,
    when: Option<Expression>,
    weight: usize,
    bins: Vec<Bin>,
}

#[derive(Debug)]
struct Cross {
    name: String,
    of: Vec<String>,
    /// Of each what must hold together: bins of points, any of them.
    ignored: Vec<Vec<Vec<(String, String)>>>,
}

/// A covergroup, and the class that samples it.
#[derive(Debug)]
pub(crate) struct Group {
    sampled: Vec<Declared>,
    whole: Vec<Declared>,
    lanes: Option<usize>,
    passed: Vec<String>,
    points: Vec<Point>,
    crosses: Vec<Cross>,
    /// Crosses by name and what they look at.
    pub(crate) said: HashSet<(String, String)>,
}

fn between<'a>(text: &'a str, before: &str, behind: &str) -> &'a str {
    let text = text.split_once(before).unwrap_or_else(|| panic!("{before} in {text}")).1;
    text.split_once(behind).unwrap_or_else(|| panic!("{behind} in {text}")).0
}

fn declared(text: &str) -> Vec<Declared> {
    let one = |text: &str| {
        let (kind, name) = text.trim().rsplit_once(' ').expect("a name");
        let sizes: Vec<u32> = kind
            .split('[')
            .skip(1)
            .map(|part| 1 + part.split_once(":0]").expect("[n:0]").0.parse::<u32>().expect("n"))
            .collect();
        match sizes[..] {
            [width] => (name.to_owned(), width, None),
            [len, width] => (name.to_owned(), width, Some(len as usize)),
            _ => panic!("{text}"),
        }
    };
    text.split(',').map(one).collect()
}

impl Group {
    /// The groups of a text.
    pub(crate) fn read(text: &str) -> Vec<Self> {
        text.split("\ncovergroup ").skip(1).map(Self::of).collect()
    }

    fn of(text: &str) -> Self {
        let class = text.split_once("endgroup").expect("an end").1;
        let mut group = Self {
            sampled: declared(between(text, "sample (", ");")),
            whole: declared(between(class, "void sample(", ");")),
            lanes: class
                .contains("for (int lane")
                .then(|| between(class, "lane < ", ";").parse().expect("lanes")),
            passed: between(class, "goals.sample(", ");").split(", ").map(str::to_owned).collect(),
            points: Vec::new(),
            crosses: Vec::new(),
            said: HashSet::new(),
        };
        assert_eq!(group.sampled.len(), group.passed.len());
        let body = between(text, "per_instance = 1;\n", "endgroup");
        for line in body.lines().map(str::trim) {
            group.line(line);
        }
        group
    }

    fn line(&mut self, line: &str) {
        if let Some(told) = line.strip_prefix("// ") {
            let (name, what) = told.split_once(": ").expect("a name");
            let what = what.rsplit_once("; goals").expect("goals").0;
            self.said.insert((name.to_owned(), what.to_owned()));
        } else if let Some((name, of)) = line.split_once(": coverpoint ") {
            let of = of.strip_suffix(" {").expect("a block");
            let (of, when) = match of.split_once(" iff ") {
                Some((of, when)) => (of, Some(Expression::parse(when))),
                None => (of, None),
            };
            let of = Expression::parse(of);
            self.points.push(Point { name: name.to_owned(), of, when, weight: 1, bins: vec![] });
        } else if let Some((name, of)) = line.split_once(": cross ") {
            let of = of.strip_suffix(" {").expect("a block").split(", ").map(str::to_owned);
            let name = name.to_owned();
            self.crosses.push(Cross { name, of: of.collect(), ignored: vec![] });
        } else if let Some(weight) = line.strip_prefix("option.weight = ") {
            let weight = weight.trim_end_matches(';').parse().expect("a weight");
            // Of a cross it is no matter.
            if let Some(point) = self.points.last_mut().filter(|point| point.bins.is_empty()) {
                point.weight = weight;
            }
        } else if line.starts_with("ignore_bins") {
            let binsof = |text: &str| {
                let (point, bin) = between(text, "binsof(", ")").split_once('.').expect("a bin");
                (point.to_owned(), bin.to_owned())
            };
            let any = |text: &str| text.split(" || ").map(binsof).collect();
            let all = between(line, " = ", ";").split(" && ").map(any).collect();
            self.crosses.last_mut().expect("a cross").ignored.push(all);
        } else if line.starts_with("bins") || line.starts_with("wildcard bins") {
            let name = between(line, "bins ", " = ").to_owned();
            let values = between(line, " = {", "};").to_owned();
            let words = line.split_once("; // ").map_or("", |(_, words)| words).to_owned();
            let wildcard = line.starts_with("wildcard");
            let spans = if wildcard { vec![] } else { spans(&values) };
            let bins = &mut self.points.last_mut().expect("a point").bins;
            assert!(bins.iter().all(|bin| bin.name != name), "{name} stands twice");
            bins.push(Bin { name, wildcard, values, spans, words });
        } else {
            assert!(["", "}"].contains(&line), "{line}");
        }
    }

    /// The goals that a case hits, given all that the class's `sample` takes in its order: `B1 x=+zero y=+inf`, and behind a blank the
    /// rounding's bin.
    pub(crate) fn sample(&self, case: &[Vec<u64>]) -> HashSet<String> {
        assert_eq!(case.len(), self.whole.len());
        for ((name, width, len), values) in self.whole.iter().zip(case) {
            assert_eq!(values.len(), len.unwrap_or(1), "{name}");
            assert!(values.iter().all(|v| u128::from(*v) >> width == 0), "{name}");
        }
        let mut hits = HashSet::new();
        for lane in 0..self.lanes.unwrap_or(1) {
            let given = self.sampled.iter().zip(&self.passed).map(|(own, passed)| {
                let (name, at) = match passed.strip_suffix("[lane]") {
                    Some(name) => (name, Some(lane)),
                    None => (passed.as_str(), None),
                };
                let place = self.whole.iter().position(|whole| whole.0 == name).expect(name);
                let (_, width, len) = &self.whole[place];
                assert_eq!((own.1, own.2), (*width, if at.is_some() { None } else { *len }));
                let elements = match at {
                    Some(at) => vec![case[place][at]],
                    None => case[place].clone(),
                };
                (own.0.clone(), Argument { width: own.1, array: own.2.is_some(), elements })
            });
            self.lane(&given.collect(), &mut hits);
        }
        hits
    }

    fn lane(&self, given: &Arguments, hits: &mut HashSet<String>) {
        let mut found: HashMap<&str, Vec<&Bin>> = HashMap::new();
        for point in &self.points {
            let there = point.when.as_ref().is_none_or(|when| when.value(given) != 0);
            let bins = if there { point.hit(given) } else { Vec::new() };
            if point.weight > 0 {
                hits.extend(bins.iter().map(|bin| format!("{} {}", plain(&point.name), bin.words)));
            }
            found.insert(&point.name, bins);
        }
        for cross in &self.crosses {
            let mut all: Vec<Vec<(&str, &Bin)>> = vec![vec![]];
            for name in &cross.of {
                let bins = &found[name.as_str()];
                let mut longer = Vec::new();
                for own in &all {
                    longer.extend(bins.iter().map(|bin| [&own[..], &[(&**name, *bin)]].concat()));
                }
                all = longer;
            }
            for goal in all {
                let is = |(point, bin): &(String, String)| {
                    goal.iter().any(|(own, found)| own == point && found.name == *bin)
                };
                if cross.ignored.iter().any(|all| all.iter().all(|any| any.iter().any(is))) {
                    continue;
                }
                let words: Vec<&str> = goal
                    .iter()
                    .map(
                        |(_, bin)| {
                            if bin.words.is_empty() { bin.name.as_str() } else { &*bin.words }
                        },
                    )
                    .collect();
                hits.insert(format!("{} {}", plain(&cross.name), words.join(" ")));
            }
        }
    }
}

/// A name without the number that tells it from others.
fn plain(name: &str) -> &str {
    name.split('_').next().unwrap_or(name)
}

impl Point {
    fn hit(&self, given: &Arguments) -> Vec<&Bin> {
        let (value, width) = (self.of.value(given), self.of.width(given));
        let is = |bin: &&Bin| match bin.wildcard {
            false => bin.spans.iter().any(|(low, high)| (*low..=*high).contains(&value)),
            true => {
                let bits = bin.values.split_once("'b").expect("bits").1;
                assert_eq!(bits.len(), width as usize, "{}", bin.values);
                let fits = |(at, bit): (usize, u8)| {
                    bit == b'?' || u128::from(bit - b'0') == value >> at & 1
                };
                bits.bytes().rev().enumerate().all(fits)
            }
        };
        self.bins.iter().filter(is).collect()
    }
}
