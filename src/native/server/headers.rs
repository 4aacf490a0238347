//! Headers of every response: content security policy, caching and media type.

use axum::http::{HeaderName, header};

/// Policy of a page: its own scripts, styles and data, the engine's wasm, and inline images. Any site may frame an interview,
/// to embed it.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors *";

/// Policy of the console, which may also connect to servers over TLS or on this computer.
const CONSOLE_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self' https: http://localhost:* http://127.0.0.1:*; manifest-src 'self'; \
     worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The page with the console's policy.
const CONSOLE: &str = "console.html";

/// Headers of every response. Files may change at any time, so browsers revalidate each by its tag.
pub(super) fn of(path: &str) -> [(HeaderName, &'static str); 4] {
    let policy = if path == CONSOLE { CONSOLE_SECURITY_POLICY } else { CONTENT_SECURITY_POLICY };
    [
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ]
}

/// Media type of a file by its extension.
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
