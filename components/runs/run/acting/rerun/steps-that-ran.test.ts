import { expect, it } from 'vitest'
import { begun } from '#core/run/testing/begun.ts'
import { call, loop } from '#core/run/testing/steps.ts'
import { stepsThatRan } from './steps-that-ran.ts'

it('a run goes on again from steps of its own list that it came to, a loop as a whole', () => {
  const run = begun([call('A'), loop('Each', [call('In')], { iterate_over: '[1]' }), call('B'), call('C')])
  run.complete('A')
  run.complete('In')
  expect(stepsThatRan(run.executable, run.state)).toEqual(['A', 'Each', 'B'])
})
