//! Assembly text (XDSA-D78 to D82): programs, errors with their places, canonical form.

use rstest::rstest;
use semantics::machine::{How, Machine, Program};
use semantics::source::ReadError;
use semantics::xdsa::isa::{Domain, Operation, TABLE, Table, Width, Word};
use semantics::xdsa::{self, XdsaMachine, text};

fn read(source: &str) -> Result<Box<dyn Program>, ReadError> {
    XdsaMachine.read(&mut source.as_bytes(), &How::default())
}

fn program(source: &str) -> Vec<Vec<Word>> {
    let program = read(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    program.downcast::<xdsa::Program>().unwrap().words()
}

/// The one word of a line.
pub(super) fn one(line: &str) -> Word {
    let words = program(line);
    assert_eq!((words.len(), words[0].len()), (1, 1), "{line}");
    words[0][0]
}

fn wrong(source: &str) -> String {
    match read(source) {
        Err(ReadError::Errors(errors)) => errors.to_string(),
        other => panic!("{source}: {other:?}"),
    }
}

/// The example of XDSA-D78 and the word of XC-02.
#[test]
fn an_example() {
    let source = "\
.table t0 at 0x100 for base.add.a16 { s0=0x200, s1=0x240, d=0x300, len=4, src0=sint8, src1=sint8, des=sint8, sat=1 }
base.add.a16 @t0 fetch(1,0x12,3) deposit(2,0x34) block
end
";
    let words = program(source);
    assert_eq!(words[0][0].payload, [0x3f, 0, 0, 0, 0x34, 0x12, 0x76, 1, 0, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(words[0][1], Word::END);
    assert_eq!(words[0].len(), 2);
}

#[test]
fn other_words() {
    assert_eq!(one("exit").payload[..4], [0x3f, 0xff, 0x3f, 0]);
    let domain = one(".domain 0x04 000102030405060708090A0B0C0D0E0F");
    assert_eq!((domain.did, domain.payload[15]), (4, 15));
    assert_eq!(one(".domain 0x7F 00000000000000000000000000000001").did, 0x7f);
    let raw = one(".raw FF080000 00000000 00010000 00000000");
    assert_eq!((raw.did, raw.payload[0], raw.payload[9]), (0, 0xff, 1));
    let far = one("ai.conv_2d.a64 @0xFFFFFFFFFFFFFFFF");
    assert!(
        matches!(far.decode(false), Ok(Domain::Unity(i)) if i.descriptor == u64::MAX && i.operation == Operation::Conv2d)
    );
}

#[rstest]
#[case(
    "base.ad.a16 @0",
    "line 1, column 1: error reserved-code: there is no instruction `base.ad`; base.add"
)]
#[case(
    "base.add @0",
    "line 1, column 1: error syntax: `base.add` needs the width of addresses; base.add.a16"
)]
#[case(
    "end\n base.add.a16 @t",
    "line 2, column 16: error syntax: there is no table `t`; .table NAME"
)]
#[case("base.add.a16 @0x10000", "line 1, column 15: error syntax: this is no address; 16 bits")]
#[case("base.add.a16 0x100", "column 14: error syntax: this does not belong here; `@`")]
#[case("base.add.a16 @0 fetch(4,0,1)", "column 23: error syntax: 4 is out of range; 0 to 3")]
#[case("base.add.a16 @0 fetch(0,0,9)", "column 27: error syntax: 9 is out of range; 1 to 8")]
#[case("base.add.a16 @0 block block", "column 23: error syntax: `block` stands twice")]
#[case("base.add.a16 @0 fetch(0,0", "column 26: error syntax: `,` is missing")]
#[case(".key (0,0,0", "column 12: error syntax: `)` is missing")]
#[case(
    ".table t at 0 for base.add.a16 { s9=1 }",
    "column 34: error syntax: base.add has no field `s9`; s0, s1"
)]
#[case(
    ".table t at 0 for base.add.a16 { s0=1, s0=2 }",
    "column 40: error syntax: `s0` stands twice"
)]
#[case(
    ".table t at 0 for base.add.a16 { s0=0x10000 }",
    "column 37: error syntax: the value does not fit `s0`; 16 bits"
)]
#[case(".table t at 0 for base.add.a16 { src0=-9 }", "the value does not fit `src0`; 4 bits")]
#[case(".table t at 0 for base.add.a16 { src0=sint9 }", "`sint9` is no value; sint4, sint8")]
#[case(
    ".table t at 0 for base.add.a16 { s0=1",
    "line 1, column 8: error syntax: the table's brace is not closed; `}`"
)]
#[case(
    ".table t at 0xFFF8 for base.add.a16 { }",
    "a table of 12 bytes there leaves the address space; at most 0xfff4"
)]
#[case(
    ".table t at 0 for base.add.a16 { }\n.table t at 16 for base.add.a16 { }",
    "line 2, column 8: error syntax: `t` is the table of line 1"
)]
#[case(
    ".table t at 0 for base.add.a16 { }\nbase.abs.a16 @t",
    "line 2, column 15: error syntax: `t` is a table for base.add.a16; one for base.abs.a16"
)]
#[case(
    ".table t at 0 for base.add.a16 { }\nbase.add.a32 @t",
    "`t` is a table for base.add.a16; one for base.add.a32"
)]
#[case(".raw 00", "a payload of 1 bytes; 16 bytes: 32 hexadecimal digits")]
#[case(".bytes 1", "these are no bytes")]
#[case(".bytes", "there are no bytes")]
#[case(".core 64", "no core 64; 0 to 63")]
#[case(".set default=on", "there is no parameter `default`; defaults")]
#[case("end end", "column 5: error syntax: nothing belongs here")]
#[case("\u{e4}\u{f6} end", "column 1: error syntax: no statement begins like this")]
fn errors_name_their_place(#[case] source: &str, #[case] expected: &str) {
    let found = wrong(source);
    assert!(found.contains(expected), "{source}\n{found}\n{expected}");
}

