//! Every operation is known.

use super::REFERENCE;

/// The ids, with braces as in a shell, and the lengths of their operands, where 0 is the K of the id.
const IDS: &[(&str, &[usize])] = &[
    ("nvidia.volta.mma.f16.f16.{f32,f16,f32.f16}", &[4, 4, 1]),
    ("nvidia.turing.mma.k8.f16.f16.{f32,f16}", &[0, 0, 1]),
    ("nvidia.turing.mma.k4.f16.f16.{f32,f16,f32.f16}", &[0, 0, 1]),
    ("nvidia.{ampere,ada}.mma.{k16,k8}.{f16.f16.{f32,f16},bf16.bf16.f32}", &[0, 0, 1]),
    ("nvidia.{ampere,ada}.mma.{k8,k4}.tf32.tf32.f32", &[0, 0, 1]),
    ("nvidia.ada.mma.{k32,k16}.{e4m3,e5m2}.{e4m3,e5m2}.{f32,f16}", &[0, 0, 1]),
    ("nvidia.{hopper,blackwell,rtxblackwell}.mma.{k16,k8}.f16.f16.{f32,f16}", &[0, 0, 1]),
    ("nvidia.{hopper,blackwell,rtxblackwell}.mma.{k16,k8}.bf16.bf16.f32", &[0, 0, 1]),
    ("nvidia.{hopper,blackwell,rtxblackwell}.mma.{k8,k4}.tf32.tf32.f32", &[0, 0, 1]),
    ("nvidia.{hopper,blackwell}.mma.k32.{e4m3,e5m2}.{e4m3,e5m2}.{f32,f16}", &[0, 0, 1]),
    ("nvidia.{ampere,ada,blackwell,rtxblackwell}.mma.k4.f64.f64.f64", &[0, 0, 1]),
    ("nvidia.hopper.mma.{k4,k8,k16}.f64.f64.f64", &[0, 0, 1]),
    ("nvidia.hopper.wgmma.{k16.f16.f16.{f32,f16},k16.bf16.bf16.f32,k8.tf32.tf32.f32}", &[0, 0, 1]),
    ("nvidia.hopper.wgmma.k32.{e4m3,e5m2}.{e4m3,e5m2}.{f32,f16}", &[0, 0, 1]),
    ("nvidia.blackwell.tcgen05.k16.{f16,bf16}.{f16,bf16}.f32", &[0, 0, 1]),
    ("nvidia.blackwell.tcgen05.{k16.f16.f16.f16,k8.tf32.tf32.f32}", &[0, 0, 1]),
    (
        "nvidia.{blackwell.tcgen05,rtxblackwell.mma}.k32.{e4m3,e5m2,e3m2,e2m3,e2m1}.{e4m3,e5m2,e3m2,e2m3,e2m1}.{f32,f16}",
        &[0, 0, 1],
    ),
    ("nvidia.rtxblackwell.mma.k16.{e4m3,e5m2}.{e4m3,e5m2}.{f32,f16}", &[0, 0, 1]),
    (
        "nvidia.{blackwell.tcgen05,rtxblackwell.mma}_mxf8f6f4.k32.{e4m3,e5m2,e3m2,e2m3,e2m1}.{e4m3,e5m2,e3m2,e2m3,e2m1}.f32",
        &[0, 0, 1, 1, 1],
    ),
    ("nvidia.{blackwell.tcgen05,rtxblackwell.mma}_mxf4.k64.e2m1.e2m1.f32", &[0, 0, 1, 2, 2]),
    ("nvidia.{blackwell.tcgen05,rtxblackwell.mma}_nvf4.k64.e2m1.e2m1.f32", &[0, 0, 1, 4, 4]),
    ("nvidia.{blackwell.tcgen05,rtxblackwell.mma}_mxf4nvf4.k64.e2m1.e2m1.f32", &[0, 0, 1, 4, 4]),
    ("amd.{cdna1,cdna2}.mfma.{{k4,k8,k16}.f16.f16,{k2,k4,k8}.bf16.bf16}.f32", &[0, 0, 1]),
    ("amd.cdna2.mfma_1k.{k4,k8,k16}.bf16.bf16.f32", &[0, 0, 1]),
    ("amd.cdna3.mfma.{k4,k8,k16}.{f16.f16,bf16.bf16}.f32", &[0, 0, 1]),
    ("amd.cdna3.mfma.{k4,k8}.xf32.xf32.f32", &[0, 0, 1]),
    ("amd.cdna3.mfma.{k16,k32}.{e4m3fnuz,e5m2fnuz}.{e4m3fnuz,e5m2fnuz}.f32", &[0, 0, 1]),
    ("amd.{cdna1,cdna2,cdna3}.mfma.k4.f32.f32.f32", &[0, 0, 1]),
    ("amd.{cdna2,cdna3}.mfma.k4.f64.f64.f64", &[0, 0, 1]),
    ("x86.vdpbf16ps", &[2, 2, 1]),
    ("x86.vcvtneps2bf16", &[1]),
    ("x86.vcvtne2ps2bf16", &[1, 1]),
    ("x86.{tdpbf16ps,tdpfp16ps}", &[32, 32, 1]),
    ("x86.tmmultf32ps", &[16, 16, 1]),
    ("x86.{vpdpbusd,vpdpbusds}", &[4, 4, 1]),
    ("x86.{vpdpwssd,vpdpwssds}", &[2, 2, 1]),
    ("x86.tdpb{ss,su,us,uu}d", &[64, 64, 1]),
    ("arm.{bfdot,bfdot_ebf}", &[2, 2, 1]),
    ("arm.{bfmmla,bfmmla_ebf}", &[4, 4, 1]),
    ("arm.bfmlal", &[1, 1, 1]),
    ("arm.{fmlal.{e4m3,e5m2}.{e4m3,e5m2}.f16,fmlall.{e4m3,e5m2}.{e4m3,e5m2}.f32}", &[1, 1, 1]),
    ("arm.fdot.{e4m3,e5m2}.{e4m3,e5m2}.f16", &[2, 2, 1]),
    ("arm.{fdot.{e4m3,e5m2}.{e4m3,e5m2}.f32,fmmla.{e4m3,e5m2}.{e4m3,e5m2}.f16}", &[4, 4, 1]),
    ("arm.fmmla.{e4m3,e5m2}.{e4m3,e5m2}.f32", &[8, 8, 1]),
    ("riscv.vfwmaccbf16", &[1, 1, 1]),
    ("tenstorrent.{wormhole,blackhole}.sfpmad", &[1, 1, 1]),
    ("tenstorrent.{srca,srcb,fp8.f16,f32.tf32}", &[1]),
    ("tenstorrent.mvmul_int", &[16, 16, 1]),
    ("tenstorrent.{elwmul_int,elwadd_int}", &[1, 1, 1]),
    ("tenstorrent.{{bfp8,bfp4,bfp2}.bf16,{bfp8a,bfp4a,bfp2a}.f16}", &[16, 1]),
];

