//! Learning from words of an assembler whose codes are hidden from the table.

use super::step;
use semantics::mncore2::code::{Field, Range, Table, Trust, Word};

/// The "true" assembler: the table, with other codes in some places and codes where it has none.
struct Truth {
    table: Table,
}

/// A row of a table file.
fn row(field: &str, code: &str, value: u32) -> String {
    format!("code,{field},,,,,{code},{value},observed,,,\n")
}

impl Truth {
    fn new() -> Self {
        let mut text = Table::known().write();
        // Codes that the table has not, and some that it has wrong: $ls and $t change places at the
        // first input of the ALU.
        for (field, code, value) in [
            ("alu_opcode", "add", 21),
            ("alu_opcode", "max integer", 3),
            ("alu_opcode", "max float", 4),
            ("alu_in2", "lm0", 3),
            ("alu_in2", "grf1", 1),
            ("alu_in1", "mauf", 4),
            ("lm0_write_source", "l1bm", 2),
            ("l1bm_opcode", "l1bmm", 5),
        ] {
            text += &row(field, code, value);
        }
        let swapped = text
            .replace("code,alu_in1,,,,,grf1,1,inferred", "code,alu_in1,,,,,grf1,2,observed")
            .replace("code,alu_in1,,,,,t,2,inferred", "code,alu_in1,,,,,t,1,observed")
            .replace("code,alu_in1,,,,,lm1,4,inferred", "code,alu_in1,,,,,lm1,9,observed");
        assert_ne!(swapped, text);
        Self { table: Table::read(&swapped).unwrap() }
    }

    fn word(&self, text: &str) -> Word {
        self.table.encode(&step(text), Trust::Inferred).expect(text)
    }
}

#[test]
fn codes_are_learned_and_then_used() {
    let truth = Truth::new();
    let mut table = Table::known().clone();
    let mut learn = |text: &str| table.learn(&step(text), &truth.word(text));
    let add = learn("ladd $lr0v $lm0v $ln0v");
    assert_eq!(add.learned, ["alu_opcode of `add` is 21", "alu_in2 of `lm0` is 3"]);
    assert_eq!((add.confirmed.len(), add.contradictions.len(), add.notes.len()), (0, 0, 0));
    let single = learn("iadd $lr0v $lm0v $ln0v");
    assert_eq!(
        (single.confirmed, single.learned),
        (vec!["alu_precision of `i` is 1".into()], vec![])
    );
    assert_eq!(learn("imax $lr0v $lm0v $ln0v").learned, ["alu_opcode of `max integer` is 3"]);
    assert_eq!(learn("fmax $lr0v $lm0v $ln0v").learned, ["alu_opcode of `max float` is 4"]);
    let down = learn("l1bmm $lb0 $lm0v");
    let codes = ["l1bm_opcode of `l1bmm` is 5", "lm0_write_source of `l1bm` is 2"];
    assert_eq!(down.learned, codes);
    // What was learned holds in statements that no output has shown, and in a file.
    let table = Table::read(&table.write()).unwrap();
    for text in ["iadd $lr2v $lm4 $ls0v", "fmax $aluf $lm0v $lr0v", "l1bmm $lb8 $lm4v", "nop"] {
        let word = table.encode(&step(text), Trust::Observed).expect(text);
        assert_eq!(word, truth.word(text), "{text}");
        assert_eq!(table.decode(&word).unwrap().step, step(text));
    }
    assert!(table.encode(&step("lsub $lr0v $lm0v $ls0v"), Trust::Inferred).is_err());
}

#[test]
fn contradictions_are_told_and_mended() {
    let truth = Truth::new();
    let mut table = Table::known().clone();
    let found = table.learn(&step("lpassa $ls0v $lr0v"), &truth.word("lpassa $ls0v $lr0v"));
    let told: Vec<String> = found.contradictions.iter().map(|c| c.to_string()).collect();
    assert_eq!(
        told,
        [
            "alu_in1: 2 is `grf1`, and was inferred for `t`",
            "alu_in1: expected 1 (inferred for `grf1`), found 2"
        ]
    );
    // The inference for T has gone with it; its own word teaches it anew.
    assert!(table.encode(&step("lpassa $t $lr0v"), Trust::Inferred).is_err());
    let t = table.learn(&step("lpassa $t $lr0v"), &truth.word("lpassa $t $lr0v"));
    assert_eq!((t.learned, t.contradictions.len()), (vec!["alu_in1 of `t` is 1".into()], 0));
    let m = table.learn(&step("lpassa $mauf $lr0v"), &truth.word("lpassa $mauf $lr0v"));
    let told: Vec<String> = m.contradictions.iter().map(|c| c.to_string()).collect();
    assert_eq!(told, ["alu_in1: 4 is `mauf`, and was inferred for `lm1`"]);
    for text in ["lpassa $ls0v $lr0v", "lpassa $t $lr0v", "lpassa $mauf $lr0v"] {
        assert_eq!(table.encode(&step(text), Trust::Observed), Ok(truth.word(text)));
    }
}

/// An observed code that a word contradicts stays; the word teaches nothing.
#[test]
fn observed_codes_stay() {
    let mut table = Table::known().clone();
    let text = "ladd $lr0v $lm0v $ls0v";
    let range = table.entry(Field::Grf1WriteSource).range;
    let word = Truth::new().word(text).with(range.offset, range.width, 3);
    let found = table.learn(&step(text), &word);
    let told: Vec<String> = found.contradictions.iter().map(|c| c.to_string()).collect();
    assert_eq!(told, ["grf1_write_source: expected 1 (observed for `alu`), found 3"]);
    assert!(found.learned.is_empty());
    assert_eq!(&table, Table::known());
}

