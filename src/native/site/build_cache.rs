//! Caches slow build results on disk, under the hash of their inputs.

use std::{
    env,
    fs::{self, File},
    path::Path,
    time::UNIX_EPOCH,
};

use anyhow::Result;
use querent_engine::engine::text::sha256;

/// Returns the cached result for these inputs and this program, or makes it. A folder holds one result.
///
/// An unreadable or unwritable folder is not an error; the result is made again then.
pub(super) fn cached(folder: &Path, from: &[String], make: impl FnOnce() -> Result<Vec<u8>>) -> Result<Vec<u8>> {
    let Some(maker) = maker() else { return make() };
    // Inputs are hashed one by one, so that their boundaries count.
    let all: Vec<String> = from.iter().map(|text| sha256(text.as_bytes())).chain([maker]).collect();
    let file = folder.join(format!("{}.json", sha256(all.join(" ").as_bytes())));
    // The first line is the hash of the rest, so that a truncated file is detected.
    let whole = |text: Vec<u8>| {
        let at = text.iter().position(|byte| *byte == b'\n')?;
        let (hash, rest) = (text.get(..at)?, text.get(at + 1..)?);
        (sha256(rest).as_bytes() == hash).then(|| rest.to_vec())
    };
    if let Some(there) = fs::read(&file).ok().and_then(whole) {
        return Ok(there);
    }
    let fresh = make()?;
    if let Err(error) = put(folder, &file, &fresh) {
        crate::native::print::remark(format_args!("{} cannot be cached: {error}", file.display()));
    }
    Ok(fresh)
}

fn put(folder: &Path, file: &Path, fresh: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for older in fs::read_dir(folder)?.flatten() {
        // Another process may have removed it.
        drop(fs::remove_file(older.path()));
    }
    let text = [sha256(fresh).as_bytes(), b"\n", fresh].concat();
    std::io::Write::write_all(&mut File::create(file)?, &text)
}

/// Identifies this program by the length and time of its file, because another build may give another result.
fn maker() -> Option<String> {
    let metadata = fs::metadata(env::current_exe().ok()?).ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
    Some(format!("{} {modified}", metadata.len()))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_made_once_until_what_it_was_made_from_changes() {
        let folder = env::temp_dir().join(format!("querent-kept-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
        let make = |from: &[&str], made: &str| cached(&folder, &texts(from), || Ok(made.into())).unwrap();
        assert_eq!(make(&["a", "b"], "first"), b"first");
        assert_eq!(make(&["a", "b"], "second"), b"first", "it was kept");
        assert_eq!(make(&["ab"], "third"), b"third", "no text passes into the next");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "and one is enough");
        let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let whole = fs::read(&file).unwrap();
        fs::write(&file, &whole[..whole.len() - 2]).unwrap();
        assert_eq!(make(&["ab"], "fourth"), b"fourth", "half a file is none");
        fs::remove_dir_all(&folder).unwrap();
    }
}
