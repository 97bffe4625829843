import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localPerson } from '#server/access/actor.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

interface RunObject {
  readonly run_id: string
  readonly workflow_name: string
  readonly workflow_status: string
  readonly parent_run_id: string | null
  readonly parent_step: string | null
  readonly children: readonly RunObject[]
}

const foreign = { ...localPerson, id: 'eve', name: 'Eve', ownerId: 'eve' }

let api: TestApi
/** Root, Middle and Leaf, the last of which asks a person; and one that asks nobody. */
let family: readonly [RunObject, RunObject, RunObject]
let alone: string
beforeAll(async () => {
  api = await startTestApi()
  for (const text of [
    'workflow_type: Leaf\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n    form: { type: object, required: [approved], properties: { approved: { type: boolean }, note: { type: string } } }\n',
    'workflow_type: Middle\nsteps:\n  - name: Down\n    type: SUB_WORKFLOW\n    sub_workflow_type: Leaf\n',
    'workflow_type: Root\nsteps:\n  - name: Down\n    type: SUB_WORKFLOW\n    sub_workflow_type: Middle\n',
    'workflow_type: Quick\nsteps:\n  - name: Double\n    function: t.double\n',
  ]) {
    expect((await api.publish(text)).status).toBe(201)
  }
  alone = await start('Quick')
  const root = await start('Root')
  const [middle] = await list(`parent_run_id=${root}`)
  const [leaf] = await list(`parent_run_id=${middle?.run_id}`)
  family = [await get(root), middle as RunObject, leaf as RunObject]
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

async function start(name: string): Promise<string> {
  const response = await api.post(`/v1/workflows/run?name=${name}&wait=20000`, {})
  return ((await response.json()) as RunObject).run_id
}

async function list(query: string): Promise<readonly RunObject[]> {
  const response = await api.fetch(`/v1/workflow-runs?${query}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { items: RunObject[] }).items
}

async function get(runId: string): Promise<RunObject> {
  return (await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()) as RunObject
}

const names = (runs: readonly RunObject[]) => runs.map(({ workflow_name }) => workflow_name)

describe('a family of runs', () => {
  it('is told as a tree from its root, whichever of its runs is asked for (A73)', async () => {
    const tree = {
      workflow_name: 'Root',
      workflow_status: 'WAITING_CHILD_HUMAN_INPUT',
      parent_step: null,
      children: [
        {
          workflow_name: 'Middle',
          workflow_status: 'PENDING_SUB_WORKFLOW',
          parent_step: 'Down',
          children: [{ workflow_name: 'Leaf', workflow_status: 'WAITING_HUMAN_INPUT', children: [], children_left: 0 }],
        },
      ],
    }
    for (const { run_id } of family) {
      const response = await api.fetch(`/v1/workflow-runs/${run_id}/tree`)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject(tree)
    }
  })

  it('has no tree for somebody else, nor for what is no run', async () => {
    expect((await api.fetch(`/v1/workflow-runs/${family[0].run_id}/tree`, {}, foreign)).status).toBe(404)
    expect((await api.fetch('/v1/workflow-runs/0197f000-0000-7000-8000-000000000000/tree')).status).toBe(404)
    expect((await api.fetch('/v1/workflow-runs/none/tree')).status).toBe(404)
  })

  it('is found by status and by parent (A71, A72)', async () => {
    expect(names(await list('workflow_status=PENDING_SUB_WORKFLOW'))).toEqual(['Middle'])
    expect(names(await list('workflow_status=WAITING_CHILD_HUMAN_INPUT'))).toEqual(['Root'])
    expect(names(await list(`parent_run_id=${family[0].run_id}`))).toEqual(['Middle'])
  })

  it('is found at every level, and at its root alone, while a person is waited for (A62)', async () => {
    expect(names(await list('blocked_on_human=true'))).toEqual(['Leaf', 'Middle', 'Root'])
    expect(names(await list('blocked_on_human=true&roots_only=true'))).toEqual(['Root'])
    expect(names(await list(`blocked_on_human=true&parent_run_id=${family[0].run_id}`))).toEqual(['Middle'])
    expect((await list('blocked_on_human=false')).map(({ run_id }) => run_id)).toEqual([alone])
    expect((await api.fetch('/v1/workflow-runs?blocked_on_human=yes')).status).toBe(400)
    const input = encodeURIComponent(JSON.stringify({ blockedOnHuman: true, rootsOnly: true }))
    const listed = await api.fetch(`/api/trpc/runs.list?input=${input}`)
    expect(await listed.json()).toMatchObject({ result: { data: { items: [{ runId: family[0].run_id }] } } })
  })

  it('goes on to its end when the person approves, once for the same Idempotency-Key', async () => {
    const address = `/v1/workflow-runs/${family[2].run_id}/approve`
    const key = { 'idempotency-key': 'approval-1' }
    expect((await api.post(`/v1/workflow-runs/${family[0].run_id}/approve`, {})).status).toBe(409)
    const misfit = await api.post(address, { input: { note: 5 } })
    expect(misfit.status).toBe(422)
    expect(await misfit.json()).toMatchObject({ error: { code: 'INVALID_INPUT', field: 'input.note' } })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.post(address, { input: { note: 'fine' } }, key)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await api.post(address, { input: { note: 'fine' } })).status).toBe(409)
    await expect.poll(async () => (await get(family[0].run_id)).workflow_status).toBe('COMPLETED')
    expect(await get(family[2].run_id)).toMatchObject({ output: { approved: true, note: 'fine' } })
    expect(await list('blocked_on_human=true')).toEqual([])
  })
})

describe('a verb with an Idempotency-Key', () => {
  it('is refused when the key named another request, and free for another run', async () => {
    const [one, two] = [await start('Leaf'), await start('Leaf')]
    const key = { 'idempotency-key': 'mine' }
    const pause = (runId: string, body: object) => api.post(`/v1/workflow-runs/${runId}/pause`, body, key)
    expect((await pause(one, { reason: 'lunch' })).status).toBe(200)
    expect((await pause(one, { reason: 'lunch' })).status).toBe(200)
    const other = await pause(one, { reason: 'tea' })
    expect(other.status).toBe(409)
    expect(await other.json()).toMatchObject({
      error: { code: 'IDEMPOTENCY_KEY_REUSED', field: 'Idempotency-Key' },
    })
    expect((await pause(two, { reason: 'lunch' })).status).toBe(200)
    const history = await api.fetch(`/v1/workflow-runs/${one}/history`)
    const { items } = (await history.json()) as { items: { type: string }[] }
    expect(items.filter(({ type }) => type === 'workflow.run.paused')).toHaveLength(1)
    expect((await api.post(`/v1/workflow-runs/${one}/pause`, {}, { 'idempotency-key': 'a b' })).status).toBe(400)
  })
})

describe('the streamed history of a run', () => {
  const types = (text: string) => [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type)
  const read = async (runId: string, last?: string) => {
    const headers = last === undefined ? {} : { 'last-event-id': last }
    const response = await api.fetch(`/v1/workflow-runs/${runId}/history/stream`, { headers })
    return { status: response.status, text: await response.text() }
  }

  it('are all told, and the stream ends after the outcome of a run that has ended', async () => {
    const history = await api.fetch(`/v1/workflow-runs/${alone}/history`)
    const { items } = (await history.json()) as { items: { type: string; seq: number }[] }
    const told = await read(alone)
    expect(types(told.text)).toEqual(items.map(({ type }) => type))
    const half = await read(alone, '3')
    expect(types(half.text)).toEqual(items.slice(3).map(({ type }) => type))
    expect(await read(alone, String(items.length))).toEqual({ status: 204, text: '' })
  })

  it('are told while they come, and the stream ends after the whole batch of the outcome', async () => {
    const runId = await start('Leaf')
    const reading = read(runId)
    await api.post(`/v1/workflow-runs/${runId}/cancel`, { reason: 'enough' })
    const { status, text } = await reading
    expect(status).toBe(200)
    expect(types(text)).toContain('workflow.run.cancelled')
    const history = await api.fetch(`/v1/workflow-runs/${runId}/history`)
    const { items } = (await history.json()) as { items: { type: string }[] }
    expect(types(text)).toEqual(items.map(({ type }) => type))
  })
})
