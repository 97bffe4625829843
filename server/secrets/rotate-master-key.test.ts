import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { createPool } from '../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { createSecret, replaceSecret } from './change-secrets.ts'
import { openKeyRing } from './key-ring.ts'
import type { MasterKeySettings } from './master-key.ts'
import { BOTH_IN_FORCE_MS, dropPreviousKey, forgetDataKeys, renewKeyFile, rewrapDataKeys } from './rotate-master-key.ts'
import { openStoredSecrets } from './stored-secrets.ts'

const actorOf = (ownerId: string): Actor => ({ ...localActor, ownerId })
const secretOf = (value: string) => ({ name: 'TOKEN', value, origins: ['functions'], workflows: [] })
const text = (byte: number) =>
  ({ from: 'text', setting: 'HEDDLE_MASTER_KEY', text: Buffer.alloc(32, byte).toString('base64') }) as const

let database: TestDatabase
let pool: ReturnType<typeof createPool>
let folder = ''
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 6)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  await pool.query('truncate secret, data_key, secret_revision')
  folder = await mkdtemp(join(tmpdir(), 'heddle-rotation-'))
  return () => rm(folder, { recursive: true })
})

const made = (): MasterKeySettings => {
  const file = join(folder, 'master-key')
  return { current: { from: 'made', file }, previous: { from: 'made', file: `${file}.previous` } }
}
const read = async (ring: ReturnType<typeof openKeyRing>, ownerId: string) => {
  const source = openStoredSecrets({ pool, ring, environment: null, log: () => undefined })
  return (await source.fresh(ownerId)).grantedTo('Pay').find('TOKEN')
}
const wrappedBy = async () =>
  (await pool.query<{ key: string }>('select distinct master_key as key from data_key')).rows.map(({ key }) => key)

describe('the rotation of the master key (access 14; ASVS 11.1.1, 11.2.2, 13.3.4)', () => {
  it('wraps data keys anew while secrets are read and changed, and touches no secret', async () => {
    const settings = made()
    // Processes that were there before; none is told of the rotation.
    const engine = openKeyRing(settings)
    const web = openKeyRing(settings)
    const owners = Array.from({ length: 250 }, (_, index) => `owner-${String(index).padStart(3, '0')}`)
    for (const owner of owners) await createSecret(pool, web, actorOf(owner), secretOf(`value of ${owner}`))
    const before = await pool.query('select owner_id, nonce, ciphertext from secret order by owner_id')
    const [first] = await wrappedBy()
    let isOver = false
    let reads = 0
    const reader = async () => {
      for (let at = 0; !isOver; at = (at + 37) % owners.length) {
        const owner = owners[at] as string
        expect(await read(engine, owner)).toBe(`value of ${owner}`)
        reads += 1
      }
    }
    const writer = async () => {
      for (let at = 0; !isOver; at += 1) {
        await createSecret(pool, web, actorOf(`new-${at}`), secretOf(`value of new-${at}`))
        expect(await read(engine, `new-${at}`)).toBe(`value of new-${at}`)
      }
    }
    const others = Promise.all([reader(), writer()])
    await renewKeyFile(settings, Date.now())
    expect(await rewrapDataKeys(pool, openKeyRing(settings))).toMatchObject({ lost: [] })
    isOver = true
    await others
    expect(reads).toBeGreaterThan(0)
    await rewrapDataKeys(pool, openKeyRing(settings))
    const after = await wrappedBy()
    expect(after).toHaveLength(1)
    expect(after).not.toContain(first)
    const unchanged = await pool.query(
      `select owner_id, nonce, ciphertext from secret where owner_id like 'owner-%' order by owner_id`,
    )
    expect(unchanged.rows).toEqual(before.rows)
    expect(await read(engine, 'owner-100')).toBe('value of owner-100')
    const { rows: audit } = await pool.query(`select target from audit where action = 'master-key.rotate'`)
    expect(audit).toContainEqual({ target: after[0] })
  })

  it('keeps the previous key in force for a day, and only then lets it go', async () => {
    const settings = made()
    await expect(renewKeyFile(settings, Date.now())).rejects.toThrow('There is no master key yet')
    await createSecret(pool, openKeyRing(settings), actorOf('acme'), secretOf('value'))
    await renewKeyFile(settings, Date.now())
    expect((await readdir(folder)).toSorted()).toEqual(['master-key', 'master-key.previous'])
    for (const name of ['master-key', 'master-key.previous']) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    }
    // Nothing has been wrapped anew: a rotation that was interrupted.
    expect(await read(openKeyRing(settings), 'acme')).toBe('value')
    const late = Date.now() + BOTH_IN_FORCE_MS + 60_000
    expect(await dropPreviousKey(settings, Date.now())).toBe(false)
    await expect(renewKeyFile(settings, Date.now())).rejects.toThrow('less than a day ago')
    await rewrapDataKeys(pool, openKeyRing(settings))
    expect(await dropPreviousKey(settings, late)).toBe(true)
    expect(await read(openKeyRing(settings), 'acme')).toBe('value')
    expect(await dropPreviousKey(settings, late)).toBe(false)
  })

  it('works with keys of the settings, in either order of restarts', async () => {
    const before = openKeyRing({ current: text(1), previous: null })
    await createSecret(pool, before, actorOf('acme'), secretOf('value'))
    const rotated = { current: text(2), previous: text(1) }
    expect(await rewrapDataKeys(pool, openKeyRing(rotated))).toEqual({ rewrapped: 1, lost: [] })
    expect(await rewrapDataKeys(pool, openKeyRing(rotated))).toEqual({ rewrapped: 0, lost: [] })
    for (const settings of [rotated, { current: text(1), previous: text(2) }, { current: text(2), previous: null }]) {
      expect(await read(openKeyRing(settings), 'acme')).toBe('value')
    }
    expect(await read(before, 'acme')).toBeUndefined()
  })

  it('leaves data keys of a lost master key, which can be forgotten with their secrets', async () => {
    await createSecret(pool, openKeyRing({ current: text(1), previous: null }), actorOf('lost'), secretOf('gone'))
    const ring = openKeyRing({ current: text(2), previous: null })
    await createSecret(pool, ring, actorOf('kept'), secretOf('value'))
    const { rewrapped, lost } = await rewrapDataKeys(pool, ring)
    expect({ rewrapped, lost: lost.map(({ ownerId }) => ownerId) }).toEqual({ rewrapped: 0, lost: ['lost'] })
    await expect(replaceSecret(pool, ring, actorOf('lost'), secretOf('new value'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('npm run master-key -- forget'),
    })
    expect(await forgetDataKeys(pool, lost)).toEqual(['lost/TOKEN'])
    await createSecret(pool, ring, actorOf('lost'), secretOf('new value'))
    expect([await read(ring, 'lost'), await read(ring, 'kept')]).toEqual(['new value', 'value'])
  })
})
