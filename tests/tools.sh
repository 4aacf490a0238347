# What `run.sh` and `bench.sh` share: checks of the tools, and the toolchain. Sourced, not run.
wasm=wasm32-unknown-unknown

# need COMMAND REMEDY: ends with the remedy if a command is missing.
need() {
  command -v "$1" >/dev/null || { echo "$1 is missing: $2"; exit 1; }
}

# Installs the pinned toolchain and the wasm target where they are missing.
toolchain() {
  cargo --version || rustup toolchain install --no-self-update
  [ -d "$(rustc --print target-libdir --target $wasm)" ] || rustup target add $wasm
}

node_20() {
  node -e 'if (parseInt(process.versions.node) < 20) { console.log(`Node ${process.version} is too old; 20 is needed`); process.exit(1) }'
}
