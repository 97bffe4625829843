import { describe, expect, test } from 'vitest'
import type { Definition, Step } from '#core/definition/definition.ts'
import { childrenOnTheirOwn } from '../../plan/detached.ts'
import { begun } from '../../testing/begun.ts'
import { Family } from '../../testing/family.ts'
import { undoable } from '../../testing/saga.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, decision, definition, forget, loop, parallel, subWorkflow } from '../../testing/steps.ts'

const child = definition([undoable('Check')], { workflow_type: 'Child', saga_enabled: true })
const family = (steps: readonly Step[], more: Partial<Definition> = {}) =>
  new Family([definition(steps, { workflow_type: 'Parent', ...more }), child])

/** Fails at its start. */
const broken = (name: string, more: Parameters<typeof call>[1] = {}) =>
  call(name, { with: { to: '{{ 1 + }}' }, ...more })

/** The second task fails at its start. */
const halfBroken = (more: Omit<Parameters<typeof parallel>[1], 'tasks'> = {}) =>
  parallel('P', {
    tasks: [
      { name: 'one', sub_workflow_type: 'Child' },
      { name: 'two', sub_workflow_type: 'Child', input: { id: '{{ 1 + }}' } },
    ],
    ...more,
  })

/** It never began: nothing is made, nobody is told, nobody waits, and the history says how it ended. */
function expectNeverBegan({ state, sent, history }: ScriptedRun): void {
  expect(state.children).toEqual({})
  expect(sent).toEqual([])
  expect(history.filter(({ type }) => type === 'workflow.child.ended')).toMatchObject([
    { payload: { child_run_id: 'id-1', status: 'CANCELLED', verdict: 'safe', never_began: true } },
  ])
}

describe('a child that is spawned in the batch in which it is given up does not begin', () => {
  test.each([{}, { saga_enabled: true }])('when a branch beside it fails: %o', (more) => {
    const run = begun(
      [call('A', { next: ['Sub'] }), call('B', { dependencies: [] }), subWorkflow('Sub', 'Child')],
      {},
      more,
    )
    run.batch(() => {
      run.complete('A')
      run.fail('B')
    })
    expectNeverBegan(run)
    expect(run.state.outcome?.status).toBe(more.saga_enabled ? 'FAILED_ROLLED_BACK' : 'FAILED')
  })

  test.each([{}, { saga_enabled: true }])('when a step beside it fails at its start: %o', (more) => {
    const steps = [
      call('A', { next: ['Sub', 'Notify'] }),
      subWorkflow('Sub', 'Child', { next: ['END'] }),
      broken('Notify'),
    ]
    const run = begun(steps, {}, more)
    run.complete('A')
    expectNeverBegan(run)
    expect(run.state.outcome?.status).toBe(more.saga_enabled ? 'FAILED_ROLLED_BACK' : 'FAILED')
  })

  test('and leaves the world as it was', () => {
    const steps = [subWorkflow('Sub', 'Child', { dependencies: [] }), broken('Notify', { dependencies: [] })]
    const run = begun(steps)
    expectNeverBegan(run)
    expect(run.state.phase).toBe('FAILED_SAFE')
  })

  test.each([{}, { saga_enabled: true }])('when a task beside it fails at its start: %o', (more) => {
    const run = begun([halfBroken()], {}, more)
    expectNeverBegan(run)
    expect(run.state.outcome?.status).toBe(more.saga_enabled ? 'FAILED_ROLLED_BACK' : 'FAILED')
  })

  test('when the failure of its step is ignored, and the run completes', () => {
    const run = begun([halfBroken({ on_error: 'ignore' })])
    expectNeverBegan(run)
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })

  test('when the failure of its step has a way of its own, and the run goes on', () => {
    const run = begun([halfBroken({ on_failure: { target_step: 'Tell' } }), call('Tell', { dependencies: [] })])
    expectNeverBegan(run)
    expect(run.itemsOwed('P')).toEqual([])
    expect(run.state.open).toEqual(['Tell'])
  })

  test('when its items fail one after the other in the rounds of a loop', () => {
    const run = begun([loop('L', [halfBroken({ on_error: 'ignore' })], { iterate_over: '[1, 2]' })])
    expect(run.state).toMatchObject({ children: {}, outcome: { status: 'COMPLETED' } })
    const ended = run.history.flatMap((event) =>
      event.type === 'workflow.child.ended' ? [event.payload.child_run_id] : [],
    )
    expect(ended).toEqual(['id-1', 'id-2'])
  })

  test.each([
    [{}, false],
    [{ saga_enabled: true }, true],
  ])('when somebody cancels the parent: %o', (more, compensate) => {
    const run = begun([call('A'), subWorkflow('Sub', 'Child')], {}, more)
    run.batch(() => {
      run.complete('A')
      run.send({ type: 'cancel', actor: ana, compensate })
    })
    expectNeverBegan(run)
    expect(run.state.outcome?.status).toBe('CANCELLED')
  })

  test('when its step gives way to a later visit', () => {
    const run = begun([
      call('A', { next: ['Sub', 'B'] }),
      subWorkflow('Sub', 'Child', { next: ['END'] }),
      decision('B', ['A'], { function: 'f' }),
    ])
    run.batch(() => {
      run.complete('A')
      run.complete('B')
    })
    expect(run.lines()).toContain('Sub skipped (superseded)')
    expectNeverBegan(run)
  })

  test('so that a family that starts itself without end stops when it is cancelled', () => {
    const again = definition([subWorkflow('Again', 'Again')], { workflow_type: 'Again', saga_enabled: true })
    const run = new ScriptedRun(again)
    run.batch(() => {
      run.own()
      run.send({ type: 'cancel', actor: { id: 'engine' }, cause: 'parent', compensate: true })
    })
    expectNeverBegan(run)
  })
})

