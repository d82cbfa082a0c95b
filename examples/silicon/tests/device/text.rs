//! PTX texts against the registry: what an id says and what the text names are the same.

use silicon_device::instruction::{Mma, Target, all};
use softfloat::Format;
use vectors::registry::{Options, Plan};

/// The type of a format in PTX; a binary32 factor is TF32, a scale in E4M3 has no sign.
fn word(format: &Format, factor: bool) -> &'static str {
    match format.name {
        "ieee_binary16" => "f16",
        "bf16" => "bf16",
        "ieee_binary32" if factor => "tf32",
        "ieee_binary32" => "f32",
        "ieee_binary64" => "f64",
        "fp8_e4m3_ocp" => "e4m3",
        "fp8_e5m2_ocp" => "e5m2",
        "fp6_e3m2" => "e3m2",
        "fp6_e2m3" => "e2m3",
        "fp4_e2m1" => "e2m1",
        other => panic!("{other}"),
    }
}

fn plan(id: &str) -> Plan {
    vectors::operations().find(id).expect("an operation").plan(&Options::NONE)
}

#[test]
fn the_text_names_the_shape_and_the_types_of_the_operation() {
    let mut expressed = 0;
    for (id, mma) in all() {
        let Ok(mma) = mma else { continue };
        let (plan, text) = (plan(id), mma.ptx((12, 0)));
        let [a, b, c, scales @ ..] = &plan.operands[..] else { panic!("{id}") };
        let types = [(&plan.results[0], false), (a, true), (b, true), (c, false)];
        let types = types.map(|(shape, factor)| word(&shape.format, factor)).join(".");
        let scale = match scales {
            [] => String::new(),
            [own, _] if own.format.name == "fp8_e4m3_ocp" => ".ue4m3".to_owned(),
            [_, _] => ".ue8m0".to_owned(),
            _ => panic!("{id}"),
        };
        let line = text.lines().find(|line| line.contains("mma.sync")).expect("an instruction");
        let name = line.trim();
        assert!(name.ends_with(&format!("k{}.row.col.{types}{scale}", a.len)), "{id}: {name}");
        let vectors = scales.first().map(|own| format!("scale_vec::{}X.", own.len));
        assert_eq!(vectors.is_some(), name.contains("block_scale"), "{id}: {name}");
        assert!(vectors.is_none_or(|own| name.contains(&own)), "{id}: {name}");
        assert_eq!(text.matches("mma.sync").count(), 1, "{id}");
        expressed += 1;
    }
    assert_eq!(expressed, 173);
}

#[test]
fn every_other_unit_says_why_it_is_not_expressed() {
    let words = |id: &str| match Mma::of(id) {
        Ok(mma) => panic!("{id}: {}", mma.mnemonic()),
        Err(why) => why,
    };
    let refused: Vec<&str> = all().filter(|(_, mma)| mma.is_err()).map(|(id, _)| id).collect();
    for id in &refused {
        let (why, name) = (words(id), id.split('.').nth(3).expect("an instruction"));
        let named = ["`wgmma`", "`tcgen05.mma`"].iter().any(|word| why.contains(word));
        assert!(named && why.contains(id), "{why}");
        assert!(name == "wgmma" || name.starts_with("tcgen05"), "{id}");
    }
    assert_eq!(refused.len(), 96);
}

/// Shapes, versions and targets as the PTX ISA introduces them; a text as a whole.
#[test]
fn instructions_ask_for_the_device_that_has_them_first() {
    for (id, name, version, target) in [
        (
            "volta.mma.f16.f16.f32.f16",
            "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16",
            "6.4",
            Target::Least(70),
        ),
        (
            "turing.mma.k8.f16.f16.f16",
            "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16",
            "6.5",
            Target::Least(75),
        ),
        (
            "ampere.mma.k16.bf16.bf16.f32",
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
            "7.0",
            Target::Least(80),
        ),
        (
            "ampere.mma.k4.tf32.tf32.f32",
            "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32",
            "7.0",
            Target::Least(80),
        ),
        (
            "ampere.mma.k4.f64.f64.f64",
            "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
            "7.0",
            Target::Least(80),
        ),
        (
            "hopper.mma.k4.f64.f64.f64",
            "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64",
            "7.8",
            Target::Least(90),
        ),
        (
            "ada.mma.k32.e4m3.e5m2.f32",
            "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32",
            "8.4",
            Target::Least(89),
        ),
        (
            "ada.mma.k16.e4m3.e5m2.f16",
            "mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e5m2.f16",
            "8.7",
            Target::Least(89),
        ),
        (
            "rtxblackwell.mma.k32.e3m2.e2m1.f16",
            "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f16.e3m2.e2m1.f16",
            "8.7",
            Target::Own(12),
        ),
    ] {
        let mma = Mma::of(&format!("silicon.nvidia.{id}")).expect("expressed");
        assert_eq!((&*mma.mnemonic(), mma.version, mma.target), (name, version, target), "{id}");
        let text = mma.ptx((12, 1));
        let of = match target {
            Target::Least(least) => format!("sm_{least}"),
            Target::Own(_) => "sm_121a".to_owned(),
        };
        let head = format!(".version {version}\n.target {of}\n.address_size 64\n");
        assert!(text.starts_with(&head), "{text}");
    }
}
