import { expect, it } from 'vitest'
import type { SecretSource } from '../../../secrets.ts'
import { awaitSecrets } from './await-secrets.ts'

const secrets = { values: [] } as unknown as Awaited<ReturnType<SecretSource['fresh']>>

function failing(times: number) {
  let asked = 0
  const fresh = async () => {
    asked += 1
    if (asked <= times) throw new Error('connection lost')
    return secrets
  }
  return { source: { fresh } as unknown as SecretSource, asked: () => asked }
}

it('asks again while the database does not answer (access 14; ASVS 16.5.2)', async () => {
  const { source, asked } = failing(2)
  expect(await awaitSecrets(source, 'acme', new AbortController().signal, 1)).toBe(secrets)
  expect(asked()).toBe(3)
})

it('gives up with the last error once the attempt is cancelled', async () => {
  const { source } = failing(Number.POSITIVE_INFINITY)
  const cancelled = new AbortController()
  const waiting = awaitSecrets(source, 'acme', cancelled.signal, 1)
  cancelled.abort()
  await expect(waiting).rejects.toThrow('connection lost')
})
