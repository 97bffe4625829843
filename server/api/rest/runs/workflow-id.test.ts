import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ index: true })
  for (const text of [waits, brief, 'workflow_type: Fails\nsteps: [{ name: A, function: t.fail }]\n']) {
    expect((await api.publish(text)).status).toBe(201)
  }
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const waits = 'workflow_type: Waits\nsteps: [{ name: Go, type: SIGNAL, signal: go, output_key: got }]\n'
const brief = 'workflow_type: Brief\nsteps: [{ name: A, function: t.pass }]\n'

interface Body {
  readonly run_id?: string
  readonly started?: boolean
  readonly status?: string
  readonly error?: { readonly code: string; readonly run_id?: string }
}
const json = async (answer: Response) => [answer.status, (await answer.json()) as Body] as const
const start = async (name: string, workflow_id: string, more: object = {}, headers = {}) =>
  json(await api.post(`/v1/workflows/run?name=${name}`, { workflow_id, ...more }, headers))
const signalled = async (workflow_id: string, payload: string, headers = {}) =>
  json(
    await api.post('/v1/workflows/signal-with-start?name=Waits', { workflow_id, signal_name: 'go', payload }, headers),
  )
const read = async (id: string) =>
  (await (await api.fetch(`/v1/workflow-runs/${id}`)).json()) as Record<string, unknown>
const end = (id: string) =>
  eventually(async () => {
    const run = await read(id)
    return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(String(run.workflow_status)) ? run : undefined
  })
const startedAs = async (...asked: Parameters<typeof start>) => {
  const [status, body] = await start(...asked)
  expect(status).toBe(201)
  return body.run_id as string
}
const refusal = async (...asked: Parameters<typeof start>) => {
  const [status, { error }] = await start(...asked)
  return [status, error?.code, error?.run_id]
}

describe('a workflow id', () => {
  it('is of one run at a time: a second start is refused, and told the run', async () => {
    const id = await startedAs('Waits', 'order-1')
    expect(await refusal('Waits', 'order-1')).toEqual([409, 'WORKFLOW_ID_IN_USE', id])
    expect(await refusal('Brief', 'order-1', { workflow_id_reuse: 'allow_duplicate' })).toEqual([
      409,
      'WORKFLOW_ID_IN_USE',
      id,
    ])
    expect((await read(id)).workflow_id).toBe('order-1')
  })

  it('is free again after the run, as far as the start allows', async () => {
    const first = await startedAs('Brief', 'order-2')
    await end(first)
    const inUse = [409, 'WORKFLOW_ID_IN_USE', first]
    expect(await refusal('Brief', 'order-2', { workflow_id_reuse: 'reject_duplicate' })).toEqual(inUse)
    expect(await refusal('Brief', 'order-2', { workflow_id_reuse: 'allow_duplicate_failed_only' })).toEqual(inUse)
    const failed = await startedAs('Fails', 'order-2')
    await end(failed)
    await end(await startedAs('Brief', 'order-2', { workflow_id_reuse: 'allow_duplicate_failed_only' }))
  })

  it('is not taken back by a retry while another run has it', async () => {
    const failed = await startedAs('Fails', 'order-6')
    await end(failed)
    const holder = await startedAs('Waits', 'order-6')
    const retry = async () => json(await api.post(`/v1/workflow-runs/${failed}/retry`, {}))
    const [status, { error }] = await retry()
    expect([status, error?.code, error?.run_id]).toEqual([409, 'WORKFLOW_ID_IN_USE', holder])
    expect((await read(failed)).workflow_status).toBe('FAILED')
    expect((await api.post(`/v1/workflow-runs/${holder}/cancel`, {})).status).toBe(200)
    await end(holder)
    expect((await retry())[0]).toBe(200)
  })

  it('goes to one of many starts at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => start('Waits', 'order-3')))
    const made = answers.filter(([status]) => status === 201)
    expect(made).toHaveLength(1)
    const others = answers.flatMap(([status, { error }]) => (status === 201 ? [] : [error?.run_id]))
    expect(new Set(others)).toEqual(new Set([made[0]?.[1].run_id]))
  })

  it('keeps the idempotency key: the same request gets its own run again', async () => {
    const key = { 'idempotency-key': 'same' }
    const id = await startedAs('Waits', 'order-4', {}, key)
    expect(await startedAs('Waits', 'order-4', { workflow_id_reuse: 'allow_duplicate' }, key)).toBe(id)
    expect(await refusal('Waits', 'order-4', { input: { n: 1 } }, key)).toEqual([
      409,
      'IDEMPOTENCY_KEY_REUSED',
      undefined,
    ])
  })

  it('is needed where its reuse is spoken of', async () => {
    const answer = await api.post('/v1/workflows/run?name=Brief', { workflow_id_reuse: 'reject_duplicate' })
    expect((await json(answer))[1].error?.code).toBe('BAD_REQUEST')
  })

  it('finds its runs, as a filter and in a search', async () => {
    const id = await startedAs('Brief', 'invoice/77')
    const found = async (query: string) => {
      const page = (await (await api.fetch(`/v1/workflow-runs?${query}`)).json()) as { items: { run_id: string }[] }
      return page.items.map(({ run_id }) => run_id)
    }
    expect(await found('workflow_id=invoice/77')).toEqual([id])
    expect(await found('search=invoice/77')).toEqual([id])
    await end(id)
    await eventually(async () => ((await found('search=invoice')).includes(id) ? true : undefined))
  })
})

describe('a signal with a start', () => {
  it('starts a run that begins with the signal, and signals it while it goes on', async () => {
    const [status, first] = await signalled('chat-1', 'a')
    expect([status, first.started]).toEqual([201, true])
    const ended = await end(String(first.run_id))
    expect(ended).toMatchObject({ workflow_id: 'chat-1', workflow_state: { got: 'a' } })
    const live = await startedAs('Waits', 'chat-1')
    expect(await signalled('chat-1', 'b')).toEqual([200, { run_id: live, started: false }])
    expect(await end(live)).toMatchObject({ workflow_state: { got: 'b' } })
  })

  it('comes once for a repeated request, whether it has signalled or started', async () => {
    const live = await startedAs('Waits', 'chat-2')
    const key = { 'idempotency-key': 'first' }
    expect(await signalled('chat-2', 'a', key)).toEqual([200, { run_id: live, started: false }])
    await end(live)
    expect(await signalled('chat-2', 'a', key)).toEqual([200, { run_id: live, started: false }])
    const next = { 'idempotency-key': 'second' }
    const made = await signalled('chat-2', 'b', next)
    expect(made[0]).toBe(201)
    expect(await signalled('chat-2', 'b', next)).toEqual(made)
  })

  it('is delivered once each in a crowd: every request has started its run or signalled it', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => signalled('chat-3', `m${n}`)))
    expect(answers.every(([status]) => status === 200 || status === 201)).toBe(true)
    const runs = new Set(answers.map(([, { run_id }]) => String(run_id)))
    const { rows } = await api.services.stores.pool.query<{ events: string }>(
      'select events from run_log where run_id = any($1::uuid[])',
      [[...runs]],
    )
    const received = rows.flatMap(({ events }) => events.match(/"signal":"go","data":"m\d"/g) ?? []).toSorted()
    expect(received).toEqual(answers.map((_, n) => `"signal":"go","data":"m${n}"`))
  })

  it('needs the id and a signal', async () => {
    const answer = await api.post('/v1/workflows/signal-with-start?name=Waits', { signal_name: 'go' })
    expect((await json(answer))[1].error?.code).toBe('BAD_REQUEST')
  })
})
