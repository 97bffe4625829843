import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allRows } from '#proof/testing/all-rows.ts'
import { type Actor, localActor } from '#server/access/actor.ts'
import { createPool } from '../db/pool.ts'
import { encodingsIn } from '../db/testing/canary.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { readSecrets, type SecretSource } from '../secrets.ts'
import { changeSecret, createSecret, removeSecret, replaceSecret } from './change-secrets.ts'
import { openKeyRing } from './key-ring.ts'
import { listSecrets } from './list-secrets.ts'
import { openStoredSecrets } from './stored-secrets.ts'

const value = 'Stored/5b2d+Canary value'
const ringOf = (byte: number, previous: number | null = null) => {
  const source = (of: number) =>
    ({ from: 'text', setting: 'HEDDLE_MASTER_KEY', text: Buffer.alloc(32, of).toString('base64') }) as const
  return openKeyRing({ current: source(byte), previous: previous === null ? null : source(previous) })
}
const ring = ringOf(1)
const actorOf = (ownerId: string): Actor => ({ ...localActor, ownerId })
const acme = actorOf('acme')
const token = { name: 'TOKEN', value, origins: ['https://a.example'], workflows: [] }

let database: TestDatabase
let pool: ReturnType<typeof createPool>
const lines: string[] = []
const open = (keys = ring, environment: Readonly<Record<string, string>> | null = null): SecretSource =>
  openStoredSecrets({
    pool,
    ring: keys,
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
  await pool.query('truncate secret, data_key, secret_revision')
})

const found = async (source: SecretSource, name = 'TOKEN', workflow = 'Pay', ownerId = 'acme') => {
  const secrets = (await source.fresh(ownerId)).grantedTo(workflow)
  return secrets.find(name) ?? secrets.refusalOf(name)?.code ?? null
}

