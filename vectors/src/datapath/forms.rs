//! Values of fields that are made of several words.

use super::model::Own;
use super::words::{number, target, target_text};
use crate::registry::rules::RM;
use softfloat::sum::{Alignment, Cut, Exponent, Operand, Order, Over, ProductRule, Target, Term};
use softfloat::{Env, Format, Rounding};

/// Whether a factor's format is one that codes have by themselves, or a block's.
pub(super) fn can_be_factor(factor: &Operand) -> bool {
    match factor {
        Operand::Scalar(_) => true,
        Operand::Shared { element, len } => *len > 0 && element.shares_exponent(),
    }
}

pub(super) fn read_product(own: &mut Own, text: &str) -> Option<()> {
    let Term::Product { rule, .. } = &mut own.datapath.term else { return None };
    let words: Vec<&str> = text.split('.').collect();
    own.product = None;
    *rule = match words[..] {
        ["exact"] => ProductRule::Exact,
        ["bits", bits, direction] => {
            ProductRule::Precision { bits: number(bits)?, rounding: RM.read(direction)? }
        }
        ["omitted", bits, correction] => {
            ProductRule::Omitted { bits: number(bits)?, correction: number(correction)? }
        }
        _ => {
            let (to, direction): (Format, Option<Rounding>) = target(text)?;
            own.product = direction;
            ProductRule::Rounded(Target::new(to, Env::IEEE))
        }
    };
    Some(())
}

pub(super) fn write_product(own: &Own) -> Option<String> {
    let Term::Product { rule, .. } = &own.datapath.term else { return None };
    Some(match rule {
        ProductRule::Exact => "exact".to_owned(),
        ProductRule::Rounded(to) => target_text(&to.format, own.product),
        ProductRule::Precision { bits, rounding } => {
            format!("bits.{bits}.{}", RM.word(rounding))
        }
        ProductRule::Omitted { bits, correction } => format!("omitted.{bits}.{correction}"),
    })
}

pub(super) fn read_order(own: &mut Own, text: &str) -> Option<()> {
    own.datapath.order = match text.split_once('.') {
        None if text == "all" => Order::Sequential { chunk: Order::ALL },
        Some(("chunks", n)) => Order::Sequential { chunk: number(n)? },
        Some(("tree", n)) => Order::Tree { fan_in: number(n)? },
        Some((kind @ ("groups" | "strided"), n)) => {
            Order::Groups { size: number(n)?, strided: kind == "strided" }
        }
        _ => return None,
    };
    Some(())
}

pub(super) fn write_order(order: Order) -> String {
    match order {
        Order::Sequential { chunk: Order::ALL } => "all".to_owned(),
        Order::Sequential { chunk } => format!("chunks.{chunk}"),
        Order::Tree { fan_in } => format!("tree.{fan_in}"),
        Order::Groups { size, strided: false } => format!("groups.{size}"),
        Order::Groups { size, strided: true } => format!("strided.{size}"),
    }
}

pub(super) fn read_alignment(own: &mut Own, text: &str) -> Option<()> {
    let cut = Cut::Round(Rounding::TowardZero);
    let largest = |exponent, bits: &str| {
        number(bits).map(|bits| Alignment::Largest {
            exponent,
            over: Over::All,
            bits,
            least: None,
            cut,
        })
    };
    own.datapath.alignment = match text.split_once('.') {
        None if text == "exact" => Alignment::Exact,
        Some(("fixed", unit)) => Alignment::Fixed { unit: number(unit)?, cut },
        Some(("leading", bits)) => largest(Exponent::Leading, bits)?,
        Some(("field", bits)) => largest(Exponent::Field, bits)?,
        _ => return None,
    };
    Some(())
}

pub(super) fn write_alignment(alignment: Alignment) -> String {
    match alignment {
        Alignment::Exact => "exact".to_owned(),
        Alignment::Fixed { unit, .. } => format!("fixed.{unit}"),
        Alignment::Largest { exponent: Exponent::Leading, bits, .. } => format!("leading.{bits}"),
        Alignment::Largest { exponent: Exponent::Field, bits, .. } => format!("field.{bits}"),
    }
}

/// Where an alignment keeps what becomes of the bits below.
pub(super) fn cut_of(alignment: &mut Alignment) -> Option<&mut Cut> {
    match alignment {
        Alignment::Exact => None,
        Alignment::Fixed { cut, .. } | Alignment::Largest { cut, .. } => Some(cut),
    }
}
