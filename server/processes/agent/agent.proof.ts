import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '#server/api/router.ts'
import { type ServedApi, serveTestApi } from '#server/api/testing/serve-test-api.ts'
import { eventually, startTestApi, type TestApi } from '#server/api/testing/test-api.ts'
import { scanForLostWork } from '#server/engine/workers/scan.ts'
import { createWorkStore } from '#server/engine/workers/work-store.ts'
import { type AloneProcess, runAlone } from '../testing/alone.ts'
import { agentPoints } from './agent-points.ts'

/** Real processes of agents, which reach the API by HTTP alone. */
const entry = 'server/processes/agent.ts'
const root = join(import.meta.dirname, '..', '..', '..')
const workflow = `
import { condition, defineQuery, defineSignal, defineWorkflow, proxyActivities, setHandler } from 'heddle/workflow'
const { greet } = proxyActivities<{ greet(name: string): Promise<string> }>({
  effects: 'none', retry: { maximumAttempts: 5, initialIntervalMs: 1 },
})
export const called = defineSignal<[string]>('called')
export const count = defineQuery<number>('count')
export default defineWorkflow({ type: 'Far', queue: 'far' }, async ({ name }: { name: string }) => {
  const names: string[] = []
  setHandler(called, (text) => { names.push(text) })
  setHandler(count, () => names.length)
  const first = await greet(name)
  await condition(() => names.length > 0)
  return [first, await greet(names[0] ?? '')]
})
`
const activities = `
import { existsSync } from 'node:fs'
export async function greet(name: string) {
  if (existsSync(new URL('./hang', import.meta.url))) await new Promise(() => {})
  return 'Hello ' + name
}
`

let api: TestApi
let url: string
let folder: string
let served: ServedApi
const started: AloneProcess[] = []
const spawned: ChildProcess[] = []

beforeAll(async () => {
  api = await startTestApi()
  folder = await mkdtemp(join(tmpdir(), 'heddle-agent-'))
  await Promise.all([writeFile(join(folder, 'far.ts'), workflow), writeFile(join(folder, 'activities.ts'), activities)])
  served = await serveTestApi(api)
  url = served.url
})
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  for (const child of spawned.splice(0)) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
})
afterAll(async () => {
  await served.close()
  await api.stop()
  await rm(folder, { recursive: true })
  expect(api.errors).toEqual([])
})

const agent = (more: Readonly<Record<string, string>> = {}, words: readonly string[] = []) => {
  const settings = { HEDDLE_URL: url, HEDDLE_FUNCTIONS: folder, HEDDLE_TOKEN: '', ...more }
  const begun = runAlone(['--queue', 'far', ...words], settings, entry)
  started.push(begun)
  return begun
}
const dying = (point: string) => {
  const preload = `--import=${join(root, 'server/processes/testing/agent-dies.ts')}`
  return agent({ HEDDLE_TEST_DIES_AT: point, NODE_OPTIONS: preload })
}
const json = async (answer: Promise<Response>) => (await (await answer).json()) as never
const query = (text: string, values: readonly unknown[] = []) => api.services.stores.pool.query(text, [...values])
/** Starts a run once an agent has published the workflow. */
const start = (workflowType = 'Far', input: object = { name: 'Ana' }) =>
  eventually(async () => {
    const answer = await api.post(`/v1/workflows/run?name=${workflowType}`, { input })
    return answer.status === 201 ? String(((await answer.json()) as { run_id: string }).run_id) : undefined
  })
const until = (runId: string, status: string) =>
  eventually(async () => {
    const run = (await json(api.fetch(`/v1/workflow-runs/${runId}`))) as { workflow_status: string; output?: unknown }
    return run.workflow_status === status ? run : undefined
  })
const call = (runId: string, name: string) =>
  api.post(`/v1/workflow-runs/${runId}/signal`, { signal_name: 'called', payload: [name] })
const commandsOf = async (runId: string) => {
  const { rows } = await query('select events from run_log where run_id = $1 order by seq', [runId])
  const events = rows.flatMap(
    ({ events: text }) => JSON.parse(text as string) as { type: string; step?: string; attempt?: number }[],
  )
  return events.flatMap(({ type, step, attempt }) => (type === 'workflow.node.started' && attempt === 1 ? [step] : []))
}
const outputOf = async (runId: string) => {
  const { rows } = await query(`select events from run_log where run_id = $1 order by seq desc limit 1`, [runId])
  const events = JSON.parse((rows[0] as { events: string }).events) as { type: string; payload: { output?: unknown } }[]
  return events.find(({ type }) => type === 'workflow.run.completed')?.payload.output
}
/** Ends the leases and reservations of a dead agent, as 30 seconds without a heartbeat do. */
const expire = async () => {
  await query(`update async_task set heartbeat_at = now() - interval '31 s' where token is not null`)
  await query('delete from agent')
  await scanForLostWork(createWorkStore(api.services.stores.pool), { heartbeatTimeoutMs: 30_000, recoveries: 3 })
}

