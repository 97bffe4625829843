import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { withPinned } from './with-pinned.ts'

const definition = parse(`workflow_type: Flow
steps:
  - { name: A, function: f.a }
  - { name: B, function: f.b, output_key: b }
  - { name: Gate, type: DECISION, routes: [{ default: END }] }
`).definition as Definition
const sample = {
  origin: 'last run',
  scope: { input: {}, state: { a: 1 }, steps: { A: { output: { a: 1 } } }, run: {} },
}

it('what is pinned takes the place of what the steps gave, and of what they left in the state', () => {
  const pins = { A: { output: { a: 2 } }, B: { output: 3 }, Gate: { output: { target: 'END' } }, Gone: { output: 4 } }
  expect(withPinned(sample, definition, pins, null)).toEqual({
    origin: 'last run and pinned outputs',
    scope: {
      input: {},
      state: { a: 2, b: 3 },
      steps: { A: { output: { a: 2 } }, B: { output: 3 }, Gate: { output: { target: 'END' } } },
      run: {},
    },
  })
})

it('without pins it is as it was', () => {
  expect(withPinned(sample, definition, { Gone: { output: 4 } }, null)).toBe(sample)
})

const later = parse(`workflow_type: Flow
steps:
  - { name: A, function: f.a }
  - { name: B, function: f.b }
  - { name: T, type: TRANSFORM, set: { t: state.a, deep.x: '1' } }
  - { name: L, type: LOOP, mode: ITERATE, iterate_over: state.list, loop_body: [{ name: In, function: f.in }] }
  - { name: C, function: f.c }
`).definition as Definition
const run = {
  origin: 'last run',
  scope: {
    input: {},
    state: { a: 1, b: 2, t: 3 },
    steps: { A: { output: { a: 1, b: 1, t: 1 } }, B: { output: { b: 2 } }, T: { output: null }, Old: { output: 1 } },
    run: {},
  },
}

it('what other steps left after a pinned one stays', () => {
  const { state } = withPinned(run, later, { A: { output: { a: 9, b: 9, t: 9 } } }, null).scope
  expect(state).toEqual({ a: 9, b: 2, t: 3 })
})

it('a step does not find what is pinned of those behind it, nor of itself in the state', () => {
  const pins = { B: { output: { b: 7 } }, C: { output: { c: 8 } } }
  expect(withPinned(run, later, pins, 'A')).toBe(run)
  expect(withPinned(run, later, pins, 'B').scope).toMatchObject({ state: { b: 2 }, steps: { B: { output: { b: 7 } } } })
  for (const step of ['T', 'In']) {
    const { state, steps } = withPinned(run, later, pins, step).scope
    expect({ state, steps: Object.keys(steps as object) }).toEqual({
      state: { a: 1, b: 7, t: 3 },
      steps: ['A', 'B', 'T', 'Old'],
    })
  }
  expect(withPinned(run, later, pins, null).scope.state).toEqual({ a: 1, b: 7, t: 3, c: 8 })
})
