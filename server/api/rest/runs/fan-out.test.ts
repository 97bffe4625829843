import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { actorOf } from '../../owners/foreign-owner.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ functions })
  for (const text of workflows) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const functions = `
export function flaky(state, context) {
  if (context.input.fails !== undefined) throw new Error('boom')
  return { done: state.topic ?? state.n ?? null }
}
`

const workflows = [
  `workflow_type: video/short
input_schema:
  type: object
  additionalProperties: false
  properties: { topic: { type: string }, fails: {} }
steps:
  - name: Draft
    function: t.flaky
`,
  `workflow_type: article
input_schema: { type: object, required: [n], properties: { n: { type: number } } }
steps:
  - name: Write
    function: t.flaky
`,
  `workflow_type: Asks
steps:
  - name: Approval
    type: HUMAN
    title: Approve
`,
  `workflow_type: OwnWords
input_schema: { type: object, properties: { variants: { type: integer }, bundle: {}, regenerate: {} } }
steps:
  - name: Draft
    function: t.flaky
`,
  `workflow_type: NoFanOut
fan_out: false
steps:
  - name: Draft
    function: t.flaky
`,
]

interface Output {
  readonly variant_index: number
  readonly run_id: string | null
  readonly [key: string]: Json
}
interface Answer {
  readonly run_id: string
  readonly status: string
  readonly variants: number
  readonly outputs: readonly Output[]
  readonly error?: { readonly code: string; readonly field?: string; readonly message: string }
  readonly [key: string]: unknown
}

async function send(
  body: JsonObject,
  name = 'video/short',
  query = '&wait=20000',
  headers: Record<string, string> = {},
): Promise<Answer & { readonly http: number }> {
  const named = name === '' ? query.slice(1) : `name=${name}${query}`
  const response = await api.post(`/v1/workflows/run?${named}`, body, headers)
  return { ...((await response.json()) as Answer), http: response.status }
}

async function get(runId: string): Promise<Answer> {
  return (await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()) as Answer
}

