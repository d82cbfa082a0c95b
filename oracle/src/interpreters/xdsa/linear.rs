//! Linear algebra by rationals (XDSA-D54, D55, D97).

use super::case::{Address, Case};
use super::indexing::unused;
use super::value::{Into, Value};
use crate::Rational;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

/// Rows of numbers.
type Matrix = Vec<Vec<Rational>>;

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    match case.operation {
        Operation::Norm => norm(case),
        Operation::Lu => lu(case),
        Operation::Qr => qr(case),
        Operation::Cholesky => cholesky(case),
        Operation::Inverse => inverse(case),
        Operation::Lstsq => least_squares(case),
        _ => solve(case),
    }
}

fn zeros(rows: usize, columns: usize) -> Matrix {
    vec![vec![Rational::new(); columns]; rows]
}

/// The numbers of a matrix; none if one is NaN or infinite.
fn read(case: &Case<'_>, at: (Address, u64), unit: Unit, [m, n]: [usize; 2]) -> Option<Matrix> {
    let element = |i: usize, j: usize| {
        let index = at.1 + (i * n + j) as u64;
        Value::of(unit, case.read(at.0, unit, index)).exact()
    };
    (0..m).map(|i| (0..n).map(|j| element(i, j)).collect()).collect()
}

/// Writes numbers in rows, NaN where there are none.
fn write(case: &mut Case<'_>, to: Address, unit: Unit, size: [usize; 2], matrix: Option<&[Value]>) {
    for i in 0..size[0] * size[1] {
        let value = matrix.and_then(|matrix| matrix.get(i)).unwrap_or(&Value::Nan);
        case.write(to, unit, i as u64, value.round(unit, Into::Clamp));
    }
}

fn values(matrix: &Matrix) -> Vec<Value> {
    matrix.iter().flatten().cloned().map(Value::from).collect()
}

/// The sign of a number, times the root of another one.
fn signed_root(sign: &Rational, square: Rational) -> Value {
    let root = Value::from(square).sqrt();
    if *sign < 0 { root.neg() } else { root }
}

fn size(case: &mut Case<'_>, names: [&str; 2]) -> [usize; 2] {
    names.map(|name| side(case, name))
}

/// A side of a matrix that is factored (XDSA-D108).
fn side(case: &mut Case<'_>, name: &str) -> usize {
    let size = case.size(name);
    case.require(size <= 64, Kind::TooLarge);
    size as usize
}

fn elements([m, n]: [usize; 2]) -> u128 {
    m as u128 * n as u128
}

/// Packed factors, and the row exchanged with each, from 0.
fn factors(mut a: Matrix) -> (Matrix, Vec<usize>) {
    let (m, n) = (a.len(), a.first().map_or(0, Vec::len));
    let mut pivots = Vec::new();
    for k in 0..m.min(n) {
        let mut best = k;
        for i in k + 1..m {
            if a[i][k].clone().abs() > a[best][k].clone().abs() {
                best = i;
            }
        }
        pivots.push(best);
        a.swap(k, best);
        if a[k][k] == 0 {
            continue;
        }
        let pivot = a[k].clone();
        for row in a.iter_mut().take(m).skip(k + 1) {
            let factor = &row[k] / &pivot[k];
            for (value, above) in row.iter_mut().zip(&pivot).take(n).skip(k + 1) {
                *value -= &factor * above;
            }
            row[k] = factor;
        }
    }
    (a, pivots)
}

fn lu(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.float("src_unit");
    let size = size(case, ["i_h", "i_w"]);
    let least = size[0].min(size[1]);
    let [from, to, list] = ["s", "d0", "d1"].map(|name| case.address(name));
    let indexes = case.index_unit();
    case.check()?;
    case.span(from, unit, elements(size));
    case.span(to, unit, elements(size));
    case.span(list, indexes, least as u128);
    case.check()?;
    let bytes = |unit, count| Case::bytes(unit, count);
    case.apart((to, bytes(unit, elements(size))), (list, bytes(indexes, least as u128)));
    let found = read(case, (from, 0), unit, size).map(factors);
    let matrix = found.as_ref().map(|(matrix, _)| values(matrix));
    write(case, to, unit, size, matrix.as_deref());
    for k in 0..least {
        let pivot = found.as_ref().map_or(k, |(_, pivots)| pivots[k]);
        case.write(list, indexes, k as u64, pivot as u64 + 1);
    }
    case.check()
}

fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    a.iter().zip(b).fold(Rational::new(), |sum, (a, b)| sum + a * b)
}

fn transposed(a: &Matrix) -> Matrix {
    let columns = a.first().map_or(0, Vec::len);
    (0..columns).map(|j| a.iter().map(|row| row[j].clone()).collect()).collect()
}

