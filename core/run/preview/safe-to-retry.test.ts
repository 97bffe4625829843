import { expect, test } from 'vitest'
import { begun } from '../testing/begun.ts'
import { call, loop, request, script, subWorkflow } from '../testing/steps.ts'
import { isSafeToRetry } from './safe-to-retry.ts'

const safe = { idempotent: true } as const

function failed(...steps: Parameters<typeof begun>[0]) {
  const run = begun(steps)
  for (const { name } of steps.slice(0, -1)) run.complete(name)
  run.fail(steps.at(-1)?.name ?? '')
  return isSafeToRetry(run.executable, run.state)
}

test('a retry is safe where each step that has changed something is idempotent', () => {
  expect(failed(request('Get', { ...safe, http_config: { url: 'https://a.example' } }), call('Pay', safe))).toBe(true)
  expect(failed(call('Ship'), call('Pay', safe))).toBe(false)
  expect(failed(call('Ship', safe), call('Pay'))).toBe(false)
})

test('steps without effects, and steps that never ran, do not count', () => {
  expect(failed(call('Read', { effects: 'none' }), script('Sum', { code: '1' }), call('Pay', safe))).toBe(true)
  const run = begun([call('Left', { when: 'false' }), call('Pay', safe), call('Later')])
  run.fail('Pay')
  expect(isSafeToRetry(run.executable, run.state)).toBe(true)
})

test('a run that may not be retried for other reasons says nothing', () => {
  const run = begun([call('A', safe), call('B', { ...safe, effects: 'none' })])
  expect(isSafeToRetry(run.executable, run.state)).toBeNull()
  expect(failed(call('Read', { effects: 'none' }))).toBeNull()
})

test('the effects of a child count, and those of the steps of a loop', () => {
  const run = begun([subWorkflow('Child', 'Below'), call('Pay', safe)])
  run.childEnded('Child', 'COMPLETED')
  run.fail('Pay')
  expect(isSafeToRetry(run.executable, run.state)).toBe(false)
  const looped = begun([loop('Each', [call('In', safe)], { iterate_over: '[1]' }), call('Pay', safe)])
  looped.complete('In')
  looped.fail('Pay')
  expect(isSafeToRetry(looped.executable, looped.state)).toBe(true)
})

test('an envelope knows the steps whose effects are left', () => {
  const envelope = { discover: { resources: ["'a:1'"] } }
  const run = begun([call('A', { compensate_function: 'test.undo' }), call('B', safe)], {}, { envelope })
  run.grant()
  run.complete('A')
  run.fail('B')
  expect(isSafeToRetry(run.executable, run.state)).toBe(false)
  const state = { ...run.state, envelope: { since: 0, timers: {}, touched: { B: 'final' as const } } }
  expect(isSafeToRetry(run.executable, state)).toBe(true)
  const child = { step: 'A', iteration: 1, workflow: 'Below', input: null }
  const above = (more: object) => ({ ...state, children: { c: { ...child, ...more } } }) as unknown as typeof state
  expect(isSafeToRetry(run.executable, above({}))).toBe(true)
  expect(isSafeToRetry(run.executable, above({ effects: 'final' }))).toBe(false)
})
