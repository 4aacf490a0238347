//! Rules of the module tree: the order of floors, cycles between files, and names of public types.

mod tree;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use petgraph::{
    algo::tarjan_scc,
    graph::{DiGraph, NodeIndex},
};

use self::tree::{ModuleId, Tree};

/// Folders in which the order of `mod` lines is the order of floors, beside the crate roots.
const FLOORS: [&str; 5] = ["crate::engine", "crate::studio", "crate::edge", "crate::native", "crate::wasm"];

/// Most files of a cycle that count as one idea.
const CYCLE_LIMIT: usize = 2;

/// Cycles of more files that are allowed: any file of the cycle below `src`, and the reason.
const ALLOWED_CYCLES: [(&str, &str); 3] = [
    ("engine/reader/read.rs", "the steps of one reading share the context that `read` passes through them"),
    ("engine/interview/mod.rs", "the stages are methods of `Interview`, which the module defines"),
    ("edge/routes/mod.rs", "the table of routes names the handlers, which use its path values"),
];

/// Fails with the list of what is found.
fn assert_none(found: &[String], what: &str) {
    assert!(found.is_empty(), "{} {what}:\n{}", found.len(), found.join("\n"));
}

/// Most rows of the glossary in the crate documentation.
const GLOSSARY_LIMIT: usize = 40;

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The library and the program.
fn crates() -> Tree {
    let read = |file: &Path| fs::read_to_string(file).ok();
    let mut tree = Tree::default();
    tree.load("querent_engine", &src().join("lib.rs"), &read);
    tree.load("querent", &src().join("main.rs"), &read);
    assert!(tree.modules.len() > 100, "only {} modules were found", tree.modules.len());
    tree
}

/// References to a module below that of its user, in lines a reader can follow.
fn violations(tree: &Tree) -> Vec<String> {
    let mut found = BTreeSet::new();
    for (scope, module) in tree.modules.iter().enumerate() {
        if module.parent.is_some() && !FLOORS.contains(&tree.path(scope).as_str()) {
            continue;
        }
        let place = |child: ModuleId| module.children.iter().position(|other| *other == child);
        for (user, code) in tree.modules.iter().enumerate() {
            let Some(own) = tree.child_of(scope, user) else { continue };
            for reference in &code.references {
                let used = tree.definition(user, reference).and_then(|used| tree.child_of(scope, used));
                if let Some(used) = used.filter(|used| place(*used) > place(own)) {
                    let floor = (&tree.modules[own].name, &tree.modules[used].name);
                    let path = reference.path.join("::");
                    found.insert(format!(
                        "{} uses `{path}`, but `{}` is above `{}`",
                        short(&code.file),
                        floor.1,
                        floor.0
                    ));
                }
            }
        }
    }
    found.into_iter().collect()
}

/// Cycles of files that use each other, largest first.
fn cycles(tree: &Tree) -> Vec<Vec<PathBuf>> {
    let mut graph = DiGraph::<&Path, ()>::new();
    let mut nodes = BTreeMap::new();
    for module in &tree.modules {
        nodes.entry(module.file.as_path()).or_insert_with(|| graph.add_node(&module.file));
    }
    for (user, code) in tree.modules.iter().enumerate() {
        // A facade that re-exports an item does not use it.
        for reference in code.references.iter().filter(|reference| !reference.is_reexport) {
            if let Some(used) = tree.definition(user, reference) {
                graph.update_edge(nodes[code.file.as_path()], nodes[tree.modules[used].file.as_path()], ());
            }
        }
    }
    let mut cycles = tarjan_scc(&graph);
    cycles.sort_by_key(|files| std::cmp::Reverse(files.len()));
    let named = |files: Vec<NodeIndex>| {
        let mut files: Vec<PathBuf> = files.into_iter().map(|file| graph[file].to_owned()).collect();
        files.sort();
        files
    };
    cycles.into_iter().filter(|files| files.len() > CYCLE_LIMIT).map(named).collect()
}

/// Names that more than one visible type has, with the files that define them.
fn shared_names(tree: &Tree) -> BTreeMap<&str, Vec<String>> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for module in &tree.modules {
        for name in &module.types {
            places.entry(name).or_default().push(short(&module.file));
        }
    }
    places.retain(|_, files| files.len() > 1);
    places
}

/// Rows of the glossary: the first cell of each line `| word | meaning |` in the documentation of a crate root.
fn glossary(root: &str) -> Vec<&str> {
    let lines = root.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim);
    let rows = lines.filter_map(|line| line.strip_prefix('|')?.split('|').next()).map(str::trim);
    rows.skip_while(|word| !word.starts_with("--")).skip(1).collect()
}

/// The pairs in a glossary: `Name` ×2 lists the name of two types.
fn listed_pairs<'a>(rows: &[&'a str]) -> BTreeMap<&'a str, usize> {
    let pair = |row: &&'a str| {
        let (name, count) = row.split_once('×')?;
        Some((name.trim().trim_matches('`'), count.trim().parse().ok()?))
    };
    rows.iter().filter_map(pair).collect()
}

fn short(file: &Path) -> String {
    file.strip_prefix(src()).unwrap_or(file).display().to_string()
}

