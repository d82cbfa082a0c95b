//! What engines ask of operations is little each: the traits of their rooms, counted in the sources.

use std::fs;
use std::path::Path;

/// The most methods of a trait.
const MOST: usize = 6;

/// Every line of the files below a folder.
fn lines(folder: &Path, visit: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("a folder").map(|e| e.expect("readable").path()) {
        if entry.is_dir() {
            lines(&entry, visit);
        } else {
            let text = fs::read_to_string(&entry).expect("text");
            text.lines().for_each(|line| visit(&entry, line));
        }
    }
}

#[test]
fn no_engine_asks_for_more_than_six_things() {
    let (mut found, mut inside): (Vec<(String, usize)>, bool) = (Vec::new(), false);
    lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut |file, line| {
        let code = !line.starts_with([' ', '/']);
        if code && line.split_whitespace().take(2).any(|word| word == "trait") {
            found.push((format!("{}: {line}", file.display()), 0));
            inside = !line.ends_with('}');
        } else if code && line == "}" {
            inside = false;
        } else if let Some((_, methods)) = found.last_mut().filter(|_| inside) {
            *methods += usize::from(line.starts_with("    fn "));
        }
    });
    for name in ["Evaluate", "Draw", "Explain", "Modelled"] {
        assert!(found.iter().any(|(line, _)| line.contains(&format!("trait {name}:"))), "{name}");
    }
    found.retain(|(line, methods)| !line.contains("/family/") && *methods > MOST);
    assert!(found.is_empty(), "{found:#?}");
}

/// What an operation is stands in its row: families and engines cut nothing out of ids and names of presets. What writes
/// and reads another tool's names (`file`, `testfloat`) does.
#[test]
fn no_behaviour_hangs_on_a_piece_of_an_id() {
    let cuts = ["starts_with(", "ends_with(", "strip_prefix(", "strip_suffix(", "contains("];
    let mut found = Vec::new();
    for room in ["family", "datapath", "cover", "draw", "explain", "check"] {
        lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room), &mut |file, line| {
            let named = ["op.id.", "preset.name.", "net.name.", "name if name."];
            if named.iter().any(|n| line.contains(n)) && cuts.iter().any(|cut| line.contains(cut)) {
                found.push(format!("{}: {}", file.display(), line.trim()));
            }
        });
    }
    assert!(found.is_empty(), "{found:#?}");
}
