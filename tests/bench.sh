#!/usr/bin/env bash
# Benchmarks the engine and its rivals in one run, and prints the ratios. `--json` prints only the figures.
#   ROUNDS  processes for each figure, of which the fastest counts; 3 if not set
set -euo pipefail
cd "$(dirname "$0")/.."

. tests/tools.sh

target=${CARGO_TARGET_DIR:-$PWD/target}
out=$target/bench
need cargo "install Rust from https://rustup.rs"
need node "install Node 20 or newer from https://nodejs.org"
need npm "it comes with Node"

build() {
  node_20
  toolchain
  [ -d tests/bench/node_modules ] || npm ci --prefix tests/bench --no-audit --no-fund
  # Both modules have the same file name: the measured one is built first, then the shipped one, for its size.
  cargo build --locked --lib --target $wasm --profile wasm --no-default-features --features bench
  mkdir -p "$out"
  cp "$target/$wasm/wasm/querent_engine.wasm" "$out/measured.wasm"
  cargo build --locked --lib --target $wasm --profile wasm --no-default-features
  cp "$target/$wasm/wasm/querent_engine.wasm" "$out/shipped.wasm"
  cargo bench --locked --bench turn --features bench -- prepare "$out/measured.wasm" "$out/measured"
  cargo bench --locked --bench turn --features bench -- prepare "$out/shipped.wasm" "$out/shipped"
}

build >&2
# Cargo reports the path of the native program.
QUERENT_BENCH=$(cargo bench --locked --bench turn --features bench --no-run --message-format=json 2>/dev/null |
  node -e 'const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    console.log(lines.findLast((line) => line.executable && line.target.name === "turn").executable)')
export QUERENT_BENCH
cargo build --locked --release >&2
export QUERENT=$target/release/querent
exec node tests/bench/run.mjs "$out" "$@"
