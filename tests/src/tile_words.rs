//! Words of Tile under the decoder and under the judge.

use oracle::interpreters::tile::{Settings, Shared, Thread, run};
use semantics::tile::Kind;
use semantics::tile::isa::{Action, Field, Instruction};

/// What only shows when it runs: tensor maps, and groups of a product, which end where the shape says.
fn hangs_on_state(i: &Instruction) -> bool {
    match i.action() {
        Action::Copy(_) => i.flag(Field::SrcTm) || i.flag(Field::DstTm),
        Action::Product(_) => {
            [Field::Dst, Field::SrcA, Field::SrcB].into_iter().any(|first| i.field(first) > 192)
        }
        _ => false,
    }
}

/// Whether a word is legal in one of the shapes.
fn legal(word: u64) -> bool {
    let settings = Settings { extensions: true, ..Settings::default() };
    (0..3).any(|shape| {
        let mut thread = Thread { control: shape, ..Thread::default() };
        let mut shared = Shared::new(1 << 13, 1 << 13);
        let threads = std::slice::from_mut(&mut thread);
        let ran = run(&[vec![word]], threads, &mut shared, settings);
        ran.map_err(|stop| stop.kind) != Err(Kind::Illegal)
    })
}

/// Compares what decoder and interpreter say of a word; whether it is legal.
///
/// # Panics
/// Where they differ, or where the word is not made of its fields again.
#[must_use]
pub fn judge(word: u64) -> bool {
    let decoded = Instruction::decode(word);
    if decoded.as_ref().is_ok_and(hangs_on_state) {
        return true;
    }
    if let Ok(instruction) = &decoded {
        let row = instruction.row();
        let fields: Vec<_> =
            row.free().map(|(field, _)| (field, instruction.field(field))).collect();
        let again = Instruction::encode(row, &fields);
        assert_eq!(again.map(|i| i.word()), Ok(word), "{instruction:?}");
    }
    assert_eq!(decoded.is_ok(), legal(word), "{word:#018x}: {decoded:?}");
    if let Err(illegal) = &decoded {
        assert!(!illegal.to_string().is_empty());
    }
    decoded.is_ok()
}