async function list(query: string): Promise<readonly Answer[]> {
  const response = await api.fetch(`/v1/workflow-runs?${query}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { items: Answer[] }).items
}

const ended = (runId: string) =>
  eventually(async () => {
    const run = await get(runId)
    return run.outcome === null ? undefined : run
  })

const countRuns = async () => {
  const { rows } = await api.services.stores.pool.query<{ runs: number }>('select count(*)::int as runs from run')
  return rows[0]?.runs
}

type Refused = readonly [body: JsonObject, http: number, code: string, field: string, name?: string]

const refusals: readonly Refused[] = [
  [{ input: { variants: 2, bundle: [{ name: 'article' }] } }, 400, 'KEYS_EXCLUSIVE', 'input.bundle'],
  [{ variants: 2, bundle: [{ name: 'article' }] }, 400, 'KEYS_EXCLUSIVE', 'bundle'],
  [{ input: { variants: 2 }, variants: 2 }, 400, 'KEYS_EXCLUSIVE', 'input.variants'],
  [{ variants: 2, drive: 'manual' }, 400, 'KEYS_EXCLUSIVE', 'drive'],
  ...[0, 11, 1.5, '3'].flatMap((variants): Refused[] => [
    [{ input: { variants } }, 400, 'OUT_OF_RANGE', 'input.variants'],
    [{ variants }, 400, 'OUT_OF_RANGE', 'variants'],
  ]),
  [{ bundle: [] }, 400, 'OUT_OF_RANGE', 'bundle'],
  [{ input: { bundle: [] } }, 400, 'OUT_OF_RANGE', 'input.bundle'],
  [{ bundle: Array.from({ length: 11 }, () => ({ name: 'article' })) }, 400, 'OUT_OF_RANGE', 'bundle'],
  [
    { input: { bundle: [{ name: 'article', input: { n: 1 } }, { name: 'nothing' }] } },
    404,
    'NOT_FOUND',
    'input.bundle.1.workflow_name',
  ],
  [{ bundle: [{ name: 'article', version: 7, input: { n: 1 } }] }, 404, 'NOT_FOUND', 'bundle.0.version'],
  [
    {
      input: {
        bundle: [
          { name: 'article', input: { n: 1 } },
          { name: 'article', input: { n: 'x' } },
        ],
      },
    },
    422,
    'INVALID_INPUT',
    'input.bundle.1.input.n',
  ],
  [{ input: { topic: 5 }, variants: 2 }, 422, 'INVALID_INPUT', 'input.topic'],
  [{ variants: 2 }, 404, 'NOT_FOUND', 'name', 'nothing'],
  [{ variants: 2 }, 400, 'BAD_REQUEST', 'name', ''],
  [
    { input: { regenerate: { parent_run_id: '0190c5f0-0000-7000-8000-000000000001' } } },
    404,
    'NOT_FOUND',
    'input.regenerate.parent_run_id',
  ],
  [{ input: { regenerate: { direction: 'louder' } } }, 400, 'CHOICE_UNKNOWN', 'input.regenerate.direction'],
]

describe('a start with variants or a bundle', () => {
  it.each(refusals.map((refused) => ({ asked: JSON.stringify(refused[0]), refused })))(
    'is refused before anything starts: $asked (public run 5)',
    async ({ refused: [body, http, code, field, name] }) => {
      const before = await countRuns()
      const answer = await send(body, name)
      expect({ http: answer.http, ...answer.error }).toMatchObject({ http, code, field })
      expect(await countRuns()).toBe(before)
    },
  )

  it.each([1, 3, 10])('has %i outputs of one shape (public run 5)', async (count) => {
    const answer = await send({ input: { topic: 'x', variants: count }, state: { mine: true }, tags: ['t'] })
    expect(answer).toMatchObject({
      http: 201,
      status: 'completed',
      variants: count,
      outcome: 'success',
      state: { mine: true },
    })
    expect(answer.outputs).toHaveLength(count)
    const run = await get(answer.run_id)
    expect(run).toMatchObject({ workflow_name: 'video/short', variants: count, outputs: answer.outputs })
    for (const [index, output] of answer.outputs.entries()) {
      expect(output).toEqual({
        variant_index: index,
        run_id: count === 1 ? answer.run_id : expect.any(String),
        workflow_name: 'video/short',
        kind: 'video',
        status: 'completed',
        output: { topic: 'x', done: 'x' },
        error: null,
        artifacts: [],
      })
      const child = await get(output.run_id ?? '')
      expect(child).toMatchObject({ workflow_name: 'video/short', input: { topic: 'x' }, tags: ['t'] })
    }
    expect(run.output).toEqual(count === 1 ? { topic: 'x', done: 'x' } : undefined)
    expect(
      (await list('workflow=video/short&roots_only=true')).map((item) => [item.run_id, item.variants]),
    ).toContainEqual([answer.run_id, count])
  })

  it('runs the workflows of a bundle, each with its input, version and kind (public run 5)', async () => {
    const bundle = [
      { workflow_name: 'video/short', input: { topic: 'x' }, kind: 'teaser' },
      { name: 'article', input: { n: 5 }, version: 1 },
      { name: 'NoFanOut' },
    ]
    for (const [body, name] of [
      [{ bundle }, ''],
      [{ input: { bundle } }, 'article'],
    ] as const) {
      const answer = await send(body, name)
      expect(answer).toMatchObject({ http: 201, status: 'completed', variants: 3 })
      expect(answer.outputs.map(({ workflow_name, kind, output }) => [workflow_name, kind, output])).toEqual([
        ['video/short', 'teaser', { topic: 'x', done: 'x' }],
        ['article', 'article', { n: 5, done: 5 }],
        ['NoFanOut', 'NoFanOut', { done: null }],
      ])
      expect((await get(answer.run_id)).workflow_name).toBe(name === '' ? 'video/short' : name)
    }
    const one = await send({ bundle: bundle.slice(0, 1) }, '')
    expect(one).toMatchObject({ variants: 1, outputs: [{ kind: 'teaser', run_id: one.run_id, output: { done: 'x' } }] })
  })

  it('stops at the first failure, and ships what succeeded without fail_fast (public run 4)', async () => {
    const bundle = [
      { name: 'video/short', input: { topic: 'good' } },
      { name: 'video/short', input: { fails: true } },
      { name: 'Asks' },
    ]
    // The run may wait for the third variant before the second has failed.
    const begun = await send({ bundle }, '', '')
    const fast = await ended(begun.run_id)
    expect(fast).toMatchObject({ status: 'cancelled', outcome: 'failure', variants: 3 })
    expect(fast.outputs.map(({ status }) => status).slice(1)).toEqual(['cancelled', 'cancelled'])
    expect(fast.outputs[1]).toMatchObject({ output: null, error: { code: 'Error', message: 'boom', step: 'Draft' } })
    expect(fast.outputs[2]).toMatchObject({ output: null, error: { code: 'CANCELLED', message: 'Variant 2 failed.' } })
    const sibling = await eventually(async () => {
      const child = await get(fast.outputs[2]?.run_id ?? '')
      return child.status === 'cancelled' ? child : undefined
    })
    expect(sibling.sentence).toContain('Variant 2 failed, and the run stops at the first failure.')

    const slow = await send({ bundle: bundle.slice(0, 2), fail_fast: false }, '')
    expect(slow).toMatchObject({ status: 'failed', outcome: 'failure', variants: 2 })
    expect(slow.outputs.map(({ status }) => status)).toEqual(['completed', 'failed'])
    expect(slow.outputs[0]).toMatchObject({ output: { topic: 'good', done: 'good' } })
    const input = encodeURIComponent(JSON.stringify({ runId: slow.run_id }))
    const { result } = await (await api.fetch(`/api/trpc/runs.get?input=${input}`)).json()
    expect(result.data.outputs).toMatchObject([{ status: 'completed', output: { done: 'good' } }, { status: 'failed' }])
    const listed = await list('status=failed&roots_only=true')
    expect(listed.map(({ run_id }) => run_id)).toContain(slow.run_id)
  })

  it('takes the words as data of a workflow that declares them, or says fan_out: false (public run 5)', async () => {
    const input = { variants: 99, bundle: 1, regenerate: { direction: 'louder' } }
    for (const name of ['OwnWords', 'NoFanOut']) {
      const answer = await send({ input }, name)
      expect(answer).toMatchObject({ http: 201, status: 'completed', variants: 1 })
      expect(await get(answer.run_id)).toMatchObject({ input })
    }
    expect(await send({ variants: 2 }, 'NoFanOut')).toMatchObject({ variants: 2, status: 'completed' })
  })

  it('is one start for one Idempotency-Key, whatever has become of the workflow (public run 5)', async () => {
    const key = { 'idempotency-key': 'three-of-it' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({ variants: 3 }, 'article', '', key)))
    expect(answers.map(({ error }) => error?.field)).toEqual(Array.from({ length: 5 }, () => 'input.n'))
    const body = { variants: 3, input: { n: 1 } }
    const same = await Promise.all(Array.from({ length: 5 }, () => send(body, 'article', '', key)))
    expect(new Set(same.map(({ run_id }) => run_id)).size).toBe(1)
    expect(same.every(({ http, variants }) => http === 201 && variants === 3)).toBe(true)
    const [first] = same
    await eventually(async () => ((await get(first?.run_id ?? '')).status === 'completed' ? true : undefined))
    expect(await list(`parent_run_id=${first?.run_id}`)).toHaveLength(3)
    const other = await send({ ...body, variants: 2 }, 'article', '', key)
    expect(other).toMatchObject({ http: 409, error: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(other.error?.message).toContain('differ in: variants')
  })

  it('returns the caller’s state of every kind unchanged, with one run and with three (public run 7)', async () => {
    const expression = { text: '{{ input.topic }}', $context: 'x' }
    const large = { text: 'x'.repeat(200_000) }
    for (const state of [null, false, 0, '', 'text', [1, [2]], {}, expression, large] as Json[]) {
      for (const variants of [1, 3]) {
        const answer = await send({ input: { topic: 'x' }, state, variants })
        expect(answer.state).toEqual(state)
        expect((await get(answer.run_id)).state).toEqual(state)
        const stream = await (await api.fetch(`/v1/workflow-runs/${answer.run_id}/events`)).text()
        const [last = ''] = [...stream.matchAll(/^data: (.*)$/gm)].map(([, data]) => data).reverse()
        expect(JSON.parse(last)).toMatchObject({ kind: 'workflow.run.completed', payload: { state } })
      }
    }
  })
})

describe('a regeneration', () => {
  it('is a run of its own that names its parent, alone and with variants (public run 6)', async () => {
    const parent = await send({ input: { topic: 'x' }, variants: 3 })
    const regenerate = { parent_run_id: parent.run_id, parent_variant_index: 2, direction: 'deeper', keep: ['title'] }
    const one = await send({ input: { topic: 'x', regenerate } })
    expect(one).toMatchObject({ http: 201, status: 'completed', variants: 1 })
    const lineage = { parent_run_id: parent.run_id, parent_variant_index: 2 }
    expect(await get(one.run_id)).toMatchObject({ lineage, input: { topic: 'x', regenerate }, parent_run_id: null })

    const many = await send({ input: { topic: 'x', regenerate }, variants: 3 })
    expect(many).toMatchObject({ status: 'completed', variants: 3 })
    expect(await get(many.run_id)).toMatchObject({ lineage })
    for (const { run_id } of many.outputs) expect((await get(run_id ?? '')).input).toEqual({ topic: 'x', regenerate })
    const found = await list(`regenerated_from=${parent.run_id}`)
    expect(found.map(({ run_id }) => run_id)).toEqual([many.run_id, one.run_id])
    expect(await list(`regenerated_from=${one.run_id}`)).toEqual([])
    expect((await get(parent.run_id)).lineage).toBeNull()
  })

  it('names a variant that is there, and a run of this owner (public run 6)', async () => {
    const single = await send({ input: { topic: 'x' } })
    const before = await countRuns()
    const regenerate = { parent_run_id: single.run_id, parent_variant_index: 1 }
    expect(await send({ input: { regenerate } })).toMatchObject({
      http: 400,
      error: { code: 'OUT_OF_RANGE', field: 'input.regenerate.parent_variant_index' },
    })
    const beta = actorOf('beta', 'admin')
    const body = JSON.stringify({ input: { regenerate: { parent_run_id: single.run_id } } })
    const headers = { 'content-type': 'application/json' }
    const yaml = { method: 'POST', body: workflows[0] ?? '', headers: { 'content-type': 'application/yaml' } }
    expect((await api.fetch('/v1/workflows', yaml, beta)).status).toBe(201)
    const answer = await api.fetch('/v1/workflows/run?name=video/short', { method: 'POST', body, headers }, beta)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({
      error: { code: 'NOT_FOUND', field: 'input.regenerate.parent_run_id', message: 'There is no such run.' },
    })
    expect(await countRuns()).toBe(before)
  })
})

describe('a run with several variants that is run again', () => {
  it('starts as many, with the versions of before', async () => {
    const bundle = [
      { name: 'video/short', input: { topic: 'x' } },
      { name: 'article', input: { n: 2 } },
    ]
    const first = await send({ bundle }, '')
    const response = await api.post(`/v1/workflow-runs/${first.run_id}/rerun`, {})
    const { run_id: again } = (await response.json()) as Answer
    expect(response.status).toBe(201)
    const run = await ended(again)
    expect(run).toMatchObject({
      status: 'completed',
      variants: 2,
      workflow_name: 'video/short',
      rerun_of: first.run_id,
    })
    expect(run.outputs.map(({ output }) => output)).toEqual(first.outputs.map(({ output }) => output))
  })
})
