import { describe, expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { ana, ScriptedRun } from './testing/scripted-run.ts'
import { call, definition, human, parallel } from './testing/steps.ts'
import { openTasks, statusOf, viewsOf } from './views.ts'

const each = (more: Parameters<typeof parallel>[1] = {}) =>
  parallel('Each', { iterate_over: 'input.items', task_function: 'test.label', ...more })

function overItems(items: Json, more: Parameters<typeof parallel>[1] = {}, header = {}): ScriptedRun {
  const run = new ScriptedRun(definition([each(more), call('After')]), { input: { items }, ...header })
  run.own()
  return run
}

const twoTasks = [
  { name: 'left', function: 'test.left' },
  { name: 'right', function: 'test.right' },
]

function overTasks(more: Parameters<typeof parallel>[1] = {}, header = {}): ScriptedRun {
  const run = new ScriptedRun(definition([parallel('Both', { tasks: twoTasks, ...more }), call('After')]), header)
  run.own()
  return run
}

describe('a list', () => {
  test('A79: each item is one call, with the item, its place and a key of its own', () => {
    const run = overItems(['a', 'b'])
    expect(run.lines().slice(4)).toEqual(['Each started', 'Each[0] item.started', 'Each[1] item.started'])
    expect(run.plan()).toMatchObject([
      { function: 'test.label', item: 0, each: { item: 'a', index: 0 }, key: 'run/Each/1/0/do', with: null },
      { function: 'test.label', item: 1, each: { item: 'b', index: 1 }, key: 'run/Each/1/1/do' },
    ])
    expect(statusOf(run.state)).toBe('ACTIVE')
  })

  test('A79: results and errors stand by place under the name of the step, never merged', () => {
    const run = overItems(['a', 'b'])
    run.completeItem('Each', 1, { n: 2 })
    expect(run.completeItem('Each', 0, { n: 1 })).toEqual(['Each[0] item.completed', 'Each completed', 'After started'])
    const output = { results: [{ n: 1 }, { n: 2 }], errors: [null, null] }
    expect(run.state.data).toEqual({ items: ['a', 'b'], Each: output })
    expect(run.state.outputs.Each).toEqual({ output })
    expect(run.state.steps.Each).not.toHaveProperty('fan')
  })

  test('A79: or under the output_key, if that can be set', () => {
    const run = overItems([1], { output_key: 'out.labels' })
    run.completeItem('Each', 0, 'L')
    expect(run.state.data).toMatchObject({ out: { labels: { results: ['L'], errors: [null] } } })
    const other = overItems([1], { output_key: 'items.labels' })
    expect(other.completeItem('Each', 0, 'L')[1]).toBe('Each failed (STATE_PATH_INVALID)')
  })

  test('an empty list completes at once', () => {
    expect(overItems([]).lines().slice(4)).toEqual(['Each started', 'Each completed', 'After started'])
  })

  test('what is no list, or too long, fails the step', () => {
    expect(overItems('text').state.outcome?.error).toMatchObject({ code: 'LIST_REQUIRED', step: 'Each' })
    const long = new Array(limits.run.parallelItems + 1).fill(0)
    expect(overItems(long).state.outcome?.error?.message).toContain('100001 elements')
    expect(overItems(null, { iterate_over: 'input.' }).state.outcome?.error?.code).toBe('EXPRESSION_INVALID')
  })

  test('a list may be longer than other values of expressions', () => {
    const run = overItems(new Array(10_000).fill(1_000_000))
    expect(run.state.outcome).toBeNull()
    expect(run.itemsOwed('Each')).toHaveLength(limits.run.parallelItemsAtOnce)
  })

  test('A79: no more items than batch_size are in flight, and each that ends makes room for the next', () => {
    const run = overItems([1, 2, 3, 4], { batch_size: 2 })
    expect(run.itemsOwed('Each')).toEqual([0, 1])
    expect(run.completeItem('Each', 1)).toEqual(['Each[1] item.completed', 'Each[2] item.started'])
    expect(run.itemsOwed('Each')).toEqual([0, 2])
  })

  test('the list is evaluated once and kept', () => {
    const run = overItems([1, 2, 3], { batch_size: 1, iterate_over: 'state.items', retry: { max_attempts: 2 } })
    run.failItem('Each', 0)
    run.fire('retry')
    expect(run.plan()).toMatchObject([{ item: 0, attempt: 2, each: { item: 1 }, key: 'run/Each/1/0/do' }])
  })

  test('arguments are rendered for each item, by its name, and kept for all its attempts', () => {
    const run = overItems(['a'], {
      item_var_name: 'parcel',
      with: { what: '{{ parcel }}{{ item }}{{ index }}' },
      retry: { max_attempts: 2 },
    })
    expect(run.plan()).toMatchObject([{ with: { what: 'aa0' } }])
    run.failItem('Each', 0)
    run.fire('retry')
    expect(run.plan()).toMatchObject([{ with: { what: 'aa0' }, attempt: 2 }])
  })

  test('arguments that cannot be rendered fail the item', () => {
    const run = overItems([{ a: 1 }, { b: 1 }], { with: { what: '{{ item.a }}' }, allow_partial_success: true })
    run.completeItem('Each', 0)
    expect(run.state.outputs.Each).toMatchObject({ output: { errors: [null, { message: expect.any(String) }] } })
  })

  test('results that are larger than what a step may gather fail it', () => {
    const run = overItems(new Array(40).fill(0))
    const output = 'x'.repeat(limits.run.payloadBytes)
    for (let item = 0; item < 40; item += 1) run.completeItem('Each', item, output)
    expect(run.state.outcome?.error).toMatchObject({ code: 'RESULT_TOO_LARGE' })
  })
})

describe('failing items', () => {
  test('an item is tried again by the policy of the step, the others go on', () => {
    const run = overItems([1, 2], { retry: { max_attempts: 2 } })
    expect(run.failItem('Each', 0)).toEqual(['Each[0] item.failed (will retry)', 'Each[0] timer.set (retry)'])
    expect(run.plan()).toMatchObject([{ kind: 'timer', purpose: 'retry' }, { item: 1 }])
    run.completeItem('Each', 1)
    expect(statusOf(run.state)).toBe('PENDING_ASYNC')
    expect(run.fire('retry')).toEqual([
      'Each[0] timer.fired',
      'Each[0]#2 item.started',
      'run status_changed (PENDING_ASYNC to ACTIVE)',
    ])
    expect(run.failItem('Each', 0)[0]).toBe('Each[0]#2 item.failed (for good)')
    expect(statusOf(run.state)).toBe('FAILED')
  })

  test('errors of the names that are never tried again fail at once', () => {
    const run = overItems([1], { retry: { max_attempts: 2, non_retryable: ['Bad'] } })
    expect(run.failItem('Each', 0, 'Bad')).toContain('Each failed (Bad)')
  })

  test('without partial success a failure fails the step and gives its siblings up', () => {
    const run = overItems([1, 2, 3], { batch_size: 2 })
    expect(run.failItem('Each', 1)).toEqual([
      'Each[1] item.failed (for good)',
      'Each failed (Error)',
      'run cancelled (fail_fast)',
      'After skipped (failed)',
    ])
    expect(run.plan()).toEqual([])
    expect(run.state.outcome?.error?.message).toBe('item 1: Each broke')
    const late = { kind: 'completed', output: 1 } as const
    const command = { type: 'attempt_ended', step: 'Each', iteration: 1, attempt: 1, item: 0, outcome: late } as const
    expect(run.refusal(command)).toMatchObject({ code: 'STALE', message: expect.stringContaining('item 0') })
  })

  test('a failure edge or on_error takes over as for any step', () => {
    const steps = [each({ on_failure: { target_step: 'Mend' } }), call('Mend')]
    const run = new ScriptedRun(definition(steps), { input: { items: [1] } })
    run.own()
    expect(run.failItem('Each', 0)).toEqual([
      'Each[0] item.failed (for good)',
      'Each failed (Error, handled)',
      'Mend started',
    ])
    const ignored = overItems([1], { on_error: 'ignore' })
    expect(ignored.failItem('Each', 0)).toContain('Each completed (ignored)')
  })

  test('A79: with allow_partial_success it completes with the results of the others', () => {
    const run = overItems([1, 2, 3], { allow_partial_success: true, batch_size: 1 })
    run.completeItem('Each', 0, 'a')
    run.failItem('Each', 1)
    expect(run.completeItem('Each', 2, 'c')).toContain('Each completed')
    expect(run.state.outputs.Each).toEqual({
      output: { results: ['a', null, 'c'], errors: [null, { code: 'Error', message: 'Each broke' }, null] },
    })
  })

  test('when none succeeds the step fails all the same', () => {
    const run = overItems([1, 2], { allow_partial_success: true })
    run.failItem('Each', 1)
    expect(run.failItem('Each', 0)).toContain('Each failed (Error)')
    expect(run.state.outcome?.error?.message).toBe('item 0: Each broke')
  })

  test('A79: the time limit is that of the whole step', () => {
    const run = overItems([1, 2], { timeout_seconds: 5 })
    run.completeItem('Each', 0)
    expect(run.fire('timeout')).toEqual([
      'Each timer.fired',
      'Each failed (TIMEOUT)',
      'run cancelled (fail_fast)',
      'After skipped (failed)',
    ])
  })

  test('news of an attempt that is not awaited changes nothing', () => {
    const run = overItems([1])
    const outcome = { kind: 'completed', output: null } as const
    const stale = (more: object) =>
      run.refusal({ type: 'attempt_ended', step: 'Each', iteration: 1, attempt: 1, item: 0, outcome, ...more }).code
    expect(stale({ attempt: 2 })).toBe('STALE')
    expect(stale({ iteration: 2 })).toBe('STALE')
    expect(stale({ item: 5 })).toBe('STALE')
    expect(stale({ step: 'After' })).toBe('STALE')
  })
})

describe('a retry of the run', () => {
  test('reuses finished items and runs the failed and interrupted ones again, under the same keys', () => {
    const run = overItems(['a', 'b', 'c', 'd'], { batch_size: 3 })
    run.completeItem('Each', 1, 'B')
    run.failItem('Each', 0)
    run.send({ type: 'retry', actor: ana })
    expect(run.plan()).toMatchObject([
      { item: 0, attempt: 2, key: 'run/Each/1/0/do' },
      { item: 2, attempt: 2, key: 'run/Each/1/2/do' },
      { item: 3, attempt: 2, key: 'run/Each/1/3/do' },
    ])
    run.completeItem('Each', 0, 'A')
    run.completeItem('Each', 2, 'C')
    run.completeItem('Each', 3, 'D')
    expect(run.state.outputs.Each).toMatchObject({ output: { results: ['A', 'B', 'C', 'D'] } })
  })

  test('counts the attempts of an item anew', () => {
    const run = overItems([1], { retry: { max_attempts: 2 } })
    run.failItem('Each', 0)
    run.fire('retry')
    run.failItem('Each', 0)
    run.send({ type: 'retry', actor: ana })
    expect(run.failItem('Each', 0)[0]).toBe('Each[0]#3 item.failed (will retry)')
  })

  test('a visit of the next iteration begins with a new list', () => {
    const run = overItems([1])
    run.completeItem('Each', 0)
    run.fail('After')
    run.send({ type: 'retry', actor: ana, from_step: 'Each' })
    expect(run.plan()).toMatchObject([{ item: 0, iteration: 2, attempt: 1, key: 'run/Each/2/0/do' }])
  })
})

describe('hold, drive and cancel', () => {
  test('while held no item starts; those in flight may end', () => {
    const run = overItems([1, 2, 3], { batch_size: 1, retry: { max_attempts: 2 } })
    run.send({ type: 'pause', actor: ana })
    expect(run.completeItem('Each', 0)).toEqual(['Each[0] item.completed'])
    expect(run.send({ type: 'resume', actor: ana })).toContain('Each[1] item.started')
    run.failItem('Each', 1)
    run.send({ type: 'pause', actor: ana })
    expect(run.fire('retry')).toEqual(['Each[1] timer.fired'])
    expect(run.plan()).toEqual([])
    expect(run.send({ type: 'resume', actor: ana })).toContain('Each[1]#2 item.started')
  })

  test('on manual drive it is one step, whose items need nobody', () => {
    const run = overItems([1, 2], { batch_size: 1 }, { drive: 'manual' })
    run.send({ type: 'next_step', actor: ana, user_input: null })
    expect(run.completeItem('Each', 0)).toEqual(['Each[0] item.completed', 'Each[1] item.started'])
    expect(run.completeItem('Each', 1)).toEqual(['Each[1] item.completed', 'Each completed'])
  })

  test('A21: cancelling ends all items at once', () => {
    const run = overItems([1, 2])
    expect(run.send({ type: 'cancel', actor: ana })).toContain('Each skipped (run_ended)')
    expect(run.plan()).toEqual([])
  })
})

describe('tasks', () => {
  test('A35: all begin at once, each by its own function', () => {
    const run = overTasks()
    expect(run.plan()).toMatchObject([
      { function: 'test.left', item: 0 },
      { function: 'test.right', item: 1 },
    ])
    expect(run.plan()[0]).not.toHaveProperty('each')
  })

  test('arguments are the same for all tasks', () => {
    expect(overTasks({ with: { n: '{{ 1 + 1 }}' } }).plan()).toMatchObject([{ with: { n: 2 } }, { with: { n: 2 } }])
  })

  test('A35: the output is what each task gave, by name', () => {
    const run = overTasks()
    run.completeItem('Both', 1, { b: 2 })
    run.completeItem('Both', 0, { a: 1 })
    expect(run.state.outputs.Both).toEqual({ output: { left: { a: 1 }, right: { b: 2 } } })
    expect(run.state.data).toEqual({ a: 1, b: 2 })
  })

  test('a step without tasks has nothing to do', () => {
    const run = new ScriptedRun(definition([parallel('P', {})]))
    expect(run.own()).toContain('P completed')
  })

  test('output_key takes all of it, whatever it is; without one a result has to be an object', () => {
    const kept = overTasks({ output_key: 'both' })
    kept.completeItem('Both', 0, 1)
    kept.completeItem('Both', 1, 'two')
    expect(kept.state.data).toEqual({ both: { left: 1, right: 'two' } })
    const merged = overTasks()
    merged.completeItem('Both', 0, null)
    expect(merged.completeItem('Both', 1, 'two')).toContain('Both failed (OUTPUT_KEY_REQUIRED)')
  })

  const merge = (left: Json, right: Json, more: Parameters<typeof parallel>[1], input: Json = {}) => {
    const run = overTasks(more, { input })
    run.completeItem('Both', 1, right)
    run.completeItem('Both', 0, left)
    return run.state
  }

  test('A79: SHALLOW merges field by field in the order of the tasks, the later one wins', () => {
    const state = merge({ a: { x: 1 }, l: 1 }, { a: { y: 2 } }, {}, { a: { z: 3 } })
    expect(state.data).toEqual({ a: { y: 2 }, l: 1 })
  })

  test('A79: DEEP merges objects within objects, into what state holds as well', () => {
    const state = merge(
      { a: { x: 1, s: 1 } },
      { a: { y: 2, s: 2 }, b: { c: 1 } },
      { merge_strategy: 'DEEP' },
      { a: { z: 3 } },
    )
    expect(state.data).toEqual({ a: { x: 1, y: 2, z: 3, s: 2 }, b: { c: 1 } })
  })

  test('A79: PREFER_EXISTING keeps what the earlier task set', () => {
    const more = { merge_conflict_behavior: 'PREFER_EXISTING' } as const
    expect(merge({ a: 1 }, { a: 2, b: 2 }, more).data).toEqual({ a: 1, b: 2 })
    expect(merge({ a: { x: 1 } }, { a: { x: 2, y: 2 } }, { ...more, merge_strategy: 'DEEP' }).data).toEqual({
      a: { x: 1, y: 2 },
    })
  })

  test('A79: RAISE_ERROR fails the step when two tasks set one field; what state held before is no conflict', () => {
    const more = { merge_conflict_behavior: 'RAISE_ERROR' } as const
    expect(merge({ a: 1 }, { a: 2 }, more).outcome?.error).toMatchObject({ code: 'MERGE_CONFLICT' })
    expect(merge({ a: 1 }, { b: 2 }, more, { a: 0 }).data).toEqual({ a: 1, b: 2 })
    const deep = { ...more, merge_strategy: 'DEEP' } as const
    expect(merge({ a: { x: 1 } }, { a: { y: 1 } }, deep).data).toEqual({ a: { x: 1, y: 1 } })
    expect(merge({ a: { x: 1 } }, { a: { x: 2 } }, deep).outcome?.error?.message).toContain('state.a.x')
    expect(merge({ a: { x: 1 } }, { a: 1 }, deep).outcome?.error?.message).toContain('state.a;')
  })

  test('a result named like what every object has is only data', () => {
    const state = merge(JSON.parse('{"__proto__": {"a": 1}, "toString": 1}'), null, {})
    expect(state.data).toEqual({ toString: 1 })
  })

  test('A79: a failed task is left out of a partial success', () => {
    const run = overTasks({ allow_partial_success: true })
    run.failItem('Both', 0)
    run.completeItem('Both', 1, { b: 2 })
    expect(run.state.outputs.Both).toEqual({ output: { right: { b: 2 } } })
  })

  test('a failure names its task', () => {
    const run = overTasks()
    run.failItem('Both', 1)
    expect(run.state.outcome?.error?.message).toBe('right: Both broke')
  })
})

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
    expect(run.state.outcome?.error?.message).toBe('stock: The sub-workflow Stock ended FAILED: Inner: no stock')
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

describe('people', () => {
  const pause = { kind: 'directive', directive: { kind: 'pause', result: { asked: 1 } } } as const

  test('A38: each item may pause; answers are given by task', () => {
    const run = overItems([1, 2])
    run.endItem('Each', 0, pause)
    run.endItem('Each', 1, pause)
    expect(openTasks(run.state)).toMatchObject([
      { step: 'Each', item: 0, task: { task_id: 'id-1' } },
      { step: 'Each', item: 1 },
    ])
    expect(statusOf(run.state)).toBe('WAITING_HUMAN_INPUT')
    expect(run.plan().map((effect) => effect.kind)).toEqual(['human_task', 'human_task'])
    expect(run.refusal({ type: 'resume', actor: ana, input: {} }).code).toBe('AMBIGUOUS_WAIT')
    run.resume({ yes: true }, { task_id: 'id-1' })
    expect(run.resume('text', { task_id: 'id-2' })).toContain('Each completed')
    expect(run.state.outputs.Each).toMatchObject({ output: { results: [{ asked: 1, yes: true }, 'text'] } })
    expect(run.refusal({ type: 'resume', actor: ana, input: {}, task_id: 'id-2' }).decided?.by).toEqual(ana)
  })

  test('what is asked is withdrawn when the step fails or the run ends', () => {
    const run = overItems([1, 2])
    run.endItem('Each', 0, pause)
    expect(run.failItem('Each', 1)).toContain('Each[0] human_task.closed (failed)')
    const other = overItems([1])
    other.endItem('Each', 0, pause)
    expect(other.send({ type: 'cancel', actor: ana })).toContain('Each[0] human_task.closed (run_ended)')
  })

  test('A37: an item may not jump', () => {
    const run = overItems([1])
    const directive = { kind: 'jump', target: 'After', result: null } as const
    expect(run.endItem('Each', 0, { kind: 'directive', directive })).toContain('Each failed (DIRECTIVE_NOT_ALLOWED)')
  })

  test('a person and a child: the person presses more', () => {
    const run = overTasks()
    run.endItem('Both', 1, {
      kind: 'directive',
      directive: { kind: 'sub_workflow', workflow_type: 'Stock', initial_data: {} },
    })
    run.endItem('Both', 0, pause)
    expect(statusOf(run.state)).toBe('WAITING_HUMAN_INPUT')
    expect(openTasks(run.state)).toHaveLength(1)
  })

  test('a person and a running item: the run is ACTIVE', () => {
    const run = overItems([1, 2])
    run.endItem('Each', 0, pause)
    expect(viewsOf(run.state).status).toBe('ACTIVE')
    expect(run.lines()).not.toContain('run waiting (Each)')
    expect(run.completeItem('Each', 1)).toContain('run waiting (Each)')
  })
})

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
    expect(run.fail('Beside')).toEqual(['Beside failed (Error)', 'run rolling_back (failure)'])
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

test('a step that asks a person beside a fan-out: both are told', () => {
  const run = new ScriptedRun(definition([each(), human('Ask', { dependencies: [] })]), { input: { items: [1] } })
  run.own()
  expect(run.completeItem('Each', 0)).toContain('run waiting (Ask)')
})
