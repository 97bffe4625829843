import { expect, it } from 'vitest'
import {
  formatAge,
  formatClock,
  formatDue,
  formatDuration,
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
