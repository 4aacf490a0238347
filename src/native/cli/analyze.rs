//! `querent analyze`: what leads to what for many respondents, from session files or a table of ladders.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use querent_engine::{
    engine::{interview::Interview, language::LanguagePack, session::Session},
    studio::analysis::{
        CodeIndices, CodeLookup, Codebook, Counting, CutOff, IdeaQuote, ImplicationMatrix, InterviewLadders,
        LadderTable, MapLink, ValueMap, csv_text, graphml,
    },
};
use serde_json::{Value, json};

use super::{
    open,
    outcome::Outcome,
    table::{Align, lines},
};
use crate::native::print;

/// Share of the respondents that the cut-off is, unless it is given.
const USUAL_SHARE: f64 = 0.06;
/// Least cut-off, unless it is given: what one person says is no pattern.
const LEAST_CUT_OFF: u32 = 2;
/// Chains told as a whole that are printed.
const MOST_CHAINS: usize = 10;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A ladder is a chain of ideas of one interview along the links of the method's ladder, as long as it goes. \
    Labels are put together into codes by a codebook. Without --codebook, labels of one type with the same content words \
    share a code: write it with --out, edit codebook.yaml, and run again with --codebook.\n\
    A table of ladders coded elsewhere is a CSV file: a heading, then the respondent and the codes from the bottom up."
)]
pub(super) struct AnalyzeOptions {
    /// Session files, folders of them, or one CSV table of ladders
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Codebook: which labels mean the same thing
    #[arg(long, value_name = "FILE.yaml")]
    codebook: Option<PathBuf>,
    /// What is counted
    #[arg(long, value_enum, default_value = "respondents")]
    count: Count,
    /// Least count of a link of the map, direct and indirect together. Default 6 % of the respondents, at least 2
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    cut_off: Option<u32>,
    /// Write codebook, ladders, implications, quotes, map and analysis into this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print the analysis as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Count {
    /// A pair of codes counts once for each respondent
    Respondents,
    /// Every ladder counts
    Mentions,
}

/// What the files hold.
#[derive(Default)]
struct Material {
    /// Respondents, by the name of their file, with what they said.
    interviews: Vec<(String, InterviewLadders)>,
    /// Files that could not be used, with the reason.
    unusable: Vec<String>,
    /// Ids of the studies.
    studies: BTreeSet<String>,
    pack: Option<LanguagePack>,
}

/// Everything that is printed and written.
struct Analysis {
    table: LadderTable,
    matrix: ImplicationMatrix,
    map: ValueMap,
    method: String,
}

pub(super) fn analyze(options: &AnalyzeOptions) -> Result<Outcome> {
    if let [file] = options.files.as_slice()
        && file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
    {
        if options.codebook.is_some() {
            bail!("a table of ladders is coded already; leave --codebook out");
        }
        let table = LadderTable::from_csv(&open::text(file)?).with_context(|| file.display().to_string())?;
        let analysis = analysis(options, table, "codes of the table");
        if let Some(out) = &options.out {
            write_analysis(out, &analysis)?;
        }
        return print_analysis(options, &analysis, &[]);
    }
    let material = material(&options.files)?;
    for reason in &material.unusable {
        print::remark(format_args!("left out: {reason}"));
    }
    if material.interviews.is_empty() {
        bail!("there is no session file in {}; give files that the page or `querent run` wrote", shown(&options.files));
    }
    if material.studies.len() > 1 {
        let studies: Vec<&str> = material.studies.iter().map(String::as_str).collect();
        print::remark(format_args!("these are sessions of several studies: {}", studies.join(", ")));
    }
    let (codebook, origin) = codebook(options, &material)?;
    let lookup = codebook.lookup()?;
    let table = table(&material, &lookup);
    let analysis = analysis(options, table, &origin);
    if let Some(out) = &options.out {
        write_analysis(out, &analysis)?;
        open::write(&out.join("quotes.csv"), quotes(&material, &lookup).as_bytes())?;
        if options.codebook.is_none() {
            open::write(&out.join("codebook.yaml"), serde_yaml::to_string(&codebook)?.as_bytes())?;
        }
    }
    let cut = material.interviews.iter().filter(|(_, one)| one.is_cut).map(|(respondent, _)| respondent);
    for respondent in cut {
        print::remark(format_args!("{respondent} has more ladders than are taken; its links fork often"));
    }
    let uncoded: BTreeSet<&str> = all_quotes(&material)
        .filter(|(_, quote)| lookup.code_of(&quote.idea).is_none())
        .map(|(_, quote)| &*quote.idea.label)
        .collect();
    let outcome = print_analysis(options, &analysis, &uncoded.into_iter().collect::<Vec<_>>())?;
    Ok(if material.unusable.is_empty() { outcome } else { Outcome::Findings })
}

