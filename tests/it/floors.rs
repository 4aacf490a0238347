//! The order of `mod` lines in `lib.rs` is the law: a module uses only those above it.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Modules in the order of their lines, lowest first.
fn floors(lib: &str) -> Vec<String> {
    lib.lines()
        .filter_map(|line| line.strip_prefix("pub mod ").or_else(|| line.strip_prefix("mod "))?.strip_suffix(';'))
        .map(str::to_owned)
        .collect()
}

/// The code without comments, texts and what only tests see.
fn code(source: &str) -> String {
    without_tests(&without_comments_and_texts(source))
}

fn without_comments_and_texts(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(next) = rest.chars().next() {
        let (taken, kept) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), "")
        } else if rest.starts_with("/*") {
            (rest.find("*/").map_or(rest.len(), |end| end + 2), "")
        } else if let Some(hashes) = raw_text(rest) {
            let close = format!("\"{}", "#".repeat(hashes));
            let open = hashes + 2;
            (rest[open..].find(&close).map_or(rest.len(), |end| open + end + close.len()), "\"\"")
        } else if next == '"' {
            (text(rest), "\"\"")
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\") {
            (rest[2..].find('\'').map_or(rest.len(), |end| end + 3), "' '")
        } else {
            code.push(next);
            (next.len_utf8(), "")
        };
        code.push_str(kept);
        rest = &rest[taken..];
    }
    code
}

/// The number of `#` of a raw text that starts here.
fn raw_text(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

/// The length of a text that starts here.
fn text(rest: &str) -> usize {
    let mut escaped = false;
    for (position, character) in rest.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return position + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Leaves out each item under `#[cfg(test)]`: up to the brace that closes it, or its semicolon.
fn without_tests(code: &str) -> String {
    let Some((before, after)) = code.split_once("#[cfg(test)]") else { return code.to_owned() };
    let mut depth = 0_i32;
    for (position, character) in after.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if (character == '}' || character == ';') && depth == 0 {
            return format!("{before}{}", without_tests(&after[position + 1..]));
        }
    }
    before.to_owned()
}

/// What the code names below a path: `crate::graph::…` and `crate::{graph, state::…}` below `crate::`.
fn named_below(code: &str, path: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (position, _) in code.match_indices(path) {
        let is_whole = !code[..position].ends_with(|before: char| before.is_alphanumeric() || "_:".contains(before));
        if is_whole {
            names.extend(heads(&code[position + path.len()..]));
        }
    }
    names
}

/// The first words of a path, or of every path of a group in braces.
fn heads(rest: &str) -> Vec<String> {
    let word = |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let Some(group) = rest.strip_prefix('{') else { return vec![word(rest)] };
    let mut depth = 0_i32;
    let mut heads = vec![word(group.trim_start())];
    for (position, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(word(group[position + 1..].trim_start())),
            _ => {}
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            files(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        found.push(path.to_owned());
    }
}

/// How many `super::` lead from a file's module to the root of the crate.
fn depth(file: &Path, src: &Path) -> usize {
    let below = file.strip_prefix(src).unwrap();
    below.components().count() - usize::from(below.ends_with("mod.rs"))
}

/// Floors a file names that do not lie below its own.
fn violations(floors: &[String], floor: usize, code: &str, depth: usize) -> Vec<String> {
    let mut named = named_below(code, "crate::");
    named.extend(named_below(code, &"super::".repeat(depth)));
    named.retain(|name| floors.iter().position(|other| other == name).is_some_and(|other| other > floor));
    named
}

#[test]
fn a_module_uses_only_those_above_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let floors = floors(&fs::read_to_string(src.join("lib.rs")).unwrap());
    assert!(floors.len() > 10, "the floors were not read from lib.rs: {floors:?}");
    let mut wrong = Vec::new();
    for (position, floor) in floors.iter().enumerate() {
        let mut found = Vec::new();
        for place in [src.join(format!("{floor}.rs")), src.join(floor)] {
            if place.exists() {
                files(&place, &mut found);
            }
        }
        assert!(!found.is_empty(), "no file of the module `{floor}` was found");
        for file in found {
            let code = code(&fs::read_to_string(&file).unwrap());
            for other in violations(&floors, position, &code, depth(&file, &src)) {
                wrong.push(format!("{} uses `{other}`, which lies above `{floor}`", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "modules that look up the floors:\n{}", wrong.join("\n"));
}

#[test]
fn a_look_up_the_floors_is_found_however_it_is_written() {
    let floors = ["id", "graph", "state"].map(str::to_owned);
    let wrong = |source: &str, depth| violations(&floors, 1, &code(source), depth);
    for source in [
        "use crate::state::State;",
        "use crate::{\n    id::Name,\n    state::{A, B},\n};",
        "fn f() -> crate::state::S {}",
    ] {
        assert_eq!(wrong(source, 1), ["state"], "{source}");
    }
    assert_eq!(wrong("use super::super::state;", 2), ["state"]);
    assert_eq!(wrong("use super::state;", 2), [""; 0], "a module of its own of that name");
    for fine in [
        "use crate::id::Name;",
        "/// See [`crate::state`].\nfn f() {}",
        "const A: &str = \"crate::state\"; // crate::state",
        "fn f() {}\n#[cfg(test)]\nmod tests { use crate::state::State; fn g() {} }",
        "#[cfg(test)]\nuse crate::state::State;\nfn f() {}",
    ] {
        assert_eq!(wrong(fine, 1), [""; 0], "{fine}");
    }
    assert_eq!(wrong("#[cfg(test)]\nmod tests {}\nuse crate::state::S;", 1), ["state"], "code after the tests counts");
}
