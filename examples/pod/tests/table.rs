//! The command.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    needs::output(Command::new(env!("CARGO_BIN_EXE_pod-kernels")).args(arguments))
}

#[test]
fn bad_arguments_end_with_2_and_say_what_would_be_right() {
    for (arguments, told) in [
        (vec!["table", "--kernel", "ftt"], "dense-mmm, fft, idct"),
        (vec!["table", "--pes", "5"], "1, 4, 16, 64"),
        (vec!["table", "--memory", "3x8"], "1x8, 1x16"),
        (vec!["table", "--set", "dram=1"], "no parameter `dram`"),
        (vec!["table", "--set", "x_latency=4"], "is not set"),
        (vec!["table", "--set", "rrq=many"], "`many` is no number"),
        (vec!["table", "--set", "rrq"], "NAME=VALUE"),
        (vec!["table", "--set", "controllers=2"], "--memory"),
        (vec!["tables"], "table"),
        (vec![], "Usage"),
    ] {
        let output = run(&arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(told), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_table_a_chart_and_json() {
    let directory = std::env::temp_dir().join(format!("pod-kernels-{}", std::process::id()));
    let json = directory.join("fft.json");
    std::fs::create_dir_all(&directory).expect("a directory");
    let (charts, file) = (directory.display().to_string(), json.display().to_string());
    let arguments = [
        "table", "--kernel", "fft", "--pes", "1,64", "--memory", "1x8,4x32", "--quiet", "--svg",
        &charts, "--json", &file,
    ];
    let output = run(&arguments);
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("2048 results on each array, all equal"), "{text}");
    assert!(text.contains("dram_latency=150") && !text.contains("x_latency"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains("4x32")).count(), 2);
    let chart = std::fs::read_to_string(directory.join("fft.svg")).expect("a chart");
    assert!(chart.starts_with("<svg") && chart.ends_with("</svg>\n") && chart.contains("FFT"));
    let reports: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(json).expect("a file")).expect("JSON");
    let rows = reports[0]["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), rows[3]["links"][2] == rows[3]["links"][3]), (4, true));
    // 56 words go west in all: 4, 2 and 1 hops of 8.
    assert_eq!(rows[3]["flops"], 45056);
    assert_eq!(run(&arguments).stdout, output.stdout, "the same again");
    std::fs::remove_dir_all(directory).expect("it goes");
}

#[test]
fn a_place_that_cannot_be_written_ends_with_3() {
    let output = run(&[
        "table",
        "--kernel",
        "fft",
        "--pes",
        "64",
        "--memory",
        "4x32",
        "--quiet",
        "--json",
        "/nowhere/x.json",
    ]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write /nowhere/x.json"));
    let output = run(&["table", "--kernel", "k-means", "--svg", "/dev/null/charts"]);
    assert_eq!(output.status.code(), Some(3), "before anything runs");
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("cannot make the directory /dev/null/charts")
    );
}
