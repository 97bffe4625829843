import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { each, overItems } from '../../testing/parallel-runs.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition } from '../../testing/steps.ts'
import { statusOf } from '../../views/status.ts'

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
    const output = 'x'.repeat(limits.run.inputBytes)
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
