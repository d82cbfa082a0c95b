//! Scripts: values as C computes them, scopes, packets, every error with its place, canonical text.

use proptest::prelude::*;
use semantics::machine::RunErrorKind;
use semantics::pod::script::Script;
use semantics::pod::{Parameters, Pod, Shape};

fn pod(script: &Script) -> Pod {
    let (columns, rows) = script.size().unwrap_or((1, 1));
    Pod::new(Shape::new(columns, rows, Shape::SRAM).expect("a shape"), Parameters::default())
}

fn read(text: &str) -> Script {
    Script::read(text).unwrap_or_else(|errors| panic!("{text}\n{errors}"))
}

/// Runs a text.
fn run(text: &str) -> Pod {
    let script = read(text);
    let mut pod = pod(&script);
    script.run(&mut pod, Some(100_000)).unwrap_or_else(|error| panic!("{text}\n{error}"));
    pod
}

/// What a run ends with: the line, and the words.
fn stops(text: &str) -> (u32, String) {
    let script = read(text);
    let error = script.run(&mut pod(&script), Some(100_000)).expect_err("an error");
    (error.line, error.kind.to_string())
}

/// Places and words of all errors of a text.
fn errors(text: &str) -> Vec<(u32, u32, String)> {
    let errors = Script::read(text).expect_err("errors");
    let of = |d: &semantics::source::Diagnostic| {
        (d.line, d.column, format!("{}; {}", d.message, d.help.as_deref().unwrap_or("")))
    };
    errors.diagnostics.iter().map(of).collect()
}

#[test]
fn values_are_those_of_c() {
    for (expression, value) in [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("7 - 2 - 1", 4),
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("7 % -2", 1),
        ("1 << 4 + 1", 32),
        ("-8 >> 1", -4),
        ("5 & 3 == 3", 1),
        ("1 | 2 ^ 3 & 2", 1),
        ("!5 + !0", 1),
        ("~0", -1),
        ("- - 3", 3),
        ("3 > 2 > 1", 0),
        ("2 || 1 / 0", 1),
        ("0 && 1 / 0", 0),
        ("2 && 3", 1),
        ("0 || 0", 0),
        ("1 ? 2 : 0 ? 3 : 4", 2),
        ("0 ? 2 : 0 ? 3 : 4", 4),
        ("0 ? 1 : 2 + 3", 5),
        ("0x7fffffffffffffff + 1", i64::MIN),
        ("0x8000000000000000 / -1", i64::MIN),
        ("18446744073709551615", -1),
        ("0xffffffffffffffffff", -1),
        ("npe * 100 + npeX * 10 + npeY", 623),
        ("0x8C1 .c + 0x8c1.z * 2 + 0x8c1.s * 4 + 0x8c1.o * 8", 15),
        ("0x40.c", 0),
        ("f32(0x3f800000) < f32(0x40000000)", 1),
        ("f32(0x80000000) == f32(0)", 1),
        ("f32(0x7fc00000) >= f32(0)", 0),
        ("f32(0x7fc00000) != f32(0x7fc00000)", 1),
        ("f32(0xbf800000) > f32(0xc0000000)", 1),
    ] {
        let pod = run(&format!("array 2x3\nmovl r1, {expression}"));
        assert_eq!(pod.array().general(0, 1) as i64, value, "{expression}");
    }
}

