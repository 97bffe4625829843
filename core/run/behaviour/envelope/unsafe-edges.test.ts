import { describe, expect, test } from 'vitest'
import { leftToUndo } from '../../envelope/left-to-undo.ts'
import { locked, twoLocks } from '../../testing/enveloped.ts'
import { saga, undoable } from '../../testing/saga.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, parallel, subWorkflow } from '../../testing/steps.ts'

const pure = (name: string) => call(name, { effects: 'none' })
const lastChange = (run: ScriptedRun) =>
  run.history.findLast((event) => event.type === 'workflow.phase.changed')?.payload

describe('a verdict', () => {
  test('of a run for which there is no slot is safe, and nobody has cancelled it', () => {
    const run = new ScriptedRun(definition([call('A')], { envelope: {} }))
    run.send({ type: 'own', engine_id: 'engine', epoch: 1, budget: 'exhausted' })
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(lastChange(run)).not.toHaveProperty('actor')
  })

  test('of a saga names the steps that have no compensation, although all compensations succeeded', () => {
    const run = locked([undoable('A'), call('B'), pure('C')], twoLocks, { saga_enabled: true })
    for (const step of ['A', 'B']) run.complete(step)
    run.fail('C')
    run.complete('A')
    expect(run.state.phase).toBe('FAILED_UNSAFE')
    expect(lastChange(run)).toMatchObject({ event: 'success', result: 'no', not_undone: ['B'] })
  })

  test('leaves out a child run whose step has no effects', () => {
    const steps = [call('A'), subWorkflow('Look', 'Child', { effects: 'none', dependencies: [] })]
    const run = locked(steps)
    run.complete('A')
    run.send({ type: 'cancel', actor: ana })
    expect(lastChange(run)).toMatchObject({ to: 'FAILED_UNSAFE', not_undoable: ['A'] })
  })

  test('names the operator whose rollback has made the world safe', () => {
    const run = locked([undoable('A'), call('B'), pure('C')])
    for (const step of ['A', 'B']) run.complete(step)
    run.fail('C')
    run.send({ type: 'rollback', actor: ana, resolved: [{ step: 'B', note: 'by hand' }] })
    run.complete('A')
    expect(lastChange(run)).toMatchObject({ to: 'FAILED_SAFE', event: 'Rollback', actor: ana })
  })
})

describe('a rollback of an unsafe run', () => {
  const unsafe = () => {
    const run = locked([undoable('A'), call('B'), pure('C')])
    for (const step of ['A', 'B']) run.complete(step)
    run.fail('C')
    return run
  }

  test('is refused where the run failed after the request', () => {
    const run = unsafe()
    const seen_at = (run.state.outcome?.at ?? 0) - 1
    const refusal = run.refusal({ type: 'rollback', actor: ana, seen_at })
    expect(refusal.message).toContain('it failed again after your request')
  })

  test('names the field of a step that has left nothing', () => {
    expect(unsafe().refusal({ type: 'rollback', actor: ana, only: ['C'] })).toEqual({
      code: 'STEP_NOT_FOUND',
      message: 'C has no effect that is left to undo. Left: A, B.',
      field: 'only',
    })
  })

  test('records why the operator wants it', () => {
    const run = unsafe()
    run.send({ type: 'rollback', actor: ana, reason: 'customer called' })
    const begun = run.history.findLast((event) => event.type === 'workflow.run.rolling_back')
    expect(begun?.payload).toMatchObject({ reason: 'customer called', actor: ana, again: true })
  })

  test('names the step whose cancelled child run may have had effects, until a person answers for it', () => {
    const run = locked([subWorkflow('A', 'Child'), call('B')])
    const childRunId = run.owed('child', 'A').id
    run.send({ type: 'cancel', actor: ana })
    expect(run.state.phase).toBe('FAILED_UNSAFE')
    expect(leftToUndo(run.state)).toEqual([{ step: 'A', undoable: false, childRunId }])
    expect(run.refusal({ type: 'rollback', actor: ana }).message).toContain('(A)')
    run.send({ type: 'rollback', actor: ana, resolved: [{ step: 'A', note: 'its run was safe' }] })
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(leftToUndo(run.state)).toEqual([])
  })

  test('keeps the effects of other child runs when a person answers for one of them', () => {
    const run = locked([subWorkflow('A', 'Child'), subWorkflow('B', 'Child', { dependencies: [] })])
    run.send({ type: 'cancel', actor: ana })
    expect(leftToUndo(run.state).map(({ step }) => step)).toEqual(['A', 'B'])
    run.send({ type: 'rollback', actor: ana, resolved: [{ step: 'A', note: 'its run was safe' }] })
    expect(leftToUndo(run.state).map(({ step }) => step)).toEqual(['B'])
    expect(run.state.phase).toBe('FAILED_UNSAFE')
  })

  test('names a step with several such child runs once, and no step whose child run is safe', () => {
    const tasks = ['one', 'two'].map((name) => ({ name, sub_workflow_type: 'Child' }))
    const pureTasks = tasks.map((task) => ({ ...task, effects: 'none' as const }))
    const run = locked([
      parallel('Both', { tasks }),
      parallel('None', { tasks: pureTasks, effects: 'none', dependencies: [] }),
    ])
    run.send({ type: 'cancel', actor: ana })
    expect(leftToUndo(run.state).map(({ step }) => step)).toEqual(['Both'])
  })
})

test('a rollback of a run without an envelope takes no list of steps', () => {
  for (const more of [{ only: ['A'] }, { resolved: [{ step: 'A', note: 'by hand' }] }]) {
    const run = saga([undoable('A'), call('B')])
    run.complete('A')
    run.fail('B')
    run.fail('A', 'Error', false)
    expect(run.refusal({ type: 'rollback', actor: ana, ...more })).toMatchObject({ code: 'INVALID_INPUT' })
  }
})
