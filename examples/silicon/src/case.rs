//! Lines of the protocol of `assay diff`.

use vectors::registry::Plan;

/// The operands of a line.
///
/// # Errors
/// Words that name the line, what was found and what would be right.
pub fn read(plan: &Plan, number: usize, line: &str) -> Result<Vec<u64>, String> {
    let (words, count) = (line.split_ascii_whitespace(), plan.operands.len());
    let words: Vec<&str> = words.collect();
    let fault = |what: String| Err(format!("standard input:{number}: {what}"));
    if words.len() != count {
        let names = plan.op.operands.join(" ");
        return fault(format!("{} operands, right are {count}: {names}", words.len()));
    }
    let mut case = Vec::new();
    for ((word, shape), name) in words.iter().zip(&plan.operands).zip(plan.op.operands) {
        let codes: Vec<&str> = word.split('_').collect();
        if codes.len() != shape.len {
            let (found, right) = (codes.len(), shape.len);
            return fault(format!("{name} has {found} elements, right are {right}, joined by `_`"));
        }
        let width = shape.format.width;
        for code in codes {
            let digits = width.div_ceil(4) as usize;
            let hex = code.len() == digits && code.bytes().all(|byte| byte.is_ascii_hexdigit());
            match u64::from_str_radix(code, 16) {
                Ok(bits) if hex && bits <= u64::MAX >> (64 - width) => case.push(bits),
                _ => {
                    let right = format!("right are {digits} hex digits, {width} bits");
                    return fault(format!("{name}: `{code}`: {right}"));
                }
            }
        }
    }
    Ok(case)
}

/// The line of a result.
#[must_use]
pub fn write(plan: &Plan, result: u64) -> String {
    let digits = plan.results[0].format.width.div_ceil(4) as usize;
    format!("{result:0digits$x}\n")
}
