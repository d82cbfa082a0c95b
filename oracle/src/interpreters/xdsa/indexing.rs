//! Indexing, slicing, joining, mutating (XDSA-D45, D48 to D50, D91 to D93, D105).

use super::case::{Address, Case};
use super::map::{count, index, positions};
use super::value::{Into, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    match case.operation {
        Operation::Concat => concat(case),
        Operation::Gather => gather(case),
        Operation::GatherNd => gather_nd(case),
        Operation::Scatter => scatter(case),
        Operation::ScatterNd => scatter_nd(case),
        Operation::Split => split(case),
        Operation::Slice => slice(case),
        Operation::Transpose => transpose(case),
        Operation::Unstack => unstack(case),
        Operation::Stack => stack(case),
        Operation::Tile => tile(case),
        Operation::Pad => pad(case),
        Operation::Roll => roll(case),
        Operation::Signbit => signbit(case),
        Operation::Where => choose(case),
        Operation::Reverse => reverse(case),
        _ => copy(case),
    }
}

/// A dense tensor.
struct Tensor {
    base: Address,
    sizes: Vec<u64>,
}

impl Tensor {
    fn span(&self, case: &mut Case<'_>, unit: Unit) {
        case.span(self.base, unit, count(&self.sizes));
    }

    fn bytes(&self, unit: Unit) -> (Address, u128) {
        (self.base, Case::bytes(unit, count(&self.sizes)))
    }

    fn at(&self, position: &[u64]) -> (Address, u64) {
        (self.base, index(&self.sizes, position))
    }
}

/// Fills a tensor element by element from another one.
fn fill(
    case: &mut Case<'_>,
    to: &Tensor,
    unit: Unit,
    from: impl Fn(&[u64]) -> Option<(Address, u64)>,
) {
    for position in positions(&to.sizes) {
        let element = from(&position).map_or(0, |(base, index)| case.read(base, unit, index));
        let (base, index) = to.at(&position);
        case.write(base, unit, index, element);
    }
}

/// `[N, C, H, W]` of the fields of these names; FN is 1 where there is none.
fn shape(case: &mut Case<'_>, names: [&str; 3]) -> Vec<u64> {
    let n = if case.has("fn") { case.size("fn") } else { 1 };
    let [c, h, w] = names.map(|name| case.size(name));
    vec![n, c, h, w]
}

/// The bits of LEN elements, whose unit is that of the first source.
pub(super) fn copy(case: &mut Case<'_>) -> Result<(), Kind> {
    let binary = case.has("src0");
    let unit = case.unit(if binary { "src0" } else { "src" });
    case.unit("des");
    if binary {
        case.unit("src1");
    }
    for name in ["sat", "rnd", "dir", "tsgn", "imm16"] {
        case.zero(name);
    }
    let length = case.length("len");
    let (from, to) = (case.address(if binary { "s0" } else { "s" }), case.address("d"));
    case.check()?;
    case.span(from, unit, length.into());
    case.span(to, unit, length.into());
    case.check()?;
    (0..length).for_each(|i| case.copy((from, i), (to, i), unit));
    case.check()
}

fn concat(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let axis = case.code("axis", 4).min(3) as usize;
    let first = shape(case, ["fc0", "fh0", "fw0"]);
    let second = shape(case, ["fc1", "fh1", "fw1"]);
    let same = (0..4).all(|i| i == axis || first[i] == second[i]);
    case.require(same, Kind::BadDimension);
    case.check()?;
    let mut sizes = first.clone();
    sizes[axis] += second[axis];
    let split = first[axis];
    let first = Tensor { base: case.address("s0"), sizes: first };
    let second = Tensor { base: case.address("s1"), sizes: second };
    let to = Tensor { base: case.address("d"), sizes };
    [&first, &second, &to].iter().for_each(|tensor| tensor.span(case, unit));
    case.check()?;
    fill(case, &to, unit, |position| {
        let mut position = position.to_vec();
        if position[axis] < split {
            return Some(first.at(&position));
        }
        position[axis] -= split;
        Some(second.at(&position))
    });
    case.check()
}

