//! The quick search for open decisions finds what the full one finds.

mod common;

use common::Operands;
use vectors::registry;

#[test]
fn quick_and_full_search_agree() {
    let mut open = 0;
    for op in registry::all() {
        for options in op.option_sets() {
            let plan = op.plan(&options);
            let mut operands = Operands::new(7);
            for _ in 0..200 {
                let x = operands.of(&plan);
                let full = plan.provenance(&x);
                let quick = plan.open_provenance(&x, plan.run(&x).out());
                assert!(quick.rests_on.is_empty());
                assert_eq!(
                    (&quick.unspecified, &quick.flag_only),
                    (&full.unspecified, &full.flag_only),
                    "{} {options} {x:x?}",
                    op.id
                );
                open += usize::from(!quick.open().is_empty());
            }
        }
    }
    assert!(open > 1000, "{open}");
}
