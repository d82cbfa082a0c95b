//! Placements worked out by hand, and texts that are no layouts.

mod random;

use super::*;
use crate::mncore2::{Board, Place, Store, isa::Bank};
use rstest::rstest;

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[rstest]
// Row i = 4a + b, column j = 2c + d: L2B a, long word 2b, PE c, single word d.
#[case("((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0", &[0, 0], "LM0 n0c0b0m0p0 $lm0 63:32")]
#[case("((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0", &[0, 1], "LM0 n0c0b0m0p0 $lm1 31:0")]
#[case("((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0", &[1, 0], "LM0 n0c0b0m0p0 $lm4 63:32")]
#[case("((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0", &[4, 2], "LM0 n0c1b0m0p1 $lm0 63:32")]
#[case("((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0", &[31, 7], "LM0 n3c1b0m0p3 $lm13 31:0")]
// Public ones: long words whatever the memory; DRAM by L2B, of which each has half a group.
#[case("((20:1))@LM0:l", &[19], "LM0 n0c0b0m0p0 $lm38 63:0")]
// 7 = 4*1 + 2*1 + 1, long words 1 + 2*3.
#[case(
    "((8_L2B:1), (4_PE:1, 2:1, 2_W:1), (16:2))@LM0",
    &[5, 7, 3],
    "LM0 n2c1b0m0p1 $lm15 31:0"
)]
// 130 = 64*2 + 2: L2B 4; 8*2 + 2.
#[case("((4_L2B:2, 64:8), (8:1, 2_W:1))@DRAM", &[130, 5], "DRAM n2 $d18 31:0")]
#[case("(4_L2B:2)@PDM+3", &[3], "PDM n3 $p3 63:0")]
// 777 = ((((6*8 + 0)*2 + 1)*4 + 0)*2 + 1.
#[case(
    "((16:1), (8_MAB:2, 8_L1B:1, 2_MAB:1, 4_PE:1, 2_W:1))@LM1",
    &[3, 777],
    "LM1 n0c0b0m13p0 $ln7 31:0"
)]
// A group that is named counts its own L2Bs.
#[case("(4_Group:1, 2_L2B:1)@L2BM+8", &[2, 1], "L2BM n2c1 $lc8 63:0")]
#[case("(2_L2B:1, 3:5)@L2BMn3", &[1, 2], "L2BM n3c1 $lc10 63:0")]
// Numbers of levels are where factors begin.
#[case("(4_MAB:2, 2_PE:1)@GRF1n1c1b7m8p2", &[3, 1], "GRF1 n1c1b7m14p3 $ls0 63:0")]
// Half words and bytes, from the most significant side.
#[case("(4_W:1)@L1BMb3+5:h", &[1], "L1BM n0c0b3 $lb5 47:32")]
#[case("(2:3, 8_W:1)@PDM", &[1, 7], "PDM n0 $p3 7:0")]
#[case("(2:1, 2_W:1)@LM1+3:h", &[0, 1], "LM1 n0c0b0m0p0 $ln3 15:0")]
#[case("(2:1, 2_W:1)@LM1+3:h", &[1, 0], "LM1 n0c0b0m0p0 $ln5 31:16")]
// A word stride: every other half.
#[case("(2_W:2)@LM0:s", &[1], "LM0 n0c0b0m0p0 $lm1 31:16")]
// Cycles go on by a long word, T's by both sides, a mask's by a word, a turnaround's by 64.
#[case("(4_Cycle:1)@LM0+16:d", &[3], "LM0 n0c0b0m0p0 $lm22 63:0")]
#[case("(4_Cycle:1, 2:1)@T", &[2, 1], "T n0c0b0m0p0 $lt[2].lsb 63:0")]
#[case("(4_Cycle:1, 2:1)@LBF", &[1, 0], "LBF n0c0b0m0p0 $lbf[1] 63:0")]
#[case("(15:1, 4_Cycle:1)@OMR+1", &[4, 2], "OMR n0c0b0m0p0 $omr5[2] 3:0")]
#[case("(4_Cycle:1, 64:1)@TURNAROUND", &[3, 10], "TURNAROUND n0c0b0 $lbi10[3] 63:0")]
#[case("(16:4, 4:1)@MRxm5", &[2, 3], "MRx n0c0b0m5 $lx11 63:0")]
#[case("(1024:1)@DARn2", &[7], "DAR n2 $dar7 31:0")]
#[case("(4_PE:1)@BAR1m15", &[1], "BAR1 n0c0b0m15p1 $nb0 11:0")]
// No axes: one element.
#[case("()@PDM+0x10", &[], "PDM n0 $p16 63:0")]
// Whole memories.
#[case("lmn0:f", &[1, 7, 15, 3, 4095], "LM0 n0c1b7m15p3 $lm4095 31:0")]
#[case("p@2", &[524_287], "PDM n2 $p524287 63:0")]
#[case("omr", &[3, 1, 7, 15, 3, 59], "OMR n3c1b7m15p3 $omr15[3] 3:0")]
#[case("ltn0c0b0m0p0:u32", &[5], "T n0c0b0m0p0 $lt[1] 31:0")]
#[case("lbin0c0b1", &[200], "TURNAROUND n0c0b1 $lbi8[3] 63:0")]
fn index_lives_where_it_was_worked_out(
    #[case] text: &str,
    #[case] index: &[u64],
    #[case] expected: &str,
) {
    assert_eq!(layout(text).at(index).unwrap().to_string(), expected);
}