#[test]
fn a_module_uses_only_those_above_it() {
    assert_none(&violations(&crates()), "uses of a module further down");
}

#[test]
fn no_more_than_two_files_use_each_other_in_a_circle() {
    let tree = crates();
    let all = cycles(&tree);
    let is_allowed = |files: &[PathBuf]| {
        ALLOWED_CYCLES.iter().any(|(file, reason)| !reason.is_empty() && files.contains(&src().join(file)))
    };
    let names = |files: &[PathBuf]| files.iter().map(|file| short(file)).collect::<Vec<_>>().join(" ");
    let wrong: Vec<String> = all.iter().filter(|files| !is_allowed(files)).map(|files| names(files)).collect();
    assert_none(&wrong, "cycles of more than two files");
    for (file, _) in ALLOWED_CYCLES {
        assert!(all.iter().any(|files| files.contains(&src().join(file))), "{file} is in no cycle any more");
    }
}

#[test]
fn no_two_public_types_share_a_name_unless_the_glossary_lists_them() {
    let tree = crates();
    let root = fs::read_to_string(src().join("lib.rs")).unwrap();
    let rows = glossary(&root);
    assert!(rows.len() <= GLOSSARY_LIMIT, "the glossary has {} rows, {GLOSSARY_LIMIT} at most", rows.len());
    let listed = listed_pairs(&rows);
    let shared = shared_names(&tree);
    let mut wrong: Vec<String> = Vec::new();
    for (name, files) in &shared {
        if listed.get(name) != Some(&files.len()) {
            wrong.push(format!("{name} ×{}: {}", files.len(), files.join(" ")));
        }
    }
    wrong.extend(listed.keys().filter(|name| !shared.contains_key(*name)).map(|name| format!("{name}: one type only")));
    assert_none(&wrong, "names of types that are not as the glossary says");
}

/// A crate of these files.
fn tree_of(files: &[(&str, &str)]) -> Tree {
    let read = |path: &Path| {
        let file = files.iter().find(|(name, _)| Path::new(name) == path)?;
        Some(file.1.to_owned())
    };
    let mut tree = Tree::default();
    tree.load("querent_engine", Path::new("lib.rs"), &read);
    tree
}

#[test]
fn a_use_of_a_module_further_down_is_found_however_it_is_written() {
    let wrong = |source: &str| {
        let files = [
            ("lib.rs", "pub mod id; pub mod graph; pub mod state;"),
            ("id.rs", "pub struct Name;"),
            ("graph.rs", source),
            ("state/mod.rs", "mod course; pub use self::course::Course; pub fn read() {}"),
            ("state/course.rs", "pub struct Course;"),
        ];
        violations(&tree_of(&files)).len()
    };
    for source in [
        "use crate::state::Course;",
        "use crate::{id::Name, state::{Course, read}};",
        "use super::state::Course;",
        "fn f() -> crate::state::Course { todo!() }",
        "fn f() { println!(\"{}\", crate::state::read()); }",
        "use crate::state; fn f() { state::read(); }",
        "mod inner { use super::super::state::Course; }",
        "#[serde(with = \"crate::state::Course\")] struct A;",
        "#[cfg(test)] mod tests {} use crate::state::Course;",
        "fn f() { use crate::state::Course; }",
    ] {
        assert!(wrong(source) > 0, "{source}");
    }
    for fine in [
        "use crate::id::Name;",
        "/// See [`crate::state`].\nfn f() {}",
        "const A: &str = \"crate::state::Course\"; // crate::state",
        "#[cfg(test)] mod tests { use crate::state::Course; }",
        "#[cfg(test)] use crate::state::Course;",
        "mod state { pub struct Course; } use self::state::Course;",
    ] {
        assert_eq!(wrong(fine), 0, "{fine}");
    }
}

#[test]
fn a_cycle_is_found_through_the_facade_that_re_exports_its_parts() {
    let facade = "pub mod a; pub mod b; pub mod c; pub use self::{a::A, b::B, c::C};";
    let files = |c: &'static str| {
        let code = [
            ("lib.rs", facade),
            ("a.rs", "use crate::B; pub struct A;"),
            ("b.rs", "use crate::C; pub struct B;"),
            ("c.rs", c),
        ];
        cycles(&tree_of(&code)).iter().map(Vec::len).collect::<Vec<_>>()
    };
    assert_eq!(files("pub struct C;"), [0; 0]);
    assert_eq!(files("pub struct C; fn f(_: crate::A) {}"), [3]);
}

#[test]
fn shared_names_are_counted_and_read_from_the_glossary() {
    let tree = tree_of(&[(
        "lib.rs",
        "pub struct A; mod b { pub(crate) enum A {} struct C; } mod d { pub(super) trait C {} }",
    )]);
    assert_eq!(shared_names(&tree).keys().copied().collect::<Vec<_>>(), ["A"]);
    let rows = glossary("//! | word | meaning |\n//! |---|---|\n//! | probe | a question |\n//! | `A` ×2 | two |\n");
    assert_eq!(rows, ["probe", "`A` ×2"]);
    assert_eq!(listed_pairs(&rows), BTreeMap::from([("A", 2)]));
}
