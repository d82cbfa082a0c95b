//! Text, instruction, word: one to one.

use proptest::prelude::*;
use semantics::pod::check::Packer;
use semantics::pod::isa::{Form, Instruction, Operation, Packet, Slot, Source, forms};
use semantics::pod::{code, text::parse_line};

fn packet(lines: &[&str]) -> Packet {
    let mut packer = Packer::default();
    for line in lines {
        assert!(packer.take(parse_line(line).unwrap(), 1).is_none(), "{line} opens another packet");
    }
    packer.close().unwrap().packet
}

/// The words of table 3 (POD-T46).
#[test]
fn published_words() {
    let words = [
        ("pfpsub.pack.sp xmm2 = xmm2, xmm1", Slot::X, 0x2110_2102),
        ("pfpsub.pack.sp xmm3 = xmm3, xmm1", Slot::X, 0x2110_3182),
        ("pfpsub.pack.sp xmm4 = xmm4, xmm1", Slot::X, 0x2110_4202),
        ("pfpsub.pack.sp xmm5 = xmm5, xmm1", Slot::X, 0x2110_5282),
        ("pfpsub.pack.sp xmm6 = xmm6, xmm1", Slot::X, 0x2110_6302),
        ("ldxmm++.pack xmm1 = local[ r4 ], r2", Slot::M, 0x2110_1204),
        ("pfpfma++.pack.sp xmm11 += xmm6, xmm6", Slot::X, 0x1010_b30c),
        ("ldxmm++.pack xmm6 = local[ r9 ], r2", Slot::M, 0x2110_6484),
    ];
    for (text, slot, word) in words {
        let mut expected = [0; 3];
        expected[slot as usize] = word;
        assert_eq!(code::encode(&packet(&[text])), expected, "{text}");
        assert_eq!(code::decode(expected).unwrap().slot(slot).unwrap().to_string(), text);
    }
    let both = ["pfpsub.pack.sp xmm6 = xmm6, xmm1", "ldxmm++.pack xmm1 = local[ r4 ], r2"];
    assert_eq!(code::encode(&packet(&both)), [0, 0x2110_6302, 0x2110_1204]);
    let movl = packet(&["movl r5 = 0x0123456789ABCDEF"]);
    assert_eq!(code::encode(&movl), [0xff00_5000, 0x89ab_cdef, 0x0123_4567]);
}

/// Words that 2.5 and POD-D85 give field by field.
#[test]
fn words_of_decisions() {
    let words = [
        ("bt r2, 63", Slot::G, 0x2900_0000 | 1 << 17 | 2 << 7 | 63 << 1),
        ("imul4 r1 = r2, r3", Slot::G, 0x2800_0000 | 1 << 12 | 2 << 7 | 3 << 1),
        ("cmp2 r2, -1", Slot::G, 0x1450_0000 | 1 << 17 | 2 << 7 | 63 << 1),
        ("cmov.not.le r1 = r2, r3", Slot::G, 0x2ae0_0000 | 1 << 12 | 2 << 7 | 3 << 1),
        ("xfer.wrap.s r1 = r2", Slot::G, 0x3070_0000 | 1 << 12 | 2 << 7),
        ("pintmul4 xmm1 = xmm2, xmm3", Slot::X, 0x3220_0000 | 1 << 12 | 2 << 7 | 3 << 1),
        (
            "pfpcmp.unord.pack.dp xmm1 = xmm2, xmm3",
            Slot::X,
            0x2938_0000 | 1 << 12 | 2 << 7 | 3 << 1,
        ),
        ("pfpshuffle.sp.aaaa xmm1 = xmm2, xmm2", Slot::X, 0xc000_0000 | 1 << 12 | 2 << 7 | 2 << 1),
        ("pfpshuffle.sp.dcba xmm1 = xmm2, xmm2", Slot::X, 0xc630_0000 | 1 << 12 | 2 << 7 | 2 << 1),
        ("ld8.sxt r1 = sys[ r2 + -32 ]", Slot::M, 0x1078_0000 | 1 << 12 | 2 << 7 | 32 << 1),
        ("st2++ podrow[ r2 ] = r1, r3", Slot::M, 0x1316_0000 | 1 << 12 | 2 << 7 | 3 << 1),
        ("stxmm4.scalar podcol[ r2 + 1 ] = xmm1", Slot::M, 0x22a4_0000 | 1 << 12 | 2 << 7 | 1 << 1),
        (
            "copyblk strided sys[ r1 ] = local[ r2 ], r3",
            Slot::M,
            0x3050_0000 | 1 << 12 | 2 << 7 | 3 << 1,
        ),
        (
            "xferblk.w nn[ r1 ] = strided local[ r2 ], r3",
            Slot::M,
            0x3124_0000 | 1 << 12 | 2 << 7 | 3 << 1,
        ),
        ("settopmask.or.not.b", Slot::M, 0x4292_0000),
        ("mov8 ar10 = r4", Slot::M, 0x5100_0000 | 10 << 12 | 4 << 7),
    ];
    for (text, slot, word) in words {
        let mut expected = [0; 3];
        expected[slot as usize] = word;
        assert_eq!(code::encode(&packet(&[text])), expected, "{text}");
    }
}

