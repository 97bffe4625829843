import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  for (const text of workflows) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const workflows = [
  `workflow_type: Double
input_schema: { type: object, required: [n], properties: { n: { type: number } } }
steps:
  - name: Once
    function: t.double
  - name: Twice
    function: t.double
`,
  `workflow_type: Ask
steps:
  - name: Before
    function: t.double
  - name: Approval
    type: HUMAN
    title: "Approve {{ input.n }}"
    form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
  - name: After
    function: t.double
`,
  `workflow_type: Broken
steps:
  - name: Fail
    function: t.fail
`,
  `workflow_type: Paid
steps:
  - name: Payment
    type: SIGNAL
    signal: paid-{{ input.order }}
  - name: After
    function: t.double
`,
  `workflow_type: Parent
steps:
  - name: Spawn
    type: SUB_WORKFLOW
    sub_workflow_type: Ask
    input: { n: 3 }
`,
]

interface RunObject {
  readonly run_id: string
  readonly status: string
  readonly [key: string]: unknown
}

async function start(name: string, body: unknown = {}, query = '&wait=20000', headers = {}): Promise<RunObject> {
  const response = await api.post(`/v1/workflows/run?name=${name}${query}`, body, headers)
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as RunObject
}

async function get(runId: string): Promise<RunObject> {
  const response = await api.fetch(`/v1/workflow-runs/${runId}`)
  expect(response.status).toBe(200)
  return (await response.json()) as RunObject
}

async function checkError(answer: Response | Promise<Response>, status: number, error: Record<string, unknown>) {
  const response = await answer
  const body = (await response.json()) as { error: Record<string, unknown> }
  expect({ status: response.status, error: body.error }).toMatchObject({ status, error })
}

describe('starting a run', () => {
  it('A24, A45: answers with the run, and waits for its end when asked', async () => {
    const { run_id, status } = await start('Double', { input: { n: 5 }, state: { my: 'own' }, tags: ['a', 'b'] })
    expect(status).toBe('completed')
    const run = await get(run_id)
    expect(run).toMatchObject({
      workflow_name: 'Double',
      workflow_version: 1,
      status: 'completed',
      workflow_status: 'COMPLETED',
      phase: 'COMPLETED',
      task_state: 'succeeded',
      state: { my: 'own' },
      workflow_state: { n: 20 },
      input: { n: 5 },
      error: null,
      current_steps: [],
      human_wait: null,
      parent_run_id: null,
      root_run_id: run_id,
      depth: 0,
      owner_id: 'local',
      data_region: 'local',
    })
    expect(Date.parse(String(run.created_at))).toBeLessThanOrEqual(Date.parse(String(run.updated_at)))
  })

  it('A86: gives the same run for the same Idempotency-Key, also for twenty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => start('Double', { input: { n: 1 } }, '', { 'idempotency-key': 'order-1' })),
    )
    expect(new Set(answers.map(({ run_id }) => run_id)).size).toBe(1)
  })

  it('refuses input that fails the schema, naming the field, and starts nothing', async () => {
    const before = await api.services.stores.pool.query('select count(*)::int as runs from run')
    await checkError(api.post('/v1/workflows/run?name=Double', { input: { n: 'five' } }), 422, {
      code: 'INVALID_INPUT',
      field: 'input.n',
    })
    await checkError(api.post('/v1/workflows/run?name=Double', { input: {} }), 422, { code: 'INVALID_INPUT' })
    const after = await api.services.stores.pool.query('select count(*)::int as runs from run')
    expect(after.rows).toEqual(before.rows)
  })

  it('refuses what it does not know', async () => {
    await checkError(api.post('/v1/workflows/run?name=Nothing', {}), 404, { code: 'NOT_FOUND', field: 'name' })
    await checkError(api.post('/v1/workflows/run?name=Double&version=7', { input: { n: 1 } }), 404, {
      code: 'NOT_FOUND',
      field: 'version',
    })
    await checkError(api.post('/v1/workflows/run', { name: 'Double' }), 400, {
      code: 'BAD_REQUEST',
      field: 'name',
      message: 'name: This is required, in the address: ?name=…',
    })
    await checkError(api.post('/v1/workflows/run?name=Double', { inputs: {} }), 400, { field: 'inputs' })
    await checkError(api.post('/v1/workflows/run?name=Double', { status: 'COMPLETED' }), 400, { field: 'status' })
    await checkError(api.post('/v1/workflows/run?name=Double', '{"input":{"n":1}'), 400, { code: 'BAD_REQUEST' })
    await checkError(api.post('/v1/workflows/run?name=Double', '[1]'), 400, { code: 'BAD_REQUEST' })
    await checkError(api.post('/v1/workflows/run?name=Double', { input: [1] }), 400, { field: 'input' })
    await checkError(api.post('/v1/workflows/run?name=Double', {}, { 'content-type': 'text/plain' }), 415, {})
    await checkError(api.post('/v1/workflows/run?name=Double', {}, { 'idempotency-key': 'a b' }), 400, {
      field: 'Idempotency-Key',
    })
  })

  it('A64: starts for another owner when the actor may, children included', async () => {
    const forOther = { input: { n: 1 }, owner_id: 'acme', data_region: 'eu-1' }
    const { run_id } = await start('Double', forOther)
    expect(await get(run_id)).toMatchObject({ owner_id: 'acme', data_region: 'eu-1', status: 'completed' })
    const parent = await start('Parent', { owner_id: 'acme', data_region: 'eu-1' })
    expect(parent.status).toBe('waiting')
    const children = await api.fetch(`/v1/workflow-runs?parent_run_id=${parent.run_id}`)
    const [child] = ((await children.json()) as { items: RunObject[] }).items
    expect(await get(child?.run_id ?? '')).toMatchObject({ owner_id: 'acme', data_region: 'eu-1' })
    await checkError(api.post('/v1/workflows/run?name=Double', { ...forOther, owner_id: 'a b' }), 400, {
      field: 'owner_id',
    })
  })
})

