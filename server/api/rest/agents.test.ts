import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanForLostWork } from '../../engine/workers/scan.ts'
import { createWorkStore } from '../../engine/workers/work-store.ts'
import { agentByHand } from '../testing/agent-by-hand.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await register('one')
  await register('two')
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const { json, ask, register, one, respond, blocked, start, ended } = agentByHand(() => api)
const accepted = [200, { accepted: true }]

describe('an agent in any language', () => {
  it('runs a body, its activity and a query, without a database', async () => {
    const id = await start({ name: 'Ana' })
    const first = await one('one')
    expect(first).toMatchObject({ kind: 'workflow', run_id: id, type: 'Greet', input: { name: 'Ana' } })
    expect(first.history?.news.map(({ kind }) => kind)).toEqual(['started'])
    const command = { kind: 'activity', n: 1, name: 'greet', args: ['Ana'], options: { effects: 'none' } }
    expect(await blocked(first, [command])).toEqual(accepted)
    const call = await one('two')
    expect(call).toMatchObject({ kind: 'activity', type: 'greet', args: ['Ana'], key: `${id}/greet#1/1/do` })
    expect(await respond(call, { result: 'Hello Ana' })).toEqual(accepted)
    const asked = api.post(`/v1/workflow-runs/${id}/query`, { name: 'state' })
    const query = await one('one', { kinds: ['query'] })
    expect(query).toMatchObject({ kind: 'query', name: 'state', history: { commands: [{ n: 1, name: 'greet' }] } })
    expect(await respond(query, { result: { greeted: 1 } })).toEqual(accepted)
    expect(await json(await asked)).toEqual([200, { result: { greeted: 1 } }])
    const refusal = async (timeout_ms: number) => {
      const [status, body] = await json(await api.post(`/v1/workflow-runs/${id}/query`, { name: 'state', timeout_ms }))
      return [status, (body as { error: { code: string } }).error.code]
    }
    expect(await refusal(1)).toEqual([504, 'QUERY_TIMEOUT'])
    expect(await refusal(30_001)).toEqual([400, 'BAD_REQUEST'])
    const second = await one('one', { cached: { [id]: first.up_to_seq } })
    expect([second.from_seq, second.history]).toEqual([first.up_to_seq, undefined])
    expect(second.news).toMatchObject([{ kind: 'resolved', n: 1, value: 'Hello Ana' }])
    const end = { up_to_seq: second.up_to_seq, outcome: 'completed', commands: [], result: 'Hello Ana' }
    expect(await respond(second, end)).toEqual(accepted)
    await ended(id, 'COMPLETED')
  })

  it('answers a task once: the same answer again is taken, another one and a stale one are refused', async () => {
    const id = await start()
    const task = await one('one')
    const code = async (answer: ReturnType<typeof respond>) => {
      const [status, body] = await answer
      return [status, (body as { error?: { code: string } }).error?.code]
    }
    const end = { up_to_seq: task.up_to_seq, outcome: 'completed', commands: [], result: 1 }
    expect(await code(respond(task, { ...end, up_to_seq: 99 }))).toEqual([409, 'STALE_HISTORY'])
    expect(await code(respond(task, { result: 1 }))).toEqual([400, 'BAD_REQUEST'])
    expect(await respond(task, end)).toEqual(accepted)
    expect(await respond(task, end)).toEqual(accepted)
    expect(await code(respond(task, { ...end, result: 2 }))).toEqual([409, 'TERMINAL'])
    await ended(id, 'COMPLETED')
  })

  it('loses a task whose lease has ended: another agent has it under a new token, and commands are recorded once', async () => {
    const id = await start()
    const lost = await one('one')
    const { pool } = api.services.stores
    await pool.query(`update async_task set heartbeat_at = now() - interval '31 s' where id = $1`, [lost.task_id])
    const task = await one('two')
    expect([task.run_id, task.task_id, task.token === lost.token]).toEqual([id, lost.task_id, false])
    const timer = { kind: 'timer', n: 1, duration_ms: 1 }
    const [late, refusal] = await blocked(lost, [timer])
    expect([late, refusal]).toMatchObject([409, { error: { code: 'NOT_LEASED' } }])
    expect(await blocked(task, [timer])).toEqual(accepted)
    const [beat] = await ask(`/tasks/${lost.task_id}/heartbeat`, { token: lost.token })
    expect(beat).toBe(200)
    const last = await one('two')
    const end = { up_to_seq: last.up_to_seq, outcome: 'completed', commands: [], result: null }
    expect(await respond(last, end)).toEqual(accepted)
    await ended(id, 'COMPLETED')
    const { rows } = await pool.query('select events from run_log where run_id = $1', [id])
    expect(
      rows
        .map(({ events }) => String(events))
        .join('')
        .match(/"sleep#1","iteration":1,"attempt":1,"payload":\{"step_type/g),
    ).toHaveLength(1)
  })

  it('fails a silent activity after its own heartbeat timeout, and tells the body why', async () => {
    const id = await start()
    const options = { heartbeatTimeoutMs: 2_000, queue: 'py', effects: 'none' }
    await blocked(await one('one'), [{ kind: 'activity', n: 1, name: 'watch', args: [], options }])
    const call = await one('one', { kinds: ['activity'] })
    expect(call).toMatchObject({ type: 'watch', heartbeat_timeout_ms: 2_000, lease_seconds: 2 })
    const { pool } = api.services.stores
    const scan = () => scanForLostWork(createWorkStore(pool), { heartbeatTimeoutMs: 120_000, recoveries: 3 })
    const silentFor = (seconds: number) =>
      pool.query('update async_task set heartbeat_at = clock_timestamp() - make_interval(secs => $2) where id = $1', [
        call.task_id,
        seconds,
      ])
    await silentFor(3)
    const [beaten] = await ask(`/tasks/${call.task_id}/heartbeat`, { token: call.token })
    expect([beaten, (await scan()).found]).toEqual([200, 0])
    await silentFor(3)
    expect(await scan()).toMatchObject({ found: 1, failed: 1 })
    expect((await respond(call, { result: 'too late' }))[0]).toBe(409)
    const news = await one('one', { kinds: ['workflow'] })
    expect(news.history?.news.at(-1)).toMatchObject({ kind: 'rejected', n: 1, failure: { type: 'HEARTBEAT_TIMEOUT' } })
    await respond(news, { up_to_seq: news.up_to_seq, outcome: 'completed', commands: [], result: null })
    await ended(id, 'COMPLETED')
  })

  it('is told to register again when the server does not know it', async () => {
    expect(await ask('/poll', { agent_id: 'nobody' })).toMatchObject([410, { error: { code: 'AGENT_REMOVED' } }])
  })
})