/// Operands at the ends of their ranges, of every form.
fn instances(form: &'static Form) -> Vec<Instruction> {
    let constants: &[i64] = match form.immediate() {
        None => &[0, 31, 17],
        Some(range) => match range.to_string().as_str() {
            "0 to 63" => &[0, 63, 31],
            "-32 to 31" => &[-32, 31, -1],
            _ => &[i64::MIN, -1, 0x0123_4567_89ab_cdef],
        },
    };
    [(0, 31), (31, 0), (9, 22)]
        .into_iter()
        .zip(constants)
        .map(|((d, a), b)| form.instruction(d, a, *b))
        .collect()
}

#[test]
fn every_form_goes_round() {
    for form in forms() {
        for instruction in instances(form) {
            let text = instruction.to_string();
            assert_eq!(parse_line(&text).unwrap(), instruction, "{text}");
            let packet = Packet::of(instruction);
            let back = code::decode(code::encode(&packet)).unwrap();
            let expected = match instruction.operation {
                Operation::Nop(_) => Packet::default(),
                _ => packet,
            };
            assert_eq!(back, expected, "{text}");
        }
    }
}

fn error(line: &str) -> String {
    parse_line(line).unwrap_err().to_string()
}

/// POD-D42, D88: other spellings, and blanks wherever they may stand.
#[test]
fn spellings() {
    let same = [
        ("pfphadd.sp xmm1=xmm2,xmm3", "pfphadd.pack.sp xmm1 = xmm2, xmm3"),
        ("pinmul4 xmm1 = xmm2, xmm3", "pintmul4 xmm1 = xmm2, xmm3"),
        ("pinor xmm1 = xmm2, xmm3", "pintor xmm1 = xmm2, xmm3"),
        ("not xmm1 = xmm2", "pintnot xmm1 = xmm2"),
        ("  ld4.sxt\tr5=local [r0+ - 4]", "ld4.sxt r5 = local[ r0 + -4 ]"),
        ("ld4.sxt r5 = local[ r0 - 4 ]", "ld4.sxt r5 = local[ r0 + -4 ]"),
        ("add4zx r1 = r2, ( 0x3f )", "add4zx r1 = r2, 63"),
        ("pfpfma-+.pack.sp xmm1+=xmm2,xmm3", "pfpfma-+.pack.sp xmm1 += xmm2, xmm3"),
        ("copyblk local[r1]=strided sys[r2],r3", "copyblk local[ r1 ] = strided sys[ r2 ], r3"),
    ];
    for (text, canonical) in same {
        assert_eq!(parse_line(text).unwrap().to_string(), canonical);
    }
}

/// The names of POD-D72, with the column.
#[test]
fn errors_have_names_and_places() {
    let wrong = [
        ("add4zy r1 = r2, r3", "column 1: error unknown-instruction", "add4zx"),
        ("add4zx r1 = r2, r32", "column 17: error register-range", "0 to 31"),
        ("add4zx r1 = r2, 64", "column 17: error immediate-range", "0 to 63"),
        ("add4zx r1 = r2, -1", "column 17: error immediate-range", "0 to 63"),
        ("add4sx r1 = r2, 32", "column 17: error immediate-range", "-32 to 31"),
        ("add4sx r1 = r2, (-33)", "column 17: error immediate-range", "-32 to 31"),
        ("movl r1 = 0x10000000000000000", "column 11: error immediate-range", "64 bits"),
        ("add4zx r1 = xmm2, r3", "column 13: error syntax", "r0 to r31"),
        ("add4zx r1 = r2", "column 15: error syntax", "`,`"),
        ("popmask r1", "column 9: error syntax", "popmask"),
        ("ld4.sxt r1 = local[ r2 ]", "column 24: error syntax", "podrow"),
        ("shl r1 = r2, 64", "column 14: error immediate-range", "0 to 63"),
        ("", "column 1: error unknown-instruction", ""),
        ("st8\u{e4} x", "column 4: error syntax", "a blank"),
    ];
    for (line, place, help) in wrong {
        let found = error(line);
        assert!(found.contains(place) && found.contains(help), "{line}: {found}");
    }
}

