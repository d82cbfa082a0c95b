//! Pixel shuffles, grids (XDSA-D68, D96).

use super::case::Case;
use super::indexing::unused;
use super::map::{Map, count, index, positions};
use super::value::{Into, Value};
use crate::Rational;
use rug::Integer;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    match case.operation {
        Operation::GridSample => grid_sample(case),
        Operation::AffineGrid => affine_grid(case),
        _ => shuffle(case),
    }
}

fn shuffle(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let order = case.order("data_format");
    let [c, h, w, r] = ["fc", "fh", "fw", "scale"].map(|name| case.size(name));
    case.check()?;
    let back = case.operation == Operation::PixelUnshuffle;
    let fits = if back { h % r == 0 && w % r == 0 } else { c % (r * r) == 0 };
    case.require(fits, Kind::BadDimension);
    case.check()?;
    let (channels, sizes) =
        if back { (c * r * r, [1, h / r, w / r]) } else { (c / (r * r), [1, h * r, w * r]) };
    let map =
        |base, channels, sizes| Map { base, unit, order, channels, sizes, line: 0, surface: 0 };
    let from = map(case.address("fm"), c, [1, h, w]);
    let to = map(case.address("d"), channels, sizes);
    from.span(case);
    to.span(case);
    case.check()?;
    for (channel, at) in to.all() {
        let (channel_from, at_from) = if back {
            let (i, j) = (channel / r % r, channel % r);
            (channel / (r * r), [0, at[1] * r + i, at[2] * r + j])
        } else {
            let (i, j) = (at[1] % r, at[2] % r);
            (channel * r * r + i * r + j, [0, at[1] / r, at[2] / r])
        };
        let element = from.element(case, channel_from, at_from);
        to.write(case, channel, at, element);
    }
    case.check()
}

/// The position that a coordinate of -1 to 1 means.
fn position(coordinate: &Rational, size: u64, align: bool) -> Rational {
    let half = Rational::from((1, 2));
    let from_zero = (coordinate + 1) * &half;
    if align {
        from_zero * Rational::from(size - 1)
    } else {
        from_zero * Rational::from(size) - half
    }
}

fn clamp(position: Rational, size: u64) -> Rational {
    position.max(Rational::new()).min(Rational::from(size - 1))
}

/// Mirrored at the borders until it lies between them.
fn reflect(position: Rational, size: u64, align: bool) -> Rational {
    if align && size == 1 {
        return Rational::new();
    }
    let (low, span) = match align {
        true => (Rational::new(), Rational::from(size - 1)),
        false => (Rational::from((-1, 2)), Rational::from(size)),
    };
    let double = &span * Rational::from(2);
    let behind = &position - &low;
    let turns = (&behind / &double).floor();
    let behind = behind - &double * turns;
    let behind = if behind > span { double - behind } else { behind };
    clamp(low + behind, size)
}

fn half_even(position: &Rational) -> Integer {
    let (rest, low) = position.fract_floor();
    let half = Rational::from((1, 2));
    if rest > half || rest == half && low.is_odd() { low + 1 } else { low }
}

/// The neighbours of a position with their weights, those outside too; none of weight 0.
fn neighbours(position: &Rational, nearest: bool) -> Vec<(Integer, Rational)> {
    if nearest {
        return vec![(half_even(position), Rational::from(1))];
    }
    let (rest, low) = position.fract_floor();
    let high = Integer::from(&low + 1);
    let both = [(low, Rational::from(1) - &rest), (high, rest)];
    both.into_iter().filter(|(_, weight)| *weight != 0).collect()
}

