//! `querent serve`: builds the page with its engine and serves it on this machine, with the endpoint that asks models.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use querent_engine::{
    documents::{Files, LLM},
    edge::{Config, Edge, Hidden, Limits, Origin, StudyConfig},
    study::Study,
};
use serde::Serialize;

use super::{Verdict, models::Models, open, print, project::Project};
use crate::{
    server::{self, Computer, Database, Durability, Names, Opened},
    site::{self, Cast, Profile, Site},
};

/// The study served if none is named.
pub(super) const DEFAULT_STUDY: &str = "oat_milk";

#[derive(Debug, clap::Args)]
#[command(after_help = "Language models: put a provider's key into the variable that config/llm.yaml names, such as \
    ANTHROPIC_API_KEY, and the studies are served with models. Keys stay in this program; pages get tokens for their own \
    session. ANTHROPIC_BASE_URL and the like lead to another address. Budgets stand in config/llm.yaml.\n\
    Researchers: a study that says `collect: true` has its sessions kept here; the second address that is printed opens \
    them. Its key is made at the first start and kept with the database; QUERENT_RESEARCHER_SECRET, 32 characters or more, \
    takes its place.")]
pub(super) struct Options {
    /// Port to listen on; 0 for any free one. Without it: 8080, or the next free one
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Address to listen on. The default is reached from this machine only; 0.0.0.0 opens the page to the network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Study on the page
    #[arg(long, value_name = "STUDY", default_value = DEFAULT_STUDY)]
    study: PathBuf,
    /// Folder for the database (querent.db): sessions of studies that collect, and what calls of models cost. Without it:
    /// querent-data, if a study collects; else nothing is written, and every start begins with full budgets
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Another origin whose pages may use the studies, and by which this server may be reached, such as
    /// `https://survey.example`. May be given several times
    #[arg(long, value_name = "ORIGIN", value_parser = Origin::parse)]
    origin: Vec<Origin>,
    /// Origin of a console elsewhere that may look into this server, such as `https://lab.example`; whoever sits there still needs
    /// the key. May be given several times
    #[arg(long, value_name = "ORIGIN", value_parser = Origin::parse)]
    console_origin: Vec<Origin>,
    /// Sessions that may be opened from one address in an hour
    #[arg(long, value_name = "N", default_value_t = Limits::default().sessions_per_address)]
    sessions_per_hour: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: None,
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            study: DEFAULT_STUDY.into(),
            data: None,
            origin: Vec::new(),
            console_origin: Vec::new(),
            sessions_per_hour: Limits::default().sessions_per_address,
        }
    }
}

/// Folder for sessions where a study collects them and none is named.
const DATA: &str = "querent-data";

/// Environment variable with what a researcher has to know.
const RESEARCHER: &str = "QUERENT_RESEARCHER_SECRET";

pub(super) fn serve(options: &Options) -> Result<Verdict> {
    let project = Project::find()?;
    let models = Models::find(&project)?;
    let studies = Studies::with_shipped(&project, &options.study)?.with(&models);
    let versions = studies.versions(&project)?;
    let collected: Vec<&Study> = versions.iter().filter(|study| study.collect).collect();
    let folder = options.data.clone().or_else(|| (!collected.is_empty()).then(|| PathBuf::from(DATA)));
    let durability = if collected.is_empty() { Durability::Counters } else { Durability::Sessions };
    remark_on(&collected, folder.as_deref());
    let Opened { database, keys, researcher } = Database::open(folder.as_deref(), durability)?;
    let site = assemble(&project, &studies, Profile::Dev)?;
    let chosen = std::env::var(RESEARCHER).ok().filter(|secret| !secret.is_empty()).map(Hidden);
    let shown = chosen.is_none().then(|| researcher.0.clone());
    let computer = Computer::new(database, models.settings.clone(), models.env.clone())?;
    models.remark(&versions);
    let edge = endpoint(options, models, versions, keys, chosen.unwrap_or(researcher))?;
    // One server a folder, so there is no other of this name.
    edge.owned_by("serve");
    let names = Names::new(options.host, options.origin.clone());
    print::remark(format_args!("Serving the study `{}`; Ctrl+C stops.", studies.page.id));
    server::serve(site, edge, computer, names, (options.host, options.port), shown.as_deref())?;
    Ok(Verdict::Fine)
}

/// Says what is kept of what respondents say, and where.
fn remark_on(collected: &[&Study], folder: Option<&Path>) {
    let (Some(study), Some(folder)) = (collected.first(), folder) else { return };
    let file = folder.join("querent.db");
    let kept = match study.privacy.retention_days {
        Some(days) => format!("for {days} days"),
        None => "until you delete them".to_owned(),
    };
    print::remark(format_args!("Sessions of `{}` are kept in {}, {kept}.", study.id, file.display()));
}

/// The endpoint for these studies.
fn endpoint(
    options: &Options,
    models: Models,
    studies: Vec<Study>,
    keys: Vec<querent_engine::edge::KeyConfig>,
    researcher: Hidden,
) -> Result<Edge> {
    let origins: Vec<String> = options.origin.iter().map(ToString::to_string).collect();
    let usual = Limits::within(&models.settings.budgets);
    let most = options.sessions_per_hour;
    let limits = Limits { sessions_per_address: most, sessions_per_study: usual.sessions_per_study.max(most), ..usual };
    let served = |study| StudyConfig { study, origins: origins.clone(), ticket_secret: None, is_test: false };
    let config = Config {
        studies: studies.into_iter().map(served).collect(),
        settings: models.settings,
        limits: Some(limits),
        keys,
        researcher_secret: Some(researcher),
        consoles: options.console_origin.iter().map(ToString::to_string).collect(),
        env: models.env,
    };
    Edge::new(config).with_context(|| {
        format!("the endpoint cannot start (see config/llm.yaml, --origin, --console-origin and {RESEARCHER})")
    })
}

