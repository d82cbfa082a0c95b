//! An addition as a picture shows it: the bits of each input, of the sum and of the result.

use super::Work;
use super::operand::Operand;
use crate::explain::exact::Dyadic;
use crate::explain::picture::{Bits, Drawn, Row};
use softfloat::Format;

/// Records an addition: inputs with their names and what is left of them; reference and last place, where there is an
/// alignment; the sum; the format and code of the result, where it is rounded.
pub(crate) fn draw<'x>(
    work: &mut Work<'_>,
    name: &str,
    inputs: impl Iterator<Item = (&'x str, &'x Dyadic, &'x Dyadic)>,
    places: Option<[i64; 2]>,
    sum: &Dyadic,
    result: Option<(&Format, u64)>,
) {
    let row = |name: &str, exact: &Dyadic, kept: &Dyadic| Row {
        name: name.to_owned(),
        exact: Bits::of(exact),
        kept: Bits::of(kept),
    };
    let result = result.map(|(format, code)| Operand::of("", format, code));
    let finite = result.as_ref().filter(|own| own.is_finite());
    let [reference, place] = places.map_or([None; 2], |places| places.map(Some));
    work.steps.draw(Drawn {
        name: name.to_owned(),
        rows: inputs.map(|(name, exact, kept)| row(name, exact, kept)).collect(),
        reference,
        place,
        sum: row("sum", sum, finite.map_or(sum, |own| &own.value)),
        result: result.as_ref().map(Operand::words),
        rounded: finite.and_then(|own| Bits::of(&own.value)),
    });
}
