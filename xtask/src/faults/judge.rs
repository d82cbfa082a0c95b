//! What a round may leave, and what not.

use super::child::{End, Files, Ran};

/// What stands in a file that was there before.
pub(super) const OLDER: &[u8] = b"what an older run has left\n";

/// An undisturbed run of the same command.
#[derive(Clone, Debug)]
pub(super) struct Right {
    pub(super) end: End,
    pub(super) out: Vec<u8>,
    pub(super) before: Files,
    pub(super) after: Files,
}

/// What the fault allows.
#[derive(Clone, Debug, Default)]
pub(super) struct Allowed {
    /// Ends beside that of the undisturbed run.
    pub(super) ends: Vec<End>,
    /// Whether the end of the undisturbed run is one.
    pub(super) well: bool,
    /// Whether unfinished files may remain: of a process that had no say in its end.
    pub(super) unfinished: bool,
    /// Whether the command keeps what is finished for its next run.
    pub(super) resumes: bool,
    /// Whether somebody read all that it printed.
    pub(super) read: bool,
    /// One of these must stand in its words where it ends with 3.
    pub(super) words: Vec<String>,
}

/// What is wrong with a round, by what it left.
pub(super) fn judge(
    right: &Right,
    allowed: &Allowed,
    ran: &Ran,
    after: &Files,
) -> Result<(), String> {
    manners(ran)?;
    let well = allowed.well && ran.end == right.end;
    if !well && !allowed.ends.contains(&ran.end) {
        return Err(format!("{}, undisturbed {}; it said: {}", ran.end, right.end, told(&ran.err)));
    }
    let named = allowed.words.is_empty() || allowed.words.iter().any(|w| ran.err.contains(w));
    if ran.end == End::Code(3) && !named {
        return Err(format!("its words name none of {:?}: {}", allowed.words, told(&ran.err)));
    }
    for (name, bytes) in after {
        known(right, allowed, name, bytes)?;
    }
    if let Some(gone) = right.before.keys().find(|name| !after.contains_key(*name)) {
        return Err(format!("{gone} was there before, and is gone"));
    }
    if well && !allowed.unfinished {
        whole(right, after)?;
        if allowed.read && ran.out != right.out {
            return Err("it ended as if undisturbed, and printed something else".to_owned());
        }
    }
    Ok(())
}

/// What no fault excuses.
pub(super) fn manners(ran: &Ran) -> Result<(), String> {
    let printed = String::from_utf8_lossy(&ran.out);
    if let Some(words) = ["panicked at", "RUST_BACKTRACE", "internal error"]
        .into_iter()
        .find(|words| ran.err.contains(words) || printed.contains(words))
    {
        return Err(format!("`{words}`: {}", told(&ran.err)));
    }
    match ran.end {
        End::Code(0..=3 | 129 | 130 | 143) | End::Signal(1 | 2 | 9 | 15) => Ok(()),
        end => Err(format!("{end}, which no page has; it said: {}", told(&ran.err))),
    }
}

/// A file that was found is the older one, or the whole new one, or one of those that are promised.
fn known(right: &Right, allowed: &Allowed, name: &str, bytes: &[u8]) -> Result<(), String> {
    let older = right.before.get(name);
    if older.is_some_and(|older| older == bytes)
        || right.after.get(name).is_some_and(|new| new == bytes)
    {
        return Ok(());
    }
    if older.is_some() || right.after.contains_key(name) {
        let whole = right.after.get(name).map_or(0, Vec::len);
        return Err(format!(
            "{name} has {} bytes, neither the older file nor the whole new one of {whole}",
            bytes.len()
        ));
    }
    let stem =
        |end: &str| name.strip_suffix(end).is_some_and(|stem| right.after.contains_key(stem));
    if allowed.resumes && (stem(".partial") || stem(".partial-journal")) {
        return Ok(());
    }
    let unfinished = name
        .rsplit_once(".unfinished-")
        .is_some_and(|(stem, letters)| letters.len() == 6 && right.after.contains_key(stem));
    if allowed.unfinished && unfinished {
        return Ok(());
    }
    Err(format!("{name} remains, {} bytes", bytes.len()))
}

/// All files are those of the undisturbed run, and there is no other.
pub(super) fn whole(right: &Right, after: &Files) -> Result<(), String> {
    for (name, bytes) in &right.after {
        match after.get(name) {
            None => return Err(format!("{name} is not there")),
            Some(found) if found != bytes => {
                return Err(format!("{name} is not that of an undisturbed run"));
            }
            Some(_) => {}
        }
    }
    let beside = after.keys().find(|name| !right.after.contains_key(*name));
    beside.map_or(Ok(()), |name| Err(format!("{name} is there, too")))
}

