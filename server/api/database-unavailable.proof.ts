import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { type DatabaseProxy, startProxy } from '#server/db/testing/proxy.ts'
import { eventually, startTestApi, type TestApi } from './testing/test-api.ts'

const yaml = `
workflow_type: Asks
steps:
  - name: Ask
    type: HUMAN
    title: May I?
    groups: [all]
  - name: After
    type: STANDARD
    function: t.pass
`

/** What the API answers while the database is in trouble: 503, in the shape of every other error, and soon. */
describe('the API while its database', () => {
  let api: TestApi
  let proxy: DatabaseProxy
  let runId: string
  beforeAll(async () => {
    api = await startTestApi({
      async via(url) {
        proxy = await startProxy(url)
        return proxy.url
      },
    })
    expect((await api.publish(yaml)).status).toBe(201)
    const started = await api.post('/v1/workflows/run?name=Asks&wait=5000', {})
    expect(await started.clone().json()).toMatchObject({ status: 'waiting' })
    runId = ((await started.json()) as { run_id: string }).run_id
  })
  let heal = () => {}
  afterEach(() => {
    heal()
    proxy.endFaults()
  })
  afterAll(async () => {
    await api.stop()
    await proxy.close()
  })

  const trpc = (path: string, input?: object) =>
    api.fetch(`/api/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`)
  const rest = () => [
    api.fetch('/v1/workflow-runs'),
    api.fetch('/v1/workflow-runs/export?format=csv'),
    api.fetch(`/v1/workflow-runs/${runId}`),
    api.fetch(`/v1/workflow-runs/${runId}/history`),
    api.fetch(`/v1/workflow-runs/${runId}/events`),
    api.fetch(`/v1/workflow-runs/${runId}/history/stream`),
    api.fetch('/v1/workflows'),
    api.fetch('/v1/workflows/Asks'),
    api.publish(yaml),
    api.post('/v1/workflows/run?name=Asks', {}),
    api.post(`/v1/workflow-runs/${runId}/resume`, { input: {} }),
  ]
  const ui = () => [
    trpc('runs.list', {}),
    trpc('runs.get', { runId }),
    trpc('workflows.list', {}),
    trpc('workflows.draft', { name: 'Asks' }),
    trpc('inbox.list', { scope: 'all' }),
    trpc('overview.get'),
    api.post('/api/trpc/runs.start', { workflow: 'Asks', input: {}, operationId: randomUUID() }),
    api.post('/api/trpc/runs.cancel', { runId, operationId: randomUUID() }),
    api.post('/api/trpc/workflows.create', { name: 'Other' }),
  ]

  const expectUnavailable = async (sentence: RegExp) => {
    const errors = [
      ...(await Promise.all(rest())).map(async (answer) => ({
        answer,
        error: ((await answer.json()) as { error: { code: string; message: string } }).error,
      })),
      ...(await Promise.all(ui())).map(async (answer) => {
        const { error } = (await answer.json()) as { error: { message: string; data: { apiCode: string } } }
        return { answer, error: { code: error.data.apiCode, message: error.message } }
      }),
    ]
    for (const { answer, error } of await Promise.all(errors)) {
      expect([answer.status, error]).toEqual([503, { code: 'UNAVAILABLE', message: expect.stringMatching(sentence) }])
      expect(answer.headers.get('retry-after')).toBe(String(limits.database.retryAfterSeconds))
    }
  }
  const runs = async () => {
    const answer = (await (await api.fetch('/v1/workflow-runs?limit=200')).json()) as { items: unknown[] }
    return answer.items.length
  }

  it.each([
    ['Cannot reach', '08006', /Cannot reach/],
    ['ends sessions', '57P01', /Cannot reach/],
    ['is starting up', '57P03', /starting up/],
    ['takes no more connections', '53300', /no free connection/],
    ['has no disk space left', '53100', /no disk space left/],
    ['is read-only', '25006', /read-only/],
    ['gives statements up', '57014', /took too long/],
    ['sees too many changes at once', '40001', /busy with another change/],
    ['finds deadlocks', '40P01', /busy with another change/],
  ])('%s answers 503 to everything and has done nothing', async (_what, sqlstate, sentence) => {
    const before = await runs()
    proxy.inject({ effect: { kind: 'error', sqlstates: [sqlstate] } })
    await expectUnavailable(sentence)
    proxy.endFaults()
    expect(await runs()).toBe(before)
  })

  it('refuses connections answers 503 to everything', async () => {
    proxy.cut()
    proxy.inject({ on: 'connect', effect: { kind: 'error', sqlstates: ['53300'] } })
    // Who holds a connection that was cut hears of that first.
    await expectUnavailable(/no free connection|Cannot reach/)
  })

  it('is gone answers 503 to everything', async () => {
    proxy.cut()
    proxy.inject({ on: 'connect', effect: { kind: 'cut' } })
    await expectUnavailable(/Cannot reach/)
  })

  it('says nothing at all answers 503 to everything', async () => {
    heal = proxy.blackHole()
    await expectUnavailable(/took too long|no free connection|Cannot reach/)
  })

  it('forgets its answers starts a run once for one key, however often it is asked', async () => {
    const before = await runs()
    proxy.inject({ on: 'start-runs', times: 2, effect: { kind: 'lose_answer' } })
    const start = () => api.post('/v1/workflows/run?name=Asks', {}, { 'idempotency-key': 'the-same' })
    const answers = await Promise.all([start(), start(), start()])
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { run_id: string }).run_id))
    expect(new Set(ids).size).toBe(1)
    expect(await runs()).toBe(before + 1)
  })

  it('was away for a while goes on with the events of a run where they stopped', async () => {
    const started = await api.post('/v1/workflows/run?name=Asks&wait=5000', {})
    const { run_id } = (await started.json()) as { run_id: string }
    const ending = new AbortController()
    const stream = await api.fetch(`/v1/workflow-runs/${run_id}/history/stream`, { signal: ending.signal })
    let read = ''
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) read += Buffer.from(chunk).toString()
    })().catch(() => undefined)
    await expect.poll(() => read.includes('human_task.opened')).toBe(true)
    const fault = proxy.inject({ on: 'connect', effect: { kind: 'cut' } })
    proxy.cut()
    // Long enough for the feed of changes to have failed more than once.
    await expect.poll(() => fault.hits > 3).toBe(true)
    proxy.endFaults()
    const resumed = await eventually(async () => {
      const answer = await api.post(`/v1/workflow-runs/${run_id}/resume`, { input: {} })
      return answer.status === 503 ? undefined : answer.status
    })
    // What was answered 503 may have been done all the same; then it is refused the second time.
    expect([200, 409]).toContain(resumed)
    await expect.poll(() => read.includes('run.completed')).toBe(true)
    const ids = [...read.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
    expect(ids).toEqual(ids.map((_, index) => index + 1))
    ending.abort()
    await stream.body?.cancel().catch(() => undefined)
    await reading
  })

  it('goes away under an export breaks the transfer, which never looks complete', async () => {
    const { pool } = api.services.stores
    await pool.query(
      `with runs as (
         insert into run (id, owner_id, data_region, workflow, version, root_run_id, tags, created_by)
         select id, 'local', 'local', 'Asks', 1, id, '{many}', 'local' from (select uuidv7() as id from generate_series(1, 600)) ids
         returning id),
       states as (
         insert into run_state (run_id, owner_id, status, phase, ended_at)
         select id, 'local', 'COMPLETED', 'COMPLETED', now() from runs)
       insert into run_log (run_id, seq, engine_epoch, append_id, events, xid)
       select id, 1, 0, gen_random_uuid(), '[]', pg_current_xact_id()::text::bigint from runs`,
    )
    for (const format of ['csv', 'json']) {
      const filter = encodeURIComponent(JSON.stringify({ tags: ['many'] }))
      const answer = await api.fetch(`/v1/workflow-runs/export?format=${format}&filter=${filter}`)
      expect(answer.status).toBe(200)
      let pieces = 0
      const reading = (async () => {
        for await (const _ of answer.body ?? []) {
          if (pieces === 0) {
            proxy.inject({ on: 'connect', effect: { kind: 'cut' } })
            proxy.cut()
          }
          pieces += 1
        }
      })()
      await expect(reading).rejects.toThrow('The response was cut off.')
      expect(pieces).toBeGreaterThan(400)
      proxy.endFaults()
      await eventually(async () => ((await api.fetch('/v1/workflow-runs')).status === 200 ? true : undefined))
    }
    await pool.query(`delete from run where tags = '{many}'`)
  })

  it('was away tells a listening browser, which comes back to where it was', async () => {
    const input = encodeURIComponent(JSON.stringify({}))
    const stream = await api.fetch(`/api/trpc/runs.changes?input=${input}`, {
      headers: { accept: 'text/event-stream' },
    })
    let read = ''
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) read += Buffer.from(chunk).toString()
    })()
    await expect.poll(() => read.includes('id:')).toBe(true)
    proxy.inject({ on: 'connect', effect: { kind: 'cut' } })
    proxy.cut()
    await reading
    expect(read).toContain('UNAVAILABLE')
    expect(read).toContain('Cannot reach')
  })
})
