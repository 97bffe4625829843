import { expect, test } from 'vitest'
import { jitterMs } from './jitter.ts'

test('is the same for one firing, within the bound, and spread over it', () => {
  expect(jitterMs('a/1', 60)).toBe(jitterMs('a/1', 60))
  expect(jitterMs('a/1', 0)).toBe(0)
  const delays = Array.from({ length: 1_000 }, (_, index) => jitterMs(`a/${index}`, 60))
  expect(Math.min(...delays)).toBeLessThan(1_000)
  expect(Math.max(...delays)).toBeGreaterThan(59_000)
  expect(Math.max(...delays)).toBeLessThan(60_000)
})
