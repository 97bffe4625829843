import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { startWorker } from '#server/engine/workers/worker.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let folder: string
let worker: ReturnType<typeof startWorker>
beforeAll(async () => {
  api = await startTestApi({ functions })
  folder = await mkdtemp(join(tmpdir(), 'heddle-artifacts-'))
  await writeFile(join(folder, 't.ts'), functions)
  worker = startWorker({
    ...{ databaseUrl: api.databaseUrl, functionsFolders: [folder], queues: ['default'] },
    ...{ tasks: 2, heartbeatMs: 1_000, log: () => undefined },
  })
  for (const text of workflows) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await worker.stop()
  await api.stop()
  await rm(folder, { recursive: true })
  expect(api.errors).toEqual([])
})

const functions = `
export function cut(state, context) {
  context.artifact({ name: 'Cut ' + context.attempt, type: 'video/mp4', url: 'https://files.example/cut.mp4' })
  if (context.attempt === 1 && context.input.again) throw new Error('once more')
  context.artifact({ name: 'Plan', type: 'plan', json: { scenes: [1, 2] } })
  return { cut: true }
}
export function each(state, context) {
  context.artifact({ name: 'Part ' + context.index, type: 'text', json: context.item })
  return context.item
}
export function wrong(state, context) { context.artifact({ name: 'Page', type: 'html', url: 'javascript:alert(1)' }) }
export function forgives(state, context) {
  try { context.artifact(5) } catch (error) { return { said: error.message } }
}
export function many(state, context) {
  for (let count = 0; count < 60; count += 1) context.artifact({ name: 'Part', type: 'x', json: count })
  return {}
}
`

const workflows = [
  'workflow_type: Video\nsteps: [{ name: Cut, function: t.cut, retry: { max_attempts: 2, initial_interval_seconds: 0 } }]\n',
  'workflow_type: Async\nsteps: [{ name: Cut, type: ASYNC, function: t.cut }]\n',
  'workflow_type: Parts\nsteps: [{ name: Each, type: PARALLEL, iterate_over: input.parts, task_function: t.each }]\n',
  'workflow_type: Wrong\nsteps: [{ name: Page, function: t.wrong }]\n',
  'workflow_type: Forgives\nsteps: [{ name: Page, function: t.forgives }]\n',
  'workflow_type: Many\nsteps: [{ name: A, function: t.many }, { name: B, function: t.many }]\n',
]

interface Answer {
  readonly run_id: string
  readonly status: string
  readonly outputs: readonly { readonly artifacts: readonly JsonObject[]; readonly error: JsonObject | null }[]
  readonly [key: string]: unknown
}

async function run(name: string, body: JsonObject = {}): Promise<Answer> {
  const response = await api.post(`/v1/workflows/run?name=${name}&wait=20000`, body)
  expect(response.status).toBe(201)
  return (await response.json()) as Answer
}

async function eventsOf(runId: string) {
  const text = await (await api.fetch(`/v1/workflow-runs/${runId}/events`)).text()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
}

const video = { type: 'video/mp4', url: 'https://files.example/cut.mp4', node_key: 'Cut' }
const plan = { name: 'Plan', type: 'plan', json: { scenes: [1, 2] }, node_key: 'Cut' }

describe('the artifacts of a run', () => {
  it.each(['Video', 'Async'])(
    'are in its outputs, and in its events before the result: %s (public run 5)',
    async (name) => {
      const answer = await run(name)
      expect(answer.outputs[0]?.artifacts).toEqual([{ name: 'Cut 1', ...video }, plan])
      const events = await eventsOf(answer.run_id)
      const nodes = events.filter(({ kind }) => kind.startsWith('workflow.node.')).map(({ kind }) => kind)
      expect(nodes.slice(-3)).toEqual(['workflow.node.artifact', 'workflow.node.artifact', 'workflow.node.completed'])
      expect(events.at(-1).payload.outputs).toEqual(answer.outputs)
      expect(events.at(-1).payload).not.toHaveProperty('artifacts')
      const { node_key: _, ...payload } = plan
      expect(events.find(({ payload: { name: of } }) => of === 'Plan')).toMatchObject({ node_key: 'Cut', payload })
    },
  )

  it('are those of the attempt that succeeds', async () => {
    const answer = await run('Video', { input: { again: true } })
    expect(answer.outputs[0]?.artifacts).toEqual([{ name: 'Cut 2', ...video }, plan])
  })

  it('are those of each variant', async () => {
    const answer = await run('Video', { variants: 2 })
    for (const { artifacts } of answer.outputs) expect(artifacts).toEqual([{ name: 'Cut 1', ...video }, plan])
    expect((await eventsOf(answer.run_id)).at(-1).payload.outputs).toEqual(answer.outputs)
  })

  it('are those of each entry of a bundle, bounded for each run by itself (public run 5)', async () => {
    const bundle = [
      { name: 'Video' },
      { name: 'Parts', input: { parts: ['a', 'b'] } },
      { name: 'Many' },
      { name: 'Async' },
    ]
    const { outputs, run_id: runId } = await run('Video', { bundle, fail_fast: false })
    expect(outputs.map(({ artifacts }) => artifacts.length)).toEqual([2, 2, 60, 2])
    expect(outputs[0]?.artifacts).toEqual([{ name: 'Cut 1', ...video }, plan])
    expect(outputs.map(({ error }) => error?.step ?? null)).toEqual([null, null, 'B', null])
    expect((await eventsOf(runId)).at(-1).payload.outputs).toEqual(outputs)
  })

  it('are those of each item', async () => {
    const answer = await run('Parts', { input: { parts: ['a', 'b'] } })
    expect(answer.outputs[0]?.artifacts).toHaveLength(2)
  })

  it('are refused when they are invalid: the step fails, unless it handles that', async () => {
    const wrong = await run('Wrong', { fail_fast: false })
    expect(wrong.outputs[0]?.error).toMatchObject({ code: 'RESULT_UNUSABLE', message: expect.stringContaining('http') })
    expect(await run('Forgives')).toMatchObject({ status: 'completed', outputs: [{ artifacts: [] }] })
  })

  it('are bounded for a run', async () => {
    const many = await run('Many', { fail_fast: false })
    expect(many.outputs[0]?.artifacts).toHaveLength(60)
    const { perRun } = limits.artifacts
    expect(many.outputs[0]?.error).toMatchObject({ message: expect.stringContaining(`may have ${perRun}`), step: 'B' })
  })
})