/// An index of a list, from the end where it is negative (XDSA-D24).
pub(super) fn index_of(case: &mut Case<'_>, list: Address, at: u64, size: u64) -> u64 {
    let unit = case.index_unit();
    let index = unit.integer(case.read(list, unit, at));
    let size = i128::from(size);
    case.require((-size..size).contains(&index), Kind::IndexRange);
    if index < 0 { (index + size).max(0) as u64 } else { index as u64 }
}

fn gather(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let axis = case.code("axis", 4).min(3) as usize;
    let sizes = shape(case, ["fc", "fh", "fw"]);
    let length = case.length("index_len");
    let mut result = sizes.clone();
    result[axis] = length;
    let list = case.address("index");
    let from = Tensor { base: case.address("s"), sizes };
    let to = Tensor { base: case.address("d"), sizes: result };
    case.check()?;
    from.span(case, unit);
    to.span(case, unit);
    case.span(list, case.index_unit(), length.into());
    case.check()?;
    let indexes: Vec<u64> =
        (0..length).map(|i| index_of(case, list, i, from.sizes[axis])).collect();
    case.check()?;
    fill(case, &to, unit, |position| {
        let mut position = position.to_vec();
        position[axis] = indexes[position[axis] as usize];
        Some(from.at(&position))
    });
    case.check()
}

/// Tuples (c, h, w) of a list.
fn tuples(case: &mut Case<'_>, list: Address, length: u64, sizes: &[u64]) -> Vec<u64> {
    let tuple = |case: &mut Case<'_>, i: u64| {
        let at: Vec<u64> =
            (0..3).map(|j| index_of(case, list, 3 * i + j as u64, sizes[j])).collect();
        index(sizes, &at)
    };
    (0..length).map(|i| tuple(case, i)).collect()
}

fn gather_nd(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let sizes = ["fc", "fh", "fw"].map(|name| case.size(name));
    let length = case.length("index_len");
    let [from, list, to] = ["s", "index", "d"].map(|name| case.address(name));
    case.check()?;
    case.span(from, unit, count(&sizes));
    case.span(list, case.index_unit(), 3 * u128::from(length));
    case.span(to, unit, length.into());
    case.check()?;
    for (i, at) in tuples(case, list, length, &sizes).into_iter().enumerate() {
        case.copy((from, at), (to, i as u64), unit);
    }
    case.check()
}

fn scatter(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let size = case.length("len");
    let length = case.length("index_len");
    let [data, list, update] = ["s", "index", "update"].map(|name| case.address(name));
    case.check()?;
    case.span(data, unit, size.into());
    case.span(list, case.index_unit(), length.into());
    case.span(update, unit, length.into());
    case.check()?;
    for i in 0..length {
        let at = index_of(case, list, i, size);
        case.copy((update, i), (data, at), unit);
    }
    case.check()
}

/// Second unit and flags that a row of the default tables does not name (XDSA-D93).
pub(super) fn unused(case: &mut Case<'_>, names: &[&str]) {
    names.iter().for_each(|name| case.zero(name));
}

fn scatter_nd(case: &mut Case<'_>) -> Result<(), Kind> {
    unused(case, &["unit2", "flag16", "flag18", "flag20"]);
    let unit = case.unit("unit");
    let sizes = ["w0", "w1", "w2"].map(|name| case.size(name));
    let length = case.length("w3");
    let [data, list, update, to] = ["p0", "p1", "p2", "p3"].map(|name| case.address(name));
    case.check()?;
    case.span(data, unit, count(&sizes));
    case.span(to, unit, count(&sizes));
    case.span(list, case.index_unit(), 3 * u128::from(length));
    case.span(update, unit, length.into());
    case.check()?;
    for i in 0..count(&sizes) as u64 {
        case.copy((data, i), (to, i), unit);
    }
    for (i, at) in tuples(case, list, length, &sizes).into_iter().enumerate() {
        case.copy((update, i as u64), (to, at), unit);
    }
    case.check()
}

/// Copies a part of a tensor that begins at an index of an axis.
fn part(case: &mut Case<'_>, from: &Tensor, to: &Tensor, unit: Unit, [axis, begin]: [usize; 2]) {
    fill(case, to, unit, |position| {
        let mut position = position.to_vec();
        position[axis] += begin as u64;
        Some(from.at(&position))
    });
}

