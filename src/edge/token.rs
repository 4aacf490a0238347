//! Session tokens: `v1.` + base64url(claims) + `.` + base64url(HMAC-SHA256 of all before the last dot).
//!
//! Nothing of a token is read before its signature holds, and the comparison takes the same time for every wrong one.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::Sha256;

const VERSION: &str = "v1";

/// Longest token that is looked at, bytes.
const LONGEST: usize = 2_048;

/// Seconds by which another clock may be ahead.
const SKEW_S: u64 = 60;

/// What a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Tasks of an interview, by the page of a respondent.
    Tasks,
    /// To append to and delete the own session, and nothing else.
    Events,
    /// A researcher's tasks, and reading sessions.
    Researcher,
}

impl Scope {
    /// Seconds a token of this scope lives: 2 hours, 30 days, 2 hours.
    pub fn lifetime_s(self) -> u64 {
        match self {
            Self::Tasks | Self::Researcher => 2 * 3_600,
            Self::Events => 30 * 24 * 3_600,
        }
    }
}

/// What a token says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Id of the session.
    pub sid: String,
    /// Id of the study.
    pub study: String,
    /// Hash of the study.
    pub study_hash: String,
    /// What it allows.
    pub scope: Scope,
    /// Second since the epoch it was made.
    pub iat: u64,
    /// Second since the epoch from which it is worth nothing.
    pub exp: u64,
    /// Origin of the page it was given to; empty for a native client.
    pub origin: String,
    /// Name of the key it is signed with.
    pub kid: String,
}

/// Why a token is worth nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Worthless {
    /// Not one of ours, or altered.
    #[error("the token is not valid")]
    Invalid,
    /// Ours once.
    #[error("the token has expired")]
    Expired,
}

/// A key that signs. Not shown by `Debug`.
#[derive(Clone)]
pub struct Key {
    /// Its name.
    pub kid: String,
    secret: Vec<u8>,
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Key").field("kid", &self.kid).finish_non_exhaustive()
    }
}

/// A secret too short to sign with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the signing key `{kid}` has {bytes} bytes; it needs 32 or more, unpredictable ones")]
pub struct ShortSecret {
    /// Name of the key.
    pub kid: String,
    /// Its length.
    pub bytes: usize,
}

impl Key {
    /// A key of at least 32 bytes.
    pub fn new(kid: &str, secret: Vec<u8>) -> Result<Self, ShortSecret> {
        if secret.len() < 32 {
            return Err(ShortSecret { kid: kid.to_owned(), bytes: secret.len() });
        }
        Ok(Self { kid: kid.to_owned(), secret })
    }

    fn mac(&self, text: &[u8]) -> Option<Hmac<Sha256>> {
        // HMAC takes keys of every length, so there is always one.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).ok()?;
        mac.update(text);
        Some(mac)
    }

    /// Signs whatever can be written as JSON.
    pub(super) fn seal<T: Serialize>(&self, claims: &T) -> String {
        let payload = URL_SAFE_NO_PAD.encode(serde_json::to_vec(claims).unwrap_or_default());
        let signed = format!("{VERSION}.{payload}");
        let Some(mac) = self.mac(signed.as_bytes()) else { return String::new() };
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }

    /// What was sealed with this key; nothing if it was not.
    pub(super) fn open<T: DeserializeOwned>(&self, token: &str) -> Option<T> {
        if token.len() > LONGEST {
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

    /// A name that stands for this text on this day and cannot be traced back to it: 16 hexadecimal digits.
    pub fn blind(&self, day: u64, text: &str) -> String {
        let Some(mac) = self.mac(format!("blind.{day}.{text}").as_bytes()) else { return String::new() };
        let mut digits = hex(&mac.finalize().into_bytes());
        digits.truncate(16);
        digits
    }
}

/// Bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The keys in use: one signs, and the one before it still opens what it signed.
#[derive(Clone, Debug)]
pub struct Keys {
    current: Key,
    previous: Option<Key>,
}

impl Keys {
    /// The key that signs and, after a rotation, the one before it.
    pub fn new(current: Key, previous: Option<Key>) -> Self {
        Self { current, previous }
    }

    /// The key that signs.
    pub fn current(&self) -> &Key {
        &self.current
    }

    /// A token for a session, from now on and for as long as its scope lives.
    pub fn mint(&self, sid: &str, study: (&str, &str), scope: Scope, origin: &str, now_ms: u64) -> (String, Claims) {
        let iat = now_ms / 1_000;
        let claims = Claims {
            sid: sid.to_owned(),
            study: study.0.to_owned(),
            study_hash: study.1.to_owned(),
            scope,
            iat,
            exp: iat + scope.lifetime_s(),
            origin: origin.to_owned(),
            kid: self.current.kid.clone(),
        };
        (self.current.seal(&claims), claims)
    }

    /// What a token says, if it is ours and in time.
    pub fn verify(&self, token: &str, now_ms: u64) -> Result<Claims, Worthless> {
        let opened = [Some(&self.current), self.previous.as_ref()].into_iter().flatten().find_map(|key| {
            let claims: Claims = key.open(token)?;
            (claims.kid == key.kid).then_some(claims)
        });
        let claims = opened.ok_or(Worthless::Invalid)?;
        let now = now_ms / 1_000;
        let lives = claims.exp.checked_sub(claims.iat).ok_or(Worthless::Invalid)?;
        if claims.iat > now + SKEW_S || lives > claims.scope.lifetime_s() {
            return Err(Worthless::Invalid);
        }
        if now >= claims.exp {
            return Err(Worthless::Expired);
        }
        Ok(claims)
    }
}

/// A secret presented to us. The comparison takes the same time for every wrong one.
#[derive(Clone)]
pub struct Secret(Key);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// A secret of at least 32 bytes.
    pub fn new(secret: &str) -> Result<Self, ShortSecret> {
        Key::new("researcher", secret.as_bytes().to_vec()).map(Self)
    }

    /// Whether this is the secret. Both are signed, so that neither length nor beginning shows in the time it takes.
    pub fn is(&self, presented: &str) -> bool {
        let known = self.0.mac(b"secret").map(|mac| mac.finalize().into_bytes());
        let other = Hmac::<Sha256>::new_from_slice(presented.as_bytes()).ok().map(|mut mac| {
            mac.update(b"secret");
            mac
        });
        match (known, other) {
            (Some(known), Some(other)) => other.verify_slice(&known).is_ok(),
            (None, _) | (_, None) => false,
        }
    }
}

/// What a survey's host signs to let one respondent in: `{study, respondent, exp}`, sealed like a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ticket {
    /// Id of the study.
    pub study: String,
    /// The respondent, as the survey knows them.
    pub respondent: String,
    /// Second since the epoch from which it is worth nothing.
    pub exp: u64,
}

impl Ticket {
    /// The ticket in this text, if the key sealed it, for this study, and it is in time.
    pub fn open(key: &Key, text: &str, study: &str, now_ms: u64) -> Option<Self> {
        let ticket: Self = key.open(text)?;
        (ticket.study == study && now_ms / 1_000 < ticket.exp).then_some(ticket)
    }

    /// Its sealed form.
    pub fn seal(&self, key: &Key) -> String {
        key.seal(self)
    }
}
