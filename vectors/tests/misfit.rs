//! Operands that are none: too few, too many, too wide.

use softfloat::Misfit;
use vectors::registry::{Options, Plan};

/// Every operation under its plainest options, and operands that are all zeros.
fn plans() -> impl Iterator<Item = (Plan, Vec<u64>)> {
    vectors::operations().all().map(|op| {
        let plan = op.plan(&Options::NONE);
        let x = vec![0; plan.elements()];
        (plan, x)
    })
}

#[test]
fn what_fits_is_as_without_asking() {
    for (plan, x) in plans() {
        assert_eq!(plan.try_run(&x), Ok(plan.run(&x)), "{}", plan.op.id);
    }
}

#[test]
fn every_operation_refuses_too_few_and_too_many_elements() {
    for (plan, mut x) in plans() {
        let (id, last) = (&plan.op.id, plan.operands.len() - 1);
        let right = plan.operands[last].words();
        let misfit = |found| Err(Misfit::Elements { operand: last, found, right });
        assert_eq!(plan.try_run(&x[1..]), misfit(right - 1), "{id}");
        x.push(0);
        assert_eq!(plan.try_run(&x), misfit(right + 1), "{id}");
        let right = plan.operands[0].words();
        let none = Err(Misfit::Elements { operand: 0, found: 0, right });
        assert_eq!(plan.try_run(&[]), none, "{id}");
    }
}

#[test]
fn every_operation_refuses_codes_that_are_too_wide() {
    for (plan, mut x) in plans() {
        let mut at = 0;
        for (operand, shape) in plan.operands.iter().enumerate() {
            let (width, format) = (shape.format.width, shape.format.name);
            let element = shape.len - 1;
            at += shape.words();
            // In the highest word.
            let above = 64 * (shape.words_per_element() as u32 - 1);
            let Some(code) = 1u64.checked_shl(width - above) else { continue };
            x[at - 1] = code;
            let misfit = Misfit::Code { operand, element, code, width, format };
            assert_eq!(plan.try_run(&x), Err(misfit), "{}", plan.op.id);
            x[at - 1] = 0;
        }
    }
}

/// A message of a case with a wrong number of elements is one, too.
#[test]
fn a_case_of_too_few_elements_can_be_told() {
    let plan = vectors::operations().find("ieee.f16.fma").unwrap().plan(&Options::NONE);
    assert_eq!(plan.case(&[0x3c00, 0x4000]).trim_end(), "ieee.f16.fma 3c00 4000");
}
