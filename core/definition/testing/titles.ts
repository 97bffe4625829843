/** Titles in more than ten scripts, with emoji, joiners, and characters that YAML must quote. */
export const titles = [
  'Invoice approval',
  'Überweisung prüfen: zweimal',
  'Согласовать счёт',
  'Έγκριση τιμολογίου',
  'אישור חשבונית',
  'الموافقة على الفاتورة',
  'चालान की स्वीकृति',
  '发票审批 #2',
  '請求書の「承認」',
  '송장 승인',
  'การอนุมัติใบแจ้งหนี้',
  'Հաստատել հաշիվը',
  "✅ It's approved 👩🏽‍⚖️",
  '- not a list, { no map }',
] as const
