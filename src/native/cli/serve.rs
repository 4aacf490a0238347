//! `querent serve`: builds the page and serves it on this computer, with an endpoint that calls models.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use clap::Parser;
use querent_engine::{
    edge::{Endpoint, EndpointConfig, EndpointLimits, HiddenText, KeyConfig, Origin, StudyConfig},
    engine::{language::learned, study::Study},
    studio::documents::{Files, LLM},
};
use serde::Serialize;

use super::{available_models::AvailableModels, open, outcome::Outcome, project::Project};
use crate::native::print;
use crate::native::{
    server::{self, Durability, HostNames, NativeHost, OpenedDatabase, SqliteDatabase},
    site::{self, Profile, SampleStudy, Site},
};

/// The default study.
pub(super) const DEFAULT_STUDY: &str = "oat_milk";

#[derive(Debug, clap::Parser)]
#[command(after_help = "Language models: set the variable that config/llm.yaml names for a provider's key, such as \
    ANTHROPIC_API_KEY. The studies then use models. The key never leaves this program; a page gets a token for its own \
    session. Variables such as ANTHROPIC_BASE_URL set another address. config/llm.yaml holds the budgets.\n\
    Researchers: the sessions of a study with `collect: true` are stored here. The second printed address opens them. Its \
    key is created at the first start and stored with the database. QUERENT_RESEARCHER_SECRET (at least 32 characters) \
    replaces it.")]
pub(super) struct ServeOptions {
    /// Port to listen on; 0 for any free port. Default: 8080, or the next free port
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Address to listen on. The default allows this computer only; 0.0.0.0 allows the network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Study on the page: the id of a shipped study, a YAML file or a study.json
    #[arg(long, value_name = "STUDY", default_value = DEFAULT_STUDY)]
    study: PathBuf,
    /// Folder of the database (querent.db) with collected sessions and the cost of model calls. Default: querent-data if a
    /// study collects; otherwise nothing is stored, and every start begins with full budgets
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Another origin, such as `https://survey.example`, that may use the studies and that this server may be reached by.
    /// Can be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = Origin::parse)]
    origin: Vec<Origin>,
    /// Origin of another console, such as `https://lab.example`, that may read from this server. It still needs the key. Can
    /// be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = Origin::parse)]
    console_origin: Vec<Origin>,
    /// Most sessions per hour from one address
    #[arg(long, value_name = "N", default_value_t = EndpointLimits::default().sessions_per_address)]
    sessions_per_hour: u64,
}

impl ServeOptions {
    /// Returns the options of a command line without any.
    pub(super) fn defaults() -> Self {
        Self::parse_from(["serve"])
    }
}

/// Default folder of the database for studies that collect.
const DATA: &str = "querent-data";

/// Environment variable with the researcher's key.
const RESEARCHER: &str = "QUERENT_RESEARCHER_SECRET";

pub(super) fn serve(options: &ServeOptions) -> Result<Outcome> {
    let project = Project::find()?;
    let models = AvailableModels::load(&project)?;
    let studies = Studies::with_shipped(&project, &options.study)?.equip(&models);
    let versions = studies.versions(&project)?;
    let collected: Vec<&Study> = versions.iter().filter(|study| study.collect).collect();
    let folder = options.data.clone().or_else(|| (!collected.is_empty()).then(|| PathBuf::from(DATA)));
    let durability = if collected.is_empty() { Durability::Counters } else { Durability::Sessions };
    print_retention(&collected, folder.as_deref());
    let OpenedDatabase { database, keys, researcher } = SqliteDatabase::open(folder.as_deref(), durability)?;
    let site = assemble_site(&project, &studies, Profile::Dev)?;
    let secret = std::env::var(RESEARCHER).ok().filter(|secret| !secret.is_empty()).map(HiddenText);
    let shown = secret.is_none().then(|| researcher.0.clone());
    let computer = NativeHost::new(database, models.settings.clone(), models.env.clone())?;
    models.print_status(&versions);
    let edge = endpoint(options, models, versions, keys, secret.unwrap_or(researcher))?;
    // A folder has one server only, so the name is unique.
    edge.owned_by("serve");
    let names = HostNames::new(options.host, options.origin.clone());
    print::remark(format_args!("Serving the study `{}`; Ctrl+C stops.", studies.page.id));
    server::serve(site, edge, computer, names, (options.host, options.port), shown.as_deref())?;
    Ok(Outcome::Success)
}

/// Prints where and how long sessions are stored.
fn print_retention(collected: &[&Study], folder: Option<&Path>) {
    let (Some(study), Some(folder)) = (collected.first(), folder) else { return };
    let file = folder.join("querent.db");
    let kept = match study.privacy.retention_days {
        Some(days) => format!("for {days} days"),
        None => "until you delete them".to_owned(),
    };
    print::remark(format_args!("Sessions of `{}` are stored in {}, {kept}.", study.id, file.display()));
}

/// Creates the endpoint for these studies.
fn endpoint(
    options: &ServeOptions,
    models: AvailableModels,
    studies: Vec<Study>,
    keys: Vec<KeyConfig>,
    researcher: HiddenText,
) -> Result<Endpoint> {
    let origins: Vec<String> = options.origin.iter().map(ToString::to_string).collect();
    let usual = EndpointLimits::within(&models.settings.budgets);
    let most = options.sessions_per_hour;
    let limits =
        EndpointLimits { sessions_per_address: most, sessions_per_study: usual.sessions_per_study.max(most), ..usual };
    let study_config = |study| StudyConfig { study, origins: origins.clone(), ticket_secret: None, is_test: false };
    let config = EndpointConfig {
        studies: studies.into_iter().map(study_config).collect(),
        settings: models.settings,
        limits: Some(limits),
        keys,
        researcher_secret: Some(researcher),
        consoles: options.console_origin.iter().map(ToString::to_string).collect(),
        env: models.env,
    };
    Endpoint::new(config).with_context(|| {
        format!("the endpoint cannot start (see config/llm.yaml, --origin, --console-origin and {RESEARCHER})")
    })
}