/// Q and R of columns that are orthogonalised one after another.
fn orthogonal(a: &Matrix) -> Option<[Vec<Value>; 2]> {
    let (m, columns) = (a.len(), transposed(a));
    let k = m.min(columns.len());
    let mut bases: Matrix = Vec::new();
    for column in &columns[..k] {
        let mut rest = column.clone();
        for base in &bases {
            let part = dot(column, base) / dot(base, base);
            rest.iter_mut().zip(base).for_each(|(x, b)| *x -= &part * b);
        }
        if rest.iter().all(|x| *x == 0) {
            return None;
        }
        bases.push(rest);
    }
    let norms: Vec<Rational> = bases.iter().map(|base| dot(base, base)).collect();
    let over_root = |x: &Rational, norm: &Rational| signed_root(x, x * x / norm);
    let mut q = Vec::new();
    for i in 0..m {
        q.extend(bases.iter().zip(&norms).map(|(base, norm)| over_root(&base[i], norm)));
    }
    let mut r = Vec::new();
    for i in 0..k {
        for (j, column) in columns.iter().enumerate() {
            let below = j < i;
            let x = if below { Rational::new() } else { dot(&bases[i], column) };
            r.push(over_root(&x, &norms[i]));
        }
    }
    Some([q, r])
}

fn qr(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.float("src_unit");
    let size = size(case, ["i_h", "i_w"]);
    let least = size[0].min(size[1]);
    let [from, q, r] = ["s", "d0", "d1"].map(|name| case.address(name));
    let (q_size, r_size) = ([size[0], least], [least, size[1]]);
    case.check()?;
    case.span(from, unit, elements(size));
    case.span(q, unit, elements(q_size));
    case.span(r, unit, elements(r_size));
    case.check()?;
    let bytes = |size| Case::bytes(unit, elements(size));
    case.apart((q, bytes(q_size)), (r, bytes(r_size)));
    let found = read(case, (from, 0), unit, size).and_then(|a| orthogonal(&a));
    let part = |i: usize| found.as_ref().map(|parts| parts[i].as_slice());
    write(case, q, unit, q_size, part(0));
    write(case, r, unit, r_size, part(1));
    case.check()
}

/// Columns of the lower factor: rationals, times the roots of others.
fn lower(case: &Case<'_>, from: Address, unit: Unit, n: usize, upper: bool) -> Option<Vec<Value>> {
    let element = |i: usize, j: usize| {
        let (row, column) = if upper { (j, i) } else { (i, j) };
        Value::of(unit, case.read(from, unit, (row * n + column) as u64)).exact()
    };
    // a = l d l^T with ones in the diagonal of l.
    let mut l = zeros(n, n);
    let mut d: Vec<Rational> = Vec::new();
    let a: Vec<Vec<Rational>> =
        (0..n).map(|i| (0..=i).map(|j| element(i, j)).collect()).collect::<Option<_>>()?;
    for j in 0..n {
        let mut pivot = a[j][j].clone();
        for k in 0..j {
            pivot -= &l[j][k] * &l[j][k] * &d[k];
        }
        if pivot <= 0 {
            return None;
        }
        for i in j + 1..n {
            let mut x = a[i][j].clone();
            for k in 0..j {
                x -= &l[i][k] * &l[j][k] * &d[k];
            }
            l[i][j] = x / &pivot;
        }
        l[j][j] = Rational::from(1);
        d.push(pivot);
    }
    let mut out = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let (row, column) = if upper { (j, i) } else { (i, j) };
            let x = &l[row][column];
            out.push(signed_root(x, x * x * &d[column]));
        }
    }
    Some(out)
}

fn cholesky(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.float("src_unit");
    let upper = case.code("upper", 2) == 1;
    let size = size(case, ["i_h", "i_w"]);
    case.require(size[0] == size[1], Kind::BadDimension);
    let [from, to] = ["s", "d"].map(|name| case.address(name));
    case.check()?;
    case.span(from, unit, elements(size));
    case.span(to, unit, elements(size));
    case.check()?;
    let found = lower(case, from, unit, size[0], upper);
    write(case, to, unit, size, found.as_deref());
    case.check()
}

/// The solutions of `a x = b`, if there is one of each.
fn solved(mut a: Matrix, mut b: Matrix) -> Option<Matrix> {
    let n = a.len();
    for k in 0..n {
        let pivot = (k..n).find(|i| a[*i][k] != 0)?;
        a.swap(k, pivot);
        b.swap(k, pivot);
        let scale = a[k][k].clone();
        for x in a[k].iter_mut().chain(b[k].iter_mut()) {
            *x /= &scale;
        }
        let (row_a, row_b) = (a[k].clone(), b[k].clone());
        for i in (0..n).filter(|i| *i != k) {
            let factor = a[i][k].clone();
            a[i].iter_mut().zip(&row_a).for_each(|(x, y)| *x -= &factor * y);
            b[i].iter_mut().zip(&row_b).for_each(|(x, y)| *x -= &factor * y);
        }
    }
    Some(b)
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let columns = transposed(b);
    a.iter().map(|row| columns.iter().map(|column| dot(row, column)).collect()).collect()
}

