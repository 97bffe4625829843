import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import { nextFocus } from './next-focus.ts'

const { definition } = parse(`workflow_type: Flow
steps:
  - { name: First, function: a.b, next: Second }
  - { name: Second, function: a.b, next: END }
  - { name: Alone, function: a.b, next: END }
  - { name: Near, function: a.b, next: END }
`)
const graph = decompile(definition as Definition, {})
const at = (id: string, x: number, y: number) => ({ id, position: { x, y } })
const standing = [at('First', 0, 0), at('Second', 0, 100), at('Alone', 900, 900), at('Near', 900, 800)]
const without = (...gone: readonly string[]) =>
  new Set(['First', 'Second', 'Alone', 'Near'].filter((name) => !gone.includes(name)))

it('is a neighbour along an edge', () => {
  expect(nextFocus(graph, 'Second', without('Second'), standing)).toBe('First')
  expect(nextFocus(graph, 'First', without('First'), standing)).toBe('Second')
})

it('is the nearest on the canvas where no edge leads to another', () => {
  expect(nextFocus(graph, 'Alone', without('Alone'), standing)).toBe('Near')
  expect(nextFocus(graph, 'Alone', without('Alone', 'Near'), standing)).toBe('Second')
})

it('is the first where it does not stand on the canvas, and none where there is no other', () => {
  expect(nextFocus(graph, 'Alone', without('Alone'), [])).toBe('First')
  expect(nextFocus(graph, 'Alone', new Set(), standing)).toBeUndefined()
})
