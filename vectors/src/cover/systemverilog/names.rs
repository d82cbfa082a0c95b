//! Words of reports as names of SystemVerilog.

/// An operation's id: `pod.pfpfma+-.4s` is `pod_pfpfma_plus_minus_4s`.
pub(super) fn identifier(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        let word = match c {
            '+' => "_plus_",
            '-' => "_minus_",
            '~' => "_mantissa",
            '<' => "_less_",
            '>' => "_more_",
            '=' => "_is_",
            '/' => "_of_",
            c if c.is_ascii_alphanumeric() => {
                name.push(c);
                continue;
            }
            _ => "_",
        };
        name.push_str(word);
    }
    let parts: Vec<&str> = name.split('_').filter(|part| !part.is_empty()).collect();
    let name = parts.join("_");
    match name.chars().next() {
        Some(c) if c.is_ascii_alphabetic() => name,
        _ => format!("g_{name}"),
    }
}

/// A name that none of those before has.
pub(super) fn unlike(name: String, taken: &mut Vec<String>) -> String {
    let other = |n: usize| if n == 1 { name.clone() } else { format!("{name}_{n}") };
    let own = (1..).map(other).find(|name| !taken.contains(name)).unwrap_or_default();
    taken.push(own.clone());
    own
}