fn grid_sample(case: &mut Case<'_>) -> Result<(), Kind> {
    unused(case, &["unit2"]);
    let unit = case.float("unit");
    let nearest = case.code("flag16", 2) == 1;
    let padding = case.code("flag18", 3);
    let align = case.field("flag20") == 1;
    let [n, c, h, w, o_h, o_w] = ["w0", "w1", "w2", "w3", "w4", "w5"].map(|name| case.size(name));
    let [from, grid, to] = ["p0", "p1", "p2"].map(|name| case.address(name));
    case.check()?;
    let (sizes, result) = ([n, c, h, w], [n, c, o_h, o_w]);
    case.span(from, unit, count(&sizes));
    case.span(grid, unit, count(&[n, o_h, o_w, 2]));
    case.span(to, unit, count(&result));
    case.check()?;
    for (i, p) in positions(&result).into_iter().enumerate() {
        let coordinate = |case: &Case<'_>, which| {
            let at = index(&[n, o_h, o_w, 2], &[p[0], p[2], p[3], which]);
            Value::of(unit, case.read(grid, unit, at)).exact()
        };
        let value = match (coordinate(case, 0), coordinate(case, 1)) {
            (Some(x), Some(y)) => {
                let axis = |coordinate: &Rational, size| {
                    let position = position(coordinate, size, align);
                    let position = match padding {
                        0 => position,
                        1 => clamp(position, size),
                        _ => reflect(position, size, align),
                    };
                    neighbours(&position, nearest)
                };
                let (rows, columns) = (axis(&y, h), axis(&x, w));
                let mut terms = Vec::new();
                for (row, a) in &rows {
                    for (column, b) in &columns {
                        let inside = *row >= 0 && *row < h && *column >= 0 && *column < w;
                        let value = match (inside, row.to_u64(), column.to_u64()) {
                            (true, Some(row), Some(column)) => {
                                let at = index(&sizes, &[p[0], p[1], row, column]);
                                Value::of(unit, case.read(from, unit, at))
                            }
                            _ => Value::Zero(false),
                        };
                        terms.push(value.mul(&Value::from(a * b)));
                    }
                }
                Value::sum(terms)
            }
            _ => Value::Nan,
        };
        case.write(to, unit, i as u64, value.round(unit, Into::Clamp));
    }
    case.check()
}

fn affine_grid(case: &mut Case<'_>) -> Result<(), Kind> {
    unused(case, &["unit2", "flag16", "flag18"]);
    let unit = case.unit("unit");
    let align = case.field("flag20") == 1;
    let [n, h, w] = ["w0", "w1", "w2"].map(|name| case.size(name));
    let [theta, to] = ["p0", "p1"].map(|name| case.address(name));
    case.check()?;
    let result = [n, h, w, 2];
    case.span(theta, unit, count(&[n, 2, 3]));
    case.span(to, unit, count(&result));
    case.check()?;
    let base = |at: u64, size: u64| match (align, size) {
        (true, 1) => Rational::from(-1),
        (true, _) => Rational::from((2 * at, size - 1)) - 1,
        (false, _) => Rational::from((2 * at + 1, size)) - 1,
    };
    for (i, p) in positions(&result).into_iter().enumerate() {
        let factors = [base(p[2], w), base(p[1], h), Rational::from(1)].map(Value::from);
        let terms = factors.iter().enumerate().map(|(j, factor)| {
            let at = index(&[n, 2, 3], &[p[0], p[3], j as u64]);
            Value::of(unit, case.read(theta, unit, at)).mul(factor)
        });
        let element = Value::sum(terms).round(unit, Into::Clamp);
        case.write(to, unit, i as u64, element);
    }
    case.check()
}

#[cfg(test)]
mod tests {
    use super::super::resize::weights;
    use super::*;

    #[test]
    fn inside_both_kinds_of_neighbours_agree() {
        for twelfths in 0..=48_u64 {
            let position = Rational::from((twelfths, 12));
            let inside: Vec<_> = neighbours(&position, false)
                .into_iter()
                .map(|(at, weight)| (at.to_u64().unwrap_or(9), weight))
                .collect();
            assert_eq!(inside, weights(&position, 5), "{position}");
        }
    }

    #[test]
    fn reflections() {
        let at = |n, d| Rational::from((n, d));
        assert_eq!(reflect(at(-3, 2), 3, true), at(3, 2));
        assert_eq!(reflect(at(5, 1), 3, true), at(1, 1));
        assert_eq!(reflect(at(-1, 4), 3, false), at(0, 1));
        assert_eq!(reflect(at(-2, 1), 3, false), at(1, 1));
        assert_eq!(reflect(at(7, 2), 3, false), at(3, 2));
    }
}
