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

#[test]
fn every_invalid_block_is_open() {
    let op = vectors::registry::find("mncore2.mau.dmmul").expect("registered");
    let plan = op.plan(&op.parse_options([]).expect("none needed"));
    let one = 0x3ff8_0000_0000_0000;
    let block = |lead: u64| [lead, one, one, one];
    for (row, open) in
        [(block(one), false), (block(0x4018 << 48), true), (block(0x2ff8 << 48), true)]
    {
        let x: Vec<u64> = row.into_iter().chain(block(one)).collect();
        assert_eq!(plan.provenance(&x).unspecified.contains(&"MN-D32"), open, "{row:x?}");
        assert_eq!(plan.open_decisions(&x, plan.run(&x).out()).contains(&"MN-D32"), open);
    }
}
