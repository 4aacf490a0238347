//! `querent serve`: builds the page with its engine and serves it on this machine.

use std::{
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
};

use anyhow::Result;
use querent_engine::study::Study;
use serde::Serialize;

use super::{Verdict, open, print, project::Project};
use crate::{
    server,
    site::{self, Profile, Site},
};

/// The study served if none is named.
pub(super) const DEFAULT_STUDY: &str = "oat_milk";

#[derive(Debug, clap::Args)]
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
}

impl Default for Options {
    fn default() -> Self {
        Self { port: None, host: IpAddr::V4(Ipv4Addr::LOCALHOST), study: DEFAULT_STUDY.into() }
    }
}

pub(super) fn serve(options: &Options) -> Result<Verdict> {
    let project = Project::find()?;
    let studies = Studies::with_shipped(&project, &options.study)?;
    let site = assemble(&project, &studies, Profile::Dev)?;
    print::remark(format_args!("Serving the study `{}`; Ctrl+C stops.", studies.page.id));
    server::serve(site, options.host, options.port)?;
    Ok(Verdict::Fine)
}

/// The studies of a site.
pub(super) struct Studies {
    /// The one the page opens with.
    page: Study,
    /// Those it can switch to.
    others: Vec<Study>,
}

impl Studies {
    /// This study alone.
    pub(super) fn only(study: &Path) -> Result<Self> {
        Ok(Self { page: open::study(study)?, others: Vec::new() })
    }

    /// This study, and all the shipped ones to switch to.
    pub(super) fn with_shipped(project: &Project, study: &Path) -> Result<Self> {
        let page = open::study(study)?;
        let others: Result<_> = open::shipped(project)?.iter().map(|id| open::study(Path::new(id))).collect();
        Ok(Self { page, others: others? })
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
    for id in open::policies(project)? {
        // A policy with tactics of its own may have no questions in the language of the study: it is not offered.
        match open::with_policy(&studies.page, &id) {
            Ok(study) => site.add(format!("policies/{id}/study.json"), serde_json::to_vec(&study)?),
            Err(_) if studies.page.language != ORIGINAL_LANGUAGE => continue,
            Err(error) => return Err(error),
        }
        policies.push(id);
    }
    site.add("policies/index.json".to_owned(), serde_json::to_vec_pretty(&policies)?);
    Ok(site)
}

fn offer(study: &Study) -> Offer<'_> {
    let Study { id, title, language, methodology, .. } = study;
    Offer { id, title, language, methodology: &methodology.name }
}
