//! A result against the right one.

use crate::evaluate::{case, results};
use crate::operation::Op;
use crate::pointer;
use crate::status::{Failure, Status, call};
use std::ffi::c_char;
use vectors::check::{self, Settings, check, is_wrong};
use vectors::explain::value;
use vectors::file::Format;
use vectors::registry::{FlagKind, Plan, undecided};
use vectors::testfloat::Tolerance;

/// Which other results count as right: 0 or 1 in each. All zeros: none.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Where the bits hang on an open decision: 0 insist, a difference like any other; 1 skip, no difference.
    pub unspecified: u32,
    /// Whether any quiet NaN is right where a NaN is.
    pub any_nan: u32,
    /// Whether any of the integers that machines give is right where a conversion to integers is invalid.
    pub any_integer: u32,
    /// Whether flags are not compared.
    pub no_flags: u32,
}

/// Compares a result with the right one. `ASSAY_STATUS_OK` where it is right, `ASSAY_STATUS_DIFFERS` where it is not: then `report`,
/// if it is not NULL, has what `assay check` says of it, else NULL. `flags` is a byte, or NULL where the design has none; `policy` may
/// be NULL.
///
/// # Safety
/// As `assay_evaluate`; `policy` is NULL or a policy, `report` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assay_compare(
    op: *const Op,
    x: *const u64,
    words: usize,
    out: *const u64,
    out_words: usize,
    flags: *const u8,
    policy: *const Policy,
    report: *mut *mut c_char,
    error: *mut *mut c_char,
) -> Status {
    // SAFETY: by the contract.
    unsafe {
        call(error, || {
            if !report.is_null() {
                *pointer::own(report, "report")? = std::ptr::null_mut();
            }
            let op = pointer::shared(op, "op")?;
            let x = case(&op.plan, pointer::values(x, words, "x")?)?;
            let out = pointer::values(out, out_words, "out")?;
            results(op, out.len(), 1)?;
            codes(&op.plan, out)?;
            let policy =
                if policy.is_null() { None } else { Some(pointer::shared(policy, "policy")?) };
            let settings = settings(&op.plan, policy)?;
            match difference(
                &op.plan,
                x,
                out,
                flags.as_ref().copied(),
                settings,
                !report.is_null(),
            )? {
                None => Ok(Status::Ok),
                Some(text) => {
                    if !report.is_null() {
                        pointer::tell(pointer::own(report, "report")?, &text);
                    }
                    Ok(Status::Differs)
                }
            }
        })
    }
}

/// Whether the words are codes of the results' formats.
fn codes(plan: &Plan, out: &[u64]) -> Result<(), Failure> {
    for (i, (shape, own)) in vectors::registry::split(&plan.results, out).enumerate() {
        shape.check(i, own).map_err(|misfit| {
            Failure::new(Status::Shape, misfit.to_string().replace("operand", "result"))
        })?;
    }
    Ok(())
}

fn settings(plan: &Plan, policy: Option<&Policy>) -> Result<Settings, Failure> {
    let plain = Settings { op: Some(plan.op), threads: 1, noun: "case", ..Settings::default() };
    let Some(policy) = policy else { return Ok(plain) };
    let on = |value: u32, name: &str| match value {
        0 | 1 => Ok(value == 1),
        _ => Err(Failure::name(format!("`{name}` of the policy is {value}\n  right: 0 or 1"))),
    };
    let skips = on(policy.unspecified, "unspecified")?;
    Ok(Settings {
        unspecified: if skips { check::Policy::Skip } else { check::Policy::Insist },
        tolerance: Tolerance {
            nans: on(policy.any_nan, "any_nan")?.into(),
            integers: on(policy.any_integer, "any_integer")?,
        },
        flags: !on(policy.no_flags, "no_flags")?,
        ..plain
    })
}

/// What the checker of files says of the case, unless it is right; nothing, where nobody asks for it.
fn difference(
    plan: &Plan,
    x: &[u64],
    out: &[u64],
    flags: Option<u8>,
    settings: Settings,
    is_told: bool,
) -> Result<Option<String>, Failure> {
    let right = plan.run(x);
    undecided(plan, x, right.ran()).map_err(|why| Failure::new(Status::Undecided, why))?;
    let flags = flags.filter(|_| plan.op.flags != FlagKind::None);
    let bits = if plan.op.flags == FlagKind::Mask { 1 } else { 5 };
    if let Some(flags) = flags.filter(|flags| flags >> bits != 0) {
        return Err(Failure::new(
            Status::Shape,
            format!("`flags` is {flags:#x}\n  right: {bits} bits"),
        ));
    }
    let same = |flags: u8| !settings.flags || Some(flags) == right.flag;
    if right.out() == out && flags.is_none_or(same) {
        return Ok(None);
    }
    if !is_told {
        return Ok(is_wrong(&settings, plan, x, out, flags).then(String::new));
    }
    let line = line(plan, x, out, flags);
    let report =
        check(line.as_bytes(), Format::Jsonl, vectors::operations(), &settings, &mut |_| {})
            .map_err(|why| {
                Failure::new(Status::Fault, format!("an error of this library: {why}"))
            })?;
    Ok((report.counts.mismatched > 0).then(|| report.details().to_string().trim().to_owned()))
}

/// The case as a file of one line.
fn line(plan: &Plan, x: &[u64], out: &[u64], flags: Option<u8>) -> String {
    let mut text = format!("{{\"op\":\"{}\",\"opts\":\"{}\"", plan.op.id, plan.options);
    for (i, operand) in plan.texts(x).iter().enumerate() {
        text += &format!(",\"in{i}\":{}", json(operand));
    }
    let results: Vec<String> = value::results(plan, out).split(';').map(json).collect();
    text += &match &results[..] {
        [one] => format!(",\"out\":{one}"),
        all => format!(",\"out\":[{}]", all.join(",")),
    };
    let flags = flags.map_or_else(String::new, |flags| plan.op.flags.text(flags));
    text + &format!(",\"flags\":\"{}\"}}\n", flags.split(' ').next().unwrap_or_default())
}

/// Elements, which `_` joins, as JSON.
fn json(elements: &str) -> String {
    match elements.contains('_') {
        true => format!("[\"{}\"]", elements.replace('_', "\",\"")),
        false => format!("\"{elements}\""),
    }
}
