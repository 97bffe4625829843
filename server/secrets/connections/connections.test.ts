import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allRows } from '#proof/testing/all-rows.ts'
import { type Actor, localActor } from '#server/access/actor.ts'
import { createPool } from '../../db/pool.ts'
import { encodingsIn } from '../../db/testing/canary.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { readSecrets } from '../../secrets.ts'
import { openKeyRing } from '../key-ring.ts'
import { openStoredSecrets } from '../stored-secrets.ts'
import { changeConnection, createConnection, removeConnection, testConnection } from './change-connections.ts'
import { environmentConnections } from './environment-connections.ts'
import { listConnections } from './list-connections.ts'

const ring = openKeyRing({
  current: { from: 'text', setting: 'HEDDLE_MASTER_KEY', text: Buffer.alloc(32, 1).toString('base64') },
  previous: null,
})
const acme: Actor = { ...localActor, ownerId: 'acme' }
const token = 'Connection/5b2d+Canary value'
const crm = {
  name: 'crm',
  kind: 'http_bearer',
  settings: { origin: 'https://api.example.com' },
  secrets: { token },
  workflows: [],
} as const

let database: TestDatabase
let pool: ReturnType<typeof createPool>
const lines: string[] = []
const open = (environment: Readonly<Record<string, string>> | null = null) =>
  openStoredSecrets({
    pool,
    ring,
    environment: environment && readSecrets(environment),
    log: (line) => lines.push(line),
  })
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 4)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  lines.length = 0
  await pool.query('truncate secret, connection, data_key, secret_revision, workflow, definition cascade')
})

const found = async (source: ReturnType<typeof open>, name = 'crm', workflow = 'Pay', ownerId = 'acme') => {
  const answer = (await source.fresh(ownerId)).connectionFor(workflow, name)
  return answer.ok ? answer.connection.secrets : answer.code
}