/// The studies of a site.
pub(super) struct Studies {
    /// The one the page opens with.
    page: Study,
    /// Those it can switch to.
    others: Vec<Study>,
    /// What they are written in, for their author's preview.
    documents: Files,
}

impl Studies {
    /// This study alone.
    pub(super) fn only(study: &Path) -> Result<Self> {
        Ok(Self { page: open::study(study)?, others: Vec::new(), documents: open::respondents(study)? })
    }

    /// This study, and all the shipped ones to switch to.
    pub(super) fn with_shipped(project: &Project, study: &Path) -> Result<Self> {
        let page = open::study(study)?;
        let others: Result<_> = open::shipped(project)?.iter().map(|id| open::study(Path::new(id))).collect();
        Ok(Self { page, others: others?, documents: open::respondents(study)? })
    }
}

impl Studies {
    /// The same, each with the models that can be asked.
    pub(super) fn with(self, models: &Models) -> Self {
        let others = self.others.into_iter().map(|study| models.offered_to(study)).collect();
        Self { page: models.offered_to(self.page), others, ..self }
    }

    /// Every version of every study on the page, the one on its first screen first.
    pub(super) fn versions(&self, project: &Project) -> Result<Vec<Study>> {
        let mut versions = vec![self.page.clone()];
        versions.extend(self.others.iter().cloned());
        versions.extend(self.under_policies(project)?.into_iter().map(|(_, study)| study));
        Ok(versions)
    }

    /// The study on the page under every policy that has questions in its language, by the id of the policy.
    fn under_policies(&self, project: &Project) -> Result<Vec<(String, Study)>> {
        let mut versions = Vec::new();
        for id in open::policies(project)? {
            match open::with_policy(&self.page, &id) {
                Ok(study) => versions.push((id, study)),
                Err(_) if self.page.language != ORIGINAL_LANGUAGE => {}
                Err(error) => return Err(error),
            }
        }
        Ok(versions)
    }
}

/// The language every shipped policy has questions in.
const ORIGINAL_LANGUAGE: &str = "en";

/// A line of `studies/index.json`: what a page needs to offer a study.
#[derive(Serialize)]
struct Offer<'a> {
    id: &'a str,
    title: &'a str,
    language: &'a str,
    methodology: &'a str,
}

/// Builds the engine and puts the site together.
pub(super) fn assemble(project: &Project, studies: &Studies, profile: Profile) -> Result<Site> {
    let packages = site::build_engine(&project.root()?, profile)?;
    let mut site = Site::new(project.www(), packages);
    site.add("study.json".to_owned(), serde_json::to_vec(&studies.page)?);
    for study in &studies.others {
        site.add(format!("studies/{}/study.json", study.id), serde_json::to_vec(study)?);
    }
    let offers: Vec<Offer<'_>> = studies.others.iter().map(offer).collect();
    site.add("studies/index.json".to_owned(), serde_json::to_vec_pretty(&offers)?);
    let mut policies = Vec::new();
    for (id, study) in studies.under_policies(project)? {
        site.add(format!("policies/{id}/study.json"), serde_json::to_vec(&study)?);
        policies.push(id);
    }
    site.add("policies/index.json".to_owned(), serde_json::to_vec_pretty(&policies)?);
    site.add(site::DOCUMENTS.to_owned(), serde_json::to_vec(&texts(&studies.documents))?);
    site.add(site::SAMPLES.to_owned(), site::samples(&project.root()?, &casts(project)?)?);
    Ok(site)
}

/// Who answers which shipped study in the console's sample sessions: English, German and Arabic.
const CASTS: [(&str, &[&str]); 4] = [
    (DEFAULT_STUDY, &[]),
    ("meal_kit", &["cooperative", "tiring", "sceptical", "verbose"]),
    ("pedelec", &["cooperative", "uncertain", "emotional", "hostile"]),
    ("qahwa", &["cooperative", "cooperative"]),
];

fn casts(project: &Project) -> Result<Vec<Cast>> {
    CASTS.into_iter().map(|(id, personas)| cast(project, id, personas)).collect()
}

/// These personas, all of them if none is named, before a shipped study.
fn cast(project: &Project, id: &str, personas: &[&str]) -> Result<Cast> {
    let path = project.study(id);
    let study = open::study(&path)?;
    let files = open::respondents(&path)?;
    let (_, bank) = open::bank(&files, &study)?;
    let all = open::personas(&files);
    let named: Vec<&str> =
        if personas.is_empty() { all.iter().map(String::as_str).collect() } else { personas.to_vec() };
    let personas: Result<_> = named.into_iter().map(|persona| open::persona(&files, persona)).collect();
    Ok(Cast { study, bank, personas: personas? })
}

/// The documents the studies are made from, by name, for the linter and the preview: without the settings of models, which
/// are nobody's but the server's.
fn texts(files: &Files) -> BTreeMap<&str, Cow<'_, str>> {
    let names = files.names().filter(|name| *name != LLM);
    names.filter_map(|name| Some((name, String::from_utf8_lossy(files.get(name)?)))).collect()
}

fn offer(study: &Study) -> Offer<'_> {
    let Study { id, title, language, methodology, .. } = study;
    Offer { id, title, language, methodology: &methodology.name }
}
