//! Datapaths of one's own: sums of many terms that no preset describes, by their fields.
//!
//! The fields stand in an id, which says all of it, so that a file of its cases needs nothing beside it:
//!
//! ```text
//! sum.own:x=f16:y=f16:result=f32:terms=8:order=chunks.4:alignment=leading.24:cut=rtz
//! ```
//!
//! What it leaves out is as in the simplest sum: exact products, additions one after the other
//! from the addend on, each rounded. The rounding direction, tininess, NaN, FTZ and DAZ are options of the operation.
//! Or they stand in a file, a table of the same names and values in TOML or JSON:
//!
//! ```
//! use vectors::datapath::{Notation, id, read};
//! let own = read("x = \"f16\"\ny = \"f16\"\nresult = \"f32\"\norder = \"chunks.4\"\n", Notation::Toml).unwrap();
//! assert_eq!(id(&own), "sum.own:x=f16:y=f16:order=chunks.4");
//! assert!(vectors::operations().find(&id(&own)).is_ok());
//! ```

mod field;
mod file;
mod forms;
mod model;
mod table;
mod words;

pub use field::FieldError;
pub use file::{FileError, Notation, read};
pub use model::Own;

/// What ids begin with.
const BEGIN: &str = "sum.own:";

/// The datapath that an id spells, or what is wrong with it; nothing where it spells none.
pub(crate) fn spelt(id: &str) -> Option<Result<Own, FieldError>> {
    let fields = id.strip_prefix(BEGIN)?;
    let pairs: Result<Vec<(&str, &str)>, FieldError> = fields
        .split(':')
        .map(|pair| pair.split_once('=').ok_or_else(|| FieldError::form(pair)))
        .collect();
    Some(pairs.and_then(|pairs| Own::read(&pairs)))
}

/// The id of a datapath, as short as it can be.
#[must_use]
pub fn id(own: &Own) -> String {
    let fields: Vec<String> =
        own.pairs().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{BEGIN}{}", fields.join(":"))
}

#[cfg(test)]
mod tests {
    use super::{id, spelt as read};
    use crate::draw::rng::Rng;
    use crate::registry::Options;
    use softfloat::sum::Preset;

    /// Every preset is a base, and what its fields say is the same datapath, rules of rounding aside.
    #[test]
    fn presets_are_spelt_and_read_again() {
        for preset in Preset::all() {
            let base = format!("sum.own:base={}.{}", preset.name, preset.types);
            let own = read(&base).unwrap().unwrap_or_else(|e| panic!("{base}: {e}"));
            let spelt = id(&own);
            assert_eq!(read(&spelt).unwrap().unwrap(), own, "{spelt}");
            let env = own.env(preset.datapath.result.env);
            assert_eq!(own.under(env).term, preset.datapath.under(env).term, "{spelt}");
            assert_eq!(own.datapath.order, preset.datapath.order, "{spelt}");
            assert_eq!(own.datapath.alignment, preset.datapath.alignment, "{spelt}");
            assert_eq!(own.datapath.addend, preset.datapath.addend, "{spelt}");
        }
    }

    /// Values of fields, sensible and extreme ones.
    const VALUES: &[(&str, &[&str])] = &[
        ("terms", &["1", "3", "8", "33"]),
        ("x", &["f16", "e4m3fn", "i8", "tf32", "e2m61", "shared.4.mncore2_bf_half"]),
        ("y", &["f16", "e5m2", "f64", "u64", "shared.3.mncore2_bf_double"]),
        ("product", &["exact", "f16", "bf16.rtz", "bits.1.rdn", "bits.4294967295.rne"]),
        ("result", &["f16", "f32", "f64", "i32", "mncore2_half"]),
        ("partial", &["f16.rto", "f64", "e15m3"]),
        ("z", &["f32", "i64"]),
        ("addend", &["none", "last", "after"]),
        ("order", &["all", "chunks.3", "tree.2", "tree.16", "groups.2", "strided.3"]),
        ("join", &["after"]),
        ("normalise", &["addition", "end"]),
        ("alignment", &["fixed.-32768", "fixed.32768", "leading.0", "field.4294967295"]),
        ("cut", &["rdn", "sticky", "stickyfloor", "rto"]),
        ("over", &["terms"]),
        ("reports_cut", &["0"]),
        ("width", &["wrap.1", "clamp.40", "wrap.4294967295"]),
        ("zero", &["plus"]),
        ("opposite", &["invalid_beside_nan", "plus", "minus", "zero"]),
        ("times_zero", &["zero", "infinite"]),
        ("overflow", &["infinity", "saturate", "saturate_finite", "nan"]),
        ("underflow", &["flush", "flush_positive"]),
        ("integer", &["arm", "x86", "wrap"]),
    ];

    /// Some fields with some values.
    fn any_fields(rng: &mut Rng) -> String {
        let mut fields = vec!["x=f16".to_owned()];
        for (name, values) in VALUES {
            if !rng.one_in(4) {
                continue;
            }
            let value = values[rng.below(values.len() as u64) as usize];
            fields.retain(|field| !field.starts_with(&format!("{name}=")));
            fields.push(format!("{name}={value}"));
        }
        format!("sum.own:{}", fields.join(":"))
    }

    /// Whatever the fields say: what is read is written and read again, and no case makes it panic.
    #[test]
    fn any_fields_are_a_datapath_or_an_error() {
        let mut rng = Rng::new(17, 0);
        let mut whole = 0;
        for _ in 0..4000 {
            let text = any_fields(&mut rng);
            let Ok(own) = read(&text).unwrap() else { continue };
            whole += 1;
            assert_eq!(read(&id(&own)).unwrap().unwrap(), own, "{text}");
            let op = crate::operations().find(&id(&own)).unwrap();
            let plan = op.plan(&Options::NONE);
            let widths = plan.operands.iter().flat_map(|s| vec![s.format.width; s.len]);
            let x: Vec<u64> = widths.map(|width| rng.next() >> (64 - width)).collect();
            let _ = plan.run(&x);
        }
        assert!(whole > 500, "{whole} of 4000");
    }

    #[test]
    fn an_id_says_what_is_not_usual() {
        let text = "sum.own:x=f16:y=f16:result=f32:terms=8:order=chunks.4:alignment=leading.24:cut=rdn:partial=f32.rtz";
        let own = read(text).unwrap().unwrap();
        assert_eq!(
            id(&own),
            "sum.own:x=f16:y=f16:partial=f32.rtz:order=chunks.4:alignment=leading.24:cut=rdn"
        );
    }
}
