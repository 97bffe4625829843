import { expect, it } from 'vitest'
import { tuning } from '../tuning.ts'
import { watchMemoryGrowth } from './memory-growth.ts'

it('memory is filled by what was taken since all threads answered', () => {
  let bytes = 1_000
  const fills = watchMemoryGrowth(() => bytes)
  bytes += tuning.memoryGrowthBytes
  expect(fills(true)).toBe(false)
  bytes += tuning.memoryGrowthBytes
  expect(fills(false)).toBe(false)
  bytes += 1
  expect(fills(false)).toBe(true)
  expect(fills(true)).toBe(false)
})