#[test]
fn what_the_host_answers() {
    let pod = run("
init sys[0x1000]=FEFFFFFFFFFFFFFF r2=1
movl r1, sys4(0x1000)
movl r3, sys8(0x1000) + 1
let a = local_alloc(17)
let b = local_alloc(1)
movl r4, a * 0x10000 + b
movl r5, sys_alloc(1) + sys_alloc(1)
local_free(1)
movl r6, local_alloc(16)
$ASM xferdrb r2
movl r7, getresult() + 1
$ASM cmp8 r2, 1
movl r8, getflags().z
drainflags()
fence l
fence s
fence m
nops 3
");
    let found: Vec<u64> = (1..9).map(|n| pod.array().general(0, n)).collect();
    let wanted = [-2_i64 as u64, 1, -1_i64 as u64, 0x10_0030, 0x20_0040, 0x30, 2, 1];
    assert_eq!(found, wanted);
    assert_eq!(pod.counters().packets, 12);
}

/// POD-D90: a local of a call, a global that an assignment reaches, blocks without a scope of their own.
#[test]
fn scopes() {
    let pod = run("
let x = 1
let y = 2
fn f(a, b) {
    let x = a + b      # its own
    y = x              # the global
    x = 100
    for i in 0 .. 3 { y = y + 1 }
}
fn twice(n) {
    if n > 0 {
        twice(n - 1)
        z = z * 2
    }
}
let z = 1
if 1 { let w = 9 }
f(3, 4)
twice(10)
let i = 7
movl r1, x
movl r2, y
movl r3, z
movl r4, w
movl r5, i
");
    let found: Vec<u64> = (1..6).map(|n| pod.array().general(0, n)).collect();
    assert_eq!(found, [1, 10, 1024, 9, 7]);
}

#[test]
fn loops() {
    let count = |head: &str| {
        run(&format!("let n = 0\nlet b = 5\n{head} {{ n = n + 1 }}\nmovl r1, n"))
            .array()
            .general(0, 1)
    };
    assert_eq!(count("for i in 0 .. 5"), 5);
    assert_eq!(count("for i in 0 .. 5 step 2"), 3);
    assert_eq!(count("for i in 5 .. 5"), 0);
    assert_eq!(count("for i in 5 .. 0 step -1"), 0);
    assert_eq!(count("while n < b * 2"), 10);
    // The bound is that of the beginning; the variable is the script's own.
    let pod = run(
        "let n = 0\nlet b = 5\nfor i in 0 .. b { b = 100\ni = i + 1\nn = n + 1 }\nmovl r1, n\nmovl r2, i",
    );
    assert_eq!((pod.array().general(0, 1), pod.array().general(0, 2)), (3, 6));
    let pod = run(
        "let n = 0\nif n { n = 1 } else { n = 2 }\nif n { n = n + 10 }\nelse\n{ n = 3 }\nmovl r1, n",
    );
    assert_eq!(pod.array().general(0, 1), 12);
}

/// POD-D03: what closes a packet, and what does not.
#[test]
fn packets() {
    let pairs = |between: &str| {
        let text = format!(
            "fn f() {{ }}\nlet v = 1\nasm {{\n or r1 = r2, r2\n}}\n$ASM or r1 = r2, r2\n{between}\n$ASM st8 local[ r0 + 0 ] = r1"
        );
        run(&text).counters().packets - 1
    };
    assert_eq!(pairs(""), 1);
    assert_eq!(pairs("# a comment"), 1);
    assert_eq!(pairs("let x = 3 + v"), 1);
    assert_eq!(pairs("let x = f32(v) < f32(3)"), 1);
    for between in
        ["f()", "let x = getflags()", "v = sys4(0)", "fence m", "if v { }", "nops 0", "asm { }"]
    {
        assert_eq!(pairs(between), 2, "{between}");
    }
    assert_eq!(pairs("movl r3, 1"), 3);
    assert_eq!(pairs("asm {\n.packet 00000000 21102102 00000000\n}"), 3);
}

/// Constants in parentheses are those of the moment when the instruction is reached.
#[test]
fn constants() {
    let pod = run("
reg four = r4
let k = 3
$ASM add4zx four = r1, (k * 2)
let k = 5
$ASM st8 local[ r0 + (k - 7 + 16) ] = r2
$ASM movl r3 = (k << 40)
for i in 0 .. 3 {
    $ASM add4zx r5 = r5, (i)
}
expect r4=6 r3=0x50000000000 r5=3
expect packets=5 mem[0]=0100000001010000
");
    assert_eq!(pod.array().general(0, 4), 6);
    let (line, what) = stops("let k = 64\n\n$ASM nop.g\n$ASM add4zx r1 = r2, (k)");
    assert_eq!(line, 4, "{what}");
    assert!(what.contains("64") && what.contains("0 to 63"), "{what}");
}

#[test]
fn runs_that_stop() {
    for (text, line, words) in [
        ("while 1 {\n}", 1, "StepLimit: 100000 steps are done, which is the limit"),
        ("let z = 0\nfor i in 0 .. 1 step z {\n}", 2, "limit"),
        ("nops 1000000000000", 1, "limit"),
        ("let n = 0\nfor i in 0 .. 9 {\nfor j in 0 .. 100000 { n = n + 1 }\n}", 3, "limit"),
        ("fn f() {\nf()\n}\nf()", 2, "10000 calls are open at once"),
        ("let x = 1\nlet y = x / (x - 1)", 2, "1 / 0"),
        ("let y = 5 % 0", 1, "5 % 0"),
        ("if 0 { let x = 1 }\nmovl r1, x", 2, "x has no value yet"),
        ("nops -1", 1, "-1 nops"),
        ("let a = local_alloc(200000)", 1, "SRAM"),
        ("local_free(16)", 1, "were not taken"),
        ("init r1=5\nexpect r1=6", 2, "pe0.r1 is 0x0000000000000005, not 0x0000000000000006"),
        ("init mem[0x1ffff]=0011", 1, "beyond the SRAM"),
        (
            "init r1=0x20000\n\nasm {\nor r2 = r2, r2\nld1.zxt r3 = local[ r1 + 0 ]\n}",
            5,
            "local-range",
        ),
    ] {
        let (at, what) = stops(text);
        assert!(what.contains(words), "{text}: {what}");
        assert_eq!(at, line, "{text}: {what}");
    }
    let script = read("array 2x2\nnops 1");
    let error = script.run(&mut Pod::new(Shape::default(), Parameters::default()), None);
    assert!(matches!(error.expect_err("another size").kind, RunErrorKind::Refused(_)));
}

#[test]
fn every_error_has_its_place() {
    for (text, places) in [
        ("let x = y + 1", vec![(1, 9, "there is no variable `y`")]),
        ("let rounds = 1\nlet x = ronds", vec![(2, 9, "; rounds")]),
        ("x = 1", vec![(1, 1, "there is no variable `x`")]),
        (
            "whlie 1 {\n}",
            vec![(1, 1, "no statement begins with `whlie`; while"), (1, 9, "belongs to no block")],
        ),
        (
            "asm {\nadd4z r1 = r2, r3\nadd4zx r1 = r2, 64\n}\nlet = 3",
            vec![(2, 1, "add4zx"), (3, 17, "0 to 63"), (5, 5, "a name is wanted")],
        ),
        ("  $ASM ld4.sxt r32 = local[ r0 + 0 ]", vec![(1, 16, "0 to 31")]),
        ("add4zx r1 = r2, r3", vec![(1, 1, "outside of asm")]),
        ("if 1 {\nlet x = (1\n", vec![(2, 11, "`)`"), (2, 11, "1 open blocks")]),
        ("}\nlet x = 1 }", vec![(1, 1, "no open block"), (2, 11, "no open block")]),
        ("else {\n}", vec![(1, 1, "no `if` was closed")]),
        ("while 1\nlet x = 1", vec![(1, 1, "no `{` follows")]),
        ("fn f(a, a) { }", vec![(1, 9, "two parameters")]),
        ("fn f() { }\nfn f() { }", vec![(2, 1, "two functions")]),
        ("if 1 { fn f() { } }", vec![(1, 8, "inside of a block")]),
        (
            "fn f(a) { }\nf()\nf(1, 2)\ng(1)\nlet x = f(1)",
            vec![
                (2, 1, "0 arguments; 1"),
                (3, 1, "2 arguments; 1"),
                (4, 1, "no function `g`"),
                (5, 9, "gives no value"),
            ],
        ),
        ("let x = 1\narray 2x2", vec![(2, 1, "not the first")]),
        ("array 17x1", vec![(1, 1, "1x1 to 16x16")]),
        ("array 2x2\ninit pe4.r1=0 packets=3 r1 r2=x", vec![(2, 6, "pe0 to pe3")]),
        ("expect r1 5", vec![(1, 8, "no `=`")]),
        ("init", vec![(1, 5, "TARGET=VALUE")]),
        ("init packets=1", vec![(1, 6, "only read")]),
        ("init r1=zz", vec![(1, 9, "no number of 64 bits")]),
        ("reg a = r32", vec![(1, 9, "no register")]),
        ("reg r1 = r2", vec![(1, 5, "cannot be")]),
        ("movl xmm1, 3", vec![(1, 6, "no general register")]),
        ("fence x", vec![(1, 7, "l, s or m")]),
        ("let while = 3", vec![(1, 5, "meaning of its own")]),
        ("let x = 010", vec![(1, 9, "octal")]),
        ("let x = 0xg", vec![(1, 9, "no number")]),
        ("let x = 1 @ 2", vec![(1, 11, "`@`")]),
        ("let x = 1 2", vec![(1, 11, "the end of the statement")]),
        ("let x = f32(1) + 1", vec![(1, 16, "f32 on both sides")]),
        ("let x = f32(1)", vec![(1, 9, "only be compared")]),
        ("let ä = 1", vec![(1, 5, "`ä`")]),
        ("$ASM add4zx r1 = r2, (getflags())", vec![(1, 23, "calls nothing")]),
        ("$ASM add4zx r1 = r2, (60 + 4)", vec![(1, 22, "0 to 63")]),
        ("asm {\nor r1 = r2, r2\nld8.zxt r1 = local[ r0 + 0 ]\n}", vec![(3, 1, "written twice")]),
        ("asm {\n.packet 00000001 00000000 00000000\n}", vec![(2, 1, "")]),
    ] {
        let found = errors(text);
        assert_eq!(found.len(), places.len(), "{text}: {found:?}");
        for ((line, column, words), (at, of, what)) in places.into_iter().zip(found) {
            assert_eq!((at, of), (line, column), "{text}: {what}");
            assert!(what.contains(words), "{text}: {what}");
        }
    }
}

/// Brackets, signs and blocks as deep as anyone likes.
#[test]
fn depth() {
    let deep = |n: usize, open: &str, close: &str| {
        format!("let x = {}1{}", open.repeat(n), close.repeat(n))
    };
    assert!(errors(&deep(100_000, "(", ")"))[0].2.contains("deeper"));
    assert!(errors(&deep(100_000, "-", ""))[0].2.contains("deeper"));
    assert!(errors(&deep(100_000, "1 ? 1 : ", ""))[0].2.contains("deeper"));
    run(&deep(90, "(", ")"));
    run(&format!("let x = 1{}", " + 1".repeat(100_000)));
    run(&format!("{}{}", "if 1 {\n".repeat(20_000), "}\n".repeat(20_000)));
}

#[test]
fn canonical_text() {
    let text = "
# head


array   2x2   # the array
reg four=r4
let x=1+2 *-3
for i in 0..npe step 2{
asm{ ld4++.sxt  r1=local[r2],four   // load
pfphadd.sp xmm1 = xmm2,xmm3
ld4.sxt r5 = local[ r0-4 ]
add4zx r1 = r2, ( x+1 )
  }
}
if !getflags( ).z&&(x>-1) { f( x,2 ) }
else{ nops 3 }
while x  # as long
{ x = x-1 }
fn f(a,b){ movl four , a }
init  r1 = 5   pe0.mem[0x10] =A0
fence   m
";
    let wanted = "\
# head

array 2x2  # the array
reg four = r4
let x = 1 + 2 * -3
for i in 0 .. npe step 2 {
    asm {
        ld4++.sxt r1 = local[ r2 ], four  // load
        pfphadd.pack.sp xmm1 = xmm2, xmm3
        ld4.sxt r5 = local[ r0 + -4 ]
        add4zx r1 = r2, (x + 1)
    }
}
if !getflags().z && (x > -1) {
    f(x, 2)
} else {
    nops 3
}
while x  # as long
{
    x = x - 1
}
fn f(a, b) {
    movl four, a
}
init r1=5 pe0.mem[0x10]=A0
fence m
";
    assert_eq!(Script::format(text).expect("a script"), wanted);
    assert_eq!(Script::format(wanted).expect("a script"), wanted);
    assert_eq!(read(text).packets(), read(wanted).packets());
    assert_eq!(read(text).statements(), read(wanted).statements());
}

/// Words that scripts are made of.
fn soup() -> impl Strategy<Value = String> {
    let words = [
        "let",
        "x",
        "=",
        "1",
        "for",
        "i",
        "in",
        "..",
        "step",
        "{",
        "}",
        "\n",
        "\n",
        "if",
        "else",
        "while",
        "fn",
        "f",
        "(",
        ")",
        ",",
        "$ASM",
        "asm",
        "add4zx r1 = r2, r3",
        "st8 local[ r0 + (x) ] = r1",
        "movl",
        "r1",
        "nops",
        "fence",
        "m",
        "init",
        "expect",
        "r1=5",
        "-",
        "!",
        "+",
        "&&",
        "?",
        ":",
        ".z",
        "getflags()",
        "npe",
        "#",
        "é",
        "array 2x2",
        "reg a = r1",
        "f32(",
        "<",
        "0x",
        ".packet 0 0 0",
    ];
    proptest::collection::vec(proptest::sample::select(words.to_vec()), 0..60)
        .prop_map(|words| words.join(" "))
}

/// Statements that can be read, in any order.
fn statements() -> impl Strategy<Value = String> {
    let lines = [
        "let x = 1 + x",
        "x = x * 2",
        "$ASM add4zx r1 = r2, 3",
        "$ASM pfpadd.pack.sp xmm1 = xmm1, xmm2",
        "$ASM st8 local[ r0 - 1 ] = r1",
        "$ASM add4zx r1 = r2, (x)",
        "asm {\nnop.g\n nop.m }",
        "nops 2",
        "if x { nops 1 } else { f(1) }",
        "for i in 0..3 { x = i }",
        "while x < 5 { x = x + 1 }",
        "movl r1,x",
        "# words",
        "",
        "",
        "fence l // words",
        "init r1 = 5 r2=6",
        "expect packets=9",
        "let y = x ? 1 : -2",
    ];
    proptest::collection::vec(proptest::sample::select(lines.to_vec()), 0..30)
        .prop_map(|lines| format!("let x = 0\n{}\nfn f(a) {{ x = a }}\n", lines.join("\n")))
}

proptest! {
    /// Nothing panics, and what can be read runs to an end or an error.
    #[test]
    fn any_words(text in soup()) {
        if let Ok(script) = Script::read(&text) {
            let _ = script.run(&mut pod(&script), Some(1000));
            let canonical = Script::format(&text).expect("what was read");
            prop_assert_eq!(Script::format(&canonical).expect("canonical text"), canonical);
        }
    }

    /// Canonical text says the same, keeps the comments, and is its own canonical text.
    #[test]
    fn canonical_text_says_the_same(text in statements()) {
        let canonical = Script::format(&text).expect("a script");
        prop_assert_eq!(Script::format(&canonical).expect("canonical text"), canonical.clone());
        prop_assert_eq!(text.matches("words").count(), canonical.matches("words").count());
        let [a, b] = [&text, &canonical].map(|text| {
            let script = read(text);
            let mut pod = pod(&script);
            let end = script.run(&mut pod, Some(1000)).map_err(|error| error.kind.to_string());
            (script.packets(), format!("{end:?}"), pod.array().general(0, 1), pod.counters().packets)
        });
        prop_assert_eq!(a, b);
    }
}

/// POD-T52: the program of appendix D on 50 objects of 18 attributes, three clusters. Memberships, centres and flops are the
/// guide's.
#[test]
fn k_means() {
    let script = read(include_str!("../../../examples/pod/k-means.pod"));
    let centres: [u128; 3] = [
        0xabaa_1a42_abaa_f441_abaa_0442_0000_0f42,
        0x4379_dd41_f31a_2242_d850_ee41_3694_0f42,
        0x515e_d341_87f2_1242_28af_f141_f31a_2242,
    ];
    for (side, packets, flops) in [(1, 34320, 74110), (2, 12782, 95914)] {
        let shape = Shape::new(side, side, Shape::SRAM).expect("a shape");
        let mut pod = Pod::new(shape, Parameters::default());
        let words = |pod: &mut Pod, at: u64, words: &[u32]| {
            for (n, word) in (0..).zip(words) {
                pod.sys_write(at + 4 * n, &word.to_le_bytes());
            }
        };
        let attribute = |i: u32, j: u32| ((7 * i * i + 13 * i + 29 * j + 5 * i * j) % 64) as f32;
        let row = |i| (0..18).map(|j| attribute(i, j).to_bits()).collect::<Vec<u32>>();
        for i in 0..50 {
            words(&mut pod, 0x10000 + 80 * u64::from(i), &row(i));
        }
        for (at, i) in [(0, 3), (1, 17), (2, 40)] {
            words(&mut pod, 0x20000 + 80 * at, &row(i));
        }
        words(&mut pod, 0x1000, &[50, 18, 3, 3, 0, 0x10000]);
        words(&mut pod, 0x1040 + 4 * 3, &[0x20000]);
        words(&mut pod, 0x1080 + 4 * 3, &[0x30000]);
        script.run(&mut pod, None).expect("the program");
        let mut bytes = [0; 240];
        pod.sys_read(0x30000, &mut bytes);
        let members: Vec<i32> =
            bytes.as_chunks().0.iter().map(|word| i32::from_le_bytes(*word)).collect();
        let text: String = members[..50].iter().map(ToString::to_string).collect();
        assert_eq!(text, "21102020212221211122100201121010010211022122212110", "{side}");
        if side == 2 {
            assert_eq!(members[50..], [-1; 10]);
        }
        let counters = pod.counters();
        assert_eq!(
            (counters.packets, counters.flops, counters.stalls),
            (packets, flops, 0),
            "{side}"
        );
        for pe in 0..pod.array().pes() {
            let has =
                |centre: u128| pod.array().sram(pe).windows(16).any(|w| w == centre.to_be_bytes());
            assert!(centres.into_iter().all(has), "{side}, PE {pe}");
        }
    }
}

/// The script of the page on POD runs, and its rows' sums are 0 + 1 + 2 + 3 and so on.
#[test]
fn the_page() {
    let page = include_str!("../../../docs/pod.md");
    let script = page.split("```text\n").find(|part| part.starts_with("array")).expect("a script");
    let pod = run(script.split("```").next().expect("its end"));
    assert_eq!([0, 7, 15].map(|pe| pod.array().general(pe, 2)), [6, 22, 54]);
}
