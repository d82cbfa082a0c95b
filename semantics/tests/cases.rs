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
    match case.run(file.machine, None) {
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
    // What stands before the first case is said of those that say nothing else.
    assert_eq!([&one.notes["section"], &two.notes["section"]], ["3.6.9", "0"]);
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

/// `expect rest=same`: memories and registers of the whole board, but for what is named.
#[test]
fn the_rest_is_as_it_was() {
    let told = |lines: &str| {
        let file = read(&format!("system mncore2\ntest a\n{lines}"));
        told(&file, &file.cases[0])
    };
    let add = "init $lr0=3ff0000000000000\ncode dvadd $lr0 $lr0 $ls0\n";
    assert_eq!(told(&format!("{add}expect $ls0=4000000000000000 rest=same")), [""; 0]);
    assert_eq!(
        told(&format!("{add}expect $ls0n0=4000000000000000\nexpect rest=same")),
        ["line 6: rest: expected 0000000000000000 of $ls0n1c0b0m0p0, found 4000000000000000, and \
          3071 more changed"]
    );
    assert_eq!(told("code nop\nexpect rest=same"), [""; 0]);
    // A part that is named is wrong for itself alone, a half word alone.
    assert_eq!(told("code linc $lm0 $lm0\nexpect $lm0=0000000000000002 rest=same").len(), 4096);
    assert_eq!(told("code linc $lm0 $lm0\nexpect $m1=0000000100000000 rest=same"), [""; 0]);
    // One word of each kind.
    for (code, name) in [
        ("d set $lm6n1c0b2m3p1 1 0000000000000001", "$lm6n1c0b2m3p1"),
        ("d set $ln6n1c0b2m3p1 1 0000000000000001", "$ln6n1c0b2m3p1"),
        ("d set $lr10n1c0b2m3p1 1 0000000000000001", "$lr10n1c0b2m3p1"),
        ("d set $ls10n1c0b2m3p1 1 0000000000000001", "$ls10n1c0b2m3p1"),
        ("d set $tn3c1b7m15p3 1 0000000000000001", "T word 0 of n3c1b7m15p3"),
        ("d set $lb8191n3c1b7 1 0000000000000001", "$lb8191n3c1b7"),
        ("d set $lc32767n3c1 1 0000000000000001", "$lc32767n3c1"),
        ("r 3 000000007 001 0000000000000001", "$d7n3"),
        ("lpassa $peid $omr1", "mask register word 4 of"),
        ("ipassa $peid $mb", "base address register of LM0 word 0 of"),
        ("ipassa $peid $nb", "base address register of LM1 word 0 of"),
    ] {
        let found = told(&format!("code {code}\nexpect rest=same"));
        assert!(found.len() == 1 && found[0].contains(name), "{code}: {found:?}");
    }
    // With `error` it describes the state there.
    let stopped = "code d set $lm0n0c0b0m0p0 1 4000000000000000\ncode d getbd $lm0n0c0b0m0 1\n\
                   error block-exponents\n";
    assert_eq!(told(&format!("{stopped}expect rest=same")).len(), 1);
    assert_eq!(
        told(&format!("{stopped}expect $lm0n0c0b0m0p0=4000000000000000 rest=same")),
        [""; 0]
    );
}

#[test]
fn a_case_has_so_many_steps_at_most() {
    let file = read("system mncore2\ntest a\ncode linc $lm0 $lm0\ncode nop/8\nexpect rest=same");
    let wrong = file.cases[0].run(file.machine, Some(8)).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "line 4: line 2: StepLimit: 8 steps are done, which is the limit"
    );
    assert!(file.cases[0].run(file.machine, Some(9)).is_ok());
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
         expect rest=other\n\
         code\n\
         error a b\n\
         test a the same\n\
         code nop\n\
         expect $lm0n0c0b0m0p0=0000000000000000\n\
         test\n",
    );
    let lines: Vec<u32> = found.iter().map(|f| f.0).collect();
    assert_eq!(lines, [1, 2, 4, 6, 8, 9, 10, 11, 12, 13, 16], "{found:#?}");
    assert_eq!((found[3].1, &*found[3].2), (6, "`$lm0n0c0b0m0p0` gives no value"));
}