fn split(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let axis = case.code("axis", 4).min(3) as usize;
    let from = Tensor { sizes: shape(case, ["fc", "fh", "fw"]), base: case.address("s") };
    let at = case.field("index");
    case.check()?;
    from.span(case, unit);
    case.require((1..from.sizes[axis]).contains(&at), Kind::IndexRange);
    case.check()?;
    let tensor = |size, base| {
        let mut sizes = from.sizes.clone();
        sizes[axis] = size;
        Tensor { base, sizes }
    };
    let low = tensor(at, case.address("d0"));
    let high = tensor(from.sizes[axis] - at, case.address("d1"));
    low.span(case, unit);
    high.span(case, unit);
    case.check()?;
    case.apart(low.bytes(unit), high.bytes(unit));
    part(case, &from, &low, unit, [axis, 0]);
    part(case, &from, &high, unit, [axis, at as usize]);
    case.check()
}

fn slice(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let axis = case.code("axis", 4).min(3) as usize;
    let from = Tensor { sizes: shape(case, ["fc", "fh", "fw"]), base: case.address("s") };
    let at = case.field("index");
    case.check()?;
    let mut sizes = from.sizes.clone();
    sizes[axis] = 1;
    let to = Tensor { base: case.address("d0"), sizes };
    from.span(case, unit);
    to.span(case, unit);
    case.require(at < from.sizes[axis], Kind::IndexRange);
    case.check()?;
    part(case, &from, &to, unit, [axis, at as usize]);
    case.check()
}

fn transpose(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let from = Tensor { sizes: shape(case, ["fc", "fh", "fw"]), base: case.address("s") };
    let p = ["p0", "p1", "p2", "p3"].map(|name| case.field(name) as usize);
    case.require((0..4).all(|i| p.contains(&i)), Kind::BadDimension);
    case.check()?;
    let to = Tensor { base: case.address("d"), sizes: p.iter().map(|i| from.sizes[*i]).collect() };
    from.span(case, unit);
    to.span(case, unit);
    case.check()?;
    fill(case, &to, unit, |position| {
        let mut source = vec![0; 4];
        p.iter().zip(position).for_each(|(i, at)| source[*i] = *at);
        Some(from.at(&source))
    });
    case.check()
}

fn unstack(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let axis = case.code("axis", 4).min(3) as usize;
    let from = Tensor { sizes: shape(case, ["fc", "fh", "fw"]), base: case.address("s0") };
    case.require(from.sizes.get(axis).is_none_or(|size| *size == 2), Kind::BadDimension);
    case.check()?;
    let mut sizes = from.sizes.clone();
    sizes[axis] = 1;
    let low = Tensor { base: case.address("s1"), sizes: sizes.clone() };
    let high = Tensor { base: case.address("d"), sizes };
    [&from, &low, &high].iter().for_each(|tensor| tensor.span(case, unit));
    case.check()?;
    case.apart(low.bytes(unit), high.bytes(unit));
    part(case, &from, &low, unit, [axis, 0]);
    part(case, &from, &high, unit, [axis, 1]);
    case.check()
}

fn stack(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let axis = case.code("axis", 4).min(3) as usize;
    let sizes = shape(case, ["fc", "fh", "fw"]);
    case.check()?;
    let first = Tensor { base: case.address("s0"), sizes: sizes.clone() };
    let second = Tensor { base: case.address("s1"), sizes: sizes.clone() };
    let sizes = [&sizes[..axis], &[2], &sizes[axis..]].concat();
    let to = Tensor { base: case.address("d"), sizes };
    [&first, &second, &to].iter().for_each(|tensor| tensor.span(case, unit));
    case.check()?;
    fill(case, &to, unit, |position| {
        let mut position = position.to_vec();
        let which = position.remove(axis);
        Some(if which == 0 { first.at(&position) } else { second.at(&position) })
    });
    case.check()
}

