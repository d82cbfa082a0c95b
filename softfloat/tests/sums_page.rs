//! The datapaths as `docs/numbers.md` describes them: written from the presets.

use softfloat::Format;
use softfloat::sum::{
    Addend, Alignment, Count, Cut, Datapath, Exponent, Join, Normalise, Operand, Opposite, Order,
    Over, Preset, ProductRule, Target, Term, TimesZero, ZeroSum,
};
use softfloat::{IntegerRule, NanRule, Overflow, Rounding, Underflow};
use std::fmt::Write;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/numbers.md");
const FROM: &str = "<!-- sums: written from the presets -->\n";
const TO: &str = "<!-- end of sums -->\n";

/// The part of the page between the marks is what the presets say; `BLESS=1` rewrites it.
#[test]
fn the_page_describes_the_presets() {
    let page = std::fs::read_to_string(PAGE).expect("the page on numbers");
    let (head, rest) = page.split_once(FROM).expect("a first mark");
    let (found, tail) = rest.split_once(TO).expect("a last mark");
    let right = sections();
    if std::env::var_os("BLESS").is_some_and(|b| b == "1") {
        std::fs::write(PAGE, format!("{head}{FROM}{right}{TO}{tail}")).expect("a writable page");
        return;
    }
    assert!(found == right, "docs/numbers.md does not describe the presets; BLESS=1 rewrites it");
}

/// A section for the presets of each name.
fn sections() -> String {
    let presets: Vec<&Preset> = Preset::all().collect();
    let mut text = String::new();
    for group in presets.chunk_by(|a, b| a.name == b.name) {
        let first = group[0];
        let _ = write!(text, "\n#### `sum.{}`\n\n", first.name);
        let _ = writeln!(text, "{} ({}).\n", first.summary, first.source);
        let shared: Vec<String> = lines(&first.datapath)
            .into_iter()
            .filter(|line| group.iter().all(|p| lines(&p.datapath).contains(line)))
            .collect();
        shared.iter().for_each(|line| text += &format!("- {line}\n"));
        text += "\n| formats | terms | x | y | addend | between | result | and |\n";
        text += "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
        for p in group {
            let own = lines(&p.datapath).into_iter().filter(|line| !shared.contains(line));
            let own = own.chain(parameters(&p.datapath)).collect::<Vec<_>>().join(" ");
            let terms = match p.terms {
                Count::Fixed(n) => n.to_string(),
                Count::Any(_) => "any".to_owned(),
            };
            let _ =
                writeln!(text, "| `{}` | {terms} | {} | {own} |", p.types, formats(&p.datapath));
        }
    }
    text
}

fn formats(d: &Datapath) -> String {
    let (x, y) = match &d.term {
        Term::Element(f) => (name(f), String::new()),
        Term::Product { a, b, .. } => (operand(a), operand(b)),
    };
    let addend = if d.addend == Addend::None { String::new() } else { name(&d.addend_format) };
    [x, y, addend, name(&d.partial.format), name(&d.result.format)].join(" | ")
}

fn name(f: &Format) -> String {
    f.name.replace("ieee_", "")
}

fn operand(o: &Operand) -> String {
    match o {
        Operand::Scalar(f) => name(f),
        Operand::Shared { element, len } => format!("{}, {len} under one exponent", name(element)),
    }
}

/// The numbers that the lines name by a letter.
fn parameters(d: &Datapath) -> Option<String> {
    let mut found = Vec::new();
    if let Order::Sequential { chunk } = d.order
        && ![1, Order::ALL].contains(&chunk)
    {
        found.push(format!("C = {chunk}"));
    }
    if let Alignment::Largest { bits, .. } = d.alignment {
        found.push(format!("N = {bits}"));
    }
    if let Term::Product { rule: ProductRule::Omitted { bits, correction }, .. } = d.term {
        found.push(format!("L = {bits}, K = {correction:#x}"));
    }
    (!found.is_empty()).then(|| found.join(", "))
}

/// What a datapath does, a statement a line; its formats and numbers aside.
fn lines(d: &Datapath) -> Vec<String> {
    let mut lines = vec![term(&d.term), order(d), addend(d)];
    lines.push(alignment(&d.alignment));
    if d.alignment != Alignment::Exact && !d.reports_cut {
        lines.push("What is cut there signals nothing.".to_owned());
    }
    if let Some(width) = d.width {
        let beyond = if width.saturate { "clamped" } else { "cut off" };
        lines.push(format!("The sum has {} bits; what is beyond is {beyond}.", width.bits));
    }
    lines.push(rules(&d.result));
    if d.partial.env != d.result.env {
        lines.push(format!("Before the last rounding: {}", rules(&d.partial)));
    }
    lines.push(specials(d));
    lines
}

fn term(term: &Term) -> String {
    match term {
        Term::Element(_) => "Terms: the elements of x.".to_owned(),
        Term::Product { rule, .. } => match rule {
            ProductRule::Exact => "Terms: the exact products of x and y.".to_owned(),
            ProductRule::Rounded(to) => format!(
                "Terms: the products of x and y, each rounded to the result's format ({}).",
                rounding(to.env.rounding)
            ),
            ProductRule::Precision { bits, rounding: r } => {
                format!("Terms: the products of x and y to {bits} bits, {}.", rounding(*r))
            }
            ProductRule::Omitted { .. } => {
                "Terms: the products of the significands of x and y without the product of their low \
                 L bits; where that is not 0, K units of the product's last place are added."
                    .to_owned()
            }
        },
    }
}

