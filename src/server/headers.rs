//! Headers of every response: what the browser may do with it, and for how long it may keep it.

use axum::http::{HeaderName, header};

/// What a page may load: its own scripts, styles and data, the engine's wasm, and images written into the page.
/// An interview may be framed by any site, since that is how it is embedded.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors *";

/// The same for the console, which also opens servers a researcher names: over TLS, or on this computer.
const CONSOLE_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self' https: http://localhost:* http://127.0.0.1:*; manifest-src 'self'; \
     worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The page whose policy is its own.
const CONSOLE: &str = "console.html";

/// Headers of every response. Files may change at any moment here, so each is asked for again, by its tag.
pub(super) fn of(path: &str) -> [(HeaderName, &'static str); 4] {
    let policy = if path == CONSOLE { CONSOLE_SECURITY_POLICY } else { CONTENT_SECURITY_POLICY };
    [
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ]
}

/// Media type by the extension of a file.
pub(super) fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt") => "text/plain; charset=utf-8",
        Some(_) | None => "application/octet-stream",
    }
}
