import { describe, expect, test } from 'vitest'
import { locksOf } from '../../envelope/locks-of.ts'
import { enveloped, locked, twoLocks } from '../../testing/enveloped.ts'
import { undoable } from '../../testing/saga.ts'
import { ana, type ScriptedRun } from '../../testing/scripted-run.ts'
import { call, loop, parallel, subWorkflow } from '../../testing/steps.ts'

const pure = (name: string) => call(name, { effects: 'none' })
const ends = (run: ScriptedRun) => run.phases().slice(run.phases().indexOf('RUNNING') + 1)
const status = (run: ScriptedRun) => run.state.outcome?.status

describe('the verdict of a failed run', () => {
  test('envelope 11: is safe through an empty rollback where nothing had an effect', () => {
    const run = locked([pure('A')])
    run.fail('A')
    expect(ends(run)).toEqual(['ERROR', 'ROLLBACK', 'FAILED_SAFE'])
    expect(status(run)).toBe('FAILED')
  })

  test('envelope 11: is unsafe where an effect has no compensation, and nothing is compensated then', () => {
    const run = locked([undoable('A'), call('B'), pure('C')])
    run.complete('A')
    run.complete('B')
    run.fail('C')
    expect(ends(run)).toEqual(['ERROR', 'FAILED_UNSAFE'])
    expect(run.history.some((event) => event.type === 'workflow.compensation.started')).toBe(false)
    const change = run.history.findLast((event) => event.type === 'workflow.phase.changed')
    expect(change?.payload).toMatchObject({ event: 'canRollback', result: 'no', not_undoable: ['A', 'B'] })
  })

  test('envelope 11: rolls back without saga_enabled where everything can be undone', () => {
    const run = locked([undoable('A'), pure('B')])
    run.complete('A')
    run.fail('B')
    expect(run.state.phase).toBe('ROLLBACK')
    run.complete('A')
    expect(ends(run)).toEqual(['ERROR', 'ROLLBACK', 'FAILED_SAFE'])
    expect(status(run)).toBe('FAILED_ROLLED_BACK')
  })

  test('envelope 11: a workflow without locks rolls back as a saga only', () => {
    const run = enveloped({}, { steps: [undoable('A'), pure('B')] })
    run.complete('A')
    run.fail('B')
    expect(ends(run)).toEqual(['ERROR', 'FAILED_UNSAFE'])
  })

  test.each([
    ['safe', ['ERROR', 'ROLLBACK', 'FAILED_SAFE']],
    ['unsafe', ['ERROR', 'FAILED_UNSAFE']],
  ] as const)('envelope 11: is composed over a child that ended %s', (verdict, expected) => {
    const run = locked([subWorkflow('Sub', 'Child')])
    const child_run_id = run.owed('child', 'Sub').id
    run.send({ type: 'child_ended', child_run_id, status: 'FAILED', state: {}, verdict })
    expect(ends(run)).toEqual(expected)
  })

  test.each([
    ['safe', 'FAILED_SAFE'],
    ['unsafe', 'FAILED_UNSAFE'],
  ] as const)('envelope 11: is composed over the runs of a PARALLEL step that ended %s', (verdict, expected) => {
    const tasks = ['one', 'two'].map((name) => ({ name, sub_workflow_type: 'Child' }))
    const run = locked([parallel('Both', { tasks })])
    const [one, two] = Object.keys(run.state.children)
    run.send({ type: 'child_ended', child_run_id: one as string, status: 'COMPLETED', state: {}, verdict: 'safe' })
    run.send({ type: 'child_ended', child_run_id: two as string, status: 'FAILED', state: {}, verdict })
    expect(run.state.phase).toBe(expected)
  })

  test.each([
    ['safe', 'FAILED_SAFE'],
    ['unsafe', 'FAILED_UNSAFE'],
  ] as const)('envelope 11: is composed over the runs of a LOOP that ended %s', (verdict, expected) => {
    const run = locked([loop('Each', [subWorkflow('Sub', 'Child')], { iterate_over: '[1, 2]' })])
    const end = (status: string, verdict: 'safe' | 'unsafe') =>
      run.send({ type: 'child_ended', child_run_id: run.owed('child', 'Sub').id, status, state: {}, verdict })
    end('COMPLETED', 'safe')
    end('FAILED', verdict)
    expect(run.state.phase).toBe(expected)
  })

  test('envelope 11: a time limit of the run is an error of its own word', () => {
    const run = locked([pure('A')], { ...twoLocks, run_timeout_seconds: 10 })
    run.fire('run_timeout')
    const error = run.history.find((event) => event.type === 'workflow.phase.changed' && event.payload.to === 'ERROR')
    expect(error?.payload).toMatchObject({ event: 'timeout' })
  })

  test('a cancelled run is judged like a failed one', () => {
    const run = locked([call('A'), call('B')])
    run.complete('A')
    run.send({ type: 'cancel', actor: ana })
    expect(ends(run)).toEqual(['ERROR', 'FAILED_UNSAFE'])
    expect(status(run)).toBe('CANCELLED')
  })
})

