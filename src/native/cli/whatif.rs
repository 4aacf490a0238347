//! `querent whatif`: changes a setting of a session's study and shows which choices differ.

use std::path::PathBuf;

use anyhow::Result;
use querent_engine::{
    engine::{dialogue::Probe, study::Study},
    studio::simulation::whatif::{self, ComparedChoice, Setting, TermChange, TurnComparison},
};
use serde_json::{Value, json};

use super::{
    explain::Labels,
    open,
    outcome::Outcome,
    table::{Align, lines},
};
use crate::native::print;

#[derive(Debug, clap::Args)]
#[command(after_help = "A KEY is a path in the study: limits.max_turns, \
    methodology.strategies.deepen.weights.graph.max_depth, phases.mid.weights.reflect, policy.… \
    An entry of a list is named by its id. `methodology.` and `policy.` may be left out.\n\
    The answers stay the same. Every turn is compared on its own, from the recorded state of the interview.")]
pub(super) struct WhatifOptions {
    /// Session file, from `querent run` or downloaded from the page
    #[arg(value_name = "SESSION.json")]
    session: PathBuf,
    /// Setting to change. Can be repeated
    #[arg(long, value_name = "KEY=VALUE", required = true)]
    set: Vec<String>,
    /// Print every turn as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn what_if(options: &WhatifOptions) -> Result<Outcome> {
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
        return Ok(Outcome::Success);
    }
    settings.iter().map(describe_setting).for_each(print::line);
    let interview = querent_engine::engine::interview::Interview::resume(session.study.clone(), &session.log)?;
    let labels = Labels::of(&session.study, interview.turns());
    for look in looks.iter().filter(|look| !look.is_same) {
        print::line("");
        describe_difference(look, &session.study, &labels).into_iter().for_each(print::line);
    }
    print::line("");
    print::line(match (others, looks.len()) {
        (_, 0) => "This session has no chosen question, so there is nothing to compare.".to_owned(),
        (0, all) => format!("All {all} choices would have been the same."),
        (others, all) => format!("{others} of {all} choices would have been different; each is compared on its own."),
    });
    Ok(Outcome::Success)
}

fn describe_setting(setting: &Setting) -> String {
    let show = |value: Option<&Value>| value.map_or("not set".to_owned(), Value::to_string);
    format!("{}: {} → {}", setting.key, show(setting.before.as_ref()), show(Some(&setting.after)))
}

fn describe_difference(look: &TurnComparison, study: &Study, labels: &Labels<'_>) -> Vec<String> {
    let mut out = vec![format!("After turn {}", look.turn)];
    for (who, choice, other) in [("recorded", &look.recorded, &look.now), ("now", &look.now, &look.recorded)] {
        out.push(format!("  {who:>8}  {}", describe_choice(choice, study, labels)));
        if choice.ends.is_none() && (other.ends.is_none() || who == "now") {
            out.extend(changed_terms(&choice.terms).into_iter().map(|line| format!("            {line}")));
        }
    }
    out
}

fn describe_choice(choice: &ComparedChoice, study: &Study, labels: &Labels<'_>) -> String {
    let score = |score: Option<f64>| score.map_or("–".to_owned(), |score| format!("{score:.4}"));
    match (&choice.probe, choice.ends) {
        (Some(probe), None) => format!(
            "{}, score {} as recorded, {} now",
            describe_probe(probe, study, labels),
            score(choice.score_recorded),
            score(choice.score_now)
        ),
        (_, ends) => {
            let reason = serde_json::to_value(ends).unwrap_or_default();
            format!("the interview ends: {}", reason.as_str().unwrap_or("no reason").replace('_', " "))
        }
    }
}

fn describe_probe(probe: &Probe, study: &Study, labels: &Labels<'_>) -> String {
    let strategy = study.policy.strategy(&study.methodology, &probe.strategy);
    let strategy = strategy.map_or_else(|| probe.strategy.to_string(), |strategy| strategy.name.clone());
    format!("\"{strategy}\" about {}", labels.focus(probe))
}

fn changed_terms(terms: &[TermChange]) -> Vec<String> {
    let show = |by: Option<f64>| by.map_or("–".to_owned(), |by| format!("{by:+.4}"));
    let rows: Vec<_> =
        terms.iter().map(|term| vec![term.source.clone(), show(term.recorded), show(term.now)]).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    lines(&[("term", Align::Left), ("moved by", Align::Right), ("now by", Align::Right)], &rows)
}
