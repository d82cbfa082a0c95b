//! Which decisions a case's bits depend on: evaluate again under each alternative and compare.

use super::evaluator::{SurelyClosed, Undefined};
use super::{Answers, Op, Outcome, Plan, Shape, split};
use softfloat::Format;
use softfloat::block::BlockFormat;
use softfloat::question::{Alternative, Standing};

/// The decisions that a case hangs on, by how firm they are. Ids in the order of the questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// No source determines the bits.
    pub unspecified: Vec<&'static str>,
    /// Only the mask flag is open.
    pub flag_only: Vec<&'static str>,
    /// Stated or observed; another reading would give other bits.
    pub rests_on: Vec<&'static str>,
    /// Answers that change nothing alone, but do together.
    pub together: Vec<Vec<&'static Alternative>>,
}

impl Provenance {
    /// Every open decision: of the bits, then of the flag.
    #[must_use]
    pub fn open(&self) -> Vec<&'static str> {
        self.unspecified.iter().chain(&self.flag_only).copied().collect()
    }
}

/// A case, its decided result, and the alternatives in question, which sets of bits name by their
/// places.
struct Case<'a> {
    plan: &'a Plan,
    x: &'a [u64],
    decided: Outcome,
    alternatives: &'a [&'static Alternative],
}

impl Case<'_> {
    fn changes(&self, answers: &Answers) -> bool {
        self.plan.run_with(answers, self.x) != self.decided
    }

    /// Whether several questions can meet: at special codes only, some of which shortening makes.
    fn is_near_special(&self) -> bool {
        self.plan.ports.is_some_and(|ports| ports.narrowed != 0)
            || any_special(&self.plan.results, self.decided.out())
            || self.plan.any_operand_special(self.x)
    }

    /// Finds the answers that change something with `more` others of `idle`, none of which does
    /// alone; `answers` are those of `set`. What hangs on an answer about the flag is the flag.
    fn together(&self, answers: &mut Answers, more: u32, set: u64, idle: u64, found: &mut Found) {
        for i in members(idle) {
            let set = set | 1 << i;
            answers.push(self.alternatives[i]);
            if more > 1 {
                let question = self.alternatives[i].name;
                let others = members(idle & (!1 << i));
                let others = others.filter(|&j| self.alternatives[j].name != question);
                let others = others.fold(0, |set, j| set | 1 << j);
                self.together(answers, more - 1, set, others, found);
            } else if self.changes(answers) {
                let about_flag = |i: usize| self.alternatives[i].standing == Standing::FlagOnly;
                let flag = members(set).any(about_flag);
                *found.of(if flag { Standing::FlagOnly } else { Standing::Unspecified }) |= set;
                found.together.push(set);
            }
            answers.pop();
        }
    }
}

/// The alternatives on which a case hangs: sets of places, of which there are at most 64.
#[derive(Default)]
struct Found {
    unspecified: u64,
    flag_only: u64,
    rests_on: u64,
    together: Vec<u64>,
}

impl Found {
    fn of(&mut self, standing: Standing) -> &mut u64 {
        match standing {
            Standing::Unspecified => &mut self.unspecified,
            Standing::FlagOnly => &mut self.flag_only,
            Standing::RestsOn => &mut self.rests_on,
        }
    }

    fn provenance(&self, alternatives: &[&'static Alternative]) -> Provenance {
        let ids = |set| {
            let mut ids = Vec::new();
            members(set).map(|i| alternatives[i].decision).for_each(|id| {
                if !ids.contains(&id) {
                    ids.push(id);
                }
            });
            ids
        };
        let unspecified = ids(self.unspecified);
        let mut flag_only = ids(self.flag_only);
        flag_only.retain(|id| !unspecified.contains(id));
        let answers = |set: &u64| members(*set).map(|i| alternatives[i]).collect();
        let together = self.together.iter().map(answers).collect();
        Provenance { unspecified, flag_only, rests_on: ids(self.rests_on), together }
    }
}

/// The places of the bits that are set.
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// What an operation leaves open: the alternatives that can change its bits and that no source rules
/// out.
#[derive(Clone, Debug)]
pub(super) struct Open {
    alternatives: Vec<&'static Alternative>,
    quick: Option<SurelyClosed>,
}

impl Open {
    pub(super) fn of(op: &Op) -> Self {
        let mut alternatives = op.alternatives();
        alternatives.retain(|a| a.standing != Standing::RestsOn);
        Self { alternatives, quick: op.link.evaluate.quick(op) }
    }
}

impl Plan {
    /// The decisions that a case's bits depend on.
    #[must_use]
    pub fn provenance(&self, x: &[u64]) -> Provenance {
        self.depends_on(x, &self.op.alternatives())
    }

