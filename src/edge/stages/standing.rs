//! What a list of sessions says of their scores, as pieces of a statement. The latest row is the one asked for last, by
//! `started_at` and then by its place in the session.

/// One of `scored`, `not_scored`, `scoring_in_progress` and `scoring_failed`, by the latest row of a session's scores.
/// Takes the column that holds the session's id.
macro_rules! scoring_status {
    ($session:literal) => {
        concat!(
            "COALESCE((SELECT CASE status WHEN 'completed' THEN 'scored'
                WHEN 'pending' THEN 'scoring_in_progress' WHEN 'in_progress' THEN 'scoring_in_progress'
                ELSE 'scoring_failed' END
            FROM session_score WHERE session_id = ",
            $session,
            " ORDER BY started_at DESC, stage_index DESC LIMIT 1), 'not_scored')"
        )
    };
}

/// The total that counts: that of the latest completed score of a session, or null. Takes the column that holds the
/// session's id.
macro_rules! latest_score {
    ($session:literal) => {
        concat!(
            "(SELECT total_score FROM session_score WHERE status = 'completed' AND session_id = ",
            $session,
            " ORDER BY started_at DESC, stage_index DESC LIMIT 1)"
        )
    };
}

pub(in crate::edge) use {latest_score, scoring_status};
