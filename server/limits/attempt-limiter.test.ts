import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { createPool } from '../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { createAttemptLimiter } from './attempt-limiter.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 4)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const { login, setup } = limits.attempts
const tooMany = { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: expect.any(Number) }

describe('attempts to log in (access 5; ASVS 6.3.1, 2.4.1)', () => {
  it('end after five for one account and address, and a success begins anew', async () => {
    const limiter = createAttemptLimiter(pool)
    const attempt = { account: 'ana@example.com', address: '192.0.2.1' }
    for (let time = 1; time < login.perAccountAndAddress.points; time += 1) await limiter.count('login', attempt)
    await limiter.succeeded('login', attempt)
    for (let time = 0; time < login.perAccountAndAddress.points; time += 1) await limiter.count('login', attempt)
    await expect(limiter.count('login', attempt)).rejects.toMatchObject(tooMany)
    // The same account in other letters, and by another web process.
    const again = { ...attempt, account: ' Ａna@Example.com' }
    await expect(createAttemptLimiter(pool).count('login', again)).rejects.toMatchObject(tooMany)
    // Nobody locks an account for its owner at another address.
    await limiter.count('login', { ...attempt, address: '192.0.2.2' })
    await limiter.count('login', { ...attempt, account: 'bo@example.com' })
  })

  it('end after thirty from one address, also from many addresses of one IPv6 network', async () => {
    const limiter = createAttemptLimiter(pool)
    for (let time = 0; time < login.perAddress.points; time += 1)
      await limiter.count('login', { account: `${time}`, address: `2001:db8:7:7::${time.toString(16)}` })
    const from = (address: string) => limiter.count('login', { account: 'new', address })
    await expect(from('2001:db8:7:7:ffff::1')).rejects.toMatchObject(tooMany)
    await from('2001:db8:7:8::1')
  })

  it('of many people at one address are not counted when they succeed', async () => {
    const limiter = createAttemptLimiter(pool)
    for (let time = 0; time < login.perAddress.points + 5; time += 1) {
      const attempt = { account: `person ${time}`, address: '192.0.2.20' }
      await limiter.count('login', attempt)
      await limiter.succeeded('login', attempt)
    }
  })

  it('at the same instant count one by one', async () => {
    const limiter = createAttemptLimiter(pool)
    const attempts = Array.from({ length: 40 }, () => limiter.count('setup', { address: '192.0.2.30' }))
    const answers = await Promise.allSettled(attempts)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(setup.perAddress.points)
  })

  it('leave no account and no address in the database', async () => {
    await createAttemptLimiter(pool).count('login', { account: 'secret@example.com', address: '203.0.113.77' })
    const { rows } = await pool.query('select key from attempt')
    expect(rows.length).toBeGreaterThan(0)
    for (const { key } of rows) expect(key).toMatch(/^(login|setup|invitation)\/(account|address):[\w-]{32}$/)
  })

  it('are refused while they cannot be counted (access 5; ASVS 16.5.3)', async () => {
    const gone = new Pool({ connectionString: 'postgres://127.0.0.1:1/none' })
    await expect(createAttemptLimiter(gone).count('login', { account: 'a', address: null })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('closed while the database does not answer'),
    })
    await gone.end()
  })
})
