import { expect, it } from 'vitest'
import type { AttemptEffect } from '../commit/build-append.ts'
import type { ActiveRun } from './active-run.ts'
import { createAttempts } from './attempts.ts'

const caller = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`
const call = {
  id: 'work:A:1:1',
  step: 'A',
  iteration: 1,
  attempt: 1,
  undo: false,
  http: {},
} as unknown as AttemptEffect

function headerOf(hasTraces: boolean, traceparent?: string): string | undefined {
  const sent: (string | undefined)[] = []
  const executor = { start: (request: object) => sent.push((request as { traceparent?: string }).traceparent) }
  const attempts = createAttempts(
    { ...executor, cancel: () => undefined } as unknown as Parameters<typeof createAttempts>[0],
    () => 0,
    () => undefined,
    hasTraces,
  )
  const runId = '0190a000-0000-7000-8000-000000000001'
  const header = {
    run_id: runId,
    root_run_id: runId,
    workflow: 'W',
    owner_id: 'local',
    ...(traceparent && { traceparent }),
  }
  const run = { runId, calls: 0, state: { header }, offloaded: { isEmpty: true } } as unknown as ActiveRun
  attempts.start(run, call, 0)
  expect(attempts.count).toBe(1)
  return sent[0]
}

it('a request names the span of its attempt where spans are exported or the run has a caller, whose flags stay', () => {
  expect(headerOf(false)).toBeUndefined()
  expect(headerOf(true)).toMatch(/^00-0190a000000070008000000000000001-[0-9a-f]{16}-01$/)
  expect(headerOf(false, caller)).toMatch(/^00-a{32}-[0-9a-f]{16}-00$/)
})
