//! The timing model against cycles that are worked out by hand (POD-D63 to D68, D81 to D84).

use semantics::pod::{Fence, Parameters, Pod, Shape};

fn pod(columns: u32, rows: u32) -> Pod {
    Pod::new(Shape::new(columns, rows, 4096).unwrap(), Parameters::default())
}

/// Cycles and stalls of a text.
fn time(columns: u32, rows: u32, text: &str) -> (u64, u64) {
    let mut pod = pod(columns, rows);
    pod.asm(text).unwrap();
    (pod.counters().cycles, pod.counters().stalls)
}

/// The report's 24 cycles at 8 columns and rows; at other sizes f0 is half of the columns, at least 1.
#[test]
fn round_trips() {
    for (columns, rows, cycles) in [(8, 8, 24), (4, 4, 12), (2, 2, 6), (1, 1, 4), (16, 3, 22)] {
        let mut pod = pod(columns, rows);
        pod.asm("nop.g").unwrap();
        pod.get_flags();
        assert_eq!(pod.counters().cycles, 1, "the last question does not count");
        pod.asm("nop.g").unwrap();
        assert_eq!(pod.counters().cycles, 1 + cycles + 1);
        pod.drain_flags();
        pod.get_result();
        pod.asm("nop.g").unwrap();
        assert_eq!((pod.counters().cycles, pod.counters().stalls), (3 + 3 * cycles, 0));
    }
}

/// 2 (n - 1 + n^2 - 1) cycles a sweep, 140 at 8 x 8; loads and packed stores sweep twice.
#[test]
fn permutations() {
    let store = "st4 podall[ r2 + 0 ] = r1\nnop.g";
    assert_eq!(time(8, 8, store), (141, 0));
    assert_eq!(time(4, 4, store), (37, 0));
    assert_eq!(time(8, 8, "stxmm.pack podall[ r2 + 0 ] = xmm1\nnop.g"), (281, 0));
    assert_eq!(time(8, 8, "ld4.zxt r1 = podall[ r2 + 0 ]\nadd4zx r3 = r1, 1"), (281, 0));
    assert_eq!(time(4, 2, "st4 podrow[ r2 + 0 ] = r1\nnop.g"), (7, 0));
    assert_eq!(time(4, 2, "st4 podcol[ r2 + 0 ] = r1\nnop.g"), (3, 0));
    // Without a hop the register is there as from the own SRAM.
    assert_eq!(time(1, 1, "ld4.zxt r1 = podall[ r2 + 0 ]\nadd4zx r3 = r1, 1"), (4, 2));
}

/// POD-D81: what counts as an operand.
#[test]
fn operands() {
    // Scalar forms read their destination, packed ones do not.
    let sums = "pfpadd.pack.sp xmm1 = xmm2, xmm3\npfpadd.scalar.sp xmm1 = xmm4, xmm5";
    assert_eq!(time(1, 1, sums), (6, 4));
    let sums = "pfpadd.pack.sp xmm1 = xmm2, xmm3\npfpadd.pack.sp xmm1 = xmm4, xmm5";
    assert_eq!(time(1, 1, sums), (2, 0));
    assert_eq!(
        time(1, 1, "pfpadd.pack.sp xmm1 = xmm2, xmm3\npfpfma++.pack.sp xmm1 += xmm4, xmm5"),
        (6, 4)
    );
    // The data of a store, an address, flags of imul4.
    assert_eq!(
        time(1, 1, "pfpmul.pack.sp xmm1 = xmm2, xmm3\nnop.x\nstxmm.pack local[ r0 + 16 ] = xmm1"),
        (6, 4)
    );
    assert_eq!(time(1, 1, "ld4.zxt r1 = local[ r0 + 16 ]\nld4.zxt r2 = local[ r1 + 0 ]"), (4, 2));
    assert_eq!(time(1, 1, "imul4 r1 = r2, r3\ncmov.o r4 = r5, r6"), (3, 1));
    assert_eq!(time(1, 1, "imul4 r1 = r2, r3\nnop.g\nmov8 r4 = ar1"), (3, 1));
    assert_eq!(time(1, 1, "imul4 r1 = r2, r3\nadd4zx r1 = r5, r6\nadd4zx r7 = r1, 1"), (3, 0));
    // Increments are there at once, results of compares after four cycles.
    assert_eq!(
        time(1, 1, "ld4++.zxt r1 = local[ r2 ], r3\nld4++.zxt r4 = local[ r2 ], r3"),
        (2, 0)
    );
    assert_eq!(
        time(1, 1, "pfpcmp.lt.pack.sp xmm1 = xmm2, xmm3\npfpadd.pack.sp xmm4 = xmm1, xmm2"),
        (5, 3)
    );
    // Strided blocks read ar10 and ar11, which are there after a cycle.
    assert_eq!(
        time(1, 1, "mov8 ar10 = r1\nmov8 ar11 = r1\nxferblk.n nn[ r1 ] = strided local[ r2 ], r3"),
        (3, 0)
    );
}

