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

/// The words behind `opening` in a text that begin a line of an enum, up to its end.
fn variants<'a>(text: &'a str, opening: &str) -> Vec<&'a str> {
    let body = text.split_once(opening).expect("the enum").1.split_once("\n}").expect("its end").0;
    let lines = body.lines().map(str::trim).filter(|line| line.starts_with(char::is_uppercase));
    lines.map(|line| line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or(line)).collect()
}

#[test]
fn the_kind_of_a_format_is_known_in_its_room_alone() {
    const ROOM: &str = "softfloat/src/format/";
    let sources = sources();
    let (room, others): (Vec<_>, Vec<_>) =
        sources.iter().partition(|(path, _)| path.starts_with(ROOM));
    let room: String = room.iter().map(|(_, text)| text.as_str()).collect();
    let (kinds, special) =
        (variants(&room, "\nenum Rule {"), variants(&room, "\npub enum Nonfinite {"));
    assert!(kinds.contains(&"Hidden") && special.contains(&"Infinity"), "{kinds:?} {special:?}");
    // A successor under another name would be an enum that the room shows.
    let shown: Vec<&str> =
        room.split("pub enum ").skip(1).filter_map(|t| t.split(' ').next()).collect();
    assert_eq!(shown, ["Nonfinite"], "enums that {ROOM} shows");
    let matches = |text: &str| {
        let names = kinds.iter().map(|name| format!("Rule::{name}"));
        let names = names.chain(special.iter().map(|name| format!("Nonfinite::{name}")));
        let made = ["HIDDEN", "EXPLICIT", "INTEGER", "fixed("].map(|name| format!("Kind::{name}"));
        names.chain(made).any(|name| text.contains(&name))
    };
    let found: Vec<&String> =
        others.iter().filter(|(_, text)| matches(text)).map(|(path, _)| path).collect();
    assert!(found.is_empty(), "files that match on a format's kind: {found:?}");
}

/// Files of the crates that ask which direction rounds up, how often, and what for. To answer "round up?" a file has to tell
/// that direction from the others, in whatever form it does.
const UP: [(&str, usize, &str); 9] = [
    ("semantics/src/pod/lane/mxcsr.rs", 1, "codes of the directions"),
    ("semantics/src/tile/state/thread.rs", 1, "codes of the directions"),
    ("softfloat/src/slice/pack.rs", 2, "the lanes"),
    ("vectors/src/accuracy/shape.rs", 1, "whether it is a direction"),
    ("vectors/src/cover/ibm/fused.rs", 1, "whether it is a direction"),
    ("vectors/src/datapath/words.rs", 1, "words of the directions"),
    ("vectors/src/family/number/explain/cut.rs", 3, "words of the directions"),
    ("vectors/src/file/fptest.rs", 1, "words of the directions"),
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
