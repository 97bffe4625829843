import { expect, it } from 'vitest'
import { inOneGroup } from './one-group.ts'

const root = (groups: Record<string, readonly string[]>) => ({
  layout: { A: [0, 0], ...Object.fromEntries(Object.entries(groups).map(([id, steps]) => [id, { title: id, steps }])) },
})

it('a step of two groups stays in that of mine, else in the first one', () => {
  const placed = ['A']
  const merged = root({ one: ['A', 'B'], two: ['A', 'B', 'C'] })
  expect(inOneGroup(merged, root({ two: ['A'] }), placed)).toEqual(root({ one: ['B'], two: ['A', 'C'] }))
  expect(placed).toEqual(['A', 'B'])
})

it('where each step is in one group, nothing changes', () => {
  const merged = root({ one: ['A'], two: ['B'] })
  expect(inOneGroup(merged, root({}), [])).toBe(merged)
})

it('what is no name is no step that was moved', () => {
  const odd = { layout: { one: { title: 'One', steps: [1] }, two: { title: 'Two', steps: [1, 'B'] } } }
  const placed: string[] = []
  expect(inOneGroup(odd, {}, placed)).toEqual({
    layout: { one: { title: 'One', steps: [1] }, two: { title: 'Two', steps: ['B'] } },
  })
  expect(placed).toEqual([])
})
