import { describe, expect, test } from 'vitest'
import { Family } from '../../testing/family.ts'
import { saga, undoable } from '../../testing/saga.ts'
import { ana } from '../../testing/scripted-run.ts'
import { call, definition, subWorkflow } from '../../testing/steps.ts'
import { viewsOf } from '../../views/view-table.ts'

describe('sagas of parents and children', () => {
  const parent = definition(
    [
      undoable('Reserve_Flight'),
      subWorkflow('Allocate', 'Child', { compensate_function: 'test.undo_allocate' }),
      call('Charge'),
    ],
    { workflow_type: 'Parent', saga_enabled: true },
  )
  const child = definition([undoable('Check_Stock'), undoable('Reserve_Items'), undoable('Update_Ledger')], {
    workflow_type: 'Child',
    saga_enabled: true,
  })

  test('A69: a failed child undoes itself first, then its parent undoes the spawning step and the rest', () => {
    const family = new Family([parent, child])
    family.after('Parent', (run) => run.complete('Reserve_Flight'))
    family.after('Child', (run) => run.complete('Check_Stock'))
    family.after('Child', (run) => run.complete('Reserve_Items'))
    family.after('Child', (run) => run.fail('Update_Ledger'))
    family.after('Child', (run) => run.complete('Reserve_Items'))
    expect(viewsOf(family.root.state).status).toBe('PENDING_SUB_WORKFLOW')
    family.after('Child', (run) => run.complete('Check_Stock'))
    expect(family.of('Child').lines().slice(-7)).toEqual([
      'run rolling_back (failure)',
      'Update_Ledger compensation.completed (noop)',
      'Reserve_Items compensation.started',
      'Reserve_Items compensation.completed (done)',
      'Check_Stock compensation.started',
      'Check_Stock compensation.completed (done)',
      'run failed (FAILED_ROLLED_BACK)',
    ])
    family.after('Parent', (run) => run.complete('Allocate'))
    family.after('Parent', (run) => run.complete('Reserve_Flight'))
    expect(family.root.lines().slice(-9)).toEqual([
      'Allocate child.ended',
      'Allocate failed (CHILD_FAILED)',
      'run rolling_back (failure)',
      'Allocate compensation.started',
      'Allocate compensation.completed (done)',
      'Reserve_Flight compensation.started',
      'Reserve_Flight compensation.completed (done)',
      'run failed (FAILED_ROLLED_BACK)',
      'Charge skipped (failed)',
    ])
  })

  test('a spawning step that could not be undone and completes in a retry is undone once, with the attempts counted on', () => {
    const run = saga([subWorkflow('Allocate', 'Child', { compensate_function: 'test.undo' }), call('Charge')])
    run.childEnded('Allocate', 'FAILED')
    run.fail('Allocate', 'Error', false)
    run.send({ type: 'retry', actor: ana })
    run.childEnded('Allocate', 'COMPLETED', { stock: 1 })
    expect(run.state.undo).toEqual([{ step: 'Allocate', iteration: 1, result: { stock: 1 }, attempts: 1 }])
    expect(run.fail('Charge').at(-1)).toBe('Allocate#2 compensation.started')
    expect(run.complete('Allocate').at(-1)).toBe('run failed (FAILED_ROLLED_BACK)')
  })

  test('A69, A28: a spawning step that failed and was undone begins a new visit in a retry, which is undone in its turn', () => {
    const run = saga([
      undoable('Flight'),
      subWorkflow('Allocate', 'Child', { compensate_function: 'test.undo' }),
      call('Charge'),
    ])
    run.complete('Flight')
    run.childEnded('Allocate', 'FAILED')
    run.complete('Allocate')
    run.fail('Flight', 'Error', false)
    expect(run.refusal({ type: 'child_retried', child_run_id: 'id-1' }).code).toBe('STALE')
    expect(run.send({ type: 'retry', actor: ana })).toEqual([
      'run retried',
      'run reopened (retry: Allocate, Charge)',
      'Allocate@2 started',
      'Allocate@2 child.spawned',
      'run status_changed (ACTIVE to PENDING_SUB_WORKFLOW)',
    ])
    run.childEnded('Allocate', 'COMPLETED')
    expect(run.fail('Charge').at(-1)).toBe('Allocate@2 compensation.started')
    run.complete('Allocate')
    expect(run.complete('Flight').at(-1)).toBe('run failed (FAILED_ROLLED_BACK)')
  })

  test('a retried child does not open a parent again that has undone some of its steps', () => {
    const run = saga([undoable('Flight'), subWorkflow('Allocate', 'Child', { compensate_function: 'test.undo' })])
    run.complete('Flight')
    run.childEnded('Allocate', 'FAILED')
    run.fail('Allocate', 'Error', false)
    run.complete('Flight')
    expect(run.state.outcome?.notUndone).toEqual(['Allocate'])
    expect(run.refusal({ type: 'child_retried', child_run_id: 'id-1' }).code).toBe('STALE')
  })

  test('the compensation of a spawning step gets the final state of its completed child', () => {
    const family = new Family([parent, child])
    family.after('Parent', (run) => run.complete('Reserve_Flight'))
    for (const step of ['Check_Stock', 'Reserve_Items', 'Update_Ledger']) {
      family.after('Child', (run) => run.complete(step, { [step]: 1 }))
    }
    family.after('Parent', (run) => run.fail('Charge'))
    expect(family.root.owed('attempt', 'Allocate')).toMatchObject({
      undo: true,
      function: 'test.undo_allocate',
      result: { Check_Stock: 1, Reserve_Items: 1, Update_Ledger: 1 },
    })
  })

  test('A68: a parent that rolls back has its live children compensate, and waits for them', () => {
    const family = new Family([
      definition([subWorkflow('Sub', 'Child'), call('A', { dependencies: [] })], {
        workflow_type: 'Parent',
        saga_enabled: true,
      }),
      child,
    ])
    family.after('Child', (run) => run.complete('Check_Stock'))
    family.after('Child', (run) => run.complete('Reserve_Items'))
    family.after('Parent', (run) => run.fail('A'))
    expect(viewsOf(family.root.state).phase).toBe('ERROR')
    family.after('Child', (run) => run.complete('Update_Ledger'))
    for (const step of ['Update_Ledger', 'Reserve_Items', 'Check_Stock']) {
      family.after('Child', (run) => run.complete(step))
    }
    expect(family.statuses()).toEqual(['Parent FAILED_ROLLED_BACK', 'Child CANCELLED'])
    expect(family.of('Child').lines().at(-1)).toBe('run cancelled (parent)')
  })

  test('a child that may outlive its parent is left alone', () => {
    const family = new Family([
      definition([subWorkflow('Sub', 'Child', { on_parent_close: 'abandon' }), call('A', { dependencies: [] })], {
        workflow_type: 'Parent',
        saga_enabled: true,
      }),
      child,
    ])
    family.after('Parent', (run) => run.fail('A'))
    expect(family.statuses()).toEqual(['Parent FAILED_ROLLED_BACK', 'Child ACTIVE'])
  })
})