proptest! {
    /// Any three words decode to a packet that encodes to them, or are refused (POD-D86).
    #[test]
    fn words_and_packets_are_one_to_one(words: [u32; 3]) {
        if let Ok(packet) = code::decode(words) {
            prop_assert_eq!(code::encode(&packet), words);
        }
    }

    /// Each known code with any operand bits.
    #[test]
    fn codes_and_packets_are_one_to_one(at in 0..forms().len(), low in 0_u32..1 << 17) {
        let form = &forms()[at];
        let mut words = [0; 3];
        if form.slot != Slot::L {
            words[form.slot as usize] = form.code << 17 | low;
            if let Ok(packet) = code::decode(words) {
                prop_assert_eq!(code::encode(&packet), words);
            }
        }
    }

    /// No line makes the parser fall over.
    #[test]
    fn any_line_is_read_or_refused(line in "\\PC*") {
        let _ = parse_line(&line);
    }

    #[test]
    fn operands_in_any_order(words in proptest::collection::vec("(r[0-9]{1,2}|xmm3|ar2|local|\\[|\\]|=|\\+=|,|-|\\+|\\(|\\)|7|strided|nn)", 0..9), at in 0..forms().len()) {
        let line = format!("{} {}", forms()[at].mnemonic, words.join(" "));
        if let Ok(instruction) = parse_line(&line) {
            prop_assert_eq!(parse_line(&instruction.to_string()).unwrap(), instruction);
        }
    }
}

/// A constant is no register: the source tells the form.
#[test]
fn sources() {
    assert_eq!(parse_line("add1zx r1 = r2, 3").unwrap().b, Source::Immediate(3));
    assert_eq!(parse_line("add1zx r1 = r2, r3").unwrap().b, Source::Register(3));
}

/// A packet that writes a register twice names both instructions (POD-D05).
#[test]
fn conflicts_name_both() {
    let mut pod = semantics::pod::Pod::new(Default::default(), Default::default());
    let both = "add8sx r1 = r2, 1\nnop.x\n\nld8.zxt r1 = local[ r3 + 16 ]";
    let found = pod.asm(both).unwrap_err().to_string();
    assert!(found.contains("line 4, column 1: error double-write"), "{found}");
    assert!(found.contains("by `add8sx r1 = r2, 1` in line 1 and here"), "{found}");
    let own = pod.asm("ld8++.zxt r1 = local[ r1 ], r3").unwrap_err().to_string();
    assert!(own.contains("as destination and as incremented address"), "{own}");
}

/// What only words say comes back as words, and long names are refused at once.
#[test]
fn words_that_no_text_says() {
    let pod = semantics::machines::named("pod").unwrap();
    let words = "1072108a 00000000 10601500\n00000000 00000000 10601500\n";
    let (assemble, mut text) = (pod.assemble().unwrap(), Vec::new());
    let remarks = assemble.disassemble(&mut words.as_bytes(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(".packet 1072108a 00000000 10601500") && remarks.len() == 1, "{text}");
    let how = semantics::machine::How::default();
    let program = pod.read(&mut text.as_bytes(), &how).unwrap();
    let mut out = Vec::new();
    assemble.assemble(&*program, &how, &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), words);
    let long = format!("let {} = 5\nmovl r1, {}\n", "x".repeat(1 << 20), "y".repeat(1 << 19));
    assert!(pod.read(&mut long.as_bytes(), &how).is_err());
    assert!(pod.read(&mut "x".repeat(1 << 19).as_bytes(), &how).is_err());
    let step = "for i in 0 .. 3 step 0 {\n}\n";
    assert!(pod.read(&mut step.as_bytes(), &how).unwrap_err().to_string().contains("a step of 0"));
}

/// An error that the machine does not have is a mistake of the case file.
#[test]
fn unknown_errors_are_told() {
    let case = "system pod\ntest T\ncode nop.g\nerror local_range at 0\n";
    let error = semantics::cases::read(case.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("line 4") && error.contains("local-range"), "{error}");
}
