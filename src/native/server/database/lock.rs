//! One server per folder: two servers would recover each other's jobs.

use std::{
    fs::{self, File, TryLockError},
    path::Path,
};

use anyhow::{Context, Result, bail};

/// The lock of a data folder. The operating system releases it when the program ends.
#[derive(Debug)]
pub(super) struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Locks the folder, creating it if necessary.
    pub(super) fn acquire(folder: &Path) -> Result<Self> {
        let remedy = || format!("{} cannot be used; name a folder that can be written with --data", folder.display());
        fs::create_dir_all(folder).with_context(remedy)?;
        let file = File::create(folder.join("querent.lock")).with_context(remedy)?;
        match file.try_lock() {
            // Some file systems do not support locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => bail!(
                "another `querent serve` keeps its data in {}; stop it, or name another folder with --data",
                folder.display()
            ),
        }
    }
}
