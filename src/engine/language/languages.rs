//! Names, writing systems and question marks of languages, from the table `config/languages.csv`.

/// The table: tag, English name, writing system, question mark. An empty field is Latin, or `?`.
const TABLE: &str = include_str!("../../../config/languages.csv");

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Language {
    name: &'static str,
    pub(super) script: &'static str,
    question_mark: Option<char>,
}

/// The row of a language tag (BCP 47), found by its first subtag.
pub(super) fn find(tag: &str) -> Option<Language> {
    let wanted = primary_subtag(tag).to_lowercase();
    TABLE.lines().skip(1).find_map(|line| {
        let mut fields = line.split(',');
        let is_wanted = fields.next() == Some(wanted.as_str());
        let mut field = || fields.next().unwrap_or_default();
        is_wanted.then(|| Language { name: field(), script: field(), question_mark: field().chars().next() })
    })
}

/// `en` of `en-GB`.
pub fn primary_subtag(tag: &str) -> &str {
    tag.split(['-', '_']).next().unwrap_or(tag)
}

/// The English name of a language; none if the table does not have it.
pub fn language_name(tag: &str) -> Option<&'static str> {
    find(tag).map(|language| language.name)
}

/// The mark that ends a question in a language. Default `?`.
pub fn question_mark(tag: &str) -> char {
    find(tag).and_then(|language| language.question_mark).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_finds_its_language() {
        assert_eq!((language_name("de-AT"), language_name("xx")), (Some("German"), None));
        assert_eq!((question_mark("ar"), question_mark("el"), question_mark("fr")), ('؟', ';', '?'));
    }
}
