import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import type { Command } from '#core/run/command.ts'
import { pendingPayloadBytes, withinBound } from './payload-bound.ts'

const most = limits.run.offloadedBytes
const ended = (bytes?: number): Command => ({
  type: 'attempt_ended',
  step: 'Fetch',
  iteration: 1,
  attempt: 1,
  outcome: { kind: 'completed', output: 1, ...(bytes !== undefined && { bytes }) },
})
const childEnded = (status: string): Command => ({ type: 'child_ended', child_run_id: 'c', status, state: { a: 1 } })
const tooLarge = { code: 'RESULT_TOO_LARGE', message: expect.stringContaining('64.0 MB of large values') }

it('counts what comes, up to the bound, beyond which it is a failure', () => {
  const run = { payloadBytes: most - 10 }
  expect(withinBound(run, ended(10))).toEqual(ended(10))
  expect(run.payloadBytes).toBe(most)
  expect(withinBound(run, ended(1))).toMatchObject({ outcome: { kind: 'failed', error: tooLarge, retryable: false } })
  expect(run.payloadBytes).toBe(most)
})

it('lets a run go on at its bound with what is small, and not beyond it', () => {
  expect(withinBound({ payloadBytes: most }, ended())).toEqual(ended())
  expect(withinBound({ payloadBytes: most + 1 }, ended())).toMatchObject({
    outcome: { kind: 'failed', error: tooLarge },
  })
})

it('takes no more of runs below either then, and leaves all else as it is', () => {
  const full = { payloadBytes: most + 1 }
  expect(withinBound({ payloadBytes: most }, childEnded('COMPLETED'))).toEqual(childEnded('COMPLETED'))
  expect(withinBound(full, childEnded('COMPLETED'))).toMatchObject({ status: 'FAILED', state: {}, error: tooLarge })
  expect(withinBound(full, childEnded('FAILED'))).toEqual(childEnded('FAILED'))
  const pause: Command = { type: 'pause', actor: { id: 'local' } }
  expect(withinBound(full, pause)).toBe(pause)
})

it('knows what is coming', () => {
  expect(pendingPayloadBytes([{ command: ended(5) }, { command: ended() }, { command: childEnded('COMPLETED') }])).toBe(
    5,
  )
})
