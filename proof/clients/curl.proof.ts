import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedHeddle, serveHeddle } from './served-heddle.ts'
import { snippetsOf } from './snippets.ts'

let heddle: ServedHeddle
beforeAll(async () => {
  heddle = await serveHeddle()
})
afterAll(async () => {
  await heddle.stop()
  expect(heddle.api.errors).toEqual([])
})

const run = promisify(execFile)

/** The calls of the document, each a command of its own. */
const calls = snippetsOf(join(import.meta.dirname, 'documented-calls.md'), 'sh').flatMap((snippet) =>
  [...snippet.matchAll(/^curl (?:.*\\\n)*.*$/gm)].map(([call]) => call),
)
const verbOf = (call: string) => /\/workflow-runs\/\$RUN_ID\/(\w+)/.exec(call)?.[1]

/** Executes a call as it stands, against this host, and reads the status from curl itself. */
async function execute(call: string, runId: string): Promise<{ readonly status: number; readonly body: string }> {
  const here = call.replaceAll('https://gofabric.dev', heddle.url)
  const { stdout } = await run('/bin/sh', ['-ec', `${here} -sS -w '\\n%{http_code}'`], {
    env: { ...process.env, RUN_ID: runId },
  })
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
}

async function begin(): Promise<string> {
  const response = await heddle.api.post('/v1/workflows/run?name=content/approved', { input: {} })
  return ((await response.json()) as { run_id: string }).run_id
}
const verb = (runId: string, name: string) => heddle.api.post(`/v1/workflow-runs/${runId}/${name}`, {})
const waits = (runId: string) =>
  expect
    .poll(async () => {
      const run = await (await heddle.api.fetch(`/v1/workflow-runs/${runId}`)).json()
      return (run as { current_steps: string[] }).current_steps
    })
    .toEqual(['Approval'])

describe('public-run 14: the documented calls, unmodified but for the host', () => {
  it('are seven', () => {
    expect(calls.map((call) => verbOf(call) ?? 'start')).toEqual([
      'start',
      'start',
      'cancel',
      'pause',
      'resume',
      'signal',
      'events',
    ])
  })

  it.each(calls)('%s', async (call) => {
    const runId = await begin()
    await waits(runId)
    const asked = verbOf(call)
    if (asked === 'resume') expect((await verb(runId, 'pause')).status).toBe(200)
    if (asked === 'events') expect((await verb(runId, 'cancel')).status).toBe(200)
    const { status, body } = await execute(call, runId)
    expect(status, body).toBeGreaterThanOrEqual(200)
    expect(status, body).toBeLessThan(300)
    if (asked === undefined) expect(JSON.parse(body)).toMatchObject({ status: 'pending', variants: 1 })
    if (asked === 'events') expect(body).toContain('event: workflow.run.cancelled')
  })
})