/// Each with the place of what is wrong.
#[test]
fn what_is_wrong_with_a_line() {
    for (lines, column, message) in [
        ("system mncore2", 1, "the system is named a second time"),
        ("test", 1, "`test` has no id behind it"),
        ("test a again\ncode nop\nexpect rest=same", 6, "there are two cases `a`"),
        ("test b\nexpect rest=same", 1, "the case `b` has no code"),
        ("test b\ncode nop", 1, "the case `b` has nothing that it expects"),
        ("expect $t=0", 8, "`0` is no value of a memory"),
        ("expect $lm0=00000000000000", 8, "`00000000000000` is no value of a memory"),
        ("expect $omr1=12g", 8, "`12g` is no number of 16 bits"),
        ("  init $lm0 # =0", 8, "`$lm0` gives no value"),
        ("init $lm0=", 6, "`$lm0=` gives no value"),
        ("init $omr0=1", 6, "`$omr0` is no part of the state: "),
        ("expect $ls510=00000000000000000000000000000000", 8, "2 words from word 255 on"),
        ("init $ls510=00000000000000000000000000000000", 6, "1 words from word 256 on"),
        ("set fill=x", 5, "fill=x: no long word"),
        ("set fill=1 size=2", 12, "MN-Core 2 has no parameter `size`"),
        ("array 1x1", 7, "MN-Core 2 has no parameter `array`"),
        ("mem 5=00", 5, "`5=00` has no address"),
        ("mem [0x5]=00", 5, "`mem[0x5]` is no part of the state: "),
        ("sys pe3[0x5]=00", 5, "`pe3.sys[0x5]` is no part of the state: "),
        ("init", 1, "`init` says nothing"),
        ("expect # nothing", 1, "`expect` says nothing"),
        ("core 0 1", 1, "`core` has one number behind it"),
        ("core x", 6, "`x` is no core"),
        ("core 1", 6, "MN-Core 2 has one program"),
        ("error", 1, "`error` says nothing"),
        ("error a at 1x", 12, "this names no error"),
        ("error a at 2", 12, "the case has no code line 2"),
        ("error a\nerror b", 1, "the case has two errors"),
        ("expect rest=changed", 8, "the rest cannot be `changed`"),
        ("#@ sectio 3", 4, "there is no note `sectio`"),
        ("#@ section", 4, "`section` says nothing"),
        ("Code nop", 1, "there is no key `Code`"),
    ] {
        let source = format!("system mncore2\ntest a\ncode nop\nexpect rest=same\n{lines}\n");
        let found = wrong(&source);
        assert!(found.len() == 1 && found[0].0 >= 5, "{lines}: {found:?}");
        assert_eq!(found[0].1, column, "{lines}: {found:?}");
        assert!(found[0].2.starts_with(message), "{lines}: {found:?}");
    }
    for (source, message) in [
        ("", "the file names no system"),
        ("// nothing\n\n", "the file names no system"),
        ("system", "`system` has one name behind it"),
        ("system mncore2 pod", "`system` has one name behind it"),
        ("system mncore2\ncode nop", "`code` stands before the first test"),
    ] {
        assert_eq!(wrong(source)[0].2, message, "{source}");
    }
    assert!(read("system mncore2").cases.is_empty());
}

/// Comments stand outside `code` lines, at the start or behind a blank.
#[test]
fn comments() {
    let file = read(
        "# a\n  // b\nsystem mncore2 # c\ntest a//b free  text #c # d\n\
         init $lm0=0000000000000001\t// e\ncode lpassa $lm0 $ln0 # f\nexpect $ln0=0000000000000001 # g",
    );
    let [case] = &file.cases[..] else { panic!("{file:?}") };
    assert_eq!((&*case.id, &*case.text), ("a//b", "free  text"));
    assert_eq!(case.code[0].text, "lpassa $lm0 $ln0 # f");
    assert_eq!(told(&file, case), [""; 0]);
}

/// Both forms say the same.
fn twins(file: &File) -> String {
    let (text, lines) = (file.to_text(), file.to_json_lines());
    assert_eq!(read(&text).to_text(), text);
    let twin = cases::read_json_lines(lines.as_bytes()).unwrap_or_else(|e| panic!("{lines}\n{e}"));
    assert_eq!(twin.to_json_lines(), lines);
    assert_eq!(twin.to_text(), text);
    lines
}

