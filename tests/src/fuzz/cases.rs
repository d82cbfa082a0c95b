//! Case files in both forms: what one reads, the other says.

use seeded::{Bytes, Draw};
use semantics::cases::{self, File};
use semantics::source::ReadError;

/// Pieces of case files, so that random bytes get past the first line.
const PIECES: [&str; 28] = [
    "system mncore2\n",
    "test a\n",
    "test b some  text # comment\n",
    "test",
    " c ",
    "set fill=1\n",
    "init $lm0n0c0b0m0p0=0000000000000001 // comment\n",
    "init $omr1n0=0x1234 $lr0n1c1=0000000000000001\n",
    "mem [0x1]=00\n",
    "core 0\n",
    "core 1\n",
    "code nop\n",
    "code d getd $lm0n0c0b0m0p0 1 # text\n",
    "code \"\\\n",
    "expect $lm0n0c0b0m0p0=0000000000000001 rest=same\n",
    "expect rest=same\n",
    "error access\n",
    "error form at 0\n",
    "#@ section 3.6\n",
    "#@ class a b\n",
    "{\"system\": \"mncore2\", \"id\": \"a\", ",
    "\"text\": \"b\", ",
    "\"init\": [[\"$omr1n0\", \"5\"]], ",
    "\"code\": [\"nop\"], ",
    "\"error\": {\"kind\": \"x\"}, ",
    "\"rest\": \"same\"}",
    "\r\n",
    "=",
];

/// The bytes as a case file of either form; half of the inputs choose pieces of valid ones.
///
/// # Panics
/// Where what is read from one form reads otherwise from the other.
pub fn cases(bytes: &[u8]) {
    let Some((mode, rest)) = bytes.split_first() else { return };
    let mut file = rest.to_vec();
    if mode & 1 == 1 {
        file = PIECES[0].as_bytes()[..15 * usize::from(mode >> 1 & 1)].to_vec();
        let mut choices = Bytes::new(rest);
        for _ in 0..rest.len() / 2 {
            match choices.below(32) as usize {
                piece if piece < PIECES.len() => file.extend_from_slice(PIECES[piece].as_bytes()),
                _ => file.push(choices.below(256) as u8),
            }
        }
    }
    for read in [cases::read(&file[..]), cases::read_json_lines(&file[..])] {
        match read {
            Ok(file) => twins(&file),
            Err(error) => placed(&error),
        }
    }
}

fn twins(file: &File) {
    let (text, lines) = (file.to_text(), file.to_json_lines());
    let again = cases::read(text.as_bytes()).unwrap_or_else(|e| panic!("{text}\n{e}"));
    assert_eq!((again.to_text(), again.to_json_lines()), (text.clone(), lines.clone()));
    // A file of no cases has no line that could name its system.
    if !file.cases.is_empty() {
        let twin = cases::read_json_lines(lines.as_bytes());
        let twin = twin.unwrap_or_else(|e| panic!("{lines}\n{e}"));
        assert_eq!((twin.to_text(), twin.to_json_lines()), (text, lines));
    }
}

/// Every error has a line and a column.
fn placed(error: &ReadError) {
    let ReadError::Errors(errors) = error else { panic!("{error}") };
    let placed = |d: &semantics::source::Diagnostic| d.line > 0 && d.column > 0 && d.length > 0;
    assert!(errors.diagnostics.iter().all(placed), "{errors}");
}
