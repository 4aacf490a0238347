//! Keys and what they sign: `v1.` + base64url(JSON) + `.` + base64url(HMAC-SHA256 of everything before the last dot).
//!
//! Nothing is parsed before its signature is verified. Every comparison takes constant time.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::Sha256;

use crate::edge::http::hex;

const VERSION: &str = "v1";

/// Maximum length of a token, bytes.
const MAX_LENGTH: usize = 2_048;

/// A key that signs. `Debug` hides the secret.
#[derive(Clone)]
pub struct SigningKey {
    /// Its name.
    pub kid: String,
    secret: Vec<u8>,
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKey").field("kid", &self.kid).finish_non_exhaustive()
    }
}

/// A secret of less than 32 bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the signing key `{kid}` has {bytes} bytes; it needs 32 or more, unpredictable ones")]
pub struct ShortSecret {
    /// Name of the key.
    pub kid: String,
    /// Its length.
    pub bytes: usize,
}

impl SigningKey {
    /// A key of at least 32 bytes.
    pub fn new(kid: &str, secret: Vec<u8>) -> Result<Self, ShortSecret> {
        if secret.len() < 32 {
            return Err(ShortSecret { kid: kid.to_owned(), bytes: secret.len() });
        }
        Ok(Self { kid: kid.to_owned(), secret })
    }

    fn mac(&self, text: &[u8]) -> Option<Hmac<Sha256>> {
        mac(&self.secret, text)
    }

    /// Signs a value that can be written as JSON.
    pub(super) fn seal<T: Serialize>(&self, claims: &T) -> String {
        let payload = URL_SAFE_NO_PAD.encode(serde_json::to_vec(claims).unwrap_or_default());
        let signed = format!("{VERSION}.{payload}");
        let Some(mac) = self.mac(signed.as_bytes()) else { return String::new() };
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }

    /// The value of a token signed with this key; none if the signature does not match.
    pub(super) fn open<T: DeserializeOwned>(&self, token: &str) -> Option<T> {
        if token.len() > MAX_LENGTH {
            return None;
        }
        let (signed, signature) = token.rsplit_once('.')?;
        let (version, payload) = signed.split_once('.')?;
        if version != VERSION {
            return None;
        }
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        self.mac(signed.as_bytes())?.verify_slice(&signature).ok()?;
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).ok()?).ok()
    }

    /// A pseudonym of a text for one day, 16 hexadecimal digits. It cannot be traced back to the text.
    pub fn blind(&self, day: u64, text: &str) -> String {
        let Some(mac) = self.mac(format!("blind.{day}.{text}").as_bytes()) else { return String::new() };
        let mut digits = hex(&mac.finalize().into_bytes());
        digits.truncate(16);
        digits
    }
}

/// The HMAC of a text. HMAC accepts keys of every length, so the result is never none.
fn mac(key: &[u8], text: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    mac.update(text);
    Some(mac)
}

/// The researcher's secret. `Debug` hides it.
#[derive(Clone)]
pub struct Secret(SigningKey);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// A secret of at least 32 bytes.
    pub fn new(secret: &str) -> Result<Self, ShortSecret> {
        SigningKey::new("researcher", secret.as_bytes().to_vec()).map(Self)
    }

    /// Whether this is the secret. Compares two signatures, so the time reveals neither length nor prefix.
    pub fn is(&self, presented: &str) -> bool {
        let known = self.0.mac(b"secret").map(|mac| mac.finalize().into_bytes());
        match (known, mac(presented.as_bytes(), b"secret")) {
            (Some(known), Some(presented)) => presented.verify_slice(&known).is_ok(),
            (None, _) | (_, None) => false,
        }
    }
}

/// A ticket of a survey for one respondent: `{study, respondent, exp}`, signed like a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InviteTicket {
    /// Id of the study.
    pub study: String,
    /// Id of the respondent in the survey.
    pub respondent: String,
    /// Expiry, seconds since the epoch.
    pub exp: u64,
}

impl InviteTicket {
    /// Verifies a ticket: signed with this key, for this study, and not expired.
    pub fn open(key: &SigningKey, text: &str, study: &str, now_ms: u64) -> Option<Self> {
        let ticket: Self = key.open(text)?;
        (ticket.study == study && now_ms / 1_000 < ticket.exp).then_some(ticket)
    }

    /// Its signed form.
    pub fn seal(&self, key: &SigningKey) -> String {
        key.seal(self)
    }
}