#[test]
fn the_twin_in_json_lines() {
    twins(&read(SUMS));
    let file = read(
        "system mncore2\ntest a \"quoted\" \\ text\n#@ seed 1\n#@ class x\n#@ decisions MN-D07\n\
         #@ decisions MN-D08\nset fill=1\ninit $lm0=0000000000000001 $omr1=4660\ncode nop\ncode quit\n\
         expect $omr1=0x1234\nexpect rest=same\n\
         test b\ncode nop\nerror access at 0\ntest c\ncode nop\nerror form",
    );
    let lines = twins(&file);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(
        lines,
        [
            r#"{"system": "mncore2", "id": "a", "text": "\"quoted\" \\ text", "set": [["fill","1"]], "init": [["$lm0","0000000000000001"],["$omr1","0x1234"]], "code": ["nop","quit"], "expect": [["$omr1","0x1234"]], "rest": "same", "class": "x", "decisions": "MN-D07 MN-D08", "seed": "1"}"#,
            r#"{"system": "mncore2", "id": "b", "code": ["nop"], "error": {"at":0,"kind":"access"}}"#,
            r#"{"system": "mncore2", "id": "c", "code": ["nop"], "error": {"kind":"form"}}"#,
        ]
    );
}

/// What is wrong with a line of the twin: the column, and what.
#[test]
fn what_is_wrong_with_a_json_line() {
    let whole = r#"{"system":"mncore2","id":"a","code":["nop"],"rest":"same"}"#;
    let wrong = |line: &str| match cases::read_json_lines(line.as_bytes()) {
        Err(ReadError::Errors(errors)) => {
            let first = &errors.diagnostics[0];
            (first.line, first.column, first.message.clone())
        }
        other => panic!("{line}\n{other:?}"),
    };
    assert_eq!(wrong(&format!("{whole}\n{whole}")), (2, 26, "there are two cases `a`".into()));
    for (from, to, column, message) in [
        ("{", "[", 1, "no case: "),
        ("\"code\"", "\"cod\"", 30, "there is no member `cod`"),
        ("\"rest\"", "\"code\":[\"nop\"],\"rest\"", 45, "the member `code` stands twice"),
        ("\"system\":\"mncore2\",", "", 1, "the case names no system"),
        ("mncore2", "mncore3", 11, "there is no system `mncore3`"),
        ("\"id\":\"a\",", "", 1, "the case has no id"),
        ("\"a\"", "\"a b\"", 26, "`a b` is no word"),
        ("\"a\"", "\"#a\"", 26, "`#a` is no word"),
        ("\"a\"", "5", 26, "this is no text"),
        ("\"code\":[\"nop\"],", "", 1, "the case `a` has no code"),
        ("[\"nop\"]", "[]", 1, "the case `a` has no code"),
        ("[\"nop\"]", "\"nop\"", 37, "this is no list"),
        ("\"nop\"", "\"nop\\nnop\"", 38, "this text is no line"),
        ("\"nop\"", "{\"core\":1},\"nop\"", 38, "MN-Core 2 has one program"),
        ("\"nop\"", "{\"cor\":1},\"nop\"", 38, "this names no core"),
        (",\"rest\":\"same\"", "", 1, "the case `a` has nothing that it expects"),
        ("\"same\"", "\"other\"", 52, "the rest cannot be so"),
        ("\"rest\":\"same\"", "\"error\":\"x\"", 53, "this names no error"),
        (
            "\"rest\":\"same\"",
            "\"error\":{\"kind\":\"x\",\"at\":2}",
            53,
            "the case has no code line 2",
        ),
        ("\"rest\":\"same\"", "\"error\":{\"kin\":\"x\"}", 53, "this names no error"),
        ("\"rest\":\"same\"", "\"expect\":[[\"$lm0\"]]", 55, "this is no pair of texts"),
        ("\"rest\":\"same\"", "\"expect\":[[\"$lm0\",\"00\"]]", 55, "`00` is no value"),
        ("\"rest\":\"same\"", "\"expect\":[[\"$lm0 \",\"00\"]]", 55, "this is no pair of texts"),
        ("\"rest\":\"same\"", "\"expect\":[[\"rest\",\"same\"]]", 55, "this is no pair of texts"),
        ("\"rest\"", "\"set\":[[\"fill\",\"x\"]],\"rest\"", 52, "fill=x: no long word"),
        ("\"rest\"", "\"text\":\"a # b\",\"rest\"", 52, "this text cannot stand behind an id"),
        ("\"rest\"", "\"section\":\"\",\"rest\"", 55, "this text is no line"),
    ] {
        let line = whole.replacen(from, to, 1);
        let (number, at, found) = wrong(&line);
        assert!(found.starts_with(message), "{line}: {found}");
        assert_eq!((number, at), (1, column), "{line}: {found}");
    }
    let other = whole.replace("\"a\"", "\"b\"");
    // Byte order mark, CR and blank lines as in the other form.
    let file = cases::read_json_lines(format!("\u{feff}{whole}\r\n\r\n{other}").as_bytes());
    assert_eq!(file.unwrap().cases.len(), 2);
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
    let lines = read(SUMS).to_json_lines().into_bytes();
    for cut in 0..lines.len() {
        drop(cases::read_json_lines(&lines[..cut]));
        let mut changed = lines.clone();
        changed[cut] = changed[cut].wrapping_add(cut as u8 | 1);
        drop(cases::read_json_lines(&changed[..]));
    }
}

