import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { getClientSchedule, removeClientSchedule } from '#server/triggers/client-schedules.ts'
import { startTriggers } from '#server/triggers/firing/start-triggers.ts'
import { createApp } from '../app.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'
import { PostgripClient, type WireTask } from './testing/postgrip-client.ts'

let api: TestApi
let app: Hono
let triggers: ReturnType<typeof startTriggers>
const agent = new PostgripClient(() => app, 'one')
const program = new PostgripClient(() => app)

beforeAll(async () => {
  api = await startTestApi()
  const { services, storesOf, errors } = api
  const onError = (error: unknown) => void errors.push(error)
  triggers = startTriggers({ pool: services.stores.pool, log: onError })
  app = createApp({ ...services, storesOf, postgrip: true, actorOf: () => localActor, onError })
  expect((await api.post('/v1/agent/register', { agent_id: 'one', queues: ['pg'] })).status).toBe(200)
})
afterAll(async () => {
  await triggers.stop()
  await api.stop()
  expect(api.errors).toEqual([])
})

interface Schedule {
  readonly id: string
  readonly state: string
  readonly next_run_at: string
}

const action = { workflowType: 'Report', queue: 'pg', args: ['daily'], memo: { by: 'Ana' } }
const create = (body: object) => program.ask<Schedule & { code?: string; error?: string }>('POST', '/schedules', body)
const ask = async (method: string, path: string, body?: object) =>
  program.ask<Schedule>(method, `/schedules/${path}`, body)

