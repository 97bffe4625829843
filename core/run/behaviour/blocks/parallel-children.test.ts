import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { overTasks } from '../../testing/parallel-runs.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, parallel } from '../../testing/steps.ts'
import { statusOf } from '../../views/status.ts'

describe('children', () => {
  const tasks = [
    { name: 'stock', sub_workflow_type: 'Stock', input: { id: '{{ input.id }}' } },
    { name: 'price', sub_workflow_type: 'Price' },
    { name: 'fraud', function: 'test.fraud' },
  ]
  const family = (
    more: Parameters<typeof parallel>[1] = {},
    more2: Parameters<typeof definition>[1] = {},
    header = {},
  ) => {
    const run = new ScriptedRun(definition([parallel('P', { tasks, ...more }), call('After')], more2), {
      input: { id: 7 },
      ...header,
    })
    run.own()
    return run
  }

  test('A67: sub-workflow tasks are spawned all at once; one without input gets that of the run', () => {
    const run = family()
    expect(run.plan()).toMatchObject([
      { kind: 'child', workflow: 'Stock', input: { id: 7 } },
      { kind: 'child', workflow: 'Price', input: { id: 7 } },
      { kind: 'attempt', item: 2 },
    ])
  })

  test('A57: their results stand by workflow and by run, and are the results of their tasks', () => {
    const run = family()
    run.completeItem('P', 2, { fraud: false })
    expect(statusOf(run.state)).toBe('PENDING_SUB_WORKFLOW')
    run.childRunEnded('id-2', 'COMPLETED', { price: 3 })
    expect(run.childRunEnded('id-1', 'COMPLETED', { stock: 1 })).toContain('P completed')
    expect(run.state.data).toEqual({
      id: 7,
      fraud: false,
      sub_workflow_results: { Stock: { stock: 1 }, Price: { price: 3 } },
      sub_workflow_results_by_id: { 'id-1': { stock: 1 }, 'id-2': { price: 3 } },
    })
    expect(run.state.outputs.P).toEqual({
      output: { stock: { stock: 1 }, price: { price: 3 }, fraud: { fraud: false } },
    })
  })

  test('A54: one child that waits for a person makes the root wait', () => {
    const run = family()
    run.completeItem('P', 2)
    const oldest = { run_id: 'id-1', task_id: 't', step: 'Ask', workflow: 'Stock', since: 1 }
    const waits = { count: 1, oldest }
    expect(run.send({ type: 'child_waits', child_run_id: 'id-1', waits })).toEqual([
      'P[0] child.waits_changed',
      'run status_changed (PENDING_SUB_WORKFLOW to WAITING_CHILD_HUMAN_INPUT)',
      'run waiting (P)',
    ])
  })

  test('A20: a failed child fails the step and the others are cancelled', () => {
    const run = family()
    expect(run.childRunEnded('id-1', 'FAILED', {}, 'no stock')).toEqual([
      'P[0] child.ended',
      'P[0] item.failed (for good)',
      'P failed (CHILD_FAILED)',
      'run failed (FAILED_CHILD_WORKFLOW)',
      'After skipped (failed)',
    ])
    expect(run.sent).toMatchObject([{ to: 'id-2', command: { type: 'cancel', cause: 'parent' } }])
    expect(run.state.outcome?.error?.message).toBe('stock: Sub-workflow Stock failed: Inner: no stock')
  })

  test('A58: a retry starts new children for the failed tasks', () => {
    const run = family()
    run.childRunEnded('id-2', 'COMPLETED')
    run.childRunEnded('id-1', 'FAILED')
    run.send({ type: 'retry', actor: ana })
    expect(run.plan()).toMatchObject([
      { kind: 'child', id: 'id-3', workflow: 'Stock' },
      { item: 2, attempt: 2 },
    ])
  })

  test('A58: a child that is retried itself opens the step that failed only through it again', () => {
    const run = family()
    run.completeItem('P', 2, { fraud: false })
    run.childRunEnded('id-2', 'FAILED')
    expect(run.send({ type: 'child_retried', child_run_id: 'id-2' })).toEqual([
      'run retried',
      'run reopened (retry: P, After)',
      'P#2 started',
      'P[1] child.retried',
      'P[0]#2 item.started',
      'P[0] child.spawned',
      'run status_changed (ACTIVE to PENDING_SUB_WORKFLOW)',
    ])
    // The retried child is there already; its sibling was cancelled and is a new one.
    expect(run.plan()).toMatchObject([{ kind: 'child', id: 'id-3', workflow: 'Stock' }])
    run.childRunEnded('id-2', 'COMPLETED', { price: 1 })
    run.childRunEnded('id-3', 'COMPLETED', { stock: 1 })
    expect(run.state.outputs.P).toMatchObject({ output: { stock: { stock: 1 }, price: { price: 1 } } })
    expect(run.state.open).toEqual(['After'])
  })

  test('A58: a child that is retried and fails again fails the step again, and can be retried once more', () => {
    const run = family({ timeout_seconds: 60 })
    run.childRunEnded('id-1', 'FAILED')
    run.send({ type: 'child_retried', child_run_id: 'id-1' })
    expect(run.childRunEnded('id-1', 'FAILED')).toContain('P#2 failed (CHILD_FAILED)')
    expect(run.send({ type: 'child_retried', child_run_id: 'id-1' })).toContain('P[0] child.retried')
  })

  test('A58: an item whose function asked for the child waits for it again', () => {
    const directive = { kind: 'sub_workflow', workflow_type: 'Stock', initial_data: {} } as const
    const step = parallel('P', { iterate_over: 'input.items', task_function: 'test.item' })
    const run = new ScriptedRun(definition([step]), { input: { items: ['a'] } })
    run.own()
    run.endItem('P', 0, { kind: 'directive', directive })
    run.childRunEnded('id-1', 'FAILED')
    run.send({ type: 'child_retried', child_run_id: 'id-1' })
    run.childRunEnded('id-1', 'COMPLETED', { stock: 1 })
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })

  test('a step that failed through more than that child stays failed', () => {
    const run = family({ allow_partial_success: true })
    run.failItem('P', 2)
    run.childRunEnded('id-1', 'FAILED')
    run.childRunEnded('id-2', 'FAILED')
    expect(run.refusal({ type: 'child_retried', child_run_id: 'id-1' }).code).toBe('STALE')
    const other = family()
    other.failItem('P', 2)
    expect(other.refusal({ type: 'child_retried', child_run_id: 'id-1' }).code).toBe('STALE')
  })

  test('a child is tried again as a new one where the step says so', () => {
    const run = family({ retry: { max_attempts: 2 } })
    run.childRunEnded('id-1', 'FAILED')
    run.fire('retry')
    expect(run.plan()).toMatchObject([{ kind: 'child', id: 'id-3' }, { id: 'id-2' }, { item: 2 }])
  })

  test('what a child was given up for no longer counts', () => {
    const run = family({ on_error: 'ignore' })
    run.failItem('P', 2)
    expect(run.childRunEnded('id-1', 'COMPLETED')).toEqual(['P[0] child.ended'])
  })

  test('an input that cannot be rendered, and too deep a nesting, fail the task', () => {
    const broken = [{ name: 'stock', sub_workflow_type: 'Stock', input: { id: '{{ input.nope.deep }}' } }]
    expect(family({ tasks: broken }).state.outcome?.error?.message).toMatch(/^stock: /)
    expect(family({}, {}, { depth: limits.run.depth }).state.outcome?.error).toMatchObject({ code: 'DEPTH_EXCEEDED' })
  })

  test('A67: a function may ask for a child, which then is its result', () => {
    const run = overTasks()
    const directive = { kind: 'sub_workflow', workflow_type: 'Stock', initial_data: { id: 1 } } as const
    expect(run.endItem('Both', 0, { kind: 'directive', directive })).toEqual(['Both[0] child.spawned'])
    run.completeItem('Both', 1, { b: 1 })
    run.childRunEnded('id-1', 'COMPLETED', { a: 1 })
    expect(run.state.data).toMatchObject({ b: 1, sub_workflow_results: { Stock: { a: 1 } } })
    const deep = overTasks({}, { depth: limits.run.depth })
    expect(deep.endItem('Both', 0, { kind: 'directive', directive })).toContain('Both failed (DEPTH_EXCEEDED)')
  })
})