describe('stored secrets (access 14; ASVS 13.3.1, 13.3.2, 14.2.4, 15.3.1)', () => {
  it('are given to the engine of their owner as they are at the moment, and to no other', async () => {
    const source = open()
    expect(await found(source)).toBeNull()
    await createSecret(pool, ring, acme, token)
    expect(await found(source)).toBe(value)
    expect(await found(source, 'TOKEN', 'Pay', 'other')).toBeNull()
    await replaceSecret(pool, ring, acme, { name: 'TOKEN', value: 'another value' })
    expect(await found(source)).toBe('another value')
    expect(source.known('acme')?.values).toEqual([
      ['TOKEN', 'another value'],
      // Calls under way may still return it.
      ['TOKEN', value],
    ])
    await changeSecret(pool, acme, { name: 'TOKEN', origins: ['functions'], workflows: ['Pay'] })
    expect((await source.fresh('acme')).grantedTo('Pay').originsOf('TOKEN')).toEqual(['functions'])
    expect(await found(source, 'TOKEN', 'Other')).toBe('SECRET_NOT_ALLOWED')
    await removeSecret(pool, acme, 'TOKEN')
    expect(await found(source)).toBeNull()
  })

  it('stand in no table in clear, and their audit rows hold no value', async () => {
    await createSecret(pool, ring, acme, token)
    await replaceSecret(pool, ring, acme, { name: 'TOKEN', value: `${value} 2` })
    const rows = await allRows(pool)
    expect(rows).toContain('secret.replace')
    expect(encodingsIn(rows, value)).toEqual([])
    const { rows: audit } = await pool.query(
      `select action, target from audit where owner_id = 'acme' order by id desc limit 2`,
    )
    expect(audit).toEqual([
      { action: 'secret.replace', target: 'TOKEN' },
      { action: 'secret.create', target: 'TOKEN' },
    ])
  })

  it.each([
    ['to another name', `update secret set name = 'OTHER' where owner_id = 'acme'`, 'OTHER', 'acme'],
    [
      'from one name to another',
      `update secret t set ciphertext = o.ciphertext, nonce = o.nonce, version = o.version, key_version = o.key_version
         from secret o where o.owner_id = 'acme' and o.name = 'SECOND' and t.owner_id = 'acme' and t.name = 'TOKEN'`,
      'TOKEN',
      'acme',
    ],
    [
      'from another owner',
      `update secret t set ciphertext = o.ciphertext, nonce = o.nonce, version = o.version, key_version = o.key_version
         from secret o where o.owner_id = 'other' and t.owner_id = 'acme' and o.name = t.name`,
      'TOKEN',
      'acme',
    ],
    [
      'to another owner with its data key',
      `update data_key t set wrapped = o.wrapped, nonce = o.nonce from data_key o where o.owner_id = 'other' and t.owner_id = 'acme'`,
      'TOKEN',
      'acme',
    ],
    ['back to an older version', `update secret set version = 7 where owner_id = 'acme'`, 'TOKEN', 'acme'],
  ])('are an error when a row was moved %s', async (_, move, name, ownerId) => {
    await createSecret(pool, ring, acme, token)
    await createSecret(pool, ring, acme, { ...token, name: 'SECOND', value: 'second value' })
    await createSecret(pool, ring, actorOf('other'), { ...token, value: 'of another owner' })
    if (move.startsWith('update secret set name')) await pool.query(`delete from secret where name = 'SECOND'`)
    expect((await pool.query(move)).rowCount).toBeGreaterThan(0)
    const secrets = (await open().fresh(ownerId)).grantedTo('Pay')
    expect(secrets.find(name)).toBeUndefined()
    expect(secrets.refusalOf(name)).toMatchObject({ code: 'SECRET_UNREADABLE' })
    expect(JSON.stringify([secrets.refusalOf(name), lines])).not.toContain('value of')
  })

  it('without their master key are errors of their own, which end when the key is back', async () => {
    await createSecret(pool, ring, acme, token)
    let keys = ringOf(2)
    const source = open({
      wrap: (...of) => keys.wrap(...of),
      unwrap: (...of) => keys.unwrap(...of),
      currentFingerprint: () => keys.currentFingerprint(),
    })
    expect(await found(source)).toBe('SECRET_UNREADABLE')
    await expect(createSecret(pool, keys, acme, { ...token, name: 'NEW' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    keys = ring
    expect(await found(source)).toBe(value)
  })

  it('hide secrets of the environment, which count in local mode alone', async () => {
    const environment = {
      HEDDLE_SECRET_TOKEN: 'from outside',
      HEDDLE_SECRET_MORE: 'more',
      HEDDLE_ORIGINS_MORE: 'functions',
    }
    const source = open(ring, environment)
    expect(await found(source)).toBe('from outside')
    await createSecret(pool, ring, acme, token)
    expect(await found(source)).toBe(value)
    expect(await found(source, 'MORE')).toBe('more')
    expect((await source.fresh('acme')).values).toContainEqual(['MORE', 'more'])
    const listed = await listSecrets(pool, acme, readSecrets(environment))
    expect(listed.map(({ name, source: from }) => [name, from])).toEqual([
      ['MORE', 'environment'],
      ['TOKEN', 'stored'],
    ])
    expect(JSON.stringify(listed)).not.toMatch(/more"|outside/)
  })

  it('have a last use, to the minute', async () => {
    await createSecret(pool, ring, acme, token)
    const source = open()
    for (let times = 0; times < 3; times += 1) (await source.fresh('acme')).noteUse('TOKEN')
    await expect.poll(async () => (await listSecrets(pool, acme, undefined))[0]?.lastUsedAt ?? '').toMatch(/:00\.000Z$/)
  })

  it('of one name are taken once, and need the right to change secrets', async () => {
    const both = await Promise.allSettled([
      createSecret(pool, ring, acme, token),
      createSecret(pool, ring, acme, token),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const viewer: Actor = { ...acme, roles: ['viewer'], isInstallationAdmin: false }
    for (const change of [
      () => createSecret(pool, ring, viewer, { ...token, name: 'B' }),
      () => replaceSecret(pool, ring, viewer, token),
      () => changeSecret(pool, viewer, token),
      () => removeSecret(pool, viewer, 'TOKEN'),
      () => listSecrets(pool, viewer, undefined),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    expect(await found(open())).toBe(value)
    for (const change of [
      () => replaceSecret(pool, ring, actorOf('other'), token),
      () => changeSecret(pool, actorOf('other'), token),
      () => removeSecret(pool, actorOf('other'), 'TOKEN'),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })
})