/// What is reserved stops a run where it stands, as text as it does as a word; what stands before it is done.
#[test]
fn what_cannot_be_read_is_an_error_in_its_place() {
    let told = |case: &str| {
        let file = read(&format!("system tile\ntest a\n{case}"));
        let found = file.cases[0].run(file.machine, None).unwrap();
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for line in [".quad 0xffffffffffffffff", "tmma.foo.bar t0, t1, t2", "tmv.t2v x40, t1"] {
        let code = format!("code tmv.mv2t t3, #5, bc\ncode {line}\ncode tmv.mv2t t4, #5, bc\n");
        let before = "expect t3[0]=05000000 t4[0]=00000000";
        assert_eq!(told(&format!("{code}error Illegal at 1\n{before}")), [""; 0], "{line}");
        let wrong = "line 2: error: expected Illegal at 0, found Illegal at 1";
        assert_eq!(told(&format!("{code}error Illegal at 0\n{before}")), [wrong], "{line}");
    }
    // A branch over it goes where it went.
    let file = read(
        "system xdsa\ntest a\nset defaults=on\ncode .table t at 0x100 for base.cond.a16 { p0=0x200, unit=uint8, w0=0, w1=2 }\n\
         code base.cond.a16 @t\ncode base.foo.a16 @0\ncode end\nerror NoEnd",
    );
    let found = file.cases[0].run(file.machine, None).unwrap();
    // The table is no instruction, so the line is number 1 (XDSA-D81).
    assert!(found[0].to_string().contains("found ReservedCode at 1"), "{found:?}");
}

/// XDSA-D119: an instruction that does not exist is told alike as text and as a word; what no word can be is `syntax`.
#[test]
fn what_is_reserved_is_told_alike() {
    let told = |line: &str| {
        let file = read(&format!(
            "system xdsa\ntest a\ncode .table t at 0x100 for base.inv.a16 {{ s0=0x200, d=0x300, len=1 }}\n\
             code base.inv.a16 @t\ncode {line}\ncode end\nerror NoEnd\nexpect mem[0x300]=ff"
        ));
        let found = file.cases[0].run(file.machine, None).unwrap();
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let wrong = |kind: &str| [format!("line 2: error: expected NoEnd, found {kind}")];
    let word = ".raw 0FFF0000000000000000000000000000";
    for reserved in ["base.foo.a16 @0", word] {
        assert_eq!(told(reserved), wrong("ReservedCode at 1"), "{reserved}");
    }
    assert_eq!(told("base.inv.a16 @0x12345"), wrong("syntax at 1"));
}

/// TILE-D85: a state without a value of `trlenb` is legal, and can be expected.
#[test]
fn a_part_without_a_value() {
    let case =
        "system tile\ntest a\ncode tctrl.tcsr.wi tcsr, 3\nexpect tcsr=0x3 trlenb=none rest=same";
    let file = read(case);
    assert_eq!(file.cases[0].run(file.machine, None).unwrap(), []);
    assert_eq!(read(&file.to_text()).to_text(), file.to_text());
    let file = read(&case.replace("=none", "=0xffffffffffffffff"));
    let found = file.cases[0].run(file.machine, None).unwrap();
    assert!(found[0].to_string().contains("expected 0xffffffffffffffff, found none"), "{found:?}");
}
