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
  expect(withPinned(sample, definition, pins)).toEqual({
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
  expect(withPinned(sample, definition, { Gone: { output: 4 } })).toBe(sample)
})
