//! `querent build`: writes the page with its engine into a folder that any static host can serve, under any path.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};

use super::{
    Verdict,
    models::Models,
    open, print,
    project::Project,
    serve::{DEFAULT_STUDY, Studies, assemble},
    worker,
};
use crate::site::{Profile, Site};

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Folder to write into; made if missing. It must be empty or hold an earlier build, which is replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Study on the page. Without it: the demo, with all the shipped studies to choose from
    #[arg(long, value_name = "STUDY")]
    study: Option<PathBuf>,
    /// Folder for a Worker that asks language models for the page, with a README that deploys both
    #[arg(long, value_name = "DIR")]
    edge: Option<PathBuf>,
    /// Take more time to compile for the smallest engine
    #[arg(long)]
    release: bool,
}

pub(super) fn build(options: &Options) -> Result<Verdict> {
    let project = Project::find()?;
    let models = options.edge.as_ref().map(|_| Models::anywhere(&project)).transpose()?;
    let studies = match &options.study {
        Some(study) => Studies::only(study)?,
        None => Studies::with_shipped(&project, DEFAULT_STUDY.as_ref())?,
    };
    let studies = match &models {
        Some(models) => studies.with(models),
        None => studies,
    };
    require_replaceable(&options.out)?;
    let profile = if options.release { Profile::Release } else { Profile::Dev };
    let site = assemble(&project, &studies, profile)?;
    let (files, bytes) = write(&site, &options.out)?;
    print::line(format_args!("{files} files, {} KB, in {}", bytes.div_ceil(1000), options.out.display()));
    if let (Some(folder), Some(models)) = (&options.edge, &models) {
        worker::write(&project, &site, &studies.versions(&project)?, &models.settings, (folder, &options.out))?;
        print::line(format_args!("The Worker is in {0}; {0}/README.md deploys it", folder.display()));
    }
    Ok(Verdict::Fine)
}

/// A build replaces a build, and nothing else.
fn require_replaceable(out: &PathBuf) -> Result<()> {
    if !out.exists() {
        return Ok(());
    }
    let mut entries = fs::read_dir(out).with_context(|| format!("{} is no folder that can be read", out.display()))?;
    if entries.next().is_some() && !out.join("files.json").is_file() {
        bail!("{} holds other files; name an empty or new folder with --out", out.display());
    }
    Ok(())
}

fn write(site: &Site, out: &PathBuf) -> Result<(usize, usize)> {
    if out.exists() {
        for entry in fs::read_dir(out)? {
            let path = entry?.path();
            let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.with_context(|| format!("{} of the earlier build cannot be removed", path.display()))?;
        }
    }
    let mut paths = site.paths()?;
    paths.insert("files.json".to_owned());
    let mut bytes = 0;
    for path in &paths {
        let Some(page) = site.find(path)? else { continue };
        bytes += page.bytes.len();
        open::write(&out.join(path), &page.bytes)?;
    }
    Ok((paths.len(), bytes))
}