fn inverse(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.float("src_unit");
    let size = size(case, ["i_h", "i_w"]);
    case.require(size[0] == size[1], Kind::BadDimension);
    let [from, to] = ["s", "d"].map(|name| case.address(name));
    case.check()?;
    case.span(from, unit, elements(size));
    case.span(to, unit, elements(size));
    case.check()?;
    let mut one = zeros(size[0], size[0]);
    (0..size[0]).for_each(|i| one[i][i] = Rational::from(1));
    let found = read(case, (from, 0), unit, size).and_then(|a| solved(a, one));
    write(case, to, unit, size, found.as_ref().map(values).as_deref());
    case.check()
}

fn least_squares(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.float("src_unit");
    let [m, n] = size(case, ["m", "n"]);
    let k = case.size("k") as usize;
    let [from, to] = ["s", "d"].map(|name| case.address(name));
    case.check()?;
    case.span(from, unit, elements([m, n]) + elements([m, k]));
    case.span(to, unit, elements([n, k]));
    case.check()?;
    let a = read(case, (from, 0), unit, [m, n]);
    let b = read(case, (from, (m * n) as u64), unit, [m, k]);
    let found = a.zip(b).and_then(|(a, b)| {
        let t = transposed(&a);
        if m >= n {
            solved(product(&t, &a), product(&t, &b))
        } else {
            solved(product(&a, &t), b).map(|x| product(&t, &x))
        }
    });
    write(case, to, unit, [n, k], found.as_ref().map(values).as_deref());
    case.check()
}

fn solve(case: &mut Case<'_>) -> Result<(), Kind> {
    unused(case, &["unit2", "flag16", "flag18", "flag20"]);
    let unit = case.float("unit");
    let (n, k) = (side(case, "w0"), case.size("w1") as usize);
    let [a, b, x, packed] = ["p0", "p1", "p2", "p3"].map(|name| case.address(name));
    case.check()?;
    case.span(a, unit, elements([n, n]));
    case.span(b, unit, elements([n, k]));
    case.span(x, unit, elements([n, k]));
    if packed != 0 {
        case.span(packed, unit, elements([n, n]));
    }
    case.check()?;
    let left = read(case, (a, 0), unit, [n, n]);
    let right = read(case, (b, 0), unit, [n, k]);
    let found = left.clone().zip(right).and_then(|(a, b)| solved(a, b));
    write(case, x, unit, [n, k], found.as_ref().map(values).as_deref());
    if packed != 0 {
        let matrix = left.map(|a| values(&factors(a).0));
        write(case, packed, unit, [n, n], matrix.as_deref());
    }
    case.check()
}

fn norm(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let axis = case.code("axis", 3);
    let kind = case.code("norm_type", 5);
    let [h, w] = ["i_h", "i_w"].map(|name| case.size(name) as usize);
    let [from, to] = ["s", "d"].map(|name| case.address(name));
    case.check()?;
    let lines: Vec<Vec<usize>> = match axis {
        0 => vec![Vec::new()],
        1 => (0..w).map(|j| vec![j]).collect(),
        _ => (0..h).map(|i| vec![i]).collect(),
    };
    let count = [1, w, h][axis as usize];
    case.span(from, unit, elements([h, w]));
    case.span(to, unit, count as u128);
    case.check()?;
    for (at, line) in lines.iter().enumerate() {
        let inside = |i: usize, j: usize| match axis {
            0 => true,
            1 => line.contains(&j),
            _ => line.contains(&i),
        };
        let mut found = Vec::new();
        for i in 0..h {
            for j in (0..w).filter(|j| inside(i, *j)) {
                found.push(Value::of(unit, case.read(from, unit, (i * w + j) as u64)));
            }
        }
        let element = length(kind, &found).round(unit, Into::Clamp);
        case.write(to, unit, at as u64, element);
    }
    case.check()
}

fn length(kind: u64, values: &[Value]) -> Value {
    let sizes = values.iter().map(Value::abs);
    match kind {
        0 => Value::sum(values.iter().map(|x| x.mul(x))).sqrt(),
        1 => Value::sum(sizes),
        2 => sizes.reduce(|a, b| a.max(&b)).unwrap_or(Value::Nan),
        3 => sizes.reduce(|a, b| a.min(&b)).unwrap_or(Value::Nan),
        _ => Value::from(values.iter().filter(|x| !x.is_zero()).count() as i128),
    }
}
