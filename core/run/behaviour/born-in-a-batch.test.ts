import { describe, expect, test } from 'vitest'
import type { Definition, Step } from '#core/definition/definition.ts'
import { begun } from '../testing/begun.ts'
import { Family } from '../testing/family.ts'
import { saga, undoable } from '../testing/saga.ts'
import { ana } from '../testing/scripted-run.ts'
import { call, decision, definition, parallel, subWorkflow } from '../testing/steps.ts'

const child = definition([undoable('Check')], { workflow_type: 'Child', saga_enabled: true })
const family = (steps: readonly Step[], more: Partial<Definition> = {}) =>
  new Family([definition(steps, { workflow_type: 'Parent', ...more }), child])

describe('a child that begins in the batch in which its parent turns back', () => {
  test('is cancelled when a branch beside it fails', () => {
    const relatives = family(
      [call('A', { next: ['Sub'] }), call('B', { dependencies: [] }), subWorkflow('Sub', 'Child')],
      {
        saga_enabled: true,
      },
    )
    relatives.after('Parent', (run) =>
      run.batch(() => {
        run.complete('A')
        run.fail('B')
      }),
    )
    relatives.after('Child', (run) => run.complete('Check'))
    relatives.after('Child', (run) => run.complete('Check'))
    expect(relatives.statuses()).toEqual(['Parent FAILED_ROLLED_BACK', 'Child CANCELLED'])
  })

  test('is cancelled when a step beside it fails at its start', () => {
    const run = saga([
      call('A', { next: ['Sub', 'Notify'] }),
      subWorkflow('Sub', 'Child', { next: ['END'] }),
      call('Notify', { with: { to: '{{ 1 + }}' } }),
    ])
    expect(run.complete('A')).toContain('run rolling_back (failure)')
    expect(run.owed('child', 'Sub').id).toBe('id-1')
    expect(run.sent).toMatchObject([{ to: 'id-1', command: { type: 'cancel', cause: 'parent', compensate: true } }])
  })

  test('is cancelled when somebody cancels the parent', () => {
    const relatives = family([call('A'), subWorkflow('Sub', 'Child')], { saga_enabled: true })
    relatives.after('Parent', (run) =>
      run.batch(() => {
        run.complete('A')
        run.send({ type: 'cancel', actor: ana, compensate: true })
      }),
    )
    relatives.after('Child', (run) => run.complete('Check'))
    relatives.after('Child', (run) => run.complete('Check'))
    expect(relatives.statuses()).toEqual(['Parent CANCELLED', 'Child CANCELLED'])
  })

  test('is cancelled when a task beside it fails at its start, and only once', () => {
    const tasks = [
      { name: 'one', sub_workflow_type: 'Child' },
      { name: 'two', sub_workflow_type: 'Child', input: { id: '{{ 1 + }}' } },
    ]
    const run = saga([parallel('P', { tasks })])
    expect(run.sent).toMatchObject([{ to: 'id-1', command: { type: 'cancel', compensate: true } }])
    run.childRunEnded('id-1', 'CANCELLED')
    expect(run.state.outcome?.status).toBe('FAILED_ROLLED_BACK')
    expect(run.sent).toHaveLength(1)
  })

  test('does not begin, and hears nothing, when nobody waits for it any more', () => {
    const run = begun([call('A'), subWorkflow('Sub', 'Child')])
    run.batch(() => {
      run.complete('A')
      run.send({ type: 'cancel', actor: ana })
    })
    expect(run.lastChild).toBe('id-1')
    expect(run.sent).toEqual([])
  })

  test('does not begin when its step gives way to a later visit', () => {
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
    expect(run.sent).toEqual([])
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
      reason: 'Parent, which had started it, was paused.',
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
})
