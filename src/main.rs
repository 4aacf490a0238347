//! The program: command line and local server around the engine.

#[cfg(not(target_arch = "wasm32"))]
mod native;

/// A turn of an interview is mostly small texts that come and go.
#[cfg(not(target_arch = "wasm32"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::cli::main()
}

/// The engine is the library; a program for wasm has nothing to do, but tests of that target build it.
#[cfg(target_arch = "wasm32")]
fn main() {}
