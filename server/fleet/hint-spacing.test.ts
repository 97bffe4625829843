import { afterEach, expect, it } from 'vitest'
import { hintSpacingMs, noteProcesses } from './hint-spacing.ts'

afterEach(() => noteProcesses(1))

it('fleet 4: hints of a small installation come as before, and those of a large one are spaced by its size', () => {
  const spacing = [0, 1, 4, 5, 16, 40].map((count) => {
    noteProcesses(count)
    return hintSpacingMs(10)
  })
  expect(spacing).toEqual([10, 10, 10, 20, 40, 100])
})
