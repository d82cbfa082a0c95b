//! Canonical text, and nops where hazards need them.

use rstest::rstest;
use semantics::mncore2::check::Rules;
use semantics::mncore2::text::{MAX_SOURCE, ReadError, format, mend, parse, parse_with};
use std::io::{BufReader, Read};

fn formatted(source: &[u8]) -> String {
    String::from_utf8_lossy(&format(source).expect("a program")).into_owned()
}

#[rstest]
#[case("", "")]
#[case("\n\n", "")]
#[case("  \t\r\n", "")]
#[case("nop", "nop\n")]
#[case("\tnop ; \r\n\r\n", "nop\n")]
#[case("nop/0b11;wait i0A#x", "nop/3; wait i0a  #x\n")]
#[case("lpassa  $lm[0, 2, 4,6]\t$ln0x10", "lpassa $lm[0,2,4,6] $ln16\n")]
// Comments, alone and behind a statement; blank lines between.
#[case("\n   # a  b \n\n\nnop# c\t\n", "\n# a  b\n\n\nnop  # c\n")]
#[case("  ! old # x \n!\n", "! old # x\n!\n")]
#[case("\u{feff}nop\n", "nop\n")]
// Assembled lines keep their letters, host lines their fields.
#[case(
    "j\tvsm  nop;wait i01\nm vsm mvnop\n i vsm nop",
    "j vsm nop; wait i01\nm vsm mvnop\ni vsm nop\n"
)]
#[case("c   0\t0 iAB i00 0 000000000  001 # x", "c 0 0 iab i00 0 000000000 001  # x\n")]
#[case("r 0  000000001 001 00000000000000ab", "r 0 000000001 001 00000000000000AB\n")]
#[case("d set $t 1 l0ab#x", "d set $lt 1 lAB  #x\n")]
// Behind quit nothing is looked at.
#[case("nop;\n quit # x\r\n  rubbish \r\n\n", "nop\nquit  # x\n  rubbish \r\n\n")]
#[case("quit", "quit\n")]
// What breaks rules about steps is written all the same.
#[case(
    "zero $lm0v\nlpassa  $lm0v $lr0v ;zero $ls0v",
    "zero $lm0v\nlpassa $lm0v $lr0v; zero $ls0v\n"
)]
fn canonical_text(#[case] source: &str, #[case] expected: &str) {
    assert_eq!(formatted(source.as_bytes()), expected);
    assert_eq!(formatted(expected.as_bytes()), expected, "again");
    let [old, new] = [source, expected].map(|text| {
        let program = parse_with(Rules::NONE, text).expect("a program");
        program.lines().iter().map(|l| l.statement().clone()).collect::<Vec<_>>()
    });
    assert_eq!(old, new);
}

/// Comments may be in any encoding.
#[rstest]
fn comments_keep_their_bytes() {
    assert_eq!(format(&b"nop#\x83\x65 \n#\xff\t\n"[..]).expect("text"), b"nop  #\x83\x65\n#\xff\n");
}

#[rstest]
fn all_that_cannot_be_read() {
    let source = "bad\nzero $lm0v; zero $lm0v\nlpassa $lm1v $ln1v\nbad\n";
    for error in
        [format(source.as_bytes()).expect_err("bad"), mend(source.as_bytes()).expect_err("bad")]
    {
        let ReadError::Errors(errors) = error else { panic!("{error}") };
        assert_eq!(errors.diagnostics.iter().map(|d| d.line).collect::<Vec<_>>(), [1, 3, 3, 4]);
    }
    let ReadError::Errors(errors) = format("bad\n".repeat(2500).as_bytes()).expect_err("bad")
    else {
        panic!("errors")
    };
    assert_eq!((errors.diagnostics.len(), errors.more), (1000, 1500));
}

/// A thing that is endless behind `quit` is refused.
#[rstest]
fn the_limit_counts_behind_quit() {
    let endless = || {
        BufReader::with_capacity(
            1 << 16,
            (&b"quit\n"[..]).chain(std::io::repeat(b'x').take(MAX_SOURCE)),
        )
    };
    for error in [format(endless()).expect_err("too long"), mend(endless()).expect_err("too long")]
    {
        assert!(error.to_string().contains("MN-E-LIMIT"), "{error}");
    }
}