/// A value that another code is observed to have is not learned a second time: of two statements with
/// one word, the word would read as the first.
#[test]
fn one_value_has_one_code() {
    let mut table = Table::known().clone();
    let range = table.entry(Field::AluOpcode).range;
    let word = Truth::new().word("ladd $lr0v $lm0v $ls0v");
    let passa = word.with(range.offset, range.width, 10);
    let told = |table: &mut Table, text: &str, word: &Word| {
        let found = table.learn(&step(text), word);
        assert!(found.learned.is_empty() && found.notes.is_empty(), "{found:?}");
        found.contradictions.iter().map(|c| c.to_string()).collect::<Vec<_>>()
    };
    let found = told(&mut table, "ladd $lr0v $lm0v $ls0v", &passa);
    assert_eq!(found, ["alu_opcode: 10 is `passa`, and would be so too for `add`"]);
    assert_eq!(&table, Table::known());
    assert_eq!(table.learn(&step("ladd $lr0v $lm0v $ls0v"), &word).learned.len(), 2);
    let found = told(&mut table, "land $lr0v $lm0v $ls0v", &word);
    assert_eq!(found, ["alu_opcode: 21 is `add`, and would be so too for `and`"]);
    assert!(table.encode(&step("land $lr0v $lm0v $ls0v"), Trust::Inferred).is_err());
}

/// Bits outside of the known fields make a note, never a code.
#[test]
fn unknown_bits_make_notes() {
    let mut table = Table::known().clone();
    let word = Truth::new().word("ladd $lr0v $lm0v $ls0v").with(16, 2, 3);
    let found = table.learn(&step("ladd $lr0v $lm0v $ls0v"), &word);
    assert_eq!(
        found.notes,
        ["`ladd $lr0v $lm0v $ls0v`: unknown offsets 16-17 set to 3; alu_opcode of `add` would be \
          21; alu_in2 of `lm0` would be 3"]
    );
    assert!(found.learned.is_empty() && found.contradictions.is_empty());
    assert!(table.encode(&step("ladd $lr0v $lm0v $ls0v"), Trust::Inferred).is_err());
    assert_eq!(Table::read(&table.write()).unwrap().notes, found.notes);
    // Nobody knows which field says a zero flush.
    let plain = Truth::new().word("lpassa $lr0v $ls0v");
    let flush = step("lpassa/1000 $lr0v $ls0v");
    let found = table.learn(&flush, &plain.with(20, 1, 1).with(2, 5, 24));
    assert_eq!(
        found.notes,
        ["`lpassa/1000 $lr0v $ls0v`: unknown offset 20 set to 1; mask_entry is 24, which nothing \
          accounts for; the statement has a zero flush"]
    );
    // A statement that is wholly known admits no other bits.
    let found = table.learn(&step("lpassa $lr0v $ls0v"), &plain.with(20, 1, 1).with(221, 13, 4));
    let told: Vec<String> = found.contradictions.iter().map(|c| c.to_string()).collect();
    assert_eq!(
        told,
        [
            "l1bm_address: expected 0 (not used), found 4",
            "unknown offsets 14-21: expected 0 (not used), found 2"
        ]
    );
}

/// All probes against the hidden codes: afterwards the table says what they say.
#[test]
fn all_probes() {
    let truth = Truth::new();
    let mut table = Table::known().clone();
    let mut learned = 0;
    let mut contradictions = 0;
    let mut outputs = Vec::new();
    for probe in Table::known().probes() {
        let Some(step) = probe.step() else { continue };
        let Ok(word) = truth.table.encode(&step, Trust::Inferred) else { continue };
        let lesson = table.learn(&step, &word);
        assert!(lesson.notes.is_empty(), "{}: {:?}", probe.id, lesson.notes);
        learned += lesson.learned.len();
        contradictions += lesson.contradictions.len();
        outputs.push((step, word));
    }
    let counts = [outputs.len(), learned, contradictions];
    assert!(counts[0] > 200 && counts[1] >= 10 && counts[2] >= 3, "{counts:?}");
    for (step, word) in outputs {
        assert_eq!(table.encode(&step, Trust::Observed), Ok(word), "{step}");
    }
}

/// The table of the program is whole, and is its own text.
#[test]
fn table_is_whole() {
    let text = include_str!("../../data/mncore2-encoding.csv");
    let table = Table::read(text).unwrap();
    assert_eq!(table.write(), text);
    assert_eq!(&table, Table::known());
    let mut owners = vec![0; semantics::mncore2::code::BITS];
    let fields = Field::ALL.iter().map(|f| table.entry(*f).range);
    for Range { offset, width } in fields.chain(table.fixed.iter().map(|(range, _)| *range)) {
        owners[offset..offset + width].iter_mut().for_each(|n| *n += 1);
    }
    assert!(owners.iter().all(|n| *n == 1), "every bit belongs to one row: {owners:?}");
    let opcode = (1..).zip(text.lines()).find(|(_, l)| l.contains(",passa,10,")).unwrap().0;
    for (line, broken) in [
        (1, text.replace("idle", "value")),
        (2, text.replace("step_active,1,1", "step_active,291,2")),
        (2, text.replace("step_active", "step_passive")),
        (3, text.replace("busy,1,observed", "busy,2,observed")),
        (3, text.replace("busy,1,observed", "busy,1,guessed")),
        (4, text.replace("step_active,1,1", "step_active,5,1")),
        (
            opcode + 1,
            text.replace(",passa,10,", ",passa,10,observed,,,\ncode,alu_opcode,,,,,pass,10,"),
        ),
        (1, text.lines().filter(|l| !l.contains("mask_enable_t")).collect::<Vec<_>>().join("\n")),
    ] {
        assert_eq!(Table::read(&broken).map_err(|e| e.line).unwrap_err(), line);
    }
}
