import { expect, it } from 'vitest'
import { frameAround } from './frame.ts'

it('a frame leaves room around its steps and for its title', () => {
  const places = [
    { x: 0, y: 100 },
    { x: 300, y: 0 },
  ]
  expect(frameAround(places)).toEqual({ x: -20, y: -44, width: 556, height: 220 })
  expect(frameAround([])).toBeNull()
})