describe('a child that goes on without its parent', () => {
  const steps = [
    call('A', { next: ['Sub', 'Notify'] }),
    subWorkflow('Sub', 'Child', { on_parent_close: 'abandon', next: ['END'] }),
    broken('Notify'),
  ]

  test.each([
    [{}, 'FAILED'],
    [{ saga_enabled: true }, 'FAILED_ROLLED_BACK'],
  ])('begins although that ends in the same batch: %o', (more, status) => {
    const relatives = family(steps, more)
    relatives.after('Parent', (run) => run.complete('A'))
    relatives.after('Child', (run) => run.complete('Check'))
    expect(relatives.statuses()).toEqual([`Parent ${status}`, 'Child COMPLETED'])
  })

  test('does not begin when its step no longer waits for it', () => {
    const run = begun([
      call('A', { next: ['Sub', 'B'] }),
      subWorkflow('Sub', 'Child', { on_parent_close: 'abandon', next: ['END'] }),
      decision('B', ['A'], { function: 'f' }),
    ])
    run.batch(() => {
      run.complete('A')
      run.complete('B')
    })
    expectNeverBegan(run)
    expect(childrenOnTheirOwn(run.history, new Set())).toEqual([])
  })
})

describe('a child that begins while its parent is held', () => {
  const directive = { kind: 'sub_workflow', workflow_type: 'Child', initial_data: {} } as const

  test('is held with it, and goes on with it', () => {
    const relatives = family([call('A')])
    relatives.after('Parent', (run) => {
      run.send({ type: 'pause', actor: ana })
      run.ask('A', directive)
    })
    expect(relatives.of('Child').state.hold).toMatchObject({
      actor: ana,
      reason: 'Its parent workflow Parent was paused.',
    })
    relatives.after('Parent', (run) => run.send({ type: 'resume', actor: ana }))
    expect(relatives.of('Child').state.hold).toBeNull()
  })

  test('so is that of an item', () => {
    const run = begun([parallel('P', { tasks: [{ name: 'one', function: 'f' }] })])
    run.send({ type: 'pause', actor: ana })
    run.endItem('P', 0, { kind: 'directive', directive })
    expect(run.sent).toMatchObject([{ to: 'id-1', command: { type: 'pause', actor: ana } }])
  })

  test('a child that was retried is there already: what the parent no longer waits for is cancelled', () => {
    const run = begun([subWorkflow('Sub', 'Child')])
    run.childEnded('Sub', 'FAILED')
    run.sent = []
    run.batch(() => {
      run.send({ type: 'child_retried', child_run_id: 'id-1' })
      run.send({ type: 'cancel', actor: ana })
    })
    expect(run.sent).toMatchObject([{ to: 'id-1', command: { type: 'cancel', cause: 'parent' } }])
  })

  test('and undoes what it did where the parent rolls back', () => {
    const run = begun([subWorkflow('Sub', 'Child', { compensate_function: 'test.undo' })], {}, { saga_enabled: true })
    run.childEnded('Sub', 'FAILED')
    while (run.state.outcome === null) {
      if (run.plan().some(({ kind }) => kind === 'attempt')) run.fail('Sub', 'Error', false)
      else run.fire('retry')
    }
    run.sent = []
    run.batch(() => {
      run.send({ type: 'child_retried', child_run_id: 'id-1' })
      run.send({ type: 'cancel', actor: ana, compensate: true })
    })
    expect(run.sent).toMatchObject([{ to: 'id-1', command: { type: 'cancel', cause: 'parent', compensate: true } }])
  })
})

describe('a child that could not be made', () => {
  const neverBegan = (run: ScriptedRun, step: string) =>
    run.send({
      type: 'child_ended',
      child_run_id: 'id-1',
      status: 'FAILED',
      state: {},
      error: { code: 'WORKFLOW_NOT_FOUND', message: 'There is none.' },
      verdict: 'safe',
      never_began: { step, iteration: 1 },
    })

  test('fails the step that waits for it', () => {
    const run = begun([subWorkflow('Sub', 'Nowhere')])
    expect(neverBegan(run, 'Sub')).toContain('Sub failed (CHILD_FAILED)')
  })

  test('is noted although its parent has ended, or never waited for it: the history has named it', () => {
    const cancelled = begun([subWorkflow('Sub', 'Nowhere')])
    cancelled.send({ type: 'cancel', actor: ana })
    expect(neverBegan(cancelled, 'Sub')).toEqual(['Sub child.ended'])
    expect(cancelled.state.children).toEqual({})
    const forgot = begun([forget('Start', { workflow_type: 'Nowhere' })])
    expect(neverBegan(forgot, 'Start')).toEqual(['Start child.ended'])
    expect(forgot.state.outcome?.status).toBe('COMPLETED')
  })
})
