//! The native side of the benchmark: prepares what all contenders need, and times the engine without a browser.
//!
//! ```text
//! turn prepare MODULE OUT      bindings of the module and a study for each policy, into OUT
//! turn local STUDY GRAPH       one line: median of the local work of the last turn, in microseconds
//! turn handle STUDY GRAPH      the same of a whole turn, from the answer to the next question
//! ```

use std::{
    env, fs,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};
use querent_engine::{
    bench::Bench,
    studio::documents::{self, folder},
};
use wasm_bindgen_cli_support::Bindgen;

const POLICIES: [&str; 3] = ["signal_pools", "two_tier", "arbitration"];

/// Time spent before anything is recorded, and on recording.
const WARM_UP: Duration = Duration::from_millis(200);
const RECORDED: Duration = Duration::from_millis(600);
const FEWEST: usize = 7;

fn main() -> Result<()> {
    // Cargo adds `--bench`.
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["prepare", module, out] => prepare(module.as_ref(), out.as_ref()),
        ["local", study, graph] => print(local(&Files::read(study, graph)?)?),
        ["handle", study, graph] => print(handle(&Files::read(study, graph)?)?),
        _ => bail!("{words:?} is none of: prepare MODULE OUT, local STUDY GRAPH, handle STUDY GRAPH"),
    }
}

struct Files {
    study: String,
    graph: String,
}

impl Files {
    fn read(study: &str, graph: &str) -> Result<Self> {
        let read = |path: &str| fs::read_to_string(path).with_context(|| format!("{path} cannot be read"));
        Ok(Self { study: read(study)?, graph: read(graph)? })
    }
}

fn prepare(module: &Path, out: &Path) -> Result<()> {
    fs::create_dir_all(out)?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).nodejs(true)?.typescript(false).out_name("engine");
    bindgen.remove_name_section(true).remove_producers_section(true).generate(out)?;
    // The folder lies in a package of ES modules, and these bindings are none.
    fs::write(out.join("package.json"), "{\"type\":\"commonjs\"}\n")?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    let source = fs::read_to_string(root.join("studies/oat_milk.yaml"))?;
    for policy in POLICIES {
        let mut files = folder::folder(&root)?;
        let name = "studies/bench.yaml";
        files.insert(name.to_owned(), source.replace("policy: signal_pools", &format!("policy: {policy}")));
        let study =
            documents::study(&files, name).map_err(|findings| anyhow!("the study of {policy}: {findings:?}"))?;
        fs::write(out.join(format!("{policy}.json")), serde_json::to_string(&study)?)?;
    }
    Ok(())
}

fn local(files: &Files) -> Result<f64> {
    let mut bench = Bench::new(&files.study, &files.graph)?;
    bench.skip_to(bench.turns() - 1)?;
    let mark = bench.mark();

    median(|| {
        bench.rewind(&mark);
        let start = Instant::now();
        black_box(bench.play()?);
        Ok(start.elapsed())
    })
}

fn handle(files: &Files) -> Result<f64> {
    let (interview, input) = Bench::new(&files.study, &files.graph)?.interview()?;
    median(|| {
        let (mut now, input) = (interview.clone(), input.clone());
        let start = Instant::now();
        black_box(now.handle(input)?);
        Ok(start.elapsed())
    })
}

/// Median of the times given, in microseconds.
fn median(mut once: impl FnMut() -> Result<Duration>) -> Result<f64> {
    let start = Instant::now();
    while start.elapsed() < WARM_UP {
        once()?;
    }
    let (start, mut times) = (Instant::now(), Vec::new());
    while times.len() < FEWEST || start.elapsed() < RECORDED {
        times.push(once()?);
    }
    times.sort_unstable();
    let middle = times.get(times.len() / 2).copied().unwrap_or_default();
    Ok(middle.as_secs_f64() * 1e6)
}

#[expect(clippy::print_stdout, reason = "the result of the program")]
#[expect(clippy::unnecessary_wraps, reason = "as the other commands")]
fn print(median_us: f64) -> Result<()> {
    println!("{median_us}");
    Ok(())
}
