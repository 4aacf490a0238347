//! `querent whatif`: changes a value of a session's study and shows which questions would have been others.

use std::path::PathBuf;

use anyhow::Result;
use querent_engine::{
    dialogue::Probe,
    simulation::whatif::{self, Change, Choice, Look, Setting},
    study::Study,
};
use serde_json::{Value, json};

use super::{
    Verdict,
    explain::Names,
    open, print,
    table::{Align, lines},
};

#[derive(Debug, clap::Args)]
#[command(after_help = "A KEY is the way through the study: limits.max_turns, \
    methodology.strategies.deepen.weights.graph.max_depth, phases.mid.weights.reflect, policy.… \
    An entry of a list is named by its id. `methodology.` and `policy.` may be left out.\n\
    The answers stay as they were given: every turn is looked at from where the interview really stood.")]
pub(super) struct Options {
    /// Session file, from `querent run` or downloaded from the page
    #[arg(value_name = "SESSION.json")]
    session: PathBuf,
    /// Value to change; may be given several times
    #[arg(long, value_name = "KEY=VALUE", required = true)]
    set: Vec<String>,
    /// Print every turn as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn what_if(options: &Options) -> Result<Verdict> {
    let session = open::session(&options.session)?;
    let (mut changed, mut settings) = (session.study.clone(), Vec::new());
    for assignment in &options.set {
        let (study, setting) = whatif::set(&changed, assignment)?;
        changed = study;
        settings.push(setting);
    }
    let looks = whatif::compare(&session, &changed)?;
    let others = looks.iter().filter(|look| !look.is_same).count();
    if options.json {
        let record = json!({ "settings": settings, "turns": looks, "compared": looks.len(), "different": others });
        print::line(serde_json::to_string_pretty(&record)?);
        return Ok(Verdict::Fine);
    }
    settings.iter().map(told).for_each(print::line);
    let interview = querent_engine::interview::Interview::resume(session.study.clone(), &session.log)?;
    let names = Names::of(&session.study, interview.turns());
    for look in looks.iter().filter(|look| !look.is_same) {
        print::line("");
        different(look, &session.study, &names).into_iter().for_each(print::line);
    }
    print::line("");
    print::line(match (others, looks.len()) {
        (_, 0) => "No question was chosen in this session, so there is nothing to compare.".to_owned(),
        (0, all) => format!("All {all} choices would have been the same."),
        (others, all) => format!("{others} of {all} choices would have been others; each is looked at on its own."),
    });
    Ok(Verdict::Fine)
}

fn told(setting: &Setting) -> String {
    let show = |value: Option<&Value>| value.map_or("not set".to_owned(), Value::to_string);
    format!("{}: {} → {}", setting.key, show(setting.before.as_ref()), show(Some(&setting.after)))
}

fn different(look: &Look, study: &Study, names: &Names<'_>) -> Vec<String> {
    let mut out = vec![format!("After turn {}", look.turn)];
    for (who, choice, other) in [("recorded", &look.recorded, &look.now), ("now", &look.now, &look.recorded)] {
        out.push(format!("  {who:>8}  {}", asked(choice, study, names)));
        if choice.ends.is_none() && (other.ends.is_none() || who == "now") {
            out.extend(changes(&choice.terms).into_iter().map(|line| format!("            {line}")));
        }
    }
    out
}

fn asked(choice: &Choice, study: &Study, names: &Names<'_>) -> String {
    let score = |score: Option<f64>| score.map_or("–".to_owned(), |score| format!("{score:.4}"));
    match (&choice.probe, choice.ends) {
        (Some(probe), None) => format!(
            "{}, score {} as recorded, {} now",
            probed(probe, study, names),
            score(choice.score_recorded),
            score(choice.score_now)
        ),
        (_, ends) => {
            let reason = serde_json::to_value(ends).unwrap_or_default();
            format!("the interview ends: {}", reason.as_str().unwrap_or("no reason").replace('_', " "))
        }
    }
}

fn probed(probe: &Probe, study: &Study, names: &Names<'_>) -> String {
    let strategy = study.policy.strategy(&study.methodology, &probe.strategy);
    let strategy = strategy.map_or_else(|| probe.strategy.to_string(), |strategy| strategy.name.clone());
    format!("\"{strategy}\" about {}", names.focus(probe))
}

fn changes(terms: &[Change]) -> Vec<String> {
    let show = |by: Option<f64>| by.map_or("–".to_owned(), |by| format!("{by:+.4}"));
    let rows: Vec<_> =
        terms.iter().map(|term| vec![term.source.clone(), show(term.recorded), show(term.now)]).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    lines(&[("term", Align::Left), ("moved by", Align::Right), ("now by", Align::Right)], &rows)
}
