//! The rules of typed statements are those of the text: a statement is valid where its canonical text
//! reads back as the same, for generated statements and for ones with a field changed.

mod changes;

use changes::Changes;
use semantics::mncore2::Board;
use semantics::mncore2::isa::{Mv, Statement, Step};
use semantics::mncore2::text::parse_line;
use vectors::programs::Seeded;
use vectors::programs::mncore2::{Settings, program};

/// Whether the canonical text reads back as the same.
fn is_sayable(statement: &Statement) -> bool {
    let text = statement.to_string();
    !text.contains('\n') && matches!(parse_line(&text), Ok(Some(again)) if again == *statement)
}

/// Statements that only the board's own look at the state refuses.
fn is_outside(statement: &Statement) -> bool {
    use Statement::{Get, Host, Load, Set};
    matches!(statement, Get(_) | Set(_) | Load(_) | Host(_))
}

#[test]
fn valid_is_what_text_says() {
    let settings = Settings { fill: false, dump: false, ..Settings::default() };
    let (mut valid, mut wrong) = (0u64, 0u64);
    for seed in 0..600 {
        let mut changes = Changes(Seeded::new(seed ^ 0x5eed));
        for statement in program(&mut Seeded::new(seed), &settings) {
            if is_outside(&statement) {
                continue;
            }
            assert!(statement.is_valid() && is_sayable(&statement), "{statement}");
            for _ in 0..12 {
                let mut changed = statement.clone();
                (0..=changes.below(3)).for_each(|_| changes.statement(&mut changed));
                let said = is_sayable(&changed);
                assert_eq!(changed.is_valid(), said, "{changed}\n{changed:?}");
                if said { valid += 1 } else { wrong += 1 }
            }
        }
    }
    // Both sides are met often.
    assert!(valid > 20_000 && wrong > 20_000, "{valid} valid, {wrong} wrong");
}

#[test]
fn statements_without_fields() {
    for statement in
        [Statement::Quit, Statement::Mv(Mv::Nop), Statement::Step(Step { exprs: vec![] })]
    {
        assert_eq!(statement.is_valid(), is_sayable(&statement));
    }
}

/// Whatever a typed statement says, the board does it or refuses it.
#[test]
fn no_statement_makes_the_board_panic() {
    let settings = Settings { dump: false, ..Settings::default() };
    let mut board = Board::new();
    let mut refused = 0;
    for seed in 0..12 {
        let mut changes = Changes(Seeded::new(seed));
        for mut statement in program(&mut Seeded::new(seed), &settings) {
            (0..3).for_each(|_| changes.statement(&mut statement));
            refused += u64::from(board.step(&statement, &mut std::io::sink()).is_err());
        }
    }
    assert!(refused > 50, "{refused}");
}
