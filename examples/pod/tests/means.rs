//! The program of appendix D: item T52 of the conformance programs.

use pod_kernels::host::{Host, Result};
use pod_kernels::kernels::means::{self, Problem};
use semantics::pod::script::Script;
use semantics::pod::{Counters, Parameters, Pod, Shape};

const MEMBERSHIPS: &str = "21102020212221211122100201121010010211022122212110";
/// Where the centres lie on 1 and on 4 PEs: behind the attributes, three words of each object, and 16 bytes.
const CENTRES: [u64; 2] = [0x10 + 50 * 80 + 3 * 208 + 16, 0x10 + 15 * 80 + 3 * 64 + 16];

fn small(n: u32, parameters: Parameters) -> Result<(Host, Vec<i32>, Counters)> {
    let mut host = Host::square(n, parameters, &[])?;
    let (memberships, outcome) = means::run(&mut host, &Problem::small())?;
    let counted = outcome.total().remove(0);
    Ok((host, memberships.concat(), counted))
}

#[test]
fn fifty_objects_on_one_and_on_four_pes() -> Result<()> {
    let problem = Problem::small();
    let (plain, steps) = problem.clustering(&problem.starts[0]);
    let digits: String = plain.iter().map(i32::to_string).collect();
    assert_eq!((digits.as_str(), steps), (MEMBERSHIPS, 6));
    for (n, packets, flops, centres) in
        [(1, 34320, 74110, CENTRES[0]), (2, 12782, 95914, CENTRES[1])]
    {
        let (host, memberships, counted) = small(n, Parameters::default())?;
        assert_eq!(memberships, plain, "{n} x {n}");
        assert_eq!(
            (counted.packets, counted.flops, counted.stalls),
            (packets, flops, 0),
            "{n} x {n}"
        );
        for pe in 0..host.pes() {
            for (cluster, expected) in [
                [0xabaa_1a42, 0xabaa_f441, 0xabaa_0442, 0x0000_0f42],
                [0x4379_dd41, 0xf31a_2242, 0xd850_ee41, 0x3694_0f42],
                [0x515e_d341, 0x87f2_1242, 0x28af_f141, 0xf31a_2242u32],
            ]
            .into_iter()
            .enumerate()
            {
                let bytes = host.local(pe, centres + 80 * cluster as u64, 16);
                assert_eq!(
                    bytes,
                    expected.map(u32::to_be_bytes).as_flattened(),
                    "PE {pe}, cluster {cluster}"
                );
            }
        }
    }
    Ok(())
}

#[test]
fn a_slower_comparison_stalls_at_one_packet_only() -> Result<()> {
    let mut parameters = Parameters::default();
    parameters.set("pfpcmp_latency", 5)?;
    for (n, stalls) in [(1, 180), (2, 54)] {
        assert_eq!(small(n, parameters)?.2.stalls, stalls, "{n} x {n}");
    }
    Ok(())
}

#[test]
fn padding_beyond_the_last_pe_is_refused() -> Result<()> {
    let mut problem = Problem::small();
    problem.objects.truncate(41);
    let mut host = Host::square(4, Parameters::default(), &[])?;
    let error = means::run(&mut host, &problem).expect_err("39 of 80 are padding").to_string();
    assert!(error.contains("41 objects on 16 PEs") && error.contains("POD-D62"), "{error}");
    Ok(())
}

#[test]
fn the_script_is_in_canonical_form() -> Result<()> {
    assert!(Script::format(means::SCRIPT)? == means::SCRIPT);
    Ok(())
}

#[test]
fn without_data_the_script_ends_at_once() -> Result<()> {
    let mut pod = Pod::new(Shape::new(1, 1, Shape::SRAM)?, Parameters::default());
    Script::read(means::SCRIPT)?.run(&mut pod, Some(1000))?;
    assert!(pod.counters().packets < 200, "{}", pod.counters().packets);
    Ok(())
}

/// As the text's own check: on other data, every number of PEs gives the memberships of the scalar program.
#[test]
fn other_objects_on_all_arrays() -> Result<()> {
    let mut problem = Problem::full();
    problem.objects.truncate(630);
    problem.starts = vec![vec![3, 500], vec![17, 40, 600], vec![5, 300, 401, 234]];
    for n in [1, 2, 4, 8] {
        let mut host = Host::square(n, Parameters::default(), &[])?;
        assert!(means::run(&mut host, &problem)?.0 == problem.plain(), "{n} x {n}");
    }
    Ok(())
}
