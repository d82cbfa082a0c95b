//! Out of a board, into another one, and out again: the same bytes, for layouts at random.

use super::*;
use seeded::{Draw, Random};
use semantics::machine::{ElementKind, Machine};
use semantics::machines;
use std::io::Cursor;

/// A layout with a place for each index: along each coordinate strides step over what lies below.
fn layout(draw: &mut Random) -> Box<dyn Layout> {
    let (memory, levels, step) = *draw.pick(&[
        ("LM0", 5, 2),
        ("GRF1", 5, 2),
        ("L1BM", 3, 1),
        ("L2BM", 2, 1),
        ("DRAM", 1, 1000),
        ("PDM", 1, 1),
        ("T", 5, 0),
    ]);
    let all = [("Group", 4), ("L2B", 2), ("L1B", 8), ("MAB", 16), ("PE", 4)];
    let mut factors = Vec::new();
    for (level, size) in all.into_iter().take(levels) {
        let stride = 1 + draw.below(2);
        let size = 1 + draw.below(((size - 1) / stride + 1).min(3));
        if size > 1 {
            factors.push(format!("{size}_{level}:{stride}"));
        }
    }
    let mut stride = step * (1 + draw.below(3));
    for _ in 0..if step == 0 { 0 } else { draw.below(3) } {
        let size = 1 + draw.below(4);
        factors.push(format!("{size}:{stride}"));
        stride *= size;
    }
    if step == 0 {
        factors.push("4_Cycle:1".into());
    }
    let (element, words) = *draw.pick(&[
        ("u64", 1),
        ("u32", 2),
        ("u16", 4),
        ("u8", 8),
        ("d", 1),
        ("f", 2),
        ("h", 4),
        ("l", 1),
        ("i", 2),
        ("s", 4),
    ]);
    factors.push(format!("{}_W:1", 1 + draw.below(words)));
    let mut axes = vec![String::new(); 1 + draw.below(3) as usize];
    while !factors.is_empty() {
        let factor = factors.swap_remove(draw.below(factors.len() as u64) as usize);
        let axis = draw.below(axes.len() as u64) as usize;
        let comma = if axes[axis].is_empty() { "" } else { ", " };
        axes[axis] += &format!("{comma}{factor}");
    }
    axes.retain(|axis| !axis.is_empty());
    let text = format!("(({}))@{memory}:{element}", axes.join("), ("));
    of(&text)
}

fn machine() -> &'static dyn Machine {
    machines::named("mncore2").unwrap()
}

fn of(text: &str) -> Box<dyn Layout> {
    machine().layouts().unwrap().layout(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The codes of all elements.
fn codes(board: &dyn Board, layout: &dyn Layout) -> Vec<u64> {
    let mut codes = Vec::new();
    layout
        .each(board, &mut |code, _| {
            codes.push(code);
            Ok(())
        })
        .unwrap();
    codes
}

fn bytes(board: &dyn Board, layout: &dyn Layout, format: Format) -> Vec<u8> {
    let mut out = Vec::new();
    match format {
        Format::Npy => npy::write(board, layout, &mut out),
        Format::Csv => csv::write(board, layout, &mut out),
        Format::Json => json::write(board, layout, &mut out),
    }
    .unwrap();
    out
}

fn back(bytes: Vec<u8>, layout: &dyn Layout, format: Format) -> Box<dyn Board> {
    let mut board = machine().board(&[]).unwrap();
    let input = Cursor::new(bytes);
    let read = match format {
        Format::Npy => npy::read(input, layout, false, &mut *board),
        Format::Csv => csv::read(input, layout, false, &mut *board),
        Format::Json => json::read(input, layout, false, &mut *board),
    };
    read.unwrap_or_else(|why| panic!("{layout}: {why}"));
    board
}

#[test]
fn what_went_out_comes_back() {
    let mut draw = Random::new(1);
    for _ in 0..600 {
        let layout = &*layout(&mut draw);
        assert_eq!(layout.clash(), None, "{layout}");
        let mut board = machine().board(&[]).unwrap();
        let filled = layout.fill(&mut *board, &mut |_, put| {
            // Among any codes those of zeros and infinities, with and without mantissa.
            let mask = *draw.pick(&[0, 1, u64::MAX, u64::MAX, !(u64::MAX >> 17), u64::MAX >> 57]);
            put((draw.next() & mask) >> (64 - layout.element().bits()))
        });
        filled.unwrap();
        for format in [Format::Npy, Format::Csv, Format::Json] {
            let first = bytes(&*board, layout, format);
            let again = back(first.clone(), layout, format);
            assert_eq!(bytes(&*again, layout, format), first, "{layout} {format:?}");
            // Hexadecimal digits keep every bit, and so do numbers of integers.
            if format != Format::Npy || layout.element().number().kind != ElementKind::Float {
                let [again, board] = [&*again, &*board].map(|board| codes(board, layout));
                assert_eq!(again, board, "{layout} {format:?}");
            }
        }
    }
}

/// Without the codes the values alone come back.
#[test]
fn values_alone_come_back() {
    let layout = &*of("(64:1)@LM0:f");
    let mut board = machine().board(&[]).unwrap();
    let mut draw = Random::new(7);
    // Exponent fields 1 to 254: what is neither zero nor infinity has one code.
    let mut code = || draw.next() & 0x807f_ffff | (1 + draw.below(254)) << 23;
    layout.fill(&mut *board, &mut |_, put| put(code())).unwrap();
    let text = String::from_utf8(bytes(&*board, layout, Format::Csv)).unwrap();
    let bare: String = text
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            format!("{},{}\n", fields[0], fields[5])
        })
        .collect();
    assert!(bare.starts_with("i0,value\n"), "{bare}");
    let again = back(bare.into_bytes(), layout, Format::Csv);
    assert_eq!(codes(&*again, layout), codes(&*board, layout));
}
