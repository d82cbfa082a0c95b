//! Whether what is asked for fits together.

use super::{Gemm, arrays, made::Arrays};
use crate::failure::Failure;
use crate::printable;
use softfloat::Format;
use vectors::silicon::{Operand, Unit, format, format_name};

impl Gemm {
    /// Whether the units take the same operands, and give what can be compared.
    pub(super) fn alike(&self, units: &[Unit]) -> Result<(), Failure> {
        let [one, other] = units else { return Ok(()) };
        let of = |unit: &Unit| [unit.a(), unit.b(), unit.c(), unit.out()];
        let sides = ["A", "B", "C", "D"].into_iter().zip(of(one).into_iter().zip(of(other)));
        // Without C its format does not matter.
        let compared = sides.filter(|(side, _)| *side != "C" || self.files.len() > 2);
        for (side, (x, y)) in compared {
            if x != y {
                return Err(Failure::input(format!(
                    "{side} is {} for {}, and {} for {}\n  right: units of the same formats",
                    format_name(&x),
                    one.name(),
                    format_name(&y),
                    other.name()
                )));
            }
        }
        let kind = |unit: &Unit| match unit.scales() {
            Some((format, block)) => format!("{} for {block} elements", format_name(&format)),
            None => "none".to_owned(),
        };
        if one.scales() != other.scales() {
            return Err(Failure::input(format!(
                "scales are {} for {}, and {} for {}\n  right: units of the same scales",
                kind(one),
                one.name(),
                kind(other),
                other.name()
            )));
        }
        Ok(())
    }

    /// The formats that the codes of A and B are said to have.
    pub(super) fn factors(&self) -> Result<Option<[Format; 2]>, Failure> {
        let names = match &self.format[..] {
            [] => return Ok(None),
            [both] => [both, both],
            [a, b] => [a, b],
            more => {
                let found = more.len();
                return Err(Failure::input(format!(
                    "--format has {found} names\n  right: one, or A's and B's"
                )));
            }
        };
        let found = |name: &String| {
            format(name).ok_or_else(|| {
                Failure::input(format!(
                    "--format {}: there is no such format\n  right: a name such as bf16, e4m3, e5m2fnuz, e2m1, i8",
                    printable::piece(name)
                ))
            })
        };
        Ok(Some([found(names[0])?, found(names[1])?]))
    }

    /// Whether the unit takes what the codes are said to be.
    pub(super) fn named(&self, unit: &Unit, said: Option<[Format; 2]>) -> Result<(), Failure> {
        let Some(said) = said else { return Ok(()) };
        let names = [self.format.first(), self.format.last()];
        for (i, (side, right)) in [("A", unit.a()), ("B", unit.b())].into_iter().enumerate() {
            if said[i] != right {
                let name = names[i].map_or("", String::as_str);
                return Err(Failure::input(format!(
                    "{} takes no {name} for {side}\n  right: {}, or a unit that has {name}",
                    unit.name(),
                    format_name(&right)
                )));
            }
        }
        Ok(())
    }

    pub(super) fn arrays(&self, unit: &Unit) -> Result<Arrays, Failure> {
        let a = arrays::read(&self.files[0], &unit.a())?;
        let b = arrays::read(&self.files[1], &unit.b())?;
        let c = self.files.get(2).map(|path| arrays::read(path, &unit.c())).transpose()?;
        let scales = match (&self.scales[..], unit.scales()) {
            ([x, y], Some((format, _))) => {
                Some([arrays::read(x, &format)?, arrays::read(y, &format)?])
            }
            ([], _) => None,
            _ => {
                return Err(Failure::input(format!(
                    "{} takes no scales\n  right: without --scales, or a unit with block scales (mxf8f6f4, mxf4, nvf4)",
                    unit.name()
                )));
            }
        };
        Ok(Arrays { a, b, c, scales })
    }

    /// The file of an operand.
    pub(super) fn file(&self, operand: Operand) -> String {
        let path = match operand {
            Operand::A => self.files.first(),
            Operand::B => self.files.get(1),
            Operand::C => self.files.get(2),
            Operand::AScale => self.scales.first(),
            Operand::BScale => self.scales.get(1),
        };
        path.map_or_else(String::new, |path| printable::path(path))
    }
}
