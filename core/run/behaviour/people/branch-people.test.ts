import { expect, test } from 'vitest'
import { stepsAhead } from '../../decide/override/entitlement-below.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human, parallel } from '../../testing/steps.ts'

const standing = { groups: [], manager: false }

test('who passes over a PARALLEL step passes over the people of its branches, those of items too', () => {
  const skip = { type: 'skip', step: 'P', actor: ana, standing } as const
  const side = (assignees: readonly string[]) =>
    new ScriptedRun(definition([parallel('P', { tasks: [call('A'), human('Ask', { assignees })] })]))
  const each = (assignees: readonly string[]) =>
    new ScriptedRun(
      definition([parallel('P', { iterate_over: '[1, 2]', batch_size: 1, task: human('Ask', { assignees }) })]),
    )
  for (const make of [side, each]) {
    const [other, own] = [make(['bo']), make(['ana'])]
    other.own()
    own.own()
    expect(other.refusal(skip).code).toBe('NOT_ENTITLED')
    expect(own.decide(skip).ok).toBe(true)
  }
})

test('items that have not been asked about count as ahead, until the last one has begun', () => {
  const run = new ScriptedRun(
    definition([parallel('P', { iterate_over: '[1, 2]', batch_size: 1, task: human('Ask') }), call('After')]),
  )
  run.own()
  expect(stepsAhead(run.executable, run.state)).toContain('Ask')
  run.resume({})
  expect(stepsAhead(run.executable, run.state)).not.toContain('Ask')
  run.resume({})
  expect(stepsAhead(run.executable, run.state)).toEqual([])
})
