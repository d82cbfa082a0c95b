//! Immediate words (s. 3.2.2): observed ones and worked ones.

use super::{printed, worked};
use softfloat::mncore2::{Profile, immediate};

fn word(payload: &str) -> u32 {
    immediate::word(&Profile::DECIDED, payload).unwrap_or_else(|e| panic!("{payload}: {e}"))
}

#[test]
fn observed_words() {
    let mut n = 0;
    for row in csv::Reader::from_reader(printed::ROWS.as_bytes()).records() {
        let row = row.expect("a row");
        if &row[0] == "imm" {
            assert_eq!(format!("0x{:08x}", word(&row[2])), row[3], "{}", &row[2]);
            n += 1;
        }
    }
    assert_eq!(n, 10);
}

#[test]
fn worked_words() {
    let rows: Vec<_> = worked::rows().into_iter().filter(|r| r.op == "imm").collect();
    assert_eq!(rows.len(), 18);
    for row in rows {
        assert_eq!(format!("{:08x}", word(&row.in0)), row.out, "{}", row.in0);
    }
}

#[test]
fn what_is_no_literal() {
    let bad = [
        "",
        "f",
        "f\"",
        "f\"\"",
        "f\"1.0",
        "f\"nan\"",
        "f\"1.0x\"",
        "g\"1\"",
        "i\"1.5\"",
        "ui\"-1\"",
        "s\"65536\"",
        "i\"4294967296\"",
        // The number behind the sign is natural: a signed type ends at 2^(w-1) - 1 (s. 3.2.2).
        "s\"0x8000\"",
        "i\"0x80000000\"",
        "s\"-32769\"",
        "i\"0b2\"",
        "us\"\"",
        "h\"--1\"",
    ];
    for payload in bad {
        assert!(immediate::word(&Profile::DECIDED, payload).is_err(), "{payload}");
    }
}
