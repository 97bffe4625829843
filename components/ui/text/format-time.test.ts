import { afterEach, expect, it } from 'vitest'
import {
  formatAge,
  formatClock,
  formatDate,
  formatDue,
  formatDuration,
  formatEdges,
  formatFull,
  formatGrowing,
  formatInstant,
  formatSpan,
} from './format-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

it('says a span in the fewest words that still say enough', () => {
  expect([-5, 0, 42, 999].map(formatDuration)).toEqual(['0 ms', '0 ms', '42 ms', '999 ms'])
  expect([1_000, 1_240, 9_900, 59_999].map(formatDuration)).toEqual(['1 s', '1.2 s', '9.9 s', '59 s'])
  expect([18 * minute, 2 * hour, 2 * hour + 4 * minute].map(formatDuration)).toEqual(['18 min', '2 h', '2 h 4 min'])
  expect([day, 3.5 * day].map(formatDuration)).toEqual(['1 day', '3 days'])
})

it('counts what still grows in whole seconds', () => {
  expect([-5, 983, 5_900, 61_000].map(formatGrowing)).toEqual(['0 s', '0 s', '5 s', '1 min'])
})

it('keeps only the biggest unit in a list', () => {
  expect([5 * minute, 2 * hour + 4 * minute, 2 * day].map(formatAge)).toEqual(['5 min', '2 h', '2 days'])
})

it('tells whether a due date presses', () => {
  expect(formatDue(40 * minute, 0)).toEqual({ text: 'in 40 min', urgency: 'soon' })
  expect(formatDue(2 * day, 0)).toEqual({ text: 'in 2 days', urgency: 'none' })
  expect(formatDue(0, 2 * hour)).toEqual({ text: 'overdue by 2 h', urgency: 'overdue' })
  expect(formatDue(0, 500)).toEqual({ text: 'due now', urgency: 'overdue' })
})

it('names the day of an instant only when it is not today', () => {
  const now = new Date(2026, 2, 12, 15, 0, 0).getTime()
  expect(formatInstant(new Date(2026, 2, 12, 14, 2, 11).getTime(), now)).toBe('14:02:11')
  expect(formatInstant(new Date(2026, 2, 11, 14, 2, 11).getTime(), now)).toBe('11 Mar 14:02:11')
  expect(formatClock(new Date(2026, 2, 12, 14, 2, 11, 7).getTime())).toBe('14:02:11.007')
})

it('names a span between two instants, either of which may be open', () => {
  const [from, to] = [new Date(2026, 2, 12, 14, 0), new Date(2026, 2, 12, 14, 30)].map((date) => date.toISOString())
  expect(formatSpan(from ?? '', to ?? '')).toBe('12 Mar, 14:00 – 14:30')
  const nextDay = new Date(2026, 2, 13, 2, 0).toISOString()
  expect(formatSpan(from ?? '', nextDay)).toBe('12 Mar, 14:00 – 13 Mar, 02:00')
  expect(formatSpan(from ?? '', 'nonsense')).toBe('from 12 Mar, 14:00')
  expect([formatSpan('', to ?? ''), formatSpan('', '')]).toEqual(['before 12 Mar, 14:30', 'at any time'])
})

it('names where a range begins and ends, by the clock or by the day', () => {
  const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString()
  const [from, to] = [at(2026, 8, 12, 14, 0), at(2026, 8, 12, 14, 30)]
  expect(formatEdges(from, to, false)).toEqual(['14:00', '14:30'])
  expect(formatEdges(at(2026, 8, 11, 14, 30), to, false)).toEqual(['11 Sep 14:30', '14:30'])
  expect(formatEdges(at(2026, 7, 14), to, true)).toEqual(['14 Aug', '12 Sep'])
})

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

it.each([
  ['UTC', '12 Mar 2026, 14:02:11 UTC', '12 Mar 2026, 14:02'],
  ['Europe/Berlin', '12 Mar 2026, 15:02:11 UTC+1', '12 Mar 2026, 15:02'],
  ['Asia/Kolkata', '12 Mar 2026, 19:32:11 UTC+5:30', '12 Mar 2026, 19:32'],
  ['America/St_Johns', '12 Mar 2026, 11:32:11 UTC−2:30', '12 Mar 2026, 11:32'],
])('says the day and the zone of an instant in %s', (where, full, date) => {
  process.env.TZ = where
  const at = Date.UTC(2026, 2, 12, 14, 2, 11)
  expect([formatFull(at), formatDate(at)]).toEqual([full, date])
})
