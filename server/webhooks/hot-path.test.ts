import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { startWebhooks } from './delivery/start-webhooks.ts'
import { type Sink, startSink } from './testing/sink.ts'

const RUNS = 10

let api: TestApi
let sink: Sink
let dispatcher: { stop(): Promise<void> }
beforeAll(async () => {
  sink = await startSink()
  api = await startTestApi({ httpAllow: [sink.host] })
  const steps = Array.from({ length: 5 }, (_, index) => `{ name: S${index}, function: t.pass }`)
  expect((await api.publish(`workflow_type: Line\nsteps: [${steps.join(', ')}]\n`)).status).toBe(201)
  dispatcher = startWebhooks({
    pool: api.services.stores.pool,
    ring: api.services.keyRing,
    allow: [sink.host],
    onDelivery: () => undefined,
    log: () => undefined,
    timing: { lookEveryMs: 10 },
  })
})
afterAll(async () => {
  await dispatcher.stop()
  await sink.close()
  await api.stop()
  expect(api.errors).toEqual([])
})

const run = async (): Promise<string> => {
  const answer = await api.post('/v1/workflows/run?name=Line&wait=30000', {})
  return ((await answer.json()) as { run_id: string }).run_id
}

/** The names of the statements by which the engine commits events, while some runs execute one after the other. */
async function commitsOf(runs: number): Promise<readonly string[]> {
  const names: string[] = []
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const { application_name: name = '' } =
      (this as { connectionParameters?: { application_name?: string } }).connectionParameters ?? {}
    const [asked] = given as [string | { readonly name?: string }]
    if (name.startsWith('heddle engine commit')) names.push(typeof asked === 'string' ? asked : (asked.name ?? ''))
    return query.apply(this, given as Parameters<typeof query>)
  } as typeof query)
  try {
    for (let index = 0; index < runs; index += 1) await run()
  } finally {
    spy.mockRestore()
  }
  return names.toSorted()
}

/** The transactions that wrote to the logs of the last runs. */
const transactions = async (runs: number) => {
  const { rows } = await api.services.stores.pool.query<{ count: number }>(
    `select count(distinct xid)::int as count from run_log
      where run_id in (select id from run order by created_at desc, id desc limit $1)`,
    [runs],
  )
  return rows[0]?.count
}

describe('steps beside a webhook on all events', () => {
  it('take the statements and transactions that they take without one (public run 17)', async () => {
    await run()
    const without = await commitsOf(RUNS)
    const written = await transactions(RUNS)
    expect(without.length).toBeGreaterThanOrEqual(RUNS)
    const hooks = '/v1/organizations/local/webhooks'
    const { id } = (await (await api.post(hooks, { url: sink.url() })).json()) as { id: string }
    await api.post(`${hooks}/${id}/test`, {})
    const beside = await commitsOf(RUNS)
    expect(beside).toEqual(without)
    expect(await transactions(RUNS)).toBe(written)
    // The clock of an engine may be ahead of the database's by a part of a second: earlier runs may come as well.
    const { rows } = await api.services.stores.pool.query<{ id: string }>(
      'select id from run order by created_at desc, id desc limit $1',
      [RUNS],
    )
    const told = () => sink.received.map(({ body }) => body).filter((body) => body.includes('run.completed'))
    await expect.poll(() => rows.filter(({ id }) => !told().some((body) => body.includes(id)))).toEqual([])
  })

  it('have no trigger that notes deliveries', async () => {
    const { rows } = await api.services.stores.pool.query<{ name: string }>(
      `select p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where not t.tgisinternal and t.tgrelid in ('run'::regclass, 'run_state'::regclass, 'run_log'::regclass)
          and p.prosrc ilike '%webhook%'`,
    )
    expect(rows).toEqual([])
  })
})
