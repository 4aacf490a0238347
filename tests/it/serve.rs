//! The server as a browser meets it: what it hands out, with which headers, and what it keeps to itself.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use crate::program::Folder;

/// A server on a free port; it ends with the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_querent"))
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("Listening on http://").expect(&line).to_owned();
        Self { process, address }
    }

    /// The head and the body of the answer to a request.
    fn ask(&self, method: &str, path: &str, header: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{header}\r\n", self.address)
            .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        (String::from_utf8(answer[..end].to_vec()).unwrap(), answer[end + 4..].to_vec())
    }

    fn get(&self, path: &str) -> (String, Vec<u8>) {
        self.ask("GET", path, "")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_browser_gets_the_page_the_engine_and_the_studies() {
    let server = Server::start();
    for (path, kind) in [
        ("/", "text/html"),
        ("/page.js", "text/javascript"),
        ("/style/tokens.css", "text/css"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/engine/pkg/engine.js?instance=2", "text/javascript"),
        ("/engine/pkg/engine_bg.wasm", "application/wasm"),
        ("/engine/pkg/studio_bg.wasm", "application/wasm"),
        ("/study.json", "application/json"),
        ("/studies/meal_kit/study.json", "application/json"),
        ("/files.json", "application/json"),
    ] {
        let (head, body) = server.get(path);
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        assert!(head.contains(&format!("content-type: {kind}")), "{path}: {head}");
        assert!(!body.is_empty(), "{path}");
        for header in [
            "cache-control: no-cache",
            "x-content-type-options: nosniff",
            "content-security-policy: default-src 'none'",
        ] {
            assert!(head.contains(header), "{path} lacks {header}: {head}");
        }
    }
    let elsewhere = "connect-src 'self' https:";
    assert!(server.get("/console.html").0.contains(elsewhere), "a researcher names other servers");
    for path in ["/", "/preview.html", "/forget.html", "/console.css"] {
        assert!(!server.get(path).0.contains(elsewhere), "{path}");
    }
    let study: serde_json::Value = serde_json::from_slice(&server.get("/studies/meal_kit/study.json").1).unwrap();
    assert_eq!(study["id"], "meal_kit");
    let offers: serde_json::Value = serde_json::from_slice(&server.get("/studies/index.json").1).unwrap();
    assert!(offers.as_array().unwrap().iter().any(|offer| offer["id"] == "oat_milk" && offer["title"] != ""));
    let list: serde_json::Value = serde_json::from_slice(&server.get("/files.json").1).unwrap();
    for file in list["files"].as_array().unwrap() {
        let (head, _) = server.get(&format!("/{}", file.as_str().unwrap().trim_start_matches("./")));
        assert!(head.starts_with("HTTP/1.1 200"), "{file} of the list: {head}");
    }
}

#[test]
fn nothing_else_is_handed_out() {
    let server = Server::start();
    for path in [
        "/../Cargo.toml",
        "/element/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//Cargo.toml",
        "/engine/pkg/../stamp",
        "/package.json",
        "/element/",
        "/element",
        "/nothing",
    ] {
        let (head, _) = server.get(path);
        assert!(head.starts_with("HTTP/1.1 404"), "{path}: {head}");
    }
    assert!(server.ask("POST", "/study.json", "content-length: 0\r\n").0.starts_with("HTTP/1.1 405"));
}

#[test]
fn a_file_known_by_its_tag_is_not_sent_again() {
    let server = Server::start();
    let (head, body) = server.get("/study.json");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_owned();
    let (again, nothing) = server.ask("GET", "/study.json", &format!("if-none-match: {tag}\r\n"));
    assert!(again.starts_with("HTTP/1.1 304") && nothing.is_empty(), "{again}");
    let (head, nothing) = server.ask("HEAD", "/study.json", "");
    assert!(nothing.is_empty() && head.contains(&format!("content-length: {}", body.len())), "{head}");
}

#[test]
fn a_port_in_use_is_refused_with_a_remedy() {
    let server = Server::start();
    let port = server.address.rsplit(':').next().unwrap();
    let refused = Folder::new("port").querent(&["serve", "--port", port], "");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains(port) && refused.err.contains("--port 0"), "{}", refused.err);
}

#[cfg(unix)]
#[test]
fn a_missing_wasm_target_is_added_or_told_in_words() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("target");
    let script = |name: &str, lines: &str| {
        folder.write(name, &format!("#!/bin/sh\n{lines}\n"));
        std::fs::set_permissions(folder.path().join(name), std::fs::Permissions::from_mode(0o755)).unwrap();
    };
    script("rustc", "echo /nowhere/lib");
    let build = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_querent"));
        command.args(["build", "--out", "site"]).current_dir(folder.path());
        command.env("RUSTC", folder.path().join("rustc")).env("PATH", folder.path());
        crate::program::ended(&mut command, "")
    };
    let without = build();
    assert_eq!(without.code, 2, "{without:?}");
    assert!(without.err.contains("https://rustup.rs"), "{}", without.err);
    script("rustup", "exit 1");
    let offline = build();
    assert_eq!(offline.code, 2, "{offline:?}");
    assert!(offline.err.contains("rustup target add wasm32-unknown-unknown` in") && offline.err.contains("online"));
}
