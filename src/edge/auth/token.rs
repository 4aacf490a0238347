//! Session tokens: claims, scopes and key rotation.

use serde::{Deserialize, Serialize};

use super::key::SigningKey;

/// Seconds by which another clock may be ahead.
const SKEW_S: u64 = 60;

/// What a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Scope"))]
#[serde(rename_all = "snake_case")]
pub enum TokenScope {
    /// The tasks of an interview, for a respondent's page.
    Tasks,
    /// Appending to and deleting the own session.
    Events,
    /// The tasks of a researcher.
    Researcher,
}

impl TokenScope {
    /// Lifetime of a token, seconds: 2 hours, 30 days, 2 hours.
    pub fn lifetime_s(self) -> u64 {
        match self {
            Self::Tasks | Self::Researcher => 2 * 3_600,
            Self::Events => 30 * 24 * 3_600,
        }
    }
}

/// The claims of a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Id of the session.
    pub sid: String,
    /// Id of the study.
    pub study: String,
    /// Hash of the study.
    pub study_hash: String,
    /// What the token allows.
    pub scope: TokenScope,
    /// Time of issue, seconds since the epoch.
    pub iat: u64,
    /// Expiry, seconds since the epoch.
    pub exp: u64,
    /// Origin of the page; empty for a native client.
    pub origin: String,
    /// Name of the signing key.
    pub kid: String,
}

/// Why a token is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is altered, or signed with an unknown key.
    #[error("the token is not valid")]
    Invalid,
    /// It has expired.
    #[error("the token has expired")]
    Expired,
}

/// The keys in use: one signs; the one before it still verifies.
#[derive(Clone, Debug)]
pub struct SigningKeys {
    current: SigningKey,
    previous: Option<SigningKey>,
}

impl SigningKeys {
    /// The key that signs and, after a rotation, the one before it.
    pub fn new(current: SigningKey, previous: Option<SigningKey>) -> Self {
        Self { current, previous }
    }

    /// The key that signs.
    pub fn current(&self) -> &SigningKey {
        &self.current
    }

    /// A token for a session of a study (id and hash), valid from now for the lifetime of its scope.
    pub fn mint(
        &self,
        sid: &str,
        study: (&str, &str),
        scope: TokenScope,
        origin: &str,
        now_ms: u64,
    ) -> (String, Claims) {
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

    /// Verifies a token and returns its claims.
    pub fn verify(&self, token: &str, now_ms: u64) -> Result<Claims, TokenError> {
        let opened = [Some(&self.current), self.previous.as_ref()].into_iter().flatten().find_map(|key| {
            let claims: Claims = key.open(token)?;
            (claims.kid == key.kid).then_some(claims)
        });
        let claims = opened.ok_or(TokenError::Invalid)?;
        let now = now_ms / 1_000;
        let lives = claims.exp.checked_sub(claims.iat).ok_or(TokenError::Invalid)?;
        if claims.iat > now + SKEW_S || lives > claims.scope.lifetime_s() {
            return Err(TokenError::Invalid);
        }
        if now >= claims.exp {
            return Err(TokenError::Expired);
        }
        Ok(claims)
    }
}
