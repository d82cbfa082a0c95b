//! An instruction's operand table as its plan asks for it; what is wrong is noted, and the first of the order of XDSA-D106 told.

use super::{Profile, Region};
use crate::xdsa::isa::{Group, Operation, Table, Unit, Width};
use crate::xdsa::{Error, Kind};

/// A table, and what is wrong with it so far.
#[derive(Debug)]
pub struct Request<'a> {
    table: &'a Table,
    profile: &'a Profile,
    lenient: bool,
    problem: Option<Error>,
}

impl<'a> Request<'a> {
    /// Nothing is wrong yet. `lenient`: reserved bits are ignored (XDSA-D04).
    #[must_use]
    pub const fn new(table: &'a Table, profile: &'a Profile, lenient: bool) -> Self {
        Self { table, profile, lenient, problem: None }
    }

    /// The model's switches.
    #[must_use]
    pub const fn profile(&self) -> &'a Profile {
        self.profile
    }

    /// The width of addresses.
    #[must_use]
    pub const fn width(&self) -> Width {
        self.table.width()
    }

    /// The unit of indexes (XDSA-D24).
    #[must_use]
    pub const fn index(&self) -> Unit {
        self.width().index()
    }

    /// The value of a field.
    #[must_use]
    pub fn get(&self, field: &str) -> u64 {
        self.table.get(field)
    }

    /// Notes what is wrong, if it is told before what is noted.
    pub fn note(&mut self, kind: Kind, message: impl Into<String>) {
        if self.problem.as_ref().is_none_or(|known| kind < known.kind) {
            self.problem = Some(Error::new(kind, message));
        }
    }

    /// The unit in a field.
    pub fn unit(&mut self, field: &str) -> Unit {
        // Reserved codes are noted by `check` for all fields.
        self.table.unit(field).unwrap_or(Unit::Uint8)
    }

    /// The unit in a field, which must be one of those.
    pub fn unit_among(&mut self, field: &str, allowed: fn(Unit) -> bool, right: &str) -> Unit {
        let unit = self.unit(field);
        if !allowed(unit) {
            self.note(Kind::UnitNotAllowed, format!("{field} is {unit}; right: {right}"));
        }
        unit
    }

    /// The integer unit in a field.
    pub fn integer(&mut self, field: &str) -> Unit {
        self.unit_among(field, |unit| !unit.is_float(), "an integer unit")
    }

    /// The floating-point unit in a field.
    pub fn float(&mut self, field: &str) -> Unit {
        self.unit_among(field, Unit::is_float, "fp16, fp32 or fp64")
    }

    /// A length, which is not 0 (XDSA-D19, D91).
    pub fn length(&mut self, field: &str) -> u64 {
        let length = self.get(field);
        if length == 0 {
            self.note(Kind::BadLength, format!("{field} is 0; right: 1 or more"));
        }
        length
    }

    /// A size, which is not 0 (XDSA-D25, D92).
    pub fn size(&mut self, field: &str) -> u64 {
        let size = self.get(field);
        if size == 0 {
            self.note(Kind::BadDimension, format!("{field} is 0; right: 1 or more"));
        }
        size
    }

    /// A code below so many; others are reserved (XDSA-D90).
    pub fn code(&mut self, field: &str, codes: u64) -> u64 {
        let code = self.get(field);
        if code >= codes {
            let message =
                format!("{field} is {code}, which is reserved; right: 0 to {}", codes - 1);
            self.note(Kind::ReservedCode, message);
        }
        code
    }

    /// A region from the address in a field on.
    #[must_use]
    pub fn dense(&self, field: &'static str, unit: Unit, count: u64) -> Region {
        Region::dense(field, self.get(field), unit, count)
    }

    /// What was noted.
    ///
    /// # Errors
    /// The first of it.
    pub fn done(&mut self) -> Result<(), Error> {
        self.problem.take().map_or(Ok(()), Err)
    }

    /// What every table must keep: gaps and fields without a meaning are 0, units have codes (XDSA-D04, D15, D93).
    pub(super) fn check(&mut self, operation: Operation) -> Result<(), Error> {
        self.check_gaps()?;
        if !self.lenient {
            for field in without_meaning(operation) {
                if self.get(field) != 0 {
                    let message =
                        format!("{field} has no meaning for {}; right: 0", operation.name());
                    self.note(Kind::ReservedBits, message);
                }
            }
            if operation == Operation::Thres && self.unit("src").is_float() && self.get("tsgn") != 0
            {
                self.note(
                    Kind::ReservedBits,
                    "tsgn has no meaning for a floating-point src; right: 0",
                );
            }
            if operation.row().group == Group::Recurrent && self.get("flag16") > 1 {
                self.note(Kind::ReservedBits, "bit 17 of OP Mode is set; right: flag16 0 or 1");
            }
            self.done()?;
        }
        for (field, value) in self.table.fields() {
            // What has no meaning is reserved, and lenient readers ignore it.
            let meant = !without_meaning(operation).contains(&field.name);
            if meant && field.is_unit() && Unit::of_code(value).is_none() {
                let message = format!("{} is {value}, which no unit has", field.name);
                self.note(Kind::ReservedCode, message);
            }
        }
        Ok(())
    }

    /// Gaps are 0.
    pub(in crate::xdsa) fn check_gaps(&mut self) -> Result<(), Error> {
        if !self.lenient && self.table.has_reserved() {
            let message = "reserved bits of the operand table are set";
            return Err(Error::new(Kind::ReservedBits, message));
        }
        Ok(())
    }

    /// An operation that is not executed.
    pub(super) fn unknown(&self, operation: Operation) -> Error {
        let (section, code) = (operation.section(), operation.row().code);
        let name = operation.name();
        Error::new(Kind::UserDefined, format!("{section} {code:04X} {name}: the user's own"))
    }
}

/// Fields that the layout has and the operation has no meaning for (XDSA-D15, D93).
#[must_use]
pub(super) fn without_meaning(operation: Operation) -> &'static [&'static str] {
    use Operation as O;
    let row = operation.row();
    match (operation.layout().name, row.group, operation) {
        ("L-UN", _, O::Thres) => &["rnd"],
        ("L-UN", Group::Conversion | Group::Index, _) => &["sat", "rnd", "dir", "tsgn", "imm16"],
        ("L-UN", _, _) if operation.is_default() => &["sat", "rnd", "dir", "tsgn", "imm16"],
        ("L-UN" | "L-CLIP", _, _) => &["rnd", "dir", "tsgn", "imm16"],
        ("L-BIN", _, O::Asr) => &[],
        ("L-BIN", _, _) if operation.is_default() => &["sat", "rnd"],
        ("L-BIN", _, _) => &["rnd"],
        (_, Group::Recurrent, _) => &["unit2", "flag18", "flag20"],
        (_, Group::Loss, _) => &["flag18", "flag20"],
        (_, Group::Accuracy, _) => &["flag16", "flag18", "flag20"],
        (_, Group::Norm, O::LrnNorm | O::LpNorm | O::L2Norm) => &["unit2", "flag18", "flag20"],
        (_, _, O::GridSample) => &["unit2"],
        (_, _, O::AffineGrid) => &["unit2", "flag16", "flag18"],
        (name, _, _) if name.starts_with("UD-") && name != "UD-BR" => {
            &["unit2", "flag16", "flag18", "flag20"]
        }
        _ => &[],
    }
}
