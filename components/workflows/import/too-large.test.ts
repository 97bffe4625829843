import { expect, test } from 'vitest'
import { tooLarge } from './too-large.ts'

test('what is too large is refused with its size and the bound', () => {
  expect(tooLarge('big.yaml', 512 * 1024)).toBeNull()
  expect(tooLarge('big.yaml', 512 * 1024 + 1)).toMatch(/^big.yaml has 513 kB; the limit is 512 kB\./)
  expect(tooLarge('Pasted text', 5 * 1024 * 1024)).toContain('has 5.0 MB')
})
