//! What the compiled rounding kernel does with any significand, at one exponent or at all.

use crate::path::{self, Way};
use crate::term::Term;
use crate::word::{Word, significand};
use softfloat::{Env, Rounded, Rounding, StaticFormat, Tininess, Unrounded, kernel};
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

/// What is fixed while one thing is proved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) rounding: Rounding,
    pub(crate) tininess: Tininess,
    pub(crate) sign: bool,
    pub(crate) sticky: bool,
}

impl Rules {
    pub(crate) fn each() -> impl Iterator<Item = Self> {
        let signs = [(false, false), (false, true), (true, false), (true, true)];
        Rounding::ALL.into_iter().flat_map(move |rounding| {
            [Tininess::Before, Tininess::After].into_iter().flat_map(move |tininess| {
                signs.map(|(sign, sticky)| Self { rounding, tininess, sign, sticky })
            })
        })
    }
}

/// A code and its flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Answer {
    pub(crate) bits: Term,
    pub(crate) flags: u8,
}

/// What comes of any significand whose leading one is at the top: the conditions of each way, and its answer.
pub(crate) type Ways = Vec<(Vec<Term>, Answer)>;

/// A format as its definition gives it: binaryN with so many bits of fraction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) width: u32,
    pub(crate) fraction: u32,
}

impl Layout {
    pub(crate) const fn bias(self) -> i32 {
        (1 << (self.width - self.fraction - 2)) - 1
    }

    /// The exponent field of the largest numbers.
    pub(crate) const fn most(self) -> i32 {
        2 * self.bias()
    }
}

/// The exponent field of leading ones.
#[derive(Clone, Debug)]
pub(crate) enum Field {
    /// This one; the lowest of all that are traced stands for all below it, and the highest for all above.
    One(i32),
    /// Any of these: the variable `field`.
    Any(RangeInclusive<i32>),
}

/// The variable.
pub(crate) fn field() -> Term {
    Term::variable("field", 16)
}

/// All that one choice of rules does.
pub(crate) struct Traced {
    pub(crate) classes: Vec<(Field, Ways)>,
    /// How often the kernel ran.
    pub(crate) runs: u64,
}

/// Code that rounds.
pub(crate) trait Kernel {
    /// Whether it may be given 0.
    const OF_ZERO: bool;

    fn round<F: StaticFormat, const N: u32>(env: &Env, u: Unrounded<Word<N>>) -> Rounded<Word<N>>;
}

/// [`softfloat::Format::round_pack`].
pub(crate) struct Pack;

impl Kernel for Pack {
    const OF_ZERO: bool = true;

    fn round<F: StaticFormat, const N: u32>(env: &Env, u: Unrounded<Word<N>>) -> Rounded<Word<N>> {
        F::FORMAT.round_pack(env, u)
    }
}

/// [`softfloat::kernel::round_number`].
pub(crate) struct Number;

impl Kernel for Number {
    const OF_ZERO: bool = false;

    fn round<F: StaticFormat, const N: u32>(env: &Env, u: Unrounded<Word<N>>) -> Rounded<Word<N>> {
        kernel::round_number::<F, Word<N>>(env, u)
    }
}

/// Runs the kernel on any significand at every exponent from far below the smallest number to far above the largest.
///
/// # Errors
/// Where what it does hangs on more than on rules, exponent field and the significand's digits.
pub(crate) fn trace<K: Kernel, F: StaticFormat, const N: u32>(
    layout: Layout,
    rules: Rules,
) -> Result<Traced, String> {
    let (low, high) = (-(N as i32), layout.most() + 1);
    let mut fields: BTreeMap<i32, Ways> = BTreeMap::new();
    let mut zeros: HashMap<i32, Answer> = HashMap::new();
    let mut runs = 0;
    let near = low - layout.bias() - N as i32..=high - layout.bias() + 1;
    let far = (8..31).flat_map(|bits| [-(1 << bits), 1 << bits, (1_i32 << bits) + 1]);
    let far = far.filter(|e| !near.contains(e) && e.checked_add(4096).is_some());
    for exponent in near.clone().chain(far) {
        for way in path::explore(|| answer::<K, F, N>(rules, exponent)) {
            runs += 1;
            let (lead, conditions) = of_top::<N>(&way, K::OF_ZERO)?;
            let Some(lead) = lead else {
                zeros.insert(exponent, way.result);
                continue;
            };
            let place = exponent + (N - 1 - lead) as i32 + layout.bias();
            fields.entry(place).or_default().push((conditions, way.result));
        }
    }
    let fields = once_each(fields)?;
    zero(layout, rules, &zeros, &fields[&low])?;
    let classes = classes(layout, low..=high, fields)?;
    Ok(Traced { classes, runs })
}