#[rstest]
// Nothing to do: every byte remains.
#[case("\u{feff}  nop ;\r\n\n# \n quit\nzero $lm0v\nlpassa $lm0v $lr0v", "", 0)]
#[case(
    "zero $lm0v\n# c\n\n  lpassa $lm0v $lr0v # d",
    "zero $lm0v\n# c\n\n  nop/2\n  lpassa $lm0v $lr0v # d",
    2
)]
#[case("zero $lm0v\r\n\tlpassa $lm0v $lr0v", "zero $lm0v\r\n\tnop/2\r\n\tlpassa $lm0v $lr0v", 2)]
#[case(
    "zero $lm0v\nnop\nlpassa $lm0v $lr0v\r\n",
    "zero $lm0v\nnop\nnop\r\nlpassa $lm0v $lr0v\r\n",
    1
)]
// In the forms of assembled text.
#[case(
    "j vsm zero $lm0v\nj vsm lpassa $lm0v $lr0v\n",
    "j vsm zero $lm0v\nj vsm nop/2\nj vsm lpassa $lm0v $lr0v\n",
    2
)]
#[case(
    "i vsm zero $lm0v\n i vsm lpassa $lm0v $lr0v\n",
    "i vsm zero $lm0v\n i vsm nop/2\n i vsm lpassa $lm0v $lr0v\n",
    2
)]
#[case(
    "l2bm@0 $lb0 $lc4096\nm vsm mvp/n64i01 $lc4096@0.0 $d0@0",
    "l2bm@0 $lb0 $lc4096\nj vsm nop\nm vsm mvp/n64i01 $lc4096@0.0 $d0@0",
    1
)]
// One place serves two pairs.
#[case(
    "zero $lm0v\nzero $ln0v\nlpassa $lm0v $lr0v\nlpassa $ln0v $ls0v\n",
    "zero $lm0v\nzero $ln0v\nnop\nlpassa $lm0v $lr0v\nlpassa $ln0v $ls0v\n",
    1
)]
// What is allowed stays, and other hazards of the line are mended.
#[case("# lint: allow MN-E-HAZARD-LM0: because\nzero $lm0v\nlpassa $lm0v $lr0v\n", "", 0)]
#[case(
    "# lint: allow MN-E-HAZARD-LM0: because\nzero $lm0v\nzero $lr0v\nlor $lm0v $lr0v $ls0v\n",
    "# lint: allow MN-E-HAZARD-LM0: because\nzero $lm0v\nzero $lr0v\nnop\nlor $lm0v $lr0v $ls0v\n",
    1
)]
// Other errors stay.
#[case(
    "zero $lm0v; zero $ls0v\nlpassa $lm0v $lr0v",
    "zero $lm0v; zero $ls0v\nnop/2\nlpassa $lm0v $lr0v",
    2
)]
fn mended_text(#[case] source: &str, #[case] expected: &str, #[case] nops: u64) {
    let mended = mend(source.as_bytes()).expect("a program");
    let expected = if expected.is_empty() { source } else { expected };
    assert_eq!(String::from_utf8_lossy(&mended.text), expected);
    assert_eq!((mended.nops, mended.places), (nops, u64::from(nops > 0)));
    let again = mend(&mended.text[..]).expect("a program");
    assert_eq!((again.text, again.nops), (mended.text.clone(), 0));
    let hazards = |text: &str| {
        let found = match parse_with(Rules::ASSEMBLER, text) {
            Ok(program) => program.warnings,
            Err(errors) => errors.diagnostics,
        };
        found.iter().filter(|d| d.code.contains("HAZARD")).count()
    };
    assert_eq!(hazards(expected), 0);
    assert_eq!(hazards(source) > 0, nops > 0);
    assert_eq!(parse(source).is_ok(), parse(expected).is_ok());
}
