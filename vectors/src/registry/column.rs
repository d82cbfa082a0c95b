//! Columns: many cases of one plan, run together.

use super::codes::{Operands, Results};
use super::{FlagKind, Kernels, Outcome, Plan, Typed};
use functions::Undecided;
use softfloat::slice::LengthError;
use softfloat::{Bits, Env, Flags, StaticFormat};
use std::ops::Range;

/// Cases that go through a slice form in one go: what the processor's nearest cache holds.
const BLOCK: usize = 256;

/// Fewer cases than this are run one by one: a slice form takes as long for one as for 64.
const FEW: usize = 8;

/// Cases of one plan, and their results once [`Plan::run_column`] has run them.
///
/// ```
/// use vectors::registry::{Column, Options};
/// let plan = vectors::operations().find("ieee.f32.add").unwrap().plan(&Options::NONE);
/// let mut column = Column::new(&plan);
/// for i in 0..100 {
///     column.push(&[0x3f80_0000 + i, 0x3f80_0000]);
/// }
/// plan.run_column(&mut column);
/// let (x, ran) = column.case(99);
/// assert_eq!((ran.out, ran.flag), (plan.run(x).out(), plan.run(x).flag));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Column {
    elements: usize,
    outs: usize,
    flagged: bool,
    len: usize,
    x: Vec<u64>,
    out: Vec<u64>,
    flags: Vec<u8>,
    /// Cases without a result.
    undecided: Vec<(usize, Undecided)>,
}

/// The result of one case of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran<'a> {
    /// The results' elements, in order.
    pub out: &'a [u64],
    /// The mask flag or the exceptions, where the operation has them.
    pub flag: Option<u8>,
    /// Why there is no result, where no enclosure decides it.
    pub undecided: Option<Undecided>,
}

impl Outcome {
    /// The result as that of a column's case.
    #[must_use]
    #[inline]
    pub fn ran(&self) -> Ran<'_> {
        Ran { out: self.out(), flag: self.flag, undecided: self.undecided }
    }
}

impl Column {
    /// An empty column for cases of this plan.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        let mut column = Self::default();
        column.reset(plan);
        column
    }

    /// Empties the column, for cases of this plan.
    pub(crate) fn reset(&mut self, plan: &Plan) {
        self.elements = plan.elements();
        self.outs = plan.outs();
        self.flagged = plan.op.flags != FlagKind::None;
        self.len = 0;
        self.x.clear();
        self.out.clear();
        self.flags.clear();
        self.undecided.clear();
    }

    /// The number of cases.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a case: the operands' elements in order ([`Plan::elements`] of them; what is missing is 0, what follows is not
    /// looked at). [`Plan::check`] says whether they are a case's.
    #[inline]
    pub fn push(&mut self, x: &[u64]) {
        self.len += 1;
        self.x.extend_from_slice(&x[..x.len().min(self.elements)]);
        if x.len() < self.elements {
            self.x.resize(self.len * self.elements, 0);
        }
    }

    /// Adds so many cases of zeros, and gives their place.
    #[inline]
    pub(crate) fn room(&mut self, count: usize) -> &mut [u64] {
        let start = self.x.len();
        self.len += count;
        self.x.resize(self.len * self.elements, 0);
        &mut self.x[start..]
    }

    /// Some of the cases, as [`Column::case`] has each.
    #[inline]
    pub(crate) fn cases(&self, range: Range<usize>) -> impl Iterator<Item = (&[u64], Ran<'_>)> {
        let Self { elements, outs, .. } = *self;
        let x = self.x[range.start * elements..range.end * elements].chunks_exact(elements.max(1));
        let out = self.out[range.start * outs..range.end * outs].chunks_exact(outs.max(1));
        let all = x.zip(out).zip(&self.flags[range.clone()]).zip(range);
        all.map(|(((x, out), flag), index)| {
            let undecided = if self.undecided.is_empty() { None } else { self.why(index) };
            (x, Ran { out, flag: self.flagged.then_some(*flag), undecided })
        })
    }

    /// The operands' elements of a case that was added, and its result: zeros before the column ran.
    ///
    /// # Panics
    /// Where there is no such case, or the column was not run since it was added.
    #[must_use]
    #[inline]
    pub fn case(&self, index: usize) -> (&[u64], Ran<'_>) {
        let x = &self.x[index * self.elements..][..self.elements];
        let out = &self.out[index * self.outs..][..self.outs];
        let undecided = if self.undecided.is_empty() { None } else { self.why(index) };
        (x, Ran { out, flag: self.flagged.then_some(self.flags[index]), undecided })
    }

    /// Why a case has no result.
    #[cold]
    fn why(&self, index: usize) -> Option<Undecided> {
        self.undecided.iter().find(|(at, _)| *at == index).map(|(_, why)| *why)
    }
}

