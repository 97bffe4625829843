import { expect, it } from 'vitest'
import { differences } from './differences.ts'
import type { ProcessFacts } from './process-facts.ts'

const facts = (more: Partial<ProcessFacts>): ProcessFacts => ({
  id: 'a',
  kind: 'engine',
  host: 'one',
  pid: 1,
  version: '1.0.0',
  speaks: 1,
  functions: 'f1',
  settings: { HEDDLE_RUN_SLOTS: 'unset' },
  ...more,
})

it('fleet 1: names nothing where all processes are equal, wherever they run', () => {
  expect(differences(facts({}), [facts({ id: 'b', host: 'two', pid: 2 }), facts({ id: 'w', kind: 'web' })])).toEqual([])
})

it('fleet 1: names the processes with another version, other functions, other settings', () => {
  const others = [
    facts({ id: 'b', version: '0.9.0' }),
    facts({ id: 'c', functions: 'f2', kind: 'worker' }),
    facts({ id: 'd', settings: { HEDDLE_RUN_SLOTS: '5' } }),
  ]
  expect(differences(facts({}), others)).toEqual([
    'engine b has another version than 1.0.0. Update them.',
    'worker c has other step functions. Give all engines and workers the same HEDDLE_FUNCTIONS.',
    'engine d has another HEDDLE_RUN_SLOTS than unset. Set it to the same value everywhere.',
  ])
})

it('fleet 1: a web process calls no functions, so its folders may differ', () => {
  expect(differences(facts({ kind: 'web', functions: 'f2' }), [facts({ id: 'b' })])).toEqual([])
  expect(differences(facts({}), [facts({ id: 'w', kind: 'web', functions: 'f2' })])).toEqual([])
})

it('fleet 1: names three processes at most, and a setting that another version does not have is no difference', () => {
  const many = ['b', 'c', 'd', 'e', 'f'].map((id) => facts({ id, functions: 'f2', settings: {} }))
  expect(differences(facts({}), many)).toEqual([
    'engine b, engine c, engine d and 2 more have other step functions. Give all engines and workers the same HEDDLE_FUNCTIONS.',
  ])
})
