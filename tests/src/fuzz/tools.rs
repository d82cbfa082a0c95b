//! What the tools of MN-Core 2 read: programs to be rewritten, machine words, layouts, dumps.

use super::program_text::reads_back;
use semantics::machine::Comparison;
use semantics::mncore2::check::Rules;
use semantics::mncore2::code::{Trust, Word, encode};
use semantics::mncore2::dump::{self, Reader};
use semantics::mncore2::isa::{Expr, Statement, Step};
use semantics::mncore2::layout::Layout;
use semantics::mncore2::text::{self, decode};

/// The bytes as a program, in canonical text and mended.
///
/// # Panics
/// Where rewriting changes what a program says, or does not settle.
pub fn rewrite(bytes: &[u8]) {
    let plain = text::read_with(Rules::NONE, bytes);
    let formatted = match (text::format(bytes), &plain) {
        (Ok(formatted), Ok(_)) => formatted,
        (Err(_), Err(_)) => return,
        (formatted, _) => panic!("only one of read and format fails: {:?}", formatted.err()),
    };
    let settled = text::format(&formatted[..]).expect("canonical text reads");
    assert_eq!(String::from_utf8_lossy(&settled), String::from_utf8_lossy(&formatted));
    let before = statements(bytes);
    assert_eq!(before, statements(&formatted));
    let mended = text::mend(bytes).expect("a program that reads can be mended");
    let stretched = statements(&mended.text);
    let less = |list: &[Statement]| {
        list.iter().filter(|s| !is_nops(s)).cloned().collect::<Vec<Statement>>()
    };
    assert_eq!(less(&stretched), less(&before));
    let again = text::mend(&mended.text[..]).expect("it still reads");
    assert_eq!((again.nops, again.text), (0, mended.text));
}

fn statements(source: &[u8]) -> Vec<Statement> {
    let program = text::read_with(Rules::NONE, source).expect("it reads");
    program.lines().iter().map(|line| line.statement().clone()).collect()
}

fn is_nops(statement: &Statement) -> bool {
    matches!(statement, Statement::Step(Step { exprs }) if matches!(exprs[..], [Expr::Nop(_)]))
}

/// The bytes as the digits of a machine word, and as changes of the word of `nop`.
///
/// # Panics
/// Where a word that decodes does not encode to itself.
pub fn word(bytes: &[u8]) {
    if let Ok(word) = String::from_utf8_lossy(bytes).parse::<Word>() {
        judge(&word);
    }
    let nop = Step { exprs: vec![Expr::Nop(1)] };
    let mut word = encode(&nop, Trust::Observed).expect("nop is known");
    for change in bytes.chunks(2).take(24) {
        let offset = change.iter().fold(0, |n, &b| n << 8 | usize::from(b));
        word = word.flipped(offset % 292);
        judge(&word);
    }
}

fn judge(word: &Word) {
    assert_eq!(word.to_string().parse(), Ok(*word));
    let Ok(step) = decode(word) else { return };
    assert_eq!(encode(&step, Trust::Inferred).as_ref(), Ok(word), "{step}");
    reads_back(&Statement::Step(step));
}

/// Elements of a layout that are looked at.
const SPOTS: usize = 4096;

/// The bytes as a layout.
///
/// # Panics
/// Where a layout does not read back, or an element has no place.
pub fn layout(bytes: &[u8]) {
    let source = String::from_utf8_lossy(bytes);
    let layout = match Layout::parse(&source) {
        Ok(layout) => layout,
        Err(error) => {
            assert!(error.column as usize <= source.chars().count() + 1, "{source:?}: {error}");
            return;
        }
    };
    let text = layout.to_string();
    let again = Layout::parse(&text).unwrap_or_else(|e| panic!("{source:?} -> {text:?}: {e}"));
    assert_eq!((again.shape(), again.to_string()), (layout.shape(), text));
    let mut spots = layout.spots();
    for n in 0..layout.elements().min(SPOTS as u64) {
        let spot = spots.next();
        assert!(spot.is_some(), "{source:?}: element {n}");
        assert_eq!(spot, layout.at(&layout.index(n)), "{source:?}: element {n}");
    }
}

/// The bytes as a dump.
///
/// # Panics
/// Where a dump differs from itself.
pub fn dump(bytes: &[u8]) {
    let mut reader = Reader::new(bytes);
    let (mut words, mut broken) = (0, false);
    loop {
        match reader.next_line() {
            Ok(Some(line)) => words += line.words().len(),
            Ok(None) => break,
            Err(_) => broken = true,
        }
    }
    let how = Comparison { by_value: None, most: 20 };
    let found = dump::compare([&mut { bytes }, &mut { bytes }], &how);
    match found {
        Ok(findings) => assert!(!broken && findings.differing == 0, "{words} words"),
        Err(_) => assert!(broken || words == 0),
    }
}
