//! Installs the wasm target, which a build for the browser needs.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::native::print;

/// Target of the engine.
pub(super) const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the wasm target to the toolchain if it is missing. Returns the folder of its standard library.
pub(super) fn ensure_target(root: &Path) -> Result<PathBuf> {
    let libraries = libraries(root)?;
    if libraries.is_dir() {
        return Ok(libraries);
    }
    print::remark(format_args!(
        "The Rust toolchain has no `{TARGET}` yet; adding it (about 21 MB): rustup target add {TARGET}"
    ));
    let added = Command::new("rustup").args(["target", "add", TARGET]).current_dir(root).stdin(Stdio::null()).status();
    match added {
        Ok(status) if status.success() && libraries.is_dir() => Ok(libraries),
        Ok(_) => bail!(
            "`rustup target add {TARGET}` did not succeed; see its messages above. Without a network the engine cannot \
             be built for the browser: run `rustup target add {TARGET}` in {} once while online",
            root.display()
        ),
        Err(error) => bail!(
            "`rustup` could not be started ({error}). Either install rustup from https://rustup.rs, or add the standard \
             library for `{TARGET}` to your toolchain with the package manager it came from"
        ),
    }
}

/// Returns the folder of the target's standard library, whether it exists or not.
fn libraries(root: &Path) -> Result<PathBuf> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(&rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("`{}` could not be started; install Rust from https://rustup.rs", rustc.display()))?;
    if !output.status.success() {
        bail!("`rustc --print target-libdir --target {TARGET}` failed; see its messages above");
    }
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}