describe('an agent process', () => {
  it('publishes its workflow, runs the body and its activities, answers queries, and leaves on SIGTERM', async () => {
    const alone = agent()
    const runId = await start()
    await until(runId, 'WAITING_HUMAN_INPUT')
    const asked = () => json(api.post(`/v1/workflow-runs/${runId}/query`, { name: 'count' }))
    expect(await asked()).toEqual({ result: 0 })
    const { agents } = await appRouter.createCaller({ ...api.services, actor: localActor }).overview.processes()
    expect(agents).toMatchObject([{ queues: ['far'], workflows: [{ type: 'Far', version: 1 }], isAlive: true }])
    expect(agents[0]?.deliveries).toBeGreaterThanOrEqual(agents[0]?.cacheHits ?? 0)
    await call(runId, 'Bo')
    await until(runId, 'COMPLETED')
    expect(await outputOf(runId)).toEqual(['Hello Ana', 'Hello Bo'])
    expect(await asked()).toEqual({ result: 1 })
    expect(await alone.readyz(200)).toEqual({ status: 'ready' })
    alone.child.kill('SIGTERM')
    expect(await alone.ended, alone.output()).toBe(0)
    expect((await query('select from agent')).rowCount).toBe(0)
    const [status, body] = await api
      .post(`/v1/workflow-runs/${runId}/query`, { name: 'count' })
      .then(async (answer) => [answer.status, (await answer.json()) as { error?: { code: string } }] as const)
    expect([status, body.error?.code]).toEqual([503, 'NO_AGENT'])
  })

  it.each(agentPoints)(
    'code 9: killed at %s, it leaves the run to another agent, each command recorded once',
    async (point) => {
      const first = dying(point)
      const runId = await start()
      await first.ended
      expect(first.child.signalCode, first.output()).toBe('SIGKILL')
      await expire()
      agent()
      await until(runId, 'WAITING_HUMAN_INPUT')
      await call(runId, 'Bo')
      await until(runId, 'COMPLETED')
      expect(await outputOf(runId)).toEqual(['Hello Ana', 'Hello Bo'])
      expect(await commandsOf(runId)).toEqual(['greet#1', 'greet#2'])
    },
  )

  it('code 9: killed in an activity, it leaves the next attempt to another agent', async () => {
    await writeFile(join(folder, 'hang'), '')
    const first = agent()
    const runId = await start()
    await eventually(async () => {
      const { rowCount } = await query(
        `select from async_task where run_id = $1 and kind = 'activity' and token is not null`,
        [runId],
      )
      return rowCount === 1 ? true : undefined
    })
    first.child.kill('SIGKILL')
    await first.ended
    await rm(join(folder, 'hang'))
    await expire()
    agent({}, ['--no-cache'])
    await until(runId, 'WAITING_HUMAN_INPUT')
    await call(runId, 'Bo')
    await until(runId, 'COMPLETED')
    expect(await commandsOf(runId)).toEqual(['greet#1', 'greet#2'])
  })

  it('is not ready, and says why, while the server refuses it', async () => {
    const alone = agent({ HEDDLE_FUNCTIONS: join(folder, 'none') }, ['--queue', 'q'.repeat(300)])
    const { reasons } = (await alone.readyz(503)) as { reasons: readonly string[] }
    expect(reasons[0]).toMatch(/queues|not registered/)
  })

  it.each([
    [['--tasks', 'many'], {}, /--tasks takes a whole number from 1 on, not 'many'/],
    [[], { HEDDLE_URL: 'nowhere' }, /HEDDLE_URL=nowhere is no address/],
  ])('refuses wrong settings: %j %j', async (words, settings, sentence) => {
    const alone = agent(settings, words)
    expect(await alone.ended).toBe(1)
    expect(alone.output()).toMatch(sentence)
  })
})

describe('an agent in another language', () => {
  it('does an ASYNC step, an activity and a body by HTTP, in Python', async () => {
    const python = spawn('python3', [join(root, 'examples/agents/agent.py')], {
      env: { ...process.env, HEDDLE_URL: url },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    spawned.push(python)
    const runId = await start('Greeting')
    await until(runId, 'COMPLETED')
    expect(await outputOf(runId)).toBe('HELLO ANA')
    expect(await commandsOf(runId)).toEqual(['greet#1', 'sleep#2'])
    await api.publish(
      'workflow_type: Adds\nsteps:\n  - name: Add\n    type: ASYNC\n    function: python.add\n    queue: python\n',
    )
    const steps = await start('Adds', { numbers: [1, 2, 3] })
    expect(await until(steps, 'COMPLETED')).toMatchObject({ workflow_state: { sum: 6 } })
  })
})