fn order(d: &Datapath) -> String {
    let join = match (d.addend, d.join) {
        (Addend::None, _) => "",
        (_, Join::Term) => "; what came before is one more term of each",
        (_, Join::After) => "; what came before is added to each in an addition of its own",
    };
    let normalise = match d.normalise {
        Normalise::Addition => "each addition is rounded",
        Normalise::Chunk => "each is rounded",
        Normalise::End => "only the last is rounded",
    };
    match d.order {
        Order::Sequential { chunk: Order::ALL } => "Order: all at once, one rounding.".to_owned(),
        Order::Sequential { chunk: 1 } => {
            format!("Order: one term after the other{join}; {normalise}.")
        }
        Order::Sequential { .. } => {
            format!("Order: C terms at a time, in their order{join}; {normalise}.")
        }
        Order::Tree { fan_in } => format!(
            "Order: a tree of adders of {fan_in} neighbours, each rounded; what is left over goes up a \
             level as it is."
        ),
        Order::Groups { size, strided } => format!(
            "Order: groups of {size} {}, each rounded; then the groups' sums, rounded.",
            if strided { "terms at equal distances" } else { "neighbours" }
        ),
    }
}

fn addend(d: &Datapath) -> String {
    match d.addend {
        Addend::None => "Addend: none.",
        Addend::First => "Addend: comes first.",
        Addend::Last => "Addend: comes last.",
        Addend::After => "Addend: added to the rounded sum, in an addition of its own.",
    }
    .to_owned()
}

fn alignment(alignment: &Alignment) -> String {
    let cut = |cut: &Cut| match cut {
        Cut::Round(r) => format!("each term is rounded there by itself, {}", rounding(*r)),
        Cut::Sticky => {
            "terms are cut toward zero, and a one goes below the sum's last place if any \
                        lost something"
                .to_owned()
        }
        Cut::StickyFloor => {
            "terms are cut in two's complement, and a one goes below the last place if \
                             any lost something"
                .to_owned()
        }
    };
    match alignment {
        Alignment::Exact => "Alignment: exact, nothing is cut.".to_owned(),
        Alignment::Fixed { unit, cut: c } => {
            format!("Alignment: to multiples of 2^{unit}; {}.", cut(c))
        }
        Alignment::Largest { exponent, over, cut: c, .. } => {
            let of = match exponent {
                Exponent::Field => "exponent (of its field)",
                Exponent::Leading => "floor(log2 of a magnitude)",
            };
            let over = match over {
                Over::Terms => "terms",
                Over::All => "terms, running value and addend",
            };
            format!(
                "Alignment: to multiples of 2^(E - N), E the largest {of} among {over} other than \
                 0; {}.",
                cut(c)
            )
        }
    }
}

fn rounding(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "to nearest even",
        Rounding::NearestAway => "to nearest, ties away",
        Rounding::TowardZero => "toward zero",
        Rounding::Up => "up",
        Rounding::Down => "down",
        Rounding::ToOdd => "to odd",
    }
}

fn rules(to: &Target) -> String {
    let Target { format: to, env, .. } = to;
    let overflow = match env.overflow {
        Overflow::Ieee => "overflow as IEEE 754, 7.4",
        Overflow::Infinity => "overflow to infinity",
        Overflow::Saturate | Overflow::SaturateFinite => "overflow to the largest number",
        Overflow::Nan => "overflow to NaN",
    };
    let underflow = match env.underflow {
        Underflow::Gradual => "gradual underflow",
        Underflow::FlushSigned => "tiny results are zeros of their sign",
        Underflow::FlushPositive => "tiny results are +0",
    };
    let nan = match env.nan {
        _ if !to.has_nan() => "",
        NanRule::Canonical | NanRule::Ofp8 => "; the canonical NaN",
        NanRule::Propagate => "; the first NaN",
        NanRule::Sse => "; the first NaN, the default one negative (SSE)",
        NanRule::Arm => "; the first signalling NaN, else the first",
    };
    let direction = rounding(env.rounding);
    if !to.is_fixed() {
        return format!("Rounding: {direction}; {overflow}; {underflow}{nan}.");
    }
    let integer = match env.integer {
        IntegerRule::RiscV => "to the nearer limit",
        IntegerRule::Arm => "to the nearer limit (NaN to 0)",
        IntegerRule::X86 => "to the indefinite integer",
        IntegerRule::Wrap => "to their low bits",
    };
    format!("Rounding: {direction}; sums out of range {integer}.")
}

fn specials(d: &Datapath) -> String {
    let zero = match d.zero {
        ZeroSum::Ieee => {
            "an exact zero is +0 (-0 rounding down), but -0 of -0 alone, +0 of +0 alone"
        }
        ZeroSum::Plus => "an exact zero is +0",
    };
    let opposite = match d.opposite {
        Opposite::Invalid => "NaN, invalid",
        Opposite::InvalidBesideNan => "NaN, invalid, also beside a NaN",
        Opposite::Plus => "+infinity",
        Opposite::Minus => "-infinity",
        Opposite::Zero => "+0",
    };
    let times = match d.times_zero {
        TimesZero::Invalid => "NaN, invalid",
        TimesZero::Zero => "+0",
        TimesZero::Infinite => "an infinity of the factors' sign",
    };
    let times = match d.term {
        Term::Element(_) => String::new(),
        Term::Product { .. } => format!("; infinity times zero is {times}"),
    };
    format!("Specials: {zero}; infinities of both signs give {opposite}{times}.")
}
