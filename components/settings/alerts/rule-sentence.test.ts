import { expect, it } from 'vitest'
import { ruleSentence, type SentenceOf } from './rule-sentence.ts'

const names: Readonly<Record<string, string>> = { ana: 'Ana', ben: 'Ben' }
const plain = (rule: Partial<SentenceOf>) =>
  ruleSentence(
    {
      workflow: 'Billing',
      failed: true,
      lateMinutes: null,
      stuckMinutes: null,
      recovered: false,
      people: ['ana'],
      addresses: [],
      quiet: null,
      webhookOrigin: null,
      ...rule,
    },
    (id) => names[id] ?? id,
  )?.replace(/\p{Cf}/gu, '')

it.each<[Partial<SentenceOf>, string | undefined]>([
  [{}, 'Mails Ana when a run of Billing fails'],
  [
    { people: ['ana', 'ben'], addresses: ['a@b.example', 'c@d.example'], lateMinutes: 90 },
    'Mails Ana, Ben and 2 more when a run of Billing fails or has not ended after 90 minutes',
  ],
  [
    { failed: false, stuckMinutes: 120, recovered: true, webhookOrigin: 'https://hooks.example' },
    'Mails Ana and calls https://hooks.example when a run of Billing makes no progress for 2 hours or recovers',
  ],
  [
    { people: [], webhookOrigin: 'https://hooks.example', lateMinutes: 1_440 },
    'Calls https://hooks.example when a run of Billing fails or has not ended after 1 day',
  ],
  [
    { quiet: { from: '20:00', to: '07:00', days: [6, 0] } },
    'Mails Ana when a run of Billing fails, not from 20:00 to 07:00, not on Saturdays and Sundays',
  ],
  [{ failed: false, recovered: true }, undefined],
  [{ people: [] }, undefined],
])('says what the rule %j does', (rule, sentence) => {
  expect(plain(rule)).toBe(sentence)
})
