import { describe, expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { sentence } from '../sentence/sentence.ts'
import { fromSnapshot, initialState, type RunState } from '../state.ts'
import { Family } from '../testing/family.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import { call, definition, human, signal, subWorkflow } from '../testing/steps.ts'
import { allowedVerbs } from '../views/allowed-verbs.ts'
import { statusOf } from '../views/status.ts'
import { humanWaits } from '../views/waits.ts'

const paid = (more = {}) => signal('Paid', 'paid-{{ input.order }}', more)

function started(step = paid(), more: Parameters<typeof definition>[1] = {}): ScriptedRun {
  const run = new ScriptedRun(definition([step, call('Ship')], more), { input: { order: 7 } })
  run.own()
  return run
}

const send = (payload: Json = {}, signal_name = 'paid-7') =>
  ({ type: 'signal', actor: ana, signal_name, payload }) as const

describe('a SIGNAL step', () => {
  test('A8: waits like for a person, by a name that may hold data of the run', () => {
    const run = started()
    expect(run.lines().slice(4)).toEqual([
      'Paid started',
      'Paid signal.awaited',
      'run status_changed (ACTIVE to WAITING_HUMAN_INPUT)',
      'run waiting (Paid)',
    ])
    expect(run.plan()).toEqual([])
    expect(sentence(null, run.state, run.now)).toBe('Waiting for signal paid-7 at Paid, for less than 1 s.')
    expect(humanWaits(run.state)).toMatchObject({ count: 1, oldest: { step: 'Paid' } })
    expect(allowedVerbs(run.state)).toContain('signal')
  })

  test('A10: what the signal brings is merged into state, and the step after it runs', () => {
    const run = started()
    expect(run.send(send({ amount: 5 }))).toEqual([
      'Paid signal.received',
      'Paid completed',
      'Ship started',
      'run status_changed (WAITING_HUMAN_INPUT to ACTIVE)',
    ])
    expect(run.state.data).toEqual({ order: 7, amount: 5 })
    expect(run.state.signals).toEqual({})
  })

  test('a signal of another name is kept, and wakes nobody', () => {
    const run = started()
    expect(run.send(send({}, 'paid-8'))).toEqual(['run signal.received'])
    expect(run.state.signals).toEqual({ 'paid-8': [{}] })
  })

  test('one that came before is taken at once, the oldest first', () => {
    const steps = [call('First'), signal('One', 's'), signal('Two', 's', { output_key: 'two' })]
    const run = new ScriptedRun(definition(steps))
    run.send(send({ n: 1 }, 's'))
    run.own()
    run.send(send({ n: 2 }, 's'))
    expect(run.complete('First')).toEqual([
      'First completed',
      'One started',
      'One signal.taken',
      'One completed',
      'Two started',
      'Two signal.taken',
      'Two completed',
      'run completed',
    ])
    expect(run.state.data).toEqual({ n: 1, two: { n: 2 } })
  })

  test('those that do not fit what a step takes are left for others', () => {
    const run = new ScriptedRun(definition([call('First'), signal('One', "{{ 's' }}")]))
    run.own()
    run.send(send('text', 's'))
    run.send(send({ n: 2 }, 's'))
    run.complete('First')
    expect(run.state.signals).toEqual({ s: ['text'] })
    expect(run.state.data).toEqual({ n: 2 })
  })

  test('several waits are served in their order', () => {
    const run = new ScriptedRun(definition([signal('One', 's'), signal('Two', 's', { dependencies: [] })]))
    run.own()
    expect(run.send(send({}, 's'))).toContain('One completed')
    expect(run.send(send({}, 's'))).toContain('Two completed')
  })

  test('beside a person: who is asked next is told', () => {
    const run = new ScriptedRun(definition([call('First'), signal('One', 's'), human('Ask', { dependencies: [] })]))
    run.own()
    expect(run.complete('First')).toEqual(expect.arrayContaining(['run waiting (Ask, One)']))
    const other = new ScriptedRun(definition([human('Ask'), signal('One', 's'), human('Else', { dependencies: [] })]))
    other.own()
    expect(other.resume({}, { step: 'Ask' })).toContain('run waiting (Else, One)')
  })

  test('its data is checked at the door: by the schema, and because it is merged', () => {
    const schema = { type: 'object', required: ['amount'] }
    const run = started(paid({ schema }))
    expect(run.refusal(send({}))).toMatchObject({ code: 'INVALID_INPUT', field: expect.stringContaining('payload') })
    expect(started().refusal(send(5))).toMatchObject({ code: 'INVALID_INPUT', field: 'payload' })
    expect(started(paid({ output_key: 'n' })).send(send(5))).toContain('Paid completed')
    expect(started().send(send(null))).toContain('Paid completed')
  })

  test('also before anybody waits, where the definition names the signal as it is', () => {
    const schema = { type: 'object', properties: { amount: { type: 'number' } } }
    const run = new ScriptedRun(definition([call('First'), signal('One', 's', { schema })]))
    run.own()
    expect(run.refusal(send({ amount: 'x' }, 's'))).toMatchObject({ code: 'INVALID_INPUT', field: 'payload.amount' })
    expect(run.send(send({ amount: 1 }, 's'))).toEqual(['run signal.received'])
  })

  test('only so many are kept', () => {
    const run = new ScriptedRun(definition([call('First')]))
    run.own()
    const many = new Array(limits.run.queuedSignals).fill({})
    run.state = { ...run.state, signals: { s: many } }
    expect(run.refusal(send({}, 's'))).toMatchObject({ code: 'INVALID_TRANSITION', verb: 'signal' })
  })

  test('a snapshot from before there were signals has none', () => {
    const { signals: _, ...earlier } = started().state
    expect(fromSnapshot(earlier as RunState).signals).toEqual({})
    expect(fromSnapshot(null)).toEqual(initialState())
  })

  test('a name that cannot be made, or is empty, fails the step', () => {
    expect(started(signal('Paid', '{{ input.nope.deep }}')).state.outcome?.status).toBe('FAILED')
    expect(started(signal('Paid', "{{ '' }}")).state.outcome?.error?.code).toBe('WAIT_INVALID')
  })

  test('the time limit fails it', () => {
    const run = started(paid({ timeout_seconds: 5 }))
    expect(run.fire('timeout')).toContain('Paid failed (TIMEOUT)')
  })

  test('while held it is recorded and starts nothing', () => {
    const run = started()
    run.send({ type: 'pause', actor: ana })
    expect(run.send(send())).not.toContain('Ship started')
    expect(run.send({ type: 'resume', actor: ana })).toContain('Ship started')
  })

  test('a run that has ended or rolls back takes none', () => {
    const run = started()
    run.send(send())
    run.fail('Ship')
    expect(run.refusal(send())).toMatchObject({ code: 'INVALID_TRANSITION', from: 'FAILED', verb: 'signal' })
    const steps = [call('A', { compensate_function: 'f' }), call('B')]
    const saga = new ScriptedRun(definition(steps, { saga_enabled: true }))
    saga.own()
    saga.complete('A')
    saga.fail('B')
    expect(saga.refusal(send()).message).toContain('rolling back')
  })

  test('A54: a child that waits for a signal makes its root wait', () => {
    const family = new Family([
      definition([subWorkflow('Sub', 'Child')], { workflow_type: 'Root' }),
      definition([signal('Paid', 's')], { workflow_type: 'Child' }),
    ])
    expect(statusOf(family.root.state)).toBe('WAITING_CHILD_HUMAN_INPUT')
    family.after('Child', (run) => run.send(send({}, 's')))
    expect(statusOf(family.root.state)).toBe('COMPLETED')
  })
})
