use super::{Apart, CompareError, Compared, Comparison, Number, compare};

const PLAIN: Comparison<'_> = Comparison { by_value: None, most: 20 };

fn by(a: &str, b: &str, how: &Comparison<'_>) -> Result<Compared, CompareError> {
    compare([&mut a.as_bytes(), &mut b.as_bytes()], how)
}

fn found(a: &str, b: &str) -> Compared {
    by(a, b, &PLAIN).unwrap_or_else(|e| panic!("{e:?}"))
}

/// A line of LM0 of PE `p`.
fn single(p: u8, address: u32, codes: [u32; 2]) -> String {
    let text = |code| Number::F.text(code);
    let [a, b] = codes.map(u64::from);
    format!(
        "DEBUG-LM0(n0c0b0m0p{p},{address}):({}, {}) (0x{a:08x}, 0x{b:08x}) #d getf $lm{address}n0c0b0m0 1\n",
        text(a),
        text(b)
    )
}

const ONE: u32 = 0x3f80_0000;

#[test]
fn order_does_not_matter() {
    let lines: Vec<String> = (0..4).map(|p| single(p, 2, [ONE, u32::from(p)])).collect();
    let turned: String = lines.iter().rev().cloned().collect();
    let found = found(&lines.concat(), &turned);
    assert!(found.is_equal());
    assert_eq!((found.compared, found.lines), (4, [4, 4]));
}

#[test]
fn later_dumps_of_a_place_meet_later_dumps() {
    let [early, late, other] =
        [single(0, 0, [ONE, 0]), single(0, 0, [ONE, ONE]), single(1, 0, [0, 0])];
    let a = format!("{early}{other}{late}");
    assert!(found(&a, &format!("{other}{early}{late}")).is_equal());
    let swapped = found(&a, &format!("{other}{late}{early}"));
    assert_eq!((swapped.compared, swapped.differing, swapped.only), (3, 2, [0, 0]));
    // The order is that of the first dump.
    let lines: Vec<[u64; 2]> =
        swapped.differences.iter().map(|d| d.words.each_ref().map(|word| word.line)).collect();
    assert_eq!(lines, [[1, 2], [3, 3]]);
    let once = found(&a, &format!("{early}{other}"));
    assert_eq!((once.compared, once.only), (2, [1, 0]));
    assert_eq!(once.lone[0][0].1.line, 3);
}

#[test]
fn forms_do_not_matter() {
    let raw = "DEBUG-LM0(n0c0b0m0p0,0):(f:1, i:{{0x3FF0,0x0},{0x0,0x0}}, v:0x3FF0000000000000) #d get $lm0n0c0b0m0p0 1\n\
               DEBUG-LM0(n0c0b0m0p0,2):(f:0, i:{{0x0,0x0},{0x0,0x5}}, v:0x5) #d get $lm2n0c0b0m0p0 1\n";
    for other in [
        // A type, one statement, upper case.
        "DEBUG-LM0(n0c0b0m0p0,0):(1) (0x3FF0000000000000) #d getd $lm0n0c0b0m0p0 2\n\
         DEBUG-LM0(n0c0b0m0p0,2):(0) (0x0000000000000005) #d getd $lm0n0c0b0m0p0 2\n",
        // Two long words a line.
        "DEBUG-LM0(n0c0b0m0p0,0):{(1.875, 0) (0x3ff00000, 0x00000000), (0, 0) (0x00000000, 0x00000005)} #d getf $llm0n0c0b0m0p0 1\n",
        // Single words.
        "DEBUG-LM0(n0c0b0m0p0,0):(1.875) (0x3ff00000) #d getf $m0n0c0b0m0p0 4\n\
         DEBUG-LM0(n0c0b0m0p0,1):(0) (0x00000000) #d getf $m0n0c0b0m0p0 4\n\
         DEBUG-LM0(n0c0b0m0p0,2):(0) (0x00000000) #d getf $m0n0c0b0m0p0 4\n\
         DEBUG-LM0(n0c0b0m0p0,3):(0) (0x00000005) #d getf $m0n0c0b0m0p0 4\n",
        // The lower half alone.
        "DEBUG-LM0(n0c0b0m0p0,3):(0) (0x00000005) #d getf $m3n0c0b0m0p0 1\n\
         DEBUG-LM0(n0c0b0m0p0,0):(1) (0x3ff0000000000000) #d getd $lm0n0c0b0m0p0 1\n",
    ] {
        for (a, b) in [(raw, other), (other, raw)] {
            let found = found(a, b);
            assert!(found.is_equal(), "{a}{b}{found:?}");
            assert_eq!(found.compared, 2, "{a}{b}");
        }
        let changed = other.replace("5)", "6)");
        assert_ne!(changed, other);
        let found = found(raw, &changed);
        assert_eq!((found.differing, found.only), (1, [0, 0]), "{changed}");
        assert!([2, 3].contains(&found.differences[0].spot.number));
    }
}

