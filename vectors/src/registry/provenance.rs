//! Which decisions a case's bits depend on: evaluate again under each alternative and compare.

use super::{Family, Op, Plan, Shape};
use softfloat::block::BlockFormat;
use softfloat::mncore::{Half, Profile, SWITCHES, Standing, Switch};
use softfloat::{Format, StaticFormat};

/// Products of blocks whose exponents differ.
const INVALID_BLOCK: &str = "MN-D32";

/// Alternatives of a profile.
pub type Switches = Vec<&'static Switch>;

/// The decisions that a case hangs on, by how firm they are. Ids in the order of the profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// No source determines the bits.
    pub unspecified: Vec<&'static str>,
    /// Only the mask flag is open.
    pub flag_only: Vec<&'static str>,
    /// Stated or observed; another reading would give other bits.
    pub rests_on: Vec<&'static str>,
}

impl Provenance {
    /// Every open decision: of the bits, then of the flag.
    #[must_use]
    pub fn open(&self) -> Vec<&'static str> {
        self.unspecified.iter().chain(&self.flag_only).copied().collect()
    }
}

impl Op {
    /// The alternatives that can change this operation's bits.
    #[must_use]
    pub fn switches(&self) -> Switches {
        SWITCHES.iter().filter(|s| self.decisions.contains(&s.decision)).collect()
    }
}

/// The alternatives that can change an operation's bits and that no source rules out.
#[derive(Clone, Debug)]
pub(super) struct OpenSwitches {
    switches: Switches,
    /// Whether operands without special codes can hang on one.
    beyond_specials: bool,
}

impl OpenSwitches {
    pub(super) fn of(op: &Op) -> Self {
        let always = ["MN-D08", "MN-D10", "MN-D16", "MN-D21", "MN-D32"];
        let mut switches = op.switches();
        switches.retain(|s| s.standing != Standing::RestsOn);
        Self {
            switches,
            beyond_specials: op.decisions.iter().any(|d| always.contains(d))
                || op.id.ends_with(".hrsqrt"),
        }
    }
}

impl Plan {
    /// The decisions that a case's bits depend on.
    #[must_use]
    pub fn provenance(&self, x: &[u64]) -> Provenance {
        self.depends_on(x, &self.op.switches())
    }

    /// Those of these alternatives that would give other bits.
    fn depends_on(&self, x: &[u64], switches: &[&'static Switch]) -> Provenance {
        let decided = self.run(x);
        let mut p = Provenance::default();
        for switch in switches {
            let mut profile = Profile::DECIDED;
            (switch.select)(&mut profile);
            let list = match switch.standing {
                Standing::Unspecified => &mut p.unspecified,
                Standing::FlagOnly => &mut p.flag_only,
                Standing::RestsOn => &mut p.rests_on,
            };
            if !list.contains(&switch.decision) && self.run_with(&profile, x) != decided {
                list.push(switch.decision);
            }
        }
        // The manual defines no product of an invalid block, so that no list of readings is complete.
        if !p.unspecified.contains(&INVALID_BLOCK) && self.has_invalid_block(x) {
            p.unspecified.push(INVALID_BLOCK);
        }
        p
    }

    /// Whether a block of a matrix operation has unequal exponent fields (0 aside in half precision).
    fn has_invalid_block(&self, x: &[u64]) -> bool {
        let mut rest = x;
        self.op.family == Family::Matrix
            && self.operands.iter().any(|shape| {
                let (own, others) = rest.split_at(shape.len);
                rest = others;
                BlockFormat::by_name(shape.format.name)
                    .is_some_and(|block| !block.is_valid(block.common_exponent(own), own))
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
        self.depends_on(x, &self.open.switches)
    }

    /// The open decisions of a case, as [`Provenance::open`] gives them.
    #[must_use]
    #[inline]
    pub fn open_decisions(&self, x: &[u64], out: &[u64]) -> Vec<&'static str> {
        self.open_provenance(x, out).open()
    }

    /// Whether no open decision can matter: no special code among operands and results, and no
    /// decision in the operation's list that speaks of other codes.
    #[inline]
    fn surely_closed(&self, x: &[u64], out: &[u64]) -> bool {
        if self.open.switches.is_empty() {
            return true;
        }
        if self.open.beyond_specials || any_special(&self.results, out) {
            return false;
        }
        !any_special(&self.operands, x) && (self.options.short == 0 || self.shortened_closed(x))
    }

    /// The same of operands that are shortened on their way in, to half precision whatever the unit
    /// takes them for.
    fn shortened_closed(&self, x: &[u64]) -> bool {
        let ported = self.through_ports(&Profile::DECIDED, x);
        let mut rest = &ported[..x.len()];
        (0..).zip(&self.ported).all(|(i, shape)| {
            let (own, others) = rest.split_at(shape.len);
            rest = others;
            let halves = Shape { format: Half::FORMAT, ..*shape };
            self.options.short >> i & 1 == 0 || !any_special(&[halves], own)
        })
    }
}

/// Whether some element of these shapes has exponent field 0 or the top one.
#[inline]
fn any_special(shapes: &[Shape], x: &[u64]) -> bool {
    let mut rest = x;
    shapes.iter().any(|shape| {
        let (own, others) = rest.split_at(shape.len);
        rest = others;
        own.iter().any(|e| is_special(&shape.format, *e))
    })
}

/// Whether a code has exponent field 0 or the top one.
#[inline]
fn is_special(f: &Format, code: u64) -> bool {
    let field = (code >> (f.man_bits + f.pad)) as i32 & f.top();
    f.exp_bits > 0 && (field == 0 || field == f.top())
}
