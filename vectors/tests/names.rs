//! Names that are not ids: formats, instructions and functions, and search by words.

use rstest::rstest;
use vectors::registry::names::{self, Hit, absent, instruction, instructions, search};
use vectors::registry::{LookupError, Op};

fn found(id: &str) -> &'static Op {
    vectors::operations().find(id).unwrap_or_else(|e| panic!("{id}: {e}"))
}

/// Every row stands for operations that are there, under options that they take.
#[test]
fn instructions_stand_for_operations() {
    let all = instructions();
    assert!(all.len() > 1700, "{}", all.len());
    for row in all {
        for id in &row.ids {
            let op = found(id);
            assert_eq!(op.id, *id, "{}", row.name);
            let options = op.parse_options(row.options.iter().copied());
            assert!(options.is_ok(), "{}: {id}: {options:?}", row.name);
        }
        assert_eq!(instruction(&row.name.to_uppercase()), Some(row), "two rows of {}", row.name);
        assert!(vectors::operations().find(row.name).is_err(), "{} is an id", row.name);
        match (vectors::operations().called(row.name), &row.ids[..], row.operands) {
            (Ok(called), [id], "") => {
                assert_eq!((called.op.id.as_str(), called.options()), (*id, &row.options[..]));
            }
            (Err(LookupError::Operands(other)), _, operands) if !operands.is_empty() => {
                assert_eq!(other, row);
            }
            (Err(LookupError::Several(other)), [_, _, ..], "") => assert_eq!(other, row),
            other => panic!("{}: {other:?}", row.name),
        }
    }
}

/// What is said not to be there is not there, and tables have plain fields.
#[test]
fn tables_are_plain() {
    for (table, columns) in [
        (include_str!("../src/registry/names/instructions.csv"), 6),
        (include_str!("../src/registry/names/absent.csv"), 3),
    ] {
        for line in table.lines() {
            assert_eq!(line.split(',').count(), columns, "{line}");
            assert!(!line.contains('"') && !line.ends_with(' '), "{line}");
        }
        for name in table.lines().skip(1).filter_map(|line| line.split(',').next()) {
            assert_eq!(name, name.to_lowercase());
            assert!(absent(name).is_none() || instruction(name).is_none(), "{name}");
        }
    }
    let told = vectors::operations().find("frecpe").unwrap_err().to_string();
    assert!(told.starts_with("`frecpe` (Arm SIMD) is not modelled: "), "{told}");
}

/// Formats have other names in every id that takes one, and never in the place of an id that is there.
#[rstest]
#[case("cvt.float32.fp8_e4m3", "cvt.f32.e4m3fn")]
#[case("cvt.float32.float8_e4m3", "cvt.f32.e4m3")]
#[case("cvt.f32.e4m3", "cvt.f32.e4m3")]
#[case("ieee.binary64.add", "ieee.f64.add")]
#[case("ieee.half.fma", "ieee.f16.fma")]
#[case("ieee.bfloat16.mul.from.single", "ieee.bf16.mul.from.f32")]
#[case("IEEE.F32.ADD", "ieee.f32.add")]
#[case("elem.ieee_binary16.exp", "elem.f16.exp")]
#[case("elem.float4_e2m1fn.exp", "elem.e2m1fn.exp")]
#[case("sr.fp32.bfloat16", "sr.f32.bf16")]
#[case("fp8.float8_e5m2.add", "fp8.e5m2.add")]
#[case("int.int8.add_wrap", "int.i8.add_wrap")]
#[case("mx.e4m3fn.dot", "mx.fp8e4m3.dot")]
#[case("mx.mxfp4.quantize", "mx.fp4e2m1.quantize")]
#[case("mx.float8_e5m2.dequantize", "mx.fp8e5m2.dequantize")]
#[case(
    "silicon.nvidia.hopper.wgmma.k32.e4m3fn.e5m2.float32",
    "silicon.nvidia.hopper.wgmma.k32.e4m3.e5m2.f32"
)]
#[case("tile.tmma.e4m3fnuz.f32", "tile.tmma.e4m3.f32")]
#[case("tile.tmma.e4m3fn.f32", "tile.tmma.e4m3.f32.ocp")]
#[case(
    "sum.own:x=fp8_e4m3:y=e4m3fn:terms=4:result=float32",
    "sum.own:x=e4m3fn:y=e4m3fn:terms=4:result=f32"
)]
fn formats_have_other_names(#[case] name: &str, #[case] id: &str) {
    assert_eq!(found(name).id, found(id).id);
}

