import { expect, test } from 'vitest'
import { parseInstant } from '../../parse-instant.ts'
import { instantText, nextInstant, type Plan, plannedInstants } from './planned-instants.ts'

const at = (text: string) => parseInstant(text) as number
const next = (plan: Plan, after: string, most: number) =>
  plannedInstants(plan, { afterMs: at(after), most }).map(instantText)

/** Zone, cron expression, after which instant, and the instants that follow in UTC. */
const table: readonly [string, string, string, string, readonly string[]][] = [
  [
    'Berlin: 02:30 does not exist',
    'Europe/Berlin',
    '30 2 * * *',
    '2026-03-28T12:00:00Z',
    ['03-29T01:00', '03-30T00:30'],
  ],
  ['Berlin: 02:30 exists twice', 'Europe/Berlin', '30 2 * * *', '2026-10-24T12:00:00Z', ['10-25T00:30', '10-26T01:30']],
  [
    'Berlin: every half hour, in both hours',
    'Europe/Berlin',
    '*/30 * * * *',
    '2026-10-25T00:15:00Z',
    ['10-25T00:30', '10-25T01:00', '10-25T01:30', '10-25T02:00'],
  ],
  [
    'Berlin: a list of hours fires once',
    'Europe/Berlin',
    '30 2,14 * * *',
    '2026-10-24T14:00:00Z',
    ['10-25T00:30', '10-25T13:30'],
  ],
  [
    'New York: 02:30 does not exist',
    'America/New_York',
    '30 2 * * *',
    '2026-03-07T12:00:00Z',
    ['03-08T07:00', '03-09T06:30'],
  ],
  [
    'New York: 01:30 exists twice',
    'America/New_York',
    '30 1 * * *',
    '2026-10-31T12:00:00Z',
    ['11-01T05:30', '11-02T06:30'],
  ],
  [
    'Lord Howe: half an hour that does not exist',
    'Australia/Lord_Howe',
    '15 2 * * *',
    '2026-10-03T00:00:00Z',
    ['10-03T15:30', '10-04T15:15'],
  ],
  [
    'Lord Howe: half an hour that exists twice',
    'Australia/Lord_Howe',
    '45 1 * * *',
    '2026-04-03T18:00:00Z',
    ['04-04T14:45', '04-05T15:15'],
  ],
  [
    'Casablanca: Ramadan begins',
    'Africa/Casablanca',
    '30 2 * * *',
    '2026-02-14T12:00:00Z',
    ['02-15T01:30', '02-16T02:30'],
  ],
  [
    'Casablanca: Ramadan ends',
    'Africa/Casablanca',
    '30 2 * * *',
    '2026-03-21T12:00:00Z',
    ['03-22T02:00', '03-23T01:30'],
  ],
  [
    'Kathmandu: 5:45 ahead, no jump',
    'Asia/Kathmandu',
    '0 9 * * *',
    '2026-03-28T12:00:00Z',
    ['03-29T03:15', '03-30T03:15'],
  ],
]

test.each(table)('access 17: %s', (_, timezone, cron, after, expected) => {
  expect(next({ cron, timezone }, after, expected.length)).toEqual(expected.map((one) => `2026-${one}:00Z`))
})

test('an interval is counted from 1970, whatever the time before', () => {
  expect(next({ every_seconds: 900 }, '2026-01-01T00:07:13Z', 2)).toEqual([
    '2026-01-01T00:15:00Z',
    '2026-01-01T00:30:00Z',
  ])
  expect(next({ every_seconds: 900 }, '2026-01-01T00:15:00Z', 1)).toEqual(['2026-01-01T00:30:00Z'])
})

test('the instant after one is never the same one, also within its second', () => {
  expect(next({ cron: '0 * * * *' }, '2026-01-01T05:00:00Z', 1)).toEqual(['2026-01-01T06:00:00Z'])
  expect(next({ cron: '0 * * * *' }, '2026-01-01T05:00:00.900Z', 1)).toEqual(['2026-01-01T06:00:00Z'])
  expect(next({ cron: '0 * * * *' }, '2026-01-01T04:59:59.900Z', 1)).toEqual(['2026-01-01T05:00:00Z'])
})

test('a range ends with its last instant, and a plan without instants has none', () => {
  const range = { afterMs: at('2026-01-01T00:00:00Z'), untilMs: at('2026-01-03T00:00:00Z'), most: 10 }
  expect(plannedInstants({ cron: '0 0 * * *' }, range).map(instantText)).toEqual([
    '2026-01-02T00:00:00Z',
    '2026-01-03T00:00:00Z',
  ])
  expect(nextInstant({ cron: '0 0 31 2 *' }, 0)).toBeNull()
  expect(nextInstant({ cron: 'nonsense' }, 0)).toBeNull()
  expect(nextInstant({}, 0)).toBeNull()
})

test('the answers stay right however many expressions are read', () => {
  const after = at('2026-01-01T00:00:00Z')
  for (let index = 0; index < 2_100; index += 1) expect(nextInstant({ cron: `every ${index}` }, after)).toBeNull()
  expect(next({ cron: '0 6 * * *' }, '2026-01-01T00:00:00Z', 1)).toEqual(['2026-01-01T06:00:00Z'])
})

test('an interval that is no time has no instants', () => {
  expect([0, -60].map((seconds) => nextInstant({ every_seconds: seconds }, 0))).toEqual([null, null])
})
