import { describe, expect, test } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { call, definition } from '../testing/steps.ts'

const artifacts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `A${index}`, type: 'x', json: index }))
const completed = (count: number) => ({ kind: 'completed', output: {}, artifacts: artifacts(count) }) as const
const started = (...steps: readonly Step[]): ScriptedRun => {
  const run = new ScriptedRun(definition([...steps], { fail_fast: false }), { input: { parts: ['a', 'b'] } })
  run.own()
  return run
}
const reported = (run: ScriptedRun) =>
  run.history.flatMap((event) =>
    event.type === 'workflow.node.artifact' ? [[event.step, event.item, event.payload.name]] : [],
  )

describe('the artifacts of a run (public run 5)', () => {
  test('come before the result of their step, and the end of the run counts them', () => {
    const run = started(call('Cut'))
    run.end('Cut', completed(2))
    const types = run.history.slice(-4).map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('workflow.node.'))).toEqual([
      'workflow.node.artifact',
      'workflow.node.artifact',
      'workflow.node.completed',
    ])
    expect(run.state.artifacts).toBe(2)
    expect(run.history.at(-1)?.payload).toMatchObject({ artifacts: 2 })
  })

  test('are not recorded of an attempt that failed', () => {
    const run = started(call('Cut'))
    run.fail('Cut', 'Error', false)
    expect(reported(run)).toEqual([])
    expect(run.history.at(-1)?.payload).not.toHaveProperty('artifacts')
  })

  test('of items name their item', () => {
    const each = { type: 'PARALLEL', name: 'Each', iterate_over: 'input.parts', task_function: 't.each' } as Step
    const run = started(each)
    run.endItem('Each', 1, completed(1))
    run.endItem('Each', 0, completed(1))
    expect(reported(run)).toEqual([
      ['Each', 1, 'A0'],
      ['Each', 0, 'A0'],
    ])
  })

  test('of a step that would exceed the bound of the run let it fail, and none of them is recorded', () => {
    const { perRun } = limits.artifacts
    const run = started(call('One'), call('Two'))
    run.end('One', completed(perRun))
    run.end('Two', completed(1))
    expect(reported(run)).toHaveLength(perRun)
    expect(run.state.outcome?.error).toMatchObject({ code: 'RESULT_UNUSABLE', step: 'Two' })
    const each = { type: 'PARALLEL', name: 'Each', iterate_over: 'input.parts', task_function: 't.each' } as Step
    const items = started(call('One'), each)
    items.end('One', completed(perRun))
    items.endItem('Each', 0, completed(1))
    expect(reported(items)).toHaveLength(perRun)
  })
})
