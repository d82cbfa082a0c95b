//! What is known in one place: the kind of a format in its room, "round up?" in `round.rs`. Counted in the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources of the workspace, but for those of judges, which derive what they judge by themselves.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let crates =
        ["softfloat", "functions", "semantics", "vectors", "cli", "tests", "fuzz", "bench"];
    let mut paths = Vec::new();
    crates.iter().for_each(|name| walk(&root.join(name), &mut paths));
    let named = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a source");
        (path.strip_prefix(root).expect("below the root").display().to_string(), text)
    };
    let all: Vec<_> = paths.into_iter().map(named).collect();
    assert!(all.len() > 1000, "{} sources are too few to be all", all.len());
    all.into_iter().filter(|(path, _)| path != "softfloat/tests/sources.rs").collect()
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let skipped = path.ends_with("target") || path.ends_with("corpus");
        if path.is_dir() && !skipped {
            walk(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

const ROOM: &str = "softfloat/src/format/";

/// The sources of the formats' room as one text, and all others.
fn rooms() -> (String, Vec<(String, String)>) {
    let (room, others): (Vec<_>, Vec<_>) =
        sources().into_iter().partition(|(path, _)| path.starts_with(ROOM));
    (room.iter().map(|(_, text)| text.as_str()).collect(), others)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_part(c))
}

/// How a text finds out what kind a format is without asking it: by the room's words, under whatever name, or by fields that
/// formats of some kinds lack.
fn evasions(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(line));
    let code = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    let mut found: Vec<String> = Vec::new();
    for behind in code.split("format::").skip(1) {
        let group = behind.strip_prefix('{').and_then(|group| group.split('}').next());
        let named = group.unwrap_or(behind.split([' ', ';', ':', ',']).next().unwrap_or(behind));
        let all = if named.contains('*') { &code } else { named };
        if words(all).any(|word| word == "Kind") || named.contains("self as") {
            found.push(format!("format::{named}"));
        }
    }
    let judged = code.contains("reference::engine");
    let fields = ["format.kind", "FORMAT.kind", "declared().kind"].into_iter().filter(|_| !judged);
    let others = ["Nonfinite", ".nonfinite", "::format as ", "Declaration as "];
    found.extend(fields.chain(others).filter(|word| code.contains(word)).map(str::to_owned));
    let code = code.replace(' ', "");
    let two = words(text).any(|word| word == "Format") && kinds_are_compared(&code);
    let taken = code
        .split("Declaration{")
        .skip(1)
        .any(|fields| words(fields.split('}').next().unwrap_or(fields)).any(|word| word == "kind"));
    found.extend(
        [(two, "a kind and another"), (taken, "kind of a Declaration")]
            .into_iter()
            .filter(|f| f.0)
            .map(|f| f.1.to_owned()),
    );
    let none = [".bias==0", ".bias!=0", ".top()==0", ".top()!=0"];
    found.extend(none.into_iter().filter(|word| code.contains(word)).map(str::to_owned));
    for field in ["exp_bits", "man_bits"] {
        let places = code.match_indices(field).map(|(at, _)| code.split_at(at));
        let asked = places.filter(|(before, rest)| is_tested(before, &rest[field.len()..]));
        found.extend(asked.map(|(_, rest)| rest.chars().take(20).collect()));
    }
    found
}

/// Whether two fields `kind` are held against each other.
fn kinds_are_compared(code: &str) -> bool {
    code.match_indices(".kind").any(|(at, field)| {
        let behind = &code[at + field.len()..];
        let other = ["==", "!="].iter().find_map(|sign| behind.strip_prefix(sign));
        other.is_some_and(|other| {
            let end = other.find(|c: char| !is_part(c) && !".()*&:".contains(c));
            other[..end.unwrap_or(other.len())].trim_end_matches(')').ends_with(".kind")
        })
    })
}

/// Whether a field between these texts is held against 0 or 1.
fn is_tested(before: &str, behind: &str) -> bool {
    let signs = ['=', '!', '<', '>'];
    let number = |text: &str| text.starts_with(['0', '1']);
    let behind = behind.trim_start_matches(')');
    let other = behind.trim_start_matches(signs);
    let compared = other.len() < behind.len()
        && !["=>", ">>", "<<"].iter().any(|sign| behind.starts_with(sign))
        && number(other)
        && !other[1..].starts_with(|c| is_part(c) || c == '<');
    // The path to the field, with the word before it where nothing is between.
    let start = before.trim_end_matches(|c| is_part(c) || ".()&*:".contains(c));
    let other = start.trim_end_matches(signs);
    let shift = [">>", "<<"].iter().any(|sign| start.ends_with(sign));
    let turned = other.len() < start.len()
        && !start.ends_with("=>")
        && other.ends_with(['0', '1'])
        && !other[..other.len() - 1].ends_with(is_part);
    let matched = before[start.len()..].starts_with("match") && behind.starts_with("{0");
    !shift && (compared || turned || matched || asked(behind))
}