/// What stands between the first brace and its partner, split at its own commas, put in its place.
fn expanded(pattern: &str) -> Vec<String> {
    let Some(open) = pattern.find('{') else { return vec![pattern.to_owned()] };
    let (mut depth, mut cuts) = (0, vec![open]);
    for (at, letter) in pattern.char_indices().skip(open) {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match letter {
            ',' if depth == 1 => cuts.push(at),
            '}' if depth == 0 => {
                cuts.push(at);
                break;
            }
            _ => {}
        }
    }
    let (before, after) = (&pattern[..open], &pattern[cuts[cuts.len() - 1] + 1..]);
    let choices = cuts.windows(2).map(|cut| &pattern[cut[0] + 1..cut[1]]);
    choices.flat_map(|choice| expanded(&format!("{before}{choice}{after}"))).collect()
}

#[test]
fn known() {
    let mut ids = Vec::new();
    for (pattern, lengths) in IDS {
        for id in expanded(pattern) {
            let k = id.split('.').find_map(|part| part.strip_prefix('k')?.parse().ok());
            let length = |&n: &usize| vec![0; if n == 0 { k.unwrap() } else { n }];
            let operands: Vec<Vec<u64>> = lengths.iter().map(length).collect();
            let id = format!("silicon.{id}");
            let outcome = REFERENCE.evaluate(&id, &[], &operands);
            let outcome = outcome.unwrap_or_else(|| panic!("{id} is known"));
            assert!(outcome.out.iter().all(|&code| code == 0), "{id} of zeros is zero");
            let more = [&operands[..], &[vec![0]]].concat();
            assert_eq!(REFERENCE.evaluate(&id, &[], &more), None, "{id} with an operand more");
            ids.push(id);
        }
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!((count, ids.len()), (364, 364));
}
