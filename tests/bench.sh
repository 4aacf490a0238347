#!/usr/bin/env bash
# Benchmarks of the engine beside its rivals in one run, with the ratios. `--json` prints the figures alone.
#   ROUNDS  processes a figure is taken from, the least disturbed of them counts; 3 if not set
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-$PWD/target}
out=$target/bench
wasm=wasm32-unknown-unknown

build() {
  [ -d tests/bench/node_modules ] || npm ci --prefix tests/bench --no-audit --no-fund
  # Both modules leave cargo under one name: the measured one first, then the one that ships, for its size.
  cargo build --locked --lib --target $wasm --profile wasm --no-default-features --features bench
  mkdir -p "$out"
  cp "$target/$wasm/wasm/querent_engine.wasm" "$out/measured.wasm"
  cargo build --locked --lib --target $wasm --profile wasm --no-default-features
  cp "$target/$wasm/wasm/querent_engine.wasm" "$out/shipped.wasm"
  cargo bench --locked --bench turn --features bench -- prepare "$out/measured.wasm" "$out/measured"
  cargo bench --locked --bench turn --features bench -- prepare "$out/shipped.wasm" "$out/shipped"
}

build >&2
# The path of the native program is what cargo says it runs.
QUERENT_BENCH=$(cargo bench --locked --bench turn --features bench --no-run --message-format=json 2>/dev/null |
  node -e 'const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    console.log(lines.findLast((line) => line.executable && line.target.name === "turn").executable)')
export QUERENT_BENCH
cargo build --locked --release >&2
export QUERENT=$target/release/querent
exec node tests/bench/run.mjs "$out" "$@"
