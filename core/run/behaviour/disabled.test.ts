import { expect, test } from 'vitest'
import { stepsAhead, whyNotEntitledBelow } from '../decide/override/entitlement-below.ts'
import { displayStatusOf } from '../display-status.ts'
import { previewRetry } from '../preview/preview-retry.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import { call, decision, definition, human, loop, parallel } from '../testing/steps.ts'

const skipped = (run: ScriptedRun) =>
  run.history.flatMap((event) =>
    event.type === 'workflow.node.skipped' ? [`${event.step} ${event.payload.reason}`] : [],
  )

test('a disabled step is passed over, and the run goes on behind it without its output', () => {
  const run = new ScriptedRun(
    definition([call('A', { disabled: true, compensate_function: 'test.undo' }), call('B')], { saga_enabled: true }),
  )
  run.own()
  expect(skipped(run)).toEqual(['A disabled'])
  expect(displayStatusOf(run.state, 'A')).toBe('passed_over')
  expect(run.state.outputs).toEqual({})
  run.fail('B', 'Final', false)
  expect(run.state.outcome?.status).toBe('FAILED_ROLLED_BACK')
})

test('the conditions and the failures of a disabled step do not count, and what waits for it goes on', () => {
  const steps = [
    human('Ask', { disabled: true, when: 'broken(', on_failure: { target_step: 'Mend' }, next: ['Go'] }),
    call('Mend'),
    call('Go', { dependencies: ['Ask'] }),
  ]
  const run = new ScriptedRun(definition(steps))
  run.own()
  expect(skipped(run)).toEqual(['Ask disabled', 'Mend dead'])
  run.complete('Go')
  expect(run.state.outcome?.status).toBe('COMPLETED')
})

test('a disabled DECISION takes its default route; without one, the branch ends', () => {
  const routes = (...given: Parameters<typeof decision>[1]) =>
    new ScriptedRun(definition([decision('D', given, { disabled: true }), call('Yes'), call('No', { next: ['END'] })]))
  const chosen = routes(['true', 'Yes'], 'No')
  chosen.own()
  expect(chosen.state.open).toEqual(['No'])
  const nowhere = routes(['true', 'Yes'])
  nowhere.own()
  expect(nowhere.state.outcome?.status).toBe('COMPLETED')
})

test('a disabled loop, PARALLEL step or step of a body runs nothing', () => {
  const body = [call('In', { disabled: true }), call('Out')]
  const steps = [
    loop('L', [call('Never')], { iterate_over: '[1]', disabled: true }),
    parallel('P', { tasks: [{ name: 'a', function: 'test.a' }], disabled: true }),
    loop('M', body, { iterate_over: '[1]' }),
  ]
  const run = new ScriptedRun(definition(steps))
  run.own()
  expect(skipped(run)).toEqual(['L disabled', 'P disabled', 'In disabled'])
  run.complete('Out')
  expect(run.state.outcome?.status).toBe('COMPLETED')
})

test('going round a disabled step is bounded like any visits', () => {
  const steps = [call('A', { disabled: true, max_visits: 2, next: ['D'] }), decision('D', [['false', 'END'], 'A'])]
  const run = new ScriptedRun(definition(steps))
  run.own()
  expect(run.state.outcome).toMatchObject({ status: 'FAILED', error: { code: 'MAX_VISITS', step: 'A' } })
})

test('manual stepping passes over disabled steps without using a step up', () => {
  const run = new ScriptedRun(definition([call('A', { disabled: true }), call('B')]), { drive: 'manual' })
  run.own()
  run.send({ type: 'next_step', actor: ana, user_input: null })
  expect(run.state.open).toEqual(['B'])
})

test('a disabled HUMAN step asks nobody, so nobody is passed over with it', () => {
  const asking = (disabled: boolean) =>
    new ScriptedRun(definition([call('A'), human('Ask', { assignees: ['bo'], disabled })]))
  const asker = { actor: ana, standing: { groups: [], manager: false } }
  const jump = { type: 'jump', to_step: 'END', ...asker } as const
  for (const disabled of [true, false]) {
    const run = asking(disabled)
    run.own()
    expect(stepsAhead(run.executable, run.state)).toContain('Ask')
    expect(whyNotEntitledBelow(run.executable, run.state, 'Ask', asker) === null).toBe(disabled)
    expect(run.decide(jump).ok).toBe(disabled)
  }
})

test('a retry would do nothing in a disabled step', () => {
  const run = new ScriptedRun(definition([call('A'), call('B', { disabled: true })]))
  run.own()
  run.fail('A', 'Final', false)
  const preview = previewRetry(run)
  expect(preview.ok && preview.steps.map(({ step, fate, effects }) => [step, fate, effects.length])).toEqual([
    ['A', 'again', 1],
    ['B', 'ahead', 0],
  ])
})
