//! Case files of MN-Core 2.

use semantics::cases::{self, Case, File};
use semantics::source::ReadError;

fn read(source: &str) -> File {
    cases::read(source.as_bytes()).unwrap_or_else(|e| panic!("{source}\n{e}"))
}

fn wrong(source: &str) -> Vec<(u32, u32, String)> {
    match cases::read(source.as_bytes()) {
        Err(ReadError::Errors(errors)) => {
            errors.diagnostics.into_iter().map(|d| (d.line, d.column, d.message)).collect()
        }
        other => panic!("{source}\n{other:?}"),
    }
}

/// What is not as expected, or why the case cannot be run.
fn told(file: &File, case: &Case) -> Vec<String> {
    match case.run(file.machine) {
        Ok(found) => found.iter().map(ToString::to_string).collect(),
        Err(broken) => vec![format!("broken: {broken}")],
    }
}

const SUMS: &str = "\u{feff}// two sums\r\n\
    system mncore2   # of this machine\r\n\
    #@ section 0\r\n\
    test MN-T1 a sum of doubles\r\n\
    #@ section 3.6.9\r\n\
    init $lr0n0c0b0m0p0=3ff0000000000000 // one\r\n\
    init $lr2n0c0b0m0p0=40000000000000004008000000000000\r\n\
    code dvadd $lr0v $lr0v $ls0v # in code the machine's rule holds\r\n\
    expect $ls0n0c0b0m0p0=4000000000000000 $ls2n0c0b0m0p0=40100000000000004018000000000000\r\n\
    \r\n\
    test MN-T2\r\n\
    set fill=0123456789abcdef\r\n\
    code nop\r\n\
    expect $p5n0=0123456789abcdef $lr0n0c0b0m0p0=0000000000000000\r\n";

#[test]
fn cases_of_a_file() {
    let file = read(SUMS);
    assert_eq!(file.machine.name(), "mncore2");
    let [one, two] = &file.cases[..] else { panic!("{file:?}") };
    assert_eq!((&*one.id, &*one.text, one.line), ("MN-T1", "a sum of doubles", 4));
    assert_eq!(one.notes, [("section".to_owned(), "3.6.9".to_owned())]);
    assert_eq!((&*two.id, &*two.text), ("MN-T2", ""));
    assert_eq!(two.parameters, [("fill".to_owned(), "0123456789abcdef".to_owned())]);
    for case in &file.cases {
        assert_eq!(told(&file, case), [""; 0]);
    }
}

#[test]
fn what_differs_is_told_by_element() {
    let file = read(
        "system mncore2\ntest a\ncode lpassa $peid $lm0\nexpect $lm0n0c0b0m1=0000000000000004\n",
    );
    let told = told(&file, &file.cases[0]);
    assert_eq!(told.len(), 3);
    assert_eq!(
        told[0],
        "line 4: $lm0n0c0b0m1p1: expected 0000000000000004, found 0000000000000005"
    );
}

#[test]
fn cases_are_independent() {
    let file = read(
        "system mncore2\n\
         test a\ncode linc $lm0 $lm0\nexpect $lm0n0c0b0m0p0=0000000000000001\n\
         test b\ncode linc $lm0 $lm0\nexpect $lm0n0c0b0m0p0=0000000000000001\n",
    );
    for case in &file.cases {
        assert_eq!(told(&file, case), [""; 0]);
    }
}

#[test]
fn errors_that_must_come() {
    let source = |error: &str| {
        format!(
            "system mncore2\ntest a\ninit $lm0n0c0b0m0p0=4000000000000000\ncode nop\n\
             code d getbd $lm0n0c0b0m0 1\n{error}\nexpect $lm0n0c0b0m0p0=4000000000000000\n"
        )
    };
    let told = |error: &str| {
        let file = read(&source(error));
        told(&file, &file.cases[0])
    };
    assert_eq!(told("error block-exponents"), [""; 0]);
    assert_eq!(told("error block-exponents at 1"), [""; 0]);
    assert_eq!(
        told("error block-exponents at 0"),
        ["line 2: error: expected block-exponents at 0, found block-exponents at 1"]
    );
    assert_eq!(told("error access").len(), 1);
    assert!(told("")[0].starts_with("broken: line 5: "));
    // A rule's code is an error's name, too.
    let hazard = "system mncore2\ntest a\ncode lpassa $lm0v $ln0v\ncode lpassa $ln0v $lm0v\nerror ";
    for (kind, count) in [("MN-E-HAZARD-LM1", 0), ("MN-E-HAZARD-LM0", 1)] {
        let file = read(&format!("{hazard}{kind} at 1\n"));
        assert_eq!(self::told(&file, &file.cases[0]).len(), count, "{kind}");
    }
}

#[test]
fn all_that_is_wrong_with_a_file() {
    let found = wrong(
        "test a\n\
         system mncore3\n\
         system mncore2\n\
         code nop\n\
         test a\n\
         init $lm0n0c0b0m0p0\n\
         init $lq0=0000000000000000 $lm0n0=00\n\
         array 2x2\n\
         what now\n\
         expect rest=same\n\
         code\n\
         error a b\n\
         test a the same\n\
         code nop\n\
         expect $lm0n0c0b0m0p0=0000000000000000\n\
         test\n",
    );
    let lines: Vec<u32> = found.iter().map(|f| f.0).collect();
    assert_eq!(lines, [1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 5, 13, 16], "{found:#?}");
    assert_eq!((found[3].1, &*found[3].2), (6, "`$lm0n0c0b0m0p0` gives no value"));
    for (source, message) in [
        ("", "the file names no system"),
        ("system mncore2\nsystem mncore2", "the system is named a second time"),
        ("system", "`system` has one name behind it"),
        ("system mncore2\ntest a\ncode nop", "the case `a` has nothing that it expects"),
        ("system mncore2\ntest a\nexpect $t=0", "`0` is no value of a memory"),
        ("system mncore2\ntest a\nset fill=x", "fill=x: no long word"),
        ("system mncore2\ntest a\nmem 5=00", "`5=00` has no address"),
        ("system mncore2\ntest a\ninit", "`init` says nothing"),
    ] {
        assert_eq!(wrong(source)[0].2, message, "{source}");
    }
}

/// No text makes the reader panic.
#[test]
fn any_text() {
    for cut in 0..SUMS.len() {
        drop(cases::read(&SUMS.as_bytes()[..cut]));
        let mut changed = SUMS.as_bytes().to_vec();
        changed[cut] = changed[cut].wrapping_add(cut as u8 | 1);
        drop(cases::read(&changed[..]));
    }
}
