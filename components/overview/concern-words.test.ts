import { expect, it } from 'vitest'
import { runQuery } from '#components/runs/list/filters/run-query.ts'
import { readAddress } from '#components/runs/list/filters/use-run-filter.ts'
import { runsPath } from '#components/shell/paths.ts'
import { countWord } from '../runs/count-words.ts'
import { isTrouble, troubleWords } from '../runs/trouble-words.ts'
import { concernAdvice, concernTitle } from './concern-words.ts'
import { countsSentence, durationsSentence, endedPaths, spanOf, spanWords } from './trends/trend-words.ts'

const oldest = { runId: 'r', workflow: 'Order', since: null }

it('a number says when there are more than are counted', () => {
  expect(countWord({ count: 1, more: false })).toBe('1 run')
  expect(countWord({ count: 10_000, more: true })).toBe('10,000+ runs')
})

it('of a queue it is told whether nobody serves it or those who do are busy', () => {
  const concern = { trouble: 'no_worker', queue: 'mails', count: 1, more: false, oldest } as const
  expect(concernTitle({ ...concern, workers: 0 })).toBe('waits: no worker serves queue mails')
  expect(concernAdvice({ ...concern, workers: 0 })).toContain('Start a worker for this queue')
  expect(concernTitle({ ...concern, count: 2, workers: 3 })).toBe('wait for a free worker on queue mails')
  expect(concernAdvice({ ...concern, workers: 3 })).toContain('The 3 workers on this queue had no capacity')
  expect(concernAdvice({ ...concern, workers: 1 })).toContain('The worker on this queue had no capacity')
  expect(concernAdvice({ trouble: 'stale', count: 2, more: false, oldest })).toContain('made no progress')
  expect(concernTitle({ trouble: 'stale', count: 2, more: false, oldest })).toBe('without progress')
})

const asked = (path: string) => runQuery(readAddress(path.split('?')[1] ?? ''), 0)

it('the list behind a number asks for just what was counted', () => {
  for (const trouble of Object.keys(troubleWords)) {
    expect(asked(runsPath({ trouble }))).toEqual({ trouble, rootsOnly: true })
    expect(isTrouble(trouble)).toBe(true)
  }
  expect(asked(runsPath({ trouble: 'no_worker', queue: 'a b&c' }))).toEqual({
    trouble: 'no_worker',
    queue: 'a b&c',
    rootsOnly: true,
  })
  expect(asked(runsPath({ status: ['ACTIVE'] }))).toEqual({ status: ['ACTIVE'], rootsOnly: true })
  const bucket = {
    at: '2026-03-01T12:00:00.000Z',
    completed: 3,
    failed: 0,
    stopped: 1,
    p50: 900,
    p95: 2_000,
    p99: 60_000,
  }
  const span = { endedFrom: '2026-03-01T12:00:00.000Z', endedTo: '2026-03-01T12:30:00.000Z' }
  expect(asked(endedPaths.completed(spanOf(bucket, 1_800_000)))).toEqual({
    ...span,
    status: ['COMPLETED'],
    rootsOnly: true,
  })
  expect(asked(endedPaths.failed(span))?.status).toEqual([
    'FAILED',
    'FAILED_WORKER_CRASH',
    'FAILED_CHILD_WORKFLOW',
    'FAILED_ROLLED_BACK',
  ])
  expect(asked(endedPaths.stopped(span))?.status).toEqual(['CANCELLED'])
  expect(countsSentence(bucket)).toBe('3 completed, 1 cancelled')
  expect(countsSentence({ completed: 0, failed: 0, stopped: 0 })).toBe('none ended')
  expect(durationsSentence(bucket)).toBe('p50 900 ms, p95 2 s, p99 1 min')
  expect(durationsSentence({ p50: null, p95: null, p99: null })).toBe('none completed')
  expect(spanWords(bucket, 1_800_000)).toContain('–')
})
