import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { newestMatching } from '#server/runs/list/matching-runs.ts'
import type { RunFilter } from '#server/runs/list/run-filter.ts'
import { appRouter } from '../router.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await publish('Upgrade', `["input.device"]`)
  await publish('Watch', `["input.device"]`, 'mode: shared')
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const publish = (name: string, resources: string, locks = 'mode: exclusive') =>
  publishText(`workflow_type: ${name}
envelope: { discover: { resources: ${resources} }, locks: { ${locks} } }
steps: [{ name: Hold, type: SIGNAL, signal: go }]
`)

async function publishText(text: string): Promise<void> {
  const published = await api.publish(text)
  expect(published.status, await published.text()).toBe(201)
}

async function start(name: string, device: string, phase: string): Promise<string> {
  const started = await api.post(`/v1/workflows/run?name=${name}`, { input: { device } })
  expect(started.status).toBe(201)
  const { run_id: runId } = (await started.json()) as { run_id: string }
  await inPhase(runId, phase)
  return runId
}

const inPhase = (runId: string, phase: string) =>
  eventually(async () => {
    const { rows } = await api.services.stores.pool.query(
      `select from run_state s where run_id = $1 and phase = $2
          and ($2 <> 'SCHEDULED' or exists (select from lock_request q where q.run_id = s.run_id and q.tries > 0))`,
      [runId, phase],
    )
    return rows.length > 0 ? true : undefined
  })

const get = async (path: string) => (await api.fetch(path)).json() as Promise<unknown>
const release = (device: string, run_id: string, reason: unknown = 'The device is gone') =>
  api.post(`/v1/resources/${encodeURIComponent(device)}/force-release`, { run_id, reason })
const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