describe('an unsafe end', () => {
  const unsafe = () => {
    const run = locked([undoable('A'), pure('B')])
    run.complete('A')
    run.fail('B')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      run.fail('A')
      if (attempt < 2) run.fire('retry')
    }
    return run
  }

  test('envelope 12: keeps the locks in quarantine until a later rollback succeeds', () => {
    const run = unsafe()
    expect(run.state.phase).toBe('FAILED_UNSAFE')
    expect(locksOf(run.executable, run.state).holds).toBe('quarantined')
    run.send({ type: 'rollback', actor: ana })
    expect(run.state.phase).toBe('FAILED_UNSAFE')
    run.complete('A')
    expect(run.phases().slice(-2)).toEqual(['FAILED_UNSAFE', 'FAILED_SAFE'])
    expect(locksOf(run.executable, run.state).holds).toBe('none')
    expect(status(run)).toBe('FAILED_ROLLED_BACK')
  })

  test('envelope 12: a later rollback that fails again changes no phase', () => {
    const run = unsafe()
    const before = run.phases().length
    run.send({ type: 'rollback', actor: ana })
    run.fail('A', 'Error', false)
    expect(run.phases()).toHaveLength(before)
    expect(locksOf(run.executable, run.state).holds).toBe('quarantined')
  })

  test('envelope 12: what was undone by hand is resolved with a note', () => {
    const run = locked([call('A'), pure('B')])
    run.complete('A')
    run.fail('B')
    expect(run.refusal({ type: 'rollback', actor: ana })).toMatchObject({ code: 'INVALID_TRANSITION' })
    const resolved = [{ step: 'A', note: 'The route was removed by hand.' }]
    run.send({ type: 'rollback', actor: ana, resolved })
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(status(run)).toBe('FAILED')
    expect(run.lines()).toContain('A compensation.resolved')
    expect(run.refusal({ type: 'rollback', actor: ana, resolved }).code).toBe('INVALID_TRANSITION')
  })

  test('envelope 12: only a step that has left something can be resolved', () => {
    const run = unsafe()
    const resolved = [{ step: 'B', note: 'done' }]
    expect(run.refusal({ type: 'rollback', actor: ana, resolved })).toMatchObject({
      code: 'STEP_NOT_FOUND',
      field: 'resolved',
    })
  })

  test('envelope 12: a rollback of some steps leaves the others', () => {
    const run = locked([undoable('A'), undoable('B'), call('C'), pure('D')])
    for (const step of ['A', 'B', 'C']) run.complete(step)
    run.fail('D')
    run.send({ type: 'rollback', actor: ana, only: ['A'] })
    run.complete('A')
    expect(run.state.phase).toBe('FAILED_UNSAFE')
    expect(Object.keys(run.state.envelope?.touched ?? {})).toEqual(['B', 'C'])
    run.send({ type: 'rollback', actor: ana, resolved: [{ step: 'C', note: 'by hand' }] })
    run.complete('B')
    expect(run.state.phase).toBe('FAILED_SAFE')
  })

  test('gives its locks back at once where the definition says so', () => {
    const run = locked([call('A')], { ...twoLocks, locks: { on_unsafe: 'release' } })
    run.fail('A')
    expect(run.state.phase).toBe('FAILED_UNSAFE')
    expect(locksOf(run.executable, run.state).holds).toBe('none')
  })

  test('a rollback that takes too long ends, and leaves the run unsafe', () => {
    const run = locked([undoable('A'), pure('B')], { ...twoLocks, rollback_timeout_seconds: 60 })
    run.complete('A')
    run.fail('B')
    run.fire('rollback_timeout')
    expect(run.state.phase).toBe('FAILED_UNSAFE')
  })
})

describe('an acknowledgement', () => {
  test('envelope 13: follows by itself, after the delay of the policy', () => {
    const run = enveloped({ acknowledge: { after_seconds: 30 } })
    run.complete('A')
    run.fire('acknowledge')
    expect(run.now).toBe(1_030_000)
    expect(run.state.phase).toBe('COMPLETED_ACK')
    expect(run.plan()).toEqual([])
    const change = run.history.findLast((event) => event.type === 'workflow.phase.changed')
    expect(change?.payload).toMatchObject({ event: 'Acknowledge', result: 'auto' })
  })

  test('envelope 13: of an unsafe end is a person’s, is idempotent, frees the locks, and closes the run', () => {
    const run = locked([call('A')])
    run.fail('A')
    expect(run.plan()).toEqual([])
    run.send({ type: 'acknowledge', actor: ana, reason: 'repaired' })
    expect(run.state.phase).toBe('FAILED_UNSAFE_ACK')
    expect(locksOf(run.executable, run.state).holds).toBe('none')
    expect(run.send({ type: 'acknowledge', actor: ana })).toEqual([])
    expect(run.refusal({ type: 'retry', actor: ana }).code).toBe('INVALID_TRANSITION')
    expect(run.refusal({ type: 'rollback', actor: ana }).code).toBe('INVALID_TRANSITION')
  })

  test('envelope 13: a retry before it discovers and locks again, and enters its own quarantine', () => {
    const run = locked([call('A'), call('B')])
    run.complete('A')
    run.fail('B')
    expect(locksOf(run.executable, run.state).holds).toBe('quarantined')
    run.send({ type: 'retry', actor: ana })
    expect(run.phases().slice(-4)).toEqual(['READY', 'RESOURCE_DISCOVERY', 'RESOURCES_DISCOVERED', 'SCHEDULED'])
    expect(run.plan().some((effect) => effect.kind === 'attempt')).toBe(false)
    run.grant(2)
    expect(run.state.phase).toBe('RUNNING')
    expect(run.owed('attempt', 'B').attempt).toBe(2)
    run.complete('B')
    expect(run.state.phase).toBe('COMPLETED')
  })
})
