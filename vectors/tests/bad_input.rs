//! Every kind of bad file, and what is said about it.

use std::io::{self, Read};
use vectors::check::{Policy, Settings, check};
use vectors::file::{self, Error, Format, UnknownFormat};
use vectors::registry::{Answers, Options};

const HEADER: &str = "op,opts,in0,in1,in2,out,flags,class,unspecified";
const CASE: &str = "mncore2.mau.fvfma,,49800008,49800008,d3800000,4a000010,1,,";
const JSON: &str =
    r#"{"op":"mncore2.mau.fvmul","in0":"3f800000","in1":"40000000","out":"40000000","flags":"1"}"#;
const BLOCK: &str = r#"{"op":"mncore2.rrn.l1bm4.ffadd","in0":["3f800000","3f800000","3f800000","3f800000"],"out":"40800000"}"#;

fn said(input: impl Read, format: Format) -> String {
    let op = (format == Format::TestFloat)
        .then(|| vectors::operations().find("mncore2.mau.fvfma").expect("registered"));
    let settings = Settings { op, ..Settings::default() };
    match check(input, format, vectors::operations(), &settings, &mut |_| {}) {
        Ok(report) => report.counts.to_string(),
        Err(error) => error.to_string(),
    }
}

/// What is said about a CSV file of a good case and this line.
fn csv(line: &str) -> String {
    said(format!("{HEADER}\n{CASE}\n{line}\n").as_bytes(), Format::Csv)
}

fn jsonl(line: &str) -> String {
    said(format!("{JSON}\n{line}\n").as_bytes(), Format::Jsonl)
}

fn testfloat(line: &str) -> String {
    said(format!("{line}\n").as_bytes(), Format::TestFloat)
}

#[test]
fn good_lines() {
    let good = "checked 2, mismatched 0, unspecified 0";
    assert_eq!(csv(CASE), good);
    assert_eq!(jsonl(JSON), good);
    assert_eq!(jsonl(BLOCK), good);
    assert_eq!(
        testfloat("49800008 49800008 d3800000 4a000010 1"),
        "checked 1, mismatched 0, unspecified 0"
    );
    // TestFloat writes upper case; the flag need not be recorded.
    assert_eq!(
        testfloat("49800008 49800008 D3800000 4A000010"),
        "checked 1, mismatched 0, unspecified 0, flags of 1 not compared"
    );
    // No line end at the end; quotes where none are needed; anybody's class.
    let quoted =
        r#""mncore2.mau.fvmul","neg=0,1",3f800000,"3f800000",,3f800000,1,"a ""class"", büro""#;
    assert_eq!(said(format!("{HEADER}\n{CASE}\n{quoted},").as_bytes(), Format::Csv), good);
    assert_eq!(said(HEADER.as_bytes(), Format::Csv), "checked 0, mismatched 0, unspecified 0");
}

#[test]
fn bad_files() {
    for (format, right) in [
        (Format::Csv, "a header line, then a case on every line"),
        (Format::Jsonl, "a case on every line"),
        (Format::TestFloat, "a case on every line"),
    ] {
        assert_eq!(said(&b""[..], format), format!("the file is empty, right is {right}"));
    }
    let right = format!("right is `{HEADER}`, with as many `inN` as needed");
    for (header, column, found) in [
        ("op,options,in0,out", 7, "op,options,in0,out"),
        (
            "op,opts,in1,in0,in2,out,flags,class,unspecified",
            11,
            "op,opts,in1,in0,in2,out,flags,class,unspecified",
        ),
        ("", 1, ""),
        (
            "op,opts,in0,out,flags,class,unspecified,x",
            40,
            "op,opts,in0,out,flags,class,unspecified,x",
        ),
        ("\u{feff}op", 1, "\\u{feff}op"),
        (CASE, 1, CASE),
    ] {
        assert_eq!(
            said(format!("{header}\n{CASE}\n").as_bytes(), Format::Csv),
            format!("line 1, column {column}: the header is `{found}`, {right}")
        );
    }
    assert_eq!(
        said(format!("{HEADER}\r\n{CASE}\r\n").as_bytes(), Format::Csv),
        "line 1, column 48: the line ends with CR, right is LF alone"
    );
}