    /// Those of these alternatives that would give other bits, alone or, where no source rules
    /// them out, together.
    fn depends_on(&self, x: &[u64], alternatives: &[&'static Alternative]) -> Provenance {
        let case = Case { plan: self, x, decided: self.run(x), alternatives };
        let undefined = self.op.link.evaluate.undefined();
        let (mut answers, mut found, mut idle) = (Answers::DECIDED, Found::default(), 0);
        for (i, alternative) in alternatives.iter().enumerate() {
            answers.push(alternative);
            if case.changes(&answers) {
                *found.of(alternative.standing) |= 1 << i;
            } else if alternative.standing != Standing::RestsOn
                && undefined.is_none_or(|u| u.decision != alternative.decision)
            {
                idle |= 1 << i;
            }
            answers.pop();
        }
        if case.is_near_special() {
            case.together(&mut answers, 2, 0, idle, &mut found);
            // A third answer is asked for where the case would pass as determined.
            if found.unspecified | found.flag_only == 0 {
                case.together(&mut answers, 3, 0, idle, &mut found);
            }
        }
        let mut p = found.provenance(alternatives);
        if let Some(Undefined { decision, hangs }) = undefined
            && !p.unspecified.contains(&decision)
            && hangs(self, x)
        {
            p.unspecified.push(decision);
        }
        p
    }

    /// Whether an operand has a special code; a block has one where its common exponent is special.
    fn any_operand_special(&self, x: &[u64]) -> bool {
        split(&self.operands, x).any(|(shape, own)| match BlockFormat::by_name(shape.format.name) {
            Some(block) => is_special_field(&shape.format, block.common_exponent(own) as i32),
            None => own.iter().any(|e| is_special(&shape.format, *e)),
        })
    }

    /// [`Plan::provenance`] without what is stated or observed, found quickly: most cases have no
    /// operand or result that an open decision speaks of. `out` is the decided result.
    #[must_use]
    #[inline]
    pub fn open_provenance(&self, x: &[u64], out: &[u64]) -> Provenance {
        if self.surely_closed(x, out) {
            return Provenance::default();
        }
        self.depends_on(x, &self.open.alternatives)
    }

    /// The open decisions of a case, as [`Provenance::open`] gives them.
    #[must_use]
    #[inline]
    pub fn open_decisions(&self, x: &[u64], out: &[u64]) -> Vec<&'static str> {
        if self.surely_closed(x, out) {
            return Vec::new();
        }
        self.depends_on(x, &self.open.alternatives).open()
    }

    /// Whether no decision is open in any case.
    #[inline]
    pub(crate) fn is_closed(&self) -> bool {
        self.open.alternatives.is_empty()
    }

    /// Whether no open decision can matter, at a quick look.
    #[inline]
    pub(crate) fn surely_closed(&self, x: &[u64], out: &[u64]) -> bool {
        self.is_closed() || self.open.quick.is_some_and(|quick| quick(self, x, out))
    }
}

/// Whether some element of these shapes has exponent field 0 or the top one.
#[inline]
pub(crate) fn any_special(shapes: &[Shape], x: &[u64]) -> bool {
    split(shapes, x).any(|(shape, own)| own.iter().any(|e| is_special(&shape.format, *e)))
}

/// Whether a code has exponent field 0 or the top one.
#[inline]
fn is_special(f: &Format, code: u64) -> bool {
    f.exponent_field(code).is_some_and(|field| is_special_field(f, field))
}

/// The same of the field.
#[inline]
const fn is_special_field(f: &Format, field: i32) -> bool {
    field == 0 || field == f.top()
}
