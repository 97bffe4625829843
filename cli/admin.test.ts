import { randomBytes } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { createAccount } from '#server/identity/create-account.ts'
import { api, heddle, withApi } from './testing/command-line.ts'

withApi()
afterEach(() => vi.unstubAllEnvs())

function asOperator(auth: 'on' | 'off') {
  vi.stubEnv('DATABASE_URL', api.databaseUrl)
  vi.stubEnv('HEDDLE_AUTH', auth)
  vi.stubEnv('HEDDLE_MASTER_KEY', randomBytes(32).toString('base64'))
}

it('prints a link for a new password, by the database alone (access 4; ASVS 6.4.1)', async () => {
  asOperator('on')
  const client = await api.services.stores.pool.connect()
  await createAccount(client, { email: 'ana@example.com', name: 'Ana', password: 'correct horse battery' })
  client.release()
  const printed = await heddle(['admin', 'reset-link', 'ana@example.com'])
  expect(printed.code).toBe(0)
  expect(printed.out).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\/reset#a=[\w-]+&t=[\w-]{43} within an hour/)
  expect(await heddle(['admin', 'reset-link', 'nobody@example.com'])).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no account with the mail address nobody@example.com.'),
  })
  expect(await heddle(['admin', 'reset-link', 'nothing'])).toMatchObject({
    code: 1,
    said: expect.stringContaining('Enter a mail address'),
  })
})

it('says where there are no passwords, and what it needs', async () => {
  asOperator('off')
  expect(await heddle(['admin', 'reset-link', 'ana@example.com'])).toMatchObject({
    code: 1,
    said: expect.stringContaining('Heddle runs without login here'),
  })
  expect((await heddle(['admin', 'reset-link'])).code).toBe(2)
  expect((await heddle(['admin', 'reset-links', 'x'])).code).toBe(2)
})

it('erases a person after the id was typed twice (access 13)', async () => {
  asOperator('off')
  const { pool } = api.services.stores
  await pool.query(`insert into person (owner_id, id, name) values ('local', 'p-7', 'Zygmunt Canary')`)
  expect(await heddle(['admin', 'erase-person', 'p-7', '--confirm', 'p-8'])).toMatchObject({ code: 2 })
  expect((await heddle(['admin', 'erase-person', 'p-7'])).code).toBe(2)
  expect((await pool.query(`select from person where id = 'p-7'`)).rowCount).toBe(1)
  expect(await heddle(['admin', 'erase-person', 'p-7', '--confirm', 'p-7'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('p-7 is erased'),
  })
  expect((await pool.query(`select from person where id = 'p-7'`)).rowCount).toBe(0)
  expect(
    (await pool.query(`select from erased_person where person_id = 'p-7' and asked_by = 'operator'`)).rowCount,
  ).toBe(1)
  expect(await heddle(['admin', 'erase-person', 'p-9', '--confirm', 'p-9'])).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no person p-9.'),
  })
})