fn answer<K: Kernel, F: StaticFormat, const N: u32>(rules: Rules, exponent: i32) -> Answer {
    let env = Env { tininess: rules.tininess, ..Env::IEEE.rounding(rules.rounding) };
    let significand = Word::<N>::Term(significand(N));
    let unrounded = Unrounded { sign: rules.sign, exponent, significand, sticky: rules.sticky };
    let rounded = K::round::<F, N>(&env, unrounded);
    Answer { bits: rounded.bits.term(), flags: rounded.flags.bits() }
}

/// The leading zeros of a way's significand, `None` where it is 0, and what is said of what was moved to the top.
fn of_top<const N: u32>(
    way: &Way<Answer>,
    of_zero: bool,
) -> Result<(Option<u32>, Vec<Term>), String> {
    let raw = significand(N);
    let zero = raw.equals(Term::known(0, N));
    let lead = (0..N).find(|lead| {
        let bits = raw.right(N - 1 - lead).equals(Term::known(1, N));
        way.conditions.contains(&bits)
    });
    let known = way.conditions.iter().filter(|c| c.mentions(raw)).count();
    let right = if lead.is_some() && of_zero { 2 } else { 1 };
    if known != right
        || way.result.bits.mentions(raw)
        || lead.is_some() == way.conditions.contains(&zero)
    {
        return Err("the kernel asks more of a significand than its leading one".to_owned());
    }
    let conditions = way.conditions.iter().filter(|c| !c.mentions(raw)).copied().collect();
    Ok((lead, conditions))
}

/// The ways of a field, which are the same from wherever a significand was moved to the top.
fn once_each(fields: BTreeMap<i32, Ways>) -> Result<BTreeMap<i32, Ways>, String> {
    let once = |(field, ways): (i32, Ways)| {
        let begins: Vec<usize> =
            (0..ways.len()).filter(|i| ways[*i] == ways[0]).chain([ways.len()]).collect();
        let own = &ways[..begins[1]];
        if begins.windows(2).any(|pair| ways[pair[0]..pair[1]] != *own) {
            return Err(format!("field {field}: what is done hangs on where the leading one was"));
        }
        Ok((field, own.to_vec()))
    };
    fields.into_iter().map(once).collect()
}

/// A significand of 0 is a zero; what is lost below one is as what lies far below the smallest number.
fn zero(
    layout: Layout,
    rules: Rules,
    zeros: &HashMap<i32, Answer>,
    lowest: &Ways,
) -> Result<(), String> {
    let smallest = 1 - layout.bias() - layout.fraction as i32;
    for (exponent, answer) in zeros {
        if rules.sticky {
            // A significand reaches two bits below the last place.
            let other = lowest.iter().find(|(_, low)| low != answer);
            if let Some((_, low)) = other.filter(|_| *exponent <= smallest - 2) {
                return Err(format!(
                    "2^{exponent}: a loss below 0 is {answer:?}, right is {low:?}"
                ));
            }
        } else if answer.flags != 0 || !is_zero(layout, rules, answer.bits) {
            return Err(format!("2^{exponent}: a zero is {answer:?}"));
        }
    }
    Ok(())
}

fn is_zero(layout: Layout, rules: Rules, bits: Term) -> bool {
    bits.value() == Some(u128::from(rules.sign) << (layout.width - 1))
}

/// Fields where the same is done but for the field itself stand together.
fn classes(
    layout: Layout,
    range: RangeInclusive<i32>,
    fields: BTreeMap<i32, Ways>,
) -> Result<Vec<(Field, Ways)>, String> {
    let (low, high) = (*range.start(), *range.end());
    let normal = 2..=layout.most() - 1;
    let mut any: Option<Ways> = None;
    let mut classes = Vec::new();
    for (place, ways) in &fields {
        match place {
            _ if *place < low => same(*place, ways, &fields[&low])?,
            _ if *place > high => same(*place, ways, &fields[&high])?,
            _ if normal.contains(place) => {
                let general = general(layout, *place, ways);
                same(*place, &general, any.get_or_insert_with(|| general.clone()))?;
            }
            _ => classes.push((Field::One(*place), ways.clone())),
        }
    }
    let missing = range.clone().find(|place| !fields.contains_key(place));
    if let Some(place) = missing {
        return Err(format!("field {place} was not reached"));
    }
    classes.extend(any.map(|ways| (Field::Any(normal), ways)));
    Ok(classes)
}

fn same(place: i32, ways: &Ways, right: &Ways) -> Result<(), String> {
    if ways == right { Ok(()) } else { Err(format!("field {place} is not treated as its like")) }
}

/// The ways of any field, from those of one.
fn general(layout: Layout, place: i32, ways: &Ways) -> Ways {
    let with = |term: Term| {
        let width = term.width();
        let shifted = |field: Term| field.resized(width).left(layout.fraction);
        let own = Term::known((place as u128 - 1) << layout.fraction, width);
        term.with(own, shifted(field().minus(Term::known(1, 16))))
    };
    let answer = |answer: Answer| Answer { bits: with(answer.bits), ..answer };
    ways.iter().map(|(conditions, own)| (conditions.clone(), answer(*own))).collect()
}
