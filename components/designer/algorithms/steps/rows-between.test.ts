import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import { outlineRows } from './outline-rows.ts'
import { pickedSteps } from './rows-between.ts'

const steps = ['A', 'B', 'C', 'D'].map((name) => `  - { name: ${name}, function: x.a }\n`).join('')
const { definition, layout } = parse(`workflow_type: Rows\nsteps:\n${steps}`)
if (definition === null) throw new Error('The text of the test cannot be read.')
const rows = outlineRows(decompile(definition, layout))
const picked = (step: string, how: 'only' | 'toggle' | 'range', selected: readonly string[] = [], anchor?: string) =>
  pickedSteps(rows, { selected: new Set(selected), anchor, step, how })

test('a row alone takes the place of what was selected', () => {
  expect(picked('C', 'only', ['A', 'B'], 'A')).toEqual(['C'])
})

test('a row is added, and taken out again', () => {
  expect(picked('C', 'toggle', ['A'])).toEqual(['A', 'C'])
  expect(picked('A', 'toggle', ['A', 'C'])).toEqual(['C'])
})

test('all rows from where it began, downwards and upwards, the last one where the keyboard is', () => {
  expect(picked('D', 'range', ['B'], 'B')).toEqual(['B', 'C', 'D'])
  expect(picked('A', 'range', ['C'], 'C')).toEqual(['C', 'B', 'A'])
  expect(picked('A', 'range', [])).toEqual(['A'])
  expect(picked('A', 'range', [], 'Gone')).toEqual(['A'])
})
