import { expect, test } from 'vitest'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { call, decision, definition, transform } from '../testing/steps.ts'

test('A3, A24, A33: the events of A, B, C come in the promised order', () => {
  const run = new ScriptedRun(definition([call('A'), call('B'), call('C')]))
  expect(run.own()).toEqual(['run promoted', 'run started', 'A started'])
  expect(run.complete('A', { a: 1 })).toEqual(['A completed', 'B started'])
  expect(run.send({ type: 'progress', step: 'B', iteration: 1, attempt: 1, fraction: 0.5, note: 'half' })).toEqual([
    'B progress',
  ])
  expect(run.complete('B')).toEqual(['B completed', 'C started'])
  expect(run.complete('C', { c: 3 })).toEqual(['C completed', 'run completed'])
  expect(run.lines()).toEqual([
    'run created',
    'run queued',
    'run promoted',
    'run started',
    'A started',
    'A completed',
    'B started',
    'B progress',
    'B completed',
    'C started',
    'C completed',
    'run completed',
  ])
  expect(run.state.outcome).toMatchObject({ status: 'COMPLETED', output: { a: 1, c: 3 } })
})

test('decisions and assignments run in the batch of the step before them', () => {
  const run = new ScriptedRun(
    definition([
      call('Score'),
      transform('Weigh', { 'risk.weighted': 'state.score * 2', 'risk.high': 'state.risk.weighted > 100' }),
      decision('Gate', [['state.risk.high', 'Decline'], 'Pay']),
      call('Pay', { next: ['END'] }),
      call('Decline', { next: ['END'] }),
    ]),
  )
  run.own()
  expect(run.complete('Score', { score: 60 })).toEqual([
    'Score completed',
    'Weigh started',
    'Weigh completed',
    'Gate started',
    'Gate completed',
    'Pay skipped (dead)',
    'Decline started',
  ])
  expect(run.state.data).toEqual({ score: 60, risk: { weighted: 120, high: true } })
  expect(run.complete('Decline')).toEqual(['Decline completed', 'run completed'])
})

test('expressions read the variables that the run recorded at its start', () => {
  const steps = [transform('Set', { region: 'vars.REGION' }), call('Send', { with: { to: '{{ vars.REGION }}' } })]
  const run = new ScriptedRun(definition(steps), { vars: { REGION: 'eu' } })
  run.own()
  expect(run.state.data).toEqual({ region: 'eu' })
  expect(run.owed('attempt', 'Send')).toMatchObject({ with: { to: 'eu' } })
  const without = new ScriptedRun(definition(steps))
  without.own()
  expect(without.state.outcome).toMatchObject({ status: 'FAILED', error: { step: 'Set' } })
})
