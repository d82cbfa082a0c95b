//! One instruction's operation.

use super::chips::Chip;
use crate::family;
use crate::family::silicon::rows;
use crate::registry::{LookupError, OptionError, Options, Plan};
use softfloat::Format;
use softfloat::silicon::{Datapath, Operands, Profile};

/// A unit that sums products, under a choice of its options.
#[derive(Clone, Debug)]
pub struct Unit {
    plan: Plan,
    datapath: Datapath,
    /// What goes on where the addend's format is not the result's.
    next: Option<Box<Self>>,
}

/// Why there is no such unit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitError {
    /// No operation of that name.
    #[error(transparent)]
    Unknown(#[from] LookupError),
    /// An operation that sums no products.
    #[error(
        "{0} is no unit that sums products of two rows\n  right: one of silicon.*, such as silicon.nvidia.hopper.wgmma.k16.f16.f16.f32"
    )]
    NoSum(String),
    /// It has no such option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A name that is neither an id nor a product.
    #[error(
        "there is no unit and no product `{name}`\n  right: an id of silicon.*, or a product: {}",
        Chip::some()
    )]
    Unnamed {
        /// The name.
        name: String,
    },
    /// A product that has no unit of these formats.
    #[error("{name} has no unit that multiplies these formats\n  right: {}", .ids.join(", "))]
    Product {
        /// The product.
        name: String,
        /// Units of other formats.
        ids: Vec<String>,
    },
    /// Its addend's format is not its result's, and no unit goes on.
    #[error("{0} takes another addend than its result, and no unit goes on with that")]
    Alone(String),
}

impl Unit {
    /// The unit of this id.
    ///
    /// # Errors
    /// What is wrong with the id or the options.
    pub fn find(id: &str, options: &[&str]) -> Result<Self, UnitError> {
        let op = family::operations().find(id)?;
        let unit = rows::units().find(|unit| unit.id == op.id);
        let unit = unit.ok_or_else(|| UnitError::NoSum(op.id.clone()))?;
        let options = op.parse_options(options.iter().copied())?;
        let first = Self::of(&unit, &options)?;
        if unit.c == unit.out {
            return Ok(first);
        }
        let goes_on = |other: &rows::Unit| {
            let sides = (other.a, other.b, other.out) == (unit.a, unit.b, unit.out);
            std::ptr::eq(other.row, unit.row) && sides && other.c == other.out
        };
        let next = rows::units().find(goes_on).ok_or(UnitError::Alone(unit.id))?;
        Ok(Self { next: Some(Box::new(Self::of(&next, &options)?)), ..first })
    }

    /// The unit of an id, or of a product by its name (`h100`, `RTX 4090`, `mi300x`) that multiplies these formats, of binary16 where none
    /// are said: that of the instruction that libraries use, with the longest rows, into binary32 where it can.
    ///
    /// ```
    /// use vectors::silicon::Unit;
    /// let unit = Unit::find_for("H100", &[], None).unwrap();
    /// assert_eq!(unit.name(), "silicon.nvidia.hopper.wgmma.k16.f16.f16.f32");
    /// ```
    ///
    /// # Errors
    /// What is wrong with the name, the formats or the options.
    pub fn find_for(
        name: &str,
        options: &[&str],
        factors: Option<[Format; 2]>,
    ) -> Result<Self, UnitError> {
        let Some(chip) = Chip::named(name) else {
            // Of an id the nearest are named.
            let bare = !name.contains('.') && family::operations().find(name).is_err();
            return match bare {
                true => Err(UnitError::Unnamed { name: name.to_owned() }),
                false => Self::find(name, options),
            };
        };
        let id =
            chip.unit(factors).map_err(|ids| UnitError::Product { name: name.to_owned(), ids })?;
        Self::find(&id, options)
    }

    fn of(unit: &rows::Unit, options: &Options) -> Result<Self, UnitError> {
        let plan = family::operations().find(&unit.id)?.plan(options);
        let datapath = family::silicon::chosen(unit, &plan.options);
        Ok(Self { plan, datapath, next: None })
    }

    /// The operation: operands are a row of A, a column of B, the addend, and scales where there are any.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The id and the options, as a command takes them.
    #[must_use]
    pub fn name(&self) -> String {
        self.plan.case(&[]).trim_end().to_owned()
    }

    /// Products of an instruction.
    #[must_use]
    pub fn k(&self) -> usize {
        self.plan.operands[0].len
    }

    /// The format of A.
    #[must_use]
    pub fn a(&self) -> Format {
        self.plan.operands[0].format
    }

    /// The format of B.
    #[must_use]
    pub fn b(&self) -> Format {
        self.plan.operands[1].format
    }

    /// The format of C.
    #[must_use]
    pub fn c(&self) -> Format {
        self.plan.operands[2].format
    }

    /// The format of D.
    #[must_use]
    pub fn out(&self) -> Format {
        self.plan.result().format
    }

    /// The format of scales, and the elements under one; nothing where there are none.
    #[must_use]
    pub fn scales(&self) -> Option<(Format, usize)> {
        self.plan.operands.get(3).map(|scales| (scales.format, self.k() / scales.len))
    }

    pub(super) const fn datapath(&self) -> &Datapath {
        &self.datapath
    }

    /// The unit of a chain's instruction: where C has another format than D, only the first takes it.
    pub(super) fn step(&self, first: bool) -> &Self {
        match &self.next {
            Some(next) if !first => next,
            _ => self,
        }
    }

    /// One element of an instruction's result.
    #[inline]
    pub(super) fn evaluate(&self, operands: &Operands<'_>) -> u64 {
        self.datapath.evaluate(&Profile::DECIDED, operands)
    }
}