#[test]
fn flags_of_later_cycles_meet_their_own() {
    let line =
        |flags| format!("DEBUG-OMR(n0c0b0m0p0,3):Mask{{{flags}}} #d get $omr3n0c0b0m0p0 1\n");
    let a: String = [1, 2, 3, 4].map(line).concat();
    let b: String = [1, 2, 7, 4].map(line).concat();
    let found = found(&a, &b);
    assert_eq!((found.compared, found.differing), (4, 1));
    let spot = &found.differences[0].spot;
    assert_eq!((spot.number, spot.part), (3, Some(("cycle", 2))));
    assert_eq!(found.differences[0].kind, Apart::Bits.to_string());
}

#[test]
fn values_may_be_equal_where_bits_are_not() {
    let zeros = (single(0, 0, [0, 0x7f80_0000]), single(0, 0, [0x8000_0001, 0x7fff_ffff]));
    assert_eq!(found(&zeros.0, &zeros.1).differing, 1);
    let how = |letter| Comparison { by_value: Some(letter), ..PLAIN };
    assert!(by(&zeros.0, &zeros.1, &how("f")).unwrap().is_equal());
    // Other signs of infinity, and other numbers, are other values.
    let infinity = single(0, 0, [0, 0xff80_0000]);
    assert!(!by(&zeros.0, &infinity, &how("f")).unwrap().is_equal());
    assert!(!by(&zeros.0, &zeros.1, &how("h")).unwrap().is_equal());
}

#[test]
fn kinds_tell_what_differs() {
    for (a, b, apart) in [
        (0, 0x8000_0000, Apart::SignOfZero),
        (0, 1, Apart::ZeroCodes),
        (0x7f80_0000, 0xff80_0000, Apart::Infinities),
        (0x7f80_0000, 0x7fc0_0000, Apart::Infinities),
        (ONE, ONE + 1, Apart::LastBit),
        (0x3fff_ffff, 0x4000_0000, Apart::LastBit),
        (ONE, ONE - 16, Apart::FewUlp),
        (ONE, ONE + 17, Apart::Far),
        (ONE, 0xbf80_0000, Apart::Sign),
        (0x7f7f_ffff, 0x7f80_0000, Apart::Overflow),
        (0, 0x0080_0000, Apart::Zero),
        (0x0080_0000, 0x8080_0001, Apart::Far),
    ] {
        let found = found(&single(0, 0, [5, a]), &single(0, 0, [5, b]));
        assert_eq!(found.differences[0].kind, apart.to_string(), "{a:x} {b:x}");
        assert_eq!(found.groups[0].kind, apart.to_string());
    }
    let both = found(&single(0, 0, [ONE, 0]), &single(0, 0, [ONE + 1, 0x8000_0000]));
    assert_eq!(both.differences[0].kind, Apart::Several.to_string());
}

#[test]
fn groups_tell_where() {
    let a: String = (0..4).flat_map(|p| [single(p, 0, [ONE, 0]), single(p, 6, [ONE, 0])]).collect();
    let b: String = [1, 3]
        .into_iter()
        .flat_map(|p| [single(p, 0, [ONE + 1, 0]), single(p, 6, [ONE + 1, 0])])
        .collect();
    let found = found(&a, &b);
    assert_eq!((found.compared, found.differing, found.only), (4, 4, [4, 0]));
    let group = &found.groups[0];
    assert_eq!((group.words, group.places, group.range), (4, 2, [0, 6]));
    assert_eq!(group.pattern, "n0c0b0m0p{1,3}");
    assert_eq!(group.levels, ["PE"]);
    assert_eq!(found.groups.len(), 1);
}

#[test]
fn as_many_are_kept_as_asked_for() {
    let a: String = (0..40).map(|n| single(0, 2 * n, [ONE, 0])).collect();
    let b: String = (0..40).rev().map(|n| single(0, 2 * n, [ONE + 1, 0])).collect();
    let found = by(&a, &b, &Comparison { most: 3, ..PLAIN }).unwrap();
    let lines: Vec<u64> = found.differences.iter().map(|d| d.words[0].line).collect();
    assert_eq!((found.differing, lines), (40, vec![1, 2, 3]));
}

#[test]
fn text_that_is_not_of_the_bits_is_told() {
    let right = single(0, 0, [ONE, 0]);
    let wrong = right.replace("(1, 0)", "(1, -0)");
    let found = found(&right, &wrong);
    assert_eq!((found.differing, found.misprinted), (0, [0, 1]));
    assert!(!found.is_equal());
    let (line, misprint) = &found.misprints[1][0];
    assert_eq!((*line, misprint.column, misprint.right.as_deref()), (1, 29, Some("0")));
}

#[test]
fn all_broken_lines_are_told() {
    let good = single(0, 0, [ONE, 0]);
    let bad = "DEBUG-LM0(n0c0b0m0p0,0):(1\n";
    let a = format!("remark\n{good}{bad}{good}{bad}");
    let Err(CompareError::Unreadable(errors, more)) = by(&a, &bad.repeat(30), &PLAIN) else {
        panic!("broken lines are read");
    };
    assert_eq!((errors.len(), more), (20, 12));
    let line = |error: &str| error.split(':').next().and_then(|line| line.parse().ok());
    let told: Vec<(usize, Option<u64>)> =
        errors.iter().map(|(side, error)| (*side, line(error))).take(4).collect();
    assert_eq!(told, [(1, Some(1)), (1, Some(2)), (1, Some(3)), (1, Some(4))]);
}