describe('the resources that runs lock', () => {
  it('are listed with their holders and the number of those who wait', async () => {
    const holder = await start('Upgrade', 'device:list/1', 'RUNNING')
    const waiter = await start('Upgrade', 'device:list/1', 'SCHEDULED')
    const item = {
      id: 'device:list/1',
      kind: 'device',
      labels: {},
      holders: [
        {
          run_id: holder,
          workflow_name: 'Upgrade',
          mode: 'exclusive',
          token: 1,
          since: expect.stringMatching(/Z$/),
          quarantined: false,
        },
      ],
      holders_left: 0,
      waiting: 1,
    }
    expect(await get('/v1/resources?prefix=device:list')).toEqual({ items: [item], next_cursor: null })
    expect(await get('/v1/resources/device%3Alist%2F1')).toEqual({
      ...item,
      queue: [
        {
          run_id: waiter,
          workflow_name: 'Upgrade',
          position: 1,
          mode: 'exclusive',
          requested_at: expect.stringMatching(/Z$/),
          tries: 1,
          retry_note: `device:list/1 is held by run ${holder}`,
          reserved: false,
        },
      ],
    })
  })

  it('are listed page by page, by kind, and as long as they are in use', async () => {
    const one = await start('Watch', 'rack:1', 'RUNNING')
    const other = await start('Watch', 'rack:1', 'RUNNING')
    await api.post('/v1/resources', { id: 'rack:2' })
    const first = (await get('/v1/resources?kind=rack&limit=1')) as { items: { id: string }[]; next_cursor: string }
    expect(first.items).toMatchObject([{ id: 'rack:1', holders: [{ run_id: one, token: 0 }, { run_id: other }] }])
    const second = await get(`/v1/resources?kind=rack&limit=1&cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ items: [{ id: 'rack:2', holders: [] }], next_cursor: null })
    expect(await get('/v1/resources?kind=rack&in_use=true')).toMatchObject({ items: [{ id: 'rack:1' }] })
    expect((await api.fetch('/v1/resources/rack:3')).status).toBe(404)
  })

  it('get labels, before their first use or after it', async () => {
    const made = await api.post('/v1/resources', { id: 'link:1', labels: { site: 'Bern' } })
    expect([made.status, await made.json()]).toMatchObject([
      201,
      { id: 'link:1', kind: 'link', labels: { site: 'Bern' } },
    ])
    const same = await api.post('/v1/resources', { id: 'link:1' })
    expect([same.status, await same.json()]).toMatchObject([200, { labels: { site: 'Bern' } }])
    const changed = await api.post('/v1/resources', { id: 'link:1', labels: {} })
    expect([changed.status, await changed.json()]).toMatchObject([200, { labels: {} }])
    for (const id of ['link', ':1', 'link:', 'link:a\nb', `link:${'x'.repeat(256)}`, 'link:\uD800']) {
      expect([id, (await api.post('/v1/resources', { id })).status]).toEqual([id, 400])
    }
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`l${at}`, '']))
    expect((await api.post('/v1/resources', { id: 'link:1', labels: many })).status).toBe(400)
  })
})

describe('the wait-for graph', () => {
  it('leads from a waiting run to the run that blocks it', async () => {
    const holder = await start('Upgrade', 'door:1', 'RUNNING')
    const waiter = await start('Upgrade', 'door:1', 'SCHEDULED')
    const graph = (await get('/v1/locks/wait-graph')) as { nodes: { id: string }[]; edges: object[] }
    expect(graph).toMatchObject({ left: 0 })
    expect(graph.nodes).toEqual(
      expect.arrayContaining([
        { kind: 'run', id: waiter, workflow_name: 'Upgrade', phase: 'SCHEDULED' },
        { kind: 'resource', id: 'door:1' },
        { kind: 'run', id: holder, workflow_name: 'Upgrade', phase: 'RUNNING' },
      ]),
    )
    expect(graph.edges).toEqual(
      expect.arrayContaining([
        { from: waiter, to: 'door:1', kind: 'waits' },
        { from: 'door:1', to: holder, kind: 'holds' },
      ]),
    )
  })

  it('has 500 nodes at most, and says how many it leaves out', async () => {
    const { pool } = api.services.stores
    const { rows } = await pool.query<{ id: string }>(`select id from run limit 1`)
    // Requests of one run each stand for those of many.
    const ids = Array.from({ length: 400 }, (_, at) => `many:${at}`)
    await pool.query(
      `insert into lock_request (run_id, owner_id, root_run_id, request, resources, priority, position, tries)
       values ($1, 'local', $1, 1, $2, 0, 1, 1)
       on conflict (run_id) do update set resources = excluded.resources`,
      [rows[0]?.id, ids],
    )
    const one = (await get('/v1/locks/wait-graph')) as { nodes: object[]; left: number }
    const all = one.nodes.length
    expect(one).toMatchObject({ left: 0 })
    await pool.query(`update lock_request set resources = resources || $2 where run_id = $1`, [
      rows[0]?.id,
      Array.from({ length: 300 }, (_, at) => `more:${at}`),
    ])
    const cut = (await get('/v1/locks/wait-graph')) as { nodes: object[]; edges: { to: string }[]; left: number }
    expect([cut.nodes.length, cut.left]).toEqual([500, all + 300 - 500])
    const known = new Set(cut.nodes.map((node) => (node as { id: string }).id))
    expect(cut.edges.filter(({ to }) => !known.has(to))).toEqual([])
    await pool.query('delete from lock_request where run_id = $1', [rows[0]?.id])
  })
})

describe('a lock that an administrator takes away', () => {
  it('envelope 9: is free for the next run, and its run ends with LOCK_LOST; the audit keeps the reason', async () => {
    const holder = await start('Upgrade', 'gate:1', 'RUNNING')
    const waiter = await start('Upgrade', 'gate:1', 'SCHEDULED')
    expect(await codeOf(await release('gate:1', waiter))).toBe('NOT_HELD')
    expect(await codeOf(await release('gate:1', randomUUID()))).toBe('NOT_HELD')
    expect(await codeOf(await release('gate:1', holder, '  '))).toBe('BAD_REQUEST')
    const listener = await api.services.stores.pool.connect()
    await listener.query('listen heddle_locks')
    const heard = once(listener, 'notification')
    const released = await release('gate:1', holder)
    expect(await released.json()).toEqual({ id: 'gate:1', run_id: holder, released: true })
    // The engines look at the queue at once, not only at their next scan.
    expect(await heard).toMatchObject([{ channel: 'heddle_locks' }])
    await listener.query('unlisten heddle_locks')
    listener.release()
    await inPhase(waiter, 'RUNNING')
    const run = await eventually(async () => {
      const found = (await get(`/v1/workflow-runs/${holder}`)) as { error: { code: string } | null }
      return found.error === null ? undefined : found
    })
    expect(run).toMatchObject({ workflow_status: 'FAILED', error: { code: 'LOCK_LOST' } })
    const { rows } = await api.services.stores.pool.query(
      `select target, outcome from audit where action = 'lock.force_release'`,
    )
    expect(rows).toEqual([{ target: `gate:1 ${holder}`, outcome: 'done' }])
    expect(await codeOf(await release('gate:1', holder))).toBe('NOT_HELD')
  })

  it('is taken by nobody else: the refusal is recorded', async () => {
    const holder = await start('Upgrade', 'gate:2', 'RUNNING')
    const actor = { ...localActor, id: 'olga', roles: ['operator'] } as const
    const asked = await api.fetch(
      '/v1/resources/gate:2/force-release',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ run_id: holder, reason: 'x' }),
      },
      actor,
    )
    expect([asked.status, await codeOf(asked)]).toEqual([403, 'FORBIDDEN'])
    const caller = appRouter.createCaller({ ...api.services, actor })
    await expect(caller.locks.forceRelease({ id: 'gate:2', runId: holder, reason: 'x' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await caller.locks.get({ id: 'gate:2' })).toMatchObject({ holders: [{ runId: holder }] })
    expect((await caller.locks.list({ kind: 'gate', inUse: true })).items).toHaveLength(2)
    expect((await caller.locks.waitGraph()).left).toBe(0)
  })
})

describe('a run with an envelope', () => {
  interface Listed {
    readonly items: readonly { readonly run_id: string }[]
  }
  const found = async (query: string) =>
    ((await get(`/v1/workflow-runs?${query}`)) as Listed).items.map(({ run_id }) => run_id)

  it('says what it waits for, since when, behind whom, and what it holds', async () => {
    const holder = await start('Upgrade', 'pump:1', 'RUNNING')
    const waiter = await start('Upgrade', 'pump:1', 'SCHEDULED')
    const last = await start('Upgrade', 'pump:1', 'SCHEDULED')
    expect(await get(`/v1/workflow-runs/${holder}`)).toMatchObject({
      phase: 'RUNNING',
      phase_severity: 'good',
      is_outcome: false,
      is_closed: false,
      resources: ['pump:1'],
      lock_tokens: { 'pump:1': 1 },
      envelope_wait: null,
    })
    const refused = await eventually(async () => {
      const run = (await get(`/v1/workflow-runs/${waiter}`)) as { envelope_wait: { deadline_at: string | null } }
      return run.envelope_wait.deadline_at === null ? undefined : run
    })
    expect(refused).toMatchObject({
      phase: 'SCHEDULED',
      lock_tokens: {},
      envelope_wait: {
        kind: 'locks',
        names: ['pump:1'],
        since: expect.stringMatching(/Z$/),
        deadline_at: expect.stringMatching(/Z$/),
        blocked_by: [holder],
        holders: [
          {
            resource: 'pump:1',
            run_id: holder,
            mode: 'exclusive',
            quarantined: false,
            since: expect.stringMatching(/Z$/),
          },
        ],
        position: 1,
        retry_note: `pump:1 is held by run ${holder}`,
      },
    })
    expect(await get(`/v1/workflow-runs/${last}`)).toMatchObject({ envelope_wait: { position: 2 } })
    expect(await found('locked_resource=pump:1')).toEqual([holder])
    expect(await found('phase=SCHEDULED&workflow=Upgrade&limit=2')).toEqual([last, waiter])
  })

  it('says which of its conditions are not true, and until when it waits', async () => {
    await publishText(`workflow_type: Wait
envelope: { conditions: [{ name: approved, signal: go }], conditions_timeout_seconds: 600 }
steps: [{ name: A, function: t.pass }]
`)
    const runId = await start('Wait', 'x', 'BLOCKED_WAITING')
    expect(await get(`/v1/workflow-runs/${runId}`)).toMatchObject({
      envelope_wait: {
        kind: 'conditions',
        names: ['approved'],
        deadline_at: expect.stringMatching(/Z$/),
        holders: [],
        position: null,
      },
    })
    expect(await found('phase=BLOCKED_WAITING,SCHEDULED&workflow=Wait')).toEqual([runId])
  })

  it('is found by how safe the world is', async () => {
    await publishText(`workflow_type: Break
envelope: { locks: {}, discover: { resources: ["'pump:2'"] } }
steps: [{ name: A, function: t.fail, idempotent: true }]
`)
    const runId = await start('Break', 'x', 'FAILED_UNSAFE')
    expect(await found('phase_severity=bad')).toEqual([runId])
    expect(await found('phase_severity=bad&phase=RUNNING')).toEqual([])
    expect(await found('phase_severity=good,warning&workflow=Break')).toEqual([])
    expect(await found('locked_resource=pump:2')).toEqual([runId])
    const unsafe = { phase_severity: 'bad', is_outcome: true, is_closed: false, lock_tokens: { 'pump:2': 1 } }
    expect(await get(`/v1/workflow-runs/${runId}`)).toMatchObject({ ...unsafe, retry_is_safe: true })
    expect(await get('/v1/resources/pump:2')).toMatchObject({ holders: [{ run_id: runId, quarantined: true }] })
    await api.post(`/v1/workflow-runs/${runId}/acknowledge`, {})
    await inPhase(runId, 'FAILED_UNSAFE_ACK')
    expect(await found('phase_severity=bad&phase=FAILED_UNSAFE_ACK')).toEqual([runId])
    expect(await get(`/v1/workflow-runs/${runId}`)).toMatchObject({
      ...{ is_closed: true, lock_tokens: {}, retry_is_safe: null },
    })
    expect((await api.fetch('/v1/workflow-runs?phase=SAFE')).status).toBe(400)
  })

  it('is found without a scan of all runs', async () => {
    const { pool } = api.services.stores
    await pool.query(
      `insert into run_state (run_id, owner_id, status, phase, pending)
       select gen_random_uuid(), 'local', 'COMPLETED', 'COMPLETED', false from generate_series(1, 20000)`,
    )
    await pool.query('analyze run_state')
    const planned = async (filter: RunFilter) => {
      const values: unknown[] = []
      const sql = newestMatching(
        { actor: localActor, filter, most: 50, before: undefined },
        (value) => `$${values.push(value)}`,
      )
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    expect(await planned({ phaseSeverity: ['bad'] })).toContain('run_state_phase_idx')
    expect(await planned({ phase: ['SCHEDULED'] })).toContain('run_state_phase_idx')
    expect(await planned({ lockedResource: 'pump:2' })).toMatch(/resource_lock/)
    for (const filter of [{ phaseSeverity: ['bad' as const] }, { lockedResource: 'pump:2' }]) {
      expect(await planned(filter)).not.toContain('Seq Scan on run_state')
    }
    await pool.query(`delete from run_state s where not exists (select from run r where r.id = s.run_id)`)
  })
})
