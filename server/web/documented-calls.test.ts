import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { curlCalls } from '#proof/documents/run-lifecycle.ts'
import { localActor } from '#server/access/actor.ts'
import { createApp } from '../api/app.ts'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { createFront } from './front.ts'

const run = promisify(execFile)

const calls = curlCalls()

let api: TestApi
let front: ReturnType<typeof createFront>
let host = ''
/** Contains the settings of curl: it prints the status, and a refusal is its failure. */
let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'heddle-curl-'))
  await writeFile(join(home, '.curlrc'), 'silent\nfail-with-body\nwrite-out = "\\n%{http_code}"\n')
  api = await startTestApi()
  for (const text of workflows) expect((await api.publish(text)).status).toBe(201)
  const onError = (error: unknown) => void api.errors.push(error)
  const app = createApp({ ...api.services, storesOf: api.storesOf, actorOf: () => localActor, onError })
  front = createFront({ api: app.fetch, pages: null, development: false, position: () => '0', onError })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
})
afterAll(async () => {
  front.close()
  front.closeAllConnections()
  await api.stop()
  await rm(home, { recursive: true })
  expect(api.errors).toEqual([])
})

const workflows = [
  'workflow_type: research/deep-research\nsteps: [{ name: A, function: t.pass }]\n',
  'workflow_type: content/generate\nsteps: [{ name: A, function: t.pass }]\n',
  'workflow_type: Ask\nsteps: [{ name: Approval, type: HUMAN, title: Approve }]\n',
  'workflow_type: Later\nsteps: [{ name: A, type: WAIT, duration_seconds: 86400 }]\n',
]

const statusOf = async (runId: string) =>
  ((await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()) as { status: string }).status

async function started(name: string, status: string): Promise<string> {
  const { run_id } = (await (await api.post(`/v1/workflows/run?name=${name}`, {})).json()) as { run_id: string }
  await expect.poll(() => statusOf(run_id)).toBe(status)
  return run_id
}

async function paused(): Promise<string> {
  const runId = await started('Later', 'running')
  expect((await api.post(`/v1/workflow-runs/${runId}/pause`, {})).status).toBe(200)
  await expect.poll(() => statusOf(runId)).toBe('paused')
  return runId
}

/** The call, with the run that it is about before and after it. */
const cases: readonly (readonly [call: string, begin: () => Promise<string>, status: string | null])[] = [
  ['run?name=research/deep-research', async () => '', null],
  ['run?name=content/generate', async () => '', null],
  ['/cancel"', () => started('Later', 'running'), 'cancelled'],
  ['/pause"', () => started('Later', 'running'), 'paused'],
  ['/resume"', paused, 'running'],
  ['/signal"', () => started('Ask', 'waiting'), 'completed'],
  ['/events?include_internal=true"', () => started('research/deep-research', 'completed'), 'completed'],
]

describe('a call of curl in the document', () => {
  it('is each of these (public run 14)', () => {
    expect(calls).toHaveLength(cases.length)
    for (const [part] of cases) expect(calls.filter((call) => call.includes(part))).toHaveLength(1)
  })

  it.each(cases)('works as it stands but for the host: %s (public run 14)', async (part, begin, status) => {
    const runId = await begin()
    const call = calls.find((each) => each.includes(part)) ?? ''
    const script = call.replace('https://gofabric.dev', host)
    const { stdout } = await run('/bin/sh', ['-c', script], { env: { ...process.env, HOME: home, RUN_ID: runId } })
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^2\d\d$/)
    if (status !== null) await expect.poll(() => statusOf(runId)).toBe(status)
    if (part.startsWith('/events')) expect(stdout).toContain('_fabric_finalize_output')
  })
})