#[test]
fn bad_csv_lines() {
    let names = HEADER;
    for (line, right) in [
        ("", "line 3, column 1: the line is blank, right is a case on every line".to_owned()),
        ("mncore2.mau.fvfma,,49800008", format!("line 3, column 28: the line has 3 fields, right is 9: {names}")),
        (&format!("{CASE},x"), format!("line 3, column 60: the line has 10 fields, right is 9: {names}")),
        (&format!("{CASE}\r"), "line 3, column 59: the line ends with CR, right is LF alone".to_owned()),
        (&CASE.replace("d38", "d\x078"), "line 3, column 39: stray byte 0x07, right is printable text".to_owned()),
        (&CASE.replace("498", "g98"), "line 3, column 20: in0: `g` is not a hex digit".to_owned()),
        (&CASE.replace("d38", "d3"), "line 3, column 38: in2 has 7 digits, right is 8".to_owned()),
        (&CASE.replace("d38", "0xd38"), "line 3, column 39: in2: `x` is not a hex digit".to_owned()),
        (&CASE.replace("4a0", "4a00"), "line 3, column 47: out has 9 digits, right is 8".to_owned()),
        (&CASE.replace("4a000010", ""), "line 3, column 47: out is empty, right is 8 hex digits".to_owned()),
        (&CASE.replace("d3800000", ""), "line 3, column 38: in2 is empty, right is 8 hex digits".to_owned()),
        (&CASE.replace("d38", "3f800000_d38"), "line 3, column 38: in2 has 2 elements, right is 1".to_owned()),
        ("mncore2.rrn.l1bm4.ffadd,,00000000_00000000_0000000_00000000,,,00000000,,,",
            "line 3, column 44: element 2 of in0 has 7 digits, right is 8".to_owned()),
        ("mncore2.rrn.l1bm4.ffadd,,00000000_00000000_00000000,,,00000000,,,",
            "line 3, column 26: in0 has 3 elements, right is 4".to_owned()),
        ("mncore2.rrn.l1bm4.ffadd,,,,,00000000,,,",
            "line 3, column 26: in0 is empty, right is 4 elements of 8 hex digits".to_owned()),
        ("mncore2.mau.fvmul,,3f800000,3f800000,3f800000,3f800000,1,,",
            "line 3, column 38: in2 is `3f800000`, right is nothing: mncore2.mau.fvmul has 2 operands".to_owned()),
        ("mncore2.rrn.l1bm4.ffadd,,00000000_00000000_00000000_00000000,,,00000000,1,,",
            "line 3, column 73: flags is `1`, right is nothing: mncore2.rrn.l1bm4.ffadd has no mask flag".to_owned()),
        (&CASE.replace(",1,", ",2,"), "line 3, column 56: flags is `2`, right is 0 or 1".to_owned()),
        (&CASE.replace("fvfma", "fvfna"), "line 3, column 1: op: unknown operation `mncore2.mau.fvfna`; nearest: mncore2.mau.fvfma, mncore2.mau.dvfma, mncore2.mau.fmfma".to_owned()),
        (&CASE.replace(",,49", ",r=1,49"), "line 3, column 19: opts: mncore2.mau.fvfma has no option `r`; it takes neg, ext".to_owned()),
        (&CASE.replace(",,49", ",neg=7,49"), "line 3, column 19: opts: option neg of mncore2.mau.fvfma does not take `7`; right is list of 0,1,2".to_owned()),
        (&CASE.replace(",,49", ",neg=0,2,49"), format!("line 3, column 66: the line has 10 fields, right is 9: {names}")),
        (&CASE.replace(",,49", ",\"neg=0,2,49"), "line 3, column 19: a quoted field without its closing quote".to_owned()),
        (&CASE.replace(",,49", ",\"neg=0\"2,49"), "line 3, column 26: text behind a closing quote, right is a comma".to_owned()),
        (&CASE.replace(",,49", ",neg=\"0\",49"), "line 3, column 23: a quote inside a field that does not begin with one".to_owned()),
    ] {
        assert_eq!(csv(line), right);
    }
    let narrow = format!(
        "op,opts,in0,out,flags,class,unspecified\n{}\n",
        "mncore2.mau.fvmul,,3f800000,3f800000,1,,"
    );
    assert_eq!(
        said(narrow.as_bytes(), Format::Csv),
        "line 2, column 29: in1 is empty, right is a column for it: 8 hex digits"
    );
    let latin = [HEADER.as_bytes(), b"\n", CASE.as_bytes(), b"\xfc\n"].concat();
    assert_eq!(
        said(&latin[..], Format::Csv),
        "line 2, column 59: byte 0xfc is not UTF-8 text, right is UTF-8"
    );
}

