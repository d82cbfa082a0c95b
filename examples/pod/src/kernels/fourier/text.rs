//! The blocks of text.

use crate::schedule::scheduled;
use std::fmt::Write as _;

/// Words to the partners: own ones in xmm0.., those of the upper partner in xmm8.., of the lower one in xmm16...
pub(super) fn travel(vectors: usize, across: bool, hops: usize, both: bool) -> String {
    let mut text = String::new();
    for x in 0..2 * vectors {
        let _ = writeln!(text, "ldxmm++.pack xmm{x} = local[ r1 ], r5");
    }
    let (down, up) = if across { ("s", "n") } else { ("w", "e") };
    for hop in 0..hops {
        for (way, base) in [(down, 8), (up, 16)].into_iter().take(1 + usize::from(both)) {
            for x in 0..2 * vectors {
                let from = if hop == 0 { x } else { base + x };
                let _ = writeln!(text, "xferxmm.wrap.{way} xmm{} = xmm{from}", base + x);
            }
        }
    }
    scheduled(&text)
}

/// The lower PEs: sums into xmm0...
pub(super) fn lower(vectors: usize) -> String {
    scheduled(&(0..2 * vectors).fold(String::new(), |mut text, x| {
        let _ = writeln!(text, "pfpadd.pack.sp xmm{x} = xmm{x}, xmm{}", 8 + x);
        text
    }))
}

/// The upper PEs: (the lower one's number - own) times the twiddle factor, into xmm0...
pub(super) fn upper(vectors: usize, from: usize) -> String {
    let mut text = String::new();
    for x in 0..2 * vectors {
        let _ = writeln!(text, "ldxmm++.pack xmm{} = local[ r2 ], r5", 24 + x);
    }
    for x in 0..2 * vectors {
        let _ = writeln!(text, "pfpsub.pack.sp xmm{0} = xmm{0}, xmm{x}", from + x);
    }
    for v in 0..vectors {
        let (re, im) = (2 * v, 2 * v + 1);
        product(&mut text, [re, im], [from + re, from + im], [24 + re, 24 + im]);
    }
    scheduled(&text)
}

/// `to = a w`.
fn product(text: &mut String, to: [usize; 2], a: [usize; 2], w: [usize; 2]) {
    let _ = write!(
        text,
        "pfpmul.pack.sp xmm{} = xmm{}, xmm{}\npfpmul.pack.sp xmm{} = xmm{}, xmm{}\n\
         pfpfma-+.pack.sp xmm{} += xmm{}, xmm{}\npfpfma++.pack.sp xmm{} += xmm{}, xmm{}\n",
        to[0], a[1], w[1], to[1], a[1], w[0], to[0], a[0], w[0], to[1], a[0], w[1]
    );
}

/// A stage of points `span` vectors apart, over `vectors` of them. Registers r1, r2: the two operands; r3, r4: where the results go;
/// r9: the factors, which begin at r10; r11: the bytes of `span` vectors.
pub(super) fn local(vectors: usize, span: usize) -> String {
    let mut text = String::new();
    for number in 0..vectors / 2 {
        if number % span == 0 {
            text.push_str("add4zx r9 = r10, 0\n");
        }
        let r = number % 3 * 10;
        let x = |n: usize| r + n;
        for (register, pointer, name) in
            [(0, 1, "a"), (1, 1, "a"), (2, 2, "a"), (3, 2, "a"), (4, 9, "w"), (5, 9, "w")]
        {
            let _ = writeln!(
                text,
                "ldxmm++.pack xmm{} = local[ r{pointer} ], r5 # {name}",
                x(register)
            );
        }
        for part in 0..2 {
            let _ = writeln!(
                text,
                "pfpsub.pack.sp xmm{} = xmm{}, xmm{}",
                x(6 + part),
                x(part),
                x(2 + part)
            );
            let _ = writeln!(
                text,
                "pfpadd.pack.sp xmm{} = xmm{}, xmm{}",
                x(part),
                x(part),
                x(2 + part)
            );
        }
        product(&mut text, [x(8), x(9)], [x(6), x(7)], [x(4), x(5)]);
        for (register, pointer) in [(0, 3), (1, 3), (8, 4), (9, 4)] {
            let _ = writeln!(text, "stxmm++.pack local[ r{pointer} ] = xmm{}, r5 # b", x(register));
        }
        if (number + 1) % span == 0 {
            for pointer in 1..=4 {
                let _ = writeln!(text, "add4zx r{pointer} = r{pointer}, r11");
            }
        }
    }
    scheduled(&text)
}

/// The last two stages of `groups` of 16 points: transposed, then without a product.
pub(super) fn last(groups: usize) -> String {
    let mut text = String::new();
    for group in 0..groups {
        // Two groups take turns: 8 words and 8 of their transposition each, every word read before it is written.
        let base = group % 2 * 16;
        let (x, t) = (
            |v: usize, part: usize| base + 2 * v + part,
            |v: usize, part: usize| base + 8 + 2 * v + part,
        );
        for v in 0..4 {
            for part in 0..2 {
                let _ = writeln!(text, "ldxmm++.pack xmm{} = local[ r1 ], r5 # a", x(v, part));
            }
        }
        let shuffle = |text: &mut String, lanes: &str, to: usize, a: usize, b: usize| {
            let _ = writeln!(text, "pfpshuffle.sp.{lanes} xmm{to} = xmm{a}, xmm{b}");
        };
        for part in 0..2 {
            for (to, lanes, a) in [(0, "abab", 0), (1, "cdcd", 0), (2, "abab", 2), (3, "cdcd", 2)] {
                shuffle(&mut text, lanes, t(to, part), x(a, part), x(a + 1, part));
            }
            for (to, lanes, a) in [(0, "acac", 0), (1, "bdbd", 0), (2, "acac", 1), (3, "bdbd", 1)] {
                shuffle(&mut text, lanes, x(to, part), t(a, part), t(a + 2, part));
            }
        }
        let mut sum = |name: &str, to: usize, a: usize, b: usize| {
            let _ = writeln!(text, "pfp{name}.pack.sp xmm{to} = xmm{a}, xmm{b}");
        };
        for part in 0..2 {
            for v in 0..2 {
                sum("add", t(v, part), x(v, part), x(v + 2, part));
                sum("sub", t(v + 2, part), x(v, part), x(v + 2, part));
            }
        }
        // Point 3 is still to be multiplied by -i: (re, im) -> (im, -re).
        for part in 0..2 {
            sum("add", x(0, part), t(0, part), t(1, part));
            sum("sub", x(1, part), t(0, part), t(1, part));
        }
        sum("add", x(2, 0), t(2, 0), t(3, 1));
        sum("sub", x(2, 1), t(2, 1), t(3, 0));
        sum("sub", x(3, 0), t(2, 0), t(3, 1));
        sum("add", x(3, 1), t(2, 1), t(3, 0));
        for v in 0..4 {
            for part in 0..2 {
                let _ = writeln!(text, "stxmm++.pack local[ r2 ] = xmm{}, r5 # b", x(v, part));
            }
        }
    }
    scheduled(&text)
}
