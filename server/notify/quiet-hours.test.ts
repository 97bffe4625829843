import { expect, it } from 'vitest'
import { isTimeZone, type QuietHours, quietUntil } from './quiet-hours.ts'

const night: QuietHours = { from: '20:00', to: '07:30', days: [] }
const until = (now: string, quiet: QuietHours | null, zone = 'Europe/Berlin') =>
  new Date(quietUntil(Date.parse(now), quiet, zone)).toISOString()

it.each([
  ['2026-01-14T12:00:00Z', '2026-01-14T12:00:00.000Z'],
  ['2026-01-14T18:59:59Z', '2026-01-14T18:59:59.000Z'],
  ['2026-01-14T19:00:00Z', '2026-01-15T06:30:00.000Z'],
  ['2026-01-15T06:29:10Z', '2026-01-15T06:30:00.000Z'],
  ['2026-01-15T06:30:00Z', '2026-01-15T06:30:00.000Z'],
  // Summer time begins in that night, and ends in the next.
  ['2026-03-28T22:00:00Z', '2026-03-29T05:30:00.000Z'],
  ['2026-10-24T22:00:00Z', '2026-10-25T06:30:00.000Z'],
])('ends with the night of the time zone: %s', (now, end) => expect(until(now, night)).toBe(end))

it('takes whole days out, and hours within one day', () => {
  expect(until('2026-01-17T10:00:00Z', { ...night, days: [0, 6] })).toBe('2026-01-19T06:30:00.000Z')
  const noon = { from: '12:00', to: '13:00', days: [] }
  expect(until('2026-01-14T12:10:00Z', noon, 'UTC')).toBe('2026-01-14T13:00:00.000Z')
  expect(until('2026-01-14T13:00:00Z', noon, 'UTC')).toBe('2026-01-14T13:00:00.000Z')
  expect(until('2026-01-14T12:10:00Z', { ...noon, to: '12:00' }, 'UTC')).toBe('2026-01-14T12:10:00.000Z')
  expect(until('2026-01-14T12:10:00Z', null)).toBe('2026-01-14T12:10:00.000Z')
})

it('does not search for ever where every day is quiet', () => {
  const end = until('2026-01-14T12:00:00Z', { ...night, days: [0, 1, 2, 3, 4, 5, 6] })
  expect(Date.parse(end)).toBeGreaterThan(Date.parse('2026-01-21T00:00:00Z'))
})

it('knows time zones by their names', () => {
  expect(['Asia/Kathmandu', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
