//! Opening the database. An error names the file and a remedy. The file is never repaired, moved or deleted.

use std::{
    fs::OpenOptions,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, anyhow, bail};
use querent_engine::edge::database::MIGRATIONS;
use rusqlite::{Connection, ErrorCode, OpenFlags};

/// Time limit for a lock of another program on the file.
const BUSY: Duration = Duration::from_secs(5);

/// What a crash of the computer may lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// The counters of the last seconds.
    Counters,
    /// Nothing that was acknowledged.
    Sessions,
}

/// Opens a database in memory.
pub(super) fn in_memory() -> Result<Connection> {
    let mut connection = Connection::open_in_memory().context("the database cannot be kept in memory")?;
    migrate(&mut connection).context("the database in memory cannot be set up")?;
    Ok(connection)
}

/// Opens the database of a folder. Other users of the computer cannot read it.
pub(super) fn on_disk(folder: &Path, durability: Durability) -> Result<Connection> {
    let file = file(folder);
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&file).map_err(|error| {
        anyhow!("{} cannot be written: {error}; make it writable, or name another folder with --data", file.display())
    })?;
    let explain = |error| explain(&file, error);
    let mut connection = Connection::open(&file).map_err(explain)?;
    prepare(&connection, durability).map_err(explain)?;
    let state: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(explain)?;
    if state != "ok" {
        return Err(damaged(&file, &state));
    }
    let version = migrate(&mut connection).map_err(explain)?;
    if version > MIGRATIONS.len() {
        bail!(
            "{} was written by a newer version of querent (its schema is {version}, this version knows {}); use that \
             version, or name another folder with --data",
            file.display(),
            MIGRATIONS.len()
        );
    }
    Ok(connection)
}

/// Opens a read-only connection to the database of a folder.
pub(super) fn to_read(folder: &Path) -> Result<Connection> {
    let file = file(folder);
    let explain = |error| explain(&file, error);
    let connection = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(explain)?;
    connection.busy_timeout(BUSY).map_err(explain)?;
    Ok(connection)
}

fn file(folder: &Path) -> PathBuf {
    folder.join("querent.db")
}

fn prepare(connection: &Connection, durability: Durability) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    match durability {
        // A commit survives a crash of the program, but not of the computer.
        Durability::Counters => connection.pragma_update(None, "synchronous", "NORMAL"),
        // A commit waits for the disk. Deleted rows are overwritten.
        Durability::Sessions => {
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "secure_delete", "ON")
        }
    }
}

/// Applies the missing migrations, and returns the version of the schema.
fn migrate(connection: &mut Connection) -> rusqlite::Result<usize> {
    let transaction = connection.transaction()?;
    for table in [
        "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)",
        "CREATE TABLE IF NOT EXISTS signing_key (kid TEXT PRIMARY KEY, secret TEXT NOT NULL, made_at INTEGER NOT NULL)",
        "CREATE TABLE IF NOT EXISTS researcher_secret (secret TEXT NOT NULL)",
    ] {
        transaction.execute(table, [])?;
    }
    let version: usize =
        transaction.query_row("SELECT COALESCE(MAX(version), 0) FROM schema_version", [], |row| row.get(0))?;
    for (step, migration) in MIGRATIONS.iter().enumerate().skip(version) {
        for statement in migration.statements {
            transaction.execute(statement, [])?;
        }
        transaction.execute("INSERT INTO schema_version (version) VALUES (?1)", [step + 1])?;
    }
    transaction.commit()?;
    Ok(version.max(MIGRATIONS.len()))
}

/// An error with a remedy.
fn explain(file: &Path, error: rusqlite::Error) -> anyhow::Error {
    let shown = file.display();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => damaged(file, &error.to_string()),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
            anyhow!("{shown} cannot be written ({error}); make it and its folder writable, or name another with --data")
        }
        Some(ErrorCode::DiskFull) => anyhow!("there is no room for {shown} ({error}); make room and start again"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            anyhow!("another program has locked {shown} ({error}); close it and start again")
        }
        _ => anyhow::Error::new(error).context(format!("{shown} cannot be used; name another folder with --data")),
    }
}

fn damaged(file: &Path, why: &str) -> anyhow::Error {
    let shown = file.display();
    anyhow!(
        "{shown} is damaged or no database ({why}). It was not changed. Restore a backup; or, to start empty, move it away \
         together with {shown}-wal and {shown}-shm. `sqlite3 {shown} .recover` may save its content"
    )
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use std::fs;

    use super::*;

    /// A temporary folder.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("querent-open-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn refusal(&self) -> String {
            on_disk(&self.0, Durability::Sessions).unwrap_err().to_string()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_that_is_no_database_is_named_and_not_changed() {
        let folder = Folder::new("garbage");
        let garbage = b"this is a shopping list, and a rather long one".repeat(200);
        fs::write(folder.0.join("querent.db"), &garbage).unwrap();
        let refusal = folder.refusal();
        assert!(refusal.contains("querent.db is damaged") && refusal.contains("move it away"), "{refusal}");
        assert_eq!(fs::read(folder.0.join("querent.db")).unwrap(), garbage);
    }

    #[test]
    fn a_database_damaged_in_the_middle_is_found_at_the_start() {
        let folder = Folder::new("damaged");
        let connection = on_disk(&folder.0, Durability::Sessions).unwrap();
        for number in 0..400 {
            let row = rusqlite::params![format!("s{number}"), "x".repeat(500)];
            connection.execute("INSERT INTO event (session, place, entry) VALUES (?1, 0, ?2)", row).unwrap();
        }
        drop(connection);
        let file = folder.0.join("querent.db");
        let mut bytes = fs::read(&file).unwrap();
        let middle = bytes.len() / 2 / 4096 * 4096;
        bytes[middle..middle + 4096].fill(0xa5);
        fs::write(&file, &bytes).unwrap();
        let refusal = folder.refusal();
        assert!(refusal.contains("querent.db is damaged"), "{refusal}");
        assert_eq!(fs::read(&file).unwrap(), bytes, "it is not changed");
    }

    #[test]
    fn a_path_that_cannot_be_written_is_named_with_a_remedy() {
        let folder = Folder::new("directory");
        fs::create_dir(folder.0.join("querent.db")).unwrap();
        let refusal = folder.refusal();
        assert!(refusal.contains("querent.db cannot be written") && refusal.contains("--data"), "{refusal}");
        let file = folder.0.join("file");
        fs::write(&file, "").unwrap();
        let refusal = format!("{:#}", super::super::lock::FolderLock::acquire(&file).unwrap_err());
        assert!(refusal.contains("file cannot be used") && refusal.contains("--data"), "{refusal}");
    }

    #[test]
    fn a_database_of_a_newer_version_is_not_touched() {
        let folder = Folder::new("newer");
        let connection = on_disk(&folder.0, Durability::Sessions).unwrap();
        connection.execute("INSERT INTO schema_version (version) VALUES (99)", []).unwrap();
        drop(connection);
        assert!(folder.refusal().contains("newer version"), "{}", folder.refusal());
    }

    #[test]
    fn one_server_per_folder() {
        let folder = Folder::new("lock");
        let held = super::super::lock::FolderLock::acquire(&folder.0).unwrap();
        let refusal = super::super::lock::FolderLock::acquire(&folder.0).unwrap_err().to_string();
        assert!(refusal.contains("another `querent serve`"), "{refusal}");
        drop(held);
        super::super::lock::FolderLock::acquire(&folder.0).unwrap();
    }
}
