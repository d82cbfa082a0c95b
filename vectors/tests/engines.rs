//! What engines ask of operations is little each: the traits of their rooms, counted in the sources.

use std::collections::BTreeSet;
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

/// Options are declared where they belong: what only a machine's operations take neither the registry nor an engine names.
#[test]
fn no_engine_names_an_option_of_a_machine() {
    let machines = ["mncore2", "pod", "tile", "xdsa", "silicon"];
    let (mut theirs, mut others) = (BTreeSet::new(), BTreeSet::new());
    for op in vectors::operations().all() {
        for spec in &op.options {
            let words = spec.choices().skip(1).map(|(_, word)| format!("{}={word}", spec.row.name));
            let kept =
                |text: &String| op.parse_options([text.as_str()]).map(|o| o.to_string() == *text);
            assert!(words.map(|text| kept(&text)).all(|kept| kept == Ok(true)), "{}", op.id);
        }
        let machine = machines.iter().any(|name| op.family().split('.').next() == Some(name));
        let names = op.options.iter().map(|spec| spec.row.name).filter(|name| name.len() > 1);
        if machine { theirs.extend(names) } else { others.extend(names) }
    }
    let own: Vec<&str> = theirs.difference(&others).copied().collect();
    let right =
        "ah assign des dir dn ext fiz fz l1bset lscale neg osm phase port rc rnd short tsgn";
    assert_eq!(own.join(" "), right);
    let mut found = Vec::new();
    lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut |file, line| {
        let named = |name: &&str| {
            [format!("\"{name}\""), format!("options.{name}")].iter().any(|n| line.contains(n))
        };
        let kinds = ["MantissaBits", "L1b", "l1bset"].iter().any(|kind| line.contains(kind));
        found.extend(
            (kinds || own.iter().any(named)).then(|| format!("{}: {line}", file.display())),
        );
    });
    found.retain(|line| !line.contains("/family/") && !line.contains("/programs/"));
    assert!(found.is_empty(), "{found:#?}");
}
