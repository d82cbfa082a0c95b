//! What a function may return at once, by its type.

use syn::{GenericArgument, PathArguments, ReturnType, Type};

/// Values of a function's type that are quickly written.
pub(super) fn of(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec![String::new()],
        ReturnType::Type(_, own) => of_type(own),
    }
}

fn texts(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

fn of_type(own: &Type) -> Vec<String> {
    match own {
        Type::Tuple(tuple) if tuple.elems.is_empty() => vec![String::new()],
        Type::Tuple(tuple) => {
            let parts: Vec<Vec<String>> = tuple.elems.iter().map(of_type).collect();
            let firsts: Option<Vec<&str>> =
                parts.iter().map(|values| Some(values.first()?.as_str())).collect();
            firsts.map(|firsts| format!("({},)", firsts.join(", "))).into_iter().collect()
        }
        Type::Path(path) => path.path.segments.last().map(of_name).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn of_name(segment: &syn::PathSegment) -> Vec<String> {
    let inner = || match &segment.arguments {
        PathArguments::AngleBracketed(all) => match all.args.first() {
            Some(GenericArgument::Type(own)) => of_type(own),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let wrapped = |name: &str| {
        inner()
            .into_iter()
            .map(|value| match value.as_str() {
                "" => format!("{name}(())"),
                value => format!("{name}({value})"),
            })
            .collect::<Vec<_>>()
    };
    match segment.ident.to_string().as_str() {
        "bool" => texts(&["true", "false"]),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => texts(&["0", "1"]),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => texts(&["0", "1", "-1"]),
        "f32" | "f64" => texts(&["0.0", "1.0"]),
        "String" => texts(&["String::new()"]),
        "Vec" => texts(&["Vec::new()"]),
        "Option" => [texts(&["None"]), wrapped("Some")].concat(),
        "Result" => wrapped("Ok"),
        _ => Vec::new(),
    }
}
