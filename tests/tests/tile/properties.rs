//! Properties of the memory side over random state: a load and its store give the same memory, and a tensor that becomes tiles
//! becomes the same tensor again.

use seeded::{Draw, Random};
use semantics::machine::{Board, How, Machine, Run, Value};
use std::io;

/// Bytes of a memory that these tests look at.
const LOOK: usize = 0x1_0000;

fn tile() -> &'static dyn Machine {
    *semantics::machines::ALL.iter().find(|machine| machine.name() == "tile").expect("a machine")
}

fn run(board: &mut dyn Board, text: &str) {
    let program = tile().read(&mut text.as_bytes(), &How::default());
    let program = program.unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    let mut out = io::sink();
    board.run(&*program, Run::quietly(&mut out)).unwrap_or_else(|e| panic!("{e}\n{text}"));
}

fn set(board: &mut dyn Board, target: &str, value: Value) {
    board.set(target, &value).unwrap_or_else(|refusal| panic!("{target}: {refusal}"));
}

fn register(board: &mut dyn Board, name: &str, value: u64) {
    set(board, name, Value::Number(value.into(), 64));
}

fn memory(board: &dyn Board, name: &str) -> Vec<u8> {
    let values = board.get(&format!("{name}[0x0]"), LOOK).expect("a memory");
    match &*values {
        [(_, Value::Image(bytes))] => bytes.clone(),
        other => panic!("{name} is {other:?}"),
    }
}

fn bytes(draw: &mut Random, count: usize) -> Vec<u8> {
    (0..count).map(|_| draw.below(256) as u8).collect()
}

/// 32 bytes each, at different places, as 32-bit indices.
fn places(draw: &mut Random, count: usize) -> Vec<u8> {
    let mut free: Vec<u32> = (0..512).collect();
    let place = |_| free.swap_remove(draw.below(free.len() as u64) as usize) * 32;
    (0..count).map(place).flat_map(u32::to_le_bytes).collect()
}

/// A form of loads and stores without its register, and the state that it needs.
fn form(draw: &mut Random, board: &mut dyn Board) -> (&'static str, String) {
    let n = draw.below(3);
    register(board, "x10", 32 * draw.below(64));
    register(board, "x11", 1 + draw.below(4));
    register(board, "x12", 32 * draw.below(8));
    for vector in 4..8 {
        let places = places(draw, 32);
        set(board, &format!("v{vector}"), Value::Image(places));
    }
    let forms = [
        ("b32.unit", format!("{}(x10), n={n}", 32 * draw.below(1024))),
        ("b32.unit", format!("(x10), off=x12, n={n}")),
        ("b32.unit", "0(x10), tm".into()),
        ("b32.stride", format!("(x10), x11, n={n}")),
        ("b32.stride", "(x10), x11, off=x12, tm".into()),
        ("b32.index", "(x10), v4, off=x12".into()),
        ("b32.index", "(x10), v4, tm".into()),
        ("blk", format!("(x10), n={n}, sub={}", draw.below(4))),
        ("blk", format!("(x10), n={n}, sub={}, stride=512", draw.below(4))),
        ("blk", format!("(x10), n={n}, sub={}, stride=1024", draw.below(4))),
        ("blk.mx48", format!("(x10), n={n}")),
        ("blk.mx6", format!("(x10), n={n}")),
    ];
    draw.pick(&forms).clone()
}

/// Property 9. In between a store of zeros of the same form clears what was loaded, so that a load or store that does nothing fails.
#[test]
fn a_store_undoes_a_load() {
    let mut draw = Random::of("tile.load.store");
    for _ in 0..150 {
        let mut board = tile().board(&[]).expect("a board");
        let (space, name) = *draw.pick(&[("tgmem", "gmem"), ("tsmem", "smem")]);
        let (what, operands) = form(&mut draw, &mut *board);
        let mask = draw.next() as u32 | 1;
        set(&mut *board, "temask", Value::Number(mask.into(), 64));
        set(&mut *board, &format!("{name}[0x0]"), Value::Image(bytes(&mut draw, LOOK)));
        let before = memory(&*board, name);
        let register = 16 + draw.below(200);
        let load = format!("{space}.ld_{what} t{register}, {operands}\n");
        let store = |register: u64| format!("{space}.st_{what} t{register}, {operands}\n");
        run(&mut *board, &(load + &store(0)));
        let cleared = memory(&*board, name);
        assert!(cleared != before, "{what} {operands} stores nothing");
        run(&mut *board, &store(register));
        assert!(memory(&*board, name) == before, "{what} {operands} stores something else");
    }
}

