import { createPrivateKey, createPublicKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { api, heddle, url, withApi } from './testing/command-line.ts'

withApi()

const session = async (...words: string[]) => {
  const { code, out, said } = await heddle(['agent-session', ...words])
  const lines = [...out.matchAll(/^export (\w+)='([^']*)'$/gm)].map(([, name = '', value = '']) => [name, value])
  return { code, said, environment: Object.fromEntries(lines) as Record<string, string> }
}

it('registers an agent, and prints the environment of its session', async () => {
  const { code, environment } = await session('--queue', 'pg', '--agent', 'reports')
  expect(code).toBe(0)
  const token = `hpg_${Buffer.from('reports').toString('base64url')}.`
  expect(environment).toEqual({
    POSTGRIP_AGENTORCHESTRATOR_URL: url,
    POSTGRIP_AGENT_MANAGED_RUNTIME: 'true',
    POSTGRIP_AGENT_ID: 'reports',
    POSTGRIP_AGENT_ACCESS_TOKEN: token,
    POSTGRIP_AGENT_ACCESS_EXPIRES_AT: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    POSTGRIP_AGENT_REFRESH_TOKEN: token,
    POSTGRIP_AGENT_SIGNING_PRIVATE_KEY: expect.stringMatching(/^[\w+/]{43}=$/),
    POSTGRIP_AGENT_NAMESPACE: 'default',
    POSTGRIP_AGENT_TASK_QUEUE: 'pg',
  })
  const { rows } = await api.services.stores.pool.query('select queues, signing_key from agent where id = $1', [
    'reports',
  ])
  const seed = Buffer.from(environment.POSTGRIP_AGENT_SIGNING_PRIVATE_KEY ?? '', 'base64')
  expect(rows).toEqual([{ queues: ['pg'], signing_key: publicKeyOf(seed) }])
})

it('makes new keys at each call, under which the old session signs nothing any more', async () => {
  const [one, other] = [await session('--queue', 'pg'), await session('--queue', 'pg')]
  expect(one.environment.POSTGRIP_AGENT_ID).toBe('postgrip-agent')
  expect(other.environment.POSTGRIP_AGENT_SIGNING_PRIVATE_KEY).not.toBe(
    one.environment.POSTGRIP_AGENT_SIGNING_PRIVATE_KEY,
  )
})

it('says what is missing', async () => {
  const { code, said } = await session()
  expect([code, said]).toEqual([expect.any(Number), expect.stringContaining('--queue')])
  expect(code).not.toBe(0)
})

/** The public key of an Ed25519 seed (PKCS #8, RFC 8410), in base64. */
function publicKeyOf(seed: Buffer): string {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const { x } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' })
  return Buffer.from(String(x), 'base64url').toString('base64')
}
