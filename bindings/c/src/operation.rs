//! Operations under a choice of options, and what their operands and results look like.

use crate::pointer::{self, handle};
use crate::status::{Failure, Status, call};
use std::ffi::{CString, c_char};
use vectors::registry::{FlagKind, Plan, Shape as Form};
use vectors::silicon::format_name;

/// An operation under a choice of options. Threads may share it.
pub struct Op {
    pub(crate) plan: Plan,
    /// The same under the rounding of each number of RISC-V's `frm`, where it has one.
    pub(crate) frm: [Option<Plan>; 5],
    operands: Vec<Named>,
    results: Vec<Named>,
}

/// The roundings of RISC-V's `frm`, by number, as options name them.
const FRM: [&[&str]; 5] = [&["rne"], &["rtz"], &["rdn"], &["rup"], &["rmm", "rna"]];

struct Named {
    name: CString,
    format: CString,
    form: Form,
}

/// What an operand or a result is made of.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its name. Lives as long as the operation is open.
    pub name: *const c_char,
    /// The format of its elements. Lives as long.
    pub format: *const c_char,
    /// Bits of an element.
    pub bits: u32,
    /// Words of 64 bits of an element, the lowest first.
    pub words_per_element: u32,
    /// Elements.
    pub elements: usize,
    /// Words of all elements.
    pub words: usize,
}

/// Opens an operation by its id (`ieee.f32.fma`; `assay ops` lists them) or an instruction (`fcvt.wu.d`, with the options that it has) and
/// options (`rm=rup tininess=before`, joined by blanks; `?nan=riscv` where the operation may lack it; NULL for none).
///
/// # Safety
/// Texts end with a zero; `op` and `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_op_open(
    id: *const c_char,
    options: *const c_char,
    op: *mut *mut Op,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            let place = pointer::own(op, "op")?;
            *place = std::ptr::null_mut();
            let (id, options) = (pointer::read(id, "id")?, pointer::perhaps(options, "options")?);
            handle(place, Op::open(id, options)?);
            Ok(Status::Ok)
        })
    }
}

impl Op {
    fn open(id: &str, options: &str) -> Result<Self, Failure> {
        let called = vectors::operations().called(id).map_err(Failure::name)?;
        let op = called.op;
        let words = || called.options().iter().copied().chain(options.split_ascii_whitespace());
        let plan = op.plan(&op.parse_options(words()).map_err(Failure::name)?);
        let under = |name: &&str| {
            let rounding = format!("rm={name}");
            let others = words().filter(|word| !word.starts_with("rm="));
            op.parse_options(others.chain([&*rounding])).ok().map(|options| op.plan(&options))
        };
        let frm = FRM.map(|names| names.iter().find_map(under));
        let named = |name: &str, form: &Form| Named {
            name: CString::new(name).unwrap_or_default(),
            format: CString::new(format_name(&form.format)).unwrap_or_default(),
            form: *form,
        };
        let operands = op.operands.iter().zip(&plan.operands);
        let operands = operands.map(|(name, form)| named(name, form)).collect();
        let result = |(i, form)| match plan.results.len() {
            1 => named("out", form),
            _ => named(&format!("out{i}"), form),
        };
        let results = plan.results.iter().enumerate().map(result).collect();
        Ok(Self { frm, operands, results, plan })
    }

    pub(crate) fn operand_words(&self) -> usize {
        self.operands.iter().map(|named| named.form.words()).sum()
    }

    pub(crate) fn result_words(&self) -> usize {
        self.results.iter().map(|named| named.form.words()).sum()
    }

    /// The plan under a number of RISC-V's `frm`.
    pub(crate) fn rounding(&self, frm: u32) -> Result<&Plan, Failure> {
        let id = &self.plan.op.id;
        let plan = usize::try_from(frm).ok().and_then(|frm| self.frm.get(frm)).ok_or_else(|| {
            Failure::name(format!("frm {frm} is no rounding\n  right: 0 (rne), 1 (rtz), 2 (rdn), 3 (rup) or 4 (rmm)"))
        })?;
        plan.as_ref().ok_or_else(|| {
            Failure::name(format!(
                "{id} takes no rounding {}\n  right: a call without frm",
                FRM[frm as usize][0]
            ))
        })
    }
}

/// Closes an operation. NULL is nothing.
///
/// # Safety
/// It is open, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_op_close(op: *mut Op) {
    // SAFETY: by the contract.
    unsafe { pointer::close(op) }
}

/// How many operands it has; 0 of NULL.
///
/// # Safety
/// `op` is NULL or open. So is it below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_op_operands(op: *const Op) -> usize {
    // SAFETY: by the contract.
    unsafe { op.as_ref() }.map_or(0, |op| op.operands.len())
}

/// How many results it has.
///
/// # Safety
/// As `assay_op_operands`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_op_results(op: *const Op) -> usize {
    // SAFETY: by the contract.
    unsafe { op.as_ref() }.map_or(0, |op| op.results.len())
}

/// Words of 64 bits that the operands of a case take, one after the other.
///
/// # Safety
/// As `assay_op_operands`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_op_operand_words(op: *const Op) -> usize {
    // SAFETY: by the contract.
    unsafe { op.as_ref() }.map_or(0, Op::operand_words)
}

/// Words of 64 bits that its results take.
///
/// # Safety
/// As `assay_op_operands`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_op_result_words(op: *const Op) -> usize {
    // SAFETY: by the contract.
    unsafe { op.as_ref() }.map_or(0, Op::result_words)
}

/// The flags that it has: 0 none, 1 MN-Core 2's mask flag, 5 the exceptions of IEEE 754 (bit 0 inexact, 1 underflow, 2 overflow,
/// 3 divide by zero, 4 invalid: TestFloat's and RISC-V's order).
///
/// # Safety
/// As `assay_op_operands`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_op_flags(op: *const Op) -> u32 {
    // SAFETY: by the contract.
    unsafe { op.as_ref() }.map_or(0, |op| match op.plan.op.flags {
        FlagKind::None => 0,
        FlagKind::Mask => 1,
        FlagKind::Exceptions => 5,
    })
}

/// What operand `index` (from 0) is made of.
///
/// # Safety
/// `op` is open; `shape` and `error` may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_op_operand(
    op: *const Op,
    index: usize,
    shape: *mut Shape,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe { call(error, || told(&pointer::shared(op, "op")?.operands, index, shape, "operand")) }
}

/// What result `index` (from 0) is made of.
///
/// # Safety
/// As `assay_op_operand`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_op_result(
    op: *const Op,
    index: usize,
    shape: *mut Shape,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe { call(error, || told(&pointer::shared(op, "op")?.results, index, shape, "result")) }
}

/// # Safety
/// `shape` may be written to.
unsafe fn told(
    all: &[Named],
    index: usize,
    shape: *mut Shape,
    what: &str,
) -> Result<Status, Failure> {
    let named = all.get(index).ok_or_else(|| {
        let last = all.len().saturating_sub(1);
        Failure::new(Status::Shape, format!("there is no {what} {index}\n  right: 0 to {last}"))
    })?;
    let Named { name, format, form } = named;
    // SAFETY: by the contract.
    *unsafe { pointer::own(shape, "shape")? } = Shape {
        name: name.as_ptr(),
        format: format.as_ptr(),
        bits: form.format.width,
        words_per_element: form.words_per_element() as u32,
        elements: form.len,
        words: form.words(),
    };
    Ok(Status::Ok)
}
