//! Controls 11, 14, 19 and 20 on the native server itself, against a stand-in for a provider over real connections.

use std::{
    fmt::Write as _,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::talk::{ANSWER, answer, opening, uuid};
use crate::program::{Folder, root};

/// The only key the stand-in knows.
const KEY: &str = "sk-canary-native-51c7";

/// A program that ends with its owner.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The stand-in for a provider.
struct Stub {
    _process: Running,
    address: String,
}

impl Stub {
    fn start() -> Self {
        let mut process = Command::new("node")
            .args(["tests/stub/provider.mjs", "--port", "0", "--key", KEY])
            .current_dir(root())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        let address = told["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
        Self { _process: Running(process), address }
    }

    /// What happens to every call from now on.
    fn default(&self, scenario: &Value) {
        http(&self.address, "POST", "/control", &[], json!({"default": scenario}).to_string().as_bytes());
    }

    fn calls(&self) -> u64 {
        http(&self.address, "GET", "/control/stats", &[], b"").json()["calls"].as_u64().unwrap()
    }
}

/// The server with its folder; what it writes to the terminal goes into files there.
struct Server {
    process: Running,
    address: String,
    folder: Folder,
}

impl Server {
    fn start(name: &str, stub: &Stub, key: &str) -> Self {
        let folder = Folder::new(name);
        let file = |name: &str| fs::File::create(folder.path().join(name)).unwrap();
        let process = Command::new(env!("CARGO_BIN_EXE_querent"))
            .args(["serve", "--port", "0", "--sessions-per-hour", "100000", "--data"])
            .arg(folder.path().join("data"))
            .current_dir(root())
            .env("ANTHROPIC_API_KEY", key)
            .env("ANTHROPIC_BASE_URL", format!("http://{}", stub.address))
            // A proxy of the environment is not asked: nothing lives there.
            .env("HTTP_PROXY", "http://127.0.0.1:9")
            .env("http_proxy", "http://127.0.0.1:9")
            .env("ALL_PROXY", "http://127.0.0.1:9")
            .env_remove("OPENAI_API_KEY")
            .env_remove("DEEPSEEK_API_KEY")
            .env_remove("MOONSHOT_API_KEY")
            .stdout(file("out"))
            .stderr(file("err"))
            .spawn()
            .unwrap();
        let mut process = Running(process);
        let began = Instant::now();
        let address = loop {
            let out = folder.read("out");
            if let Some(line) = out.lines().find_map(|line| line.strip_prefix("Listening on http://")) {
                break line.to_owned();
            }
            let is_over = process.0.try_wait().unwrap().is_some() || began.elapsed() > Duration::from_mins(15);
            assert!(!is_over, "it did not start: {}", folder.read("err"));
            std::thread::sleep(Duration::from_millis(50));
        };
        Self { process, address, folder }
    }

    fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    fn post(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> Answered {
        let origin = self.origin();
        let mut all = vec![("origin", origin.as_str()), ("content-type", "application/json")];
        all.extend(headers);
        http(&self.address, "POST", &format!("/api/v1/{path}"), &all, body.to_string().as_bytes())
    }

    fn session(&self) -> String {
        self.session_of("oat_milk")
    }

    fn session_of(&self, study: &str) -> String {
        let answered = self.post("sessions", &[], &json!({"study": study}));
        assert_eq!(answered.status, 201, "{}", answered.text());
        answered.json()["token"].as_str().unwrap().to_owned()
    }

    fn task(&self, token: &str, task: &str, number: u32, context: &Value) -> Answered {
        let (bearer, id) = (format!("Bearer {token}"), uuid(number));
        let headers = [("authorization", bearer.as_str()), ("x-request-id", id.as_str()), ("x-turn", "0")];
        self.post(&format!("tasks/{task}"), &headers, &json!({"context": context}))
    }

    fn terminal(&self) -> String {
        self.folder.read("out") + &self.folder.read("err")
    }

    /// Everything in its folder: what it printed and what it counted.
    fn left_behind(&self) -> Vec<u8> {
        let mut all = self.terminal().into_bytes();
        for entry in fs::read_dir(self.folder.path().join("data")).unwrap() {
            all.extend(fs::read(entry.unwrap().path()).unwrap());
        }
        all
    }
}

/// What came back.
struct Answered {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answered {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

fn http(address: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answered {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "host") {
        write!(head, "host: {address}\r\n").unwrap();
    }
    for (name, value) in headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    stream.write_all(body).unwrap();
    read(&mut stream)
}

fn read(stream: &mut TcpStream) -> Answered {
    let mut all = Vec::new();
    // A server that refuses while it reads may close before it was sent everything.
    let _ = stream.read_to_end(&mut all);
    let end = all.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(all[..end].to_vec()).unwrap().to_lowercase();
    let body = all[end + 4..].to_vec();
    let body = if head.contains("transfer-encoding: chunked") { unchunked(&body) } else { body };
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answered { status, head, body }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|bytes| bytes == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            break;
        }
        body.extend(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 2 + length + 2..];
    }
    body
}

/// A server with its provider, both gone with the test.
fn both() -> (Stub, Server) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let stub = Stub::start();
    let server = Server::start(&format!("edge-{}", COUNT.fetch_add(1, Ordering::Relaxed)), &stub, KEY);
    (stub, server)
}

#[test]
fn with_a_key_the_study_names_models_and_a_page_gets_questions_and_readings_from_one() {
    let both = both();
    let (stub, server) = &both;
    let study = http(&server.address, "GET", "/study.json", &[], b"").json();
    assert_eq!(study["models"], json!(["claude-haiku"]));
    let health = http(&server.address, "GET", "/api/v1/health", &[], b"").json();
    assert_eq!((&health["ok"], &health["models"]), (&json!(true), &json!(true)));
    let token = server.session();
    let before = stub.calls();
    let question = server.task(&token, "question_opening", 1, &opening());
    assert_eq!(question.status, 200, "{}", question.text());
    assert!(question.json()["output"].as_str().unwrap().ends_with('?'), "{}", question.text());
    let reading = server.task(&token, "turn_analysis", 2, &answer());
    assert_eq!(reading.status, 200, "{}", reading.text());
    let output: Value = serde_json::from_str(reading.json()["output"].as_str().unwrap()).unwrap();
    assert!(output["extraction"]["nodes"].is_array(), "{output}");
    assert!(reading.json()["cost_nano_usd"].as_u64().unwrap() > 0);
    assert_eq!(stub.calls() - before, 2, "one call for each");
}

#[test]
fn a_question_streams_through() {
    let both = both();
    let (_, server) = &both;
    let (token, id) = (format!("Bearer {}", server.session()), uuid(1));
    let headers =
        [("authorization", token.as_str()), ("x-request-id", &id), ("x-turn", "0"), ("accept", "text/event-stream")];
    let said = server.post("tasks/question_opening", &headers, &json!({"context": opening()})).text();
    assert!(
        said.starts_with("event: delta\n") && said.contains("event: usage\n") && said.contains("event: done\n"),
        "{said}"
    );
}

#[test]
fn a_name_that_is_not_ours_is_refused_for_pages_and_endpoint_alike() {
    let both = both();
    let (_, server) = &both;
    for path in ["/", "/study.json", "/api/v1/health"] {
        for host in ["evil.example", "evil.example:8080", "localhost.evil.example"] {
            assert_eq!(http(&server.address, "GET", path, &[("host", host)], b"").status, 403, "{path} of {host}");
        }
        let port = server.address.rsplit(':').next().unwrap();
        assert_eq!(http(&server.address, "GET", path, &[("host", &format!("localhost:{port}"))], b"").status, 200);
    }
}

#[test]
fn pages_of_other_origins_are_refused_and_replies_carry_their_headers() {
    let both = both();
    let (_, server) = &both;
    let body = json!({"study": "oat_milk"}).to_string();
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        let headers = [("origin", origin), ("content-type", "application/json")];
        let said = http(&server.address, "POST", "/api/v1/sessions", &headers, body.as_bytes());
        assert_eq!(said.status, 403, "{origin}");
        assert!(!said.head.contains("access-control-allow-origin"), "{}", said.head);
    }
    let said = server.post("sessions", &[], &json!({"study": "oat_milk"}));
    for header in
        ["cache-control: no-store", "x-content-type-options: nosniff", "referrer-policy: no-referrer", "vary: origin"]
    {
        assert!(said.head.contains(header), "{header} is not in {}", said.head);
    }
}

#[test]
fn a_body_of_a_hundred_megabytes_is_refused_while_it_is_read() {
    let both = both();
    let (stub, server) = &both;
    let (token, before) = (server.session(), stub.calls());
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let head = format!(
        "POST /api/v1/tasks/turn_analysis HTTP/1.1\r\nhost: {}\r\norigin: {}\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\nx-request-id: {}\r\nx-turn: 1\r\ntransfer-encoding: chunked\r\n\r\n",
        server.address,
        server.origin(),
        uuid(1)
    );
    stream.write_all(head.as_bytes()).unwrap();
    let piece = [b"10000\r\n".as_slice(), &vec![b'x'; 65_536], b"\r\n"].concat();
    let mut sent = 0_u64;
    for _ in 0..1_600 {
        match stream.write_all(&piece) {
            Ok(()) => sent += 65_536,
            Err(_) => break,
        }
    }
    assert!(sent < 50_000_000, "{sent} bytes were taken");
    assert_eq!(stub.calls(), before);
    let announced = TcpStream::connect(&server.address).map(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let head = head.replace("transfer-encoding: chunked", "content-length: 104857600\r\nconnection: close");
        stream.write_all(head.as_bytes()).unwrap();
        read(&mut stream)
    });
    let announced = announced.unwrap();
    assert_eq!((announced.status, &announced.json()["error"]["code"]), (413, &json!("too_large")));
}