#[rstest]
#[case("((8_L2B:1,4:2),(4_PE:1,2_W:1))@LM0", "((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0:u32")]
#[case(" ( (4:0x10) ;B@[ PE , MAB]) @ $lmn1 + 32 : f ", "(4:16; B@[MAB, PE])@LM0n1+32:f")]
#[case("()@d@3", "()@DRAMn3:u64")]
#[case("(3_W:1)@L1BM", "(3_W:1)@L1BM:u16")]
#[case("(5_W:1)@L1BM", "(5_W:1)@L1BM:u8")]
#[case("lc@.1", "(4_Group:1, 32768:1)@L2BMc1:u64")]
#[case("mbn0c0b0m0", "(4_PE:1, 1:1)@BAR0n0c0b0m0:u16")]
#[case("omrn0c0b0m0p0", "((15:1, 4_Cycle:1))@OMRn0c0b0m0p0+1:u8")]
fn text_is_canonical(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(layout(text).to_string(), expected);
    assert_eq!(layout(expected), layout(text));
}

#[rstest]
#[case("(16_PE:1)@LM0", 2, "its last index is at PE 15", "the PEs are 0 to 3")]
#[case("(2_MAB:8)@LM0m8", 2, "its last index is at MAB 16", "the MABs are 0 to 15")]
#[case("(4_Group:1, 8_L2B:1)@LM0", 13, "its last index is at L2B 7", "the L2Bs are 0 to 1")]
#[case("(16_L2B:1)@LM0", 2, "its last index is at L2B 15", "the L2Bs are 0 to 7")]
#[case("(4_Foo:1)@LM0", 4, "there is no level `Foo`", "one of Group, L2B, L1B, MAB, PE, Cycle, W")]
#[case(
    "(4_pe:1)@LM0",
    4,
    "there is no level `pe`",
    "one of Group, L2B, L1B, MAB, PE, Cycle, W; nearest: PE"
)]
#[case("(4_PE:1)@PDM", 2, "the PDM has no PE", "levels down to group")]
#[case(
    "(64:8, 4_L2B:1)@DRAM",
    8,
    "L2B 1 has no DRAM of its own",
    "an even stride: the L2Bs 2n and 2n + 1 share that of group n"
)]
#[case("(5_L2B:2)@DRAM", 2, "its last index is at L2B 8", "the L2Bs are 0 to 7")]
#[case("(2_L2B:2)@DRAMn1", 2, "its last index is at L2B 2", "the L2Bs are 0 to 1")]
#[case("(2_L2B:2)@DAR", 2, "the DAR has no L2B", "levels down to group")]
#[case("(4:1, 2049:1)@LM0", 7, "its last index is at address 4102", "LM0 has addresses 0 to 4095")]
#[case(
    "(2:1024, 2:1024)@LM0",
    10,
    "its last index is at address 4096",
    "LM0 has addresses 0 to 4095"
)]
#[case("(1:1)@LM0+4096", 10, "there is no address 4096", "0 to 4095")]
#[case(
    "(2_Cycle:1)@LM0+4094",
    2,
    "its last cycle is at address 4096",
    "LM0 has addresses 0 to 4095"
)]
#[case("(4_Cycle:1)@L1BM", 2, "L1BM has no cycles", "a factor of addresses: size:stride")]
#[case("(5_Cycle:1)@T", 2, "its last index is at cycle 4", "the cycles are 0 to 3")]
#[case("(3_W:1)@LM0:f", 2, "its last index is at W 2", "a long word has f words 0 to 1")]
#[case("(9_W:1)@LM0", 2, "its last index is at W 8", "a long word has u8 words 0 to 7")]
#[case("(2_W:1)@OMR", 2, "mask register has words of 4 bits, undivided", "no factor of W")]
#[case("(4:1)@OMR:u64", 11, "mask register has words of 4 bits", "the type u8, or none")]
#[case(
    "(4:1)@LM0+1:d",
    10,
    "d elements fill long words, at even addresses",
    "an even number, or a narrower type"
)]
#[case(
    "(4:2)@LM0+1",
    10,
    "u64 elements fill long words, at even addresses",
    "an even number, or a narrower type"
)]
#[case(
    "(4:1, 2_W:1)@LM0+1:f",
    17,
    "W 1 of an odd address lies outside its long word",
    "an even number, or W 0 to 0"
)]
#[case("(0:1)@LM0", 2, "it has no elements", "a size from 1 on")]
#[case("(70000:0, 70000:0)@LM0", 11, "these are too many elements", "at most 4294967296")]
#[case(
    "(4_PE:1; B@[PE])@LM0",
    13,
    "PE has a factor too",
    "B@[..] names each level whose elements all have the same once, and nothing else does"
)]
#[case(
    "(4:2; B@[MAB])@LM0m3",
    10,
    "MAB has a number too",
    "B@[..] names each level whose elements all have the same once, and nothing else does"
)]
#[case(
    "(4:2; B@[PE, PE])@LM0",
    14,
    "PE stands here twice",
    "B@[..] names each level whose elements all have the same once, and nothing else does"
)]
#[case("(4:2; B@[PE])@L1BM", 10, "the L1BM has no PE", "levels down to L1B")]
#[case("(4:2; B@[W])@LM0", 10, "there are no copies along W", "Group, L2B, L1B, MAB, PE")]
#[case("(4:2; B@[])@LM0", 10, "there is no level ``", "one of Group, L2B, L1B, MAB, PE, Cycle, W")]
#[case(
    "(4:2; PE)@LM0",
    7,
    "`P` stands where something else is needed",
    "B@[..] with levels, e.g. B@[L1B, MAB]"
)]
#[case("(4_PE)@LM0", 6, "`)` stands where something else is needed", "`:` and the stride")]
#[case("(4:)@LM0", 4, "`)` stands where something else is needed", "the stride, a number")]
#[case("(4:-2)@LM0", 4, "`-` stands where something else is needed", "the stride, a number")]
#[case(
    "(4:99999999999999999999)@LM0",
    4,
    "`99999999999999999999` is no number of 64 bits",
    "the stride, a number"
)]
#[case("(4:2,)@LM0", 6, "`)` stands where something else is needed", "an axis behind the comma")]
#[case(
    "((4:2, (2:1)))@LM0",
    8,
    "`(` stands where something else is needed",
    "a factor: its size, `_` and a level, `:` and its stride, e.g. 4_PE:1"
)]
#[case("(4:2)", 6, "it ends too early", "`@` and the memory, e.g. @LM0")]
#[case("(4:2)@", 7, "there is no memory ``", "")]
#[case("(4:2)@LM2", 7, "there is no memory `LM2`", "")]
#[case("(4:2)@LM0x", 10, "`x` is no place", "levels in the order n, c, b, m, p, and no address")]
#[case("(4:2)@LM0m16", 11, "there is no MAB `16`", "0 to 15")]
#[case("(4:2)@LM0:q", 11, "there is no type `q`", "one of u64, u32, u16, u8, d, f, h, l, i, s")]
#[case(
    "(4:2)@LM0:f f",
    13,
    "`f` stands where something else is needed",
    "nothing behind a layout; its type stands behind `:`"
)]
#[case(
    "lm+4",
    3,
    "`+` stands where something else is needed",
    "nothing behind a layout; its type stands behind `:`"
)]
#[case("(4:2)@LMß", 7, "there is no memory `LM`", "")]
#[case("", 1, "there is no memory ``", "")]
fn wrong_layouts_are_told_with_their_column(
    #[case] text: &str,
    #[case] column: usize,
    #[case] message: &str,
    #[case] help: &str,
) {
    let error = Layout::parse(text).unwrap_err();
    assert_eq!((error.column as usize, &error.message[..]), (column, message), "{text}");
    if !help.is_empty() {
        assert_eq!(error.help.as_deref(), Some(help), "{text}");
    }
}