/// One divider for quotients and roots, other work beside it (POD-D82).
#[test]
fn divider() {
    assert_eq!(
        time(1, 1, "pfpdiv.pack.dp xmm1 = xmm2, xmm3\npfpsqrt.pack.sp xmm4 = xmm5"),
        (33, 31)
    );
    assert_eq!(
        time(1, 1, "pfpsqrt.pack.dp xmm1 = xmm2\npfprcpsqrt.scalar.sp xmm4 = xmm5"),
        (59, 57)
    );
    let beside = "pfpdiv.pack.sp xmm1 = xmm2, xmm3\npfpadd.pack.sp xmm4 = xmm5, xmm6\npfpadd.pack.sp xmm7 = xmm1, xmm6";
    assert_eq!(time(1, 1, beside), (19, 16));
}

/// A word from memory: bus 1, ring 1 + 20, controller 6, DRAM 150, ring 20, bus 1.
#[test]
fn memory() {
    assert_eq!(time(1, 1, "ld8.zxt r1 = sys[ r0 + 0 ]\nadd8zx r2 = r1, 1"), (200, 198));
    let mut pod = pod(1, 1);
    pod.asm("st8 sys[ r0 + 0 ] = r1").unwrap();
    pod.fence(Fence::Load);
    pod.asm("nop.g").unwrap();
    assert_eq!(pod.counters().cycles, 2, "no read is under way");
    pod.fence(Fence::Store);
    pod.asm("nop.g").unwrap();
    // The controller has it after bus 1, ring 21, controller 6.
    assert_eq!((pod.counters().cycles, pod.counters().host_waits), (29, 26));
    assert_eq!(pod.counters().sys_bytes, 8);
}

/// 32 entries a PE: the 33rd access waits for the first answer.
#[test]
fn request_queue() {
    let mut pod = pod(1, 1);
    pod.asm(&"ld8.zxt r1 = sys[ r0 + 0 ]\n".repeat(33)).unwrap();
    assert_eq!(pod.counters().queue_waits, 199 - 32);
    assert_eq!((pod.counters().cycles, pod.counters().stalls), (200, 0));
}

/// Blocks and transfers keep their directions busy (POD-D67).
#[test]
fn links() {
    let mut pod = pod(2, 2);
    pod.asm("movl r1 = 0x100\nmovl r2 = 0x200\nmovl r3 = 20\nxferblk.w nn[ r1 ] = local[ r2 ], r3\nxfer.n r5 = r6\nxferxmm.wrap.s xmm1 = xmm2").unwrap();
    assert_eq!(pod.counters().links, [1, 0, 3, 1]);
    pod.asm("nop.g\npushmask.and.e\nxfer.e r5 = r6").unwrap();
    assert_eq!(pod.counters().links, [1, 0, 3, 1], "no PE is active");
}

/// POD-D69
#[test]
fn flops() {
    let text = "pfpfma++.pack.sp xmm1 += xmm2, xmm3\npfphadd.pack.sp xmm4 = xmm5, xmm6\npfphadd.pack.dp xmm4 = xmm5, xmm6\n\
        pfpcmp.lt.scalar.dp xmm7 = xmm2, xmm3\npfpmax.pack.dp xmm8 = xmm2, xmm3\npfpsqrt.pack.sp xmm9 = xmm2\n\
        pcvtf2i.pack.sp.mxcsr xmm9 = xmm2\npintadd4 xmm9 = xmm2, xmm2";
    let mut pod = pod(2, 1);
    pod.asm(text).unwrap();
    assert_eq!(pod.counters().flops, 2 * (8 + 4 + 2 + 1 + 2));
}

/// Bandwidths of the report's tables are whole cycles a line.
#[test]
fn parameters() {
    let mut parameters = Parameters::default();
    for (gigabytes, cycles) in [(8, 24), (16, 12), (32, 6)] {
        parameters.memory(2, gigabytes).unwrap();
        assert_eq!((parameters.controllers, parameters.controller_line), (2, cycles));
    }
    assert!(parameters.memory(1, 7).is_err());
    for parameter in Parameters::ALL {
        let set = Parameters::default().set(parameter.name, parameter.value + 1);
        assert_eq!(set.is_err(), parameter.fixed, "{}", parameter.name);
        assert_eq!(Parameters::default().get(parameter.name), Some(parameter.value));
    }
    assert!(Parameters::default().set("div_sp", 11).is_err(), "the report's program waits 12");
}

/// The blocks of a PE follow each other, lines of PEs take turns: four controllers serve rows of four lines, which begin
/// at one of them, four times as fast as one.
#[test]
fn strided_blocks_reach_all_controllers() {
    let time = |controllers| {
        let mut parameters = Parameters::default();
        parameters.memory(controllers, 8).unwrap();
        let mut pod = Pod::new(Shape::new(2, 2, 32_768).unwrap(), parameters);
        for (register, value) in [(1, 0x1000), (2, 0x10_0000), (3, 256), (4, 64), (5, 2048)] {
            pod.send_register(register, value).unwrap();
        }
        pod.asm("mov8 ar10 = r4\nmov8 ar11 = r5\ncopyblk local[ r1 ] = strided sys[ r2 ], r3")
            .unwrap();
        pod.fence(Fence::All);
        pod.nops(1).unwrap();
        pod.counters().cycles
    };
    // 4 PEs, 64 blocks, 4 lines, 24 cycles a line.
    let lines = 4 * 64 * 4 * 24;
    assert!((lines..lines + 400).contains(&time(1)), "{}", time(1));
    assert!((lines / 4..lines / 4 + 400).contains(&time(4)), "{}", time(4));
}
