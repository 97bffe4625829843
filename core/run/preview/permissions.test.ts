import { expect, test } from 'vitest'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import { call, definition } from '../testing/steps.ts'
import { operatorVerbs, permissions } from './permissions.ts'

function asked(run: ScriptedRun) {
  return Object.fromEntries(
    permissions(run.executable, run.state).map(({ verb, allowed, because, steps }) => [
      verb,
      because ?? steps ?? allowed,
    ]),
  )
}

test('a run that executes says of each verb whether it would take it, and why not', () => {
  const run = new ScriptedRun(definition([call('A'), call('B')]))
  run.own()
  expect(Object.keys(asked(run))).toEqual([...operatorVerbs])
  expect(asked(run)).toMatchObject({
    retry: 'A run that is running cannot be retried.',
    resume: 'A run that is running cannot be resumed: it is not paused; to answer a wait, send an input.',
    next_step: 'Only runs with manual stepping can be stepped.',
    pause: true,
    signal: true,
    skip: ['A'],
    mark_done: ['A'],
    jump: ['A'],
    cancel: true,
    acknowledge: 'A run that is running cannot be acknowledged: it has not ended.',
  })
})

test('nothing of a run changes by being asked, and what is asked is what is done', () => {
  const run = new ScriptedRun(definition([call('A')]))
  run.own()
  run.fail('A')
  const before = JSON.stringify(run.state)
  expect(asked(run)).toMatchObject({
    retry: true,
    skip: ['A'],
    acknowledge: true,
    cancel: expect.stringContaining('failed'),
  })
  expect(JSON.stringify(run.state)).toBe(before)
  run.send({ type: 'acknowledge', actor: ana, reason: 'known' })
  expect(asked(run)).toMatchObject({
    retry: 'A run that failed cannot be retried: its outcome was acknowledged.',
    skip: 'No step can be skipped: its outcome was acknowledged.',
    acknowledge: 'It was acknowledged.',
  })
})

test('a run that rolls back takes nothing but its end by force', () => {
  const run = new ScriptedRun(
    definition([call('A', { compensate_function: 'test.undo' }), call('B')], { saga_enabled: true }),
  )
  run.own()
  run.complete('A')
  run.fail('B')
  const all = permissions(run.executable, run.state)
  expect(all.filter(({ allowed }) => allowed)).toEqual([{ verb: 'cancel', allowed: true, force: true }])
  run.send({ type: 'cancel', actor: ana, force: true })
  expect(permissions(run.executable, run.state)).toContainEqual(
    expect.objectContaining({ verb: 'cancel', allowed: false }),
  )
})
