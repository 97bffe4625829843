import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { localActor, localPerson } from '../access/actor.ts'
import { createPool } from '../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { createFunction } from './create-function.ts'
import { newFunction } from './function-stub.ts'
import { listFunctions } from './list-functions.ts'

let folder = ''
let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 1)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-new-function-'))
})
afterEach(async () => {
  await chmod(folder, 0o700)
  await rm(folder, { recursive: true })
})

const create = (name: string, reads: unknown = []) =>
  createFunction(pool, localActor, [folder], newFunction.parse({ name, reads }))

it('writes a typed function that can be listed and called at once', async () => {
  const reads = [
    { name: 'amount', type: 'number' },
    { name: 'lines', type: 'list' },
  ]
  const made = await create('billing.invoices.sendMail', reads)
  expect(made).toMatchObject({ name: 'billing.invoices.send_mail', path: join(folder, 'billing', 'invoices.ts') })
  const text = await readFile(made.path, 'utf8')
  expect(text.split('\n')[made.line - 1]).toBe(
    'export async function sendMail(state: SendMailState, context: StepContext) {',
  )
  expect(text).toContain('  readonly amount?: number\n  readonly lines?: readonly unknown[]\n')
  const [listed] = await listFunctions([folder])
  expect(listed).toMatchObject({
    name: 'billing.invoices.send_mail',
    line: made.line,
    doc: 'Describe what the function does: the designer shows this sentence.',
    reads: { properties: { amount: { type: 'number' } } },
  })
  const { sendMail } = await import(made.path)
  expect(await sendMail({ amount: 1 }, { log: () => undefined })).toEqual({})
})

it('never changes a file that exists, whatever its ending and spelling', async () => {
  await writeFile(join(folder, 'orderTools.mjs'), 'export const a = () => 1')
  await expect(create('order_tools.b')).rejects.toMatchObject({ code: 'NAME_TAKEN', field: 'name' })
  expect(await readFile(join(folder, 'orderTools.mjs'), 'utf8')).toBe('export const a = () => 1')
  await writeFile(join(folder, 'reports.txt'), 'no source')
  await create('reports.b')
  await expect(create('reports.c')).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  expect(await readFile(join(folder, 'reports.ts'), 'utf8')).toContain('function b(')
})

it('refuses names that lead elsewhere, that no source can have, and those that are too long (ASVS 1.3.3, 5.3.2)', async () => {
  for (const name of [
    'mail',
    'a.',
    '.a',
    '../a.b',
    'a/b.c',
    'a..b',
    '1a.b',
    'a.b c',
    'a.b\n',
    `a.${'b'.repeat(999)}`,
  ]) {
    expect(newFunction.safeParse({ name }).success, name).toBe(false)
  }
  const field = (name: string) => newFunction.safeParse({ name: 'a.b', reads: [{ name, type: 'any' }] }).success
  expect(field('amount')).toBe(true)
  expect(field('x: 1 } evil() {')).toBe(false)
  const many = Array.from({ length: limits.functions.stubFields + 1 }, (_, at) => ({ name: `f${at}`, type: 'any' }))
  expect(newFunction.safeParse({ name: 'a.b', reads: many }).success).toBe(false)
  await expect(create('orders.delete')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

it('writes nothing outside of the folder, and says so where it cannot write (ASVS 5.3.2)', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'heddle-elsewhere-'))
  await symlink(elsewhere, join(folder, 'linked'))
  await expect(create('linked.a.b')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await readdir(elsewhere)).toEqual([])
  const { rows } = await pool.query(`select 1 from audit where target = 'linked.a.b'`)
  expect(rows).toEqual([])
  await rm(elsewhere, { recursive: true })
  await writeFile(join(folder, 'plain'), '')
  await expect(create('plain.a.b')).rejects.toMatchObject({ code: expect.stringMatching(/CONFLICT|NAME_TAKEN/) })
  await expect(createFunction(pool, localActor, [], newFunction.parse({ name: 'a.b' }))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

it('is for administrators alone: the file is code that the engine runs', async () => {
  await mkdir(join(folder, 'sub'))
  const somebody = { ...localPerson }
  const wanted = newFunction.parse({ name: 'a.b' })
  await expect(createFunction(pool, somebody, [folder], wanted)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await listFunctions([folder])).toEqual([])
})
