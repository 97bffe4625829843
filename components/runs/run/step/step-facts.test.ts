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
  expect(facts).toMatchObject({ with: { a: 1 }, output: 'paid', key: 'k1', error: null })
  expect(facts.writes).toEqual([{ seq: 5, changes: [[['paid'], true]] }])
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
      event(2, 'workflow.human_task.opened', { title: 'Loan of 24000' }),
      event(3, 'workflow.human_task.decided', { actor: { id: 'ana' }, input: { approved: true } }),
      event(4, 'workflow.node.skipped', { reason: 'superseded' }),
    ],
    'A',
  )
  expect(facts.childRunIds).toEqual(['c1'])
  expect(facts.taskTitle).toBe('Loan of 24000')
  expect(facts.decision).toEqual({ by: 'ana', at: 3, input: { approved: true }, reason: null })
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

it('keeps what it said while it ran, and the attempts to undo it', () => {
  const facts = stepFacts(
    [
      event(0, 'workflow.node.started'),
      event(2, 'workflow.node.progress', { note: 'half\nway', fraction: 0.5 }),
      event(3, 'workflow.node.completed', { output: null }),
      event(5, 'workflow.compensation.started', { key: 'u1' }),
      event(6, 'workflow.compensation.failed', { error, will_retry: true }),
      event(8, 'workflow.compensation.started', { key: 'u1' }, 2),
      event(9, 'workflow.compensation.completed', { outcome: 'done' }),
    ],
    'A',
  )
  expect(facts.logs.map(({ at, text, fraction }) => [at, text, fraction])).toEqual([[2, 'half\nway', 0.5]])
  expect(facts.attempts.map(({ isUndo, attempt, outcome }) => [isUndo, attempt, outcome])).toEqual([
    [false, 1, 'completed'],
    [true, 1, 'will_retry'],
    [true, 2, 'completed'],
  ])
})

it('keeps what the last visit wrote, all of it and nothing else', () => {
  const wrote = (iteration: number, type: string, value: number) => ({
    ...event(iteration, type, { changes: [[['n'], value]] }),
    iteration,
  })
  const { writes } = stepFacts(
    [
      wrote(1, 'workflow.node.completed', 1),
      wrote(2, 'workflow.human_task.opened', 2),
      wrote(2, 'workflow.node.completed', 3),
    ],
    'A',
  )
  expect(writes.map(({ changes }) => changes)).toEqual([[[['n'], 2]], [[['n'], 3]]])
})

it('shows what a sub-workflow, the rounds of a loop and the items of a PARALLEL step were given', () => {
  const child = stepFacts(
    [
      event(0, 'workflow.node.started'),
      event(1, 'workflow.child.spawned', { child_run_id: 'c', workflow: 'Child', input: { order: 7 } }),
    ],
    'A',
  )
  expect(child).toMatchObject({ with: { order: 7 }, childRunIds: ['c'], items: [] })
  expect(stepFacts([event(0, 'workflow.node.started', { items: [1, 2] })], 'A')).toMatchObject({ list: [1, 2] })
  const item = (index: number, type: string, payload: object) =>
    ({ ...event(2, type, payload), item: index }) as unknown as RunEvent
  const fan = [
    event(0, 'workflow.node.started', { count: 3 }),
    item(0, 'workflow.item.started', { with: 'a' }),
    item(1, 'workflow.item.started', { name: 'Quiet' }),
    item(2, 'workflow.item.started', { name: 'Below' }),
    item(2, 'workflow.child.spawned', { child_run_id: 'd', workflow: 'Child', input: { n: 2 } }),
  ]
  expect(stepFacts(fan, 'A')).toMatchObject({ with: undefined, items: ['a', null, { n: 2 }] })
  // Another visit gives anew.
  expect(stepFacts([...fan, event(9, 'workflow.node.started', { count: 3 })], 'A').items).toEqual([])
})
