import { test } from 'vitest'
import { checkRandomBodies } from './testing/check-random-body.ts'

test('code 2: random bodies under random crashes have the history of bodies that never crash', async () => {
  await checkRandomBodies(200)
})
