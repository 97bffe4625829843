import { expect, it } from 'vitest'
import { warmUp } from './warm-up.ts'

it('plays all of its runs to their ends', async () => {
  expect(await warmUp(new AbortController().signal)).toBe(200)
})

it('ends where there is no time for it', async () => {
  const noTime = new AbortController()
  const played = warmUp(noTime.signal)
  noTime.abort()
  expect(await played).toBeLessThan(200)
})
