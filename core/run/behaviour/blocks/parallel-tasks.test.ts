import { describe, expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { each, overItems, overTasks } from '../../testing/parallel-runs.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { definition, human, parallel } from '../../testing/steps.ts'
import { openTasks } from '../../views/open-work.ts'
import { statusOf } from '../../views/status.ts'
import { viewsOf } from '../../views/view-table.ts'

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

test('a step that asks a person beside a fan-out: both are told', () => {
  const run = new ScriptedRun(definition([each(), human('Ask', { dependencies: [] })]), { input: { items: [1] } })
  run.own()
  expect(run.completeItem('Each', 0)).toContain('run waiting (Ask)')
})
