import { expect, test } from 'vitest'
import { saga, undoable } from '../testing/saga.ts'
import { ana } from '../testing/scripted-run.ts'
import { call, loop } from '../testing/steps.ts'
import { leftByEnding } from './left-by-ending.ts'

const force = { type: 'cancel', actor: ana, force: true } as const

test('names what would stay done and what nobody would wait for, as the end then says', () => {
  const run = saga([
    undoable('A'),
    undoable('B', { next: ['Loop', 'Boom'] }),
    loop('Loop', [call('Inner')], { iterate_over: '[1]', next: ['END'] }),
    call('Boom'),
  ])
  run.complete('A')
  run.complete('B')
  run.fail('Boom')
  expect(leftByEnding(run.state)).toEqual({ notUndone: ['B', 'A'], abandoned: ['Inner'] })
  run.fire('settle')
  run.fail('B', 'Error', false)
  expect(leftByEnding(run.state)).toEqual({ notUndone: ['B', 'A'], abandoned: ['Inner'] })
  run.send(force)
  expect(run.state.outcome?.notUndone).toEqual(['A', 'B', 'Inner'])
})

test('of a run that does not roll back it names what it has done so far', () => {
  const run = saga([undoable('A'), call('B')])
  run.complete('A')
  expect(leftByEnding(run.state)).toEqual({ notUndone: ['A'], abandoned: ['B'] })
})
