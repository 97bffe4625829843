import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
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
const sdk = join(import.meta.dirname, '..', '..', 'sdk', 'python')
const [submit = '', verbs = ''] = snippetsOf(join(import.meta.dirname, 'documented-calls.md'), 'python')

/** Runs a program with the client, and returns what it printed, as JSON. */
async function python(program: string): Promise<unknown> {
  const before = `import json\nfrom heddle_client import *\nfabric = FabricClient(${JSON.stringify(heddle.url)}, api_key="fab_xxx")\n`
  const { stdout } = await run('/usr/bin/python3', ['-B', '-W', 'error', '-c', before + program], {
    env: { ...process.env, PYTHONPATH: sdk },
  })
  return stdout === '' ? undefined : JSON.parse(stdout)
}

async function begin(): Promise<string> {
  const { run_id } = (await python('print(json.dumps(fabric.submit_workflow("content/approved")))')) as {
    run_id: string
  }
  return run_id
}

describe('public-run 16: the Python client', () => {
  it('starts a run by the documented lines', async () => {
    expect(await python(`${submit}print(json.dumps(run))`)).toEqual({
      run_id: expect.stringMatching(/^[\da-f-]{36}$/),
      status: 'pending',
      variants: 1,
    })
  })

  it.each(verbs.trim().split('\n\n'))('acts on a run by the documented line: %s', async (lines) => {
    const runId = await begin()
    const before = lines.includes('resume') ? 'fabric.pause_workflow_run(run_id)\n' : ''
    const program = `run_id = ${JSON.stringify(runId)}\n${before}${lines}\nprint(json.dumps(fabric.get_workflow_run(run_id)["run_id"]))`
    expect(await python(program)).toBe(runId)
  })

  it('follows a run to its end, and returns its outputs', async () => {
    const program = `run = fabric.submit_workflow("content/generate", {"n": 21}, state={"workspace_id": "ws-123"})
kinds = [event["kind"] for event in fabric.stream_run_events(run["run_id"])]
internal = [event for event in fabric.stream_run_events(run["run_id"], include_internal=True)]
print(json.dumps([kinds[0], kinds[-1], len(internal) > len(kinds), internal[-1]["payload"]["state"],
  fabric.submit_and_get_output("content/generate", {"n": 1})]))`
    expect(await python(program)).toEqual([
      'workflow.run.created',
      'workflow.run.completed',
      true,
      { workspace_id: 'ws-123' },
      [expect.anything()],
    ])
  })

  it('runs the snippet of the guide', async () => {
    const [snippet = ''] = snippetsOf(join(sdk, '..', '..', 'docs', 'guide', 'programs.md'), 'python')
    const program = snippet.replace('http://127.0.0.1:3000', heddle.url).replaceAll('print(', 'str(')
    expect(await python(program)).toBeUndefined()
  })

  it('raises what the API refuses, and how a run failed', async () => {
    const program = `said = []
try: fabric.submit_workflow("nowhere")
except HeddleError as error: said.append([error.code, error.status, error.field])
try: fabric.submit_and_get_output("content/broken")
except RunFailedError as error: said.append(error.run["status"])
print(json.dumps(said))`
    expect(await python(program)).toEqual([['NOT_FOUND', 404, 'name'], 'cancelled'])
  })

  it('verifies webhooks', async () => {
    const secret = 'whsec_c2VjcmV0'
    const body = '{"kind":"workflow.run.completed","payload":{"state":"Grüße"}}'
    const signature = createHmac('sha256', secret).update(`1700000000.${body}`).digest('hex')
    const header = `t=1700000000,v1=${'0'.repeat(64)},v1=${signature}`
    const program = `body = ${JSON.stringify(body)}
args = (${JSON.stringify(header)}, ${JSON.stringify(secret)})
ok = lambda *given, **more: verify_webhook_signature(*given, **more)
try: construct_webhook_event(body, *args)
except WebhookSignatureError: late = True
print(json.dumps([construct_webhook_event(body.encode(), *args, now=1700000300)["payload"]["state"], late,
  ok(body, *args, now=1700000300), ok(body, *args, now=1700000301), ok(body, *args, now=1699999699),
  ok(body + " ", *args, now=1700000000), ok(body, args[0], "other", now=1700000000), ok(body, None, args[1])]))`
    expect(await python(program)).toEqual(['Grüße', true, true, false, false, false, false, false])
  })
})
