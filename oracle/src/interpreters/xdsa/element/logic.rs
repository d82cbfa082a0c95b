//! The logic group, byte by byte (XDSA-D16, D17).

use crate::interpreters::xdsa::case::Case;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

pub(in crate::interpreters::xdsa) fn logic(case: &mut Case<'_>) -> Result<(), Kind> {
    let length = case.length("len");
    let tensor = |at| (at, Unit::Uint8);
    let [a, b, to] = ["s0", "s1", "d"].map(|name| tensor(case.address(name)));
    let single = case.operation == Operation::Inv;
    case.tensor(a, length.into());
    if !single {
        case.tensor(b, length.into());
    }
    case.tensor(to, length.into());
    case.check()?;
    for i in 0..length {
        let x = case.read(a.0, a.1, i);
        let y = if single { 0 } else { case.read(b.0, b.1, i) };
        let result = match case.operation {
            Operation::And => x & y,
            Operation::Or => x | y,
            Operation::Xor => x ^ y,
            Operation::Inv => !x,
            Operation::Bclr => x | !y,
            Operation::Bset => x & !y,
            _ => return Err(Kind::UserDefined),
        };
        case.write(to.0, to.1, i, result & 0xff);
    }
    Ok(())
}
