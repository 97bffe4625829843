import { expect, it } from 'vitest'
import { rehearse } from './rehearse.ts'

it('plays all of its runs to their ends', async () => {
  expect(await rehearse(new AbortController().signal)).toBe(200)
})

it('ends where there is no time for it', async () => {
  const noTime = new AbortController()
  const played = rehearse(noTime.signal)
  noTime.abort()
  expect(await played).toBeLessThan(200)
})
