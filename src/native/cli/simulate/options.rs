//! The options of `querent simulate`.

use std::path::PathBuf;

use super::figure;

/// The word for the rules, as the respondent or as the interviewer.
pub(super) const RULES: &str = "rules";

/// What a simulation can show and what it cannot.
const LONG_ABOUT: &str = "Run many interviews with simulated respondents and print a report\n\nIt shows that interviews run, \
    end and cover the concept, and what a change of weights, limits or rules alters. It cannot show that questions are good: \
    simulated respondents answer any question, never mind a clumsy one, and know only the phrases of config/facts. For \
    quality, interview people and grade the questions (`querent score --graded`).";

/// The default persona.
const CONTROL: &str = "cooperative";

#[derive(Debug, clap::Args)]
#[command(
    long_about = LONG_ABOUT,
    after_long_help = figure::legend()
)]
pub(crate) struct SimulateOptions {
    /// Study: the id of a shipped study, a YAML file or a study.json
    #[arg(value_name = "STUDY", required_unless_present = "compare")]
    pub(super) study: Option<PathBuf>,
    /// Number of interviews in total; the personas take turns
    #[arg(short, long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(super) n: u64,
    /// Personas that answer: ids of files in `config/personas`, separated by commas, or `all`
    #[arg(long, value_name = "ID,ID", value_delimiter = ',', default_value = CONTROL)]
    pub(super) personas: Vec<String>,
    /// Who writes the answers: `rules`, `model` for the models of config/llm.yaml, or the name of one model
    #[arg(long, value_name = "WHO", default_value = RULES)]
    pub(super) respondent: String,
    /// Who reads answers and words questions: `rules`, `model` or the name of one model
    #[arg(long, value_name = "WHO", default_value = RULES)]
    pub(super) interviewer: String,
    /// Most requests to models, with retries. No further interview starts at this limit
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(super) max_calls: u64,
    /// Most US dollars to spend on models. No further interview starts at this limit
    #[arg(long, value_name = "USD", default_value_t = 5.0)]
    pub(super) max_usd: f64,
    /// Recorded replies of an earlier simulation, DIR/replies.jsonl of -o. No model is called
    #[arg(long, value_name = "FILE.jsonl", conflicts_with = "compare")]
    pub(super) replies: Option<PathBuf>,
    /// Seed of the first respondent of each persona; the next ones count up
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Parallel interviews. Default: one per core, or 8 with models
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,
    /// Policy instead of the study's own: the id of a file in `config/policies`, or `signal_pools`
    #[arg(long, value_name = "ID")]
    pub(super) policy: Option<String>,
    /// Compare two versions with the same respondents: two studies, or two policies of STUDY
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub(super) compare: Vec<PathBuf>,
    /// Folder for every session, PERSONA-SEED.json, for report.json and, with models, for replies.jsonl
    #[arg(short, long, value_name = "DIR", conflicts_with = "compare")]
    pub(super) output: Option<PathBuf>,
    /// Print the figures of all interviews together as one JSON object
    #[arg(long)]
    pub(super) summary: bool,
    /// Print the whole report as JSON, by persona
    #[arg(long)]
    pub(super) json: bool,
}
