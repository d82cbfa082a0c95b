//! Probes are legal programs, each about little that an earlier one does not settle.

use semantics::mncore2::Mode;
use semantics::mncore2::check::Rules;
use semantics::mncore2::code::{Field, Standing, Table};
use semantics::mncore2::text::parse_with;
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
    // The first operation of two inputs, and the first transfer from L1BM: neither goes with less.
    let expected = [
        "alu-lor: lor $lr0v $lm0v $ls0v: alu_opcode of `or`, alu_in2 of `lm0`",
        "l1bmd-down-0: l1bmd $lb0 $lm0v: l1bm_opcode of `l1bmd down`, lm0_write_source of `l1bm`",
    ];
    assert_eq!(several, expected);
}

/// Every code that is only inferred, and every bit of a number that was not seen, has its probe.
#[test]
fn probes_reach_every_inference() {
    let table = Table::known();
    let probes = table.probes();
    let all: BTreeSet<&str> = probes.iter().flat_map(|p| p.settles.split(", ")).collect();
    for field in Field::ALL {
        let entry = table.entry(*field);
        for code in entry.codes.iter().filter(|c| c.standing == Standing::Inferred) {
            let part = format!("{} of `{}`", field.name(), code.code);
            assert!(all.contains(part.as_str()), "{part}");
        }
        let Some(seen) = entry.number else { continue };
        let high = (0..entry.range.width as u32).filter(|bit| seen >> bit == 0);
        let prefix = format!("{} of `", field.name());
        let reached: u32 = all
            .iter()
            .filter_map(|part| part.strip_prefix(&prefix)?.strip_suffix('`')?.parse::<u32>().ok())
            .fold(0, |bits, value| bits | value);
        // A stride of so many accesses would be one of more words than the memory has.
        let stride = field.name().ends_with("stride");
        for bit in high.filter(|bit| !stride || *bit < 8) {
            assert!(reached >> bit & 1 == 1, "bit {bit} of {}", field.name());
        }
    }
}