#[test]
fn whatever_the_provider_does_over_the_wire_ends_in_a_code_of_ours_and_in_time() {
    let both = both();
    let (stub, server) = &both;
    // Another study than the other tests': what it makes of a provider is its own affair. Faults that open the breaker stand
    // between others that close it.
    for fault in [
        "html",
        "reset",
        "garbage",
        "cut",
        "redirect",
        "gzip_bomb",
        "endless",
        "empty",
        "refusal",
        "wrong_type",
        "bad_gateway",
    ] {
        let before = stub.calls();
        stub.default(&json!({"fault": fault}));
        let began = Instant::now();
        let token = server.session_of("meal_kit");
        let said = server.task(&token, "question_opening", 1, &opening());
        assert!([502, 503, 504].contains(&said.status), "{fault}: {} {}", said.status, said.text());
        assert!(stub.calls() > before, "{fault} was not met");
        assert!(said.json()["error"]["kind"].is_string(), "{fault}: {}", said.text());
        assert!(began.elapsed() < Duration::from_secs(12), "{fault} took {:?}", began.elapsed());
        assert!(!said.text().contains("127.0.0.1") && !said.text().contains("Sign in"), "{fault}: {}", said.text());
    }
}

#[test]
fn a_wrong_key_is_said_at_the_terminal_by_the_name_of_its_variable_and_never_shown() {
    let stub = Stub::start();
    let wrong = "sk-canary-wrong-77aa";
    let server = Server::start("edge-wrong-key", &stub, wrong);
    let token = server.session();
    let said = server.task(&token, "turn_analysis", 1, &answer());
    assert_eq!((said.status, &said.json()["error"]["kind"]), (502, &json!("auth")));
    let terminal = server.terminal();
    assert!(terminal.contains("anthropic does not accept the key in ANTHROPIC_API_KEY"), "{terminal}");
    let all = String::from_utf8_lossy(&server.left_behind()).into_owned() + &said.text();
    for secret in [wrong, KEY, ANSWER, token.as_str()] {
        assert!(!all.contains(secret), "{secret} was left behind");
    }
    for path in ["/", "/study.json", "/files.json", "/studies/index.json", "/engine/pkg/querent_engine.js", "/llm.yaml"]
    {
        let page = http(&server.address, "GET", path, &[], b"");
        assert!(!page.text().contains(wrong), "{path} holds the key");
    }
}