impl Plan {
    /// Whether a column takes less time than its cases one by one.
    #[must_use]
    #[inline]
    pub(crate) const fn gains_in_columns(&self) -> bool {
        matches!(&self.kernels, Kernels::Number(_, Typed { column: Some(_), .. }))
    }

    /// The results of all cases of a column of this plan under the decided answers: each as
    /// [`Plan::run`] has it.
    pub fn run_column(&self, column: &mut Column) {
        let Column { x, out, flags, len, .. } = column;
        // Kernels may leave elements as they are.
        out.clear();
        out.resize(*len * self.outs(), 0);
        flags.clear();
        flags.resize(*len, 0);
        match &self.kernels {
            Kernels::Number(env, kernel) => match kernel.column {
                Some(all) if *len >= FEW => {
                    all(env, Operands::Cases(x), Results::Cases(out), flags);
                }
                _ => self.each(column, |x, out| (kernel.one)(env, x, out).bits()),
            },
            Kernels::Dynamic(env, run) => self.each(column, |x, out| run(env, x, out).bits()),
            Kernels::Enclosed(env, run) => {
                let (mut at, mut undecided) = (0, Vec::new());
                self.each(column, |x, out| {
                    at += 1;
                    run(env, x, out).map_or_else(
                        |why| {
                            out.fill(0);
                            undecided.push((at - 1, why));
                            0
                        },
                        Flags::bits,
                    )
                });
                column.undecided = undecided;
            }
            Kernels::Open { decided, .. } => match &self.ports {
                Some(ports) => self.each(column, |x, out| {
                    decided(&self.options, &(ports.decided)(self, x)[..x.len()], out).into()
                }),
                None => self.each(column, |x, out| decided(&self.options, x, out).into()),
            },
        }
    }

    /// Every case by itself.
    #[inline(always)]
    fn each(&self, column: &mut Column, mut run: impl FnMut(&[u64], &mut [u64]) -> u8) {
        let x = column.x.chunks_exact(column.elements.max(1));
        let out = column.out.chunks_exact_mut(column.outs.max(1));
        for ((x, out), flag) in x.zip(out).zip(&mut column.flags) {
            *flag = run(x, out);
        }
    }
}

/// A slice form of an operation on `N` numbers of the format `A`, with results of the format `B`.
type SliceForm<A, B, const N: usize> = fn(
    [&[<A as StaticFormat>::Bits]; N],
    &mut [<B as StaticFormat>::Bits],
    &mut [Flags],
    &Env,
) -> Result<(), LengthError>;

/// Cases through a slice form, as many as there are flags.
#[inline(never)]
pub(crate) fn sliced<A: StaticFormat, B: StaticFormat, const N: usize>(
    env: &Env,
    x: Operands<'_>,
    mut out: Results<'_, '_>,
    flags: &mut [u8],
    slice: SliceForm<A, B, N>,
) {
    let mut operands = [[A::Bits::ZERO; BLOCK]; N];
    let (mut codes, mut raised) = ([B::Bits::ZERO; BLOCK], [Flags::NONE; BLOCK]);
    for (block, flags) in flags.chunks_mut(BLOCK).enumerate() {
        let (start, len) = (block * BLOCK, flags.len());
        let own = x.blocks(start, len, &mut operands);
        out.block::<_, BLOCK>(start, &mut codes[..len], |codes| {
            if slice(own, codes, &mut raised[..len], env).is_err() {
                unreachable!("slices of one length");
            }
        });
        flags.iter_mut().zip(&raised).for_each(|(flags, raised)| *flags = raised.bits());
    }
}
