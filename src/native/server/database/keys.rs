//! Secrets in the database: the keys that sign tokens, and the researcher's secret.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use querent_engine::edge::{HiddenText, KeyConfig};
use rusqlite::Connection;

use crate::native::server::random::random_hex;

/// Seconds after which a new signing key is generated: the lifetime of the longest token, 30 days.
const KEY_AGE_S: u64 = 30 * 24 * 3_600;

/// The key that signs and the one before it. Generates a new key when the newest has expired.
pub(super) fn signing(connection: &mut Connection) -> Result<Vec<KeyConfig>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let transaction = connection.transaction()?;
    let newest: Option<u64> = transaction.query_row("SELECT MAX(made_at) FROM signing_key", [], |row| row.get(0))?;
    if newest.is_none_or(|made_at| made_at + KEY_AGE_S <= now) {
        transaction.execute(
            "INSERT INTO signing_key (kid, secret, made_at) VALUES (?1, ?2, ?3)",
            rusqlite::params![random_hex(4), random_hex(32), now],
        )?;
    }
    transaction.execute(
        "DELETE FROM signing_key WHERE kid NOT IN (SELECT kid FROM signing_key ORDER BY made_at DESC LIMIT 2)",
        [],
    )?;
    let mut query = transaction.prepare("SELECT kid, secret FROM signing_key ORDER BY made_at DESC")?;
    let keys: rusqlite::Result<Vec<KeyConfig>> =
        query.query_map([], |row| Ok(KeyConfig { kid: row.get(0)?, secret: HiddenText(row.get(1)?) }))?.collect();
    drop(query);
    transaction.commit()?;
    Ok(keys?)
}

/// The researcher's secret, generated once.
pub(super) fn researcher(connection: &mut Connection) -> Result<HiddenText> {
    let transaction = connection.transaction()?;
    transaction.execute(
        "INSERT INTO researcher_secret (secret) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM researcher_secret)",
        [random_hex(16)],
    )?;
    let secret = transaction.query_row("SELECT secret FROM researcher_secret", [], |row| row.get(0))?;
    transaction.commit()?;
    Ok(HiddenText(secret))
}