#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_stop_settles_the_calls_under_way() {
    let stub = Stub::start();
    let mut server = Server::start("edge-stop", &stub, KEY);
    stub.default(&json!({"ms": 1_500}));
    let token = server.session();
    std::thread::scope(|threads| {
        let call = threads.spawn(|| server.task(&token, "question_opening", 1, &opening()));
        let began = Instant::now();
        while stub.calls() == 0 && began.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let interrupted = Command::new("kill").args(["-INT", &server.process.0.id().to_string()]).status().unwrap();
        assert!(interrupted.success());
        assert_eq!(call.join().unwrap().status, 200, "whoever waits still gets the reply");
    });
    let status = server.process.0.wait().unwrap();
    assert!(status.success(), "{status}");
    let database = rusqlite::Connection::open(server.folder.path().join("data/querent.db")).unwrap();
    let number = |query: &str| -> i64 { database.query_row(query, [], |row| row.get(0)).unwrap() };
    assert_eq!(number("SELECT COUNT(*) FROM call WHERE is_settled = 0"), 0, "nothing is held");
    assert_eq!(number("SELECT calls FROM session"), 1, "the call was charged");
    assert!(number("SELECT input FROM spent WHERE purse = ''") > 0);
}

#[cfg(unix)]
#[test]
fn nobody_else_on_the_computer_may_read_the_counters() {
    use std::os::unix::fs::PermissionsExt;
    let both = both();
    let file = both.1.folder.path().join("data/querent.db");
    assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
}
