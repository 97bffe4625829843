import { expect, test } from 'vitest'
import { planOfPreset, presetAs, presetKinds, presetOf, scheduleWords } from './schedule-preset.ts'

test.each([
  [{ every_seconds: 900 }, 'Every 15 minutes'],
  [{ every_seconds: 60 }, 'Every minute'],
  [{ every_seconds: 86_400 }, 'Every day'],
  [{ cron: '0 * * * *' }, 'Every hour, UTC'],
  [{ cron: '5 * * * *' }, 'Every hour at minute 5, UTC'],
  [{ cron: '30 6 * * *', timezone: 'Europe/Berlin' }, 'Every day at 06:30, Europe/Berlin'],
  [{ cron: '0 6 * * 1-5' }, 'Monday to Friday at 06:00, UTC'],
  [{ cron: '0 6 * * mon' }, 'Every Monday at 06:00, UTC'],
  [{ cron: '0 6 * * 7' }, 'Every Sunday at 06:00, UTC'],
  [{ cron: '0 6 31 * *' }, 'On day 31 of every month at 06:00, UTC'],
  [{ cron: '*/5 6 * * *' }, '*/5 6 * * *, UTC'],
  [{ cron: '0 6 1 1 *' }, '0 6 1 1 *, UTC'],
  [{ cron: '0 6 1 * MON' }, '0 6 1 * MON, UTC'],
  [{ cron: '5 * 1 * *' }, '5 * 1 * *, UTC'],
  [{ cron: '5 * * * MON' }, '5 * * * MON, UTC'],
  [{ cron: '5 */2 * * *' }, '5 */2 * * *, UTC'],
  [{ cron: '0 6 * * MON,WED' }, '0 6 * * MON,WED, UTC'],
  [{ cron: '0 6 32 * *' }, '0 6 32 * *, UTC'],
  [{}, 'No time yet, UTC'],
])('%j is %s', (plan, words) => {
  expect(scheduleWords(plan)).toBe(words)
})

test('every preset is read again from its plan', () => {
  for (const kind of presetKinds) {
    const preset = presetAs(kind, { kind: 'weekly', minute: 7, hour: 8, day: 2 })
    const read = presetOf(planOfPreset(preset))
    expect(kind === 'cron' ? read.kind : read).toEqual(kind === 'cron' ? 'weekly' : preset)
  }
})

test.each([
  ['hourly', { kind: 'hourly', minute: 0 }],
  ['daily', { kind: 'daily', minute: 0, hour: 6 }],
  ['monthly', { kind: 'monthly', minute: 0, hour: 6, day: 1 }],
  ['cron', { kind: 'cron', cron: '0 6 * * *' }],
] as const)('after an interval, which has no time of the day, %s begins at six', (kind, preset) => {
  expect(presetAs(kind, { kind: 'interval', seconds: 900 })).toEqual(preset)
})

test('a trigger in words', () => {})
