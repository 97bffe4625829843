import { describe, expect, test } from 'vitest'
import { each } from '../../testing/parallel-runs.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, parallel } from '../../testing/steps.ts'

describe('a saga', () => {
  const saga = (steps = [each({ compensate_function: 'test.undo', batch_size: 2 }), call('After')]) => {
    const run = new ScriptedRun(definition(steps, { saga_enabled: true }), { input: { items: [1, 2, 3] } })
    run.own()
    return run
  }

  test('a completed PARALLEL step is compensated once, with its results', () => {
    const run = saga()
    for (const item of [0, 1, 2]) run.completeItem('Each', item, item)
    run.fail('After')
    expect(run.plan()).toMatchObject([{ undo: true, step: 'Each', result: { results: [0, 1, 2] } }])
    expect(run.complete('Each')).toContain('run failed (FAILED_ROLLED_BACK)')
  })

  test('a failure lets the items in flight settle; what was done is undone', () => {
    const run = saga()
    run.completeItem('Each', 0, 'done')
    expect(run.failItem('Each', 1)).toEqual(['Each[1] item.failed (for good)'])
    expect(run.itemsOwed('Each')).toEqual([2])
    expect(run.completeItem('Each', 2, 'too')).toEqual([
      'Each[2] item.completed',
      'Each failed (Error)',
      'run rolling_back (failure)',
      'Each compensation.started',
    ])
    expect(run.plan()).toMatchObject([
      { undo: true, step: 'Each', result: { results: ['done', null, 'too'], errors: [null, { code: 'Error' }, null] } },
    ])
  })

  test('A28: a failed step that was undone begins anew in a retry, with all of its items', () => {
    const run = saga([call('Before', { compensate_function: 'test.undo' }), each({ compensate_function: 'test.undo' })])
    run.complete('Before')
    run.completeItem('Each', 0)
    run.completeItem('Each', 1)
    run.failItem('Each', 2)
    run.complete('Each')
    run.fail('Before', 'Error', false)
    run.send({ type: 'retry', actor: ana })
    expect(run.itemsOwed('Each')).toEqual([0, 1, 2])
    expect(run.plan()).toMatchObject([{ key: 'run/Each/2/0/do' }, {}, {}])
  })

  test('a second failure while the first settles changes nothing, and may not ask for anything', () => {
    const run = saga()
    run.failItem('Each', 0)
    const directive = { kind: 'pause', result: null } as const
    expect(run.endItem('Each', 1, { kind: 'directive', directive })).toEqual([
      'Each[1] item.failed (for good)',
      'Each failed (Error)',
      'run rolling_back (failure)',
      'Each compensation.completed (noop)',
      'run failed (FAILED_ROLLED_BACK)',
      'After skipped (failed)',
    ])
    expect(run.state.outcome?.error?.message).toBe('item 0: Each broke')
  })

  test('items that wait for time or people are given up when one fails', () => {
    const run = new ScriptedRun(
      definition([each({ retry: { max_attempts: 2, non_retryable: ['Bad'] } })], { saga_enabled: true }),
      { input: { items: [1, 2, 3, 4] } },
    )
    run.own()
    run.failItem('Each', 0)
    run.endItem('Each', 1, { kind: 'directive', directive: { kind: 'pause', result: null } })
    expect(run.failItem('Each', 2, 'Bad')).toEqual([
      'Each[2] item.failed (for good)',
      'Each[0] item.failed (for good)',
      'Each[1] human_task.closed (run_ended)',
      'Each[1] item.failed (for good)',
    ])
    expect(run.itemsOwed('Each')).toEqual([3])
  })

  test('children in flight are cancelled and awaited before the step fails', () => {
    const tasks = [
      { name: 'a', sub_workflow_type: 'A' },
      { name: 'b', sub_workflow_type: 'B' },
    ]
    const run = saga([parallel('P', { tasks }), call('After')] as never)
    run.childRunEnded('id-1', 'FAILED')
    expect(run.sent).toMatchObject([{ to: 'id-2', command: { type: 'cancel', compensate: true } }])
    expect(run.childRunEnded('id-2', 'CANCELLED')).toContain('run rolling_back (failure)')
  })

  const beside = (more: Parameters<typeof parallel>[1] = {}) => {
    const steps = [
      each({ compensate_function: 'test.undo', batch_size: 2, ...more }),
      call('Beside', { dependencies: [] }),
    ]
    return saga(steps as never)
  }

  test('when another step fails, no more items start; the step fails once those in flight have settled', () => {
    const run = beside()
    run.completeItem('Each', 0, 'x')
    expect(run.fail('Beside')).toEqual([
      'Beside failed (Error)',
      'run rolling_back (failure)',
      'run timer.set (settle)',
    ])
    run.completeItem('Each', 1, 'y')
    expect(run.completeItem('Each', 2, 'z')).toEqual([
      'Each[2] item.completed',
      'Each completed',
      'Beside compensation.completed (noop)',
      'Each compensation.started',
    ])
  })

  test('a step that still had items to start is given up by the rollback, and what it did is undone', () => {
    const run = beside({ retry: { max_attempts: 3 }, batch_size: 1 })
    run.completeItem('Each', 0, 'x')
    run.failItem('Each', 1)
    expect(run.fail('Beside')).toEqual([
      'Beside failed (Error)',
      'run rolling_back (failure)',
      'Each[1] item.failed (for good)',
      'Each failed (INTERRUPTED)',
      'Beside compensation.completed (noop)',
      'Each compensation.started',
    ])
    expect(run.complete('Each')).toContain('run failed (FAILED_ROLLED_BACK)')
  })

  test('an item may not pause once the run rolls back', () => {
    const run = beside()
    run.fail('Beside')
    run.endItem('Each', 0, { kind: 'directive', directive: { kind: 'pause', result: null } })
    expect(run.completeItem('Each', 1)).toContain('Each failed (INTERRUPTED)')
  })
})
