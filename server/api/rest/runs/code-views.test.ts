import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { type CodeFiles, createCodeFiles } from '#server/workflows/code/code-files.ts'
import { appRouter } from '../../router.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

const source = (first: string, more = '') => `
import { condition, defineSignal, defineWorkflow, proxyActivities, setHandler, sleep } from 'heddle/workflow'
const { add } = proxyActivities<{ add(a: number, b: number): Promise<number> }>()
const go = defineSignal('go')
export const waits = defineWorkflow({ type: 'Waits' }, async () => {
  let isDone = false
  setHandler(go, () => {
    isDone = true
  })
  ${first}
  for (const n of [1, 2]) await add(n, n)${more}
  await condition(() => isDone)
})
export const other = defineWorkflow({ type: 'Other' }, async () => 1)
`

let folder: string
let api: TestApi
let files: CodeFiles
const lines: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-code-'))
  await writeFile(join(folder, 'activities.ts'), 'export const add = (a: number, b: number) => a + b\n')
  await writeFile(join(folder, 'flow.ts'), source('await sleep(1)'))
  api = await startTestApi({ engine: { functionsFolders: [folder], code: { threads: 1 } } })
  const log = (line: string) => lines.push(line)
  const { stores } = api.services
  files = createCodeFiles({ stores, actor: localActor, functionsFolders: [folder], log })
  await files.publishChanged()
})
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
  expect(api.errors).toEqual([])
})

const caller = () => appRouter.createCaller({ ...api.services, actor: localActor }).runs

async function started(workflow: string, status: string): Promise<string> {
  const { runId } = await caller().start({ workflow, input: {} })
  await eventually(async () => ((await caller().get({ runId })).status === status ? true : undefined))
  return runId
}

it('a run has its code, with the messages of its own workflow', async () => {
  const runId = await started('Waits', 'WAITING_HUMAN_INPUT')
  const code = await caller().code({ runId })
  expect(code).toMatchObject({ version: 1, signals: ['go'], queries: [], updates: [] })
  expect(code.files).toEqual([{ name: 'flow.ts', source: source('await sleep(1)') }])
  expect((await caller().code({ runId: await started('Other', 'COMPLETED') })).signals).toEqual([])
  await expect(caller().code({ runId, version: 9 })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
  await api.publish('workflow_type: Drawn\nsteps: [{ name: Ask, type: HUMAN, title: Ask }]\n')
  const drawn = await started('Drawn', 'WAITING_HUMAN_INPUT')
  await expect(caller().code({ runId: drawn })).rejects.toMatchObject({ cause: { code: 'INVALID_TRANSITION' } })
})

it('the observed graph has what the last runs did', async () => {
  const { runs, nodes, edges } = await caller().observed({ workflow: 'Waits' })
  expect(runs).toBe(1)
  expect(nodes).toMatchObject([
    { id: 'sleep', count: 1, starts: 1 },
    { id: 'add', count: 2, repeated: 1, ends: 1 },
  ])
  expect(edges).toMatchObject([{ from: 'sleep', to: 'add', count: 1 }])
  expect(await caller().observed({ workflow: 'Drawn' })).toMatchObject({ nodes: [], edges: [] })
})

it('a new version says which unfinished runs would break with it, and breaks none', async () => {
  const runId = await started('Waits', 'WAITING_HUMAN_INPUT')
  await writeFile(join(folder, 'flow.ts'), source('await sleep(1)', '\n  if (isDone) await add(3, 3)'))
  await files.publishChanged()
  expect(lines.at(-1)).toMatch(/Waits is version 2$/)
  await writeFile(join(folder, 'flow.ts'), source('await add(0, 0)'))
  await files.publishChanged()
  const violation = 'command 1: history has timer sleep, code asks for activity add'
  const said = lines.find((line) => line.includes('unfinished runs do not follow'))
  expect(said).toContain(runId)
  const { message } = (await versions('Waits'))[0] ?? {}
  expect(message).toContain('2 of 2 unfinished runs do not follow this version')
  expect(message?.replace('sleep 1 ms', 'timer sleep')).toContain(violation)
  expect((await versions('Waits'))[1]?.message).toBeNull()
  expect((await caller().get({ runId })).status).toBe('WAITING_HUMAN_INPUT')
})

const versions = (name: string) =>
  appRouter.createCaller({ ...api.services, actor: localActor }).workflows.versions({ name })
