import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { requestRun } from '#server/runs/acting/request-run.ts'
import { appRouter } from '../../router.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let server: Server
let caller: ReturnType<typeof appRouter.createCaller>['workflows']
/** Holds a line for each load of the module and each call of its function. */
let marks = ''
let requests = 0

beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor }).workflows
  const [folder = ''] = api.services.functionsFolders
  marks = join(folder, 'marks')
  await writeFile(
    join(folder, 'marking.ts'),
    `import { appendFileSync } from 'node:fs'
    appendFileSync(${JSON.stringify(marks)}, 'loaded\\n')
    export function mark() { appendFileSync(${JSON.stringify(marks)}, 'called\\n'); return {} }`,
  )
  await api.publish('workflow_type: Passes\nsteps:\n  - { name: Pass, function: t.pass }\n')
  server = createServer((_, answer) => {
    requests += 1
    answer.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  await api.stop()
})

const marked = () => (existsSync(marks) ? readFileSync(marks, 'utf8').trim().split('\n') : [])
const runs = async () => (await api.services.stores.pool.query('select from run')).rowCount

/** Starts a run and waits for its end: whatever was asked of the engine before has begun by then. */
const endOf = async (workflow: string) => {
  const { runId } = await requestRun(api.services.stores, localActor, { workflow, input: {} })
  await eventually(async () => {
    const run = (await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()) as { readonly workflow_status: string }
    return /^(COMPLETED|FAILED)/.test(run.workflow_status) || undefined
  })
  return runId
}

/** A definition with everything that does something when it runs. */
const doing = () => `workflow_type: Doing
saga_enabled: true
steps:
  - name: Mark
    function: marking.mark
    compensate_function: marking.mark
  - name: Ask
    type: HTTP
    http_config: { url: "http://127.0.0.1:${(server.address() as AddressInfo).port}/{{ input.path }}", method: POST }
  - name: Compute
    type: SCRIPT
    code: "while (true) {}"
  - name: Below
    type: SUB_WORKFLOW
    sub_workflow_type: Doing
`

it('looking at a definition, drafting, importing and publishing it executes nothing of it', async () => {
  const text = doing()
  const validated = await api.post('/v1/workflows/validate', text, { 'content-type': 'application/yaml' })
  expect(validated.ok).toBe(true)
  const [preview] = await caller.previewImport({ files: [{ name: 'doing.yaml', text }] })
  expect(preview).toMatchObject({ name: 'Doing' })
  const { name } = await caller.create({ text })
  const { revision } = await caller.draft({ name })
  const saved = await caller.saveDraft({ name, text: `${text}# changed\n`, baseRevision: revision })
  expect(saved).toMatchObject({ revision: revision + 1 })
  await caller.import({ text, publish: false })
  expect(await (await api.publish(text)).json()).toMatchObject({
    workflows: [
      {
        name: 'Doing',
        version: 1,
        problems: [{ code: 'WORKFLOW_STARTS_ITSELF' }, { code: 'INPUT_UNDECLARED' }, { code: 'UNDO_MISSING' }],
      },
    ],
  })
  expect((await caller.functions()).map((known) => known.name)).toContain('marking.mark')
  await endOf('Passes')
  expect([marked(), requests, await runs()]).toEqual([[], 0, 1])
})

it('looking at what an act on a run would do calls nothing', async () => {
  await api.publish(
    'workflow_type: Breaks\nsteps:\n  - { name: Mark, function: marking.mark }\n  - { name: Break, function: t.fail }\n  - { name: End, function: marking.mark }\n',
  )
  const runId = await endOf('Breaks')
  // A thread that stands in for a slow one loads what was called before, whenever that is.
  const calls = () => marked().filter((line) => line === 'called')
  const runsBefore = (await runs()) ?? 0
  expect(calls()).toHaveLength(1)
  for (const act of ['retry', 'rerun', 'skip', 'mark-done&output={}', 'jump&to_step=End']) {
    const answer = await api.fetch(`/v1/workflow-runs/${runId}/preview?of=${act}`)
    expect([act, answer.status]).toEqual([act, 200])
  }
  await endOf('Passes')
  expect([calls().length, await runs()]).toEqual([1, runsBefore + 1])
})
