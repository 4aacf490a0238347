//! What the guard knows of languages whose pack says nothing of it.

use crate::llm::rules::{LanguagePack, List};

/// Phrases of a language by which a question asks for personal data, and those by which it suggests its answer.
struct Words {
    language: &'static str,
    personal_data: &'static str,
    leading: &'static str,
}

/// Languages without a pack of their own, or with one that says nothing of questions. Phrases are parted by `|`.
const WORDS: &[Words] = &[
    Words {
        language: "de",
        personal_data: "e mail|email|mailadresse|telefonnummer|handynummer|rufnummer|ihre adresse|deine adresse|\
            anschrift|wo wohnen sie|wo wohnst du|wo genau wohnen|ihr name|ihren namen|dein name|\
            deinen namen|nachname|nachnamen|vollständiger name|vollständigen namen|geburtsdatum|geburtstag|\
            passwort|kennwort|pin|kreditkarte|kreditkartennummer|kartennummer|kontonummer|iban|\
            ausweisnummer|personalausweis|passnummer|sozialversicherungsnummer",
        leading: "finden sie nicht|findest du nicht|meinen sie nicht|meinst du nicht|denken sie nicht|nicht wahr|\
            oder nicht|nicht auch|sicherlich|sicher auch|natürlich|selbstverständlich|offensichtlich|\
            die meisten leute|die meisten menschen|jeder weiß|alle wissen|stimmen sie zu|wie viel besser|\
            ich würde denken|ich nehme an",
    },
    Words {
        language: "fr",
        personal_data: "e mail|email|adresse mail|courriel|numéro de téléphone|votre numéro|ton numéro|votre adresse|\
            ton adresse|adresse postale|où habitez vous|où habites tu|votre nom|ton nom|nom de famille|\
            nom complet|date de naissance|mot de passe|code pin|carte de crédit|carte bancaire|\
            numéro de carte|numéro de compte|iban|carte d'identité|passeport|sécurité sociale",
        leading: "n'est ce pas|ne trouvez vous pas|ne trouves tu pas|ne pensez vous pas|ne penses tu pas|bien sûr|\
            évidemment|sûrement|certainement|la plupart des gens|tout le monde|êtes vous d'accord|\
            à quel point|combien mieux|j'imagine que",
    },
    Words {
        language: "es",
        personal_data: "e mail|email|correo electrónico|tu correo|su correo|número de teléfono|tu número|su número|\
            tu dirección|su dirección|dirección postal|dónde vives|dónde vive usted|tu nombre|su nombre|\
            nombre completo|apellido|apellidos|fecha de nacimiento|contraseña|clave de acceso|tu clave|pin|\
            tarjeta de crédito|número de tarjeta|número de cuenta|iban|dni|pasaporte|seguridad social",
        leading: "no crees|no cree usted|no te parece|no le parece|verdad que|por supuesto|obviamente|seguramente|\
            sin duda|la mayoría de la gente|todo el mundo|estás de acuerdo|está de acuerdo|cuánto mejor|\
            supongo que",
    },
    Words {
        language: "it",
        personal_data: "e mail|email|posta elettronica|numero di telefono|il tuo numero|il suo numero|il tuo indirizzo|\
            il suo indirizzo|dove abiti|dove abita|il tuo nome|il suo nome|cognome|data di nascita|password|\
            pin|carta di credito|numero di carta|numero di conto|iban|carta d'identità|passaporto|\
            codice fiscale",
        leading: "non trovi|non trova|non pensi|non pensa|non è vero|non è forse|ovviamente|certamente|\
            naturalmente|la maggior parte delle persone|tutti sanno|sei d'accordo|è d'accordo|quanto meglio",
    },
    Words {
        language: "nl",
        personal_data: "e mail|email|e mailadres|emailadres|telefoonnummer|uw nummer|je nummer|uw adres|je adres|\
            waar woont u|waar woon je|uw naam|je naam|achternaam|volledige naam|geboortedatum|wachtwoord|\
            pincode|creditcard|kaartnummer|rekeningnummer|iban|burgerservicenummer|bsn|paspoortnummer",
        leading: "vindt u niet|vind je niet|denkt u niet|denk je niet|nietwaar|toch zeker|natuurlijk|uiteraard|\
            vanzelfsprekend|de meeste mensen|iedereen weet|bent u het eens|ben je het eens|hoeveel beter",
    },
    Words {
        language: "pt",
        personal_data: "e mail|email|correio eletrônico|correio eletrónico|número de telefone|seu número|teu número|\
            seu endereço|sua morada|onde mora|onde você mora|seu nome|teu nome|nome completo|sobrenome|\
            apelido|data de nascimento|senha|palavra passe|cartão de crédito|número do cartão|\
            número da conta|iban|cpf|passaporte",
        leading: "não acha|não achas|não é verdade|não é mesmo|claro que|obviamente|certamente|com certeza|\
            a maioria das pessoas|toda a gente|todo mundo|concorda que|quanto melhor",
    },
    Words {
        language: "ru",
        personal_data: "электронная почта|электронной почты|ваш email|ваш адрес|твой адрес|номер телефона|ваш номер|\
            где вы живёте|где вы живете|ваше имя|вас зовут|тебя зовут|фамилия|фамилию|дата рождения|\
            дату рождения|пароль|пин код|номер карты|кредитной карты|номер счёта|номер паспорта|паспорт|\
            снилс",
        leading: "разве|не правда ли|неужели|конечно|очевидно|безусловно|несомненно|большинство людей|все знают|\
            согласитесь|согласны ли вы|насколько лучше|не так ли",
    },
    Words {
        language: "ar",
        personal_data: "البريد الإلكتروني|بريدك الإلكتروني|رقم هاتفك|رقم الهاتف|رقم جوالك|عنوانك|عنوان منزلك|أين تسكن|\
            أين تسكنين|اسمك|اسمك الكامل|تاريخ ميلادك|تاريخ الميلاد|كلمة المرور|كلمة السر|الرقم السري|\
            بطاقة الائتمان|رقم البطاقة|رقم الحساب|رقم الهوية|جواز السفر",
        leading: "ألا تعتقد|ألا تعتقدين|ألا ترى|ألا ترين|أليس كذلك|بالطبع|طبعا|بالتأكيد|من الواضح|معظم الناس|\
            الجميع يعرف|هل توافق|هل توافقين",
    },
    Words {
        language: "ja",
        personal_data: "メールアドレス|電話番号|ご住所|住所は|お住まいの住所|お名前は|氏名|本名|生年月日|パスワード|暗証番号|カード番号|口座番号|マイナンバー|パスポート番号",
        leading: "と思いませんか|ですよね|もちろん|当然|明らかに|ほとんどの人|誰もが|みんな",
    },
];

/// What a phrase betrays.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    PersonalData,
    Leading,
}

/// Phrases of a fault: those of the pack, else those known here.
pub(super) fn phrases<'a>(fault: Fault, language: &str, pack: &'a LanguagePack) -> Vec<&'a str> {
    let own = pack.list(match fault {
        Fault::PersonalData => List::PersonalData,
        Fault::Leading => List::Leading,
    });
    if !own.is_empty() {
        return own.iter().map(String::as_str).collect();
    }
    let primary = language.split('-').next().unwrap_or_default().to_lowercase();
    let words = WORDS.iter().find(|words| words.language == primary);
    let known = words.map(|words| match fault {
        Fault::PersonalData => words.personal_data,
        Fault::Leading => words.leading,
    });
    known.map(|known| known.split('|').collect()).unwrap_or_default()
}
