//! What of a source is built besides tests: what is not has no mutants, since none of them could be awake.

use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Item, Lit, Meta, Token};

/// Whether what has these attributes is built, on Linux and x86-64 with default features.
pub(super) fn is_built(attributes: &[Attribute]) -> bool {
    attributes.iter().all(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            syn::parse2(list.tokens.clone()).map_or(true, |own| holds(&own))
        }
        other => !other.path().is_ident("test"),
    })
}

fn holds(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path.is_ident("unix") || path.is_ident("debug_assertions"),
        Meta::NameValue(pair) => {
            let Expr::Lit(own) = &pair.value else { return true };
            let Lit::Str(value) = &own.lit else { return true };
            let value = value.value();
            match pair.path.get_ident().map(ToString::to_string).as_deref() {
                Some("feature") => value == "std",
                Some("target_arch") => value == "x86_64",
                Some("target_os") => value == "linux",
                _ => true,
            }
        }
        Meta::List(list) => {
            let parts = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(list.tokens.clone());
            let parts: Vec<bool> = parts.iter().flatten().map(holds).collect();
            match list.path.get_ident().map(ToString::to_string).as_deref() {
                Some("not") => !parts.iter().all(|own| *own),
                Some("any") => parts.contains(&true),
                _ => parts.iter().all(|own| *own),
            }
        }
    }
}

/// The modules with files of their own that a source declares, and that are not built.
///
/// # Errors
/// Where the source is no Rust.
pub(crate) fn left_out(source: &str) -> Result<Vec<String>, String> {
    let file = syn::parse_file(source).map_err(|e| e.to_string())?;
    let modules = file.items.iter().filter_map(|item| match item {
        Item::Mod(own) if own.content.is_none() && !is_built(&own.attrs) => {
            Some(own.ident.to_string())
        }
        _ => None,
    });
    Ok(modules.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions() {
        let cases = [
            ("#[cfg(test)]", false),
            ("#[cfg(not(test))]", true),
            ("#[test]", false),
            ("#[cfg(any(test, feature = \"other\"))]", false),
            ("#[cfg(all(target_arch = \"x86_64\", feature = \"std\"))]", true),
            ("#[cfg(not(feature = \"std\"))]", false),
            ("#[cfg(unix)]", true),
            ("#[must_use]", true),
        ];
        for (text, right) in cases {
            let item: syn::ItemFn = syn::parse_str(&format!("{text} fn f() {{}}")).unwrap();
            assert_eq!(is_built(&item.attrs), right, "{text}");
        }
    }

    #[test]
    fn files_of_tests_are_known() {
        let source = "mod a;\n#[cfg(test)]\nmod b;\n#[cfg(test)]\nmod c { mod d; }\n";
        assert_eq!(left_out(source).unwrap(), ["b"]);
    }
}
