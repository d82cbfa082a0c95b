//! Which models an operation lacks: what of it no goal speaks of.

use super::boxed;
use super::cross::{ALIGN, Cross, OMITS, RESULTS, ROUND};
use super::subject::{MODELLED, Subject};
use crate::registry::{Arithmetic, FlagKind, Group, Terms};
use softfloat::sum::Alignment;

/// Models that an operation lacks under a choice of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// Their names, or what they would look at.
    pub models: &'static str,
    /// Why there are none.
    pub why: &'static str,
}

const ALL: &str = "all but the classes of operands (B1)";
const SUMS: &str = "align, order, cancel, round, carry, limits, tiny, huge";

const UNKNOWN: Lack = Lack {
    models: ALL,
    why: "the models know no arithmetic of this operation under these options",
};
const INTEGER: Lack = Lack { models: SUMS, why: "the terms or their sum are integers" };
const BLOCKS: Lack =
    Lack { models: SUMS, why: "the terms share exponents otherwise than two blocks" };
const SCALED: Lack = Lack {
    models: SUMS,
    why: "the terms have the scales of several blocks: goals tell how far their sum grows, and of each product alone",
};
const POSITS: Lack =
    Lack { models: "align, order, cancel", why: "posits have no significands of one length" };
const NARROW: Lack = Lack {
    models: SUMS,
    why: "the products of two blocks span less than the result's precision and 16 more",
};
const OTHERWISE: Lack =
    Lack { models: SUMS, why: "the terms or their sum have no significands of one length" };

/// What sums of numbers have whose exponents span enough, each with what is wanting where they do not.
const SPANS: [(&str, Lack); 3] = [
    (
        ROUND,
        Lack {
            models: "round, carry",
            why: "no two terms have bits of their own about the result's last place",
        },
    ),
    (
        "cancel",
        Lack {
            models: "cancel",
            why: "the terms' exponents span less than the result's precision and 4 more",
        },
    ),
    (
        "order",
        Lack { models: "order", why: "no powers of two are far smaller than others that cancel" },
    ),
];
const ALIGNED: Lack = Lack {
    models: "aligned",
    why: "the bits that an alignment cuts off are looked at in reduction networks alone",
};
const OMITTED: Lack = Lack {
    models: "omitted",
    why: "what is left out of a product lies too far below the result's last place",
};
const FLAGS: Lack = Lack {
    models: "results, flags",
    why: "classes of results and sets of exceptions are those of operations by lanes",
};

const WIDE: Lack = Lack { models: "all", why: "the models look at codes of at most 64 bits" };

/// What the operation lacks, given the crosses that it has.
pub(super) fn of(subject: &Subject, crosses: &[Cross]) -> Vec<Lack> {
    if subject.plan.is_wide() {
        return vec![WIDE];
    }
    if let Some(inner) = boxed::inner(subject) {
        return of(&inner, crosses);
    }
    let mut all = Vec::new();
    if let Some(terms) = subject.terms {
        let has = |name: &str| crosses.iter().any(|cross| cross.name == name);
        match has(ALIGN) {
            _ if terms.count() < 2 => {}
            true => {
                let met = |name: &str| has(name) || name == "order" && terms.count() == 2;
                all.extend(SPANS.iter().filter(|(name, _)| !met(name)).map(|(_, lack)| lack));
            }
            false => all.push(unmodelled(subject, terms)),
        }
        let sum = MODELLED.of(subject.plan.op).sum();
        let described = sum.is_some_and(|own| own.datapath.alignment != Alignment::Exact);
        let aligns = described || terms.cut;
        if has(ALIGN) && aligns && terms.network.is_none() {
            all.push(ALIGNED);
        }
    }
    let omits = matches!(subject.arithmetic, Some(Arithmetic::Omitting { .. }));
    if omits && !crosses.iter().any(|cross| cross.name == OMITS) {
        all.push(OMITTED);
    }
    if subject.group == Some(Group::Scaled) {
        all.push(SCALED);
    }
    let known = subject.arithmetic.is_some()
        || subject.terms.is_some()
        || subject.group.is_some()
        || subject.reduction.is_some();
    match known {
        false => all.push(UNKNOWN),
        true if !crosses.iter().any(|cross| cross.name == RESULTS) && exceptions(subject) => {
            all.push(FLAGS);
        }
        true => {}
    }
    all
}

/// Why a sum has none of the models of sums.
fn unmodelled(subject: &Subject, terms: Terms) -> Lack {
    let ports = || subject.operands.iter().chain([&subject.result]);
    match terms.shared {
        Some(_) => NARROW,
        None if subject.result.format.is_posit() => POSITS,
        None if ports().any(super::Port::is_fixed) => INTEGER,
        None if ports().any(|port| port.format.shares_exponent()) => BLOCKS,
        None => OTHERWISE,
    }
}

fn exceptions(subject: &Subject) -> bool {
    subject.plan.op.flags == FlagKind::Exceptions
}
