import { expect, it } from 'vitest'
import type { RunEvent } from '#core/run/event.ts'
import { stepFacts } from './step-facts.ts'

let seq = 0
const event = (at: number, type: string, payload: object = {}, attempt = 1, step = 'A') => {
  seq += 1
  return { seq, at, type, step, iteration: 1, attempt, payload } as unknown as RunEvent
}
const error = { code: 'Error', message: 'gateway timed out' }

it('lists every attempt with its outcome', () => {
  const facts = stepFacts(
    [
      event(0, 'workflow.node.started', { with: { a: 1 }, key: 'k1' }),
      event(4, 'workflow.node.progress', { will_retry: true, error }),
      event(9, 'workflow.node.started', { with: { a: 1 } }, 2),
      event(10, 'workflow.node.progress', { fraction: 0.5 }, 2),
      event(12, 'workflow.node.completed', { output: 'paid', changes: [[['paid'], true]] }, 2),
      event(12, 'workflow.node.started', {}, 1, 'B'),
    ],
    'A',
  )
  expect(
    facts.attempts.map(({ attempt, startedAt, endedAt, outcome }) => [attempt, startedAt, endedAt, outcome]),
  ).toEqual([
    [1, 0, 4, 'will_retry'],
    [2, 9, 12, 'completed'],
  ])
  expect(facts).toMatchObject({ with: { a: 1 }, output: 'paid', changes: [[['paid'], true]], key: 'k1', error: null })
})

it('keeps the error of a step that failed for good', () => {
  const facts = stepFacts([event(0, 'workflow.node.started'), event(5, 'workflow.node.failed', { error })], 'A')
  expect(facts.error).toEqual(error)
  expect(facts.attempts[0]).toMatchObject({ outcome: 'failed', error })
})

it('knows who decided, what was spawned, and that it was skipped', () => {
  const facts = stepFacts(
    [
      event(0, 'workflow.node.started'),
      event(1, 'workflow.child.spawned', { child_run_id: 'c1' }),
      event(3, 'workflow.human_task.decided', { actor: { id: 'ana' }, input: { approved: true } }),
      event(4, 'workflow.node.skipped', { reason: 'superseded' }),
    ],
    'A',
  )
  expect(facts.childRunIds).toEqual(['c1'])
  expect(facts.decision).toEqual({ by: 'ana', at: 3, input: { approved: true } })
  expect(facts.attempts[0]?.outcome).toBe('skipped')
})

it('keeps how a request was answered', () => {
  const http = { status: 201, headers: { location: '/orders/7' } }
  const events = [event(0, 'workflow.node.started'), event(5, 'workflow.node.completed', { output: {}, http })]
  expect(stepFacts(events, 'A').http).toEqual(http)
})

it('knows nothing of a step that was not reached', () => {
  expect(stepFacts([], 'A')).toMatchObject({ attempts: [], output: undefined, error: null, key: null, decision: null })
})