/// All spots one after the other are those found one by one.
#[rstest]
#[case("((2_Group:2, 3:6), 1:7, (4_PE:1, 2_W:1))@LM0c1b2m3+4:f")]
#[case("(8_L2B:1, (3:2, 4_Cycle:1, 4_W:1))@LM1:h")]
fn spots_follow_the_indices(#[case] text: &str) {
    let layout = layout(text);
    let spots: Vec<Spot> = layout.spots().collect();
    assert_eq!(spots.len() as u64, layout.elements());
    for (n, spot) in spots.iter().enumerate() {
        assert_eq!(layout.at(&layout.index(n as u64)), Some(*spot), "{n}");
    }
    assert_eq!(layout.at(&layout.shape()), None);
}

#[rstest]
#[case("((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0", None)]
#[case("(3:2, 3:12, 2:6)@LM0", None)]
// 2*2 + 6 = 10
#[case("(3:2, 3:10, 2:6)@LM0", Some([vec![2, 0, 1], vec![0, 1, 0]]))]
// 3*2 = 2*3
#[case("(4:2, 3:3)@L1BM", Some([vec![3, 0], vec![0, 2]]))]
// 0 3 6, 4 7 10, 8 11 14
#[case("(3:4, 3:3)@L1BM", None)]
// Words and the factor of 100 stand apart from the two that are tried out.
#[case("(4_W:1, 4:2, 3:3, 2:100)@L1BM:h", Some([vec![0, 3, 0, 0], vec![0, 0, 2, 0]]))]
#[case("(4_W:1, 3:4, 3:3, 2:100)@L1BM:h", None)]
#[case("(2:2, 2_Cycle:1)@LM0", None)]
#[case("(2:1, 2_Cycle:1)@LM0", Some([vec![1, 0], vec![0, 1]]))]
#[case("(2:1, 2_W:1)@L1BM:f", None)]
#[case("(2_PE:1, 4:2, 2_PE:1)@LM0", Some([vec![1, 0, 0], vec![0, 0, 1]]))]
#[case("(2_Group:1, 2_L2B:0)@LM0", Some([vec![0, 0], vec![0, 1]]))]
#[case("((4:2, 5:0))@LM0", Some([vec![0], vec![1]]))]
#[case("lm:h", None)]
#[case("omr", None)]
#[case("d@0", None)]
fn bijections_are_told_from_others(#[case] text: &str, #[case] expected: Option<[Vec<u64>; 2]>) {
    assert_eq!(layout(text).clash(), expected);
}

