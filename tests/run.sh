#!/usr/bin/env bash
# Runs the checks of the project, and installs the tools they need.
#
#   tests/run.sh            everything
#   tests/run.sh PART…      some parts:
#     rust      format, lints, Rust tests with the reference results
#     node      types of the page; the engine in wasm against the native program
#     edge      the endpoint, in the native server and in workerd
#     browser   the page and the console in Chromium
#
# One Rust test: cargo test --test it NAME. One browser file, after a run of any of the last three parts:
#   QUERENT=target/debug/querent node --test tests/browser/NAME.test.mjs
#
#   QUERENT_VECTORS    folder of further reference results
#   CHROMIUM           the browser to test with
#   PROPTEST_RNG_SEED  another number draws other random cases for the property tests
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/tools.sh

parts=${*:-rust node edge browser}
for part in $parts; do
  [[ $part =~ ^(rust|node|edge|browser)$ ]] || { echo "unknown part: $part; see the head of tests/run.sh"; exit 2; }
done

# runs PART…: whether one of these parts is run.
runs() {
  local part
  for part; do [[ " $parts " == *" $part "* ]] && return; done
  return 1
}

logs=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$logs"' EXIT
titles=()
pids=()

# start TITLE COMMAND…: starts a step beside others.
start() {
  local log=$logs/${#titles[@]}
  titles+=("$1")
  printf '%s\n' "${*:2}" >"$log.command"
  (
    SECONDS=0
    status=0
    "${@:2}" >"$log" 2>&1 || status=$?
    echo $SECONDS >"$log.seconds"
    exit $status
  ) &
  pids[${#titles[@]} - 1]=$!
}

# finish: waits for the steps started, and prints a line for each with its seconds; a failure ends with its output.
finish() {
  local index log
  for index in "${!pids[@]}"; do
    log=$logs/$index
    printf '%-58s' "${titles[$index]}"
    if wait "${pids[$index]}"; then
      printf '%4d s\n' "$(<"$log.seconds")"
    else
      printf 'failed after %d s\n\n' "$(<"$log.seconds")"
      cat "$log"
      printf '\nFailed: %s\nThe command was: %s\n' "${titles[$index]}" "$(<"$log.command")"
      exit 1
    fi
  done
  pids=()
}

# step TITLE COMMAND…: runs a step alone. Its output stays in $log.
step() {
  start "$@"
  log=$logs/$((${#titles[@]} - 1))
  finish
}

rust_tools() {
  cargo fmt --version || rustup component add rustfmt
  cargo clippy --version || rustup component add clippy
}

npm_tools() {
  [ -d www/node_modules/miniflare ] || npm ci --prefix www --no-audit --no-fund
}

types() {
  npm_tools && www/node_modules/.bin/tsc -p www
}

# A warning fails: the lints above do not see the engine without the studio.
site() {
  "$QUERENT" build --out "$QUERENT_SITE" 2>&1 | tee "$logs/site" && ! grep -q '^warning' "$logs/site"
}

site_and_worker() {
  site && if runs edge; then "$QUERENT" build --out "$QUERENT_WORKER-site" --edge "$QUERENT_WORKER"; fi
}

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
if runs node edge browser; then
  need node "install Node 20 or newer from https://nodejs.org"
  need npm "it comes with Node"
  step "Node 20 or newer" node_20
fi
step "Rust toolchain" toolchain

target=${CARGO_TARGET_DIR:-$PWD/target}
# Without what a later build could reuse, the first one takes a tenth less.
[ -d "$target/debug/incremental" ] || export CARGO_INCREMENTAL=0
export QUERENT=$target/debug/querent QUERENT_SITE=$target/site QUERENT_WORKER=$target/worker
# The same random cases in each run, so that a failure can be run again.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-20261122}

# Steps beside each other build for different targets, so that neither waits for the other's lock.
if runs rust; then
  step "Tools for lints" rust_tools
  step "Format" cargo fmt --check
  start "Lints" cargo clippy --locked --all-targets -- -D warnings
  start "Lints of the studio in wasm" cargo clippy --locked --lib --target $wasm --no-default-features --features studio -- -D warnings
fi
if runs node edge browser; then start "Types of the page" types; fi
if runs browser && [ -z "${CHROMIUM:-}" ]; then start "Chromium" install_chromium; fi
finish
step "The program" cargo build --locked
if runs node edge browser; then start "The page with its engine, and the Worker" site_and_worker; fi
if runs rust; then start "Rust tests, built" cargo test --locked --no-run; fi
finish
if runs rust; then
  step "Rust tests, with the reference results" cargo test --locked
  awk '/^test result/ { passed += $4 } END { print "  " passed " passed" }' "$log"
  awk '/^[a-z0-9_]+\.json: [0-9]+ passed, / { cases += $2; files++ } END { print "  " cases " reference results in " files " files" }' "$log"
fi
if runs node; then step "The engine in wasm against the native program" node --test tests/node/*.test.mjs; fi
# The pages and the endpoint wait as often as they work. A test that hangs fails by its timeout.
if runs edge; then start "The endpoint, native and in workerd" node --test --test-timeout=600000 tests/edge/*.test.mjs; fi
if runs browser; then
  export CHROMIUM=${CHROMIUM:-$(installed_chromium)}
  start "The page in Chromium" node --test --test-concurrency=3 --test-timeout=900000 tests/browser/*.test.mjs
fi
finish
printf '\nAll is well, after %d s.\n' $SECONDS
