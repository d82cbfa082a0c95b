//! xDSA: assembly text, words and images, operand tables.

use crate::judges::{agree, case};
use seeded::{Bytes, Draw, Random};
use semantics::xdsa::Program as Text;
use semantics::xdsa::code;
use semantics::xdsa::isa::{Domain, Sync, TABLE, Table, Width, Word};
use semantics::xdsa::text::word;
use vectors::programs::xdsa::{Line, Program};

/// The bytes as a program's text: what is read has words that are written and read again.
///
/// # Panics
/// Where it has not, or where an error says nothing.
pub fn text(bytes: &[u8]) {
    match Text::read(&String::from_utf8_lossy(bytes)) {
        Ok(program) => program.words().iter().flatten().for_each(word_reads_back),
        Err(errors) => assert!(!format!("{errors:?}").is_empty()),
    }
}

/// A word is its text again, where it has one that the assembler takes.
fn word_reads_back(binary: &Word) {
    let line = word(binary);
    let again = Text::read(&format!("{line}\n"));
    let again = again.unwrap_or_else(|errors| panic!("{line}: {errors:?}"));
    assert_eq!(again.words().concat().first(), Some(binary), "{line}");
}

/// The bytes as an image, and as words with a Unity domain: what decodes is its bytes again, in text and in code.
///
/// # Panics
/// Where it is not.
pub fn image(bytes: &[u8]) {
    if let Ok(words) = code::words(bytes) {
        let again = code::image(&words);
        assert_eq!(code::words(&again).as_deref(), Ok(&words[..]));
    }
    for chunk in bytes.chunks_exact(16) {
        let payload: [u8; 16] = std::array::from_fn(|at| chunk[at]);
        let mut choices = Bytes::new(chunk);
        let row = choices.pick(&TABLE);
        let usual = Word { did: 0, payload };
        // The same with an operation that there is.
        let mut known = payload;
        known[0] = row.operation.section().code() | payload[0] & 0xc0;
        let [low, high] = row.code.to_le_bytes();
        (known[1], known[2]) = (low, payload[2] & 0xc0 | high);
        for word in [usual, Word { did: 0, payload: known }] {
            if let Ok(Domain::Unity(instruction)) = word.decode(false) {
                assert_eq!(instruction.word(), word, "{instruction:?}");
                word_reads_back(&word);
            }
        }
    }
}

/// The most that a size or a length of a table is: the judge is slow.
const LARGEST: u64 = 4;

/// The bytes as an instruction with a table of fields that need not fit each other, and data: machine and plain interpreter do the
/// same, or refuse with the same error.
///
/// # Panics
/// Where they do not.
pub fn table(bytes: &[u8]) {
    let mut choices = Bytes::new(bytes);
    let row = choices.pick(&TABLE);
    let width = *choices.pick(&Width::ALL);
    let mut table = Table::new(row.operation.layout(), width);
    let layout = row.operation.layout().clone();
    for (i, field) in layout.fields.iter().enumerate() {
        let bits = field.bits(width);
        let value = match choices.below(16) {
            0 => choices.next() & u64::MAX >> (64 - bits),
            _ if field.is_address() => 0x1000 + 0x80 * (i as u64 % 16),
            _ if field.is_unit() => choices.below(13),
            _ => choices.below(LARGEST + 1) & u64::MAX >> (64 - bits),
        };
        let small = field.is_address() || bits <= 4 || value <= LARGEST;
        let _ = table.set(field.name, if small { value } else { value % (LARGEST + 1) });
    }
    let line = Line {
        operation: row.operation,
        width,
        sync: Sync::default(),
        descriptor: 0x100,
        table: Some((0x100, table)),
        raw: None,
    };
    let end = Line { raw: Some(Word::END), table: None, ..line.clone() };
    // One choice makes all the data.
    let mut random = Random::new(choices.next());
    let data: Vec<u8> = (0..0x800).map(|_| random.next() as u8).collect();
    let program = Program {
        defaults: true,
        lenient: choices.below(8) == 0,
        seed: 1,
        keys: Vec::new(),
        memory: vec![(0x1000, data)],
        cores: vec![vec![line, end]],
    };
    agree("xdsa", case("xdsa", &program.case("T")), &[]);
}
