// Turns the shipped study into others, on its way to the page.

/** One that asks for consent and gives a code. */
export function withConsent(text) {
  return change(text, (study) => {
    study.texts.intro.consent = 'I agree that my answers are used for this study. I can take them back until 30 June with the code I get at the end.';
    study.texts.completion_code = 'OAT-7K3M-92';
  });
}

/** One that shows something. */
export function withStimulus(text) {
  return change(text, (study) => {
    study.concept.stimulus = {
      title: 'The idea',
      text: 'Everything for one warm meal, weighed out for two.\n\nIt comes on the day you say, and what you do not cook you send back.',
    };
  });
}

/** One in Arabic, as far as the page needs. */
export function inArabic(text) {
  return change(text, (study) => {
    study.language = 'ar';
    study.title = 'حليب الشوفان';
    Object.assign(study.texts.intro, {
      title: 'حديث عن حليب الشوفان',
      lead: 'نودّ أن نعرف ماذا يعني لك، بكلماتك أنت. لا توجد إجابات صحيحة.',
      facts: [{ term: 'كم يستغرق', text: 'نحو عشر دقائق، اثنا عشر سؤالًا على الأكثر.' }],
      fine_print: undefined,
    });
    study.texts.opening = ['ما أول ما يخطر ببالك عندما تفكر في حليب الشوفان؟'];
    study.texts.thanks = 'شكرًا لك. هذا يساعدنا.';
    study.texts.goodbye = 'إجاباتك على هذا الجهاز فقط.';
    Object.assign(study.interface, {
      begin: 'ابدأ', send: 'إرسال', saved: 'محفوظ على هذا الجهاز', skip: 'تخطّي', decline: 'أفضّل ألا أجيب',
      edit: 'تعديل إجابتي الأخيرة', stop: 'إيقاف', placeholder: 'اكتب كما تتحدث', how: 'كيف يعمل هذا؟',
      left_many: 'بقي نحو {n} أسئلة', stop_keep: 'احتفظ بما قلت وأنهِ',
    });
  });
}

function change(text, by) {
  const study = JSON.parse(text);
  by(study);
  return JSON.stringify(study);
}
