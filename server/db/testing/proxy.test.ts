import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DatabaseProxy, startProxy } from './proxy.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

describe('the proxy before PostgreSQL', () => {
  let database: TestDatabase
  let direct: pg.Client
  let proxy: DatabaseProxy
  let clients: pg.Client[] = []
  beforeAll(async () => {
    database = await createTestDatabase()
    direct = new pg.Client({ connectionString: database.url })
    await direct.connect()
    await direct.query('create table number (n int primary key)')
  })
  afterAll(async () => {
    await direct.end()
    await database.drop()
  })
  beforeEach(async () => {
    proxy = await startProxy(database.url)
    clients = []
    await direct.query('truncate number')
  })
  afterEach(async () => {
    await proxy.close()
    await Promise.all(clients.map((client) => client.end()))
  })

  const open = async (config: pg.ClientConfig = {}): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: proxy.url, pipeline: true, ...config })
    client.on('error', () => undefined)
    clients.push(client)
    await client.connect()
    return client
  }
  const insert = (n: number) => ({ name: 'insert', text: 'insert into number values ($1) returning n', values: [n] })
  const numbers = async () => (await direct.query('select n from number order by n')).rows.map(({ n }) => n)

  it('passes statements on, also many at once, prepared and simple', async () => {
    const client = await open()
    const answers = await Promise.all([
      client.query(insert(1)),
      client.query('select 2 as n'),
      ...[3, 4, 5].map((n) => client.query(insert(n))),
      client.query({ text: 'select $1::int as n', values: [6] }),
      client.query('select repeat($1, 300000) as long', ['x']),
    ])
    expect(answers.slice(0, 6).map(({ rows }) => rows[0].n)).toEqual([1, 2, 3, 4, 5, 6])
    expect(answers[6]?.rows[0].long).toHaveLength(300_000)
    expect(await numbers()).toEqual([1, 3, 4, 5])
  })

  it('answers a statement with an error and does not execute it; the others pass, whatever their order', async () => {
    const client = await open()
    const fault = proxy.inject({ on: 'insert', times: 1, effect: { kind: 'error', sqlstates: ['40001'] } })
    const answers = await Promise.allSettled([
      client.query('select 1'),
      client.query(insert(1)),
      client.query(insert(2)),
      client.query('select 3'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(answers[1]).toMatchObject({ reason: { code: '40001', severity: 'ERROR' } })
    expect([await numbers(), fault.hits]).toEqual([[2], 1])
  })

  it('fails the open transaction as the server would', async () => {
    const client = await open()
    await client.query('begin')
    await client.query(insert(1))
    proxy.inject({ on: /^insert into/, effect: { kind: 'error', sqlstates: ['40P01'] } })
    await expect(client.query(insert(2))).rejects.toMatchObject({ code: '40P01' })
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
    await client.query('commit')
    expect(await numbers()).toEqual([])
  })

  it('ends the session with an error that ends sessions, after the answers that were due', async () => {
    const client = await open()
    proxy.inject({ on: 'insert', effect: { kind: 'error', sqlstates: ['57P01'] } })
    const answers = await Promise.allSettled([client.query('select pg_sleep(0.05)'), client.query(insert(1))])
    expect(answers).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: '57P01', severity: 'FATAL' } },
    ])
    await expect(client.query('select 1')).rejects.toThrow()
  })

  it('refuses connections', async () => {
    const fault = proxy.inject({ on: 'connect', times: 1, effect: { kind: 'error', sqlstates: ['53300'] } })
    await expect(open()).rejects.toMatchObject({ code: '53300' })
    expect((await (await open()).query('select 1 as n')).rows).toEqual([{ n: 1 }])
    expect(fault.hits).toBe(1)
  })

  it('loses the answer to what was executed, also to a commit', async () => {
    proxy.inject({ on: 'insert', times: 1, effect: { kind: 'lose_answer' } })
    await expect((await open()).query(insert(1))).rejects.toThrow('terminated')
    expect(await numbers()).toEqual([1])
    proxy.inject({ on: 'commit', times: 1, effect: { kind: 'lose_answer' } })
    const client = await open()
    await client.query('begin')
    await client.query(insert(2))
    await expect(client.query('commit')).rejects.toThrow('terminated')
    expect(await numbers()).toEqual([1, 2])
  })

  it('hits a share of the statements', async () => {
    const random = [0.1, 0.6, 0.2, 0.7]
    await proxy.close()
    proxy = await startProxy(database.url, () => random.shift() ?? 1)
    const client = await open()
    proxy.inject({ on: 'insert', share: 0.5, effect: { kind: 'error', sqlstates: ['57014'] } })
    const answers = await Promise.allSettled([1, 2, 3, 4].map((n) => client.query(insert(n))))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('delays a statement, and those behind it', async () => {
    const client = await open()
    const fault = proxy.inject({ on: /pg_sleep/, effect: { kind: 'delay', ms: 100 } })
    const before = performance.now()
    await Promise.all([client.query('select pg_sleep(0)'), client.query('select 1')])
    expect(performance.now() - before).toBeGreaterThan(95)
    fault.end()
  })

  it('cuts the connections of one application', async () => {
    const [one, other] = [await open({ application_name: 'one' }), await open({ application_name: 'other' })]
    const query = one.query('select pg_sleep(10)')
    query.catch(() => undefined)
    expect(proxy.cut(/^one$/)).toBe(1)
    await expect(query).rejects.toThrow()
    expect((await other.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  })

  it('lets connections go silent, and what was sent arrives afterwards', async () => {
    const client = await open()
    const heal = proxy.blackHole()
    await expect(open({ connectionTimeoutMillis: 100 })).rejects.toThrow('timeout')
    const query = client.query(insert(1))
    expect(await numbers()).toEqual([])
    heal()
    expect((await query).rows).toEqual([{ n: 1 }])
  })
})
