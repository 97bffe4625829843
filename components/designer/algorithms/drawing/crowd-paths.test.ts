import { expect, test } from 'vitest'
import { crowdPaths } from './crowd-paths.ts'

const nodes = [
  { id: 'A', position: { x: 0, y: 0 } },
  { id: 'B', position: { x: 0, y: 200 } },
]
const edge = { source: 'A', target: 'B', data: { kind: 'normal' as const, back: false } }

test('edges of one look are one path, from the bottom of a step to the top of another', () => {
  const { plain, failure, selected } = crowdPaths(nodes, [edge, edge])
  expect(plain).toBe('M108 56C108 128 108 128 108 200'.repeat(2))
  expect([failure, selected]).toEqual(['', ''])
})

test('failures leave at the side, and what is selected is drawn apart', () => {
  const { failure } = crowdPaths(nodes, [{ ...edge, data: { kind: 'failure', back: false } }])
  expect(failure).toMatch(/^M216 28C/)
  expect(crowdPaths(nodes, [{ ...edge, selected: true }])).toMatchObject({
    plain: '',
    selected: expect.stringMatching(/^M/),
  })
})

test('an edge to a step that is not there is not drawn', () => {
  expect(crowdPaths(nodes, [{ ...edge, target: 'C' }])).toEqual({ plain: '', failure: '', selected: '' })
})
