import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { watchMemory } from './memory-watch.ts'

it('memory is filled by what was taken since it was calm', () => {
  let bytes = 1_000
  const fills = watchMemory(() => bytes)
  bytes += limits.engine.fillsMemoryBytes
  expect(fills(true)).toBe(false)
  bytes += limits.engine.fillsMemoryBytes
  expect(fills(false)).toBe(false)
  bytes += 1
  expect(fills(false)).toBe(true)
  expect(fills(true)).toBe(false)
})
