import { test } from 'vitest'
import { checkRandomBodies } from '#sdk/workflow/testing/check-random-body.ts'

test('code 2: 10,000 random bodies under random crashes', async () => {
  await checkRandomBodies(10_000)
})
