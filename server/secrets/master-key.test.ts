import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { openKeyRing } from './key-ring.ts'
import { loadKey, makeKeyFile } from './master-key.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-key-'))
})
afterAll(() => rm(folder, { recursive: true }))

const good = Buffer.alloc(32, 7).toString('base64')
const short = Buffer.alloc(31, 7).toString('base64')

describe('the master key (access 11, 14; ASVS 13.3.1, 13.3.3, 11.2.3)', () => {
  it('is needed where people log in, whole, or nothing starts', async () => {
    const auth = { HEDDLE_AUTH: 'on' }
    const file = join(folder, 'key')
    await writeFile(file, `${good}\n`)
    const shortFile = join(folder, 'short')
    await writeFile(shortFile, short)
    expect(readEnv({ ...auth, HEDDLE_MASTER_KEY: good }).masterKey.current).toMatchObject({ from: 'text' })
    expect(readEnv({ ...auth, HEDDLE_MASTER_KEY_FILE: file }).masterKey.current).toMatchObject({ from: 'file', file })
    for (const [settings, said] of [
      [{}, 'HEDDLE_MASTER_KEY_FILE or HEDDLE_MASTER_KEY must be set'],
      [{ HEDDLE_MASTER_KEY: short }, 'HEDDLE_MASTER_KEY has 31 bytes. It must be 32 random bytes in base64'],
      [{ HEDDLE_MASTER_KEY: 'correct horse' }, 'HEDDLE_MASTER_KEY is not base64.'],
      [{ HEDDLE_MASTER_KEY_FILE: shortFile }, `HEDDLE_MASTER_KEY_FILE, the file ${shortFile}, has 31 bytes.`],
      [{ HEDDLE_MASTER_KEY_FILE: join(folder, 'none') }, 'cannot be read (ENOENT)'],
      [
        { HEDDLE_MASTER_KEY: good, HEDDLE_MASTER_KEY_FILE: file },
        'HEDDLE_MASTER_KEY or HEDDLE_MASTER_KEY_FILE, not both',
      ],
      [{ HEDDLE_MASTER_KEY: good, HEDDLE_MASTER_KEY_PREVIOUS: short }, 'HEDDLE_MASTER_KEY_PREVIOUS has 31 bytes.'],
    ] as const) {
      const start = () => readEnv({ ...auth, ...settings })
      expect(start).toThrow(said)
      for (const key of [short, 'correct horse']) expect(start).not.toThrow(key)
    }
  })

  it('is a file in local mode that only its user may read, made when the first secret is stored, and once', async () => {
    const file = join(folder, 'data', 'master-key')
    expect(readEnv({ HEDDLE_DATA_DIR: join(folder, 'data') }).masterKey.current).toEqual({ from: 'made', file })
    expect(await loadKey({ from: 'made', file })).toBeNull()
    const made = await Promise.all(Array.from({ length: 8 }, () => makeKeyFile(file)))
    expect(new Set(made.map(({ fingerprint }) => fingerprint)).size).toBe(1)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'data'))).toEqual(['master-key'])
  })

  it('wraps a data key for one owner, use and version alone', async () => {
    const ring = openKeyRing({ current: { from: 'text', setting: 'KEY', text: good }, previous: null })
    const place = { ownerId: 'acme', use: 'engine', version: 1 } as const
    const wrapped = await ring.wrap(Buffer.alloc(32, 1), place)
    expect(await ring.unwrap(wrapped, place)).toEqual(Buffer.alloc(32, 1))
    for (const other of [{ ownerId: 'other' }, { use: 'web' as const }, { version: 2 }]) {
      await expect(ring.unwrap(wrapped, { ...place, ...other })).rejects.toThrow('belongs to another owner')
    }
    const another = Buffer.alloc(32, 8).toString('base64')
    const stranger = openKeyRing({ current: { from: 'text', setting: 'KEY', text: another }, previous: null })
    await expect(stranger.unwrap(wrapped, place)).rejects.toThrow('is not the one in force')
  })
})
