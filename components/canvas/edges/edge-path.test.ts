import { expect, it } from 'vitest'
import { edgePath } from './edge-path.ts'

it('leaves downwards and arrives from above', () => {
  const { path } = edgePath({ x: 100, y: 0 }, { x: 300, y: 80 })
  expect(path).toBe('M100 0C100 40 300 40 300 80')
})

it('puts the label nearer the target, so that the labels of a decision spread out', () => {
  const { label } = edgePath({ x: 0, y: 0 }, { x: 100, y: 100 })
  expect(label.x).toBeGreaterThan(60)
  expect(label.y).toBeGreaterThan(50)
  expect(label.y).toBeLessThan(70)
})

it('goes round on the right when it leads back up', () => {
  const { path, label } = edgePath({ x: 100, y: 300 }, { x: 140, y: 0 }, { back: true })
  expect(label).toEqual({ x: 296, y: 150 })
  expect(path.startsWith('M100 300C')).toBe(true)
  expect(path.endsWith('140 0')).toBe(true)
})

it('follows its lane straight down, and forgets it when an end has passed it', () => {
  const lane = { x: 300, top: 90, bottom: 160 }
  const { path, label } = edgePath({ x: 100, y: 56 }, { x: 100, y: 200 }, { lane })
  expect(path).toContain('L300 160')
  expect(label).toEqual({ x: 300, y: 111 })
  expect(edgePath({ x: 100, y: 100 }, { x: 100, y: 200 }, { lane }).path).not.toContain('L')
})

it('goes up in its lane, and forgets that when an end has passed it', () => {
  const lane = { x: 400, top: 0, bottom: 300 }
  expect(edgePath({ x: 100, y: 300 }, { x: 140, y: 0 }, { back: true, lane }).label).toEqual({ x: 400, y: 150 })
  expect(edgePath({ x: 100, y: 300 }, { x: 440, y: 0 }, { back: true, lane }).path).not.toContain('400')
})

it('goes round as well to a step that stands higher without being part of a loop', () => {
  expect(edgePath({ x: 100, y: 300 }, { x: 140, y: 0 })).toEqual(
    edgePath({ x: 100, y: 300 }, { x: 140, y: 0 }, { back: true }),
  )
})

it('swings up between two columns', () => {
  const { path } = edgePath({ x: 0, y: 100 }, { x: 400, y: 90 })
  expect(path).toBe('M0 100C0 156 400 34 400 90')
})

it('leaves at the side for a failure, with a lane or without', () => {
  expect(edgePath({ x: 216, y: 28 }, { x: 108, y: 300 }, { side: true }).path).toContain('C264 28 ')
  const lane = { x: 260, top: 90, bottom: 200 }
  expect(edgePath({ x: 216, y: 28 }, { x: 108, y: 300 }, { side: true, lane }).path).toContain('C248 28 260 28 260 90')
  expect(edgePath({ x: 216, y: 28 }, { x: 108, y: 300 }, { side: true, lane: { ...lane, x: 228 } }).path).toContain(
    'C228 28 ',
  )
})