/// The studies of a site.
pub(super) struct Studies {
    /// The study that the page opens with.
    page: Study,
    /// Studies that the page can switch to.
    others: Vec<Study>,
    /// Their documents, for the preview.
    documents: Files,
}

impl Studies {
    /// Loads one study.
    pub(super) fn only(study: &Path) -> Result<Self> {
        Ok(Self { page: open::study(study)?, others: Vec::new(), documents: open::respondents(study)? })
    }

    /// Loads a study and all shipped studies.
    pub(super) fn with_shipped(project: &Project, study: &Path) -> Result<Self> {
        let page = open::study(study)?;
        let others: Result<_> = open::shipped(project)?.iter().map(|id| open::study(Path::new(id))).collect();
        Ok(Self { page, others: others?, documents: open::respondents(study)? })
    }

    /// Adds the available models to each study.
    pub(super) fn equip(self, models: &AvailableModels) -> Self {
        let others = self.others.into_iter().map(|study| models.equip(study)).collect();
        Self { page: models.equip(self.page), others, ..self }
    }

    /// Returns every version of every study, the study of the first screen first.
    pub(super) fn versions(&self, project: &Project) -> Result<Vec<Study>> {
        let mut versions = vec![self.page.clone()];
        versions.extend(self.others.iter().cloned());
        versions.extend(self.under_policies(project)?.into_iter().map(|(_, study)| study));
        Ok(versions)
    }

    /// Returns the study of the page with every policy that has questions in its language, by policy id.
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

/// Every shipped policy has questions in this language.
const ORIGINAL_LANGUAGE: &str = "en";

/// An entry of `studies/index.json`, the list of studies on the page.
#[derive(Serialize)]
struct StudyListing<'a> {
    id: &'a str,
    title: &'a str,
    language: &'a str,
    methodology: &'a str,
}

/// Builds the engine and assembles the site.
pub(super) fn assemble_site(project: &Project, studies: &Studies, profile: Profile) -> Result<Site> {
    let packages = site::build_engine(&project.root()?, profile)?;
    let mut site = Site::new(project.www(), packages);
    site.add("study.json".to_owned(), serde_json::to_vec(&studies.page)?);
    for study in &studies.others {
        site.add(format!("studies/{}/study.json", study.id), serde_json::to_vec(study)?);
    }
    let listings: Vec<StudyListing<'_>> = studies.others.iter().map(listing).collect();
    site.add("studies/index.json".to_owned(), serde_json::to_vec_pretty(&listings)?);
    let mut policies = Vec::new();
    for (id, study) in studies.under_policies(project)? {
        site.add(format!("policies/{id}/study.json"), serde_json::to_vec(&study)?);
        policies.push(id);
    }
    site.add("policies/index.json".to_owned(), serde_json::to_vec_pretty(&policies)?);
    let packs = studies.others.iter().chain([&studies.page]).map(|study| &study.pack);
    for hash in packs.filter_map(|pack| pack.learned.as_deref()) {
        if let Some(data) = learned(hash) {
            site.add(site::learned_address(hash), data.as_bytes().to_vec());
        }
    }
    site.add(site::DOCUMENTS.to_owned(), serde_json::to_vec(&document_texts(&studies.documents))?);
    site.add(site::SAMPLES.to_owned(), site::samples(&project.root()?, &sample_studies(project)?)?);
    Ok(site)
}

/// The personas of the console's sample sessions, by study: English, German and Arabic. An empty list means all.
const SAMPLE_STUDIES: [(&str, &[&str]); 4] = [
    (DEFAULT_STUDY, &[]),
    ("meal_kit", &["cooperative", "tiring", "sceptical", "verbose"]),
    ("pedelec", &["cooperative", "uncertain", "emotional", "hostile"]),
    ("qahwa", &["cooperative", "cooperative"]),
];

fn sample_studies(project: &Project) -> Result<Vec<SampleStudy>> {
    SAMPLE_STUDIES.into_iter().map(|(id, personas)| sample_study(project, id, personas)).collect()
}

/// Loads a shipped study with these personas, or with all if the list is empty.
fn sample_study(project: &Project, id: &str, personas: &[&str]) -> Result<SampleStudy> {
    let path = project.study(id);
    let study = open::study(&path)?;
    let files = open::respondents(&path)?;
    let (_, bank) = open::bank(&files, &study)?;
    let all = open::personas(&files);
    let named: Vec<&str> =
        if personas.is_empty() { all.iter().map(String::as_str).collect() } else { personas.to_vec() };
    let personas: Result<_> = named.into_iter().map(|persona| open::persona(&files, persona)).collect();
    Ok(SampleStudy { study, bank, personas: personas? })
}

/// Returns the texts of the documents by name, for the linter and the preview. The model settings stay on the server.
fn document_texts(files: &Files) -> BTreeMap<&str, Cow<'_, str>> {
    let names = files.names().filter(|name| *name != LLM);
    names.filter_map(|name| Some((name, String::from_utf8_lossy(files.get(name)?)))).collect()
}

fn listing(study: &Study) -> StudyListing<'_> {
    let Study { id, title, language, methodology, .. } = study;
    StudyListing { id, title, language, methodology: &methodology.name }
}