#[test]
fn bad_json_lines() {
    for (line, right) in [
        ("", "line 2, column 1: the line is blank, right is a case on every line"),
        ("[]", "line 2, column 1: `[` where an object begins, right is `{`"),
        ("{\"op\":\"x\"", "line 2, column 9: EOF while parsing an object"),
        (
            &JSON.replace("in0", "im0"),
            "line 2, column 31: unknown field `im0`, expected one of `op`, `opts`, `in0`, `in1`, `in2`, `in3`, `in4`, `in5`, `out`, `flags`, `class`, `unspecified`, `file`, `end`",
        ),
        (&JSON.replace("in0", "in1"), "line 2, column 48: duplicate field `in1`"),
        (&JSON.replace("in0", "in2"), "line 2: in0 is empty, right is 8 hex digits"),
        (&JSON.replace("\"out\"", "\"in2\""), "line 2, column 89: missing field `out`"),
        (&JSON.replace("3f8", "g3f8"), "line 2, column 34: in0: `g` is not a hex digit"),
        (&JSON.replace("3f8", "3f"), "line 2, column 34: in0 has 7 digits, right is 8"),
        (
            &JSON.replace("\"3f800000\"", "7"),
            "line 2, column 33: invalid type: integer `7`, expected a string of hex digits, or an array of such strings",
        ),
        (
            &JSON.replace("fvmul", "fvnul"),
            "line 2, column 8: op: unknown operation `mncore2.mau.fvnul`; nearest: mncore2.mau.fvmul, mncore2.mau.dvmul, mncore2.mau.fmmul",
        ),
        (
            &JSON.replace("fvmul", "fvpassa"),
            "line 2, column 53: in1 is `40000000`, right is nothing: mncore2.mau.fvpassa has 1 operand",
        ),
        (&JSON.replace("\"1\"", "\"2\""), "line 2, column 87: flags is `2`, right is 0 or 1"),
        (
            &BLOCK.replace("\"3f800000\",\"3f800000\"]", "\"3f800000\"]"),
            "line 2, column 41: in0 has 3 elements, right is 4",
        ),
        (
            &BLOCK.replace("\"3f800000\"]", "\"3f80000\"]"),
            "line 2, column 74: element 3 of in0 has 7 digits, right is 8",
        ),
        (
            &BLOCK.replace("\"40800000\"", "[\"40800000\",\"40800000\"]"),
            "line 2, column 93: out has 2 elements, right is 1",
        ),
        (&format!("{JSON}\r"), "line 2, column 90: the line ends with CR, right is LF alone"),
        (&format!("{JSON}x"), "line 2, column 90: trailing characters"),
    ] {
        assert_eq!(jsonl(line), right, "{line}");
    }
}

#[test]
fn bad_testfloat_lines() {
    let short = "the line has 3 fields, right is 5: in0 in1 in2 out flags";
    assert_eq!(testfloat("49800008 49800008 d3800000"), format!("line 1, column 27: {short}"));
    for (line, right) in [
        ("", "line 1, column 1: the line is blank, right is a case on every line"),
        (
            "49800008 49800008 d3800000 4a000010 1 0",
            "line 1, column 39: the line has 6 fields, right is 5: in0 in1 in2 out flags",
        ),
        (
            "49800008  49800008 d3800000 4a000010",
            "line 1, column 10: in1 is empty, right is 8 hex digits",
        ),
        ("49800008 49800008 d3800000 1", "line 1, column 28: out has 1 digit, right is 8"),
        ("49800008 49800008 d3800000 4a000010 ", "line 1, column 37: flags is ``, right is 0 or 1"),
    ] {
        assert_eq!(testfloat(line), right);
    }
    let nothing = check(
        &b"1\n"[..],
        Format::TestFloat,
        vectors::operations(),
        &Settings::default(),
        &mut |_| {},
    );
    assert_eq!(
        nothing.expect_err("no operation").to_string(),
        "testfloat lines do not name their operation, right is to give it beside the file"
    );
}

