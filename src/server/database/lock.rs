//! One server a folder: two would take each other's work for left behind.

use std::{
    fs::{self, File, TryLockError},
    path::Path,
};

use anyhow::{Context, Result, bail};

/// Held as long as this server keeps its data in a folder; the system lets go of it however the program ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the folder, which is made if need be.
    pub(super) fn on(folder: &Path) -> Result<Self> {
        let remedy = || format!("{} cannot be used; name a folder that can be written with --data", folder.display());
        fs::create_dir_all(folder).with_context(remedy)?;
        let file = File::create(folder.join("querent.lock")).with_context(remedy)?;
        match file.try_lock() {
            // Where a file system knows no locks there is nothing to ask.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => bail!(
                "another `querent serve` keeps its data in {}; stop it, or name another folder with --data",
                folder.display()
            ),
        }
    }
}
