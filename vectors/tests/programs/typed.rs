//! Typed statements with fields changed.

mod changes;

use changes::Changes;
use semantics::mncore2::Board;
use semantics::mncore2::isa::{Statement, Step};
use semantics::mncore2::text::Line;
use vectors::programs::Seeded;
use vectors::programs::mncore2::{Settings, program};

/// Whatever a typed statement says, the board does it or refuses it.
#[test]
fn no_statement_makes_the_board_panic() {
    let settings = Settings { dump: false, ..Settings::default() };
    let mut board = Board::new();
    let mut refused = 0;
    for seed in 0..12 {
        let mut changes = Changes(Seeded::new(seed));
        for mut statement in program(&mut Seeded::new(seed), &settings) {
            assert!(Line::new(1, statement.clone()).is_some(), "{statement}");
            (0..3).for_each(|_| changes.statement(&mut statement));
            let done = Line::new(1, statement)
                .is_some_and(|line| board.step(&line, &mut std::io::sink()).is_ok());
            refused += u64::from(!done);
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn a_step_has_expressions() {
    assert!(Line::new(1, Statement::Quit).is_some());
    assert_eq!(Line::new(1, Statement::Step(Step { exprs: vec![] })), None);
}
