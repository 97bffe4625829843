import { expect, test } from 'vitest'
import { parseInstant } from '../../parse-instant.ts'
import type { ScheduleTrigger } from '../trigger.ts'
import { dueFirings, latestInstants } from './due-firings.ts'
import { instantText } from './planned-instants.ts'

const at = (text: string) => parseInstant(text) as number
const hourly: ScheduleTrigger = { type: 'schedule', cron: '0 * * * *' }
const due = (trigger: ScheduleTrigger, handledUntil: string, now: string) => {
  const { firings, nextAt } = dueFirings(trigger, { handledUntil: at(handledUntil), now: at(now) })
  return [
    ...firings.map(
      ({ plannedAt, cause, overlap, skipped }) =>
        `${instantText(plannedAt).slice(5, 16)} ${cause} ${overlap}${skipped === undefined ? '' : `: ${skipped}`}`,
    ),
    nextAt === null ? 'none' : `next ${instantText(nextAt).slice(5, 16)}`,
  ]
}

test('an instant that has just come fires', () => {
  expect(due(hourly, '2026-01-01T05:00:00Z', '2026-01-01T06:00:00Z')).toEqual([
    '01-01T06:00 planned skip',
    'next 01-01T07:00',
  ])
  expect(due(hourly, '2026-01-01T05:00:00Z', '2026-01-01T06:00:59Z')[0]).toBe('01-01T06:00 planned skip')
})

test('what has been handled does not fire again, also where the clock was set back', () => {
  expect(due(hourly, '2026-01-01T06:00:00Z', '2026-01-01T06:00:00Z')).toEqual(['next 01-01T07:00'])
  expect(due(hourly, '2026-01-01T06:00:00Z', '2026-01-01T05:10:00Z')).toEqual(['next 01-01T06:00'])
})

test('of missed times, the latest is made up for by default, in its turn', () => {
  expect(due(hourly, '2026-01-01T01:00:00Z', '2026-01-01T04:30:00Z')).toEqual([
    '01-01T03:00 caught_up skip: No engine was running at this time. The same holds for 1 earlier time.',
    '01-01T04:00 caught_up queue',
    'next 01-01T05:00',
  ])
})

test('none of them is made up for where the next one fires anyway', () => {
  expect(due(hourly, '2026-01-01T03:00:00Z', '2026-01-01T05:00:10Z')).toEqual([
    '01-01T04:00 caught_up skip: No engine was running at this time.',
    '01-01T05:00 planned skip',
    'next 01-01T06:00',
  ])
})

test('none or all of them, as the schedule says', () => {
  const [handled, now] = ['2026-01-01T01:00:00Z', '2026-01-01T03:30:00Z']
  expect(due({ ...hourly, catch_up: 'none', overlap: 'allow' }, handled, now)).toEqual([
    '01-01T03:00 caught_up allow: No engine was running at this time. The same holds for 1 earlier time.',
    'next 01-01T04:00',
  ])
  expect(due({ ...hourly, catch_up: 'all', overlap: 'allow' }, handled, now)).toEqual([
    '01-01T02:00 caught_up allow',
    '01-01T03:00 caught_up allow',
    'next 01-01T04:00',
  ])
})

test('all are at most a hundred, the latest ones, after however long a time', () => {
  const minutely: ScheduleTrigger = { type: 'schedule', every_seconds: 60, catch_up: 'all' }
  const found = dueFirings(minutely, { handledUntil: at('2020-01-01T00:00:00Z'), now: at('2026-01-01T00:00:30Z') })
  expect(found.firings.map(({ cause, skipped }) => skipped ?? cause)).toEqual([
    'No engine was running at this time. The same holds for many earlier times.',
    ...Array.from({ length: 100 }, () => 'caught_up'),
    'planned',
  ])
})

test('the latest instants of a range', () => {
  const range = { afterMs: at('2026-01-01T00:00:00Z'), untilMs: at('2026-03-01T00:00:00Z') }
  const found = latestInstants({ cron: '0 0 * * *' }, { ...range, most: 2 })
  expect({ ...found, instants: found.instants.map(instantText) }).toEqual({
    instants: ['2026-02-28T00:00:00Z', '2026-03-01T00:00:00Z'],
    more: true,
  })
  expect(latestInstants({ cron: '0 0 1 1 *' }, { ...range, most: 2 })).toEqual({ instants: [], more: false })
  expect(latestInstants({ cron: '0 0 * * *' }, { ...range, untilMs: range.afterMs, most: 2 }).instants).toEqual([])
})