#[test]
fn elements_are_parts_of_words() {
    let mut board = Board::new();
    let place = Place { mab: 1, ..Place::default() };
    let store = Store::Bank(Bank::Lm0);
    board.write(place, store, 1, 0x0011_2233_4455_6677).unwrap();
    let read = |text: &str, board: &Board| -> Vec<u64> {
        layout(text).spots().map(|spot| spot.get(board).unwrap()).collect()
    };
    assert_eq!(read("(4_W:1)@LM0m1+2:h", &board), [0x0011, 0x2233, 0x4455, 0x6677]);
    assert_eq!(read("(2_W:1)@LM0m1+2:f", &board), [0x0011_2233, 0x4455_6677]);
    let spot = layout("(2_W:1)@LM0m1+3:u16").at(&[1]).unwrap();
    spot.set(&mut board, 0xabcd).unwrap();
    assert_eq!(board.read(place, store, 1), Ok(0x0011_2233_4455_abcd));
    assert!(spot.set(&mut board, 0x1_0000).is_err());
}

#[test]
fn copies_are_written_alike_and_read_alike() {
    let mut board = Board::new();
    let layout = layout("(4_PE:1; B@[L2B, MAB])@GRF0n2b3:f");
    let spot = layout.at(&[2]).unwrap();
    layout.write(&mut board, &spot, 0x3f80_0000).unwrap();
    let mut set = 0;
    for place in Store::Bank(Bank::Grf0).places(&crate::mncore2::isa::Levels::default()) {
        let word = board.read(place, Store::Bank(Bank::Grf0), 0).unwrap();
        let ours = (place.group, place.l1b, place.pe) == (2, 3, 2);
        assert_eq!(word, if ours { 0x3f80_0000_0000_0000 } else { 0 });
        set += u32::from(ours);
    }
    assert_eq!(set, 32);
    assert_eq!(layout.read(&board, &spot), Ok(0x3f80_0000));
    let other = Place { group: 2, l2b: 1, l1b: 3, mab: 9, pe: 2 };
    board.write(other, Store::Bank(Bank::Grf0), 0, 1 << 32).unwrap();
    let differ = layout.read(&board, &spot).unwrap_err();
    assert_eq!(
        differ.to_string(),
        "GRF0 n2c0b3m0p2 $lr0 63:32 has 3f800000, and its copy in n2c1b3m9p2 00000001"
    );
}

/// L2Bs without a group are those of the board, as factors and as copies.
#[rstest]
#[case("(2:1; B@[L2B])@L2BM", 8)]
#[case("(2:1; B@[L2B])@L2BMn1", 2)]
#[case("(2:1; B@[L2B, Group])@L2BM", 8)]
#[case("(4_Group:1; B@[L2B])@L2BM", 2)]
#[case("(2:1; B@[L2B])@DRAM", 4)]
#[case("(2:1; B@[L2B])@PDM@2", 1)]
fn copies_in_l2bs_are_counted(#[case] text: &str, #[case] expected: usize) {
    let layout = layout(text);
    assert_eq!(layout.copies(&layout.spots().next().unwrap()).count(), expected);
}
