import { expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { SourceRecord } from '../source-record.ts'
import { triggersOf } from './triggers.ts'

const of = (on: Json) => triggersOf(new SourceRecord({ on }).at('on'))

test.each<[string, Json]>([
  ['the event alone', 'schedule'],
  ['a list of events', ['schedule']],
  ['no times', { schedule: null }],
  ['an empty list', { schedule: [] }],
  ['times without text', { schedule: [{ cron: 5 }, 'daily'] }],
])('a schedule has no time: %s', (_, on) => {
  expect(of(on)).toEqual({
    triggers: [],
    notes: [{ part: 'on: schedule', fate: 'lost', message: 'The schedule has no time.' }],
  })
})

test('a time keeps its time zone', () => {
  const schedule = [
    { cron: '0 3 * * *', timezone: 'Europe/Rome' },
    { cron: '0 4 * * *', timezone: 5 },
  ]
  expect(of({ schedule }).triggers).toEqual([
    { type: 'schedule', cron: '0 3 * * *', timezone: 'Europe/Rome' },
    { type: 'schedule', name: 'schedule 2', cron: '0 4 * * *' },
  ])
})