describe('a run that fails', () => {
  it('A14, A15, A16, A84: shows code, message, stack and step, and can be retried', async () => {
    const { run_id, status } = await start('Broken')
    expect(status).toBe('cancelled')
    const run = await get(run_id)
    expect(run).toMatchObject({ workflow_status: 'FAILED', task_state: 'failed' })
    expect(run.error).toMatchObject({ code: 'Error', message: 'broken on purpose', step: 'Fail' })
    const retried = await api.post(`/v1/workflow-runs/${run_id}/retry`, {})
    expect(retried.status).toBe(200)
    await checkError(api.post(`/v1/workflow-runs/${run_id}/retry`, { from_step: 'Nowhere' }), 422, {
      code: 'STEP_NOT_FOUND',
    })
  })

  it('is called failed in public when fail_fast is off', async () => {
    const { run_id, status } = await start('Broken', { fail_fast: false })
    expect(status).toBe('failed')
    const listed = await api.fetch('/v1/workflow-runs?status=failed')
    const { items } = (await listed.json()) as { items: RunObject[] }
    expect(items.map((item) => item.run_id)).toContain(run_id)
    expect(items.every((item) => item.status === 'failed')).toBe(true)
  })
})

describe('a run that waits for a person', () => {
  it('refuses a resume with the wrong shape, naming the field, and goes on with the right one', async () => {
    const { run_id, status } = await start('Ask', { input: { n: 2 } })
    expect(status).toBe('waiting')
    const waiting = await get(run_id)
    expect(waiting).toMatchObject({
      workflow_status: 'WAITING_HUMAN_INPUT',
      current_steps: ['Approval'],
      human_wait: { count: 1, oldest: { step: 'Approval' } },
    })
    const resume = `/v1/workflow-runs/${run_id}/resume`
    await checkError(api.post(resume, { input: { approved: 'yes' } }), 422, {
      code: 'INVALID_INPUT',
      field: 'input.approved',
    })
    await checkError(api.post(resume, { input: {} }), 422, { code: 'INVALID_INPUT' })
    await checkError(api.post(resume, { inptu: {} }), 400, { code: 'BAD_REQUEST', field: 'inptu' })
    await checkError(api.post(resume, { input: { approved: true }, step: 'Nowhere' }), 409, { code: 'NO_SUCH_WAIT' })
    // The sentence says for how long.
    expect({ ...(await get(run_id)), sentence: waiting.sentence }).toEqual(waiting)
    const resumed = await api.post(resume, { input: { approved: true } })
    expect(resumed.status).toBe(200)
    await checkError(api.post(resume, { input: { approved: true } }), 409, {})
  })

  it('is told by a signal, and refuses one that does not fit', async () => {
    const { run_id } = await start('Paid', { input: { order: 7 } }, '')
    const address = `/v1/workflow-runs/${run_id}/signal`
    await expect.poll(async () => (await get(run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
    await checkError(api.post(address, { signal: 'paid-7' }), 400, { code: 'BAD_REQUEST' })
    await checkError(api.post(address, { signal_name: 'paid-7', payload: 5 }), 422, { code: 'INVALID_INPUT' })
    expect((await api.post(address, { signal_name: 'paid-7', payload: { n: 4 } })).status).toBe(200)
    await expect.poll(async () => (await get(run_id)).workflow_status).toBe('COMPLETED')
    await checkError(api.post(`/v1/workflow-runs/${run_id}/rollback`, {}), 409, { code: 'INVALID_TRANSITION' })
  })

  it('A26: is resumed once by two at once', async () => {
    const { run_id } = await start('Ask', { input: { n: 2 } })
    const answers = await Promise.all(
      [true, false, true, false].map((approved) =>
        api.post(`/v1/workflow-runs/${run_id}/resume`, { input: { approved } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const history = await api.fetch(`/v1/workflow-runs/${run_id}/history`)
    const { items } = (await history.json()) as { items: { type: string }[] }
    expect(items.filter(({ type }) => type === 'workflow.human_task.decided')).toHaveLength(1)
  })

  it('A54: shows in its parent', async () => {
    const { run_id, status } = await start('Parent')
    expect(status).toBe('waiting')
    const parent = await get(run_id)
    expect(parent.workflow_status).toBe('WAITING_CHILD_HUMAN_INPUT')
    const children = await api.fetch(`/v1/workflow-runs?parent_run_id=${run_id}`)
    const { items } = (await children.json()) as { items: RunObject[] }
    expect(items).toMatchObject([{ workflow_name: 'Ask', depth: 1, root_run_id: run_id, status: 'waiting' }])
    await checkError(api.post(`/v1/workflow-runs/${run_id}/resume`, { input: { approved: true } }), 409, {})
  })

  it('A9, A21, A29: is cancelled with a reason', async () => {
    const { run_id } = await start('Ask', { input: { n: 2 } })
    const cancelled = await api.post(`/v1/workflow-runs/${run_id}/cancel`, { reason: 'changed my mind' })
    expect(await cancelled.json()).toMatchObject({ workflow_status: 'CANCELLED', status: 'cancelled' })
    await checkError(api.post(`/v1/workflow-runs/${run_id}/cancel`, {}), 409, { code: 'INVALID_TRANSITION' })
  })
})

describe('manual drive', () => {
  it('A2, A25: runs one step per next-step, with what the person adds', async () => {
    const { run_id } = await start('Double', { input: { n: 1 }, drive: 'manual' }, '')
    const step = () => api.post(`/v1/workflow-runs/${run_id}/next-step`, { user_input: { seen: true } })
    const reached = (workflow_state: object) =>
      expect.poll(async () => (await get(run_id)).workflow_state).toEqual(workflow_state)
    await expect.poll(async () => (await step()).status).toBe(200)
    await reached({ n: 2, seen: true })
    await expect.poll(async () => (await step()).status).toBe(200)
    await reached({ n: 4, seen: true })
    await expect.poll(async () => (await get(run_id)).status).toBe('completed')
  })

  it('is refused by a run that drives itself', async () => {
    const { run_id } = await start('Ask', { input: { n: 1 } })
    await checkError(api.post(`/v1/workflow-runs/${run_id}/next-step`, {}), 409, { code: 'NOT_MANUAL' })
  })
})

describe('the history', () => {
  it('numbers every event from 1 without a gap, and pages', async () => {
    const { run_id } = await start('Double', { input: { n: 1 } })
    const response = await api.fetch(`/v1/workflow-runs/${run_id}/history`)
    const { items } = (await response.json()) as { items: { seq: number; type: string; at: string }[] }
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, index) => index + 1))
    expect(items[0]).toMatchObject({ type: 'workflow.run.created', step: null })
    expect(items.at(-1)?.type).toBe('workflow.run.completed')
    const paged: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await api.fetch(`/v1/workflow-runs/${run_id}/history?limit=4${cursor && `&cursor=${cursor}`}`)
      const body = (await page.json()) as { items: unknown[]; next_cursor: string | null }
      paged.push(...body.items)
      cursor = body.next_cursor
    }
    expect(paged).toEqual(items)
  })

  it('streams, from the event after the last one seen', async () => {
    const { run_id } = await start('Double', { input: { n: 1 } })
    const ending = new AbortController()
    const response = await api.fetch(`/v1/workflow-runs/${run_id}/history/stream`, {
      headers: { 'last-event-id': '2' },
      signal: ending.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('workflow.run.completed')) text += (await reader?.read())?.value ?? ''
    expect(text).toMatch(/^event: .*\ndata: .*\nid: 3\n\n/)
    await reader?.cancel()
    await checkError(
      api.fetch(`/v1/workflow-runs/${run_id}/history/stream`, { headers: { 'last-event-id': '-1' } }),
      400,
      {
        code: 'BAD_REQUEST',
      },
    )
  })
})

describe('lists of runs', () => {
  it('A31: filter and page, newest first, each run once', async () => {
    const seen: RunObject[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const response = await api.fetch(`/v1/workflow-runs?workflow=Double&limit=2${cursor && `&cursor=${cursor}`}`)
      const page = (await response.json()) as { items: RunObject[]; next_cursor: string | null }
      seen.push(...page.items)
      cursor = page.next_cursor
    }
    const ids = seen.map(({ run_id }) => run_id)
    expect(ids).toEqual([...new Set(ids)].toSorted().reverse())
    expect(seen.every(({ workflow_name }) => workflow_name === 'Double')).toBe(true)
  })

  it('say the same public status as the run itself, for every one of them', async () => {
    const response = await api.fetch('/v1/workflow-runs?limit=200')
    const { items } = (await response.json()) as { items: RunObject[] }
    for (const item of items) expect((await get(item.run_id)).status, item.run_id).toBe(item.status)
    const words = new Set(items.map(({ status }) => status))
    for (const word of words) {
      const filtered = await api.fetch(`/v1/workflow-runs?limit=200&status=${word}`)
      const page = (await filtered.json()) as { items: RunObject[] }
      expect(page.items.length).toBe(items.filter(({ status }) => status === word).length)
    }
  })

  it('refuse unknown words and tampered cursors', async () => {
    await checkError(api.fetch('/v1/workflow-runs?status=COMPLETED'), 400, { field: 'status.0' })
    await checkError(api.fetch('/v1/workflow-runs?orderBy=id'), 400, { field: 'orderBy' })
    await checkError(api.fetch('/v1/workflow-runs?limit=1e9'), 400, { field: 'limit' })
    for (const cursor of ['x', 'WyJ4Il0', Buffer.from('["1; drop table run"]').toString('base64url')]) {
      await checkError(api.fetch(`/v1/workflow-runs?cursor=${cursor}`), 400, { code: 'INVALID_CURSOR' })
    }
  })

  it('know no run by a foreign or broken id', async () => {
    await checkError(api.fetch('/v1/workflow-runs/0197f000-0000-7000-8000-000000000000'), 404, { code: 'NOT_FOUND' })
    await checkError(api.fetch("/v1/workflow-runs/1'--"), 404, { code: 'NOT_FOUND' })
    await checkError(api.post('/v1/workflow-runs/0197f000-0000-7000-8000-000000000000/cancel', {}), 404, {})
  })
})
