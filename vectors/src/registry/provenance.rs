//! Which decisions a case's bits depend on: evaluate again under each alternative and compare.

use super::{Family, Op, Plan};
use softfloat::mncore::{Profile, SWITCHES, Standing, Switch};
use softfloat::{Format, format::Kind};

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

    /// Whether operands without special codes can hang on an open decision.
    fn open_beyond_specials(&self) -> bool {
        let always = ["MN-D08", "MN-D10", "MN-D16", "MN-D21", "MN-D32"];
        self.decisions.iter().any(|d| always.contains(d)) || self.id.ends_with(".hrsqrt")
    }
}

impl Plan {
    /// The decisions that a case's bits depend on.
    #[must_use]
    pub fn provenance(&self, x: &[u64]) -> Provenance {
        let decided = self.run(x);
        let mut p = Provenance::default();
        for switch in self.op.switches() {
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
        p
    }

    /// The open decisions of a case, as [`Provenance::open`] gives them, found quickly: most cases
    /// have no operand or result that an open decision speaks of.
    #[must_use]
    pub fn open_decisions(&self, x: &[u64], out: &[u64]) -> Vec<&'static str> {
        if self.surely_closed(x, out) { Vec::new() } else { self.provenance(x).open() }
    }

    /// Whether no open decision can matter: no special code among operands and results, and no
    /// decision in the operation's list that speaks of other codes.
    fn surely_closed(&self, x: &[u64], out: &[u64]) -> bool {
        if self.options.ports() || self.op.open_beyond_specials() {
            return false;
        }
        if matches!(self.op.family, Family::AluInteger | Family::RrnSelect)
            && matches!(self.result.format.kind, Kind::Fixed { .. })
        {
            return true;
        }
        let mut rest = x;
        for shape in &self.operands {
            let (own, others) = rest.split_at(shape.len);
            if own.iter().any(|e| is_special(&shape.format, *e)) {
                return false;
            }
            rest = others;
        }
        !out.iter().any(|e| is_special(&self.result.format, *e))
    }
}

/// Whether a code has exponent field 0 or the top one.
#[inline]
fn is_special(f: &Format, code: u64) -> bool {
    let field = (code >> (f.man_bits + f.pad)) as i32 & f.top();
    f.exp_bits > 0 && (field == 0 || field == f.top())
}