/// Whether what follows a field asks whether it is 0.
fn asked(behind: &str) -> bool {
    const ASKS: [&str; 6] =
        [".min(1)", ".eq(", ".ne(", ".is_power_of_two(", ".checked_sub(", ".checked_ilog"];
    ASKS.iter().any(|ask| behind.starts_with(ask))
        || ["asusize", "asu64", "asi32"].iter().any(|cast| {
            behind
                .strip_prefix(cast)
                .is_some_and(|rest| ["==0", "!=0", ">0"].iter().any(|sign| rest.starts_with(sign)))
        })
}

#[test]
fn the_kind_of_a_format_is_known_in_its_room_alone() {
    let (room, others) = rooms();
    // A successor under another name would be an enum that the room shows, or a field more that is no number.
    let shown = |what: &str| -> Vec<String> {
        let lines = room.lines().map(str::trim).filter(|line| line.starts_with("pub"));
        let names = lines.filter_map(|line| line.split_once(what)?.1.split(|c| !is_part(c)).next());
        names.map(str::to_owned).collect()
    };
    assert_eq!(shown(" enum "), ["Nonfinite"], "enums that {ROOM} shows");
    assert_eq!(room.matches("\nenum ").count(), 1, "private enums of {ROOM}: Rule");
    let yes: Vec<&str> = room
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub ")?.strip_suffix(": bool,"))
        .collect();
    // The first two are parts of the names of P3109's formats.
    let right = ["signed", "extended", "sign", "neg_zero", "subnormal"];
    assert_eq!(yes, right, "truth values that {ROOM} shows");
    assert!(room.contains("pub struct Kind(Rule);"), "what is in a kind is private");
    let renamed = |line: &&str| {
        line.contains("use ") && line.contains(" as ")
            || line.contains("type ") && line.contains("Rule")
    };
    assert_eq!(room.lines().find(renamed), None, "another name");
    let asked = others.iter().map(|(path, text)| (path, evasions(text)));
    let found: Vec<_> = asked.filter(|(_, found)| !found.is_empty()).collect();
    assert!(found.is_empty(), "files that find out the kind of a format: {found:#?}");
}

#[test]
fn evasions_are_seen() {
    for text in [
        "use softfloat::format::{Binary16, Kind}; Kind::HIDDEN",
        "use softfloat::format::{Binary16, Kind as Sort};",
        "use softfloat::format::*; f == Kind::INTEGER",
        "use softfloat::format as numbers; numbers::Kind::HIDDEN",
        "use softfloat::{Env, format::{self as numbers}};",
        "crate::format::Nonfinite::Ieee",
        "if a.format.kind == b.format.kind {}",
        "if F::FORMAT.nonfinite == other {}",
        "if f.exp_bits == 0 {}",
        "f.declared().exp_bits\n    > 0",
        "let float = exp_bits != 0;",
        "0 < f.exp_bits",
        "0 == F::FORMAT.exp_bits",
        "match element.exp_bits { 0 => 1, _ => 2 }",
        "(f.exp_bits) < 1",
        "1 <= f.exp_bits",
        "f.exp_bits.min(1)",
        "f.man_bits == 0",
        "fn f(f: &Format) { f.kind == g.kind }",
        "use softfloat::Format; a.kind != F::FORMAT.declared().kind",
        "let Declaration { kind, .. } = **f;",
        "f.exp_bits.eq(&0)",
        "f.exp_bits.is_power_of_two()",
        "f.exp_bits.checked_sub(1).is_none()",
        "f.exp_bits as usize == 0",
        "f.bias == 0 && f.sign",
        "f.top() == 0",
    ] {
        assert!(!evasions(text).is_empty(), "{text}");
    }
    for text in [
        "f.exp_bits > 10",
        "x << f.man_bits >> 1",
        "t == f.bias",
        "1 << f.man_bits",
        "(1 << f.exp_bits) - 1",
    ] {
        assert!(evasions(text).is_empty(), "{text}: {:?}", evasions(text));
    }
}

/// So that the compiler names what a new kind must answer: its kind is only matched on, and no arm takes the rest.
#[test]
fn matches_on_the_kind_name_all_kinds() {
    let (room, _) = rooms();
    let mut lines = room.lines();
    let mut matches = 0;
    while let Some(line) = lines.next() {
        if !line.contains("kind.0") {
            let one = line.contains("Rule::")
                && ["if let", "matches!", "let Rule"].iter().any(|word| line.contains(word));
            assert!(!one, "the others fall behind: {line}");
            continue;
        }
        let head = line.trim_start();
        assert!(head.contains("match ") && head.ends_with("kind.0 {"), "{line}");
        let depth = line.len() - head.len() + 4;
        let own = lines.by_ref().take_while(|line| line.starts_with(&" ".repeat(depth)));
        let arms = own.filter(|line| !line[depth..].starts_with([' ', '}', '/', '|']));
        for arm in arms {
            assert!(arm[depth..].starts_with("Rule::"), "an arm of any kind: {arm}");
        }
        matches += 1;
    }
    assert!(matches > 10, "{matches}");
}