/// The verdict on a design that does not answer all: no pass, and what happened by name.
pub(super) fn no_pass(ran: &Ran, ends: &[i32], names: &[&str]) -> Result<(), String> {
    manners(ran)?;
    let all = format!("{}\n{}", String::from_utf8_lossy(&ran.out), ran.err);
    let ended = matches!(ran.end, End::Code(code) if ends.contains(&code));
    if all.contains("ASSAY PASS") || !ended {
        return Err(format!("{} for a design that died: {}", ran.end, told(&all)));
    }
    match names.iter().any(|name| all.contains(name)) {
        true => Ok(()),
        false => Err(format!("none of {names:?} is said: {}", told(&all))),
    }
}

/// The end of what was said.
pub(super) fn told(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(3)..].join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn files(of: &[(&str, &[u8])]) -> Files {
        of.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect()
    }

    fn right() -> Right {
        let before = files(&[("a.csv", OLDER)]);
        let after = files(&[("a.csv", b"one\ntwo\n"), ("b.html", b"<p>")]);
        Right { end: End::Code(0), out: b"done\n".to_vec(), before, after }
    }

    fn ran(end: End, err: &str) -> Ran {
        Ran { end, out: b"done\n".to_vec(), err: err.to_owned(), took: Duration::ZERO }
    }

    /// Of a kill, with these files left.
    fn killed(left: &[(&str, &[u8])], resumes: bool) -> Result<(), String> {
        let allowed =
            Allowed { ends: vec![End::Signal(9)], unfinished: true, resumes, ..Allowed::default() };
        judge(&right(), &allowed, &ran(End::Signal(9), ""), &files(left))
    }

    #[test]
    fn a_half_written_file_is_refused() {
        assert!(killed(&[("a.csv", OLDER)], false).is_ok());
        assert!(killed(&[("a.csv", b"one\ntwo\n"), ("b.html", b"<p>")], false).is_ok());
        let half = killed(&[("a.csv", b"one\n")], false).unwrap_err();
        assert!(half.contains("a.csv has 4 bytes"), "{half}");
        assert!(killed(&[("a.csv", OLDER), ("b.html", b"")], false).is_err());
        assert!(killed(&[("b.html", b"<p>")], false).unwrap_err().contains("is gone"));
    }

    #[test]
    fn what_remains_is_what_is_promised() {
        let older = ("a.csv", OLDER);
        assert!(killed(&[older, ("a.csv.unfinished-aB3dE9", b"on")], false).is_ok());
        assert!(killed(&[older, ("c.csv.unfinished-aB3dE9", b"on")], false).is_err());
        assert!(killed(&[older, ("a.csv.unfinished-aB3", b"on")], false).is_err());
        assert!(killed(&[older, ("a.csv.tmp", b"on")], false).is_err());
        let part = [older, ("a.csv.partial", &b"on"[..]), ("a.csv.partial-journal", b"x")];
        assert!(killed(&part, true).is_ok());
        assert!(killed(&part, false).is_err());
    }

    #[test]
    fn an_end_is_one_of_those_that_are_documented_and_has_words() {
        let allowed = Allowed {
            ends: vec![End::Code(3)],
            well: true,
            read: true,
            words: vec!["a.csv".to_owned()],
            ..Allowed::default()
        };
        let older = files(&[("a.csv", OLDER)]);
        let of = |end, err, left: &Files| judge(&right(), &allowed, &ran(end, err), left);
        assert!(of(End::Code(3), "assay: a.csv: cannot write: no space", &older).is_ok());
        assert!(of(End::Code(3), "assay: no space", &older).is_err());
        assert!(of(End::Code(1), "a.csv", &older).is_err());
        assert!(of(End::Code(101), "a.csv", &older).is_err());
        assert!(of(End::Signal(25), "a.csv", &older).is_err());
        assert!(of(End::Hangs, "a.csv", &older).is_err());
        assert!(of(End::Code(3), "a.csv: thread 'main' panicked at x.rs:1", &older).is_err());
        // It says that all is well, and left the older file; then all, but another text.
        assert!(of(End::Code(0), "", &older).is_err());
        assert!(of(End::Code(0), "", &right().after).is_ok());
        let mut other = ran(End::Code(0), "");
        other.out.clear();
        assert!(judge(&right(), &allowed, &other, &right().after).is_err());
    }

    #[test]
    fn a_design_that_died_has_not_passed() {
        let names = ["the design ended"];
        let of = |end, err| no_pass(&ran(end, err), &[1, 3], &names);
        assert!(of(End::Code(1), "the design ended (signal: 9)\nASSAY FAIL cases=3").is_ok());
        assert!(of(End::Code(1), "the design ended\nASSAY PASS cases=3").is_err());
        assert!(of(End::Code(0), "the design ended\nASSAY FAIL cases=3").is_err());
        assert!(of(End::Code(1), "ASSAY FAIL cases=3").is_err());
        assert!(of(End::Code(101), "the design ended").is_err());
    }
}
