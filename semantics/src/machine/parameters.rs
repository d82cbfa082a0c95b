//! Parameters of a model, a row each: `set` of case files, `--set`, and what programs say.

use crate::source::Refusal;
use crate::source::near::near;

/// A parameter: its name, and how it is set to what stands behind that.
pub(crate) type Parameter<S> = (&'static str, fn(&mut S, Asked<'_>) -> Result<(), Refusal>);

/// A name and the value that is asked for.
pub(crate) type Asked<'a> = (&'a str, &'a str);

/// The parameter of this name. `lacks` is what the refusal of another begins with.
pub(crate) fn known<'a, S>(
    rows: &'a [Parameter<S>],
    name: &str,
    lacks: &str,
) -> Result<&'a Parameter<S>, Refusal> {
    rows.iter().find(|(known, _)| *known == name).ok_or_else(|| {
        let names = || rows.iter().map(|(known, _)| *known);
        let right = near(name, names()).unwrap_or_else(|| names().collect::<Vec<_>>().join(", "));
        Refusal::new(format!("{lacks} no parameter `{name}`")).help(right)
    })
}

/// Settings with these parameters.
pub(crate) fn settings<S: Default>(
    rows: &[Parameter<S>],
    parameters: &[Asked<'_>],
    lacks: &str,
) -> Result<S, Refusal> {
    parameters.iter().try_fold(S::default(), |mut settings, asked| {
        let (_, set) = known(rows, asked.0, lacks)?;
        set(&mut settings, *asked).map(|()| settings)
    })
}