/// Files of the crates that ask which direction rounds up, how often, and what for. To answer "round up?" a file has to tell
/// that direction from the others, in whatever form it does.
const UP: [(&str, usize, &str); 13] = [
    ("semantics/src/pod/lane/mxcsr.rs", 1, "codes of the directions"),
    ("semantics/src/tile/state/thread.rs", 1, "codes of the directions"),
    ("softfloat/src/slice/pack.rs", 2, "the lanes"),
    ("vectors/src/accuracy/shape.rs", 1, "whether it is a direction"),
    ("vectors/src/cover/ibm/fused.rs", 1, "whether it is a direction"),
    ("vectors/src/cover/systemverilog/group.rs", 1, "codes of the directions"),
    ("vectors/src/datapath/words.rs", 1, "words of the directions"),
    ("vectors/src/domain/bound.rs", 1, "the begin of a range that lies between two numbers"),
    ("vectors/src/family/ieee/explain/augmented.rs", 1, "the next number outward"),
    ("vectors/src/family/number/explain/cut.rs", 3, "words of the directions"),
    ("vectors/src/family/posit/explain.rs", 1, "the direction of ceil"),
    ("vectors/src/file/fptest/mod.rs", 1, "words of the directions"),
    ("vectors/src/testfloat/function.rs", 1, "words of the directions"),
];

/// How often a source tells the direction that rounds up from others: by its name, or by names that stand for it.
fn asks_up(text: &str) -> usize {
    let code: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let words: Vec<&str> = code
        .split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':' && c != '*' && c != '{')
        .filter(|word| !word.is_empty())
        .collect();
    let others = ["Rounding::*", "Rounding::{"];
    let named = |word: &&&str| {
        word.ends_with("Rounding::Up") || others.iter().any(|other| word.contains(other))
    };
    let renamed = |pair: &&[&str]| match pair {
        [word, "as", to] => word.ends_with("Rounding") && !to.starts_with(char::is_lowercase),
        ["type", _, word] => word.ends_with("Rounding"),
        _ => false,
    };
    let own = usize::from(code.contains("impl Rounding {"));
    words.iter().filter(named).count() + words.windows(3).filter(renamed).count() + own
}

#[test]
fn round_up_is_asked_in_one_place() {
    const CRATES: [&str; 5] = ["softfloat/", "functions/", "semantics/", "vectors/", "cli/"];
    // The direction's declaration, the answer, and what tests derive by themselves.
    let apart = |path: &str| {
        ["softfloat/src/round.rs", "softfloat/src/env.rs"].contains(&path)
            || path.contains("/tests/")
            || path.ends_with("/tests.rs")
            || path.starts_with("softfloat/src/ieee/arithmetic/")
    };
    let of_crates = |path: &str| CRATES.iter().any(|own| path.starts_with(own));
    let mut found: Vec<(String, usize)> = sources()
        .into_iter()
        .filter(|(path, _)| of_crates(path) && !apart(path))
        .map(|(path, text)| {
            (path, asks_up(text.split("#[cfg(test)]\nmod").next().unwrap_or(&text)))
        })
        .filter(|(_, times)| *times > 0)
        .collect();
    found.sort();
    let right: Vec<_> = UP.iter().map(|(path, times, _)| ((*path).to_owned(), *times)).collect();
    assert_eq!(found, right, "files that tell the direction that rounds up from others");
}

#[test]
fn round_up_is_found_however_it_is_asked() {
    for says in [
        "match mode { Rounding::Up => !sign, _ => sign }",
        "use softfloat::Rounding::*; match mode { Up => !sign, _ => sign }",
        "use Rounding::{Down, Up};",
        "use softfloat::{Env, Rounding as R};",
        "use softfloat::Rounding as R;",
        "type Direction = softfloat::Rounding;",
        "let up = mode == softfloat::Rounding::Up && !sign;",
        "let up = matches!(mode, Rounding::NearestAway | Rounding::Up);",
        "impl Rounding { fn away(self) -> bool { self == Self::Up } }",
    ] {
        assert!(asks_up(says) > 0, "{says}");
    }
    assert_eq!(
        asks_up("// Rounding::Up\nRounding::Down => L2bmWay::Up, // ShiftRounding::Down"),
        0
    );
}