/// Every layout at every width: table -> text -> the same bytes in memory.
#[test]
fn tables_are_written_by_field() {
    for row in &TABLE {
        for width in Width::ALL {
            let operation = row.operation;
            let mut table = Table::new(operation.layout(), width);
            let mut fields = Vec::new();
            for (n, field) in operation.layout().fields.iter().enumerate() {
                let bits = field.bits(width);
                let value = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(n as u64 + 1) >> (64 - bits);
                table.set(field.name, value).unwrap();
                fields.push(format!("{}={value:#x}", field.name));
            }
            if operation == Operation::Exit {
                continue;
            }
            let name = format!("{}.a{}", operation.name(), width.bits());
            let source =
                format!(".table t at 0x40 for {name} {{ {} }}\n{name} @t\n", fields.join(", "));
            let read = read(&source).unwrap();
            let program = read.downcast::<xdsa::Program>().unwrap();
            let data: Vec<_> = program.data().collect();
            if !table.bytes().is_empty() {
                assert_eq!(data, [(0x40, &table.bytes()[..])], "{name}");
            }
            // Canonical text says the same, and is canonical.
            let canonical = XdsaMachine.format(&mut source.as_bytes()).unwrap();
            let again = XdsaMachine.format(&mut &canonical[..]).unwrap();
            assert_eq!(
                String::from_utf8(again).unwrap(),
                String::from_utf8(canonical.clone()).unwrap()
            );
            let other = XdsaMachine.read(&mut &canonical[..], &How::default()).unwrap();
            let other = other.downcast::<xdsa::Program>().unwrap();
            assert_eq!((other.data().collect(), other.words()), (data, program.words()), "{name}");
        }
    }
}

#[test]
fn canonical_text_keeps_comments() {
    let source = "# head\n\n  exit // leaves\n.bytes 0a 0B # data\n.table t   at 0x100 for base.abs.a16 { // first\n d=0x300,s=0x200, # second\n len=1 src=sint8 des=8 }\n base.abs.a16   @t   block  deposit( 1 , 3 )\n.org 512\n.core 1\n.set  seed = 7\n";
    let text = XdsaMachine.format(&mut source.as_bytes()).unwrap();
    assert_eq!(
        String::from_utf8(text).unwrap(),
        "# head\n\nexit  // leaves\n.bytes 0A 0B  # data\n// first\n# second\n\
         .table t at 0x100 for base.abs.a16 { s=0x200, d=0x300, len=1, src=sint8, des=sint32 }\n\
         base.abs.a16 @t deposit(1,0x03) block\n.org 0x200\n.core 1\n.set seed=7\n"
    );
}

#[test]
fn data_and_cores() {
    let source = ".org 0x10\n.bytes 01 02\n.bytes 03\nexit\n.core 2\nend\n.core 0\nend\n";
    let read = read(source).unwrap();
    let program = read.downcast::<xdsa::Program>().unwrap();
    let data: Vec<_> = program.data().collect();
    assert_eq!(data, [(0x10, &[1, 2][..]), (0x12, &[3][..])]);
    let counts: Vec<usize> = program.words().iter().map(Vec::len).collect();
    assert_eq!(counts, [2, 0, 1]);
}

#[test]
fn names_of_others() {
    for (alias, operation) in semantics::xdsa::isa::ALIASES {
        assert_eq!(Operation::by_name(alias), Some(operation));
        assert!(text::word(&one(&format!("{alias}.a16 @0"))).starts_with(operation.name()));
    }
}

/// A value that no parameter has is told where it stands; an error in a table is told once, wherever the table ends.
#[test]
fn errors_do_not_spread() {
    let set = wrong("end\n.set steps=-1\n");
    assert_eq!(
        set,
        "line 2, column 6: error syntax: steps=-1: no such value; a number of at most 64 bits"
    );
    for source in [
        ".table t at 0 for base.add.a16 { s9=1 }\nbase.add.a16 @t\n",
        ".table t at 0 for base.add.a16 { s9=1,\n s0=1,\n s0=2 }\nbase.add.a16 @t\nend\n",
        ".table t at 0 for base.add.a16 {\n s9=1,\n s0=1 }\nbase.add.a16 @t\n",
    ] {
        let found = wrong(source);
        assert_eq!(found.lines().count(), 1, "{found}");
        assert!(found.contains("no field `s9`"), "{found}");
        let formatted = XdsaMachine.format(&mut source.as_bytes());
        assert_eq!(formatted.unwrap_err().to_string(), found);
    }
}