#[test]
fn long_lines() {
    // Within a chunk, across chunks, without end; the good case before it is checked first.
    let head = format!("{HEADER}\n{CASE}\n");
    for length in [196_609, 250_000, 300_000, 1_000_000] {
        let text = [head.as_bytes(), &vec![b'x'; length], b"\n", CASE.as_bytes()].concat();
        assert_eq!(
            said(&text[..], Format::Csv),
            "line 3, column 196609: the line is longer than 196608 bytes, no case is"
        );
    }
    for format in [Format::Jsonl, Format::TestFloat] {
        // 10 GB.
        let endless = io::repeat(b'1').take(10_000_000_000);
        assert_eq!(
            said(endless, format),
            "line 1, column 196609: the line is longer than 196608 bytes, no case is"
        );
    }
    let class = "c".repeat(196_608 - CASE.len());
    let longest = CASE.replace(",1,,", &format!(",1,{class},"));
    assert_eq!(csv(&longest), "checked 2, mismatched 0, unspecified 0");
}

/// The first bad line counts, however many chunks and threads there are.
#[test]
fn the_first_bad_line_is_told() {
    let good = format!("{CASE}\n").repeat(20_000);
    let text = format!("{HEADER}\n{good}bad\n{good}worse,\n");
    for threads in 1..4 {
        let settings = Settings { threads, ..Settings::default() };
        let error =
            check(text.as_bytes(), Format::Csv, vectors::operations(), &settings, &mut |_| {})
                .expect_err("bad");
        assert!(
            error.to_string().starts_with("line 20002, column 4: the line has 1 field,"),
            "{error}"
        );
    }
}

/// Fails after some lines.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the disk is gone")),
            n => Ok(n),
        }
    }
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = |path| file::open(path).expect_err("not a file").to_string();
    assert_eq!(error(folder.path()), "is a directory, right is a vector file");
    let missing = folder.path().join("none.csv");
    assert_eq!(error(&missing), "cannot be read: No such file or directory (os error 2)");
    let directory = std::fs::File::open(folder.path()).expect("opens");
    assert_eq!(said(directory, Format::Csv), "is a directory, right is a vector file");
    let text = format!("{HEADER}\n{}", format!("{CASE}\n").repeat(10_000));
    assert_eq!(said(Broken(text.as_bytes()), Format::Csv), "cannot be read: the disk is gone");
    let bad = text.replacen("mau", "mai", 7);
    assert!(said(Broken(bad.as_bytes()), Format::Csv).starts_with("line 2, column 1: op: unknown"));
    assert!(
        matches!(file::open(&missing), Err(Error::Read(e)) if e.kind() == io::ErrorKind::NotFound)
    );
}

#[test]
fn names_of_formats_and_policies() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let unavailable = "parquet".parse::<Format>().expect_err("not yet");
    assert_eq!(unavailable, UnknownFormat::Unavailable("parquet".to_owned()));
    assert_eq!(
        "parquet".parse::<Format>().expect_err("not yet").to_string(),
        "format parquet is not available in this version; available are csv, jsonl, testfloat, memh, fptest, npy"
    );
    assert_eq!(
        "xml".parse::<Format>().expect_err("unknown").to_string(),
        "unknown format `xml`; right is csv, jsonl, testfloat, memh, fptest or npy"
    );
    for (name, format) in [
        ("a.csv", Some(Format::Csv)),
        ("a.jsonl", Some(Format::Jsonl)),
        ("b.tv", Some(Format::TestFloat)),
        ("b.txt", Some(Format::TestFloat)),
        ("b.memh", Some(Format::Memh)),
        ("csv", None),
    ] {
        assert_eq!(Format::of_path(name.as_ref()), format);
    }
    for policy in [Policy::Skip, Policy::Report, Policy::Insist] {
        assert_eq!(policy.to_string().parse(), Ok(policy));
    }
    assert_eq!(
        "ignore".parse::<Policy>().expect_err("unknown").to_string(),
        "unknown policy `ignore`; right is skip, report or insist"
    );
    let default = Settings::default();
    assert_eq!(
        (default.unspecified, default.answers, default.options),
        (Policy::Insist, Answers::DECIDED, Options::NONE)
    );
}
