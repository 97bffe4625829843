import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import { endIdOf, startId, terminalsOf } from '#core/graph/terminals.ts'
import { placeTerminals } from './place-terminals.ts'

const graphOf = (count: number) => {
  const steps = Array.from({ length: count }, (_, index) => `  - { name: S${index}, function: x.y, next: END }`)
  const { definition } = parse(['workflow_type: T', 'steps:', ...steps, ''].join('\n'))
  return decompile(definition as NonNullable<typeof definition>, {})
}

const place = (at: readonly { x: number; y: number }[], direction: 'down' | 'right') => {
  const graph = graphOf(at.length)
  const nodes = graph.nodes.map((node, index) => ({ node, position: at[index] ?? node.position }))
  return placeTerminals(nodes, terminalsOf(graph), direction)
}

it('an end stands behind its step, and the start before the first', () => {
  const down = place([{ x: 0, y: 0 }], 'down')
  expect(down.map(({ node, position }) => [node.id, position])).toEqual([
    [startId, { x: 0, y: -88 }],
    [endIdOf('S0'), { x: 40, y: 100 }],
  ])
  const right = place([{ x: 0, y: 0 }], 'right')
  expect(right.map(({ position }) => position)).toEqual([
    { x: -260, y: 6 },
    { x: 260, y: 12 },
  ])
})

it('an end gives way to a step that stands there', () => {
  const [, end] = place(
    [
      { x: 0, y: 0 },
      { x: 0, y: 90 },
    ],
    'down',
  )
  expect(end?.position).toEqual({ x: 40 + 240, y: 100 })
})

it('places of a layout come first', () => {
  const graph = graphOf(1)
  const nodes = graph.nodes.map((node) => ({ node, position: { x: 0, y: 0 } }))
  const known = { [endIdOf('S0')]: { x: 7, y: 8 } }
  expect(placeTerminals(nodes, terminalsOf(graph), 'down', known).at(-1)?.position).toEqual({ x: 7, y: 8 })
})

it('no end lies over another, however close the steps stand', () => {
  const points = fc.array(fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 900 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(points, fc.constantFrom('down' as const, 'right' as const), (at, direction) => {
      const placed = place(at, direction)
      expect(new Set(placed.map(({ position: { x, y } }) => `${x} ${y}`)).size).toBe(placed.length)
    }),
  )
})
