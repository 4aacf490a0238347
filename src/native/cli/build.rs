//! `querent build`: writes the page into a folder. Any static host can serve it, under any path.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};

use super::{
    available_models::AvailableModels,
    open,
    outcome::Outcome,
    project::Project,
    serve::{DEFAULT_STUDY, Studies, assemble_site},
    worker_files,
};
use crate::native::print;
use crate::native::site::{Profile, Site};

#[derive(Debug, clap::Args)]
pub(super) struct BuildOptions {
    /// Folder to write into. It must be new, empty, or an earlier build, which is replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Study on the page: an id, a YAML file or a study.json. Default: the demo with all shipped studies
    #[arg(long, value_name = "STUDY")]
    study: Option<PathBuf>,
    /// Folder for a Worker that calls language models for the page. Its README explains how to deploy both
    #[arg(long, value_name = "DIR")]
    edge: Option<PathBuf>,
    /// Compile longer for the smallest engine
    #[arg(long)]
    release: bool,
}

pub(super) fn build(options: &BuildOptions) -> Result<Outcome> {
    let project = Project::find()?;
    let models = options.edge.as_ref().map(|_| AvailableModels::load_for_worker(&project)).transpose()?;
    let studies = match &options.study {
        Some(study) => Studies::only(study)?,
        None => Studies::with_shipped(&project, DEFAULT_STUDY.as_ref())?,
    };
    let studies = match &models {
        Some(models) => studies.equip(models),
        None => studies,
    };
    require_replaceable(&options.out)?;
    let profile = if options.release { Profile::Release } else { Profile::Dev };
    let site = assemble_site(&project, &studies, profile)?;
    let (files, bytes) = write(&site, &options.out)?;
    print::line(format_args!("{files} files, {} KB, in {}", bytes.div_ceil(1000), options.out.display()));
    if let (Some(folder), Some(models)) = (&options.edge, &models) {
        worker_files::write_worker(
            &project,
            &site,
            &studies.versions(&project)?,
            &models.settings,
            (folder, &options.out),
        )?;
        print::line(format_args!("The Worker is in {0}; {0}/README.md explains how to deploy it", folder.display()));
    }
    Ok(Outcome::Success)
}

/// Refuses to replace a folder that is not an earlier build.
fn require_replaceable(out: &PathBuf) -> Result<()> {
    if !out.exists() {
        return Ok(());
    }
    let mut entries = fs::read_dir(out).with_context(|| format!("{} is not a readable folder", out.display()))?;
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
            removed.with_context(|| format!("cannot remove {} of the earlier build", path.display()))?;
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
