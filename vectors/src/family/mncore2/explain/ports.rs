//! What the ports make of the operands: conversion, then negation (s. 3.6.9.22 to 3.6.9.24,
//! 3.6.12.19).

use super::number::{extended, name, shortened_in, sign};
use crate::explain::steps::{Steps, each, element_name};
use crate::explain::value;
use crate::registry::Plan;
use softfloat::format::{MnDouble, MnHalf, MnSingle};
use softfloat::{Format, StaticFormat};

/// The step "input ports", and the operands as the unit sees them.
pub(crate) fn through(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Vec<u64> {
    let Some(ports) = &plan.ports else { return x.to_vec() };
    steps.begin("input ports: convert, then negate (s. 3.6.9.22 to 3.6.9.24, 3.6.12.19)");
    let mut seen = Vec::new();
    for (n, (name, shape, own)) in each(plan, &plan.operands, x).enumerate() {
        let on = |set: u8| set >> n & 1 == 1;
        let inside = &plan.ported[n].format;
        for (i, &code) in own.iter().enumerate() {
            let label = element_name(name, shape, i);
            let mut code = code;
            if on(ports.widened | ports.narrowed) {
                code = converted(steps, &label, &shape.format, inside, code);
            }
            if on(ports.negated) {
                code = negated(steps, &label, inside, code);
            }
            seen.push(code);
        }
    }
    seen
}

fn converted(steps: &mut Steps, label: &str, from: &Format, to: &Format, code: u64) -> u64 {
    let (verb, result, why) = if from.width > to.width {
        let (result, why) = shortened_in(&MnSingle::FORMAT, &MnHalf::FORMAT, code);
        ("shortened", result, why)
    } else {
        let to = if to.width == 64 { MnDouble::FORMAT } else { MnSingle::FORMAT };
        let (result, why) = extended(from, &to, code);
        ("extended", result, vec![why])
    };
    let (a, b) = (value::hex(from, code), value::hex(to, result));
    steps.item(label, format!("{verb} to {}: {a} -> {b}", name(to)));
    why.into_iter().for_each(|line| steps.item("", line));
    result
}

fn negated(steps: &mut Steps, label: &str, format: &Format, code: u64) -> u64 {
    let result = code ^ 1 << (format.width - 1);
    let (a, b) = (value::hex(format, code), value::hex(format, result));
    let top = |c: u64| sign(c >> (format.width - 1) & 1 == 1);
    steps.item(label, format!("negated: {a} -> {b}   sign {} -> {}", top(code), top(result)));
    result
}