describe('stored connections', () => {
  it('are given to the engine of their owner and to the workflows that they list, and to no other', async () => {
    const source = open()
    expect(await found(source)).toBe('CONNECTION_UNKNOWN')
    await createConnection(pool, ring, acme, crm)
    expect(await found(source)).toEqual({ token })
    expect(await found(source, 'crm', 'Pay', 'other')).toBe('CONNECTION_UNKNOWN')
    await changeConnection(pool, ring, acme, { name: 'crm', settings: crm.settings, workflows: ['Ship'] })
    expect(await found(source)).toBe('CONNECTION_NOT_ALLOWED')
    expect(await found(source, 'crm', 'Ship')).toEqual({ token })
    expect(source.known('acme')?.values).toContainEqual(['crm.token', token])
  })

  it('stand in no table in clear, and their audit rows and the list hold no secret', async () => {
    await createConnection(pool, ring, acme, crm)
    await changeConnection(pool, ring, acme, { ...crm, secrets: { token: `${token} 2` } })
    expect(encodingsIn(await allRows(pool), token)).toEqual([])
    expect(JSON.stringify(await listConnections(pool, acme, undefined))).not.toContain('Canary')
    const { rows } = await pool.query(`select action from audit where owner_id = 'acme' order by id desc limit 2`)
    expect(rows).toEqual([{ action: 'connection.change' }, { action: 'connection.create' }])
  })

  it('send a stored secret to no other receiver: who changes it enters the secret again', async () => {
    await createConnection(pool, ring, acme, crm)
    const moved = { name: 'crm', settings: { origin: 'https://evil.example' }, workflows: [] }
    await expect(changeConnection(pool, ring, acme, moved)).rejects.toMatchObject({ field: 'secrets' })
    await changeConnection(pool, ring, acme, { ...moved, secrets: { token: 'another value' } })
    expect(await found(open())).toEqual({ token: 'another value' })
  })

  it('do not decrypt for a receiver that was written into the row', async () => {
    await createConnection(pool, ring, acme, crm)
    await pool.query(`update connection set settings = '{"origin": "https://evil.example"}'`)
    expect(await found(open())).toBe('CONNECTION_UNREADABLE')
    expect(lines).toMatchObject([expect.stringContaining('cannot be decrypted')])
  })

  it.each([
    ['no receiver', { ...crm, settings: {} }, 'settings.origin'],
    ['an origin with a path', { ...crm, settings: { origin: 'https://a.example/x' } }, 'settings.origin'],
    ['an unknown field', { ...crm, settings: { ...crm.settings, host: 'a' } }, 'settings.host'],
    ['no secret', { ...crm, secrets: {} }, 'secrets.token'],
    ['a secret of two lines', { ...crm, secrets: { token: 'abcd\nefgh' } }, 'secrets.token'],
    ['a secret that is too short to redact', { ...crm, secrets: { token: 'abc' } }, 'secrets.token'],
  ])('are refused with %s', async (_, connection, field) => {
    await expect(
      Promise.resolve().then(() => createConnection(pool, ring, acme, connection as never)),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', field })
  })

  it('are not removed while a published workflow names them, unless the person insists', async () => {
    await createConnection(pool, ring, acme, crm)
    await pool.query(`insert into workflow (owner_id, name, latest_version) values ('acme', 'Pay', 1)`)
    await pool.query(
      `insert into definition (owner_id, name, version, hash, text, compiled, author)
       values ('acme', 'Pay', 1, 'h', '', $1, 'ana')`,
      [{ workflow_type: 'Pay', steps: [{ name: 'A', type: 'LOOP', loop_body: [{ name: 'B', connection: 'crm' }] }] }],
    )
    expect(await listConnections(pool, acme, undefined)).toMatchObject([{ name: 'crm', usedBy: ['Pay'] }])
    await expect(removeConnection(pool, acme, { name: 'crm', evenIfUsed: false })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Pay use the connection crm. Change their steps, or remove it all the same.',
    })
    await removeConnection(pool, acme, { name: 'crm', evenIfUsed: true })
    expect(await listConnections(pool, acme, undefined)).toEqual([])
  })

  it('wait for an engine after a person asked for a test', async () => {
    await createConnection(pool, ring, acme, crm)
    await testConnection(pool, acme, 'crm')
    expect(await listConnections(pool, acme, undefined)).toMatchObject([{ test: { state: 'asked' } }])
    await expect(testConnection(pool, acme, 'other')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('connections of the environment', () => {
  const HEDDLE_CONNECTION_crm = JSON.stringify({ kind: 'http_bearer', origin: 'https://api.example.com', token })

  it('are used in local mode, and hidden by a stored one of the same name', async () => {
    const source = open({ HEDDLE_CONNECTION_crm })
    expect(await found(source)).toEqual({ token })
    expect(await listConnections(pool, acme, readSecrets({ HEDDLE_CONNECTION_crm }))).toMatchObject([
      { name: 'crm', source: 'environment' },
    ])
    await createConnection(pool, ring, acme, { ...crm, secrets: { token: 'the stored value' } })
    expect(await found(source)).toEqual({ token: 'the stored value' })
  })

  it('say what is wrong with them, without a value', () => {
    const { problems } = environmentConnections({
      HEDDLE_CONNECTION_a: 'no json',
      HEDDLE_CONNECTION_b: '{"kind":"ftp"}',
      HEDDLE_CONNECTION_c: JSON.stringify({ kind: 'http_bearer', origin: 'nowhere', token }),
    })
    expect(problems).toMatchObject([
      expect.stringContaining('HEDDLE_CONNECTION_a must be a JSON object'),
      'HEDDLE_CONNECTION_b must name its kind, such as http_bearer or smtp',
      expect.stringContaining('HEDDLE_CONNECTION_c: Origin starts with https://'),
    ])
    expect(problems.join()).not.toContain('Canary')
  })
})
