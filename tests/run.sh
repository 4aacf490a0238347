#!/usr/bin/env bash
# Everything: format, lints, tests, the engine in wasm under Node, the page in a real Chromium. Installs what it needs.
#   QUERENT_VECTORS    folder of further reference results
#   CHROMIUM           the browser to test with
#   PROPTEST_RNG_SEED  another number draws other random cases for the property tests
set -euo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
wasm=wasm32-unknown-unknown

# step TITLE COMMAND…: one line with the seconds it took; on failure its output, and the end.
step() {
  local title=$1 start=$SECONDS
  shift
  printf '%-58s' "$title"
  if "$@" >"$log" 2>&1; then
    printf '%4d s\n' $((SECONDS - start))
  else
    printf 'failed after %d s\n\n' $((SECONDS - start))
    cat "$log"
    printf '\nFailed: %s\nThe command was: %s\n' "$title" "$*"
    exit 1
  fi
}

need() {
  command -v "$1" >/dev/null || { echo "$1 is missing: $2"; exit 1; }
}

toolchain() {
  cargo --version || rustup toolchain install --no-self-update
  cargo fmt --version || rustup component add rustfmt
  cargo clippy --version || rustup component add clippy
  [ -d "$(rustc --print target-libdir --target $wasm)" ] || rustup target add $wasm
}

clippy_wasm() {
  cargo clippy --locked --lib --target $wasm --no-default-features --features "$1" -- -D warnings
}

node_20() {
  node -e 'if (parseInt(process.versions.node) < 20) { console.log(`Node ${process.version} is too old; 20 is needed`); process.exit(1) }'
}

npm_tools() {
  [ -d www/node_modules/miniflare ] || npm ci --prefix www --no-audit --no-fund
}

# The browser: the one named, one that is installed, or Debian's.
installed_chromium() {
  type -P chromium || type -P chromium-browser || type -P google-chrome
}

install_chromium() {
  if installed_chromium; then return; fi
  local root=
  [ "$(id -u)" = 0 ] || root=sudo
  if ! command -v apt-get; then
    echo "No Chromium was found. Install one, or name it: CHROMIUM=/path/to/chromium tests/run.sh"
    return 1
  fi
  $root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $root apt-get install -qq -y --no-install-recommends chromium
}

need cargo "install Rust from https://rustup.rs"
need node "install Node 20 or newer from https://nodejs.org"
need npm "it comes with Node"

step "Rust toolchain" toolchain
step "Format" cargo fmt --check
step "Lints" cargo clippy --locked --all-targets -- -D warnings
step "Lints of the engine in wasm" clippy_wasm ""
step "Lints of the studio in wasm" clippy_wasm studio
step "The program" cargo build --locked
QUERENT=${CARGO_TARGET_DIR:-$PWD/target}/debug/querent
QUERENT_SITE=${CARGO_TARGET_DIR:-$PWD/target}/site
QUERENT_WORKER=${CARGO_TARGET_DIR:-$PWD/target}/worker
export QUERENT QUERENT_SITE QUERENT_WORKER
step "The page with its engine" "$QUERENT" build --out "$QUERENT_SITE"
# The same random cases in every run: what failed can be run again. Other numbers explore further.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-20261122}
step "Rust tests" cargo test --locked -- --skip vectors::
awk '/^test result/ { passed += $4 } END { print "  " passed " passed" }' "$log"
step "Reference results" cargo test --locked --test it vectors:: -- --nocapture
grep -E '[0-9]+ passed, [0-9]+ failed' "$log" | grep -v '^test result' | sed 's/^/  /' || true
step "Node 20 or newer" node_20
step "The engine in wasm against the native program" node --test tests/node/*.test.mjs
step "Tools of the page" npm_tools
step "Types of the page" www/node_modules/.bin/tsc -p www
step "The Worker" "$QUERENT" build --out "$QUERENT_WORKER-site" --edge "$QUERENT_WORKER"
step "The endpoint, native and in workerd" node --test --test-timeout=120000 tests/edge/*.test.mjs
if [ -z "${CHROMIUM:-}" ]; then
  step "Chromium" install_chromium
  CHROMIUM=$(installed_chromium)
fi
export CHROMIUM
# Two files at a time: a page waits as often as it works. A test that waits for ever is a failure, not a wait.
step "The page in Chromium" node --test --test-concurrency=2 --test-timeout=600000 tests/browser/*.test.mjs
printf '\nAll is well, after %d s.\n' $SECONDS
