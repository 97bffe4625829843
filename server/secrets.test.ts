import { expect, it } from 'vitest'
import { readSecrets, unusableSecrets } from './secrets.ts'

it('the start log names every secret without origins, and shows no value', () => {
  const secrets = readSecrets({
    HEDDLE_SECRET_B: 'value-of-b',
    HEDDLE_SECRET_A: 'value-of-a',
    HEDDLE_SECRET_BOUND: 'value-of-c',
    HEDDLE_ORIGINS_BOUND: 'https://api.example.com',
    HEDDLE_ORIGINS_B: ' ',
  })
  expect(unusableSecrets(secrets)).toBe(
    'Secrets without origins cannot be used: A, B. Set HEDDLE_ORIGINS_A, HEDDLE_ORIGINS_B to the origins that may receive them.',
  )
  expect(unusableSecrets(readSecrets({ HEDDLE_SECRET_A: 'x', HEDDLE_ORIGINS_A: 'functions' }))).toBeNull()
  expect(unusableSecrets(readSecrets({}))).toBeNull()
})
