//! Writes the Worker of `querent build --edge`: the endpoint for a host that runs wasm.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};
use querent_engine::{
    edge::database::{MIGRATIONS, Migration},
    engine::study::Study,
    studio::settings::LlmSettings,
};
use serde::Serialize;

use super::{open, project::Project};
use crate::native::site::Site;

/// Files of `www/edge` that are copied unchanged.
const SCRIPTS: [&str; 3] = ["worker.js", "glue.js", "README.md"];

/// Files of the site that the Worker loads too.
const PACKAGE: [&str; 2] = ["studio.js", "studio_bg.wasm"];

/// Data of the Worker.
#[derive(Serialize)]
struct WorkerData<'a> {
    studies: &'a [Study],
    settings: &'a LlmSettings,
}

/// Writes the Worker into a folder. An existing `wrangler.toml` stays unchanged, because it holds the id of the database.
pub(super) fn write_worker(
    project: &Project,
    site: &Site,
    studies: &[Study],
    settings: &LlmSettings,
    (worker, out): (&Path, &Path),
) -> Result<()> {
    require_own(worker)?;
    for name in SCRIPTS {
        copy(&project.www().join("edge").join(name), &worker.join(name))?;
    }
    for name in PACKAGE {
        let Some(file) = site.find(&format!("engine/pkg/{name}"))? else { bail!("{name} was not built") };
        open::write(&worker.join("pkg").join(name), &file.bytes)?;
    }
    let data = serde_json::to_string(&WorkerData { studies, settings })?;
    open::write(&worker.join("served.js"), format!("export default {data};\n").as_bytes())?;
    for (place, Migration { name, statements }) in MIGRATIONS.iter().enumerate() {
        let name = format!("migrations/{:04}_{name}.sql", place + 1);
        open::write(&worker.join(name), format!("{};\n", statements.join(";\n\n")).as_bytes())?;
    }
    let deployment = worker.join("wrangler.toml");
    if !deployment.exists() {
        open::write(&deployment, wrangler(&relative(worker, out)?).as_bytes())?;
    }
    Ok(())
}

/// Refuses to replace a folder that is not an earlier Worker.
fn require_own(folder: &Path) -> Result<()> {
    let is_taken = folder.is_dir() && fs::read_dir(folder)?.next().is_some();
    if is_taken && !folder.join("served.js").is_file() {
        bail!("{} holds other files; name an empty or new folder with --edge", folder.display());
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let bytes = fs::read(from).with_context(|| format!("{} cannot be read", from.display()))?;
    open::write(to, &bytes)
}

/// Returns the configuration for `wrangler`.
fn wrangler(site: &str) -> String {
    format!(
        r#"# The page and its endpoint in one Worker. `querent build` does not change this file once it exists.
name = "querent"
main = "worker.js"
compatibility_date = "2026-04-01"

# The page. All other requests go to the Worker.
[assets]
directory = "{site}"
binding = "ASSETS"
run_worker_first = ["/api/*"]

# Origins of other pages that may use this endpoint, separated by commas: "https://survey.example".
[vars]
ORIGINS = ""

[[rules]]
type = "CompiledWasm"
globs = ["**/*.wasm"]

# Costs, and collected sessions. `wrangler d1 create querent` prints the id.
[[d1_databases]]
binding = "DATABASE"
database_name = "querent"
database_id = "00000000-0000-0000-0000-000000000000"
migrations_dir = "migrations"

# Every ten minutes: deletes expired sessions and resumes interrupted work.
[triggers]
crons = ["*/10 * * * *"]

[observability]
enabled = true
"#
    )
}

/// Returns the relative path from one folder to another, with `/` as separator.
fn relative(from: &Path, to: &Path) -> Result<String> {
    let [from, to] = [from, to].map(|path| fs::create_dir_all(path).and_then(|()| fs::canonicalize(path)));
    let (from, to) = (from?, to?);
    let shared = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = to.components().skip(shared).map(|part| part.as_os_str().to_string_lossy().into_owned());
    let way: Vec<String> = up.chain(down).collect();
    Ok(if way.is_empty() { ".".to_owned() } else { way.join("/") })
}
