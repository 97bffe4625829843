import { describe, expect, test } from 'vitest'
import { type ExecutableDefinition, executable } from '#core/definition/executable.ts'
import { versionDifference } from '../rerun/version-difference.ts'
import { begun } from '../testing/begun.ts'
import { ana as actor } from '../testing/scripted-run.ts'
import { call, decision, definition, human, parallel, request } from '../testing/steps.ts'
import { previewRerun, previewRetry } from './preview-retry.ts'

function version(...steps: Parameters<typeof definition>[0]): ExecutableDefinition {
  return executable(definition(steps))
}

describe('the preview', () => {
  test('of a retry tells what runs again with the same key, what is reused and what is ahead', () => {
    const steps = [
      call('A'),
      call('Skipped', { when: 'false' }),
      decision('Which', [['true', 'B'], 'Other']),
      request('B', { http_config: { method: 'POST', url: 'https://pay.example' }, next: ['C'] }),
      call('Other', { next: ['END'] }),
      human('C', { compensate_function: 'test.undo' }),
    ]
    const run = begun(steps)
    run.complete('A')
    run.fail('B')
    expect(previewRetry(run)).toEqual({
      ok: true,
      steps: [
        { step: 'A', type: 'STANDARD', fate: 'reused', effects: [] },
        { step: 'Skipped', type: 'STANDARD', fate: 'reused', effects: [] },
        { step: 'Which', type: 'DECISION', fate: 'reused', effects: [] },
        {
          step: 'B',
          type: 'HTTP',
          fate: 'again',
          effects: [{ kind: 'http', what: 'POST https://pay.example' }],
          sameKey: true,
        },
        { step: 'C', type: 'HUMAN', fate: 'ahead', effects: [{ kind: 'person', what: 'C' }] },
      ],
    })
    const from = previewRetry(run, 'A')
    expect(from.ok && from.steps.map(({ step, fate, sameKey }) => [step, fate, sameKey])).toEqual([
      ['A', 'again', undefined],
      ['Skipped', 'ahead', undefined],
      ['Which', 'again', undefined],
      ['B', 'again', true],
      ['Other', 'ahead', undefined],
      ['C', 'ahead', undefined],
    ])
    expect(previewRetry(run, 'Nowhere')).toEqual({ ok: false, message: 'There is no step Nowhere.' })
  })

  test('counts the items that keep their results, and says what a saga would undo', () => {
    const run = begun([
      parallel('All', { iterate_over: '[1, 2]', task_function: 'test.one', compensate_function: 'test.undo' }),
      call('B'),
    ])
    run.completeItem('All', 0)
    run.failItem('All', 1)
    const preview = previewRetry(run)
    expect(preview.ok && preview.steps[0]).toMatchObject({ step: 'All', fate: 'again', itemsKept: 1 })
    const saga = begun([call('A', { compensate_function: 'test.undo' })], {}, { saga_enabled: true })
    saga.send({ type: 'cancel', actor })
    const rerun = previewRerun(saga, saga.executable, { results: 'none' })
    expect(rerun.ok && rerun.steps).toMatchObject([{ step: 'A', fate: 'again', undoneBy: 'test.undo' }])
  })

  test('of a new run tells what the other version changes, and refuses as the run would', () => {
    const run = begun([call('A'), call('B')])
    run.complete('A')
    run.fail('B')
    const next = version(call('A', { description: 'checked' }), call('B'), call('New'))
    const preview = previewRerun(run, next, { results: 'kept' })
    expect(preview.ok && preview.steps.map(({ step, fate, changed }) => [step, fate, changed])).toEqual([
      ['A', 'reused', true],
      ['B', 'again', undefined],
      ['New', 'ahead', undefined],
    ])
    const all = previewRerun(run, next, { results: 'none' })
    expect(all.ok && all.steps.map(({ fate }) => fate)).toEqual(['again', 'again', 'ahead'])
    expect(previewRerun(run, version(call('B')), { results: 'kept' })).toMatchObject({ ok: false, step: 'A' })
    expect(versionDifference(run.executable, next)).toEqual({ added: ['New'], removed: [], changed: ['A'] })
    expect(versionDifference(next, run.executable)).toMatchObject({ removed: ['New'] })
  })
})
