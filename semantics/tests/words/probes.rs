//! Probes are legal programs, each about little that an earlier one does not settle.

use semantics::mncore2::check::Rules;
use semantics::mncore2::text::parse_with;
use semantics::mncore2::words::{Mode, Table};
use std::collections::BTreeSet;

#[test]
fn probes_are_programs() {
    let probes = Table::known().probes();
    let ids: BTreeSet<&str> = probes.iter().map(|p| p.id.as_str()).collect();
    assert_eq!(ids.len(), probes.len(), "names are unique");
    let mut wrong = Vec::new();
    for probe in &probes {
        let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+');
        assert!(probe.id.chars().all(legal), "{}", probe.id);
        if let Err(e) = parse_with(Rules::ASSEMBLER, &probe.program) {
            wrong.push(format!("{}: {}: {e}", probe.id, probe.program));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What has a field of its own is new in few places at once.
#[test]
fn probes_are_minimal() {
    let mut settled: BTreeSet<String> = BTreeSet::new();
    let mut several = Vec::new();
    for probe in Table::known().probes().iter().filter(|p| p.mode == Mode::AutoStride) {
        let parts: Vec<&str> = probe.settles.split(", ").collect();
        let new = parts.iter().filter(|part| settled.insert((**part).to_owned())).count();
        if new > 1 {
            several.push(format!("{}: {}: {}", probe.id, probe.line(), probe.settles));
        }
    }
    assert!(several.is_empty(), "{}\n{}", several.len(), several.join("\n"));
}