fn shown(files: &[PathBuf]) -> String {
    files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Reads the sessions one by one. A file that cannot be read is named, and the others count.
fn material(files: &[PathBuf]) -> Result<Material> {
    let mut material = Material::default();
    let mut names = BTreeSet::new();
    for file in session_files(files)? {
        let read = open::session(&file).and_then(|session| {
            let Session { study, log, .. } = session;
            Ok(Interview::resume(study, &log)?)
        });
        match read {
            Ok(interview) => {
                material.studies.insert(interview.study().id.to_string());
                material.pack.get_or_insert_with(|| interview.study().pack.clone());
                let short = respondent(&file);
                // Files of the same name in two folders are two respondents.
                let name = if names.contains(&short) { file.display().to_string() } else { short };
                names.insert(name.clone());
                material.interviews.push((name, InterviewLadders::of(&interview.record())));
            }
            Err(error) => material.unusable.push(format!("{error:#}")),
        }
    }
    Ok(material)
}

/// The name of a respondent: the file without its endings.
fn respondent(file: &Path) -> String {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.trim_end_matches(".json").trim_end_matches(".session").to_owned()
}

/// The files given, and those of folders, in order of their names.
fn session_files(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).with_context(|| format!("the folder {} cannot be read", path.display()))?;
        let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        found.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

/// The codebook, and where it is from.
fn codebook(options: &AnalyzeOptions, material: &Material) -> Result<(Codebook, String)> {
    if let Some(file) = &options.codebook {
        let codebook: Codebook =
            serde_yaml::from_str(&open::text(file)?).with_context(|| format!("{} is no codebook", file.display()))?;
        return Ok((codebook, format!("codebook {}", file.display())));
    }
    let labels = all_quotes(material).map(|(_, quote)| quote.idea.clone());
    let ideas = material.interviews.iter().flat_map(|(_, one)| one.ladders.iter().flatten().cloned());
    let pack = material.pack.clone().unwrap_or_default();
    Ok((Codebook::propose(labels.chain(ideas), &pack), "labels with the same content words share a code".to_owned()))
}

fn all_quotes(material: &Material) -> impl Iterator<Item = (&String, &IdeaQuote)> {
    material.interviews.iter().flat_map(|(respondent, one)| one.quotes.iter().map(move |quote| (respondent, quote)))
}

fn table(material: &Material, lookup: &CodeLookup) -> LadderTable {
    LadderTable::new(material.interviews.iter().flat_map(|(respondent, one)| {
        one.ladders.iter().map(move |ladder| {
            let codes = ladder.iter().map(|idea| lookup.code_or_label(idea).to_owned()).collect();
            (respondent.clone(), codes)
        })
    }))
}

fn analysis(options: &AnalyzeOptions, table: LadderTable, coding: &str) -> Analysis {
    let (counting, counts) = match options.count {
        Count::Respondents => (Counting::Respondents, "each pair of codes once for each respondent"),
        Count::Mentions => (Counting::Mentions, "every ladder"),
    };
    let matrix = ImplicationMatrix::of(&table, counting);
    let respondents = table.respondents();
    let cut_off = options.cut_off.unwrap_or_else(|| usual_cut_off(respondents));
    let map = ValueMap::of(&matrix, table.codes.len(), cut_off);
    let method = format!(
        "{respondents} respondents with {} ladders; coding: {coding}; counted: {counts}; links of the map: direct and \
         indirect counts together, at least {cut_off}, reduced to those that no longer path implies; querent {}",
        table.ladders.len(),
        env!("CARGO_PKG_VERSION"),
    );
    Analysis { table, matrix, map, method }
}

/// 6 % of the respondents, at least 2.
fn usual_cut_off(respondents: usize) -> u32 {
    let respondents = u32::try_from(respondents).unwrap_or(u32::MAX);
    (1..=respondents)
        .find(|cut| f64::from(*cut) >= f64::from(respondents) * USUAL_SHARE)
        .unwrap_or(1)
        .max(LEAST_CUT_OFF)
}

/// What was said for each code, a line for each quote.
fn quotes(material: &Material, lookup: &CodeLookup) -> String {
    let heading = ["respondent", "turn", "start", "type", "code", "label", "quote"].map(str::to_owned).to_vec();
    let line = |(respondent, quote): (&String, &IdeaQuote)| {
        vec![
            respondent.clone(),
            quote.turn.to_string(),
            quote.start.to_string(),
            quote.idea.node_type.clone(),
            lookup.code_or_label(&quote.idea).to_owned(),
            quote.idea.label.clone(),
            quote.words.clone(),
        ]
    };
    csv_text(&std::iter::once(heading).chain(all_quotes(material).map(line)).collect::<Vec<_>>())
}

fn write_analysis(out: &Path, analysis: &Analysis) -> Result<()> {
    let Analysis { table, matrix, map, method } = analysis;
    open::write(&out.join("ladders.csv"), table.to_csv().as_bytes())?;
    open::write(&out.join("implications.csv"), matrix.to_csv(table).as_bytes())?;
    open::write(&out.join("map.graphml"), graphml(table, matrix, map, method).as_bytes())?;
    open::write(&out.join("analysis.json"), serde_json::to_string_pretty(&object(analysis))?.as_bytes())
}

/// The analysis as JSON.
fn object(analysis: &Analysis) -> Value {
    let Analysis { table, matrix, map, method } = analysis;
    let names = |codes: &[usize]| codes.iter().map(|code| table.name(*code)).collect::<Vec<_>>();
    let links = |links: &[MapLink]| -> Vec<Value> {
        let link = |link: &MapLink| {
            let count = matrix.counts.get(&(link.from, link.to)).copied().unwrap_or_default();
            json!({"from": table.name(link.from), "to": table.name(link.to), "direct": count.direct,
                "indirect": count.indirect})
        };
        links.iter().map(link).collect()
    };
    let codes: BTreeMap<&str, Value> =
        matrix.indices(table.codes.len()).into_iter().map(|row| (table.name(row.code), json!(row))).collect();
    json!({
        "method": method,
        "respondents": table.respondents(),
        "ladders": table.ladders.len(),
        "codes": codes,
        "cut_offs": matrix.cut_offs(),
        "chains": table.chains().iter().map(|(codes, count)| json!({"codes": names(codes), "count": count}))
            .collect::<Vec<_>>(),
        "map": {
            "cut_off": map.cut_off,
            "coverage": map.coverage,
            "links": links(&map.links),
            "also_direct": links(&map.also_direct),
            "opposite": links(&map.opposite),
            "cycles": map.cycles.iter().map(|cycle| names(cycle)).collect::<Vec<_>>(),
            "layers": map.layers.iter().map(|(code, layer)| (table.name(*code), *layer)).collect::<BTreeMap<_, _>>(),
            "below_cut_off": names(&map.below),
        },
    })
}

/// A share as a percentage.
fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn print_analysis(options: &AnalyzeOptions, analysis: &Analysis, uncoded: &[&str]) -> Result<Outcome> {
    if options.json {
        print::line(serde_json::to_string_pretty(&object(analysis))?);
        return Ok(Outcome::Success);
    }
    let Analysis { table, matrix, map, method } = analysis;
    print::line(method);
    print_codes(table, matrix, map);
    print_cut_offs(matrix);
    print::line(format_args!(
        "\nWhat leads to what (cut-off {}, {} of all counts)",
        map.cut_off,
        percent(map.coverage)
    ));
    let arrow = |link: &MapLink| format!("  {} → {}", table.name(link.from), table.name(link.to));
    for link in &map.links {
        let count = matrix.counts.get(&(link.from, link.to)).copied().unwrap_or_default();
        print::line(format_args!("{}  {} direct, {} indirect", arrow(link), count.direct, count.indirect));
    }
    print_list("Also told directly", map.also_direct.iter().map(arrow));
    print_list("Dropped, because the opposite is more frequent", map.opposite.iter().map(arrow));
    let names = |codes: &Vec<usize>| codes.iter().map(|code| table.name(*code)).collect::<Vec<_>>();
    print_list("Circles", map.cycles.iter().map(|cycle| format!("  {}", names(cycle).join(" ⇄ "))));
    let chains = table.chains();
    let told = |(codes, count): &(Vec<usize>, usize)| format!("  {count} × {}", names(codes).join(" → "));
    print_list("Chains told as a whole", chains.iter().take(MOST_CHAINS).map(told));
    if !map.below.is_empty() {
        print::line(format_args!("\nBelow the cut-off: {}", names(&map.below).join("; ")));
    }
    if !uncoded.is_empty() {
        print::line(format_args!("\nNot in the codebook, each a code of its own: {}", uncoded.join("; ")));
    }
    if let Some(out) = &options.out {
        print::line(format_args!("\nWritten to {}", out.display()));
    }
    Ok(Outcome::Success)
}

fn print_list(title: &str, entries: impl Iterator<Item = String>) {
    for (at, entry) in entries.enumerate() {
        if at == 0 {
            print::line(format_args!("\n{title}"));
        }
        print::line(entry);
    }
}

/// The codes of the map with their indices, from means to ends.
fn print_codes(table: &LadderTable, matrix: &ImplicationMatrix, map: &ValueMap) {
    let mut indices = matrix.indices(table.codes.len());
    indices.retain(|row| map.layers.contains_key(&row.code));
    indices.sort_by(|a, b| a.abstractness.unwrap_or(0.0).total_cmp(&b.abstractness.unwrap_or(0.0)));
    let row = |row: &CodeIndices| {
        vec![
            table.name(row.code).to_owned(),
            row.incoming.to_string(),
            row.outgoing.to_string(),
            row.abstractness.map_or_else(|| "–".to_owned(), |share| format!("{share:.2}")),
            format!("{:.2}", row.centrality),
            format!("{:.2}", row.prestige),
        ]
    };
    let columns = [
        ("code", Align::Left),
        ("in", Align::Right),
        ("out", Align::Right),
        ("abstractness", Align::Right),
        ("centrality", Align::Right),
        ("prestige", Align::Right),
    ];
    print::line("");
    for line in lines(&columns, &indices.iter().map(row).collect::<Vec<_>>()) {
        print::line(line);
    }
}

/// What each cut-off leaves of the direct links.
fn print_cut_offs(matrix: &ImplicationMatrix) {
    let columns =
        [("cut-off", Align::Right), ("pairs", Align::Right), ("direct links", Align::Right), ("of all", Align::Right)];
    let rows = matrix.cut_offs();
    let row =
        |row: &CutOff| vec![row.cut_off.to_string(), row.pairs.to_string(), row.links.to_string(), percent(row.share)];
    print::line("");
    for line in lines(&columns, &rows.iter().map(row).collect::<Vec<_>>()) {
        print::line(line);
    }
}