fn tile(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let from = Tensor { sizes: shape(case, ["fc", "fh", "fw"]), base: case.address("s") };
    let repeat = case.size("repeat_num");
    case.check()?;
    let mut sizes = from.sizes.clone();
    sizes[0] *= repeat;
    let to = Tensor { base: case.address("d"), sizes };
    from.span(case, unit);
    to.span(case, unit);
    case.check()?;
    fill(case, &to, unit, |position| {
        let mut position = position.to_vec();
        position[0] %= from.sizes[0];
        Some(from.at(&position))
    });
    case.check()
}

fn pad(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let from = Tensor { sizes: shape(case, ["fc", "fh", "fw"]), base: case.address("s") };
    let [top, bottom, left, right] = ["ph0", "ph1", "pw0", "pw1"].map(|name| case.field(name));
    case.check()?;
    let mut sizes = from.sizes.clone();
    sizes[2] += top + bottom;
    sizes[3] += left + right;
    let to = Tensor { base: case.address("d"), sizes };
    from.span(case, unit);
    to.span(case, unit);
    case.check()?;
    fill(case, &to, unit, |position| {
        let (y, x) = (position[2].checked_sub(top)?, position[3].checked_sub(left)?);
        let inside = y < from.sizes[2] && x < from.sizes[3];
        inside.then(|| from.at(&[position[0], position[1], y, x]))
    });
    case.check()
}

fn roll(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let from = Tensor { sizes: shape(case, ["fc", "fh", "fw"]), base: case.address("s") };
    let shifts = ["shift_c", "shift_h", "shift_w"].map(|name| {
        let shift = case.field(name) as i64;
        if shift >= 32 { shift - 64 } else { shift }
    });
    case.check()?;
    let to = Tensor { base: case.address("d"), sizes: from.sizes.clone() };
    from.span(case, unit);
    to.span(case, unit);
    case.check()?;
    fill(case, &to, unit, |position| {
        let mut source = position.to_vec();
        for (i, shift) in shifts.iter().enumerate() {
            let size = from.sizes[i + 1] as i64;
            source[i + 1] = (position[i + 1] as i64 - shift).rem_euclid(size) as u64;
        }
        Some(from.at(&source))
    });
    case.check()
}

fn reverse(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let axis = case.code("axis", 4).min(3) as usize;
    let from = Tensor { sizes: shape(case, ["fc", "fh", "fw"]), base: case.address("s0") };
    case.check()?;
    let to = Tensor { base: case.address("d"), sizes: from.sizes.clone() };
    from.span(case, unit);
    to.span(case, unit);
    case.check()?;
    fill(case, &to, unit, |position| {
        let mut position = position.to_vec();
        position[axis] = from.sizes[axis] - 1 - position[axis];
        Some(from.at(&position))
    });
    case.check()
}

fn signbit(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let length = case.length("len");
    let [from, to] = ["s", "d"].map(|name| case.address(name));
    case.check()?;
    case.span(from, unit, length.into());
    case.span(to, unit, length.into());
    case.check()?;
    for i in 0..length {
        let set = unit.is_signed() && case.read(from, unit, i) >> (unit.bits() - 1) == 1;
        let element = Value::from(i128::from(set)).round(unit, Into::Clamp);
        case.write(to, unit, i, element);
    }
    case.check()
}

/// WHERE
fn choose(case: &mut Case<'_>) -> Result<(), Kind> {
    let [condition, yes, no, unit] = ["src0", "src1", "src2", "des"].map(|name| case.unit(name));
    let length = case.length("len");
    let [s0, s1, s2, to] = ["s0", "s1", "s2", "d"].map(|name| case.address(name));
    let saturate = case.field("sat") == 1;
    case.check()?;
    for (base, unit) in [(s0, condition), (s1, yes), (s2, no), (to, unit)] {
        case.span(base, unit, length.into());
    }
    case.check()?;
    let integers = [yes, no, unit].iter().all(|unit| !unit.is_float());
    let into = if integers && !saturate { Into::Wrap } else { Into::Clamp };
    for i in 0..length {
        let is_true = !Value::of(condition, case.read(s0, condition, i)).is_zero();
        let (base, source) = if is_true { (s1, yes) } else { (s2, no) };
        let mut element = case.read(base, source, i);
        if source != unit {
            element = Value::of(source, element).round(unit, into);
        }
        case.write(to, unit, i, element);
    }
    case.check()
}