describe('schedules of PostGrip', () => {
  it('are triggers of the workflow: made, listed, paused, changed and deleted', async () => {
    const spec = { cron: '0 6 * * *', timezone: 'Europe/Berlin', missed_run_policy: 'skip', jitter_seconds: 30 }
    const [status, made] = await create({ id: 'nightly', overlap_policy: 'allow_all', spec, action })
    expect([status, made]).toMatchObject([
      202,
      { id: 'nightly', namespace: 'default', state: 'active', overlap_policy: 'allow_all', spec, action },
    ])
    expect(Date.parse(made.next_run_at)).toBeGreaterThan(Date.now())
    const { pool } = api.services.stores
    const { rows } = await pool.query('select workflow, name, spec from trigger')
    expect(rows).toMatchObject([
      {
        workflow: 'Report',
        name: 'nightly',
        spec: {
          ...{ type: 'schedule', cron: '0 6 * * *', timezone: 'Europe/Berlin', overlap: 'allow', catch_up: 'none' },
          jitter_seconds: 30,
          input: { args: ['daily'], task_queue: 'pg', memo: { by: 'Ana' } },
        },
      },
    ])
    expect((await create({ id: 'nightly', spec, action }))[0]).toBe(409)
    expect(await ask('POST', 'nightly/pause', { reason: 'holidays' })).toMatchObject([200, { state: 'paused' }])
    const [, paused] = await program.ask<Schedule[]>('GET', '/schedules?state=paused')
    expect(paused.map(({ id }) => id)).toEqual(['nightly'])
    expect(await ask('POST', 'nightly/unpause', {})).toMatchObject([200, { state: 'active' }])
    const hourly = { interval_seconds: 3_600 }
    expect(await ask('PATCH', 'nightly', { spec: hourly })).toMatchObject([200, { spec: hourly, action }])
    expect(await ask('GET', 'nightly')).toMatchObject([200, { spec: hourly, overlap_policy: 'allow_all' }])
    expect(await ask('DELETE', 'nightly')).toMatchObject([200, { state: 'deleted' }])
    expect((await ask('GET', 'nightly'))[0]).toBe(404)
    expect((await create({ id: 'nightly', spec, action }))[0]).toBe(202)
    await ask('DELETE', 'nightly')
  })

  it('start a run at once when they are triggered, and outlast a publication of the workflow', async () => {
    await create({ id: 'by-hand', spec: { calendar: { minute: [0], hour: [6], day_of_week: [1, 5] } }, action })
    const [status, { task }] = await program.ask<{ task: WireTask }>('POST', '/schedules/by-hand/trigger', {})
    expect([status, task]).toMatchObject([202, { type: 'workflow:Report', queue: 'pg', payload: { args: ['daily'] } }])
    const taken = await agent.poll()
    expect([taken.id, taken.payload.args]).toEqual([task.id, ['daily']])
    await agent.complete(taken, null)
    await agent.complete(await program.start('Report', []).then(() => agent.poll()), null)
    const [, seen] = await ask('GET', 'by-hand')
    expect(seen).toMatchObject({ state: 'active', last_run_at: expect.any(String) })
    await ask('DELETE', 'by-hand')
  })

  it('take no trigger of a definition that is published meanwhile, and remove none', async () => {
    const spec = { cron: '0 6 * * *' }
    await create({ id: 'mine', spec, action })
    const { pool } = api.services.stores
    const mine = await getClientSchedule(pool, localActor, 'mine')
    await pool.query(`update trigger set client_spec = null where name = 'mine'`)
    await expect(removeClientSchedule(pool, localActor, mine)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const publishing = await pool.connect()
    await publishing.query('begin')
    await publishing.query(
      `insert into trigger (id, owner_id, workflow, name, type, spec, handled_until)
       values ($1, 'local', 'Report', 'raced', 'schedule', $2, now())`,
      [randomUUID(), JSON.stringify({ type: 'schedule', name: 'raced', ...spec })],
    )
    const created = create({ id: 'raced', spec: { interval_seconds: 60 }, action })
    await eventually(async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === 0 ? undefined : true
    })
    await publishing.query('commit')
    publishing.release()
    expect(await created).toMatchObject([409, { code: 'NAME_TAKEN' }])
    const { rows } = await pool.query(
      `select name, client_spec, spec ->> 'cron' as cron from trigger where removed_at is null`,
    )
    expect(rows).toEqual(['mine', 'raced'].map((name) => ({ name, client_spec: null, cron: '0 6 * * *' })))
    await pool.query('delete from trigger')
  })

  it.each([
    ['spec', {}],
    ['spec', { cron: '0 6 * * *', interval_seconds: 60 }],
    ['spec.cron', { cron: 'every day' }],
    ['spec.cron', { cron: '0 0 30 2 *' }],
    ['spec.interval_seconds', { interval_seconds: 5 }],
    ['spec.timezone', { cron: '0 6 * * *', timezone: 'Mars/Base' }],
    ['spec.calendar', { calendar: { hour: [6] } }],
    ['spec.calendar.minute', { calendar: { minute: [], hour: [6] } }],
    ['spec.calendar.day_of_week', { calendar: { minute: [0], hour: [6], day_of_week: [] } }],
    ['spec.calendar.day_of_week', { calendar: { minute: [0], hour: [6], day_of_month: [1], day_of_week: [1] } }],
    ['spec.start_at', { cron: '0 6 * * *', start_at: '2030-01-01T00:00:00Z' }],
    ['spec.catch_up_window_seconds', { cron: '0 6 * * *', catch_up_window_seconds: 60 }],
    ['action.workflowId', { cron: '0 6 * * *' }, { workflowId: 'report' }],
    ['action.retry', { cron: '0 6 * * *' }, { retry: { maximumAttempts: 3 } }],
    ['action.runTimeoutMs', { cron: '0 6 * * *' }, { runTimeoutMs: 1 }],
    ['action.args', { cron: '0 6 * * *' }, { args: ['{{ input }}'] }],
  ] as const)('refuse %s: %j %j', async (field, spec: object, more: object = {}) => {
    const [status, refusal] = await create({ spec, action: { ...action, ...more } })
    expect([status, refusal]).toMatchObject([400, { code: 'BAD_REQUEST', field }])
  })

  it('have no backfill here', async () => {
    const range = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-01-02T00:00:00Z' }
    expect((await ask('POST', 'nightly/backfill', range))[0]).toBe(501)
    expect((await program.ask('GET', '/schedules?limit=100&offset=200000'))[0]).toBe(400)
  })
})
