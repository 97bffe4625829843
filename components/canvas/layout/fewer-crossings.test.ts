import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countCrossings, fewerCrossings, type Layers, type Link } from './fewer-crossings.ts'

const link = (from: number, to: number, side = false): Link => ({ from, to, side })

it('counts the links that cross, not those that begin or end together', () => {
  const layers = [
    [0, 1],
    [2, 3],
  ]
  expect(countCrossings(layers, [link(0, 3), link(1, 2)])).toBe(1)
  expect(countCrossings(layers, [link(0, 2), link(0, 3), link(1, 3)])).toBe(0)
  // What leaves at the side lies on the right of the others.
  expect(countCrossings(layers, [link(0, 2, true), link(0, 3)])).toBe(1)
})

it('finds the order without a crossing', () => {
  const layers = [[0], [1, 2, 3], [4, 5, 6], [7, 8]]
  const links = [link(0, 1), link(0, 2), link(0, 3), link(1, 4), link(2, 5), link(3, 6), link(4, 7), link(5, 8)]
  const all = [...links, link(6, 7), link(4, 8)]
  expect(countCrossings(layers, all)).toBeGreaterThan(0)
  expect(countCrossings(fewerCrossings(layers, all), all)).toBe(0)
})

it('keeps the order of the text where it may choose', () => {
  const layers = [[0], [2, 1]]
  expect(fewerCrossings(layers, [link(0, 1), link(0, 2)])).toEqual([[0], [1, 2]])
  const known = [[0], [1, 2]]
  expect(fewerCrossings(known, [link(0, 1), link(0, 2)])).toEqual(known)
})

it('leaves what nothing leads to where it is, and does nothing with nothing', () => {
  expect(fewerCrossings([], [])).toEqual([])
  const layers = [
    [0, 1],
    [2, 3, 4],
  ]
  const links = [link(0, 4), link(1, 2)]
  expect(fewerCrossings(layers, links).at(-1)?.[1]).toBe(3)
})

it('never makes it worse, keeps every node in its layer, and always gives the same answer', () => {
  const drawing = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 }).chain((sizes) => {
    let next = 0
    const layers = sizes.map((size) => Array.from({ length: size }, () => next++))
    const pairs = layers
      .slice(1)
      .flatMap((below, index) =>
        (layers[index] ?? []).flatMap((from) => below.map((to): [number, number] => [from, to])),
      )
    const some = fc
      .subarray(pairs)
      .chain((chosen) =>
        fc.tuple(...chosen.map(([from, to]) => fc.boolean().map((side): Link => ({ from, to, side })))),
      )
    return fc.tuple(fc.constant<Layers>(layers), some)
  })
  fc.assert(
    fc.property(drawing, ([layers, links]) => {
      const found = fewerCrossings(layers, links)
      expect(countCrossings(found, links)).toBeLessThanOrEqual(countCrossings(layers, links))
      expect(found.map((layer) => layer.toSorted((a, b) => a - b))).toEqual(layers)
      expect(fewerCrossings(layers, links)).toEqual(found)
    }),
    { numRuns: 60 },
  )
})
