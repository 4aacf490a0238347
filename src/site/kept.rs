//! What is made from files and takes a while, kept from one start to the next under the hash of all it was made from.

use std::{
    env,
    fs::{self, File},
    path::Path,
    time::UNIX_EPOCH,
};

use anyhow::Result;
use querent_engine::text::sha256;

/// What was made from these texts by this very program, or what is made now. `folder` holds one such thing.
///
/// A folder that cannot be read or written costs the time, and nothing else.
pub(super) fn kept(folder: &Path, from: &[String], make: impl FnOnce() -> Result<Vec<u8>>) -> Result<Vec<u8>> {
    let Some(maker) = maker() else { return make() };
    // Each by its own hash, so that no text passes into the next.
    let all: Vec<String> = from.iter().map(|text| sha256(text.as_bytes())).chain([maker]).collect();
    let file = folder.join(format!("{}.json", sha256(all.join(" ").as_bytes())));
    // The first line is the hash of the rest: half a file is none.
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
        crate::cli::print::remark(format_args!("{} cannot be kept for the next start: {error}", file.display()));
    }
    Ok(fresh)
}

fn put(folder: &Path, file: &Path, fresh: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for older in fs::read_dir(folder)?.flatten() {
        // Another program may have been faster.
        drop(fs::remove_file(older.path()));
    }
    let text = [sha256(fresh).as_bytes(), b"\n", fresh].concat();
    std::io::Write::write_all(&mut File::create(file)?, &text)
}

/// This program, by the length and time of its file: another build makes other things of the same texts.
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
        let make = |from: &[&str], made: &str| kept(&folder, &texts(from), || Ok(made.into())).unwrap();
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