/// A tensor map (TILE-D71).
struct Map {
    base: u64,
    bits: u8,
    tiled: bool,
    shape: u8,
    size: Vec<u32>,
    extent: Vec<u32>,
    stride: Vec<u64>,
}

impl Map {
    fn bytes(&self) -> Vec<u8> {
        let mut map = self.base.to_le_bytes().to_vec();
        map.extend([
            self.size.len() as u8,
            self.bits,
            u8::from(self.tiled),
            self.shape,
            0,
            0,
            0,
            0,
        ]);
        for list in [&self.size, &self.extent, &Vec::new()] {
            let five = list.iter().copied().chain(std::iter::repeat(1)).take(5);
            map.extend(five.flat_map(u32::to_le_bytes));
        }
        map.extend([0; 4]);
        let four = self.stride.iter().copied().chain(std::iter::repeat(0)).take(4);
        map.extend(four.flat_map(u64::to_le_bytes));
        map.resize(128, 0);
        map
    }

    /// Columns and rows of a tile.
    fn tile(&self) -> [u32; 2] {
        let row = 32 << self.shape;
        [row * 8 / u32::from(self.bits), 1024 / row]
    }
}

/// A linear tensor of two or three dimensions that tiles cut evenly, with gaps between its rows.
fn tensor(draw: &mut Random) -> Map {
    let bits = *draw.pick(&[4, 8, 16, 32]);
    let mut map = Map {
        base: 0x4000 + draw.below(64),
        bits,
        tiled: false,
        shape: draw.below(3) as u8,
        size: Vec::new(),
        extent: Vec::new(),
        stride: Vec::new(),
    };
    let [columns, rows] = map.tile();
    map.size = vec![columns * (1 + draw.below(2) as u32), rows * (1 + draw.below(2) as u32)];
    let row = u64::from(map.size[0]) * u64::from(bits) / 8 + draw.below(20);
    map.stride = vec![row];
    if draw.one_in(2) {
        map.size.push(1 + draw.below(3) as u32);
        map.stride.push(row * u64::from(map.size[1]) + draw.below(50));
    }
    map.extent = map.size.clone();
    map
}

/// Property 10: linear to tiled and back, by a conversion into the box order or by a tiled map. The tensor is cleared in between.
#[test]
fn tiles_become_the_same_tensor_again() {
    let mut draw = Random::of("tile.tensor.maps");
    for _ in 0..60 {
        let linear = tensor(&mut draw);
        let tiled = Map {
            base: 0,
            tiled: true,
            size: linear.size.clone(),
            extent: linear.extent.clone(),
            stride: vec![0, 0x4000, 0x8000, 0xC000],
            ..linear
        };
        let rank = linear.size.len();
        let tiled = Map { stride: tiled.stride[..rank - 1].to_vec(), ..tiled };
        let (there, back) = if draw.one_in(2) {
            (
                format!("tacp.conv cta, global, x11, x12, v4, dim={rank}, srctm\n"),
                format!("tacp.conv global, cta, x12, x11, v4, dim={rank}, dsttm\n"),
            )
        } else {
            (
                format!("tacp.tiled cta, global, x13, x12, v4, dim={rank}, dsttm, srctm\n"),
                format!("tacp.tiled global, cta, x12, x13, v4, dim={rank}, dsttm, srctm\n"),
            )
        };
        let mut board = tile().board(&[]).expect("a board");
        let fresh = bytes(&mut draw, LOOK - 0x1000);
        set(&mut *board, "gmem[0x1000]", Value::Image(fresh));
        set(&mut *board, "gmem[0x800]", Value::Image(linear.bytes()));
        set(&mut *board, "gmem[0x900]", Value::Image(tiled.bytes()));
        for (name, value) in [("x11", 0x80), ("x12", 0x800), ("x13", 0x900)] {
            register(&mut *board, name, value);
        }
        let before = memory(&*board, "gmem");
        run(&mut *board, &there);
        // Every byte becomes another, so that none is written unseen.
        let other = before[0x1000..].iter().map(|byte| !byte).collect();
        set(&mut *board, "gmem[0x1000]", Value::Image(other));
        let cleared = memory(&*board, "gmem");
        run(&mut *board, &back);
        let after = memory(&*board, "gmem");
        let written: Vec<usize> = (0..LOOK).filter(|at| after[*at] != cleared[*at]).collect();
        let same = |at: &usize| after[*at] == before[*at];
        assert!(written.iter().all(same), "{there}{back}makes another tensor");
        let elements = linear.size.iter().map(|n| *n as usize).product::<usize>();
        assert_eq!(written.len(), elements * usize::from(linear.bits) / 8, "{there}{back}");
    }
}
