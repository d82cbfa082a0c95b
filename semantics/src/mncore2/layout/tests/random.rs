//! Layouts at random: what one way says is what another one finds.

use crate::mncore2::Board;
use crate::mncore2::layout::{Layout, Spot};
use crate::mncore2::memory::Place;
use proptest::prelude::*;
use std::collections::HashMap;

/// A factor's text: sizes and strides small enough to stay inside now and then.
fn factor() -> impl Strategy<Value = String> {
    let along = prop::sample::select(vec![
        "", "", "", "", "_W", "_W", "_Cycle", "_Group", "_L2B", "_L1B", "_MAB", "_PE",
    ]);
    (1u64..5, along, 0u64..7).prop_map(|(size, along, stride)| format!("{size}{along}:{stride}"))
}

fn layout() -> impl Strategy<Value = Layout> {
    let axis = prop::collection::vec(factor(), 1..4).prop_map(|f| format!("({})", f.join(", ")));
    let axes = prop::collection::vec(axis, 0..4).prop_map(|axes| axes.join(", "));
    let copies = prop::sample::select(vec!["", "", "; B@[PE]", "; B@[L1B, Group]", "; B@[L2B]"]);
    let memory = prop::sample::select(vec![
        "LM0",
        "LM1m2",
        "GRF0n1",
        "L1BMb3",
        "L2BM",
        "DRAMn2",
        "PDM",
        "T",
        "OMR",
        "MRx",
        "TURNAROUND",
        "DAR",
        "LBF",
        "BAR1",
    ]);
    let address = prop::sample::select(vec!["", "+1", "+2", "+6"]);
    let element = prop::sample::select(vec!["", ":u64", ":u8", ":d", ":f", ":h", ":i", ":s"]);
    (axes, copies, memory, address, element).prop_filter_map(
        "stays inside of the board",
        |(axes, copies, memory, address, element)| {
            Layout::parse(&format!("({axes}{copies})@{memory}{address}{element}")).ok()
        },
    )
}

/// The first two elements of one place, found by looking at all.
fn shared(layout: &Layout) -> bool {
    let mut seen: HashMap<(Place, usize, u32), Spot> = HashMap::new();
    layout.spots().any(|spot| seen.insert((spot.place, spot.word, spot.shift), spot).is_some())
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 1 << 20, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn text_reads_back(layout in layout()) {
        prop_assert_eq!(Layout::parse(&layout.to_string()), Ok(layout));
    }

    /// The arithmetic of strides says what looking at every element says, and its two indices are
    /// different ones of one spot.
    #[test]
    fn clash_is_what_all_spots_show(layout in layout()) {
        let clash = layout.clash();
        prop_assert_eq!(clash.is_some(), shared(&layout), "{}", layout);
        if let Some([one, other]) = clash {
            prop_assert_ne!(&one, &other);
            prop_assert!(layout.at(&one).is_some());
            prop_assert_eq!(layout.at(&one), layout.at(&other));
        }
    }

    #[test]
    fn spots_are_on_the_board(layout in layout()) {
        let board = Board::new();
        for (n, spot) in layout.spots().enumerate() {
            prop_assert!(spot.get(&board).is_ok());
            prop_assert!(spot.shift + spot.bits <= spot.store.bits());
            prop_assert_eq!(layout.at(&layout.index(n as u64)), Some(spot));
        }
    }

    /// Any text is a layout or an error inside of it.
    #[test]
    fn no_text_is_too_much(text in "[(0-9_:, )@A-Za-z;+\\[\\]\u{df}.$]{0,40}") {
        if let Err(error) = Layout::parse(&text) {
            prop_assert!((1..=text.chars().count() + 1).contains(&(error.column as usize)));
        }
    }

    /// Codes and their texts: bits come back, but for the many codes of zeros and infinities.
    #[test]
    fn values_read_back(code in any::<u64>(), short in 0u64..256) {
        use super::Element::{D, F, H, I, L, S, U8, U16, U32, U64};
        for element in [D, F, H, I, L, S, U8, U16, U32, U64] {
            for code in [code, short, !short] {
                let code = code & u64::MAX >> (64 - element.bits());
                let read = element.read(&element.text(code), false).unwrap();
                prop_assert_eq!(element.text(read), element.text(code));
                match element.float(code) {
                    Some(value) => {
                        prop_assert_eq!(element.from_float(value, false), Ok(read));
                        prop_assert!(read == code || value == 0.0 || value.is_infinite());
                    }
                    None => prop_assert_eq!(read, code),
                }
            }
        }
    }
}
