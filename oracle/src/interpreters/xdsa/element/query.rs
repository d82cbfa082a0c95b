//! IS_FINITE, HAS_INF, HAS_NAN: one element (section 2.5).

use super::{Plain, truth};
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;

pub(in crate::interpreters::xdsa) fn query(case: &mut Case<'_>) -> Result<(), Kind> {
    let plain = Plain::read(case, &[]);
    case.tensor(plain.sources[0], plain.length.into());
    case.tensor(plain.to, 1);
    case.check()?;
    let values = case.values(plain.sources[0], plain.length);
    let answer = match case.operation {
        Operation::IsFinite => !values.iter().any(Value::is_special),
        Operation::HasInf => values.iter().any(|value| matches!(value, Value::Infinite(_))),
        Operation::HasNan => values.iter().any(Value::is_nan),
        _ => return Err(Kind::UserDefined),
    };
    case.put(plain.to, 0, &truth(answer));
    Ok(())
}
