//! A collection solved on a Spark cluster of two workers on this machine.
//!
//! Needs Java 17 and a Python with pyspark (`PYTHON=…` names it), and is passed over where these are missing.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Why there can be no Spark here, if there cannot.
fn missing(python: &str) -> Option<String> {
    let java = Command::new("java").arg("-version").output();
    let version = java.map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
    let major = |version: &str| -> Option<u32> {
        let number = version.split('"').nth(1)?;
        number.split('.').next()?.parse().ok()
    };
    if !version.is_ok_and(|version| major(&version).is_some_and(|major| major >= 17)) {
        return Some("no Java 17 or later".to_string());
    }
    let pyspark = Command::new(python).args(["-c", "import pyspark"]).output();
    if !pyspark.is_ok_and(|output| output.status.success()) {
        return Some(format!("{python} has no pyspark"));
    }
    None
}

/// The result of each problem by its id.
fn results(answers: &str) -> BTreeMap<String, String> {
    let lines = answers.lines().map(|line| {
        let answer: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| answer[name].as_str().unwrap().to_string();
        (field("id"), field("result"))
    });
    lines.collect()
}

#[test]
fn a_cluster_gives_the_answers_of_one_machine() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_string());
    if let Some(reason) = missing(&python) {
        // Past the capture of a passing test's output, so that it is seen.
        writeln!(std::io::stderr(), "tests/spark.rs is passed over: {reason}").unwrap();
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let problems = root.join("problems/muso.jsonl");
    let folder = tempfile::tempdir().unwrap();
    let answers = folder.path().join("answers");
    let limits = ["--any", "--nodes", "2k"];
    let spark = Command::new(&python)
        .arg(root.join("tests/spark/solve.py"))
        .args([&problems, &answers])
        .args(["--master", "local-cluster[2,1,1024]", "--partitions", "4"])
        .arg("--tsume")
        .arg(cargo_bin("tsume"))
        .arg(format!("--options={}", limits.join(" ")))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&spark.stderr);
    assert!(spark.status.success(), "{errors}");
    let mut parts: Vec<_> = fs::read_dir(&answers)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.file_name()
                .unwrap()
                .to_string_lossy()
                .starts_with("part-")
        })
        .collect();
    parts.sort();
    assert!(parts.len() > 1);
    let parts = parts.iter().map(|part| fs::read_to_string(part).unwrap());
    let alone = Command::new(cargo_bin("tsume"))
        .args(["solve", "--format", "jsonl"])
        .args(limits)
        .arg(&problems)
        .output()
        .unwrap();
    let alone = results(&String::from_utf8(alone.stdout).unwrap());
    assert_eq!(alone.len(), 100);
    assert_eq!(results(&parts.collect::<String>()), alone);
}
