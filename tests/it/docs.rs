//! What a page says, a test runs: the README's commands, its explained decision, its links.

use std::{
    fs,
    process::{Command, Stdio},
};

use crate::program::{Ended, Folder, ended, root};

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// Blocks of this language, in order.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let open = format!("```{language}\n");
    page.split(&open).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Runs shell lines in a folder where `cargo run -- …` is the program, built already. `cargo run` alone would serve on and
/// on, and only its help is asked for.
fn shell(folder: &Folder, lines: &str) -> Ended {
    let querent = env!("CARGO_BIN_EXE_querent");
    let cargo = format!(
        "cargo() {{ shift; [ $# -gt 0 ] && shift; [ $# -gt 0 ] || set -- --help; \"{querent}\" \"$@\"; }}\nset -eu\n{lines}"
    );
    ended(Command::new("sh").args(["-c", &cargo]).current_dir(folder.path()), "")
}

#[test]
fn the_lines_of_the_readme_run_and_print_the_decision_it_shows() {
    let folder = Folder::new("readme");
    let page = readme();
    let lines: Vec<&str> = blocks(&page, "sh").into_iter().filter(|lines| !lines.contains("git clone")).collect();
    assert!(lines.len() > 1, "the README has shell lines");
    let mut printed = String::new();
    for lines in lines {
        let run = shell(&folder, lines);
        assert_eq!(run.code, 0, "{lines}\n{run:?}");
        printed.push_str(&run.out);
    }
    let shown = blocks(&page, "text");
    let decision = shown.first().expect("the README shows a decision");
    for line in decision.lines().filter(|line| *line != "…") {
        assert!(printed.lines().any(|found| found.trim_end() == line), "`{line}` is not printed; this is:\n{printed}");
    }
}

#[test]
fn every_option_the_readme_names_is_in_the_help() {
    let folder = Folder::new("options");
    let page = readme();
    let mut named = 0;
    for mention in page.split("querent ").skip(1).chain(page.split("cargo run -- ").skip(1)) {
        let words: Vec<&str> = mention.split(['\n', '`', '|']).next().unwrap().split(' ').collect();
        let Some(command) = words.first().filter(|word| word.starts_with(char::is_lowercase)) else { continue };
        let help = folder.querent(&[command, "--help"], "");
        if help.code != 0 {
            continue;
        }
        named += 1;
        for option in words.iter().map(|word| word.trim_matches(['[', ']'])).filter(|word| word.starts_with("--")) {
            assert!(help.out.contains(option), "`querent {command}` has no option {option}: {mention}");
        }
    }
    assert!(named > 5, "the README names the commands");
    let help = folder.querent(&["--help"], "").out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        assert!(page.contains(&format!("`querent {command}")), "the README leaves out `querent {command}`");
    }
}

#[test]
fn links_lead_to_files() {
    for page in ["README.md", "CHANGELOG.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let is_here = !link.starts_with("http") && !link.starts_with('#');
            assert!(!is_here || root().join(link).exists(), "{page} links to {link}, which is not there");
        }
    }
}

#[test]
fn no_file_names_a_place_of_this_machine() {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).stderr(Stdio::null()).output();
    let Ok(listed) = listed else { return };
    let home = std::env::var("HOME").unwrap_or_default();
    let places = [root().display().to_string(), root().parent().unwrap().display().to_string(), home];
    let places: Vec<String> =
        places.into_iter().filter(|place| place.len() > 3).map(|place| format!("{place}/")).collect();
    let files = String::from_utf8(listed.stdout).unwrap();
    for file in files.split('\0').filter(|file| !file.is_empty()) {
        let Ok(text) = fs::read_to_string(root().join(file)) else { continue };
        for place in &places {
            assert!(!text.contains(place), "{file} names {place}");
        }
    }
}

#[test]
#[cfg(unix)]
fn the_lines_of_the_guide_for_authors_run_and_print_the_findings_it_shows() {
    let folder = Folder::new("guide");
    std::os::unix::fs::symlink(root().join("config"), folder.path().join("config")).unwrap();
    let page = fs::read_to_string(root().join("config/README.md")).unwrap();
    let lines = blocks(&page, "sh");
    assert!(lines.len() > 4, "the guide has shell lines");
    let mut printed = String::new();
    for lines in lines {
        // `cp -r` of a link to a folder would make a link.
        let run = shell(&folder, &lines.replace("cp -r config mine", "cp -r config/. mine"));
        assert_eq!(run.code, 0, "{lines}\n{run:?}");
        printed.push_str(&run.out);
    }
    let shown = blocks(&page, "text");
    assert!(shown.len() > 1, "the guide shows findings");
    for line in shown.iter().flat_map(|block| block.lines()) {
        assert!(printed.lines().any(|found| found.trim_end() == line), "`{line}` is not printed; this is:\n{printed}");
    }
    assert!(printed.contains("warning[cycle_in_levels]: `terminal_value` leads to `attribute`"), "{printed}");
    assert!(printed.contains("B less A") && printed.contains("\"Reflect\""), "{printed}");
}
