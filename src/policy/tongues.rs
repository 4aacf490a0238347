//! What the word lists of `two_tier` and `arbitration`, which their authors wrote for English, are in German and Arabic.
//!
//! The settings keep the English lists, which decide in English alone: none of these phrases is said there. A policy stands
//! below the language packs, so it cannot ask them.

use std::sync::LazyLock;

use super::two_tier::words::Phrase;

/// What someone says who knows no more.
pub(super) const NOT_KNOWN: &[&str] = &[
    "weiß nicht",
    "weiß ich nicht",
    "weiss nicht",
    "nicht sicher",
    "keine ahnung",
    "nie gehört",
    "noch nie davon gehört",
    "kenne ich nicht",
    "kenne mich nicht aus",
    "schwer zu sagen",
    "kann ich nicht sagen",
    "nie darüber nachgedacht",
    "لا أعرف",
    "لا أدري",
    "لا أعلم",
    "لست متأكدا",
    "لست متأكدًا",
    "ليس لدي فكرة",
    "ليست لدي فكرة",
    "لم أسمع",
    "صعب القول",
    "لا أستطيع القول",
    "لم أفكر في",
];

/// What someone says who has nothing more to say.
const NOTHING_MORE: &[&str] = &[
    "nichts",
    "weiß nicht",
    "weiß ich nicht",
    "keine ahnung",
    "fällt mir nichts",
    "fällt mir dazu",
    "das war's",
    "das war es",
    "das war alles",
    "das ist alles",
    "alles gesagt",
    "mehr nicht",
    "لا شيء",
    "لا أعرف",
    "لا أدري",
    "هذا كل شيء",
    "كان هذا كل شيء",
    "كل ما لدي",
    "لا يخطر لي",
    "لم يبق لدي",
];

/// What someone says who is not sure.
const HEDGES: &[&str] = &[
    "vielleicht",
    "möglicherweise",
    "eventuell",
    "irgendwie",
    "ich denke",
    "ich glaube",
    "vermutlich",
    "wahrscheinlich",
    "nicht sicher",
    "ربما",
    "لعل",
    "أظن",
    "أعتقد",
    "من الممكن",
    "بشكل ما",
    "على الأرجح",
    "لست متأكدا",
    "لست متأكدًا",
];

/// What introduces a reason or an example.
const ELABORATION: &[&str] = &[
    "weil",
    "zum beispiel",
    "deshalb",
    "deswegen",
    "nämlich",
    "لأن",
    "لأنه",
    "لأنها",
    "لأنني",
    "مثلا",
    "مثلًا",
    "لذلك",
    "بسبب",
];

/// What someone says who is enthusiastic.
const ENTHUSIASM: &[&str] =
    &["wirklich", "unbedingt", "liebe", "großartig", "perfekt", "حقا", "حقًا", "جدا", "جدًا", "أحب", "رائع", "رائعة"];

/// Words that sound glad.
pub(super) const POSITIVE: &[&str] = &[
    "liebe",
    "mag",
    "gut",
    "gute",
    "prima",
    "schön",
    "großartig",
    "wunderbar",
    "genieße",
    "gern",
    "gerne",
    "froh",
    "glücklich",
    "zufrieden",
    "ja",
    "bestimmt",
    "unbedingt",
    "أحب",
    "يعجبني",
    "تعجبني",
    "جيد",
    "جيدة",
    "رائع",
    "رائعة",
    "جميل",
    "جميلة",
    "أفضل",
    "سعيد",
    "سعيدة",
    "نعم",
    "بالتأكيد",
    "طبعا",
    "طبعًا",
];

/// Words that sound the opposite.
pub(super) const NEGATIVE: &[&str] = &[
    "hasse",
    "schlecht",
    "schlechte",
    "schrecklich",
    "furchtbar",
    "enttäuscht",
    "traurig",
    "wütend",
    "ärgerlich",
    "genervt",
    "nein",
    "nicht",
    "nie",
    "niemals",
    "schwierig",
    "أكره",
    "سيئ",
    "سيئة",
    "فظيع",
    "حزين",
    "غاضب",
    "محبط",
    "مزعج",
    "مزعجة",
    "لا",
    "ليس",
    "ليست",
    "أبدا",
    "أبدًا",
    "صعب",
    "صعبة",
];

/// Words that make a feeling stronger.
pub(super) const INTENSIFIERS: &[&str] =
    &["sehr", "wirklich", "äußerst", "absolut", "völlig", "جدا", "جدًا", "حقا", "حقًا", "تماما", "تمامًا"];

/// Little words, which two questions may share; without those that are words of another kind in English.
pub(super) const LITTLE: &[&str] = &[
    "der", "das", "ein", "eine", "einen", "einem", "einer", "ist", "sind", "waren", "haben", "hatte", "wird", "würde",
    "würden", "kann", "soll", "zu", "zum", "zur", "von", "in", "im", "für", "auf", "mit", "bei", "beim", "aus", "über",
    "vor", "nach", "es", "sie", "ihr", "ihre", "ihnen", "ich", "mir", "wir", "und", "oder", "aber", "wenn", "wie",
    "في", "من", "على", "عن", "إلى", "مع", "هذا", "هذه", "ذلك", "الذي", "التي", "ما", "ماذا", "كيف", "أن", "إن", "كان",
    "كانت", "هو", "هي", "لك", "عندك", "أو", "لو", "حين",
];

/// Prepared phrases of a list.
macro_rules! phrases {
    ($( $(#[doc = $doc:literal])+ $name:ident of $list:ident; )+) => {
        $( $(#[doc = $doc])+ pub(super) static $name: LazyLock<Vec<Phrase>> = LazyLock::new(|| Phrase::all($list)); )+
    };
}

phrases! {
    /// What someone says who knows no more.
    KNOWS_NO_MORE of NOT_KNOWN;
    /// What someone says who has nothing more to say.
    SAID_ALL of NOTHING_MORE;
    /// What someone says who is not sure.
    UNSURE of HEDGES;
    /// What introduces a reason or an example.
    REASONS of ELABORATION;
    /// What someone says who is enthusiastic.
    DELIGHT of ENTHUSIASM;
}