#[test]
fn patterns_take_other_names() {
    let ids = |pattern: &str| {
        let ops =
            vectors::operations().select(pattern).unwrap_or_else(|e| panic!("{pattern}: {e}"));
        ops.iter().map(|op| op.id.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(ids("ieee.float32.a*"), ids("ieee.f32.a*"));
    assert_eq!(ids("mx.mxfp8_e5m2.*"), ids("mx.fp8e5m2.*"));
    assert_eq!(ids("ieee.half.add,ieee.f16.sub"), ids("ieee.f16.add,ieee.f16.sub"));
}

/// Long names lead back to the id that has them.
#[test]
fn general_names_are_found() {
    let mut count = 0;
    for op in vectors::operations().all() {
        let Some(general) = names::general(&op.id) else { continue };
        assert_eq!(found(&general).id, op.id, "{general}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn names_of_two_formats_are_noted() {
    let note = |name: &str| names::notes(&found(name).id);
    let e4m3 = ["e4m3 is IEEE-like, with infinities; OCP's is e4m3fn"];
    assert_eq!(note("cvt.f32.e4m3"), e4m3);
    assert_eq!(note("sum.own:x=e4m3:y=e4m3:terms=2:result=f32"), e4m3);
    for quiet in
        ["cvt.f32.e4m3fn", "mx.fp8e4m3.dot", "silicon.nvidia.hopper.wgmma.k32.e4m3.e5m2.f32"]
    {
        assert_eq!(note(quiet), [""; 0], "{quiet}");
    }
}

/// What new users typed first, and what stands among the first three that are found.
#[rstest]
#[case("multiply accumulate f32", "ieee.f32.fma")]
#[case("exponential f32", "elem.f32.exp")]
#[case("hopper fp8", "silicon.nvidia.hopper.mma.k32.e4m3.e4m3.f32")]
#[case("e4m3", "cvt.f32.e4m3fn")]
#[case("fma ieee", "ieee.f32.fma")]
#[case("e4m3fn convert", "cvt.f32.e4m3fn")]
#[case("fp8_e4m3 float32 cvt", "cvt.f32.e4m3fn")]
#[case("fmin", "fmin")]
#[case("fcvt.wu.d", "fcvt.wu.d")]
#[case("vfncvt.rod", "vfncvt.rod.f.f.w")]
#[case("hypot", "elem.f32.hypot")]
#[case("copysign f32", "ieee.f32.copy_sign")]
#[case("stoch", "sr.f32.f16")]
#[case("mxfp4 quantize", "mx.fp4e2m1.quantize")]
#[case("hopper f16", "silicon.nvidia.hopper.mma.k8.f16.f16.f32")]
#[case("fprem", "fprem")]
#[case("fma float32", "ieee.f32.fma")]
#[case("pow f32", "elem.f32.pow")]
#[case("round_to_integral bf16", "ieee.bf16.round_to_integral")]
fn words_find(#[case] words: &str, #[case] id: &str) {
    let words: Vec<&str> = words.split(' ').collect();
    let hits = search(&words, vectors::operations().all());
    let ids: Vec<&str> = hits
        .iter()
        .map(|hit| match hit {
            Hit::Op(op) => op.id.as_str(),
            Hit::Instruction(row) => row.name,
        })
        .collect();
    let near = &ids[..ids.len().min(12)];
    assert!(near[..near.len().min(6)].contains(&id), "{near:?}");
}

/// What an unknown id is near to: the same format and family before the same word.
#[rstest]
#[case("ieee.f32.pow", "elem.f32.pow")]
#[case("f32.add", "ieee.f32.add")]
#[case("ieee.f32.ad", "ieee.f32.add")]
#[case("silicon.nvidia.hoppr", "silicon.nvidia.hopper")]
#[case("elem.f32.sofmax", "elem.f32.softmax")]
fn unknown_ids_have_near_ones(#[case] id: &str, #[case] near: &str) {
    let told = vectors::operations().find(id).unwrap_err().to_string();
    let first = told.split("nearest: ").nth(1).unwrap_or_default();
    assert!(first.starts_with(near), "{told}");
}

/// Other words for the values of options.
#[rstest]
#[case("ieee.f32.add", &["rm=rmm"], "rm=rna")]
#[case("ieee.f32.add", &["rm=roundTiesToAway"], "rm=rna")]
#[case("ieee.f32.add", &["rm=half_even"], "")]
#[case("ieee.f32.add", &["rm=rod"], "rm=rto")]
#[case("ieee.f32.add", &["rm=FE_UPWARD"], "rm=rup")]
#[case("cvt.f32.e4m3fn", &["satfinite"], "sat=1")]
#[case("cvt.f32.e4m3fn", &["saturate", "rm=rz"], "rm=rtz sat=1")]
#[case("cvt.f32.i32", &["int=wasm"], "int=arm")]
#[case("cvt.f32.i32", &["int=sat", "?sat=1"], "int=arm")]
#[case("ieee.f32.add", &["?int=arm", "?rm=rup", "?preset=arm"], "rm=rup tininess=before nan=arm")]
#[case("int.i8.add_wrap", &["?preset=arm"], "")]
fn options_have_other_words(#[case] id: &str, #[case] words: &[&str], #[case] right: &str) {
    let options = found(id).parse_options(words.iter().copied()).expect("options");
    assert_eq!(options.to_string(), right);
}
