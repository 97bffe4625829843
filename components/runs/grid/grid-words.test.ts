import { expect, it } from 'vitest'
import { barPart, cellWords, headWords, longestOf, startLabels, tookOf } from './grid-words.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).toISOString()
const now = Date.parse(at(12, 18))
const run = {
  version: 3,
  status: 'COMPLETED',
  humanWait: null,
  createdAt: at(12, 14),
  startedAt: at(12, 14),
  endedAt: at(12, 14, 5),
  tooLong: false,
}

it('the head of a run says when it began, its version, how it stands and how long it took', () => {
  expect(headWords(run, now)).toBe('Run of 14:00:00, v3: Completed, took 5 min')
  const oldest = { run_id: 'r', task_id: 'signal:Pay:1', step: 'Pay', workflow: 'Order', since: 0 }
  const paid = { ...run, status: 'WAITING_HUMAN_INPUT', humanWait: { count: 1, oldest }, endedAt: null }
  expect(headWords(paid, now)).toBe('Run of 14:00:00, v3: Waiting for a signal, for 4 h')
  const live = { ...run, version: -1, status: 'ACTIVE', startedAt: null, endedAt: null, tooLong: true }
  expect(headWords(live, now)).toBe(
    'Run of 14:00:00, test: Running, for 4 h. Its history is too long to be shown step by step here.',
  )
})

it('a cell says how its step stands in that run', () => {
  expect(cellWords({ displayStatus: 'completed', tookMs: 42 }, run)).toBe('Completed, 42 ms')
  expect(cellWords({ displayStatus: 'failed', attempts: 3 }, run)).toBe('Failed, 3 attempts')
  expect(cellWords(null, run)).toBe('not in v3')
})

it('bars are parts of the longest, and each is seen', () => {
  expect(tookOf(run, now)).toBe(300_000)
  expect(longestOf([run, { ...run, endedAt: null }], now)).toBe(300_000)
  expect(longestOf([{ ...run, endedAt: null }], now)).toBe(4 * 3_600_000)
  expect(barPart(50, 100)).toBe(0.5)
  expect(barPart(0, 100)).toBe(0.06)
  expect(barPart(0, 0)).toBe(0.06)
})

it('time and day stand under the first run of each', () => {
  expect(startLabels(run, undefined)).toEqual({ time: '14:00', day: '12 Mar' })
  expect(startLabels(run, run)).toEqual({ time: '', day: '' })
  expect(startLabels(run, run, true)).toEqual({ time: '14:00', day: '' })
  expect(startLabels({ ...run, startedAt: at(12, 15) }, run)).toEqual({ time: '15:00', day: '' })
  expect(startLabels(run, { ...run, startedAt: null, createdAt: at(11, 9) }).day).toBe('12 Mar')
})
